#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Is the asymmetric geometric mechanism the best one? An exact linear program says where it is. Usage: optimality.py [ANSWERS]

The answers of a counting query are 0 .. ANSWERS (12 unless told), neighbours make them fall by 1, and each is as likely as any other. A
mechanism is a table p[n][z], the probability that z is published where the answer is n. Among all tables that keep

    p[n][z] <= q * p[n - 1][z]        for q = exp(eps), every z and n >= 1

and whose rows add up to 1, z3 finds one with the least mean absolute error, in fractions; that the error is the one of a table that
keeps them, and that none is less, is asked of z3 as two questions of their own. Beside it stand the errors of the asymmetric geometric mechanism
("Asymmetric Differential Privacy", Definition VIII.1 of the conference text), cut off at ANSWERS, and of the same mechanism with a
constant taken off its result, which costs no privacy. Values are published inside of the range: to clamp is free, and no loss.

Writes `q,least,mechanism,moved,by`, fractions, to stdout.
"""

import re
import subprocess
import sys
from fractions import Fraction

Q = [Fraction(5, 4), Fraction(3, 2), Fraction(7, 4), Fraction(2), Fraction(5, 2), Fraction(3)]


def asymmetric_geometric(q, answers, moved=0):
    """The table of max(0, min(answers, n + noise - moved)); the noise is k with probability (1 - 1/q) / q^k."""
    table = []
    for n in range(answers + 1):
        row = [Fraction(0)] * (answers + 1)
        noise, left = 0, Fraction(1)
        while n + noise - moved < answers:
            row[max(0, n + noise - moved)] += left * (1 - 1 / q)
            noise, left = noise + 1, left / q
        row[answers] += left
        table.append(row)
    return table


def is_private(table, q):
    return all(sum(row) == 1 and min(row) >= 0 for row in table) and all(
        high <= q * low for before, row in zip(table, table[1:]) for low, high in zip(before, row))


def error(table):
    """The mean of |z - n| where all answers are equally likely."""
    return sum(p * abs(z - n) for n, row in enumerate(table) for z, p in enumerate(row)) / len(table)


def written(value):
    return f"(/ {value.numerator} {value.denominator})"


def conditions(q, answers):
    """What a table has to keep, and its error `e`, as SMT-LIB; p[n][z] is called p_n_z."""
    places = range(answers + 1)
    lines = [f"(declare-const p_{n}_{z} Real)(assert (>= p_{n}_{z} 0))" for n in places for z in places]
    lines += [f"(assert (= 1 (+ {' '.join(f'p_{n}_{z}' for z in places)})))" for n in places]
    lines += [f"(assert (<= p_{n}_{z} (* {written(q)} p_{n - 1}_{z})))" for n in places[1:] for z in places]
    terms = " ".join(f"(* {abs(z - n)} p_{n}_{z})" for n in places for z in places)
    return "\n".join(lines) + f"\n(declare-const e Real)(assert (= e (/ (+ {terms}) {answers + 1})))\n"


def z3(script):
    return subprocess.run(["z3", "-in"], input=script, capture_output=True, text=True, check=True).stdout


def least_error(stated):
    """The least error `e` of all tables that are so; an exception unless z3 says again, twice, that it is."""
    found = re.search(r"\(e \(?(?:/ )?([\d.]+)(?: ([\d.]+))?\)", z3(stated + "(minimize e)(check-sat)(get-objectives)"))
    if found is None:
        raise RuntimeError("z3 found no least error")
    least = Fraction(found[1]) / Fraction(found[2] or 1)
    for question, expected in ((f"(assert (= e {written(least)}))", "sat"), (f"(assert (< e {written(least)}))", "unsat")):
        if z3(stated + question + "(check-sat)").strip() != expected:
            raise RuntimeError(f"z3 contradicts itself about {least}")
    return least


def rows(answers):
    """(q, the least error, that of the mechanism, that of the mechanism moved by the best constant, the constant)."""
    for q in Q:
        tables = {moved: asymmetric_geometric(q, answers, moved) for moved in range(answers)}
        assert all(is_private(table, q) for table in tables.values())
        by = min(tables, key=lambda moved: (error(tables[moved]), moved))
        yield q, least_error(conditions(q, answers)), error(tables[0]), error(tables[by]), by


def main():
    answers = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    print("q,least,mechanism,moved,by")
    for row in rows(answers):
        print(",".join(map(str, row)))


if __name__ == "__main__":
    main()
