#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A guarantee that points one way says something about the other way, with a delta. Usage: turned.py

If Pr[M(D) in T] <= q Pr[M(D') in T] for every T, with q = exp(eps), then, for what is not in T,

    Pr[M(D') in T] <= Pr[M(D) in T] / q + 1 - 1/q

(the post on one-sided differential privacy of differentialprivacy.org, behind Definition 2). Writes `q,least,promised` to stdout: the least delta
with which the asymmetric geometric mechanism keeps the second line on the answers 0 .. 8, a sum over its table, and 1 - 1/q.
"""

from optimality import Q, asymmetric_geometric

ANSWERS = 8


def least_delta(table, q):
    """The largest Pr[M(D') in T] - Pr[M(D) in T] / q; D' is one answer below D, and T the best set for it."""
    return max(sum(max(0, after - before / q) for after, before in zip(low, high)) for low, high in zip(table, table[1:]))


def main():
    print("q,least,promised")
    for q in Q:
        print(f"{q},{least_delta(asymmetric_geometric(q, ANSWERS), q)},{1 - 1 / q}")


if __name__ == "__main__":
    main()
