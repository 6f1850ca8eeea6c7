#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`plumb check --seeds N` tells answers that depend on the solver's seed, and only those. Usage: seeds.py PLUMB"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SVT = ROOT / "examples/svt/asymmetric_svt.plumb"


def check(plumb, *words):
    return subprocess.run([plumb, "check", *words], capture_output=True, text=True)


def try_stable(plumb):
    run = check(plumb, "--seeds", "3", SVT, ROOT / "examples/local/krr.plumb")
    assert run.returncode == 0, run
    assert re.fullmatch(r"plumb: 3 seeds of the solver, the same answers to \d+ obligations\n", run.stderr), run.stderr
    assert run.stdout == check(plumb, SVT, ROOT / "examples/local/krr.plumb").stdout
    run = check(plumb, "--seeds", "2", "--format=json", SVT)
    assert json.loads(run.stdout)["results"] and run.returncode == 0
    assert check(plumb, "--seeds", "1", SVT).stderr == ""
    assert check(plumb, "--seeds", "0", SVT).returncode == 1


def try_unstable(plumb):
    """With a bound that is just enough for some seeds, others do not reach the end."""
    low, high = 1, 1_000_000
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if check(plumb, "--resource-limit", str(middle), SVT).returncode == 0 else (middle, high)
    for limit in (high, low, high + high // 50, low - low // 50):
        run = check(plumb, "--resource-limit", str(limit), "--seeds", "5", SVT)
        if "depends on the solver's seed" in run.stderr:
            assert run.returncode == 4, run
            assert re.search(r"`asymmetric_svt`: the verdict depends on the solver's seed: .*with seed \d", run.stderr), run.stderr
            return
    raise AssertionError("no bound was found at which seeds differ")


def main():
    plumb = sys.argv[1]
    try_stable(plumb)
    try_unstable(plumb)
    return 0


if __name__ == "__main__":
    sys.exit(main())
