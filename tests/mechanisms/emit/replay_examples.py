#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every mechanism and channel of the examples that is emitted passes its replay. Usage: replay_examples.py EMITTED LIBRARY... [--runs N] [--all]

Without --all it is every channel and every fourth mechanism: what they share is most of what is compiled, and all mechanisms are
compared with the exact interpreter in tests/mechanisms/audit/translation.py.

EMITTED is the folder that emitted.py has filled. The libraries are those of estimates and of the runtime, in the order in which they are linked. What all of them draw with is
tested by itself, so each replay compares one sampler with its law. What a replay says that it does not cover has to be among the
lines of NOT_COVERED, and the other way round.
"""

import argparse
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "audit"))
import emitted  # noqa: E402

STRONGER = "another premise is stronger: where it holds, a size is at least 1"
EARLIER = "it is asked only where the rules above do not apply, which decides it"
# What no replay covers, and why.
NOT_COVERED = {
    STRONGER: {
        "`requires n >= 0` never fails alone": [
            "abstaining_max", "asymmetric_noisy_top_k_from_records", "best_of_each", "best_of_two_scores", "k_max", "k_min_max",
            "largest_of_a_table", "largest_value", "monitor_periods_two_sided", "noisy_max_gap", "noisy_max_loop_from_records", "peeling", "range_of_answers", "ranked_winners",
            "running_best_measured", "running_maxima", "select_then_measure", "three_winners_gap", "two_winners_gap"],
        "`requires m >= 0` never fails alone": ["largest_of_a_table"],
        "`requires H >= 0` never fails alone": ["monitor_places_two_sided"],
        "`requires cap >= 0` never fails alone": ["sum_of_a_clamped_field"],
    },
    EARLIER: {
        "`j != x` is never false": ["generalized_rappor", "rappor"],
        "`y != x` is never false": ["krr", "warner"],
        "`y = x` is never false": ["mangat"],
        "`y != hash(x)` is never false": ["local_hashing"],
        "`j in N` is never false": ["pum_urap", "urap", "urap_half"],
        "`y in v` is never false": ["pum_secrecy"],
        "`j in v` is never false": ["pum_secrecy_bits"],
        "`x in gone` is never false": ["subsampling_removal"],
        "`y in gone` is never false": ["subsampling_removal"],
    },
    "where one of both sizes is below 0, so is the other": {
        "`requires m >= 0` never fails alone": ["pairs_of_bins"], "`requires n >= 0` never fails alone": ["pairs_of_bins"]},
    "where j = w, the condition before has skipped it": {
        "`j < w` never compares equal numbers": ["noisy_max_gap"], "`j < b` never compares equal numbers": ["two_winners_gap"],
        "`j < c` never compares equal numbers": ["three_winners_gap"]},
}
EXCUSED = {(name, line) for lines in NOT_COVERED.values() for line, names in lines.items() for name in names}

# As many programs at a time: most of the time of a small one goes into what mechanisms share.
JOBS = 2
MOST = 40


def main_of(folder, names):
    lines = [f'  if (arguments[1] == std::string("{name}"))\n    return {emitted.entry_of(folder, name)};' for name in names]
    return "\n".join(lines + ["  return 70;"])


def replayed(folder, names, libraries, runs, output):
    """What is wrong, by name; nothing where a replay passes."""
    program = output / f"replay_{names[0]}"
    emitted.build(emitted.QUICK_COMPILER, folder, names, main_of(folder, names), None, libraries, program)
    results = []
    for name in names:
        run = subprocess.run([program, name, "--runs", runs, "--samplers", "1"], capture_output=True, text=True)
        passed = run.returncode == 0 and "runs passed" in run.stdout
        print(run.stdout.splitlines()[0], *[line for line in run.stdout.splitlines() if "cover" in line], sep="\n", flush=True)
        results += [] if passed else [f"{name}: {run.stdout}{run.stderr}"]
        missing = re.findall(r"^  not covered: (.*)$", run.stdout, re.MULTILINE)
        results += [f"{name}: not covered any more: {line}" for line in missing if (name, line) not in EXCUSED]
        results += [f"{name}: covered again, leave it out of the table: {line}"
                    for excused, line in sorted(EXCUSED) if excused == name and line not in missing]
        results += [] if "  covered: " in run.stdout else [f"{name}: says not what it covers"]
    return results


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("emitted", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("libraries", nargs="+")
    parser.add_argument("--runs", default="1500")
    parser.add_argument("--all", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as root, concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        folder = arguments.emitted
        mechanisms = sorted(emitted.emitted_in(folder))
        channels = sorted(set(emitted.emitted_in(folder, channels=True)) - set(mechanisms))
        names = channels + mechanisms[::1 if arguments.all else 4]
        groups = [names[begin:begin + MOST] for begin in range(0, len(names), MOST)]
        failed = sum(pool.map(lambda group: replayed(folder, group, arguments.libraries, arguments.runs, pathlib.Path(root)), groups), [])
    print("\n".join(failed + [f"{len(names)} emitted examples are replayed, {len(failed)} fail"]))
    return 1 if failed or not names else 0


if __name__ == "__main__":
    sys.exit(main())
