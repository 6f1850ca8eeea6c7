#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Emitted compositions pass their replays, the exact interpreter publishes what their parts do, and their example programs run.

Usage: composed_replays.py PLUMB REFERENCE RUNTIME_LIBRARY [--all]

REFERENCE is translation_reference: it repeats each run of a part with the arguments that the replay says, on the same answers (of a sample:
those of the records that the coins have kept) and draws. At last each of FAULTS is planted in a header, and has to be found by the condition
beside it; without --all the first of them. Without --all it is the compositions of TOGETHER, which have no name in common and become one program; with it every one.
"""

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
            "two_attributes": "survey", "measured_top_k": "measured_top_k", "replaced_in_two_steps": "reports", "shadows": "run"}
RUN_EXAMPLES = ["visit", "census"]
RUNS = "300"
# What is wrong with `visit`: what stands in its header, what is planted, and what fails.
FAULTS = {
    "another argument": ("quotient(parameters.seen, 10)", "quotient(parameters.seen, 11)", "translation"),
    "something else is passed on": ("known.seen = passed[0].value_or(0)", "known.seen = passed[0].value_or(0) / 2", "translation"),
    "the second part is free": ("seen div 10)\", {1}", "seen div 10)\", {0}", "price"),
    "another budget": ("given.eps = parameters.eps / 2;\n    if", "given.eps = parameters.eps / 3;\n    if", "law"),
}

# So many of them are planted without --all.
QUICK_FAULTS = 3

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
int main(int, char **arguments) {
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
    calls = [f"worst = std::max(worst, replayed<of_{name}::Program>(request, isPrinted));" for name in names]
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
    parts = {name: program_of(stem) for stem in stems for name in emit(plumb, stem, folder)}
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


def unfound(library, folder, root, faults):
    """Complaints about `faults` of `visit` that its replay does not find, or finds otherwise."""
    complaints = []
    header = (folder / "visit.h").read_text()
    for number, fault in enumerate(faults):
        right, wrong, condition = FAULTS[fault]
        own = root / f"fault{number}"
        own.mkdir()
        for name in ("number_present", "many_are_ill"):
            for ending in (".h", "_replay.cpp"):
                (own / (name + ending)).symlink_to(folder / (name + ending))
        (own / "visit_replay.cpp").symlink_to(folder / "visit_replay.cpp")
        assert header.count(right) == 1, f"{fault}: `{right}` stands {header.count(right)} times in visit.h"
        (own / "visit.h").write_text(header.replace(right, wrong))
        run = subprocess.run([built(own, ["visit"], library, own / "replay"), "replay", RUNS], capture_output=True, text=True)
        if run.returncode != 3 or f"replay failed: {condition}\n" not in run.stdout:
            complaints.append(f"visit, {fault}: {run.stdout}{run.stderr}")
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
        faults = list(FAULTS)[:None if "--all" in sys.argv else QUICK_FAULTS]
        complaints += examples_run(library, root / "together") + unfound(library, root / "together", root, faults)
    print("\n".join(complaints + [f"{len(TOGETHER)} compositions and {len(faults)} faults, {len(complaints)} complaints"]))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
