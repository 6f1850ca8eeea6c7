#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every mechanism of the examples that is emitted passes its aligned replay. Usage: replay_examples.py PLUMB [RUNS]"""

import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]


def is_emitted(plumb, example):
    with tempfile.TemporaryDirectory() as folder:
        command = [plumb, "emit", example, "-o", folder, "--with", "replay"]
        return subprocess.run(command, capture_output=True).returncode == 0


def replayed(plumb, example, runs):
    """Nothing for an example that is not emitted."""
    if not is_emitted(plumb, example):
        return None
    run = subprocess.run([plumb, "replay", example, "--runs", runs], capture_output=True, text=True)
    passed = run.returncode == 0 and f"{runs} runs passed" in run.stdout
    return passed, run.stdout + run.stderr


def main():
    plumb, runs = sys.argv[1], (sys.argv[2:] or ["5000"])[0]
    examples = sorted((ROOT / "examples").glob("*.plumb"))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda example: replayed(plumb, example, runs), examples))
    failed = [(e, r[1]) for e, r in zip(examples, results) if r and not r[0]]
    for example, told in failed:
        print(f"{example.name}: {told}")
    count = sum(1 for result in results if result)
    print(f"{count} of {len(examples)} examples are emitted and replayed, {len(failed)} fail")
    return 1 if failed or not count else 0


if __name__ == "__main__":
    sys.exit(main())
