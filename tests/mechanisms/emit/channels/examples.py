#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Emits channels with their examples, compiles these with both compilers and runs them; and the program of
docs/local.md.

Usage: examples.py PLUMB LIBRARY... (the libraries in the order in which they are linked)

The made-up users of an example have the values 0, 1 and 2 equally often, so the shares that it prints are known.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[4]
sys.path.insert(0, str(ROOT / "tests"))
from programs import example
COMPILED = [("pum_urap", "clang++-14")]
TOLERANCE = 0.15  # of 10,000 users; the standard deviation of an entry is below 0.02


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def compile_and_run(compiler, folder, source, libraries):
    program = f"{folder}/program"
    run(compiler, "-std=c++20", "-Wall", "-Wextra", "-Werror", f"-I{ROOT}/mechanisms/runtime/include", f"-I{folder}",
        source, *libraries, "-lmpfr", "-lgmp", "-lcrypto", "-pthread", "-o", program)
    return [float(line) for line in run(program).split()]


def check_page(plumb, folder, libraries):
    """The section of the page that emits: its command, and then its program, whose users have the values 3 and 4."""
    section = (ROOT / "docs/local.md").read_text().split("## C++ for both ends")[1]
    command = re.search(r"^```sh\nplumb (emit examples/\S+) -o \S+\n```", section, re.MULTILINE)[1]
    run(plumb, *command.replace("examples/", f"{ROOT}/examples/").split(), "-o", folder)
    page = pathlib.Path(folder, "page.cpp")
    page.write_text(re.search(r"^```cpp\n(.*?)^```", section, re.MULTILINE | re.DOTALL)[1])
    shares = compile_and_run("g++", folder, page, libraries)
    if any(abs(a - b) > TOLERANCE for a, b in zip(shares, [0, 0, 0, 0.5, 0.5], strict=True)):
        sys.exit(f"docs/local.md: {shares}")
    print("docs/local.md: ok")


def main():
    plumb, libraries = sys.argv[1], sys.argv[2:]
    with tempfile.TemporaryDirectory() as folder:
        for channel, compiler in COMPILED:
            if subprocess.run(["which", compiler], capture_output=True).returncode != 0:
                print(f"{compiler} is not installed: {channel} was not compiled with it")
                continue
            run(plumb, "emit", str(example(channel)), "-o", folder, "--with", "example")
            shares = compile_and_run(compiler, folder, f"{folder}/{channel}_main.cpp", libraries)
            expected = [1 / 3] * 3 + [0] * (len(shares) - 3)
            if len(shares) < 6 or any(abs(a - b) > TOLERANCE for a, b in zip(shares, expected)):
                sys.exit(f"{channel}: {shares} instead of about {expected}")
            print(f"{channel}: ok")
        check_page(plumb, folder, libraries)


if __name__ == "__main__":
    main()
