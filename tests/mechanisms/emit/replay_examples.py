#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every mechanism and channel of the examples that is emitted passes its replay. Usage: replay_examples.py PLUMB LIBRARY... [--runs N]

The libraries are those of estimates and of the runtime, in the order in which they are linked. What all of them draw with is
tested by itself, so each replay compares one sampler with its law.
"""

import argparse
import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "audit"))
import emitted  # noqa: E402

# As many programs at a time: most of the time of a small one goes into what mechanisms share.
JOBS = 2
MOST = 20


def main_of(folder, names):
    lines = [f'  if (arguments[1] == std::string("{name}"))\n    return {emitted.entry_of(folder, name)};' for name in names]
    return "\n".join(lines + ["  return 70;"])


def replayed(folder, names, libraries, runs):
    """What is wrong, by name; nothing where a replay passes."""
    program = folder / f"replay_{names[0]}"
    emitted.build(emitted.QUICK_COMPILER, folder, names, main_of(folder, names), None, libraries, program)
    results = []
    for name in names:
        run = subprocess.run([program, name, "--runs", runs, "--samplers", "1"], capture_output=True, text=True)
        passed = run.returncode == 0 and "runs passed" in run.stdout
        print(run.stdout.splitlines()[0], *[line for line in run.stdout.splitlines() if "cover" in line], sep="\n", flush=True)
        results += [] if passed else [f"{name}: {run.stdout}{run.stderr}"]
    return results


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("plumb")
    parser.add_argument("libraries", nargs="+")
    parser.add_argument("--runs", default="1500")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as root, concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        folder = pathlib.Path(root)
        names = sorted(emitted.emit_examples(arguments.plumb, folder, channels=True))
        groups = [names[begin:begin + MOST] for begin in range(0, len(names), MOST)]
        failed = sum(pool.map(lambda group: replayed(folder, group, arguments.libraries, arguments.runs), groups), [])
    print("\n".join(failed + [f"{len(names)} emitted examples are replayed, {len(failed)} fail"]))
    return 1 if failed or not names else 0


if __name__ == "__main__":
    sys.exit(main())
