#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the parts of a composition cost as they are compiled is what the composition was proved for.

Usage: compositions.py PLUMB RUNTIME_LIBRARY [--all]

The parts pay from one ledger: with the budget that is claimed, each as often as the composition says, nothing is left and
nothing is refused; with a little less the last payment is. The objects that run compositions are the reviewed ones
(golden/compositions; PLUMB_UPDATE_GOLDEN=1 in the environment writes them anew), and composed_runs.cpp tries them,
sampled_runs.cpp those that sample records. The latter also finds each of the faults in FAULTS, planted in a header or in the
runtime; without --all every third of them.
"""

import fractions
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "audit"))
import emitted  # noqa: E402

EXAMPLES = ["measured_top_k", "two_attributes", "week_of_releases"]
SETS = 5
HERE = pathlib.Path(__file__).resolve().parent
# Programs, and the composition in each.
OBJECTS = {"week_of_releases": "week", "threshold_from_a_count": "visit", "two_attributes": "survey", "shadows": "run",
           "passed_cells": "cells", "measured_where_above": "measured_where_above", "census": "census", "sampled_count": "sampled_count",
           "powers_of_e": "powers_of_e", "logarithms": "logarithms"}
RUN = emitted.ROOT / "mechanisms/runtime/src/composed_run.cpp"
# What is wrong: the file, what stands there, and what is planted.
FAULTS = {
    "all records are in the sample": ("census.h", "if (coin.sample(bits))", "if (static_cast<void>(coin), static_cast<void>(bits), true)"),
    "one coin for all records": ("census.h", "if (coin.sample(bits))", "if (static bool isIn = false; count == 0 ? (isIn = coin.sample(bits)) : isIn)"),
    "half of the probability": ("census.h", "RationalCoin::create(probability)", "RationalCoin::create(probability / 2)"),
    "a sample of the probability turned": ("powers_of_e.h", "create(*powers, 1 - 1 / E)", "create(*powers, 1 / E)"),
    "less noise than a logarithm says": ("powers_of_e.h", "Geometric::create(parameters.c, 1)", "Geometric::create(parameters.c, 2)"),
    "a sample of another run": (RUN.name, "drawnFor != now.run || ", ""),
    "a second sample": (RUN.name, "now.isDrawn != 0", "false"),
    "a sample that is not kept": (RUN.name, "later.sample = std::move(answers);", ""),
    "a run that nobody pays for": (RUN.name, "? sampling->price : Rational(0)", "? Rational(0) : Rational(0)"),
    "a run that each part pays for": (RUN.name, "? sampling->price : Rational(0)", "? sampling->price : sampling->price"),
    "parts without a sample": (RUN.name, "if (sampling && !sample())", "if (false)"),
}
BEGIN = """#include "plumb/runtime/ledger.h"
#include <cstdio>
using plumb::runtime::Ledger;
using plumb::runtime::Rational;
static bool failed = false;
template <class Mechanism> void pay(const char *part, Ledger &ledger, const Mechanism &mechanism, int times, bool isLast) {
  if (!mechanism) {
    std::printf("%s: %s\\n", part, mechanism.error().message.c_str());
    failed = true;
    return;
  }
  for (int i = 1; i <= times; ++i) {
    const bool isPaid = ledger.budget("data")->spend(mechanism->epsilon()).has_value();
    failed = failed || isPaid != (i < times || !isLast);
  }
}
"""


def signature_of(text, keyword, name):
    """[(parameter, type)] of a mechanism or composition."""
    return [tuple(item.strip().split(": ")) for item in re.search(rf"^{keyword} {name}\(([^)]*)\)", text, re.MULTILINE)[1].split(", ")]


def value(term, given):
    return eval(re.sub(r"\b\d+\b", r"Q(\g<0>)", term), {"Q": fractions.Fraction}, given)


def created(text, call, given):
    """C++ that creates a part, and its name."""
    name, arguments = re.fullmatch(r"(\w+)\((.*)\)", call).groups()
    lines = ["[] {", f"    plumb::{name}::Parameters parameters;"]
    for (parameter, kind), argument in zip(signature_of(text, "mechanism", name), arguments.split(", "), strict=True):
        if kind == "real":
            lines.append(f'    parameters.{parameter} = Rational::parse("{value(argument, given)}").value();')
        elif kind == "int":
            lines.append(f"    parameters.{parameter} = {value(argument, given)};")
        elif kind.startswith("int["):
            lines.append(f"    parameters.{parameter}.assign({given[kind[4:-1]]}, 0);")
    return "\n".join(lines + [f"    return plumb::{name}::Mechanism::create(parameters);", "  }()"])


def payments(text, composition, number):
    """One function: the parts of `composition` pay at some parameters, all that is claimed or a little less."""
    generator = random.Random(number)
    given = {}
    for parameter, kind in signature_of(text, "compose", composition["composition"]):
        if kind == "real":
            given[parameter] = fractions.Fraction(generator.randint(1, 9), generator.randint(1, 9))
        elif kind == "int":
            given[parameter] = generator.randint(1, 4) + max([0] + [each for each in given.values() if isinstance(each, int)])
    total = value(re.fullmatch(r"private\((.*)\)", composition["guarantee"])[1], given)
    lines = [f"static void payments{number}() {{"]
    for lacking in (0, fractions.Fraction(1, 10**9)):
        lines += ["  {", f'  Ledger ledger = Ledger::create({{{{"data", Rational::parse("{total - lacking}").value()}}}}).value();']
        for place, part in enumerate(composition["parts"], 1):
            call, times = re.fullmatch(r"(.*?\))(?: (.*) times)?", part["part"]).groups()
            last = "true" if lacking and place == len(composition["parts"]) else "false"
            lines.append(f'  pay("{part["part"]}", ledger, {created(text, call, given)}, {value(times or "1", given)}, {last});')
        lines += [] if lacking else ['  failed = failed || !(ledger.remaining("data").value() == 0);']
        lines.append("  }")
    return "\n".join(lines + ["}"])


def program_of(name):
    own = HERE / "programs/compositions" / f"{name}.plumb"
    return own if own.exists() else emitted.example(name)


def command(root):
    return emitted.QUICK_COMPILER + ["-std=c++20", f"-I{root}", f"-I{emitted.ROOT}/mechanisms/runtime/include", f"-I{HERE}"]


def compiled(source, root):
    """The object of `source`, with headers of `root`, where it is written."""
    built = root / f"{source.stem}.o"
    subprocess.run(command(root) + ["-c", source, "-o", built], check=True)
    return built


def linked(objects, library, built):
    """The program; what is defined in `objects` takes the place of what is in the library."""
    subprocess.run(command(built.parent) + [*objects, library, "-Wl,-z,muldefs", "-o", built] + emitted.LINKS, check=True)
    return built


def unfound(faults, root, library, sampled_runs):
    """Those of the faults that sampled_runs.cpp does not find; `sampled_runs` is its object where there are none."""
    left = []
    for number, (fault, (name, right, wrong)) in enumerate(faults.items()):
        folder = root / f"fault{number}"
        folder.mkdir()
        source = RUN if name == RUN.name else root / name
        text = source.read_text()
        assert text.count(right) == 1, f"{fault}: `{right}` stands {text.count(right)} times in {name}"
        (folder / name).write_text(text.replace(right, wrong))
        for header in root.glob("*.h"):
            if header.name != name:
                (folder / header.name).symlink_to(header)
        objects = [sampled_runs, compiled(folder / name, folder)] if source == RUN else [compiled(HERE / "sampled_runs.cpp", folder)]
        built = linked(objects, library, folder / "sampled_runs")
        left += [f"not found: {fault}"] if subprocess.run([built], capture_output=True).returncode == 0 else []
    return left


def differences(root):
    """Headers of compositions that are not the reviewed ones."""
    differ = []
    for composition in OBJECTS.values():
        text, golden = (root / f"{composition}.h").read_text(), HERE / f"golden/compositions/{composition}.h"
        if "PLUMB_UPDATE_GOLDEN" in os.environ:
            golden.write_text(text)
        differ += [] if text == golden.read_text() else [f"{composition}.h differs from {golden}"]
    return differ


def main():
    plumb, library, *words = sys.argv[1:]
    faults = FAULTS if words == ["--all"] else dict(list(FAULTS.items())[::3])
    functions, headers, calls = [], set(), []
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name in OBJECTS:
            subprocess.run([plumb, "emit", program_of(name), "-o", root], check=True, capture_output=True)
        problems = differences(root)
        for example in EXAMPLES:
            program = emitted.example(example)
            run = subprocess.run([plumb, "emit", program, "-o", root], check=True, capture_output=True, text=True)
            headers.update(re.findall(r"(\w+\.h)\b", run.stdout))
            told = json.loads(subprocess.run([plumb, "check", "--format=json", program], capture_output=True, text=True).stdout)
            for composition in told["compositions"]:
                for _ in range(SETS):
                    functions.append(payments(program.read_text(), composition, len(functions)))
                    calls.append(f'  payments{len(calls)}();\n  if (failed)\n    return std::printf("{composition["composition"]}: '
                                 f'set {len(calls)} of parameters does not cost what is claimed\\n"), 1;')
        source = root / "ledger.cpp"
        includes = [f'#include "{header}"' for header in sorted(headers)]
        source.write_text("\n".join(includes + [BEGIN] + functions + ["int main() {"] + calls + ["  return 0;", "}", ""]))
        objects = [compiled(each, root) for each in (source, HERE / "composed_runs.cpp", HERE / "sampled_runs.cpp")]
        runs = [subprocess.run([linked([each], library, each.with_suffix(""))], capture_output=True, text=True) for each in objects]
        problems += unfound(faults, root, library, objects[-1])
    print("\n".join(problems + [run.stdout + run.stderr for run in runs]) + f"{len(functions)} sets of parameters of compositions are paid for")
    return any(run.returncode for run in runs) or bool(problems) or not functions


if __name__ == "__main__":
    sys.exit(main())
