#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The closed forms of this folder agree with sums and with draws. Usage: check.py PLUMB"""

import itertools
import math
import random
import sys
from fractions import Fraction

import local_losses
import one_answer
import optimality
import safe_places
import several_reports
import subsampling
import turned
import worst_losses


def binomial(count, p):
    return [math.comb(count, k) * p**k * (1 - p) ** (count - k) for k in range(count + 1)]


def worst_in_range(q, neighbours, answers):
    """The least worst error of a table on the counts 0 .. answers, whatever its noise: a linear program."""
    places = range(answers + 1)
    lines = [f"(declare-const p_{n}_{z} Real)(assert (>= p_{n}_{z} 0))" for n in places for z in places]
    lines += [f"(assert (= 1 (+ {' '.join(f'p_{n}_{z}' for z in places)})))" for n in places]
    steps = [(n, n - 1) for n in places[1:]] + [(n - 1, n) for n in places[1:] if neighbours == one_answer.BOTH]
    lines += [f"(assert (<= p_{n}_{z} (* {optimality.written(q)} p_{other}_{z})))" for n, other in steps for z in places]
    lines.append("(declare-const e Real)")
    lines += [f"(assert (>= e (+ {' '.join(f'(* {abs(z - n)} p_{n}_{z})' for z in places)})))" for n in places]
    return optimality.least_error("\n".join(lines) + "\n")


def one_answer_complaints():
    both, falling = one_answer.BOTH, one_answer.FALLING
    for q in optimality.Q:
        a = 1 / q
        for power in (1, 2):
            # The proof of one_answer.py, power by power of k: both sides are polynomials of degree 2 at most.
            u = [one_answer.multiplier(q, power, k) for k in range(5)]
            if min(u) < 0 or one_answer.least(q, both, power) != 2 * a * u[0] or any(
                    one_answer.least(q, both, power) + u[k - 1] - a * u[k] != k**power for k in range(1, 5)):
                yield f"no proof of the least error at q = {q}, power {power}"
            # And that it is reached, by sums over the geometric laws.
            one_sided = [float((1 - a) * a**k) for k in range(400)]
            two_sided = sum(float((1 - a) / (1 + a) * a ** abs(k)) * abs(k) ** power for k in range(-400, 401))
            moves = [sum(p * abs(k - by) ** power for k, p in enumerate(one_sided)) for by in (range(12) if power == 1 else [float(a / (1 - a))])]
            for found, neighbours in ((two_sided, both), (min(moves), falling)):
                if abs(found - one_answer.least(q, neighbours, power)) > 1e-9:
                    yield f"the least error is not reached at q = {q}, {neighbours}, power {power}: {found}"
        # What the page says of the paper's sentences.
        root = math.sqrt(one_answer.least(q, falling, 2))
        if one_answer.least(q, both, 2) != 2 * one_answer.least(q, falling, 2) or root <= one_answer.claimed(q, falling):
            yield f"half of the squared error at q = {q}"
        if any(one_answer.least(q, neighbours, 1) >= one_answer.claimed(q, neighbours) for neighbours in (both, falling)) or math.sqrt(
                one_answer.least(q, both, 2)) >= one_answer.claimed(q, both):
            yield f"the claimed bounds hold at q = {q}"
    for neighbours in (both, falling):
        small, large = (worst_in_range(optimality.Q[3], neighbours, answers) for answers in (2, 4))
        if not small < large < one_answer.least(optimality.Q[3], neighbours, 1):
            yield f"in a range, {neighbours}: {small}, {large}"


def information(rows):
    """The Fisher matrix about the shares of the values, where all are equally likely, from a table with one row for each of them."""
    size = len(rows)
    columns = [column for column in zip(*rows) if any(column)]
    return [[sum(column[x] * column[other] * size / sum(column) for column in columns) for other in range(size)] for x in range(size)]


def spread(rows):
    """The trace of the matrix on differences of shares."""
    matrix = information(rows)
    return sum(matrix[x][x] for x in range(len(rows))) - Fraction(sum(map(sum, matrix)), len(rows))


def answering_with_sets(q, s, j):
    """The rows of the mechanism that answers with j values."""
    chances = [[q if x in values else Fraction(1) for values in itertools.combinations(range(s), j)] for x in range(s)]
    return [[chance / sum(row) for chance in row] for row in chances]


def local_losses_complaints():
    draws = random.Random(7)
    for q, s in ((Fraction(9, 4), 5), (Fraction(4), 6), (Fraction(25), 4)):
        root, least = Fraction(math.isqrt(q.numerator), math.isqrt(q.denominator)), local_losses.least(q, s)
        reached = [answering_with_sets(q, s, j) for j in range(1, s)]
        if min((s - 1) ** 2 / spread(rows) for rows in reached) != least:
            yield f"no mechanism reaches the least loss at q = {q}, s = {s}"
        for rows in reached:
            matrix = information(rows)
            if len({matrix[x][other] for x in range(s) for other in range(x)}) != 1 or len({matrix[x][x] for x in range(s)}) != 1:
                yield f"not the same in every direction: q = {q}, s = {s}"
        # Columns within a factor of q; a last one, of much larger entries, gives all rows one sum.
        for _ in range(20):
            width = draws.choice((3, 8))
            rows = [[1 + (q - 1) * Fraction(draws.randrange(5), 4) for _ in range(width)] for _ in range(s)]
            rows = [row + [3 * q * width - sum(row)] for row in rows]
            if any(max(column) > q * min(column) for column in zip(*rows)):
                yield "a table of this check is not private"
            if (s - 1) ** 2 / spread([[entry / sum(row) for entry in row] for row in rows]) < least:
                yield f"a table has less than the least loss at q = {q}, s = {s}"
        # The closed forms: of uRAP as in Proposition 18, where all of the shares are those of sensitive values; of uRR from its variance.
        proposition = 1 + ((s + 1) * root - 1) / (root - 1) ** 2 - 1 / (root - 1) - Fraction(1, s)
        response = [[(q if x == y else 1) / (s + q - 1) for y in range(s)] for x in range(s)]
        if local_losses.urap(root, s) != proposition or local_losses.urr(q, s) != (s - 1) ** 2 / spread(response):
            yield f"a closed form at q = {q}, s = {s}"
        if not least <= min(local_losses.urap(root, s), local_losses.urr(q, s)):
            yield f"less than the least loss at q = {q}, s = {s}"


def printed_worst(name, q, s, others):
    """Propositions 16, 17 and 19: (w, n times the squared loss, whether it is said of the l_1 loss, too), or nothing where none is about this."""
    root = Fraction(math.isqrt(q.numerator), math.isqrt(q.denominator))
    if name == "uRR" and q >= others + 1:
        return s * (1 - others / (q - 1)) / (s + others), ((s + q - 1) / (q - 1)) ** 2 * (1 - Fraction(1, s + others)), True
    if name == "uRR":
        return Fraction(0), s * (s + 2 * q - 3) / (q - 1) ** 2 + 1 - Fraction(1, others), s <= others
    if root < Fraction(others, 2) + 1:
        return Fraction(0), 1 + ((s + 1) * root - 1) / (root - 1) ** 2 - Fraction(1, others), s <= others
    return None


def worst_losses_complaints():
    roots = [Fraction(101, 100), Fraction(5, 4), Fraction(2), Fraction(3), Fraction(7)]
    for (name, law), s, others, root in itertools.product(worst_losses.MECHANISMS.items(), (1, 2, 5, 8), (1, 3, 7), roots):
        laws, sizes = law(root, s), (s, others)
        w = worst_losses.worst(laws, sizes)
        loss = worst_losses.squared(laws, sizes, w)
        if any(worst_losses.squared(laws, sizes, Fraction(part, 10)) > loss for part in range(11)):
            yield f"{name}, {sizes}, q = {root**2}: {w} is not the worst"
        if printed := printed_worst(name, root**2, s, others):
            if (w, loss) != printed[:2]:
                yield f"{name}, {sizes}, q = {root**2}: {w}, {loss}, but printed is {printed}"
            if printed[2] and max(worst_losses.l1(laws, sizes, part / 40) for part in range(41)) > worst_losses.l1(laws, sizes, float(w)) + 1e-9:
                yield f"{name}, {sizes}, q = {root**2}: the l_1 loss is larger elsewhere"
        whole = local_losses.urr(root**2, s) if name == "uRR" else local_losses.urap(root, s)
        if worst_losses.squared(laws, sizes, Fraction(1)) != whole:
            yield f"{name}, {sizes}, q = {root**2}: not the loss among sensitive values"


def several_reports_complaints(plumb):
    for t, q, same, values, one_sided, loss in several_reports.rows(plumb):
        words = several_reports.together(q, ["".join(word) for word in itertools.product("abc", repeat=t)], t)
        ratios = [row[word] / other[word] for name, row in words.items() if "c" not in name
                  for other in words.values() for word in row if row[word]]
        if any(sum(row.values()) != 1 for row in words.values()) or max(ratios) != q**t:
            yield f"{t} reports give away {max(ratios)}"
        told_by = [sum(1 for row in words.values() if row[word]) for word in words if "c" in word]
        if (same, one_sided, values) != (str(q**t), str(q**t), "none" if max(told_by) > 1 else str(q**t)):
            yield f"{t} reports: {same}, {values}, {one_sided}"
        if loss * t != local_losses.least(q, 10):
            yield f"the loss of {t} reports: {loss}"


def complaints(plumb):
    yield from several_reports_complaints(plumb)
    yield from one_answer_complaints()
    yield from local_losses_complaints()
    yield from worst_losses_complaints()
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
        # Behind STOPS misses of a coin there are told / (1 - told) hits for each, if there are places enough.
        if abs(sum(rights) / runs - safe_places.mean_right(told)) > 0.2:
            yield f"the mean of right answers at {told}"
    if abs(safe_places.mean_right(0.2) - safe_places.STOPS * 0.2 / 0.8) > 1e-6:
        yield "the mean of right answers where nearly all runs end before the last place"
    for figure in ("right_eps", "right_threshold"):
        curves = {}
        for series, _, y in safe_places.rows(plumb, figure):
            curves.setdefault(series, []).append(y)
        if len(curves) != 3 or not all(curve == sorted(curve) and 0 < curve[0] < curve[-1] < safe_places.PLACES for curve in curves.values()):
            yield f"the curves of {figure}"
    for figure in ("eps", "threshold", "delta", "alpha"):
        best = {}
        for series, x, y in safe_places.rows(plumb, figure):
            best.setdefault(x, []).append(y)
        if not all(asymmetric > approximate > pure and (pure > 0) == (figure == "alpha") for asymmetric, approximate, pure in best.values()):
            yield f"the order of the notions over {figure}"
    # Each step of a relation in both directions takes a probability to at most e^eps times itself, and what it lacks of 1 to no less than e^-eps times that.
    for alpha in (Fraction(1, 1000), Fraction(1, 10)):
        told, most = float(alpha), safe_places.at_most(plumb, ["dp"], 1, alpha, 8)
        for k in range(1, 9):
            told = min(math.e * told, 1 - (1 - told) / math.e)
            if abs(told - most(k)) > 1e-9:
                yield f"{k} steps with alpha = {alpha}: {told}, but {most(k)}"


def main():
    found = list(complaints(sys.argv[1]))
    print("\n".join(found) or "limits: the closed forms agree")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
