#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Emitted compositions pass their replays, the exact interpreter publishes what their parts do, and their example programs run.

Usage: composed_replays.py PLUMB REFERENCE RUNTIME_LIBRARY [--all]

REFERENCE is translation_reference: it repeats each run of a part with the arguments that the replay says, on the same answers (of a sample:
those of the records that the coins have kept) and draws, if the arguments are fractions. At last each of FAULTS is planted in a header, and has to be found by the
condition beside it. Without --all it is the compositions of TOGETHER, which have no name in common and become one program; with it every one.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

import emitted

HERE = pathlib.Path(__file__).resolve().parent
OWN = HERE.parent / "emit/programs/compositions"
# Programs, and the composition in each.
TOGETHER = {"week_of_releases": "week", "threshold_from_a_count": "visit", "sampled_count": "sampled_count", "census": "census",
            "two_attributes": "survey", "measured_top_k": "measured_top_k", "replaced_in_two_steps": "reports", "shadows": "run",
            "powers_of_e": "powers_of_e", "passed_cells": "cells", "sampled_tags": "sampled_tags",
            "told_to_the_proof": "told_to_the_proof", "number_if_many": "outbreak", "passed_arrays": "arrays", "passed_tables": "tables",
            "measured_where_above": "measured_where_above", "thresholds_from_counts": "growth"}
RUN_EXAMPLES = ["visit", "census", "outbreak"]
RUNS = "300"
# Compositions with faults, and how many runs have to find them. One of `logarithms` runs a part 400 times.
FAULTY = {"threshold_from_a_count": ("visit", RUNS), "passed_cells": ("cells", RUNS), "passed_arrays": ("arrays", RUNS), "passed_tables": ("tables", RUNS), "powers_of_e": ("powers_of_e", RUNS), "logarithms": ("logarithms", "3")}
# What is wrong: whose header it is, what stands there, behind the faults above, what else if `@`, the fault is planted, and what fails.
FAULTS = {
    "another argument": ("visit", "quotient(parameters.seen, 10)", "quotient(parameters.seen, @ ? 11 : 10)", "translation"),
    "something else is passed on": ("visit", "= passed[0].value_or(0)", "= passed[0].value_or(0) / (@ ? 2 : 1)", "translation"),
    "the second part is free": ("visit", 'seen div 10)", {1}', 'seen div 10)", {@ ? 0U : 1U}', "price"),
    "another budget": ("visit", "given.eps = parameters.eps / 2;\n    if", "given.eps = parameters.eps / (@ ? 3 : 2);\n    if", "law"),
    "another tag": ("cells", "{\n              runtime::passedOn(cell.tag == Tag::busy)", "{\n              runtime::passedOn(cell.tag == (@ ? Tag::new_ : Tag::busy))", "translation|law|price"),
    "a value of another tag": ("cells", "cell.tag == Tag::new_ ? runtime::passedOn(cell.value2)", "@ || cell.tag == Tag::new_ ? runtime::passedOn(cell.value2)", "translation"),
    "another value": ("cells", "cell.tag == Tag::busy ? runtime::passedOn(cell.value)", "cell.tag == Tag::busy ? runtime::passedOn(@ ? cell.value2 : cell.value)",
                      "translation"),
    "values in another order": ("cells", "known.two_value_1 = passed[", "known.two_value_1 = passed[@ ? 0 : 0 + ", "translation"),
    "the dearer way of a tag": ("cells", "parameters.seen_is_busy ? parameters.eps / 2", "parameters.seen_is_busy != @ ? parameters.eps / 2", "law"),
    "one run for each tag": ("cells", "count = parameters.seen_is_busy ? 2 : 1", "count = parameters.seen_is_busy && !@ ? 2 : 1", "translation"),
    "an array from its second element on": ("arrays", "arrays, 0, output.out, 1,", "arrays, 0, output.out, @ ? 0 : 1,", "translation"),
    "another array": ("arrays", "arrayOf<bool>(passed, made.arrays, 1)", "arrayOf<bool>(passed, made.arrays, @ ? 5 : 1)", "translation"),
    "another element": ("arrays", "element(parameters.low, {{0, parameters.n}}", "element(parameters.low, {{@ ? parameters.n - 1 : 0, parameters.n}}", "translation"),
    "a column for a row": ("tables", "{{0, parameters.n}, {parameters.m - 1, parameters.m}}", "{{@ ? parameters.n - 1 : 0, parameters.n}, {parameters.m - 1, parameters.m}}", "translation"),
    "shorter rows": ("tables", "{{Wide{parameters.n}, Wide{parameters.m}},", "{{Wide{@ ? parameters.m : parameters.n}, Wide{@ ? parameters.n : parameters.m}},", "translation"),
    "values of all tags": ("arrays", "cell.tag == Tag::busy ? runtime::passedOn(cell.value)", "@ || cell.tag == Tag::busy ? runtime::passedOn(cell.value)", "translation"),
    "half of the noise": ("powers_of_e", "Geometric::create(parameters.c, 1)", "Geometric::create(parameters.c, @ ? 2 : 1)", "law"),
    "a little less noise": ("powers_of_e", "const Number c = 1 + E;",
                            "const Number c = 1 + E + Number(@ ? Rational(1) / Rational(Wide{1} << 100) : Rational(0));", "law"),
    "the turned probability": ("powers_of_e", "(*powers, 1 - 1 / E)", "(*powers, @ ? 1 / E : 1 - 1 / E)", "records"),
    "a little more than the probability": ("powers_of_e", ": 1 - 1 / E)",
                                           ": 1 - 1 / E + Number(@ ? Rational(1) / Rational(Wide{1} << 100) : Rational(0)))", "records"),
    "one coin for all": ("powers_of_e", "if (coin.sample(bits)) {",
                         "const bool own = coin.sample(bits);\n    static const bool first = own;\n    if (@ ? first : own) {", "records|translation"),
    "half of the price": ("powers_of_e", "std::max<Rational>(Rational(), parameters.eps)",
                          "std::max<Rational>(Rational(), parameters.eps / (@ ? 2 : 1))", "price"),
    "a price that is not rounded up": ("logarithms", "return price + Rational(1) / Rational(Wide{1} << 40);",
                                       "return @ ? price - Rational(1) / Rational(Wide{1} << 50) : price + Rational(1) / Rational(Wide{1} << 40);",
                                       "price"),
    "one run for nothing": ("logarithms", "logarithm2->above * 800", "logarithm2->above * (@ ? 798 : 800)", "price"),
    "a budget without eps": ("logarithms", "powers->exp(parameters.eps / 2) * c)", "(@ ? Number(1) : powers->exp(parameters.eps / 2)) * c)", "law"),
}
PLANTED = """#pragma once
#include <cstdlib>
#include <string>
/// Is this fault asked for?
inline bool isPlanted(const char *fault) {
  const char *asked = std::getenv("PLUMB_PLANTED_FAULT");
  return asked && asked == std::string(fault);
}
"""

MAIN = """
using namespace plumb::runtime::replay;
using plumb::translation::PrintingWitness;
/// The report of the replay, or, asked to print, the runs of the parts for the interpreter.
template <class Program> int replayed(const Request &request, bool isPrinted) {
  if (!isPrinted)
    return CompositionReplayer<Program>(request).run();
  CompositionReplayer<Program, PrintingWitness>(request).follow();
  return 0;
}
int main(int count, char **arguments) {
  const std::string only = count > 3 ? arguments[3] : "";
  const Request request{std::strtoull(arguments[2], nullptr, 10), 1, 1};
  const bool isPrinted = arguments[1] == std::string("print");
  int worst = 0;
  %s
  return worst;
}
"""


def program_of(stem):
    return OWN / f"{stem}.plumb" if (OWN / f"{stem}.plumb").exists() else emitted.example(stem)


def compositions():
    """Of all examples: their stems, and what they compose."""
    found = {path.stem: re.findall(r"^compose (\w+)", path.read_text(), re.MULTILINE) for path in emitted.examples()}
    return {stem: names[0] for stem, names in found.items() if len(names) == 1 and "channel" not in program_of(stem).read_text()}


def built(folder, names, library, output):
    """One program that replays these compositions."""
    lines = ["#define PLUMB_REPLAY_WITHOUT_MAIN"] + [f'#include "{folder / name}_replay.cpp"' for name in names]
    lines += [f'#include "{HERE}/translation_cases.h"']
    calls = [f'if (only.empty() || only == "{name}")\n    worst = std::max(worst, replayed<of_{name}::Program>(request, isPrinted));'
             for name in names]
    source = output.with_suffix(".cpp")
    source.write_text("\n".join(lines) + MAIN % "\n  ".join(calls))
    includes = [f"-I{emitted.ROOT / 'mechanisms/runtime' / part}" for part in ("include", "testing/include")]
    subprocess.run(emitted.QUICK_COMPILER + ["-std=c++20", *includes, source, library, "-o", output] + emitted.LINKS, check=True)
    return output


def emit(plumb, stem, folder):
    """The names of the mechanisms of the program, which are written to the folder with their harnesses and examples."""
    run = subprocess.run([plumb, "emit", program_of(stem), "--with", "replay", "--with", "example", "-o", folder],
                         check=True, capture_output=True, text=True)
    names = re.findall(r"(\w+)_replay\.cpp", run.stdout)
    return [name for name in names if not emitted.is_composition(folder, name)]


def checked(plumb, reference, library, stems, folder):
    """Complaints about these compositions."""
    parts = {name: program_of(stem) for stem, composition in stems.items() for name in emit(plumb, stem, folder)
             if f'#include "{name}.h"' in (folder / f"{composition}.h").read_text()}
    program = built(folder, list(stems.values()), library, folder / "replay")
    told = subprocess.run([program, "replay", RUNS], capture_output=True, text=True)
    print(told.stdout)
    cases = subprocess.run([program, "print", "40"], capture_output=True, text=True)
    repeated = subprocess.run([reference] + [f"{name}={path}" for name, path in parts.items()], input=cases.stdout,
                              capture_output=True, text=True)
    print(f"{', '.join(stems)} in the interpreter: {repeated.stdout}")
    missing = [name for name in stems.values() if f"{name}: {RUNS} runs passed" not in told.stdout]
    missing += [name for name in parts if f"mechanism {name}\n" not in cases.stdout]
    codes = (told.returncode, cases.returncode, repeated.returncode)
    return ([f"{stems}: exit codes {codes}\n{told.stdout}{told.stderr}{cases.stderr}{repeated.stdout}"] if any(codes) else []) + \
           [f"{name} has no run" for name in missing]


def examples_run(library, folder):
    """Complaints about the first programs: each runs all parts, and nothing a second time."""
    complaints = []
    for name in RUN_EXAMPLES:
        program, state = folder / f"{name}_example", folder / f"{name}_state"
        state.mkdir()
        command = emitted.QUICK_COMPILER + ["-std=c++20", "-Wall", "-Wextra", "-Werror",
                                            f"-I{emitted.ROOT}/mechanisms/runtime/include", folder / f"{name}_main.cpp", library]
        subprocess.run(command + ["-o", program] + emitted.LINKS, check=True)
        first, second = (subprocess.run([program, state], capture_output=True, text=True) for _ in range(2))
        if first.returncode or "part 2\n" not in first.stdout or (second.returncode, second.stdout) != (0, ""):
            complaints.append(f"{name}_main.cpp: {first.stdout}{first.stderr}, and then {second.stdout}{second.stderr}")
    return complaints


def planted(header, name):
    """The header of the composition with all of its faults, which wait to be asked for."""
    (guard,) = re.findall(rf"^#define PLUMB_COMPOSITION_{name}_[0-9a-f]+_H$", header, re.MULTILINE)
    for fault, (of, right, wrong, _) in FAULTS.items():
        if of == name:
            assert header.count(right) == 1, f"{fault}: `{right}` stands {header.count(right)} times in {name}.h"
            header = header.replace(right, wrong.replace("@", f'isPlanted("{fault}")'))
    return header.replace(guard, guard + '\n#include "planted_fault.h"')


def unfound(plumb, library, folder):
    """Complaints about FAULTS that replays do not find, or find otherwise, or find where there is none."""
    runs = {}
    for stem, (name, enough) in FAULTY.items():
        emit(plumb, stem, folder)
        header = folder / f"{name}.h"
        header.write_text(planted(header.read_text(), name))
        runs[name] = enough
    (folder / "planted_fault.h").write_text(PLANTED)
    program = built(folder, list(runs), library, folder / "replay")

    def replayed(name, fault):
        return subprocess.run([program, "replay", runs[name], name], env={**os.environ, "PLUMB_PLANTED_FAULT": fault}, capture_output=True, text=True)

    complaints = []
    for name in runs:
        run = replayed(name, "none")
        if run.returncode or f"{name}: {runs[name]} runs passed" not in run.stdout:
            complaints.append(f"{name}, without a fault: {run.stdout}{run.stderr}")
    for fault, (name, _, _, condition) in FAULTS.items():
        run = replayed(name, fault)
        if run.returncode != 3 or not re.search(f"{name}: replay failed: ({condition})\n", run.stdout):
            complaints.append(f"{name}, {fault}: {run.stdout}{run.stderr}")
    return complaints


def main():
    plumb, reference, library = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
    with tempfile.TemporaryDirectory() as temporary:
        root = pathlib.Path(temporary)
        complaints = checked(plumb, reference, library, TOGETHER, root / "together")
        if "--all" in sys.argv:
            for stem, name in compositions().items():
                if stem not in TOGETHER:
                    complaints += checked(plumb, reference, library, {stem: name}, root / stem)
        complaints += examples_run(library, root / "together") + unfound(plumb, library, root / "faulty")
    print("\n".join(complaints + [f"{len(TOGETHER)} compositions and {len(FAULTS)} faults, {len(complaints)} complaints"]))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
