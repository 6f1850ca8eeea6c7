#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `plumb emit --constant-work` emits runs the same instructions for all answers and all noise.

Usage: constant_work.py PLUMB RUNTIME_LIBRARY [RUNS]

Noisy top-k is emitted in both ways, compiled, and single-stepped on ascending, descending, constant and mixed answers
with several noises. In constant work all traces are equal; without, they must differ, or the test would see nothing.
With RUNS, times are compared as well, RUNS for each kind of answers: 10000 in CTest, 1000000 for the full measurement.
"""

import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests"))
from programs import example
LINKS = ["-lmpfr", "-lgmp", "-lcrypto", "-pthread"]
EXAMPLE = example("asymmetric_noisy_top_k")
SKIPPED = 77


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def built(plumb, library, folder, compiler, options):
    code, output = run(plumb, "emit", EXAMPLE, "-o", folder, *options)
    assert code == 0, output
    program = folder / "constant_work"
    code, output = run(compiler, "-std=c++20", "-O2", f"-I{folder}", f"-I{ROOT}/mechanisms/runtime/include",
                       ROOT / "tests/mechanisms/emit/constant_work.cpp",
                       library, *LINKS, "-o", program)
    assert code == 0, output
    return program


def main():
    plumb, library, *runs = sys.argv[1:]
    if platform.machine() != "x86_64":
        print("skipped: traces are read on x86-64 only")
        return 0
    failed = 0
    for compiler in filter(shutil.which, ("g++", "clang++-14")):
        for options, expected in ((["--constant-work"], 0), ([], 1)):
            with tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                program = built(plumb, library, folder, compiler, options)
                code, output = run(program, "trace")
                print(compiler, *options, output.strip())
                failed += code not in (expected, SKIPPED)
                if runs:
                    code, output = run(program, "time", runs[0])
                    print(output.strip())
                    failed += code != expected
                header = (folder / "asymmetric_noisy_top_k.h").read_text()
                failed += ("Emitted for constant work" in header) != bool(options)
    with tempfile.TemporaryDirectory() as name:
        code, output = run(plumb, "emit", EXAMPLE, "-o", name, "--constant-work", "--with", "replay")
        failed += code != 4 or "--with replay" not in output
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
