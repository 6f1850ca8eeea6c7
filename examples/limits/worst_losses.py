#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How much do the utility-optimised mechanisms lose at worst? Usage: worst_losses.py

Murakami and Kawamoto estimate the share p(x) of a value from the share f of reports that tell of it, as (f - other) / (own - other): it tells
of x with probability `own` where x is the value, and `other` where it is not. So n times the variance is m (1 - m) / (own - other)^2, where
m = other + (own - other) p(x), and the expected squared loss is the sum of that over all values (Propositions 15 and 18). For many reports errors are
normal, and the l_1 loss is sqrt(2 / pi n) times the sum of the roots (Propositions 4 and 7).

Each term is concave in p(x), and the same for all sensitive values and for all others. So a worst distribution gives each sensitive value the same
share, and each other one: what is looked for is w, the share of all sensitive ones together, and the squared loss is a quadratic
polynomial in w, whose maximum is a fraction (Propositions 16, 17 and 19; Propositions 5, 6 and 8 say that the l_1 loss is largest there, too).

Writes `mechanism,q,sensitive,others,w,squared,l1` to stdout: q = exp(eps), n times the squared loss, and sqrt(n) times the l_1 loss,
rounded, at w.
"""

import math
from fractions import Fraction

ROOTS = [Fraction(11, 10), Fraction(2), Fraction(4), Fraction(9)]  # of q, which uRAP needs
SIZES = [(15, 610), (5, 3)]  # sensitive values and others: those of Manhattan in ../local_survey, and a case with few others


def urr(root, sensitive):
    """(own, other) of a sensitive value and of another one."""
    everything = sensitive + root**2 - 1
    return (root**2 / everything, 1 / everything), ((root**2 - 1) / everything, Fraction(0))


def urap(root, _):
    return (root / (root + 1), 1 / (root + 1)), (1 - 1 / root, Fraction(0))


MECHANISMS = {"uRR": urr, "uRAP": urap}


def variance(own, other, share):
    """n times it, of one value with this share."""
    told = other + (own - other) * share
    return told * (1 - told) / (own - other) ** 2


def squared(laws, sizes, w):
    """n times the expected squared loss where all sensitive values have the share w together."""
    return sum(number * variance(*law, part / number) for law, number, part in zip(laws, sizes, (w, 1 - w)))


def l1(laws, sizes, w):
    """sqrt(n) times the expected l_1 loss, for many reports."""
    return math.sqrt(2 / math.pi) * sum(
        number * math.sqrt(variance(*law, part / number)) for law, number, part in zip(laws, sizes, (w, 1 - w)))


def worst(laws, sizes):
    """The w where the squared loss is largest: the top of the parabola through three points, or an end."""
    low, middle, high = (squared(laws, sizes, Fraction(half, 2)) for half in range(3))
    bend = 2 * (low - 2 * middle + high)
    return min(max((3 * low - 4 * middle + high) / (2 * bend), Fraction(0)), Fraction(1))


def main():
    print("mechanism,q,sensitive,others,w,squared,l1")
    for sizes in SIZES:
        for name, law in MECHANISMS.items():
            for root in ROOTS:
                laws = law(root, sizes[0])
                w = worst(laws, sizes)
                print(f"{name},{root**2},{sizes[0]},{sizes[1]},{w},{squared(laws, sizes, w)},{l1(laws, sizes, w):.5f}")


if __name__ == "__main__":
    main()
