#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `plumb emit --constant-work` emits runs the same instructions for all answers and all noise.

Usage: constant_work.py PLUMB RUNTIME_LIBRARY [RUNS]

Noisy top-k and an argmax are emitted in both ways, compiled, and single-stepped on ascending, descending, constant and
mixed answers with several noises. In constant work all traces are equal; without, they must differ, or the test would see
nothing. Selections give the same results in both ways, with and without conditions. What the time may still depend on is
listed in the head of what is emitted, and the lists are compared whole.
With RUNS, times are compared as well, RUNS for each kind of answers: 10000 in CTest, 1000000 for the full measurement.
"""

import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests"))
from programs import example
LINKS = ["-lmpfr", "-lgmp", "-lcrypto", "-pthread"]
TRACED = [example("asymmetric_noisy_top_k"), example("best_of_two_scores")]
AGGREGATES = pathlib.Path(__file__).resolve().parent / "programs/aggregates.plumb"
NOISE = "a word of noise that agrees with the 64 leading digits of a threshold, below 142 * 2^-64 for each sample"
COMPILER = "what the compiler makes of clamping, sums and comparisons, and how long what is published is"
KEPT = "how many digits the numbers have that a stream keeps, when it is saved or its file is written"
BELOW_ZERO = "whether a count is below 0, which no data have"
RECORDS = "what is in the records, where `Data` counts them and hands on what it has counted"
VARIES = {
    "asymmetric_noisy_top_k": [NOISE],
    "best_of_two_scores": [NOISE],
    "gap_svt_integers": [NOISE, "when `while count < c` ends the loop", "which branch of `if f[i] + lam >= bar` is taken"],
    "noisy_max_gap": [NOISE, "`v[w]`", "`max(j in 0 .. n where j != w: v[j] + (j < w ? 1 : 0))`", "`j < w ? 1 : 0`"],
    "monitor_location": ["which branch of `if t < silent_until` is taken", NOISE, "which branch of `if z >= threshold` is taken"],
}
SKIPPED = 77


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def emitted(plumb, folder, source, *options):
    """The header."""
    code, output = run(plumb, "emit", source, "-o", folder, *options)
    assert code == 0, output
    return (folder / f"{source.stem}.h").read_text()


def what_varies(header):
    """None without the sentence that promises constant work."""
    found = re.search(r"/// Emitted for constant work: in samplers, and in selections that are not listed below, no branch and no\n"
                      r"/// address depends on noise or answers\.\n"
                      r"///\n/// The time of a run may still depend on:\n((?:///   - .*\n)*)///\n", header)
    return found and [line.removeprefix("///   - ") for line in found[1].splitlines()]


def built(plumb, library, folder, compiler, options):
    for source in [*TRACED, AGGREGATES]:
        emitted(plumb, folder, source, *options)
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
    failed, selected = 0, set()
    for compiler in filter(shutil.which, ("g++", "clang++-14")):
        for options, expected in ((["--constant-work"], 0), ([], 1)):
            # What one compiler shows of the fast code suffices: that the test sees a difference.
            if compiler != "g++" and not options:
                continue
            with tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                program = built(plumb, library, folder, compiler, options)
                code, output = run(program, "trace")
                print(compiler, *options, output.strip())
                failed += code not in (expected, SKIPPED)
                code, output = run(program, "select")
                selected.add((code, output))
                if runs and compiler == "g++":
                    code, output = run(program, "time", runs[0])
                    print(output.strip())
                    failed += code != expected
    [(code, output)] = selected if len(selected) == 1 else [(1, "selections differ")]
    failed += code != 0 or len(set(output.splitlines())) < 100
    with tempfile.TemporaryDirectory() as name:
        for mechanism, varies in VARIES.items():
            fast = emitted(plumb, pathlib.Path(name), example(mechanism))
            failed += "constant work" in fast
            header = emitted(plumb, pathlib.Path(name), example(mechanism), "--constant-work")
            constant = what_varies(header)
            varies = [*varies, COMPILER] + [KEPT] * ("class Stream" in header) + [BELOW_ZERO] * ("below 0\"" in header)
            varies += [RECORDS] * ("class Mechanism::Data" in header)
            if constant != varies:
                print(f"{mechanism}: the time may depend on {constant}")
                failed += 1
        code, output = run(plumb, "emit", TRACED[0], "-o", name, "--constant-work", "--with", "replay")
        failed += code != 4 or "--with replay" not in output
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
