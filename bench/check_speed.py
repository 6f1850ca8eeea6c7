#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Wall time of `plumb check` on each example, beside a bare z3 process on the questions it asked.

Both are whole processes, start-up included, run in turn; the figures are medians. Usage:
check_speed.py PLUMB FILE...
"""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 3


def milliseconds(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return (time.perf_counter() - start) * 1e3


def main() -> None:
    plumb, files = sys.argv[1], sys.argv[2:]
    print(f"{'mechanism':<28}{'plumb ms':>10}{'z3 ms':>10}{'ratio':>8}")
    for file in files:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([plumb, "check", "--dump-smt2", folder, file], stdout=subprocess.DEVNULL, check=True)
            questions = str(Path(folder) / "all.smt2")
            pairs = [(milliseconds([plumb, "check", file]), milliseconds(["z3", questions])) for _ in range(RUNS)]
        ours, bare = (statistics.median(column) for column in zip(*pairs))
        print(f"{Path(file).stem:<28}{ours:>10.1f}{bare:>10.1f}{ours / bare:>8.2f}")


if __name__ == "__main__":
    main()
