#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The closed forms of this folder agree with sums and with draws. Usage: check.py PLUMB"""

import math
import random
import sys

import optimality
import safe_places
import subsampling
import turned


def binomial(count, p):
    return [math.comb(count, k) * p**k * (1 - p) ** (count - k) for k in range(count + 1)]


def complaints(plumb):
    for q, least, mechanism, moved, by in optimality.rows(5):
        if not least <= moved <= mechanism or (least == mechanism) != (q >= 2) or (q >= 2 and by != 0):
            yield f"optimality at q = {q}: {least}, {moved}, {mechanism}, {by}"
    for q in optimality.Q:
        if turned.least_delta(optimality.asymmetric_geometric(q, 6), q) != 1 - 1 / q:
            yield f"the other direction at q = {q}"

    for eps in subsampling.EPS:
        p, mean = subsampling.kept(eps), subsampling.noise_mean(eps)
        for count in (0, 1, 7):
            masses = binomial(count, p)
            # The second moment of exponential noise is twice the square of its mean.
            first = sum(mass * (k + mean) for k, mass in enumerate(masses))
            second = sum(mass * (k * k + 2 * k * mean + 2 * mean**2) for k, mass in enumerate(masses))
            if abs((first - mean) / p - count) > 1e-9 or abs((second - first**2) / p**2 - subsampling.variance(eps, count)) > 1e-6:
                yield f"subsampling at eps = {eps}, count = {count}"
        count = subsampling.largest_count(eps)
        if abs(subsampling.variance(eps, count) - subsampling.laplace_variance(eps)) > 1e-9 * subsampling.laplace_variance(eps):
            yield f"the largest count at eps = {eps}"
        # eps-privacy of (3): kept records amplify what the noise gives, and hide a removal (Theorems 5 and 6).
        if math.log1p(p * math.expm1(1 / mean)) > eps + 1e-12 or -math.log1p(-p) > eps + 1e-12:
            yield f"(3) is not private at eps = {eps}"

    draws = random.Random(5)
    for gap, eps in ((1, 0.5), (3, 1.0)):
        told = sum(draws.expovariate(eps) < gap for _ in range(40_000)) / 40_000
        if abs(told - safe_places.asymmetric(eps)(gap)) > 0.01:
            yield f"a gap of {gap} at eps = {eps}: {told}"
    runs = 20_000
    for told in (0.5, 0.8):
        rights = []
        for _ in range(runs):
            right = stops = 0
            for _ in range(safe_places.PLACES):
                if stops == safe_places.STOPS:
                    break
                if draws.random() < told:
                    right += 1
                else:
                    stops += 1
            rights.append(right)
        for wanted in (2, 10, 30):
            if abs(sum(right >= wanted for right in rights) / runs - safe_places.at_least(told, wanted)) > 0.015:
                yield f"at least {wanted} right answers at {told}"
    for figure in ("eps", "threshold", "delta"):
        best = {}
        for series, x, y in safe_places.rows(plumb, figure):
            best.setdefault(x, []).append(y)
        if not all(asymmetric > approximate > pure == 0 for asymmetric, approximate, pure in best.values()):
            yield f"the order of the notions over {figure}"


def main():
    found = list(complaints(sys.argv[1]))
    print("\n".join(found) or "limits: the closed forms agree")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
