#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `plumb bounds FILE` says of programs is what running them on all noise comes to.

    claim_bounds.py PLUMB [--seed N] [--count N]

The programs are run here, on every value of noise up to where answers stay the same, with 50 digits; steps are counted by a search from
the answers for which the claim is wrong, one neighbour after another.
"""

import argparse
import concurrent.futures
import decimal
import itertools
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

from decimal import Decimal

DIGITS = 50
COMPARE = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b}
WRONG = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


class Case:
    """A program with several places that asks f[i] OP T[i], and may end where that is not answered."""

    def __init__(self, rng):
        self.op = rng.choice(sorted(COMPARE))
        self.upward = self.op in (">", ">=")
        self.most = rng.randint(1, 3)
        self.eps = Decimal(rng.choice(["0.25", "0.5", "1", "2"]))
        self.places = rng.randint(1, 3)
        # What the program does where the answer is not given: goes on, ends, or ends with the second of them.
        self.budget = rng.randint(1, 2)
        self.published = rng.choice(["answer", "turned", "value"] if self.op in ("<", ">") else ["answer", "turned"])
        self.times = rng.choice([None, None, 1, 2, 5])
        self.thresholds = [rng.randint(-3, 9) for _ in range(self.places)]
        self.answers = [t + rng.randint(-4, 4) for t in self.thresholds]
        self.from_file = self.published != "value" and rng.random() < 0.5
        if not self.from_file:
            self.answers = [self.right(t, rng.randint(0, 4)) for t in self.thresholds]
        self.alpha = rng.choice(["0", "0.01"])
        # How the same is written, and by how much more than the claim the program asks for.
        self.subtracts = rng.random() < 0.5
        self.caution = rng.choice([0, 0, 1, 2])
        self.arranged = rng.choice(["{f} {p} {l} {op} {t}", "{l} {opl} {fl}", "2 * ({f} {p} {l}) {op} 2 * {t}",
                                    "not ({f} {p} {l} {wrong} {t})", "{f} - {t} {op} {m}"])
        self.claimed = rng.choice(["{x} {op} {y}", "{y} {turned} {x}", "not ({x} {wrong} {y})", "2 * {x} - {y} {op} {y}",
                                   "({x} {op} {y} and {y} {turned} {x})"])

    def right(self, threshold, extra):
        """An answer for which the claim is true."""
        least = 0 if self.op in ("<=", ">=") else 1
        return threshold + (least + extra) * (1 if self.upward else -1)

    def scale(self):
        draws = self.places if self.published == "value" else self.budget
        return f"{self.most} * {draws} / eps"

    def text(self):
        law = "neg_exponential" if self.upward != self.subtracts else "exponential"
        noisy = "f[i] - lam" if self.subtracts else "f[i] + lam"
        more = self.caution if self.upward else -self.caution
        threshold = f"T[i] + {more}" if more > 0 else f"T[i] - {-more}" if more else "T[i]"
        parts = {"f": "f[i]", "l": "lam", "p": "-" if self.subtracts else "+", "t": f"({threshold})",
                 "m": "lam" if self.subtracts else "-lam",
                 "fl": f"f[i] - ({threshold})" if self.subtracts else f"{threshold} - f[i]"}

        def written(op):
            return self.arranged.format(op=op, wrong=WRONG[op], opl=TURNED[op] if self.subtracts else op, **parts)

        test, turned = written(self.op), written(WRONG[self.op])
        body = {
            "answer": f"if {test} {{ output yes }} else {{ output no told := told + 1 }}",
            "turned": f"if {turned} {{ output no told := told + 1 }} else {{ output yes }}",
            "value": f"output {noisy}" + (f" - {self.caution}" if self.upward else f" + {self.caution}"),
        }[self.published]
        x, op = ("out[i].value", "<=" if self.upward else ">=") if self.published == "value" else ("f[i]", self.op)
        claim = self.claimed.format(x=x, y="f[i]" if self.published == "value" else "T[i]", op=op, wrong=WRONG[op],
                                    turned=TURNED[op])
        if self.published != "value":
            claim = f"out[i] = yes implies {claim}"
        shift = "f'[i] - f[i]" if self.subtracts else "f[i] - f'[i]"
        if self.published != "value":
            shift = f"(out[i] is no ? {shift} : 0)"
        guard = "" if self.published == "value" else f" while told < {self.budget}"
        mechanism = (f"mechanism m(eps: real, T: int[{self.places}], f: query[{self.places}])\n  requires eps > 0\n"
                     f"  adjacency f {'increasing' if self.upward else 'decreasing'} by {self.most}\n"
                     f"  guarantees private(eps)\n  claims {claim}\n{{\n"
                     + ("" if self.published == "value" else "  told := 0\n") +
                     f"  for i in 0 .. {self.places}{guard} {{\n"
                     f"    lam ~ {law}({self.scale()})   align lam' = lam + {shift}\n    {body}\n  }}\n}}\n")
        if self.times is None:
            return mechanism
        return mechanism + (f"compose all(eps: real, T: int[{self.places}], f: query[{self.places}])\n  requires eps > 0\n"
                            f"  guarantees private({self.times} * eps)\n{{\n  m(eps, T, f) {self.times} times\n}}\n")

    def run(self, noise):
        """What is given at each place: True, False, or None where the run does not come to."""
        said, told = [], 0
        for place in range(self.places):
            if self.published != "value" and told >= self.budget:
                said.append(None)
                continue
            yes = COMPARE[self.op](self.answers[place] + noise[place],
                                   self.thresholds[place] + self.caution * (1 if self.upward else -1))
            said.append(yes)
            told += not yes
        return said

    def probabilities(self):
        """For each place: answered if the run comes to it, and all answered so far."""
        draws = self.places if self.published == "value" else self.budget
        q = (-self.eps / (self.most * draws)).exp()
        end = 1 + max(abs(f - t) for f, t in zip(self.answers, self.thresholds)) + 1 + self.caution
        weights = [(1 - q) * q**j for j in range(end)] + [q**end]
        given, came, together = ([Decimal(0)] * self.places for _ in range(3))
        for noise in itertools.product(range(end + 1), repeat=self.places):
            weight = Decimal(1)
            for j in noise:
                weight *= weights[j]
            said = self.run([-j if self.upward else j for j in noise])
            for place in range(self.places):
                came[place] += weight * (said[place] is not None)
                given[place] += weight * (said[place] is True)
                together[place] += weight * all(one is True for one in said[:place + 1])
        return [g / c if c else None for g, c in zip(given, came)], together

    def steps(self, place):
        """From the nearest answer for which the claim is wrong, along neighbours."""
        frontier = {a for a in range(-60, 60) if not COMPARE[self.op](a, self.thresholds[place])}
        for count in range(60):
            if self.answers[place] in frontier:
                return count
            moves = [s if self.upward else -s for s in range(self.most + 1)]
            frontier = {a + s for a in frontier for s in moves}
        raise AssertionError("no steps lead there")

    def best(self, steps):
        missed = 1 - Decimal(self.alpha)
        for _ in range(steps):
            missed *= (-self.eps * (self.times or 1)).exp()
        return 1 - missed


def encloses(interval, exact):
    slack = Decimal("1e-40")
    return interval is not None and Decimal(interval["lower"]) - slack <= exact <= Decimal(interval["upper"]) + slack


def disagreements(plumb, seed):
    decimal.getcontext().prec = DIGITS  # Of this thread.
    case = Case(random.Random(seed))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "m.plumb").write_text(case.text())
        words = ["--eps", str(case.eps), "--alpha", case.alpha, "--format", "json"]
        if case.from_file:
            (folder / "a.csv").write_text("T,f\n" + "".join(f"{t},{f}\n" for t, f in zip(case.thresholds, case.answers)))
            words += ["--answers", "a.csv"]
        else:
            words += ["--gap", ",".join(str(abs(f - t)) for t, f in zip(case.thresholds, case.answers))]
        run = subprocess.run([plumb, "bounds", "m.plumb", *words], cwd=folder, capture_output=True, text=True, timeout=60)
    if run.returncode:
        return [f"seed {seed}: exit {run.returncode}\n{case.text()}{run.stderr}"]
    rows = json.loads(run.stdout)["claims"][0]["rows"]
    given, together = case.probabilities()
    found = [] if len(rows) == case.places else ["places"]
    for place, row in enumerate(rows):
        steps = case.steps(place)
        if given[place] is None:
            continue
        # Some run that answers at all places so far.
        some = 1 - (1 - together[place]) ** (case.times or 1)
        found += [f"{what} of place {place}: {row}, but {exact}" for what, exact, holds in (
            ("k", steps, row["k"] == steps),
            ("given", given[place], encloses(row["given"], given[place])),
            ("all", together[place], encloses(row["allGiven"], together[place])),
            ("some", some, case.times is None or encloses(row["someGiven"], some)),
            ("most", case.best(steps), encloses(row["most"], case.best(steps))),
            ("given, and the most", given[place], case.best(steps) >= given[place] - Decimal("1e-40")),
        ) if not holds]
    return [f"seed {seed}: {text}\n{case.text()}" for text in found]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("plumb", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=12)
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + options.count)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(itertools.chain.from_iterable(
            pool.map(lambda seed: disagreements(options.plumb.resolve(), seed), seeds)))
    print("\n".join([*found, f"{options.count} programs, {len(found)} disagreements"]))
    return 1 if found or not options.count else 0


if __name__ == "__main__":
    sys.exit(main())
