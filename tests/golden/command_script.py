# SPDX-License-Identifier: Apache-2.0
"""Command lines with what they print.

    # What this shows.
    $ plumb check missing.plumb
    ! plumb: error[PL0501]: cannot read `missing.plumb`: No such file or directory
    = 1

`$` is a line for bash, `>` its standard output, `!` its standard error, `=` its exit code. All lines of a
file run in one fresh folder, where `plumb` is the program and $SOURCE the root of the sources.
"""

import os
import subprocess
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))


def quoted(mark, output):
    lines = output.decode("utf-8", "backslashreplace").split("\n")
    if lines[-1] == "":
        lines.pop()
    else:
        lines[-1] += "\\"  # no line feed at the end
    return [(mark + " " + line).rstrip() for line in lines]


def execute(command, folder, environment):
    run = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, capture_output=True, timeout=300,
                         stdin=subprocess.DEVNULL)
    return quoted(">", run.stdout) + quoted("!", run.stderr) + [f"= {run.returncode}"]


def regenerate(path, plumb, update, _):
    result = []
    with tempfile.TemporaryDirectory() as folder:
        programs = os.path.join(folder, ".bin")
        os.mkdir(programs)
        for program in ("plumb", "plumb-recheck"):
            os.symlink(os.path.join(os.path.dirname(plumb), program), os.path.join(programs, program))
        environment = {"PATH": programs + ":" + os.environ["PATH"], "LC_ALL": "C.UTF-8", "SOURCE": ROOT,
                       "HOME": folder}
        for line in path.read_text().splitlines():
            if line[:1] in (">", "!", "="):
                continue
            result.append(line)
            if line.startswith("$ "):
                result += execute(line[2:], folder, environment)
    return ("\n".join(result) + "\n").encode()
