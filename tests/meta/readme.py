#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Executes every command of README.md and checks every program in it. Usage: readme.py BUILD_FOLDER

Lines of one `sh` block run one after the other in the root of the sources; each must succeed, or end
with the code that a comment behind it names. The block of expected
output below a program must be how the program's report begins.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]

# The command that runs this very test.
RECURSIVE = {"./x test"}


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL)


def run_commands(build):
    failed = 0
    home = tempfile.TemporaryDirectory()
    environment = dict(os.environ, PLUMB_BUILD=str(build), HOME=home.name)
    commands = [line for block in blocks("sh") for line in block.splitlines() if line.strip()]
    for command in commands:
        if command in RECURSIVE:
            continue
        here = re.sub(r"\bbuild/", f"{build}/", command)
        run = subprocess.run(["bash", "-c", here], cwd=ROOT, env=environment, capture_output=True, text=True)
        expected = re.search(r"# exit code (\d+)$", command)
        good = run.returncode == (int(expected[1]) if expected else 0)
        print(f"{'ok    ' if good else 'FAILED'} {command}")
        if not good:
            failed += 1
            print(run.stdout[-2000:], run.stderr[-2000:])
    return len(commands), failed


def check_programs(plumb):
    programs, outputs, failed = blocks("plumb"), blocks("text"), 0
    for number, program in enumerate(programs):
        with tempfile.TemporaryDirectory() as folder:
            name = re.search(r"mechanism (\w+)", program)[1] + ".plumb"
            pathlib.Path(folder, name).write_text(program)
            run = subprocess.run([plumb, "check", name], cwd=folder, capture_output=True, text=True)
        expected = outputs[number] if number < len(outputs) else ""
        good = run.returncode == 0 and run.stdout.startswith(expected)
        print(f"{'ok    ' if good else 'FAILED'} program {name}")
        if not good:
            failed += 1
            print(run.stdout, run.stderr)
    return len(programs), failed


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    commands, bad_commands = run_commands(build)
    programs, bad_programs = check_programs(build / "bin/plumb")
    return 1 if bad_commands or bad_programs or not commands or not programs else 0


if __name__ == "__main__":
    sys.exit(main())
