#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Aligned replay of compiled code finds what is wrong with it. Usage: replay_faults.py PLUMB LIBRARY... [--all]

The libraries are those of estimates and of the runtime, in the order in which they are linked.
The harness of a mechanism or a channel is built as it is emitted, and passes; then with one fault of planted_faults.py at a time: in
the emitted header, in the alignment that the harness applies, in the runtime that it links to. Each has to fail, by the
condition named there. Without --all some of the faults are planted.
"""

import argparse
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "audit"))
from emitted import LINKS, QUICK_COMPILER, entry_of  # noqa: E402
from planted_faults import FAULTS, HARNESS, HEADER, planted  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests"))
from programs import examples  # noqa: E402
RUNTIME = ROOT / "mechanisms/runtime"
RUNS, QUICK_RUNS = "20000", "12000"
# One of those with which so few runs suffice.
SEED = "4"
# Variants of one mechanism to a program: most of the time of a small one goes into what they share.
MOST = 20


class Variant:
    """A mechanism under a name of its own, with one fault or, where `fault` is none, without any."""

    def __init__(self, example, fault, number):
        self.example, self.fault, self.name = example, fault, f"{example}_{number}"

    @property
    def is_linked(self):
        """Does the fault need a program of its own?"""
        return self.fault is not None and self.fault.file not in (HEADER, HARNESS)

    def write(self, emitted, folder):
        for file, ending in (HEADER, ".h"), (HARNESS, "_replay.cpp"):
            text = (emitted / (self.example + ending)).read_text()
            if self.fault and self.fault.file == file:
                text = planted(self.fault, text)
            (folder / (self.name + ending)).write_text(text.replace(self.example, self.name))

    def judged(self, program, runs):
        """The condition that fails, or that none does; and what was said of it."""
        run = subprocess.run([program, self.name, "--runs", runs, "--seed", SEED], capture_output=True, text=True)
        failed = re.search(r"replay failed: (.*)", run.stdout)
        if run.returncode != (3 if failed else 0):
            return f"exit {run.returncode}", run.stdout + run.stderr
        return failed.group(1) if failed else "passed", run.stdout


def program_called(name):
    """Of the examples, or of what only tests need."""
    own = pathlib.Path(__file__).resolve().parent / "programs" / f"{name}.plumb"
    return next((path for path in examples() if path.stem == name), own)


def main_of(variants, folder):
    lines = ["#define PLUMB_REPLAY_WITHOUT_MAIN"] + [f'#include "{variant.name}_replay.cpp"' for variant in variants]
    lines += ["int main(int count, char **arguments) {", "  using namespace plumb::runtime::replay;"]
    for variant in variants:
        lines += [f'  if (arguments[1] == std::string("{variant.name}"))', f"    return {entry_of(folder, variant.name)};"]
    return "\n".join(lines + ["  return 70;", "}", ""])


def results(emitted, folder, variants, libraries, runs):
    """What is found in each of `variants`, which become one program in `folder`."""
    folder.mkdir()
    includes, sources = [folder, RUNTIME / "include", RUNTIME / "testing/include"], [folder / "main.cpp"]
    for variant in variants:
        variant.write(emitted, folder)
        if variant.is_linked:
            # In front of what is linked, or of the library, its own file.
            file = folder / variant.fault.file
            file.parent.mkdir(parents=True)
            file.write_text(planted(variant.fault, (RUNTIME / variant.fault.file).read_text()))
            if file.suffix == ".cpp":
                sources.append(file)
            includes.insert(0, folder / "include")
    (folder / "main.cpp").write_text(main_of(variants, folder))
    # Compilers evaluate arguments in different orders, so each makes other random choices.
    command = QUICK_COMPILER + ["-std=c++20"] + [f"-I{path}" for path in includes]
    build = subprocess.run(command + sources + libraries + ["-o", folder / "replay"] + LINKS, capture_output=True, text=True)
    if build.returncode != 0:
        return [("not built", build.stderr)] * len(variants)
    return [variant.judged(folder / "replay", runs) for variant in variants]


def programs_of(faults):
    """Lists of variants, each for one program."""
    variants = [Variant(example, None, 0) for example in sorted({fault.example for fault in faults})]
    variants += [Variant(fault.example, fault, number) for number, fault in enumerate(faults, 1)]
    programs = [[variant] for variant in variants if variant.is_linked]
    together = sorted((variant for variant in variants if not variant.is_linked), key=lambda variant: variant.example)
    return [together[begin:begin + MOST] for begin in range(0, len(together), MOST)] + programs


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("plumb")
    parser.add_argument("libraries", nargs="+")
    parser.add_argument("--all", action="store_true")
    arguments = parser.parse_args()
    faults = [fault for fault in FAULTS if fault.quick or arguments.all]
    programs = programs_of(faults)
    with tempfile.TemporaryDirectory() as root, concurrent.futures.ThreadPoolExecutor(2) as pool:
        emitted = pathlib.Path(root, "emitted")
        for example in sorted({fault.example for fault in faults}):
            command = [arguments.plumb, "emit", "--with", "replay", program_called(example), "-o", emitted]
            subprocess.run(command, check=True, capture_output=True)
        found = list(pool.map(lambda item: results(emitted, pathlib.Path(root, f"program{item[0]}"), item[1], arguments.libraries,
                                              RUNS if arguments.all else QUICK_RUNS),
                              enumerate(programs)))
    complaints = []
    seen = 0
    for variant, (condition, told) in zip(sum(programs, []), sum(found, [])):
        what, expected = (variant.fault.what, variant.fault.condition) if variant.fault else ("nothing is wrong", "passed")
        print(f"{variant.example}: {what}: {condition}")
        seen += bool(variant.fault) and condition not in ("passed", "not built")
        if condition != expected:
            complaints.append(f"{variant.example}: {what}: {condition} instead of {expected}\n{told}")
    print("\n".join(complaints + [f"{seen} of {len(faults)} planted faults are found, {len(complaints)} complaints"]))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
