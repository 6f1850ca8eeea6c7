#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the parts of a composition cost as they are compiled is what the composition was proved for.

Usage: compositions.py PLUMB RUNTIME_LIBRARY

The parts pay from one ledger: with the budget that is claimed, each as often as the composition says, nothing is left and
nothing is refused; with a little less the last payment is. The objects that run compositions are the reviewed ones
(golden/compositions; PLUMB_UPDATE_GOLDEN=1 in the environment writes them anew), and composed_runs.cpp tries them.
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
OBJECTS = {"week_of_releases": "week", "threshold_from_a_count": "visit", "two_attributes": "survey", "shadows": "run"}
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


def compiled(source, root, library):
    built = root / source.stem
    command = emitted.QUICK_COMPILER + ["-std=c++20", f"-I{emitted.ROOT}/mechanisms/runtime/include", f"-I{root}"]
    subprocess.run(command + [source, library, "-o", built] + emitted.LINKS, check=True)
    return built


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
    plumb, library = sys.argv[1:]
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
        runs = [subprocess.run([compiled(each, root, library)], capture_output=True, text=True)
                for each in (source, HERE / "composed_runs.cpp")]
    print("\n".join(problems + [run.stdout + run.stderr for run in runs]) + f"{len(functions)} sets of parameters of compositions are paid for")
    return any(run.returncode for run in runs) or bool(problems) or not functions


if __name__ == "__main__":
    sys.exit(main())
