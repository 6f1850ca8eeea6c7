#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every mechanism of the examples that is emitted passes its aligned replay. Usage: replay_examples.py PLUMB RUNTIME_LIBRARY [RUNS]"""

import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "audit"))
import emitted  # noqa: E402

# At most this many mechanisms to a program: most of the time of a small one goes into what they share.
MOST = 9


def main_of(names):
    lines = [f'  if (arguments[1] == std::string("{name}"))\n    return plumb::runtime::replay::mainOf<plumb::runtime::replay::of_{name}'
             "::Program>(count - 1, arguments + 1);" for name in names]
    return "\n".join(lines + ["  return 70;"])


def replayed(folder, names, library, runs):
    """What is wrong, by name; nothing where a replay passes."""
    program = folder / f"replay_{names[0]}"
    emitted.build(["c++", "-O0"], folder, names, main_of(names), None, library, program)
    results = []
    for name in names:
        run = subprocess.run([program, name, "--runs", runs], capture_output=True, text=True)
        passed = run.returncode == 0 and f"{runs} runs passed" in run.stdout
        print(run.stdout.splitlines()[0], *[line for line in run.stdout.splitlines() if "cover" in line], sep="\n", flush=True)
        results += [] if passed else [f"{name}: {run.stdout}{run.stderr}"]
    return results


def main():
    plumb, library, runs = sys.argv[1], pathlib.Path(sys.argv[2]), (sys.argv[3:] or ["1500"])[0]
    with tempfile.TemporaryDirectory() as root, concurrent.futures.ThreadPoolExecutor(2) as pool:
        folder = pathlib.Path(root)
        names = sorted(emitted.emit_examples(plumb, folder))
        groups = [names[begin:begin + MOST] for begin in range(0, len(names), MOST)]
        failed = sum(pool.map(lambda group: replayed(folder, group, library, runs), groups), [])
    print("\n".join(failed + [f"{len(names)} emitted examples are replayed, {len(failed)} fail"]))
    return 1 if failed or not names else 0


if __name__ == "__main__":
    sys.exit(main())
