#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `plumb bounds FILE --users N` says of estimates, against all reports of a few users, in exact fractions.

    channel_losses.py PLUMB EXAMPLES [--seed N]

Tables are made at random, and the mechanisms of Murakami and Kawamoto are written down here once more. Of each the empirical estimate is
computed for every sequence of reports of N users.
"""

import argparse
import decimal
import itertools
import json
import random
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

decimal.getcontext().prec = 60


def power_of_e(exponent):
    return Fraction((decimal.Decimal(exponent.numerator) / exponent.denominator).exp())


def inverse(rows):
    """By minors; None if there is none."""
    def det(matrix):
        return sum((-1) ** j * entry * det([row[:j] + row[j + 1:] for row in matrix[1:]])
                   for j, entry in enumerate(matrix[0])) if matrix else Fraction(1)

    size = range(len(rows))
    whole = det(rows)
    return whole and [[(-1) ** (i + j) * det([row[:i] + row[i + 1:] for k, row in enumerate(rows) if k != j]) / whole for j in size]
                      for i in size]


def symbols(rows):
    """For each output what it has as its probability under each input, and what it adds to the estimate of each."""
    weights = inverse(rows)
    return weights and [([row[y] for row in rows], weights[y]) for y in range(len(rows))]


def bits(own, other):
    """The same where the output is a bit for each input."""
    size = range(len(own))
    outputs = []
    for word in itertools.product((0, 1), repeat=len(own)):
        laws = []
        for x in size:
            law = Fraction(1)
            for j in size:
                one = own[j] if j == x else other[j]
                law *= one if word[j] else 1 - one
            laws.append(law)
        outputs.append((laws, [(word[j] - other[j]) / (own[j] - other[j]) for j in size]))
    return outputs


def expected(outputs, shares, users):
    """E l2^2 and E l1 over all that the users may report."""
    laws = [sum(p * q for p, q in zip(shares, law)) for law, _ in outputs]
    squared = absolute = Fraction(0)
    for reports in itertools.combinations_with_replacement([y for y, law in enumerate(laws) if law], users):
        weight, ways, left = Fraction(1), 1, users
        for y in set(reports):
            count = reports.count(y)
            weight *= laws[y] ** count
            for i in range(count):
                ways = ways * (left - i) // (i + 1)
            left -= count
        misses = [sum(outputs[y][1][x] for y in reports) / users - p for x, p in enumerate(shares)]
        squared += weight * ways * sum(miss * miss for miss in misses)
        absolute += weight * ways * sum(abs(miss) for miss in misses)
    return squared, absolute


class Run:
    def __init__(self, plumb):
        self.plumb, self.compared = plumb, 0

    def rows(self, words):
        made = subprocess.run([self.plumb, "bounds", *words, "--format", "json"], capture_output=True, text=True)
        if made.returncode:
            sys.exit(f"{words}: exit code {made.returncode}\n{made.stderr}")
        return [{"row": row["row"], "shares": row["shares"],
                 **{name: tuple(map(Fraction, (row[name]["lower"], row[name]["upper"]))) for name in ("l2Squared", "l1AtMost", "l1OfMany")}}
                for row in json.loads(made.stdout)["losses"][0]["rows"]]

    def compare(self, words, outputs, sizes, users):
        """\\p sizes: of the classes, by name, in the order of the inputs."""
        rows = self.rows([*words, "--users", str(users)])

        def spread(shares):
            return [Fraction(shares[name]) / size for name, size in sizes.items() for _ in range(size)]

        def agree(condition, what):
            self.compared += 1
            if not condition:
                sys.exit(f"{words}, {users} users: {what}\n{rows}")

        for row in rows:
            squared, absolute = expected(outputs, spread(row["shares"]), users)
            # What stands in for a power of e is a fraction.
            slack = squared / 10**40
            low, high = row["l2Squared"]
            agree(low <= squared + slack, f"l2^2 is {float(squared)} at {row['shares']}")
            agree(squared <= high + slack, f"l2^2 is {float(squared)} at {row['shares']}")
            agree(absolute <= row["l1AtMost"][1] + slack, f"l1 is {float(absolute)} at {row['shares']}")
            agree(high - low <= high / 10**9, "the worst is not found")
            agree(row["l1AtMost"][1] - row["l1AtMost"][0] <= row["l1AtMost"][1] / 10**6, "the worst is not found")
        worst = {row["row"]: row for row in rows}
        for parts in itertools.product(range(5), repeat=len(sizes)):
            if sum(parts) == 4:
                squared, absolute = expected(outputs, spread({name: Fraction(part, 4) for name, part in zip(sizes, parts)}), users)
                agree(squared <= worst["worst l2^2"]["l2Squared"][1] * (1 + Fraction(1, 10**40)), f"{parts} is worse in l2^2")
                agree(absolute <= worst["worst l1"]["l1AtMost"][1], f"{parts} is worse in l1")


def tables(run, numbers, folder):
    for case in range(8):
        size = 2 + case % 2
        outputs = None
        while not outputs:
            entries = [[numbers.randint(0, 4) + (4 if x == y else 0) for y in range(size)] for x in range(size)]
            rows = [[Fraction(entry, sum(row)) for entry in row] for row in entries]
            outputs = symbols(rows)
        names = "abc"[:size]
        path = folder / f"table{case}.csv"
        path.write_text("x," + ",".join(names) + "\n" +
                        "".join(f"{name}," + ",".join(map(str, row)) + "\n" for name, row in zip(names, rows)))
        shares = [numbers.randint(0, 5) for _ in names]
        shares[0] += 1
        words = ["--shares", ",".join(f"{name}={Fraction(share, sum(shares))}" for name, share in zip(names, shares))]
        run.compare([str(path), *words], outputs, dict.fromkeys(names, 1), 1 + case % 3)


def mechanisms(run, examples):
    def of(name, shares, **values):
        return [str(examples / f"{name}.plumb"), *(word for item in values.items() for word in ("--let", "=".join(map(str, item)))),
                "--shares", shares]

    for eps in (Fraction(1, 2), Fraction(2)):
        power, root = power_of_e(eps), power_of_e(eps / 2)
        total = 2 + power - 1
        urr = [[(power if x == y else 1) / total if y < 2 else Fraction(0) for y in range(4)] for x in range(2)]
        urr += [[1 / total] * 2 + [(power - 1) / total if x == y else Fraction(0) for y in (2, 3)] for x in (2, 3)]
        run.compare(of("urr", "S=1/3,N=2/3", eps=eps, s=2, n=2), symbols(urr), {"S": 2, "N": 2}, 2)
        krr = [[(power if x == y else 1) / (2 + power) for y in range(3)] for x in range(3)]
        run.compare(of("krr", "X=1", eps=eps, k=3), symbols(krr), {"X": 3}, 3)
        kept, told = root / (root + 1), 1 / (root + 1)
        run.compare(of("rappor", "X=1", eps=eps, k=3), bits([kept] * 3, [told] * 3), {"X": 3}, 2)
        run.compare(of("pum_urap", "S=1/6,B=1/3,N=1/2", eps=eps, s=1, p=1, n=1, k=1),
                    bits([kept, 1 - 1 / root, kept], [told, Fraction(0), told]), {"S": 1, "N": 1, "B": 1}, 2)
    p = Fraction(1, 4)
    run.compare(of("mangat", "yes=1/5,no=4/5", p=p), symbols([[Fraction(1), Fraction(0)], [p, 1 - p]]), {"yes": 1, "no": 1}, 3)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("plumb")
    parser.add_argument("examples", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    run = Run(args.plumb)
    with tempfile.TemporaryDirectory() as folder:
        tables(run, random.Random(args.seed), Path(folder))
    mechanisms(run, args.examples)
    print(f"{run.compared} comparisons")


if __name__ == "__main__":
    main()
