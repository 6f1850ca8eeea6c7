#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Walks through pages of docs/ as a reader would who has built Plumb. Usage: page.py BUILD_FOLDER PAGE...

All of a page happens in one folder, from the top to the bottom; in it are `examples/`, `mechanisms/` and `build/` as
in a checkout, and `plumb` can be called by its name.

- A block whose first line names a file (```cpp app/main.cpp) is saved there; a `plumb` block without a name in a file
  that is called like its mechanism or channel, and some command has to check that one, or to ask what its policies do.
- The lines of an `sh` block are run; a backslash continues a line. Each must succeed, or end with the code that a
  comment behind it names (# exit code 3).
- A `text`, `csv` or `json` block right behind an `sh` block is what its last command says, or what all of them
  say, where `...` stands for any lines.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"# exit code (\d+)$")
OUTPUTS = ("text", "csv", "json")


def prepare(folder, build):
    """What a reader has: the program, the libraries, the examples."""
    (folder / "build").mkdir()
    for part in ("bin", "mechanisms", "cmake_install.cmake"):
        (folder / "build" / part).symlink_to(build / part)
    for part in ("examples", "mechanisms"):
        (folder / part).symlink_to(ROOT / part)
    (folder / ".bin").mkdir()
    (folder / ".bin/plumb").symlink_to(build / "bin/plumb")


def run(command, folder):
    """Exit code, and what stands on the terminal afterwards."""
    environment = {name: value for name, value in os.environ.items() if name != "PKG_CONFIG_PATH"}
    environment.update(PATH=f"{folder}/.bin:{os.environ['PATH']}", LC_ALL="C.UTF-8", HOME=str(folder))
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=300, text=True)
    return done.returncode, done.stdout


def expected_code(command):
    match = CODE.search(command)
    return int(match[1]) if match else 0


def is_said(expected, said):
    """Whether \\p said is \\p expected, with any lines in place of each `...`."""
    pattern = "".join(r"(?:.*\n)*?" if line == "..." else re.escape(line) + r"\n" for line in expected.splitlines())
    return re.fullmatch(pattern, said) is not None


def saved_name(language, name, text):
    if name:
        return name
    declared = re.search(r"^(?:mechanism|channel) (\w+)", text, re.MULTILINE) if language == "plumb" else None
    return declared[1] + ".plumb" if declared else None


def walk(page, build):
    programs, checked, commands, complaints = set(), set(), 0, []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prepare(folder, build)
        said, end, content = None, 0, page.read_text()
        for block in BLOCK.finditer(content):
            language, named, text = block.groups()
            if content[end:block.start()].strip():
                said = None
            end = block.end()
            file = saved_name(language, named, text)
            if file:
                (folder / file).parent.mkdir(parents=True, exist_ok=True)
                (folder / file).write_text(text)
                programs.update({file} if language == "plumb" else {})
            elif language == "sh":
                said = []
                for command in text.replace("\\\n", "").splitlines():
                    commands += 1
                    code, output = run(command, folder)
                    said.append(output)
                    checked.update(re.findall(r"plumb (?:check|policy) (\S+)", command))
                    if code != expected_code(command):
                        complaints.append(f"{command}: exit {code}\n{output}")
            elif language in OUTPUTS and said and not is_said(text, said[-1]) and not is_said(text, "".join(said)):
                complaints.append(f"expected\n{text}but it says\n{''.join(said)}")
    complaints += [f"{program} is never checked" for program in sorted(programs - checked)]
    print("\n".join(complaints + [f"{page.name}: {len(programs)} programs, {commands} commands, "
                                  f"{len(complaints)} complaints"]))
    return not complaints and commands > 0


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    pages = [ROOT / "docs" / page for page in sys.argv[2:]]
    return 0 if pages and all([walk(page, build) for page in pages]) else 1


if __name__ == "__main__":
    sys.exit(main())
