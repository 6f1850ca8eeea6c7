#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The commands of `.pre-commit-hooks.yaml` and `action.yml`, as they stand there. Usage: integration.py PLUMB"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROVED = (ROOT / "examples/svt/asymmetric_svt.plumb").read_text()
OPEN = PROVED.replace("decreasing", "increasing")


def script():
    """What the last step of the action runs."""
    text = (ROOT / "action.yml").read_text()
    assert "${{" not in text[text.index("run: |"):], "an input would be run"
    lines = text[text.index("run: |\n"):].splitlines()[1:]
    return "\n".join(line[8:] for line in lines)


def hooks():
    text = (ROOT / ".pre-commit-hooks.yaml").read_text()
    return {name: entry.split() for name, entry in re.findall(r"- id: (\S+)\n(?:  .*\n)*?  entry: (.*)\n", text)}


def run_action(folder, files, arguments="", sarif=""):
    environment = {**os.environ, "PATH": f"{folder}/.bin:{os.environ['PATH']}", "FILES": files, "ARGUMENTS": arguments,
                   "SARIF": sarif, "PROBLEMS": str(ROOT / ".github/plumb_problems.json")}
    # As the host starts it.
    return subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script()], cwd=folder, env=environment,
                          capture_output=True, text=True)


def annotations(run):
    [matcher] = json.loads((ROOT / ".github/plumb_problems.json").read_text())["problemMatcher"]
    [pattern] = matcher["pattern"]
    found = [re.match(pattern["regexp"], line) for line in (run.stdout + run.stderr).splitlines()]
    return [(match[pattern["file"]], int(match[pattern["line"]]), match[pattern["code"]]) for match in found if match]


def try_action(folder):
    run = run_action(folder, "proved.plumb\n")
    assert run.returncode == 0 and run.stdout.startswith("::add-matcher::") and annotations(run) == [], run
    run = run_action(folder, "proved.plumb\nopen.plumb")
    assert run.returncode == 3, run
    said = annotations(run)
    assert said and all(file == "open.plumb" and line > 1 and code.startswith("PL04") for file, line, code in said), said
    run = run_action(folder, ".")
    assert run.returncode == 3 and {one[0] for one in annotations(run)} == {"./open.plumb"}, annotations(run)
    assert run_action(folder, "proved.plumb", "--no-assumptions\n--jobs\n1").returncode == 4
    assert run_action(folder, "open.plumb", sarif="found.sarif").returncode == 3
    results = json.loads((folder / "found.sarif").read_text())["runs"][0]["results"]
    assert any(one["ruleId"].startswith("PL04") for one in results), results
    # Words stay words.
    for word in ("$(touch touched)", "; touch touched", "--watch", "`touch touched`", "* ?"):
        run = run_action(folder, word)
        assert run.returncode not in (0, 3) and not (folder / "touched").exists(), (word, run)


def try_hooks(folder):
    commands = hooks()
    assert set(commands) == {"plumb-check", "plumb-format"}
    environment = {**os.environ, "PATH": f"{folder}/.bin:{os.environ['PATH']}"}

    def hook(name, *files):
        return subprocess.run([*commands[name], *files], cwd=folder, env=environment, capture_output=True).returncode

    assert hook("plumb-check", "proved.plumb") == 0
    assert hook("plumb-check", "proved.plumb", "open.plumb") == 3
    (folder / "open.plumb").write_text(OPEN.replace("\n  ", "\n"))
    assert hook("plumb-format", "proved.plumb", "open.plumb") == 0
    assert "\n  " in (folder / "open.plumb").read_text()
    assert (folder / "proved.plumb").read_text() == PROVED


def main():
    plumb = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / ".bin").mkdir()
        (folder / ".bin/plumb").symlink_to(plumb)
        (folder / "proved.plumb").write_text(PROVED)
        (folder / "open.plumb").write_text(OPEN)
        try_action(folder)
        try_hooks(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
