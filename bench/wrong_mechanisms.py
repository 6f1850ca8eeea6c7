#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How fast wrong mechanisms of the literature are refuted, and by what loss. Usage: wrong_mechanisms.py PLUMB FILE

Each mechanism of FILE that is not private is checked alone, as a whole process, start-up included. The loss is that of
the shortest word that was found, and not the largest there is; beside it stands the one for which the mechanism is known.
"""

import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 5
# At eps = 1, on the inputs that tests/checker/disproof/catalogue_test.cpp names with their sources.
KNOWN = {"noisy_max_value": "1.5", "lyu5": "infinite", "lyu6": "1.704", "lyu4": "1.165",
         "gap_svt_value": "1.25", "lyu3": "1.5", "adaptive_svt_value": "1.25"}


def checked(plumb: str, text: str) -> tuple[dict, float]:
    """What is said of the one mechanism in the text, and the median of its times."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "one.plumb"
        file.write_text(text)
        times = []
        for _ in range(RUNS):
            start = time.perf_counter()
            run = subprocess.run([plumb, "check", "--format", "json", file], capture_output=True, text=True, check=False)
            times.append((time.perf_counter() - start) * 1e3)
    return json.loads(run.stdout)["results"][0], statistics.median(times)


def main() -> None:
    plumb, file = sys.argv[1], Path(sys.argv[2])
    text = re.sub(r"^//.*\n", "", file.read_text(), flags=re.MULTILINE)
    mechanisms = re.split(r"^(?=mechanism )", text, flags=re.MULTILINE)[1:]
    print(f"{'mechanism':<30}{'ms':>8}{'loss':>12}{'known':>12}")
    for mechanism in mechanisms:
        result, milliseconds = checked(plumb, mechanism)
        if result["verdict"] == "not private":
            loss = result["counterexample"]["violation"]["loss"]
            print(f"{result['mechanism']:<30}{milliseconds:>8.0f}{loss:>12}{KNOWN.get(result['mechanism'], '-'):>12}")


if __name__ == "__main__":
    main()
