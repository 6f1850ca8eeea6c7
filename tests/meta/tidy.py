#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""clang-tidy, with the checks of .clang-tidy, over the rooms on which the word "proved" rests.

Usage: tidy.py BUILD_FOLDER

BUILD_FOLDER is configured for clang there and nothing is built in it. The sources of a room are read as one unit, since most of the
time goes into their headers.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROOMS = ("smt", "verdict", "noise", "adjacency", "relational", "proof")
CLANG, TIDY = "clang++-14", "clang-tidy-14"
# Each line has to be complained about, or nothing is looked at.
PLANTED = """#include <string>
#include <utility>
struct Wrapped { Wrapped(int value) : held(value) {} int held; };
std::string twice(std::string text) {
  std::string moved = std::move(text);
  return moved + text;
}
"""
EXPECTED = ("google-explicit-constructor", "bugprone-use-after-move")


def configure(build):
    options = {
        "CMAKE_BUILD_TYPE": "Release",
        "CMAKE_CXX_COMPILER": CLANG,
        "CMAKE_DISABLE_PRECOMPILE_HEADERS": "ON",
        "CMAKE_EXPORT_COMPILE_COMMANDS": "ON",
        "PLUMB_BENCHMARKS": "OFF",
        "PLUMB_UNITY": "ON",
        "PLUMB_UNITY_FILES": "0",
    }
    made = subprocess.run(["cmake", "-S", ROOT, "-B", build, "-G", "Ninja", *(f"-D{k}={v}" for k, v in options.items())],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if made.returncode != 0:
        sys.exit(f"tidy: no configuration for {CLANG}:\n{made.stdout}")
    commands = json.loads((build / "compile_commands.json").read_text())
    rooms = "|".join(ROOMS)
    return sorted(c["file"] for c in commands if re.search(rf"/plumb_checker_({rooms})\.dir/", c["command"]))


def complaints_about(unit, build):
    """What clang-tidy prints of one unit, without its counts."""
    run = subprocess.run([TIDY, "-p", build, "--quiet", unit], capture_output=True, text=True)
    return run.stdout if run.returncode == 0 else run.stdout or run.stderr


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    build = pathlib.Path(sys.argv[1]).resolve()
    units = configure(build)
    planted = build / "planted.cpp"
    planted.write_text(PLANTED)
    text = subprocess.run([TIDY, f"--config-file={ROOT / '.clang-tidy'}", "--quiet", planted, "--", "-std=c++20"], capture_output=True,
                          text=True).stdout
    missed = [check for check in EXPECTED if check not in text]
    if len(units) < len(ROOMS) or missed:
        sys.exit(f"tidy: {len(units)} units; planted and not seen: {missed}")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = [text for text in pool.map(lambda unit: complaints_about(unit, build), units) if text.strip()]
    print("\n".join(found) + f"\n{len(units)} units, {len(found)} with complaints")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
