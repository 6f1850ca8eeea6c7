#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What can be seen of compiled examples from outside keeps what was proved; of faulty ones it does not.

Usage: audit.py PLUMB BOUNDS RUNTIME_LIBRARY [--all] [--runs N] [--seed S] [--table]

BOUNDS is audit_bounds. Each emitted mechanism runs on neighbours D and D' chosen among 32 pairs. Half of the runs choose
an event, by the other half Clopper and Pearson's bounds give how much likelier it is on D at least. All these
bounds hold together but with probability 10^-6. For the mechanism as it is the bound may not exceed the claim; for
one with a fault planted in its header (half the noise, none, of the wrong sign, or the guarantee asked for backwards)
it has to, where that can be seen. Without --all there are few mechanisms and runs.
"""

import argparse
import concurrent.futures
import fractions
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import emitted

JOINT_ERROR = 1e-6
FAULTS = ["half-noise", "no-noise", "wrong-sign", "reversed"]
# Files of examples/ for the quick run, each with the faults that have to be seen.
QUICK = {
    "ageo": FAULTS,
    "asymmetric_noisy_top_k": FAULTS,
    "asymmetric_svt": FAULTS,
    "count_two_sided": ["half-noise", "no-noise"],
    "laplace_integers": ["half-noise", "no-noise"],
    "monitor_location": FAULTS,
    "noisy_max_gap": ["half-noise", "no-noise"],
    "one_sided_add": FAULTS,
    "salap_integers": FAULTS,
    "smart_sum_one_sided": FAULTS,
    "svt_integers": ["no-noise"],
}
# Half of the noise is more than enough for what these publish about short arrays.
TOO_MUCH_NOISE = {
    "above_threshold_integers", "above_threshold_with_flag", "adaptive_gap_svt_integers", "adaptive_svt_asymmetric", "free_gap_svt", "free_gap_svt_decreasing",
    "free_gap_svt_increasing", "gap_svt_integers", "monitor_periods_two_sided", "monitor_places_two_sided", "num_svt_integers",
    "sparse_integers", "svt_counting_down", "svt_five_hits", "svt_integers", "svt_inverse_integers", "svt_lyu1_integers",
    "svt_lyu7_integers",
}
# At most this many mechanisms to a program.
MOST = 12


def plant(folder, names, copy):
    """Copies of emitted headers with places for faults, which are chosen when they run."""
    copy.mkdir()
    for name in names:
        shutil.copy(folder / f"{name}_replay.cpp", copy)
        text = (folder / f"{name}.h").read_text()
        text, scales = re.subn(r"(Geometric::create)\((.*)\);$", r"\1(plumb::audit::plantedScale(\2));", text, flags=re.MULTILINE)
        text, draws = re.subn(r"(\w+->sample\(bits\))", r"plumb::audit::planted(\1)", text)
        if not scales or not draws:
            sys.exit(f"{name}.h has no noise where it is looked for; the audit has to follow the emitted code")
        (copy / f"{name}.h").write_text(f'#include "{emitted.HERE}/planted_noise.h"\n' + text)


class Counted:
    """A line of audit_runs.h."""

    def __init__(self, line):
        self.name, self.fault, epsilon, *counts, self.scene = line.split(" ", 6)
        self.claim = float(fractions.Fraction(epsilon))
        self.first, self.second, self.runs = map(int, counts)


def counted(arguments, folder, names, faults, output):
    programs = ", ".join(f"plumb::runtime::replay::of_{name}::Program" for name in names)
    emitted.build(["c++", "-O1"], folder, names, f"  return plumb::audit::mainOf<{programs}>(count, arguments);",
                  "audit_runs.h", [arguments.library], output)
    command = [output, str(arguments.runs), str(arguments.seed)] + faults
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"the compiled code of {names} does not come to its end: {run.stderr}")
    return [Counted(line) for line in run.stdout.splitlines()]


def bounds(program, results):
    """A lower bound for each of `results`, all at once."""
    lines = "".join(f"{r.first} {r.second} {r.runs}\n" for r in results)
    run = subprocess.run([program, str(JOINT_ERROR / len(results))], input=lines, capture_output=True, text=True, check=True)
    return [float(line) for line in run.stdout.split()]


def audited(arguments, folder):
    """Everything counted, and the program of each mechanism."""
    programs, _ = emitted.emit_examples(arguments.plumb, folder, None if arguments.all else QUICK)
    names = sorted(programs)
    work = []
    for begin in range(0, len(names), MOST):
        chunk = names[begin:begin + MOST]
        plant(folder, chunk, folder / f"planted{begin}")
        work.append((folder, chunk, ["nothing"], folder / f"right{begin}"))
        work.append((folder / f"planted{begin}", chunk, FAULTS, folder / f"wrong{begin}"))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda item: counted(arguments, *item), work))
    return [result for chunk in results for result in chunk], programs


def required_of(name):
    """The faults that have to be seen with --all. Noise of two sides has no sign, and many neighbourhoods no direction."""
    return ["no-noise"] if name in TOO_MUCH_NOISE else ["no-noise", "half-noise"]


def complaints_of(results, programs, is_all):
    complaints, seen = [], {}
    for result in results:
        told = f"at least {result.bound:.4f}, claimed {result.claim:.4f}: {result.scene}"
        if result.fault == "nothing" and result.bound > result.claim:
            complaints.append(f"{result.name} does not keep its guarantee: {told}")
        seen[result.name, result.fault] = result.bound > result.claim
    for name, program in programs.items():
        if (name, "nothing") not in seen:
            complaints.append(f"{name} was not audited: no neighbours were found")
        required = required_of(name) if is_all else QUICK[program.stem]
        complaints += [f"{name}: {fault} is not seen" for fault in required if not seen.get((name, fault))]
    return complaints


def print_table(results):
    for result in sorted(results, key=lambda result: (result.name, result.fault != "nothing", result.fault)):
        verdict = "exceeds" if result.bound > result.claim else "keeps"
        print(f"{result.name:36} {result.fault:10} {result.bound:8.4f} {verdict} {result.claim:.4f}  {result.scene}")


def arguments_of(argv):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("plumb", "bounds", "library"):
        parser.add_argument(name, type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--runs", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table", action="store_true")
    arguments = parser.parse_args(argv)
    arguments.runs = arguments.runs or (100_000 if arguments.all else 40_000)
    return arguments


def main():
    arguments = arguments_of(sys.argv[1:])
    with tempfile.TemporaryDirectory() as root:
        results, programs = audited(arguments, pathlib.Path(root))
    for result, bound in zip(results, bounds(arguments.bounds, results)):
        result.bound = bound
    if arguments.table:
        print_table(results)
    complaints = complaints_of(results, programs, arguments.all)
    print("\n".join(complaints))
    for fault in ["nothing"] + FAULTS:
        of = [result for result in results if result.fault == fault]
        print(f"{fault}: {sum(r.bound > r.claim for r in of)} of {len(of)} mechanisms exceed their claim")
    print(f"{len(results)} tests at the joint level {JOINT_ERROR:g}, {len(complaints)} complaints")
    return 1 if complaints or not results else 0


if __name__ == "__main__":
    sys.exit(main())
