#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Walks through docs/tutorial.md as a reader would. Usage: tutorial.py PLUMB

All of it happens in one folder, from the top to the bottom. A `plumb` block is saved in a file that is called
like its mechanism or channel. The lines of an `sh` block are run; each must succeed, or end with the code that a
comment behind it names. A `text` block behind an `sh` block is what its last command says, where `...`
stands for any lines. Each program has to be checked by some command.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/tutorial.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"# exit code (\d+)$")


def run(command, folder, plumb):
    """Exit code, and what stands on the terminal afterwards."""
    tools = pathlib.Path(folder, ".bin")
    environment = {"PATH": f"{tools}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8", "HOME": folder}
    tools.mkdir(exist_ok=True)
    if not (tools / "plumb").exists():
        (tools / "plumb").symlink_to(plumb)
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=120, text=True)
    return done.returncode, done.stdout


def expected_code(command):
    match = CODE.search(command)
    return int(match[1]) if match else 0


def is_said(expected, said):
    """Whether \\p said is \\p expected, with any lines in place of each `...`."""
    pattern = "".join(r"(?:.*\n)*?" if line == "..." else re.escape(line) + r"\n" for line in expected.splitlines())
    return re.fullmatch(pattern, said) is not None


def main():
    plumb = pathlib.Path(sys.argv[1]).resolve()
    saved, checked, commands, complaints, before = set(), set(), 0, [], ""
    with tempfile.TemporaryDirectory() as folder:
        said = ""
        for language, text in BLOCK.findall(PAGE.read_text()):
            if language == "plumb":
                name = re.search(r"^(?:mechanism|channel) (\w+)", text, re.MULTILINE)[1] + ".plumb"
                saved.add(name)
                pathlib.Path(folder, name).write_text(text)
            elif language == "sh":
                for command in text.splitlines():
                    commands += 1
                    code, said = run(command, folder, plumb)
                    checked.update(re.findall(r"plumb check (\S+)", command))
                    if code != expected_code(command):
                        complaints.append(f"{command}: exit {code}\n{said}")
            elif language == "text" and before == "sh" and not is_said(text, said):
                complaints.append(f"expected\n{text}but it says\n{said}")
            before = language
    complaints += [f"{name} is never checked" for name in sorted(saved - checked)]
    print("\n".join(complaints + [f"{len(saved)} programs, {commands} commands, {len(complaints)} complaints"]))
    return 1 if complaints or not saved or not commands else 0


if __name__ == "__main__":
    sys.exit(main())
