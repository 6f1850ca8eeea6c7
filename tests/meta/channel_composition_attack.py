#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random small channels, composed; whatever is proved is held against the exact table of all reports together.

usage: channel_composition_attack.py PLUMB [--count N] [--seed N]

Tables are of numbers, so that the budgets are logarithms of fractions, and every likelihood ratio is a fraction. Channels
that are no notion are made as often as those that are one, and claims are often too good. A composition that is proved
although the table of its reports says otherwise is a false proof; so is one that is proved of nobody.
"""

import argparse
import itertools
import json
import pathlib
import random
import subprocess
import sys
import tempfile
from fractions import Fraction


def weights(rng, count, zeros):
    """So many fractions that sum to 1."""
    while True:
        parts = [0 if rng.random() < zeros else rng.randint(1, 3) for _ in range(count)]
        if sum(parts):
            return [Fraction(part, sum(parts)) for part in parts]


class Channel:
    """A table whose inputs and outputs are classes of one member each; nobody is in those called empty."""

    def __init__(self, name, inputs, outputs, rng, types=None, empty=()):
        self.name, self.inputs, self.outputs, self.empty = name, inputs, outputs, empty
        self.table = {x: dict(zip(outputs, weights(rng, len(outputs), 0.25))) for x in inputs}
        self.notions = []
        # Half of them are made to keep apart what is protected and what is not.
        self.sensitive = sorted(rng.sample(inputs, rng.randint(1, len(inputs))))
        self.guarded = sorted(rng.sample(outputs, rng.randint(1, len(outputs))))
        if types is not None:
            self.sensitive = types
        if rng.random() < 0.7:
            self.separate(rng)
        self.find()

    def separate(self, rng):
        own = [y for y in self.outputs if y not in self.guarded]
        open_inputs = [x for x in self.inputs if x not in self.sensitive]
        keeps = rng.random() < 0.5
        base = weights(rng, len(self.guarded), 0)
        for x in self.inputs:
            row = {y: Fraction(0) for y in self.outputs}
            mine = [y for i, y in enumerate(own) if open_inputs and open_inputs[i % len(open_inputs)] == x]
            rest = Fraction(0)
            if mine:
                rest = Fraction(1) if keeps else Fraction(rng.randint(1, 3), 4)
                row[rng.choice(mine)] = rest
            noise = weights(rng, len(self.guarded), 0)
            for y, a, b in zip(self.guarded, base, noise):
                row[y] += (1 - rest) * (a + b) / 2
            self.table[x] = row

    def find(self):
        for kind in ("ldp", "osldp", "uldp", "keeps_types"):
            bound = smallest(self.table, kind, self.sensitive, lambda y: y in self.guarded)
            if bound is not None:
                self.notions.append((kind, bound))

    def text(self, rng):
        chosen = rng.sample(self.notions, rng.randint(1, len(self.notions)))
        stated = ", ".join(notion_text(kind, self.sensitive, self.guarded, bound) for kind, bound in chosen)
        inputs, outputs = " | ".join([*self.inputs, *(f"{x}[0]" for x in self.empty)]), " | ".join(self.outputs)
        rules = "".join(f"  x in {x}, y in {y} -> {p}\n" for x, row in self.table.items() for y, p in row.items() if p)
        return f"channel {self.name}()\n  from {inputs} to {outputs}\n  guarantees {stated}\n{{\n{rules}}}\n"


def notion_text(kind, sensitive, guarded, bound):
    s, t = " | ".join(sensitive), " | ".join(guarded)
    return {"ldp": f"ldp(ln({bound}))", "osldp": f"osldp({s}, ln({bound}))", "uldp": f"uldp({s}, {t}, ln({bound}))",
            "keeps_types": f"keeps_types({s}, {t})"}[kind]


def smallest(table, kind, sensitive, is_guarded):
    """The least e^eps, from the definitions; None if there is none."""
    bound = Fraction(1)
    for y in next(iter(table.values())):
        reached = [x for x in table if table[x][y]]
        if kind == "keeps_types" and is_guarded(y) and any(x not in sensitive for x in reached):
            return None
        if kind in ("uldp", "keeps_types") and not is_guarded(y):
            if len(reached) > 1 or any(x in sensitive for x in reached):
                return None
            continue
        if kind == "keeps_types":
            continue
        for x, other in itertools.permutations(table, 2):
            if (kind == "osldp" and x not in sensitive) or not table[x][y]:
                continue
            if not table[other][y]:
                return None
            bound = max(bound, table[x][y] / table[other][y])
    return bound


def behind(first, second):
    return {x: {z: sum(p * second[y][z] for y, p in row.items()) for z in next(iter(second.values()))}
            for x, row in first.items()}


def together(tables):
    whole = {x: {(): Fraction(1)} for x in tables[0]}
    for table in tables:
        whole = {x: {y + (z,): p * q for y, p in row.items() for z, q in table[x].items()} for x, row in whole.items()}
    return whole


def composition(rng):
    """A program, whether its table of all reports together is as claimed, and whether that is of anybody."""
    inputs = [f"A{i}" for i in range(rng.randint(2, 3))]
    empty = ["Z"] if rng.random() < 0.3 else []
    channels, reports, tables, guarded = [], [], [], set()
    shared = sorted(rng.sample(inputs, rng.randint(1, len(inputs)))) + empty
    for i in range(rng.randint(1, 2)):
        outputs = [f"B{i}_{k}" for k in range(rng.randint(2, 3))]
        first = Channel(f"first{i}", inputs, outputs, rng, shared if rng.random() < 0.8 else None, empty)
        chain, table, last = [first], first.table, first
        if rng.random() < 0.5:
            outputs = [f"C{i}_{k}" for k in range(rng.randint(2, 3))]
            last = Channel(f"second{i}", first.outputs, outputs, rng, first.guarded if rng.random() < 0.8 else None)
            chain.append(last)
            table = behind(table, last.table)
        if any(not one.notions for one in chain):
            return None
        times = rng.choice([1, 1, 2])
        channels += chain
        reports.append(" then ".join(f"{one.name}()" for one in chain) + (f" {times} times" if times > 1 else ""))
        tables += [table] * times
        guarded.update(last.guarded if rng.random() < 0.9 else rng.sample(last.outputs, 1))
    whole = together(tables)
    kind = rng.choice(["ldp", "osldp", "uldp", "uldp", "keeps_types"])
    claimed = shared if rng.random() < 0.8 else sorted(rng.sample(inputs, rng.randint(1, len(inputs))))
    if empty and rng.random() < 0.5:
        claimed = empty
    is_guarded = lambda row: all(y in guarded for y in row)
    truth = smallest(whole, kind, claimed, is_guarded)
    bound = truth or Fraction(rng.randint(2, 9))
    # What is added up is seldom the least; often too little is claimed.
    bound *= rng.choice([1, Fraction(1, 2), 2, 4, 64])
    head = f"compose all()\n  guarantees {notion_text(kind, claimed, sorted(guarded), max(bound, Fraction(1)))}\n"
    text = "".join(one.text(rng) for one in channels) + head + "{\n  " + "\n  ".join(reports) + "\n}\n"
    holds = truth is not None and truth <= max(bound, Fraction(1))
    return text, holds, kind == "ldp" or any(x in claimed for x in inputs)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("plumb")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    made, proved, refuted, wrong = 0, 0, 0, []
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "composed.plumb")
        while made < options.count:
            found = composition(rng)
            if found is None:
                continue
            text, holds, is_of_somebody = found
            made += 1
            file.write_text(text)
            run = subprocess.run([options.plumb, "check", "--format=json", str(file)], capture_output=True, text=True)
            if run.returncode not in (0, 3, 4):
                wrong.append((f"exit code {run.returncode}: {run.stderr}", text))
                continue
            verdict = json.loads(run.stdout)["channelCompositions"][0]["verdict"]
            proved += verdict.startswith("proved")
            refuted += verdict == "not private"
            if verdict.startswith("proved") and not holds:
                wrong.append(("proved, and it does not hold", text))
            if verdict.startswith("proved") and not is_of_somebody:
                wrong.append(("proved, and nobody is protected", text))
            if verdict == "vacuous" and is_of_somebody:
                wrong.append(("vacuous, and somebody is protected", text))
            if verdict == "not private" and holds:
                wrong.append(("refuted, and it holds", text))
    for problem, text in wrong[:3]:
        print(f"{problem}\n{text}")
    print(f"{made} compositions, {proved} proved, {refuted} refuted, {len(wrong)} wrong")
    # A test that proves and refutes nothing has not tried anything.
    return 1 if wrong or proved < options.count // 20 or refuted < options.count // 20 else 0


if __name__ == "__main__":
    sys.exit(main())
