#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How small can the error of one published count be? Usage: one_answer.py

"Asymmetric Differential Privacy" says in Theorem 3 that no mechanism that protects both ways has an error below sqrt(2) / eps, and in the
remark behind Theorem 10 (from a theorem of Hardt and Talwar) that the bound is half of that where neighbours make counts fall only.

What is published is the count and noise that is k with probability p(k); q = exp(eps) and a = 1/q. Where counts only fall, privacy says

    p(k + 1) >= a p(k)                                                     (1)

for every k, and where they may rise too, the mirrored inequality as well. By (1) the law is a mixture of geometric laws that begin
somewhere, with the weights (p(k) - a p(k - 1)) / (1 - a), so none is better than the best of those. For both directions the proof is a
sum: with the least error c and the multipliers u of `multiplier`, of both signs of k,

    sum |k|^power p(k) = c + sum over k >= 0 of u(k) (p(k + 1) - a p(k) + p(-k - 1) - a p(-k)) >= c.

Counts have no end here. Then noise that is another one for each count is no better against the worst count: the mean of its laws over
the counts below N keeps (1) as N grows. And to publish other than whole numbers is no help for the absolute error: to round z up or
down at random, so that its mean stays, changes no |z - n|.

Writes `q,neighbours,absolute,squared,root,claimed` to stdout; fractions, but for the root of `squared` and for what is claimed.
"""

import math
from fractions import Fraction

from optimality import Q

BOTH, FALLING = "either way", "falling"


def least(q, neighbours, power):
    """The least mean of |noise|^power. One-sided noise is moved by its median or its mean, which may be no whole number."""
    a = 1 / q
    if neighbours == BOTH:
        return 2 * a / (1 - a * a) if power == 1 else 2 * a / (1 - a) ** 2
    if power == 2:
        return a / (1 - a) ** 2
    moved = 0
    while 1 - a ** (moved + 1) < Fraction(1, 2):
        moved += 1
    return moved - a / (1 - a) + 2 * a ** (moved + 1) / (1 - a)


def multiplier(q, power, k):
    """u(k), the sum over i >= 0 of a^i ((k + 1 + i)^power - c)."""
    a, c = 1 / q, least(q, BOTH, power)
    zeroth, first, second = 1 / (1 - a), a / (1 - a) ** 2, a * (1 + a) / (1 - a) ** 3
    return (k + 1) * zeroth + first - c * zeroth if power == 1 else (k + 1) ** 2 * zeroth + 2 * (k + 1) * first + second - c * zeroth


def claimed(q, neighbours):
    return math.sqrt(2) / math.log(q) / (1 if neighbours == BOTH else 2)


def main():
    print("q,neighbours,absolute,squared,root,claimed")
    for q in Q:
        for neighbours in (BOTH, FALLING):
            squared = least(q, neighbours, 2)
            print(f"{q},{neighbours},{least(q, neighbours, 1)},{squared},{math.sqrt(squared):.4f},{claimed(q, neighbours):.4f}")


if __name__ == "__main__":
    main()
