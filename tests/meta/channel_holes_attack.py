#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Budgets that tables in numbers leave open, held against the definitions in exact fractions.

    channel_holes_attack.py PLUMB [--seed N] [--channels N]

What is found has to be the largest of all ratios, and nothing may be found where there is none. Written by hand, the
same budget is proved, and one whose power of e is smaller by a thousandth is not; what `plumb fill` writes is proved,
and leaves nothing open. Then probabilities: several answers of which none is better than the others, and a notion
that no table meets but one that tells nothing.
"""

import argparse
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
from fractions import Fraction as F

NOTIONS = {"ldp": "ldp({})", "osldp": "osldp(A, {})"}


def random_table(generator, names):
    rows = {}
    for x in names:
        weights = [0 if generator.random() < 0.08 else generator.randint(1, 6) for _ in names]
        weights[0] += not sum(weights)
        rows[x] = {y: F(weight, sum(weights)) for y, weight in zip(names, weights)}
    return rows


def least_power(rows, kind):
    """e to the power of the least budget; None if no budget is enough."""
    power = F(1)
    for x in rows:
        if kind == "osldp" and x != "A":
            continue
        for other in rows:
            for y in rows:
                if rows[x][y] > 0 and rows[other][y] == 0:
                    return None
                if rows[other][y] > 0:
                    power = max(power, rows[x][y] / rows[other][y])
    return power


def text(name, rows, kind, budget):
    classes = " | ".join(rows)
    lines = [f"  x in {x}, y in {y} -> {p}" for x, row in rows.items() for y, p in row.items()]
    return "\n".join([f"channel {name}()", f"  from {classes} to {classes}", f"  guarantees {NOTIONS[kind].format(budget)}",
                      "{", *lines, "}", ""])


def power_of(budget):
    """1 for "0", and 3/2 for "ln(3 / 2)"."""
    return F(1) if budget == "0" else F(re.fullmatch(r"ln\((.*)\)", budget).group(1).replace(" ", ""))


class Plumb:
    def __init__(self, binary, folder):
        self.binary, self.folder = binary, folder

    def file(self, program):
        path = self.folder / "program.plumb"
        path.write_text(program)
        return path

    def check(self, program):
        run = subprocess.run([self.binary, "check", "--format", "json", self.file(program)], capture_output=True, text=True)
        if run.returncode not in (0, 3, 4):
            sys.exit(f"exit {run.returncode}\n{run.stderr}\n{program}")
        return {each["channel"]: each for each in json.loads(run.stdout)["channels"]}

    def fill(self, program):
        return subprocess.run([self.binary, "fill", self.file(program)], capture_output=True, text=True).stdout


def is_proved(result):
    return result["verdict"].startswith("proved")


def budgets(plumb, generator, count):
    wrong, found_count, none_count = [], 0, 0
    cases = {}
    for number in range(count):
        kind = generator.choice(sorted(NOTIONS))
        cases[f"c{number}"] = (random_table(generator, "ABC"[:generator.choice([2, 3])]), kind)
    program = "".join(text(name, rows, kind, "?") for name, (rows, kind) in cases.items())
    open_ones = plumb.check(program)
    written = ""
    for name, (rows, kind) in cases.items():
        truth, found = least_power(rows, kind), open_ones[name].get("found")
        told = power_of(found[0].removeprefix("guarantees " + NOTIONS[kind].split("{")[0])[:-1]) if found else None
        if told != truth or is_proved(open_ones[name]) != (truth is not None):
            wrong.append(f"{name}: {told} was found, and {truth} is least\n" + text(name, rows, kind, "?"))
        found_count, none_count = found_count + (truth is not None), none_count + (truth is None)
        if truth is not None:
            written += text(name + "_enough", rows, kind, f"ln({truth})")
            written += text(name + "_less", rows, kind, f"ln({truth * F(999, 1000)})")
    for name, result in plumb.check(written).items():
        if is_proved(result) != name.endswith("_enough"):
            wrong.append(f"{name}: {result['verdict']}")
    filled = plumb.fill(program)
    again = plumb.check(filled)
    wrong += [f"{name}: filled, and {again[name]['verdict']}" for name in cases if is_proved(again[name]) != is_proved(open_ones[name])]
    if filled.count("?") != none_count:
        wrong.append(f"{filled.count('?')} holes are left, and {none_count} have no answer")
    if not found_count or not none_count:
        wrong.append("only one kind of table was tried; take another seed")
    return wrong, f"{found_count} least budgets, {none_count} tables without one"


# Two bits: all of the budget may be spent on either of them.
EITHER_BIT = """channel either_bit()
  from A | B to bits of A | B
  guarantees ldp(ln(4))
{
  let p = ?
  let q = ?
  x in A, j in A -> p
  x in B, j in A -> 1 - p
  x in A, j in B -> 1 - q
  x in B, j in B -> q
}
"""

# With no budget both rows are the same.
NOTHING = """channel nothing(k: int)
  requires k >= 2
  from X[k] to X
  guarantees ldp(0)
{
  let p = ?
  let q = ?
  y = x -> p
  y != x -> q
}
"""


def probabilities(plumb):
    wrong = []
    result = plumb.check(EITHER_BIT)["either_bit"]
    answers = {", ".join(result.get("found", [])), *result.get("also", [])}
    wanted = {"let p = 4 / 5, let q = 1 / 2", "let p = 1 / 2, let q = 4 / 5"}
    if answers != wanted:
        wrong.append(f"either_bit: {answers} instead of {wanted}")
    for answer in answers - {""}:
        values = iter(re.findall(r"= ([^,]*)", answer))
        if not is_proved(plumb.check(re.sub(r"\?", lambda _: next(values), EITHER_BIT))["either_bit"]):
            wrong.append(f"either_bit: {answer} is not proved where it is written")
    result = plumb.check(NOTHING)["nothing"]
    if "found" in result or is_proved(result):
        wrong.append(f"nothing: {result}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("plumb")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--channels", type=int, default=60)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        plumb = Plumb(pathlib.Path(arguments.plumb).resolve(), pathlib.Path(folder))
        wrong, told = budgets(plumb, random.Random(arguments.seed), arguments.channels)
        wrong += probabilities(plumb)
    print("\n".join([*wrong, f"{told}; {len(wrong)} mistakes"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
