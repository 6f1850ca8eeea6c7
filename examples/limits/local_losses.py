#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How small can the loss of a local mechanism be? Usage: local_losses.py

Murakami and Kawamoto (Section 3.2) quote lower bounds of the order s / (n eps^2) for the squared loss and s / sqrt(n eps^2) for l_1, where s
values are sensitive and n users report. This is such a bound with its constant, for estimates that are right on average, where all sensitive
values are equally likely. Then outputs are protected ones, and what matters is the part of the table Q(y|x) with sensitive x.

Let m(y) be the mean of Q(y|x) over x, and r = Q(y|x) / m(y). One report has the Fisher information

    tr I = sum over y of m(y) sum over x of (r - 1)^2

about the s shares, whose sum is known. By Cramer, Rao and Cauchy the squared loss is at least (s - 1)^2 / (n tr I). Of each y, privacy
says that the values r are within a factor of q = exp(eps) of each other, and their mean is 1. The variance of such values over the square of
their mean has no maximum between the ends of one of them, so it is largest where j of them are q times the others, for some j. So

    tr I <= s max over j of f (1 - f) (q - 1)^2 / (1 + f (q - 1))^2,  f = j / s.

A mechanism that answers with j values, all sets of j equally likely but for those with the true one, which are q times as likely, has this
information, the same in every direction, and reaches the bound: it is the least loss. (Errors that are normal, as they are for many
reports, have l_1 loss at least sqrt(2 / pi) (s - 1) / sqrt(n tr I / s), in the same way.)

Writes `q,s,least,urap,urr,urap/least,urr/least,order` to stdout: n times the squared loss, fractions; then quotients, and
least * eps^2 / s, rounded.
"""

import math
from fractions import Fraction

ROOTS = [Fraction(101, 100), Fraction(11, 10), Fraction(3, 2), Fraction(2), Fraction(4)]  # of q, which uRAP needs
SENSITIVE = [10, 100]


def chosen(q, s):
    """The j that tells most."""
    spread = lambda j: Fraction(j, s) * (1 - Fraction(j, s)) * (q - 1) ** 2 / (1 + Fraction(j, s) * (q - 1)) ** 2
    return max((spread(j), -j) for j in range(1, s))


def least(q, s):
    return (s - 1) ** 2 / (s * chosen(q, s)[0])


def urr(q, s):
    """Utility-optimised randomised response: each answer has the share 1/s."""
    return (1 - Fraction(1, s)) * (s + q - 1) ** 2 / (q - 1) ** 2


def urap(root, s):
    """Utility-optimised RAPPOR: each bit of a sensitive value is the true one with probability theta."""
    theta = root / (root + 1)
    one = theta / s + (1 - theta) * (1 - Fraction(1, s))
    return s * one * (1 - one) / (2 * theta - 1) ** 2


def main():
    print("q,s,least,urap,urr,urap/least,urr/least,order")
    for root in ROOTS:
        for s in SENSITIVE:
            q = root**2
            best, bits, response = least(q, s), urap(root, s), urr(q, s)
            print(f"{q},{s},{best},{bits},{response},{float(bits / best):.4f},{float(response / best):.4f},"
                  f"{float(best) * math.log(q)**2 / s:.4f}")


if __name__ == "__main__":
    main()
