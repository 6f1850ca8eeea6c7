#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The headers and sources of the runtime compile without warnings, with two compilers, without exceptions and
assertions. Of sources these are the samplers and what surrounds them; those in folders below are compiled without
exceptions by fresh_project.py --standalone. A compiler that is not installed is skipped with a message.

Usage: compilers.py
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
RUNTIME = ROOT / "mechanisms/runtime"
COMPILERS = ("g++", "clang++-14")
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
# Names of these meet those of other sources, so they make units of their own.
APART = (("noise_scale.cpp", "one_sided_geometric.cpp"), ("state_file.cpp",))
MODES = {"with exceptions": [], "for releases": ["-fno-exceptions", "-DNDEBUG", "-O2"]}


def compiles(compiler, arguments):
    command = [compiler, "-std=c++20", "-fsyntax-only", f"-I{RUNTIME}/include", f"-I{RUNTIME}/src", *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode == 0, done.stderr


def expect(name, good, output):
    if not good:
        print(f"FAILED {name}\n{output[:3000]}")
    return 0 if good else 1


def headers():
    include = RUNTIME / "include"
    return sorted(str(path.relative_to(include)) for path in (include / "plumb/runtime").rglob("*.h"))


def includes(names):
    return "".join(f'#include "{name}"\n' for name in names)


def main():
    samplers = (pathlib.Path(__file__).parent / "every_sampler.inc").read_text()
    sources = sorted((RUNTIME / "src").glob("*.cpp"))
    # Nearly all of the time goes into headers, which a unit of many sources reads once. That each compiles alone is seen
    # where the library is built.
    units = [[str(path) for path in sources if path.name in names] for names in APART]
    units.append([str(path) for path in sources if not any(path.name in names for names in APART)])
    failed = tried = 0
    with tempfile.TemporaryDirectory() as folder:
        unit = pathlib.Path(folder, "unit.cpp")
        for compiler in COMPILERS:
            if not shutil.which(compiler):
                print(f"{compiler} is not installed: nothing was compiled with it")
                continue
            for mode, flags in MODES.items():
                # Backwards too, so that no header leans on one that comes before it.
                for order in (headers(), headers()[::-1]):
                    unit.write_text(includes(order) + samplers)
                    failed += expect(f"{compiler} {mode}: headers", *compiles(compiler, WARNINGS + flags + [str(unit)]))
                    tried += 1
            for of_unit in units:
                unit.write_text(includes(of_unit))
                flags = [*MODES["for releases"], "-Wall", "-Wextra", "-Wshadow", "-Werror", str(unit)]
                failed += expect(f"{compiler}: {len(of_unit)} sources", *compiles(compiler, flags))
                tried += 1
        unit.write_text("int f() { throw 1; }\n")
        good, _ = compiles("g++", ["-fno-exceptions", str(unit)])
        failed += expect("a throw is refused without exceptions", not good, "")
    print(f"{tried} compilations, {failed} failed")
    return 1 if failed or not tried or not all(units) else 0


if __name__ == "__main__":
    sys.exit(main())
