#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The mode for Emacs in a real Emacs without a screen: colours, indentation, comments, and no warning when it is compiled.

Usage: emacs.py        Ends with 77, which is told as skipped, where there is no Emacs."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    emacs = shutil.which("emacs")
    if not emacs:
        print("there is no emacs here")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        # It is compiled beside a copy: nothing is written among the sources.
        shutil.copytree(ROOT / "editors/emacs", pathlib.Path(folder, "editors/emacs"))
        run = subprocess.run(
            [emacs, "--batch", "--quick", "--directory", str(pathlib.Path(folder, "editors/emacs")), "--eval",
             "(setq byte-compile-error-on-warn t)", "--load", str(ROOT / "tests/tools/emacs.el")],
            env={**os.environ, "ROOT": str(ROOT), "FOLDER": folder, "HOME": folder, "LC_ALL": "C.UTF-8"}, capture_output=True, text=True, timeout=120)
        said = run.stdout + run.stderr
        compiled = pathlib.Path(folder, "editors/emacs/plumb-mode.elc").exists()
    print(said.strip().splitlines()[-1] if said.strip() else "nothing was said")
    if run.returncode != 0 or not compiled or "as they should be" not in said:
        print(said)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
