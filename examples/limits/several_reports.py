#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What does somebody give away who reports several times? Usage: several_reports.py PLUMB

Murakami and Kawamoto (Section 7) divide eps by t where somebody sends t reports, and say that all of them together are utility-optimised
locally private again, and that losses grow with t. Here reports are those of utility-optimised randomised response on two sensitive values
a, b and another one c, tables are multiplied out, and `plumb check` says for which eps they are private:

* same: t reports of one value; sensitive are a and b;
* values: one report of each of t values, which are sensitive if all of them are; protected are the outputs where all are a or b;
* one_sided: the same in the one-sided notion, where no output has to tell its input.

Writes `t,report,same,values,one_sided,loss` to stdout: `report` is exp(eps / t), and `loss` is n times the least squared loss
(local_losses.py) of n users with t reports each of so many values, for 10 sensitive values; exp(eps) is always 64.
"""

import csv
import itertools
import json
import math
import pathlib
import subprocess
import sys
import tempfile
from fractions import Fraction

import local_losses

REPORTS = {1: Fraction(64), 2: Fraction(8), 3: Fraction(4)}
VALUES, SENSITIVE = "abc", "ab"


def urr(q):
    """{value: {answer: probability}}"""
    hidden = {x: {y: (q if x == y else 1) / (len(SENSITIVE) + q - 1) for y in SENSITIVE} for x in SENSITIVE}
    other = dict.fromkeys(SENSITIVE, 1 / (len(SENSITIVE) + q - 1)) | {"c": (q - 1) / (len(SENSITIVE) + q - 1)}
    return hidden | {"c": other}


def together(q, inputs, t):
    """{input: {answers: probability}}: one report of each letter of an input."""
    answers = ["".join(word) for word in itertools.product(VALUES, repeat=t)]
    table = urr(q)
    return {values: {word: math.prod(table[x].get(y, Fraction(0)) for x, y in zip(values, word)) for word in answers} for values in inputs}


def least(plumb, table, notion, sensitive):
    """exp of the least eps, or "none"."""
    words = list(next(iter(table.values())))
    protected = [word for word in words if set(word) <= set(SENSITIVE)]
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "reports.csv"
        with file.open("w", newline="") as out:
            csv.writer(out).writerows([["x", *words], *([name, *row.values()] for name, row in table.items())])
        arguments = ["--notion", notion, "--sensitive", ",".join(sensitive), "--format", "json"]
        arguments += ["--protected", ",".join(protected)] if notion == "uldp" else []
        run = subprocess.run([plumb, "check", file, *arguments], capture_output=True, text=True)
    if run.returncode not in (0, 3):
        raise RuntimeError(run.stderr)
    found = json.loads(run.stdout)["tables"][0]["smallest"]
    return found["bound"] if found else "none"


def rows(plumb):
    for t, q in REPORTS.items():
        same = together(q, [x * t for x in VALUES], t)
        values = together(q, ["".join(word) for word in itertools.product(VALUES, repeat=t)], t)
        all_sensitive = [word for word in values if set(word) <= set(SENSITIVE)]
        yield (t, q, least(plumb, same, "uldp", [x * t for x in SENSITIVE]), least(plumb, values, "uldp", all_sensitive),
               least(plumb, values, "osldp", all_sensitive), local_losses.least(q, 10) / t)


def main():
    print("t,report,same,values,one_sided,loss")
    for row in rows(sys.argv[1]):
        print(",".join(map(str, row)))


if __name__ == "__main__":
    main()
