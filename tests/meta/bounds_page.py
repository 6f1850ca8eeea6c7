#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every command of docs/bounds.md and compares what it prints. Usage: bounds_page.py PLUMB

A block of `sh` holds commands; the block of `text`, `csv` or `json` right behind it is all that they print.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/bounds.md"
PAIR = re.compile(r"^```sh\n(.*?)^```\n(?:\n```(text|csv|json)\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)


def output_of(commands, plumb, folder):
    here = commands.replace("build/bin/plumb", plumb)
    run = subprocess.run(["bash", "-e", "-c", here], cwd=folder, capture_output=True, text=True, timeout=120)
    if run.returncode != 0 or run.stderr:
        print(f"FAILED with {run.returncode}: {commands}{run.stderr}")
        return None
    return run.stdout


def main():
    plumb = str(pathlib.Path(sys.argv[1]).resolve())
    page = PAGE.read_text()
    failed = checked = 0
    with tempfile.TemporaryDirectory() as folder:
        for block in PAIR.finditer(page):
            commands, _, expected = block.groups()
            printed = output_of(commands, plumb, folder)
            checked += 1
            if printed is None or printed != (expected or ""):
                failed += 1
                print(f"FAILED {commands}prints\n{printed}not\n{expected}")
    print(f"{checked} blocks, {failed} differ")
    return 1 if failed or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
