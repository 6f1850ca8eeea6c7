#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Follows docs/runtime.md to the letter: installs the library and builds a project outside the tree with it.

Usage: fresh_project.py BUILD_FOLDER [--standalone]

The page's `cmake` and `cpp` blocks become the project's files, and its `sh` blocks run in order; with
--standalone the blocks marked so instead, which build the library by itself, as users do: source by source.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs/runtime.md"

REFUSED = {
    "another version": "find_package(plumb 9.0 REQUIRED)",
    "a component that there is not": "find_package(plumb REQUIRED COMPONENTS prover)",
}


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)


def run(commands, folder, environment):
    done = subprocess.run(["bash", "-euc", commands], cwd=folder, env=environment, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def expect(name, good, output=""):
    print(f"{'ok    ' if good else 'FAILED'} {name}")
    if not good:
        print(output[-3000:])
    return 0 if good else 1


def follow(language, folder, build, environment):
    failed = 0
    for block in blocks(language):
        here = re.sub(r"--install build ", f"--install {build} ", block)
        here = re.sub(r"(?<=-S )mechanisms/\S+", rf"{ROOT}/\g<0>", here)
        code, output = run(here, folder, environment)
        failed += expect(block.strip(), code == 0, output)
    return failed


def check_refusals(folder, environment):
    """What must not work: another version, another component, and tapes in a release."""
    failed = 0
    original = (folder / "noise/CMakeLists.txt").read_text()
    for name, call in REFUSED.items():
        (folder / "noise/CMakeLists.txt").write_text(original.replace("find_package(plumb REQUIRED)", call))
        code, output = run(f"cmake -S noise -B refused -DCMAKE_PREFIX_PATH={folder}/build/prefix", folder, environment)
        failed += expect(f"refused: {name}", code != 0 and "plumb" in output, output)
    (folder / "tape.cpp").write_text("#define PLUMB_RUNTIME_ALLOW_SCRIPTED_BITS\n"
                                     '#include "plumb/runtime/scripted_bits.h"\n')
    code, output = run(f"g++ -std=c++20 -fsyntax-only -I{folder}/build/prefix/include tape.cpp", folder, environment)
    failed += expect("refused: a tape in a release", code != 0 and "scripted_bits.h" in output, output)
    return failed


def main():
    build, standalone = pathlib.Path(sys.argv[1]).resolve(), "--standalone" in sys.argv[2:]
    environment = {name: value for name, value in os.environ.items() if name != "PKG_CONFIG_PATH"}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if standalone:
            return 1 if not blocks("sh standalone") or follow("sh standalone", folder, build, environment) else 0
        (folder / "noise").mkdir()
        (folder / "noise/CMakeLists.txt").write_text(blocks("cmake")[0])
        (folder / "noise/main.cpp").write_text(blocks("cpp")[0])
        failed = follow("sh", folder, build, environment)
        failed += check_refusals(folder, environment)
        return 1 if failed or len(blocks("sh")) < 3 else 0


if __name__ == "__main__":
    sys.exit(main())
