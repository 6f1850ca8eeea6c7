#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How fast wrong mechanisms of the literature are refuted, and by what loss. Usage: wrong_mechanisms.py PLUMB FILE

Each mechanism of FILE that is not private is checked alone, as a whole process, start-up included, in processor time. The loss is that of
the shortest word that was found; beside it stand a larger one that was found from there, the one for which the mechanism is known, and
what is published of other refuters. Those times are of other machines: their order of magnitude is what can be compared.
"""

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

RUNS = 3
# At eps = 1, on the inputs that tests/checker/disproof/catalogue_test.cpp names with their sources.
KNOWN = {"noisy_max_value": "1.5", "lyu5": "infinite", "lyu6": "1.704", "lyu4": "1.165",
         "gap_svt_value": "1.25", "lyu3": "1.5", "adaptive_svt_value": "1.25", "fresh_threshold": "1.22",
         "noisy_max_value_one_sided": "infinite", "smart_sum_without_noise": "infinite",
         "partial_sum_half_the_noise": "2", "one_sided_svt_rising": "infinite"}
# Without a published loss: what DiPA's authors call leaking and disclosing (Chadha, Sistla and Viswanathan, LICS 2021), and DP-Sniper's
# pairs and sums.
# From the abstracts; of DiPApprox (Bhusal et al., CCS 2025) no times of single mechanisms with Laplace noise are at hand.
CHECKDP = "CheckDP (Wang et al., CCS 2020): each of those marked + within 70 s"
STATDP = "StatDP (Ding et al., CCS 2018): each of those marked * within a few seconds, by tests that can be wrong"
BY_CHECKDP = {"noisy_max_value", "lyu5", "lyu6", "lyu4", "gap_svt_value", "adaptive_svt_value", "smart_sum_without_noise",
              "partial_sum_half_the_noise"}
BY_STATDP = {"noisy_max_value", "noisy_max_value_one_sided", "lyu5", "lyu6", "lyu4", "lyu3", "histogram_inverted"}


def processor_time() -> float:
    """Of the processes that have ended: a busy machine says the same as an idle one."""
    return sum(os.times()[2:4])


def checked(plumb: str, text: str) -> tuple[dict, float]:
    """What is said of the one mechanism in the text, and the median of its times."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "one.plumb"
        file.write_text(text)
        times = []
        for _ in range(RUNS):
            start = processor_time()
            run = subprocess.run([plumb, "check", "--format", "json", file], capture_output=True, text=True, check=False)
            times.append((processor_time() - start) * 1e3)
    return json.loads(run.stdout)["results"][0], statistics.median(times)


def main() -> None:
    plumb, file = sys.argv[1], Path(sys.argv[2])
    text = re.sub(r"^//.*\n", "", file.read_text(), flags=re.MULTILINE)
    mechanisms = re.split(r"^(?=mechanism )", text, flags=re.MULTILINE)[1:]
    print(f"{'mechanism':<30}{'ms':>8}{'loss':>12}{'larger':>12}{'known':>12}  published")
    slowest = 0.0
    for mechanism in mechanisms:
        result, milliseconds = checked(plumb, mechanism)
        if result["verdict"] == "not private":
            violation = result["counterexample"]["violation"]
            loss, larger = violation["loss"], violation.get("larger", violation)["loss"]
            name, slowest = result["mechanism"], max(slowest, milliseconds)
            others = "+" * (name in BY_CHECKDP) + "*" * (name in BY_STATDP)
            print(f"{name:<30}{milliseconds:>8.0f}{loss:>12}{larger:>12}{KNOWN.get(name, '-'):>12}  {others}")
    print(f"slowest: {slowest:.0f} ms\n{CHECKDP}\n{STATDP}")


if __name__ == "__main__":
    main()
