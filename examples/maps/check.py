#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The maps of this folder agree with sums, and are made. Usage: check.py BUILD_FOLDER"""

import csv
import itertools
import math
import pathlib
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

import batch
import homes
import told

HERE = pathlib.Path(__file__).resolve().parent


def batch_complaints():
    places = batch.visits()
    means = batch.places_by_count(places, batch.BATCH)
    if sum(means.values()) != places.total() or sum(c * mean for c, mean in means.items()) != batch.BATCH:
        yield "batches lose places, or visits"
    visits = [0, 0, 1, 2, 2, 2]  # by three places
    batches = [[chosen.count(place) for place in range(3)] for chosen in itertools.combinations(visits, 3)]
    for c, mean in batch.places_by_count({1: 1, 2: 1, 3: 1}, 3).items():
        if mean != Fraction(sum(counts.count(c) for counts in batches), len(batches)):
            yield f"places with {c} of three visits: {mean}"


def recursion(alpha, delta, steps):
    """The most that is told k steps from where it is wrong with probability alpha (erratum to Theorem 8)."""
    q, found = math.exp(told.EPS), [float(alpha)]
    for _ in range(steps):
        found.append(min(1.0, q * found[-1] + delta, 1 - (1 - delta - found[-1]) / q))
    return found


def told_complaints(plumb):
    counts = told.cells()
    for alpha in (Fraction(0), Fraction(1, 100)):
        found = told.panels(plumb, alpha, counts)
        steps = max(*counts, told.THRESHOLD)
        expected = {"eps-DP": recursion(alpha, 0, steps), "(eps, delta)-DP": recursion(alpha, float(told.DELTA), steps)}
        for cell, count in enumerate(counts):
            safe = count < told.THRESHOLD
            steps_away = told.THRESHOLD - count if safe else count - told.THRESHOLD + 1
            here = {name: values[cell] * (1 if safe else -1) for name, values in found.items()}
            wanted = {name: of[steps_away] for name, of in expected.items()} | {"no privacy": 1.0}
            wanted["asymmetric"] = (1 - (1 - float(alpha)) * math.exp(-told.EPS * steps_away) if safe
                                    else min(1.0, float(alpha) * math.exp(min(steps_away, 100))))
            if any(abs(here[name] - wanted[name]) > 1e-9 for name in here):
                yield f"cell {cell} with {count}, alpha = {alpha}: {here} and not {wanted}"


def homes_complaints():
    true, draws = homes.true_shares(), random.Random(3)
    for tag, shares in true.items():
        distances = [homes.distance(shares, homes.listed(shares, homes.PLACES, draws)) for _ in range(60)]
        mean = sum(distances) / len(distances)
        if abs(sum(shares) - 1) > 1e-9 or abs(mean - homes.expected_distance(shares, homes.PLACES)) > 0.006:
            yield f"{tag}: a list is off by {mean} on average"
    if any(min(both) > 0 for both in zip(*true.values())):
        yield "somebody lives at work"


def reproduced(build):
    """Every figure has its table, with all of the cells."""
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(["bash", HERE / "reproduce.sh", build, folder, "--fast"], capture_output=True, text=True)
        if run.returncode:
            yield run.stderr
            return
        for name, panels in (("maps_told_wrong_0", 4), ("maps_told_wrong_1_of_100", 4), ("maps_homes", 4)):
            rows = list(csv.DictReader((pathlib.Path(folder) / f"{name}.csv").open(newline="")))
            if len(rows) != 625 * panels or len({row["series"] for row in rows}) != panels:
                yield f"{name}: {len(rows)} rows"


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    found = [*batch_complaints(), *told_complaints(build / "bin/plumb"), *homes_complaints(), *reproduced(build)]
    print("\n".join(found) or "maps: all agree")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
