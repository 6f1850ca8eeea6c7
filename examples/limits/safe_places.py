#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How many places that are safe can be shown to be safe, and under which notion of privacy? Usage: safe_places.py PLUMB FIGURE

Figures 4 to 6 of "Asymmetric Differential Privacy" (conference text) on the counts of ../location_monitoring, which stand in for data
that are not to be had. A place is safe where fewer than `threshold` people have visited it; an answer "safe" is never wrong, unless alpha says
how often it may be. What is drawn is the mean, over the safe places, of the probability that one is told to be safe:

* asymmetric: one-sided noise, as examples/thresholds/threshold.plumb has it (proved): a place that lacks g visits is told to be safe with
  probability 1 - exp(-eps g), which is also the most (Theorem 9 of the journal text);
* (eps, delta)-DP: the most that any mechanism can do whose "safe" is wrong no more often (Theorem 8 of the journal text), from `plumb bounds`;
* eps-DP: the same with delta = 0, so 0 while no answer may be wrong.

FIGURE is eps, threshold, delta or alpha, for what is varied, or answers, right_eps or right_threshold. With alpha, a place that is not safe may be told to be so with this
probability by the two notions that protect both directions; asymmetric noise needs none of it. With answers it is the probability that a
sparse vector with one-sided noise tells at least that many safe places before it has spent its budget on `unsafe`, at places drawn at random.
With right_eps and right_threshold it is how many that are on average (Section VI-C2), where eps or the threshold is varied.
Writes `series,x,y,low,high` to stdout.
"""

import collections
import csv
import gzip
import io
import math
import pathlib
import subprocess
import sys
from fractions import Fraction

COUNTS = pathlib.Path(__file__).resolve().parent / "../location_monitoring/gowalla_nyc_location_visitors.csv.gz"
EPS, THRESHOLD, DELTA = Fraction(1), 10, Fraction(1, 10**6)
ALL_EPS = [Fraction(1, 10), Fraction(1, 5), Fraction(1, 2), Fraction(1), Fraction(2), Fraction(3), Fraction(5)]
THRESHOLDS = [2, 3, 5, 7, 10, 15, 20]
DELTAS = [Fraction(1, 10**power) for power in (9, 7, 6, 5, 4, 3, 2, 1)]
ALPHAS = [Fraction(1, 10**power) for power in (9, 7, 6, 5, 4, 3, 2, 1)]
# Sparse vector: it stops after this many answers "unsafe", each of which costs its share of eps.
STOPS, PLACES = 5, 60


def visits():
    """{how many people: at how many places}."""
    with gzip.open(COUNTS, "rt", newline="") as file:
        return collections.Counter(int(row["distinct_visitors"]) for row in csv.DictReader(file))


def mean_over_safe(places, threshold, told):
    """The mean of told(gap) over the places that fewer than `threshold` people have visited."""
    safe = {count: number for count, number in places.items() if count < threshold}
    return sum(number * told(threshold - count) for count, number in safe.items()) / sum(safe.values())


def asymmetric(eps):
    return lambda gap: -math.expm1(-float(eps) * gap)


def at_most(plumb, notion, eps, alpha, threshold):
    """told(gap), for gaps up to the threshold, by whatever is private in both directions: the upper ends of the bounds.

    `notion` has the words for `plumb bounds --notion`; a place that is not safe is told to be so with probability `alpha` at most.
    """
    run = subprocess.run([plumb, "bounds", "--notion", *notion, "--eps", str(eps), "--alpha", str(alpha), "--k", f"1..{threshold}",
                          "--format", "csv"], capture_output=True, text=True, check=True)
    most = {int(row["k"]): float(row["true_upper"]) for row in csv.DictReader(io.StringIO(run.stdout))}
    return most.__getitem__


def varied(figure):
    """[(x, eps, threshold, delta, alpha)]"""
    return {"eps": [(eps, eps, THRESHOLD, DELTA, 0) for eps in ALL_EPS],
            "threshold": [(threshold, EPS, threshold, DELTA, 0) for threshold in THRESHOLDS],
            "delta": [(delta, EPS, THRESHOLD, delta, 0) for delta in DELTAS],
            "alpha": [(alpha, EPS, THRESHOLD, DELTA, alpha) for alpha in ALPHAS]}[figure]


def right_answers(told):
    """{how many right answers in PLACES places, before the last of STOPS answers "unsafe": with which probability}

    Each answer is right with probability `told`, independently: places are drawn with replacement. Answers "unsafe" are not counted.
    """
    left = {(0, 0): 1.0}
    for _ in range(PLACES):
        after = collections.Counter()
        for (right, stops), mass in left.items():
            if stops == STOPS:
                after[right, stops] += mass
                continue
            after[right + 1, stops] += mass * told
            after[right, stops + 1] += mass * (1 - told)
        left = after
    answers = collections.Counter()
    for (right, _), mass in left.items():
        answers[right] += mass
    return answers


def at_least(told, wanted):
    return sum(mass for right, mass in right_answers(told).items() if right >= wanted)


def mean_right(told):
    return sum(right * mass for right, mass in right_answers(told).items())


def told_at_random(places, eps, threshold):
    """The probability that a place drawn at random is safe, and told to be so by a draw of the sparse vector."""
    share = sum(number for count, number in places.items() if count < threshold) / places.total()
    return share * mean_over_safe(places, threshold, asymmetric(eps / STOPS))


def rows(plumb, figure):
    places = visits()
    if figure == "answers":
        for eps in (Fraction(1), Fraction(2), Fraction(5)):
            told = told_at_random(places, eps, THRESHOLD)
            for wanted in (1, 2, 5, 10, 20, 30, 40, 50):
                yield f"asymmetric, eps = {eps}", wanted, at_least(told, wanted)
        return
    if figure == "right_eps":
        for threshold in (5, THRESHOLD, 20):
            for eps in ALL_EPS:
                yield f"asymmetric, threshold {threshold}", float(eps), mean_right(told_at_random(places, eps, threshold))
        return
    if figure == "right_threshold":
        for eps in (Fraction(1), Fraction(2), Fraction(5)):
            for threshold in THRESHOLDS:
                yield f"asymmetric, eps = {eps}", threshold, mean_right(told_at_random(places, eps, threshold))
        return
    for x, eps, threshold, delta, alpha in varied(figure):
        yield "asymmetric", float(x), mean_over_safe(places, threshold, asymmetric(eps))
        for series, notion in (("(eps, delta)-DP, at most", ["approx", "--delta", str(delta)]), ("eps-DP, at most", ["dp"])):
            yield series, float(x), mean_over_safe(places, threshold, at_most(plumb, notion, eps, alpha, threshold))


def main():
    plumb, figure = sys.argv[1:]
    print("series,x,y,low,high")
    for series, x, y in rows(plumb, figure):
        print(f'"{series}",{x:g},{y:.6g},{y:.6g},{y:.6g}')


if __name__ == "__main__":
    main()
