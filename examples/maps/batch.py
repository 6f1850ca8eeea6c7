#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How many places have how many visits in a batch? Usage: batch.py

Figure 1 of "Asymmetric Differential Privacy" (journal text) draws it for one batch of 500 visits, drawn at random. Here it is the mean over all
batches of 500 of the visits of ../location_monitoring, which stand in for data that are not to be had: a place with v of N visits has c in
the batch with probability C(v, c) C(N - v, 500 - c) / C(N, 500). Writes `series,x,y,low,high` to stdout, where y is at least 1/1000.
"""

import collections
import csv
import gzip
import math
import pathlib
from fractions import Fraction

COUNTS = pathlib.Path(__file__).resolve().parent / "../location_monitoring/gowalla_nyc_location_visitors.csv.gz"
BATCH = 500


def visits():
    """{how many visits: at how many places}."""
    with gzip.open(COUNTS, "rt", newline="") as file:
        return collections.Counter(int(row["distinct_visitors"]) for row in csv.DictReader(file))


def ways(visited, everything, batch):
    """For each c, in how many batches a place with so many visits has c of them."""
    # Each from the one before, as binomial coefficients are; the division leaves no rest.
    way = math.comb(everything - visited, batch)
    for c in range(min(visited, batch) + 1):
        yield c, way
        way = way * (visited - c) * (batch - c) // ((c + 1) * (everything - visited - batch + c + 1))


def places_by_count(places, batch):
    """{c: the mean number of places with c visits}, fractions."""
    everything = sum(visited * number for visited, number in places.items())
    total = collections.Counter()
    for visited, number in places.items():
        for c, way in ways(visited, everything, batch):
            total[c] += number * way
    return {c: Fraction(way, math.comb(everything, batch)) for c, way in sorted(total.items())}


def main():
    print("series,x,y,low,high")
    for c, mean in places_by_count(visits(), BATCH).items():
        if mean >= Fraction(1, 1000):
            print(f"places,{c}" + f",{float(mean):.6g}" * 3)


if __name__ == "__main__":
    main()
