#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Where are the homes and the places of work of the local survey, and where does a list of places say that they are? Usage: homes.py [--distances]

Figure 9 of "Utility-Optimized Local Differential Privacy Mechanisms" (Murakami and Kawamoto) draws what a survey may know of homes and places
of work: (II), the shares of the cells in a list of places, and (III), the true shares. Data on homes are not to be had, so the model of
../local_survey is drawn: homes are in the rows with numbers below the middle, places of work in the others, each cell with its share of the
check-ins, and none in a cell with a hospital. (III) is what this model expects, and (II) a list of 500 places drawn from it, here with a seed of its own.

Writes `series,x,y,low,high` to stdout, x numbers the cells; with --distances, half of the l1 distance of each list from the true
shares, and what is expected of it on average.
"""

import collections
import csv
import gzip
import math
import pathlib
import random
import sys

CELLS = pathlib.Path(__file__).resolve().parent / "../local_survey/manhattan.csv.gz"
PLACES = 500
TAGS = ("home", "work")


def true_shares():
    """{tag: [share of each cell]}"""
    with gzip.open(CELLS, "rt", newline="") as file:
        cells = list(csv.DictReader(file))
    middle = math.isqrt(len(cells)) // 2
    people = lambda cell, tag: 0 if cell["sensitive"] == "1" or TAGS[int(cell["row"]) >= middle] != tag else int(cell["count"])
    counted = {tag: [people(cell, tag) for cell in cells] for tag in TAGS}
    return {tag: [count / sum(counts) for count in counts] for tag, counts in counted.items()}


def listed(shares, places, draws):
    found = collections.Counter(draws.choices(range(len(shares)), shares, k=places))
    return [found[cell] / places for cell in range(len(shares))]


def distance(shares, others):
    return sum(abs(share - other) for share, other in zip(shares, others)) / 2


def expected_distance(shares, places):
    """The mean absolute deviation of a binomial count (de Moivre), summed over the cells."""
    def deviation(p):
        if p == 0:
            return 0
        v = math.floor(places * p) + 1
        log = math.lgamma(places + 1) - math.lgamma(v + 1) - math.lgamma(places - v + 1) + v * math.log(p) + (places - v + 1) * math.log1p(-p)
        return 2 * v * math.exp(log)
    return sum(map(deviation, shares)) / places / 2


def main():
    draws = random.Random(9)
    true = true_shares()
    lists = {tag: listed(true[tag], PLACES, draws) for tag in TAGS}
    if sys.argv[1:]:
        print("tag,cells,distance,expected")
        for tag in TAGS:
            print(f"{tag},{sum(share > 0 for share in true[tag])},{distance(true[tag], lists[tag]):.4f},{expected_distance(true[tag], PLACES):.4f}")
        return
    print("series,x,y,low,high")
    for tag in TAGS:
        for name, shares in ((f"(II) {tag}: list", lists[tag]), (f"(III) {tag}: true", true[tag])):
            for cell, share in enumerate(shares):
                print(f"{name},{cell}" + f",{share:.6g}" * 3)


if __name__ == "__main__":
    main()
