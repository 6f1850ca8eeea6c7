#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Aligned replay of compiled code finds what is wrong with it. Usage: replay_faults.py PLUMB RUNTIME_LIBRARY

The harness of one mechanism is built as it is emitted, and passes; then with one fault at a time: in the emitted header,
in the alignment that the harness applies, in the sampler that it links to. Each has to fail, by the condition named here.
"""

import concurrent.futures
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
INCLUDE = ROOT / "mechanisms/runtime/include"
EXAMPLE = ROOT / "examples/asymmetric_svt.plumb"
HEADER, HARNESS = "asymmetric_svt.h", "asymmetric_svt_replay.cpp"
SAMPLER = "include/plumb/runtime/one_sided_geometric.h"
LINKS = ["-lmpfr", "-lgmp", "-lcrypto", "-pthread"]

# What is said of a fault, the file, what stands there, what stands there instead, the condition that fails.
FAULTS = [
    ("a tie is told as below", HEADER, r"if \(z >= ", "if (z > ", "translation"),
    ("the noise is taken off again", HEADER, r"cell\.value = z;", "cell.value = z - lam;", "translation"),
    ("the noise shows in a tag", HEADER, r"cell\.tag = Cell::Tag::below;",
     "cell.tag = lam % 2 == 0 ? Cell::Tag::below : Cell::Tag::none;", "translation"),
    ("the budget is not divided", HEADER, r"create\(parameters\.c / parameters\.eps\)", "create(1 / parameters.eps)",
     "law"),
    ("noise is drawn and thrown away", HEADER, r"const Wide z = ", "lamNoise.sample(bits);\n    const Wide z = ",
     "translation"),
    ("nothing moves", HARNESS, r"return \(own\.value \+ .*$", "return own.value;", "outputs"),
    ("everything moves", HARNESS, r"first\.published\.holds\(0, \{own\.before\.i_\w*\}, 2\) \?", "true ?", "cost"),
    ("it moves out of the support", HARNESS, r": Int\(0\)\)\);", ": Int(-1)));", "support"),
    ("different noise becomes the same", HARNESS, r": Int\(0\)\)\);", ": (own.value == 1 ? Int(-1) : Int(0))));", "distinct"),
    ("the sampler has the wrong sign", SAMPLER, r"return sampleAfterZeros\(0, bits\);",
     "return -sampleAfterZeros(0, bits);", "support"),
    ("the sampler is off by one", SAMPLER, r"return sampleAfterZeros\(0, bits\);",
     "return sampleAfterZeros(0, bits) + 1;", "law"),
    ("the sampler has the wrong scale", SAMPLER, r"return sampleAfterZeros\(0, bits\);",
     "return (sampleAfterZeros(0, bits) * 9 + 5) / 10;", "law"),
]


def build_and_run(folder, library):
    program = folder / "replay"
    command = ["c++", "-std=c++20", f"-I{folder / 'include'}", str(folder / HARNESS), library, "-o", str(program)]
    build = subprocess.run(command + LINKS, capture_output=True, text=True)
    if build.returncode != 0:
        return "not built", build.stderr
    run = subprocess.run([program, "--runs", "20000"], capture_output=True, text=True)
    failed = re.search(r"replay failed: (.*)", run.stdout)
    if run.returncode != (3 if failed else 0):
        return f"exit {run.returncode}", run.stdout + run.stderr
    return failed.group(1) if failed else "passed", run.stdout


def planted(emitted, number, fault):
    _, file, before, after, _ = fault
    # The header has the run twice: as a whole, and in steps.
    folder = emitted.parent / f"fault{number}"
    shutil.copytree(emitted, folder)
    text, count = re.subn(before, lambda _: after, (folder / file).read_text(), flags=re.MULTILINE)
    if count == 0:
        sys.exit(f"{file} has nothing like {before}; the test has to follow the emitted code")
    (folder / file).write_text(text)
    return folder


def main():
    plumb, library = sys.argv[1:]
    with tempfile.TemporaryDirectory() as root, concurrent.futures.ThreadPoolExecutor(2) as pool:
        emitted = pathlib.Path(root, "emitted")
        subprocess.run([plumb, "emit", "--with", "replay", EXAMPLE, "-o", emitted], check=True, capture_output=True)
        shutil.copytree(INCLUDE, emitted / "include")
        folders = [emitted] + [planted(emitted, i, fault) for i, fault in enumerate(FAULTS)]
        results = list(pool.map(lambda folder: build_and_run(folder, library), folders))
    complaints = []
    for (what, *_, expected), (found, told) in zip([("nothing is wrong", "passed")] + FAULTS, results):
        print(f"{what}: {found}")
        if found != expected:
            complaints.append(f"{what}: {found} instead of {expected}\n{told}")
    print("\n".join(complaints + [f"{len(results)} harnesses, {len(complaints)} complaints"]))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
