#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every command of docs/replay.md. Usage: replay_page.py BUILD_FOLDER"""

import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def main():
    blocks = BLOCK.findall((ROOT / "docs/replay.md").read_text())
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        # The folder of a reader who has built Plumb, but for what the commands write.
        build = pathlib.Path(folder, "build")
        build.mkdir()
        for part in ("bin", "mechanisms"):
            (build / part).symlink_to(pathlib.Path(sys.argv[1]).resolve() / part)
        for part in ("examples", "mechanisms"):
            pathlib.Path(folder, part).symlink_to(ROOT / part)
        for commands in blocks:
            run = subprocess.run(["bash", "-e", "-c", commands], cwd=folder, capture_output=True, text=True, timeout=300)
            if run.returncode != 0 or run.stderr or not re.search(r"^\w+: \d+ runs passed$", run.stdout, re.MULTILINE):
                failed += 1
                print(f"FAILED with {run.returncode}: {commands}{run.stdout}{run.stderr}")
    print(f"{len(blocks)} blocks, {failed} fail")
    return 1 if failed or not blocks else 0


if __name__ == "__main__":
    sys.exit(main())
