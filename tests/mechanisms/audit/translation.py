#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiled examples publish what the exact interpreter publishes, on the same data and noise.

Usage: translation.py EMITTED REFERENCE RUNTIME_LIBRARY [--all]

EMITTED is the folder that emitted.py has filled, REFERENCE translation_reference. Every emitted example is compiled in one of the configurations below, the same one
whenever this runs, and has 60 runs; with --all in every configuration, with 2000 runs. At last one fault is
planted in a header, which has to be found.
"""

import argparse
import concurrent.futures
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zlib

import emitted

UNDEFINED = ["-fsanitize=undefined", "-fno-sanitize-recover=all"]
CONFIGURATIONS = {
    "g++ -O0": ["g++", "-O0"],
    "g++ -O3": ["g++", "-O3"],
    "g++ UBSan": ["g++", "-O1"] + UNDEFINED,
    "clang -O0": ["clang++-14", "-O0"],
    "clang -O3": ["clang++-14", "-O3"],
    "clang UBSan": ["clang++-14", "-O1"] + UNDEFINED,
}
# Of twelve mechanisms: what takes long to compile gets few.
SHARES = ["g++ -O0", "g++ -O3", "g++ UBSan"] + ["clang -O0"] * 7 + ["clang -O3", "clang UBSan"]
# Most of the time of a small program goes into what mechanisms share; more than this in one takes long to compile where it is optimized.
MOST, MOST_UNOPTIMIZED = 16, 48


def main_of(names, runs):
    cases = "\n".join(f"  plumb::translation::printCases<plumb::runtime::replay::of_{name}::Program>(seed, {runs});" for name in names)
    return f"  static_cast<void>(count);\n  const std::uint64_t seed = std::strtoull(arguments[1], nullptr, 10);\n{cases}\n  return 0;"


def compared(arguments, folder, programs, root, configuration, names, number):
    """What the reference says of these mechanisms: the exit code, and its words."""
    output = root / f"translation{number}"
    emitted.build(CONFIGURATIONS[configuration], folder, names, main_of(names, arguments.runs), "translation_cases.h",
                  [arguments.library], output)
    cases = subprocess.run([output, "1"], capture_output=True, text=True)
    if cases.returncode != 0:
        return cases.returncode, f"the compiled code does not come to its end: {cases.stderr}"
    reference = [arguments.reference] + [f"{name}={programs[name]}" for name in names]
    told = subprocess.run(reference, input=cases.stdout, capture_output=True, text=True)
    missing = [name for name in names if not re.search(rf"^mechanism {name}\n(?!mechanism|\Z)", cases.stdout, re.MULTILINE)]
    return (1, f"no runs of {missing}") if missing else (told.returncode, (told.stdout + told.stderr).strip())


def assignments(names, is_all):
    """Which mechanisms to compile in which configuration: that of their name's checksum, or each in all."""
    for configuration in CONFIGURATIONS:
        chosen = [name for name in names if is_all or SHARES[zlib.crc32(name.encode()) % len(SHARES)] == configuration]
        most = MOST_UNOPTIMIZED if configuration.endswith("-O0") else MOST
        for begin in range(0, len(chosen), most):
            yield configuration, chosen[begin:begin + most]


def planted(folder, root):
    """A copy of one emitted mechanism, with a tie told the other way."""
    copy = root / "planted"
    copy.mkdir()
    for file in folder.glob("asymmetric_svt[._]*"):
        shutil.copy(file, copy)
    header = copy / "asymmetric_svt.h"
    text, count = re.subn(r"if \(z >= ", "if (z > ", header.read_text())
    if count == 0:
        sys.exit("asymmetric_svt.h does not compare like this any more; the test has to follow it")
    header.write_text(text)
    return copy


def arguments_of(argv):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("emitted", "reference", "library"):
        parser.add_argument(name, type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--all", action="store_true")
    arguments = parser.parse_args(argv)
    arguments.runs = 2000 if arguments.all else 60
    return arguments


def main():
    arguments = arguments_of(sys.argv[1:])
    complaints = []
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(2) as pool:
        folder, root = arguments.emitted, pathlib.Path(temporary)
        programs = emitted.emitted_in(folder)
        work = list(assignments(sorted(programs), arguments.all))
        results = pool.map(lambda item: compared(arguments, folder, programs, root, *item[1], item[0]), enumerate(work))
        for (configuration, names), (code, told) in zip(work, results):
            print(f"{configuration}, {len(names)} mechanisms: {told}")
            if code != 0:
                complaints.append(f"{configuration}: {told}")
        code, told = compared(arguments, planted(folder, root), programs, root, "g++ -O0", ["asymmetric_svt"], 0)
        print(f"with a fault: {told}")
        if code != 3:
            complaints.append("a tie that is told the other way is not found")
    print("\n".join(complaints + [f"{len(programs)} emitted mechanisms, {len(complaints)} complaints"]))
    return 1 if complaints or not programs else 0


if __name__ == "__main__":
    sys.exit(main())
