#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which places can be shown to be safe, or dangerous, and under which notion of privacy? Usage: told.py PLUMB ALPHA [--totals]

Figures 2 and 3 of "Asymmetric Differential Privacy" (conference text), on a grid of 25 x 25 cells over Manhattan, which stands in for Tokyo. A
cell is safe where fewer than THRESHOLD people are, and dangerous else. Whoever says so of a cell may be wrong with probability
ALPHA at most (0 in Figure 2). The value of a safe cell is the most probability with which any mechanism says that it is safe, that of a dangerous
one the most with which any says that it is dangerous, less than 0 so that both are told apart; what is left is obscure. From `plumb bounds`,
each cell by itself:

* no privacy: 1;
* eps-DP and (eps, delta)-DP: the bounds for these notions, which are the same for both questions;
* asymmetric: neighbours make counts fall. "Safe" has the bound of this notion. "Dangerous" is wrong with probability ALPHA where one person is
  missing, and each step back multiplies that by exp(eps) at most, which is all that is asked: min(1, ALPHA exp(k eps)).

Counts are those of 2,500 of the check-ins, as they are expected, rounded. Writes `series,x,y,low,high` to stdout, x numbers the cells; with --totals,
how many cells there are, and the sums over them.
"""

import csv
import gzip
import io
import math
import pathlib
import subprocess
import sys
from fractions import Fraction

COUNTS = pathlib.Path(__file__).resolve().parent / "../location_monitoring/gowalla_manhattan_cells.csv.gz"
EPS, THRESHOLD, DELTA, VISITS = Fraction(1), 10, Fraction(1, 10**6), 2500


def cells():
    """How many people are in each cell."""
    with gzip.open(COUNTS, "rt", newline="") as file:
        checkins = [int(row["checkins"]) for row in csv.DictReader(file)]
    return [math.floor(Fraction(count * VISITS, sum(checkins)) + Fraction(1, 2)) for count in checkins]


def most(plumb, alpha, steps, *notion):
    """most[k] for k steps to where the answer would be wrong; the upper ends of the bounds."""
    run = subprocess.run([plumb, "bounds", "--eps", str(EPS), "--alpha", str(alpha), "--k", f"1..{steps}", "--format", "csv", "--notion", *notion],
                         capture_output=True, text=True, check=True)
    return {int(row["k"]): float(row["true_upper"]) for row in csv.DictReader(io.StringIO(run.stdout))}


def panels(plumb, alpha, counts):
    """{series: [value of each cell]}"""
    steps = max(THRESHOLD, max(counts) - THRESHOLD + 1)
    dp = most(plumb, alpha, steps, "dp")
    approximate = most(plumb, alpha, steps, "approx", "--delta", str(DELTA))
    asymmetric = most(plumb, alpha, THRESHOLD, "adp")
    # No exponent needs to be larger than that which makes it 1.
    backwards = {k: min(1.0, float(alpha) * math.exp(min(float(EPS) * k, 700))) for k in range(1, steps + 1)}
    always = dict.fromkeys(range(1, steps + 1), 1.0)
    value = lambda count, safe, dangerous: (safe[THRESHOLD - count] if count < THRESHOLD else -dangerous[count - THRESHOLD + 1])
    notions = {"no privacy": (always, always), "eps-DP": (dp, dp), "(eps, delta)-DP": (approximate, approximate),
               "asymmetric": (asymmetric, backwards)}
    return {name: [value(count, *bounds) for count in counts] for name, bounds in notions.items()}


def main():
    plumb, alpha, *totals = sys.argv[1:]
    found = panels(plumb, Fraction(alpha), cells())
    if totals:
        print("notion,safe,told,dangerous,told")
        for name, values in found.items():
            safe, dangerous = ([abs(value) for value, count in zip(values, cells()) if (count < THRESHOLD) == kind] for kind in (True, False))
            print(f'"{name}",{len(safe)},{sum(safe):.1f},{len(dangerous)},{sum(dangerous):.1f}')
        return
    print("series,x,y,low,high")
    for name, values in found.items():
        for cell, value in enumerate(values):
            print(f'"{name}",{cell}' + f",{value:.6g}" * 3)


if __name__ == "__main__":
    main()
