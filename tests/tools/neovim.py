#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Neovim, headless, with editors/nvim and the real `plumb lsp`: neovim.lua does what somebody would do. Usage: neovim.py PLUMB"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(ROOT / "examples/svt/asymmetric_svt.plumb", pathlib.Path(folder) / "svt.plumb")
        environment = {**os.environ, "PLUMB": os.path.abspath(sys.argv[1]), "FOLDER": folder, "HOME": folder,
                       "XDG_CONFIG_HOME": folder, "XDG_DATA_HOME": folder, "XDG_STATE_HOME": folder, "XDG_CACHE_HOME": folder}
        run = subprocess.run(["nvim", "--headless", "--clean", "--cmd", f"set runtimepath^={ROOT}/editors/nvim", "--cmd", "filetype plugin on",
                              "-c", f"luafile {ROOT}/tests/tools/neovim.lua"],
                             env=environment, capture_output=True, text=True, timeout=280)
    print(run.stdout + run.stderr)
    return 0 if run.returncode == 0 and "all was seen" in run.stderr else 1


if __name__ == "__main__":
    sys.exit(main())
