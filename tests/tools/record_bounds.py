#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The steps that `plumb bounds FILE` counts between data of records are there, and no fewer would do.

    record_bounds.py PLUMB [--seed N] [--count N]

Records, policies, premises and queries are written at random. All data sets of a few records are listed here, and neighbours are followed
from those for which the claim is wrong, one after another.
"""

import argparse
import collections
import concurrent.futures
import itertools
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

COMPARE = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b}
NEVER = 10**6


class Formula:
    """A text, and what it says of a record and the values of bound names."""

    def __init__(self, text, holds):
        self.text, self.holds = text, holds


TRUE = Formula("true", lambda r, names: True)


def both(a, b):
    return Formula(f"({a.text}) and ({b.text})", lambda r, names: a.holds(r, names) and b.holds(r, names))


def negated(a):
    return Formula(f"not ({a.text})", lambda r, names: not a.holds(r, names))


def scalar_atom(rng, prefix, case, fields):
    name = rng.choice(fields)
    if name == "v":
        least = rng.randint(case.low, case.high)
        return Formula(f"{prefix}v >= {least}" if least >= 0 else f"{prefix}v >= 0 - {-least}", lambda r, names: r["v"] >= least)
    return Formula(f"{prefix}{name}", lambda r, names: r[name])


def array_atom(rng, prefix, names, fields):
    field = rng.choice(fields)
    if rng.random() < 0.25:
        q = Formula(f"forall q in 0 .. n: {prefix}{field}[q]", lambda r, at: all(r[field]))
        return q if rng.random() < 0.5 else Formula(f"exists q in 0 .. n: {prefix}{field}[q]", lambda r, at: any(r[field]))
    name = rng.choice(names + ["0"] if rng.random() < 0.15 else names)
    return Formula(f"{prefix}{field}[{name}]", lambda r, at: r[field][0 if name == "0" else at[name]])


def formula(rng, atom):
    one = atom()
    one = negated(one) if rng.random() < 0.4 else one
    if rng.random() < 0.45:
        other = atom()
        one = both(one, negated(other) if rng.random() < 0.5 else other)
    return one


class Case:
    def __init__(self, rng):
        self.rng = rng
        self.size = rng.randint(1, 2)
        self.dimensions = rng.choice([0, 0, 0, 1, 2])
        self.kind = rng.choice(["replace", "replace", "replace", "add", "remove"])
        self.premise = TRUE
        # Without, numbers are missing that no records add up to.
        self.has_small_steps = self.dimensions > 0 or rng.random() < 0.6
        if not self.has_small_steps:
            self.kind = rng.choice(["replace", "add", "remove"])
        if self.dimensions and rng.random() < 0.5:
            self.places()
        elif self.dimensions:
            self.arrays()
        else:
            self.scalars()
        self.records = [r for r in self.records if self.premise.holds(r, {})]

    def scalars(self):
        rng = self.rng
        self.low, self.high = rng.choice([(0, 1), (0, 2), (-1, 1), (-2, 0), (1, 3), (0, 3), (-2, -1)] if self.has_small_steps else [(2, 4), (-4, -2)])
        values = range(self.low, self.high + 1)
        self.records = [{"p": p, "s": s, "v": v} for p in (False, True) for s in (False, True) for v in values]
        bound = lambda number: str(number) if number >= 0 else f"0 - {-number}"
        self.record = f"record R {{ p: bool, s: bool, v: int in {bound(self.low)} .. {bound(self.high + 1)} }}"
        self.all = [{}]
        # What may become of r.
        if rng.random() < 0.5:
            self.free = {"s": formula(rng, lambda: scalar_atom(rng, "", self, ["s", "p", "v"])),
                         "v": rng.choice([None, formula(rng, lambda: scalar_atom(rng, "", self, ["s", "p", "v"]))])}
            rules = ["public p", f"sensitive s when {self.free['s'].text}",
                     f"sensitive v when {self.free['v'].text}" if self.free["v"] else "public v"]
            self.policy = f"policy pol on R {{ {'; '.join(rules)} }}"
            self.allows = lambda r, t: r["p"] == t["p"] and all(
                r[k] == t[k] or (self.free[k] and self.free[k].holds(r, {})) for k in ("s", "v"))
        else:
            parts = rng.sample([("r.v <= r'.v", lambda r, t: r["v"] <= t["v"]), ("r'.v <= r.v", lambda r, t: r["v"] >= t["v"]),
                                ("r.v <= r'.v + 1", lambda r, t: r["v"] <= t["v"] + 1), ("r'.v = r.v", lambda r, t: r["v"] == t["v"]),
                                ("(r.s implies r'.s)", lambda r, t: not r["s"] or t["s"]), ("(r'.s implies r.s)", lambda r, t: r["s"] or not t["s"]),
                                ("(r.p implies r'.s = r.s)", lambda r, t: not r["p"] or r["s"] == t["s"])], rng.randint(1, 3))
            self.policy = f"policy pol on R allows r' where r'.p = r.p and {' and '.join(text for text, _ in parts)}"
            self.allows = lambda r, t: r["p"] == t["p"] and all(holds(r, t) for _, holds in parts)
        if rng.random() < 0.25 and self.kind == "replace":
            self.premise = rng.choice([Formula("v.p", lambda r, names: r["p"]), Formula("not v.p", lambda r, names: not r["p"])])
        where = formula(rng, lambda: scalar_atom(rng, "x.", self, ["s", "p", "v"]))
        where = TRUE if rng.random() < (0.3 if self.has_small_steps else 0.7) else where
        self.term = rng.choice(["1", "x.v", "x.v", "2 * x.v", "1 - x.v"] if self.has_small_steps else ["x.v"])
        worth = {"1": lambda v: 1, "x.v": lambda v: v, "2 * x.v": lambda v: 2 * v, "1 - x.v": lambda v: 1 - v}[self.term]
        text = "count x: R" if self.term == "1" else f"sum x: R of {self.term}"
        self.query = f"query f = {text} where {where.text}" if where is not TRUE else f"query f = {text}"
        self.share = lambda r, at: worth(r["v"]) if where.holds(r, at) else 0
        self.most_records = 4

    def arrays(self):
        rng, n = self.rng, self.size
        cells = list(itertools.product((False, True), repeat=n))
        self.records = [{"a": a, "b": b} for a in cells for b in cells]
        self.record = "size n\nrecord R { a: bool[n], b: bool[n] }"
        self.free = {"a": formula(rng, lambda: array_atom(rng, "", ["k"], ["a", "b"])),
                     "b": rng.choice([None, None, formula(rng, lambda: array_atom(rng, "", ["k"], ["a", "b"]))])}
        rules = [f"sensitive {x}[k] when {f.text}" if f else f"public {x}" for x, f in self.free.items()]
        self.policy = f"policy pol on R {{ {'; '.join(rules)} }}"
        self.allows = lambda r, t: all(r[x][k] == t[x][k] or (f and f.holds(r, {"k": k})) for x, f in self.free.items() for k in range(n))
        if self.free["b"] is None and rng.random() < 0.2 and self.kind == "replace":
            first = rng.choice([0, 0, 1])
            self.premise = Formula(f"@{first}", lambda r, names: not any(r["b"][first:]))
        names = ["i", "j"][:self.dimensions]
        where = formula(rng, lambda: array_atom(rng, "x.", names, ["a", "b"]))
        if self.dimensions == 2:
            where = both(where, negated(array_atom(rng, "x.", ["j"], ["a", "b"])))
        self.query = f"query f{''.join(f'[{x} in 0 .. n]' for x in names)} = count x: R where {where.text}"
        self.share = lambda r, at: int(where.holds(r, at))
        self.all = [dict(zip(names, at)) for at in itertools.product(range(n), repeat=self.dimensions)]
        self.most_records = 3

    def places(self):
        """An array beside a field whose range ends in its size."""
        rng = self.rng
        self.dimensions, self.kind, n = 1, rng.choice(["replace", "replace", "add", "remove"]), rng.choice([1, 2, 2, 3])
        self.size = n
        self.least = rng.choice([0, 0, 1]) if n > 1 else 0
        self.records = [{"a": a, "at": at} for a in itertools.product((False, True), repeat=n) for at in range(self.least, n)]
        self.record = f"size n\nrecord R {{ a: bool[n], at: int in {self.least} .. n }}"
        sensitive, moves = formula(rng, lambda: array_atom(rng, "", ["k"], ["a"])), rng.random() < 0.4
        self.policy = f"policy pol on R {{ sensitive a[k] when {sensitive.text}; {'sensitive' if moves else 'public'} at }}"
        self.allows = lambda r, t: (moves or r["at"] == t["at"]) and all(
            r["a"][k] == t["a"][k] or sensitive.holds(r, {"k": k}) for k in range(n))
        where = formula(rng, lambda: array_atom(rng, "x.", ["i"], ["a"]))
        place = rng.choice([TRUE, TRUE, Formula("x.at = i", lambda r, at: r["at"] == at["i"]), Formula("x.at <= i", lambda r, at: r["at"] <= at["i"]),
                            Formula("i < 2", lambda r, at: at["i"] < 2), Formula("x.at >= 1", lambda r, at: r["at"] >= 1)])
        where = where if place is TRUE else both(where, place)
        self.query = f"query f[i in 0 .. n] = count x: R where {where.text}"
        self.share = lambda r, at: int(where.holds(r, at))
        self.all = [{"i": i} for i in range(n)]
        self.most_records = 3 if n < 3 else 2

    def steps_of_records(self):
        """(r, r'), None where there is none."""
        if self.kind == "replace":
            return [(r, t) for r, t in itertools.product(range(len(self.records)), repeat=2)
                    if r != t and self.allows(self.records[r], self.records[t])]
        return [(r, None) if self.kind == "add" else (None, r) for r in range(len(self.records))]

    def data(self):
        return [d for count in range(self.most_records + 1)
                for d in itertools.combinations_with_replacement(range(len(self.records)), count)]

    def answer(self, data, at):
        return sum(self.share(self.records[r], at) for r in data)

    def prepare(self):
        pairs = self.steps_of_records()
        share = lambda r, at: 0 if r is None else self.share(self.records[r], at)
        self.differences = {share(r, at) - share(t, at) for r, t in pairs for at in self.all}
        self.most = max((abs(d) for d in self.differences), default=0)
        self.falls, self.rises = min(self.differences, default=0) >= 0, max(self.differences, default=0) <= 0
        self.follow = {}
        for data in self.data():
            near = set()
            for r, t in pairs:
                if r is None or r in data:
                    rest = list(data)
                    if r is not None:
                        rest.remove(r)
                    near.add(tuple(sorted(rest + ([] if t is None else [t]))))
            self.follow[data] = near

    def steps(self, op, threshold, answer, at):
        """The fewest from data for which the claim is wrong to some that have this answer."""
        distance = {d: 0 for d in self.follow if not COMPARE[op](self.answer(d, at), threshold)}
        queue = collections.deque(distance)
        while queue:
            data = queue.popleft()
            for near in self.follow[data]:
                if near in self.follow and near not in distance:
                    distance[near] = distance[data] + 1
                    queue.append(near)
        having = [d for d in self.follow if self.answer(d, at) == answer]
        return min((distance.get(d, NEVER) for d in having), default=None)

    def text(self, op):
        upward = op in (">", ">=")
        subscript = "".join(f"[{x}]" for x in self.all[0])
        law = "neg_exponential" if upward else "exponential"
        inner = (f"lam ~ {law}(1 / eps)   align lam' = lam + f{subscript} - f'{subscript}\n"
                 f"if f{subscript} + lam {op} T{subscript} {{ output yes }} else {{ output no }}")
        for x in reversed(self.all[0]):
            inner = f"for {x} in 0 .. n {{\n{inner}\n}}"
        n = " * n" * self.dimensions
        premise = ("" if self.premise is TRUE else f"  requires forall v in data, q in {self.premise.text[1:]} .. n: not v.b[q]\n"
                   if self.dimensions else f"  requires forall v in data: {self.premise.text}\n")
        under = " under pol" if self.kind == "replace" else ""
        return (f"{self.record}\n{self.policy}\n{self.query}\n"
                f"mechanism m(eps: real, T: int{'[n]' * self.dimensions})\n  requires eps > 0\n{premise}"
                f"  adjacency {self.kind} R{under}\n  guarantees private({self.most} * eps{n})\n"
                f"  claims out{subscript} = yes implies f{subscript} {op} T{subscript}\n{{\n{inner}\n}}\n")


def disagreements(plumb, seed):
    """Of one program, and how many figures were compared."""
    rng = random.Random(seed)
    while True:
        case = Case(rng)
        case.prepare()
        if case.most > 0 and (case.falls or case.rises):
            break
    op = rng.choice(["<", "<="] if case.falls else [">", ">="])
    few = [data for data in case.follow if len(data) <= 2]
    answer, gap = case.answer(rng.choice(few), rng.choice(case.all)), rng.randint(1, max(2, case.most))
    threshold = answer + (-gap if op in (">", ">=") else gap)
    if case.dimensions == 2 and COMPARE[op](0, threshold) and op in (">", ">="):
        return [], 0  # No threshold is told, and for others there are data that are wrong.
    words = ["--eps", "1", "--format", "json"]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "m.plumb").write_text(case.text(op))
        if case.dimensions:
            words += ["--let", f"n={case.size}"]
        if case.dimensions == 1:
            (folder / "a.csv").write_text("T,f\n" + f"{threshold},{answer}\n" * case.size)
            words += ["--answers", "a.csv"]
        else:
            words += ["--gap", str(gap)] + (["--let", f"T={threshold}"] if case.dimensions == 0 else [])
        run = subprocess.run([plumb, "bounds", "m.plumb", *words], cwd=folder, capture_output=True, text=True, timeout=120)
    if run.returncode in (3, 4) or "does not change between neighbours" in run.stderr:
        return [], 0
    if run.returncode:
        return [f"seed {seed}: exit {run.returncode}\n{case.text(op)}{run.stderr}"], 0
    rows = json.loads(run.stdout)["claims"][0]["rows"]
    found, compared = [], 0
    for row, at in zip(rows if case.dimensions == 1 else rows * len(case.all), case.all):
        steps = case.steps(op, threshold, answer, at)
        if row.get("k") is None or steps is None:
            continue
        compared += 1
        if row["k"] != steps:  # Some ways need more records.
            case.most_records += 2
            case.prepare()
            steps = case.steps(op, threshold, answer, at)
        if row["k"] != steps:
            found.append(f"seed {seed}: k = {row['k']} at {at}, but {steps}; T = {threshold}, f = {answer}, n = {case.size}\n{case.text(op)}")
    return found, compared


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("plumb", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=75)
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + options.count)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda seed: disagreements(options.plumb.resolve(), seed), seeds))
    found = [text for texts, _ in results for text in texts]
    compared = sum(count for _, count in results)
    print("\n".join([*found, f"{options.count} programs, {compared} figures, {len(found)} disagreements"]))
    return 1 if found or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
