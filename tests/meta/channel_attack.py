#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random channels and tables, judged by brute force in exact fractions straight from the definitions.

    channel_attack.py PLUMB [--seed N] [--channels N] [--tables N]

No proof may stand against a table that breaks it, every refutation has to be right in its numbers, and the smallest
eps of a table in numbers has to be the smallest. Channels are random weights over their row sums, some of them with a
changed entry, at random budgets.
"""

import argparse
import collections
import itertools
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile
from fractions import Fraction as F

# As Plumb writes a weight, and its value for R = e^(eps / 2).
WEIGHTS = [("1", lambda R: F(1)), ("2", lambda R: F(2)), ("1/2", lambda R: F(1, 2)), ("E", lambda R: R * R),
           ("R", lambda R: R), ("(E - 1)", lambda R: R * R - 1), ("(E + 1)", lambda R: R * R + 1),
           ("1 / E", lambda R: 1 / (R * R)), ("0", lambda R: F(0))]
BITS = [("R / (R + 1)", lambda R: R / (R + 1)), ("1 / (R + 1)", lambda R: 1 / (R + 1)),
        ("1 - 1 / R", lambda R: 1 - 1 / R), ("1/2", lambda R: F(1, 2)), ("0", lambda R: F(0)),
        ("1 / E", lambda R: 1 / (R * R)), ("E / (E + 1)", lambda R: R * R / (R * R + 1))]
BUDGETS = [("eps", lambda R: R * R), ("eps / 2", lambda R: R), ("2 * eps", lambda R: R ** 4), ("3 / 2 * eps", lambda R: R ** 3),
           ("eps + ln(2)", lambda R: 2 * R * R), ("eps - ln(2)", lambda R: R * R / 2), ("ln(3)", lambda R: F(3))]
ROOTS = [F(1), F(11, 10), F(3, 2), F(2), F(5), F(40)]
SIZES = {"S": "s", "N": "n", "B": "k"}


def breaks(table, kind, sensitive, protected, bound):
    """Is the notion broken? The definitions, word for word, for a table {x: {y: Q(y|x)}}."""
    inputs, outputs = list(table), list(next(iter(table.values())))
    if bound < 1:
        return True
    for y in outputs:
        if kind == "uldp" and y not in protected:
            reaching = [x for x in inputs if table[x][y] > 0]
            if len(reaching) > 1 or any(x in sensitive for x in reaching):
                return True
            continue
        for x in inputs:
            if kind == "osldp" and x not in sensitive:
                continue
            if any(table[x][y] > bound * table[other][y] for other in inputs):
                return True
    return False


def is_distribution(table):
    return all(sum(row.values()) == 1 and all(0 <= p <= 1 for p in row.values()) for row in table.values())


class RandomChannel:
    def __init__(self, random, name):
        self.name, self.bitwise, self.mapped = name, random.random() < 0.3, random.random() < 0.25
        self.inputs = ["S", "N"]
        self.outputs = ["S", "N"] + (["B"] if self.mapped or random.random() < 0.3 else [])
        self.least = {"s": random.choice([0, 1, 1, 2]), "n": random.choice([0, 0, 1]), "k": 1}
        self.most = {p: random.choice([0, 1, 2]) for p in "sn" if random.random() < 0.15}
        self.most = {p: v for p, v in self.most.items() if v >= self.least[p]}
        self.strict = random.random() < 0.5
        cells = [(a, b, hit) for a in self.inputs for b in self.outputs
                 for hit in ((True, False) if self.related(a, b) else (None,))]
        pool = BITS if self.bitwise else WEIGHTS
        if self.bitwise and random.random() < 0.7:
            base = {b: random.choice(pool) for b in self.outputs}
            self.cells = {(a, b, hit): random.choice(pool) if hit else base[b] for a, b, hit in cells}
        else:
            self.cells = {cell: random.choice(pool) for cell in cells}
        # Often a published mechanism, here and there with another weight.
        is_published = random.random() < 0.75
        for cell in cells if is_published else []:
            if random.random() > 0.08:
                self.cells[cell] = self.published(*cell)
        if not self.bitwise:
            self.changed = random.choice(cells) if random.random() < 0.15 else None
        self.kind = random.choice(["uldp", "uldp", "osldp"] if is_published else ["ldp", "uldp", "osldp"])
        self.sensitive = random.choice([["S"], ["S"], ["S"], ["N"], ["S", "N"]])
        protected = ["S", "B"] if "B" in self.outputs else ["S"]
        self.protected = random.choice([protected, protected, protected, ["S"], ["S", "N"]])
        self.budget = random.choice([*BUDGETS, *BUDGETS[:1] * 5, BUDGETS[2]])

    def published(self, a, b, hit):
        """Utility-optimised randomised response or RAPPOR; with bots that stand for the sensitive values."""
        pool = {name: (name, weight) for name, weight in (BITS if self.bitwise else WEIGHTS)}
        if b == "N":
            return pool["1 - 1 / R" if self.bitwise else "(E - 1)"] if hit and a == "N" else pool["0"]
        is_top = hit and (b == "B" or not self.mapped)
        if self.bitwise:
            return pool["R / (R + 1)" if is_top else "1 / (R + 1)"]
        return pool["E" if is_top else "1"]

    def related(self, a, b):
        return a == b or (self.mapped and (a, b) == ("S", "B"))

    def entry_text(self, a, b, hit):
        weight = self.cells[a, b, hit][0]
        if self.bitwise:
            return weight
        parts = []
        for b2 in self.outputs:
            size = SIZES[b2]
            if self.related(a, b2):
                parts += [self.cells[a, b2, True][0], f"({size} - 1) * ({self.cells[a, b2, False][0]})"]
            else:
                parts.append(f"{size} * ({self.cells[a, b2, None][0]})")
        text = f"({weight}) / ({' + '.join(parts)})"
        return f"{text} / 2" if self.changed == (a, b, hit) else text

    def text(self):
        eps = ">" if self.strict else ">="
        j = "j" if self.bitwise else "y"
        lines = [f"channel {self.name}(eps: real, s: int, n: int, k: int)",
                 f"  requires eps {eps} 0, " + ", ".join([*(f"{p} >= {v}" for p, v in self.least.items()), *(f"{p} <= {v}" for p, v in self.most.items())]),
                 "  from S[s] | N[n] to " + ("bits of " if self.bitwise else "")
                 + " | ".join("B[k]" if b == "B" else b for b in self.outputs)]
        notion = {"ldp": "", "uldp": f"{' | '.join(self.sensitive)}, {' | '.join(self.protected)}, ",
                  "osldp": f"{' | '.join(self.sensitive)}, "}[self.kind]
        lines += [f"  guarantees {self.kind}({notion}{self.budget[0]})", "{"]
        if self.mapped:
            lines.append("  map bot: S -> B")
        lines += ["  let E = exp(eps)", "  let R = exp(eps / 2)"]
        for a, b, hit in self.cells:
            where = f"x in {a}, {j} in {b}"
            if hit is True:
                where += f", {j} = {'x' if a == b else 'bot(x)'}"
            lines.append(f"  {where} -> {self.entry_text(a, b, hit)}")
        return "\n".join(lines) + "\n}\n"

    def tables(self, R, sizes):
        """For each function that the map may be; None where an entry is not defined."""
        size = {"S": sizes["s"], "N": sizes["n"], "B": sizes["k"]}
        inputs = [(a, i) for a in self.inputs for i in range(size[a])]
        outputs = [(b, i) for b in self.outputs for i in range(size[b])]
        maps = itertools.product(range(size["B"]), repeat=size["S"]) if self.mapped else [None]
        for image in maps:
            def hit(x, y):
                if x[0] == y[0]:
                    return x == y
                return image[x[1]] == y[1] if self.related(x[0], y[0]) else None
            table = {}
            for x in inputs:
                row = {y: self.cells[x[0], y[0], hit(x, y)][1](R) for y in outputs}
                if not self.bitwise:
                    total = sum(row.values())
                    if total == 0:
                        yield None, outputs
                        return
                    row = {y: p / total / (2 if self.changed == (x[0], y[0], hit(x, y)) else 1) for y, p in row.items()}
                elif any(not 0 <= p <= 1 for p in row.values()):
                    yield None, outputs
                    return
                else:
                    row = {bits: math.prod((p if bit else 1 - p for bit, p in zip(bits, row.values())), start=F(1))
                           for bits in itertools.product((0, 1), repeat=len(outputs))}
                table[x] = row
            yield table, outputs

    def broken_at(self, R, sizes):
        if R == 1 and self.strict or not self.allows(sizes) or sizes["s"] + sizes["n"] == 0:
            return False
        found = list(self.tables(R, sizes))
        for table, outputs in found:
            if not table or not is_distribution(table):
                return True
            sensitive = {x for x in table if x[0] in self.sensitive}
            if self.bitwise:
                protected = {y for y in next(iter(table.values()))
                             if all(not bit or output[0] in self.protected for bit, output in zip(y, outputs))}
            else:
                protected = {y for y in outputs if y[0] in self.protected}
            if breaks(table, self.kind, sensitive, protected, self.budget[1](R)):
                return True
        return False

    def allows(self, sizes):
        return (all(sizes[p] >= v for p, v in self.least.items()) and all(sizes[p] <= v for p, v in self.most.items()))

    def sizes(self):
        counts = range(3 if self.bitwise else 4)
        return [{"s": s, "n": n, "k": k} for s in counts for n in counts for k in ([1, 2] if "B" in self.outputs else [1])]

    def is_broken(self):
        return any(self.broken_at(R, sizes) for R in ROOTS for sizes in self.sizes())

    def is_empty(self):
        """Are there no two inputs to compare, or none that is sensitive where only these are protected?"""
        return not any(self.allows(sizes) and sizes["s"] + sizes["n"] >= 2
                       and (self.kind == "ldp" or any(sizes[SIZES[a]] for a in self.sensitive)) for sizes in self.sizes())


def value(text):
    """A number of a counterexample, and of an exponent its root."""
    if not text.startswith("ln("):
        return F(text)
    power = F(text[3:-1])
    root = F(math.isqrt(power.numerator), math.isqrt(power.denominator))
    return root if root * root == power else None


def check_json(plumb, words, folder):
    run = subprocess.run([plumb, "check", "--format=json", *words], cwd=folder, capture_output=True, timeout=300, text=True)
    return json.loads(run.stdout)


def attack_channels(plumb, random, count, counts, complaints):
    channels = [RandomChannel(random, f"c{i}") for i in range(count)]
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "all.plumb").write_text("\n".join(c.text() for c in channels))
        told = check_json(plumb, ["all.plumb"], folder)
    if len(told.get("channels", [])) != count:
        sys.exit(f"no verdicts: {told['diagnostics'][:3]}")
    for channel, result in zip(channels, told["channels"]):
        verdict, broken = result["verdict"].split(" under")[0], channel.is_broken()
        counts[verdict + (", broken" if broken else ", not broken by small tables")] += 1
        if verdict == "proved" and broken:
            complaints.append(f"proved, and broken:\n{channel.text()}")
        if (verdict == "vacuous") != channel.is_empty() and verdict != "not proved" and not broken:
            complaints.append(f"{verdict}:\n{channel.text()}")
        if result["counterexample"]:
            values = {one["name"]: value(one["value"]) for one in result["counterexample"]["parameters"]}
            root = F(1) if values["eps"] == 0 else values.pop("eps")
            if root is None or not confirmed(channel, root, values):
                complaints.append(f"refuted by numbers that do not:\n{channel.text()}{result['counterexample']}")


def confirmed(channel, root, values):
    try:
        return channel.broken_at(root, {p: int(values[p]) for p in "snk"})
    except (ZeroDivisionError, TypeError):
        return True


def random_row(random, length):
    shares = [random.choice([0, 0, 1, 1, 2, 3, 5]) for _ in range(length)]
    shares[random.randrange(length)] += 1
    return [F(share, sum(shares)) for share in shares]


def least_bound(table, kind, sensitive, protected):
    """By trying every ratio that occurs."""
    ratios = {F(1)} | {row[y] / other[y] for row in table.values() for other in table.values() for y in row if other[y] > 0}
    return next((r for r in sorted(ratios) if r >= 1 and not breaks(table, kind, sensitive, protected, r)), None)


def attack_tables(plumb, random, count, counts, complaints):
    for kind in ("ldp", "uldp", "osldp"):
        names, width = ["a", "b", "c", "d"][:random.choice([2, 3, 4])], random.choice([2, 3, 4])
        outputs = [f"y{i}" for i in range(width)]
        sensitive = set(random.sample(names, random.choice([1, len(names) - 1])))
        tables = []
        for _ in range(count):
            base = random_row(random, width)
            rows = {x: base if random.random() < 0.3 else random_row(random, width) for x in names}
            if kind == "uldp" and random.random() < 0.7:
                # The last output is that of one input, and the others share what the sensitive ones reach.
                for x in names:
                    rest = [p + F(1, 10) for p in rows[x][:-1]]
                    own = F(1, 3) if x == names[-1] and x not in sensitive else F(0)
                    rows[x] = [p / sum(rest) * (1 - own) for p in rest] + [own]
            tables.append({x: dict(zip(outputs, row)) for x, row in rows.items()})
        with tempfile.TemporaryDirectory() as folder:
            for i, table in enumerate(tables):
                lines = [",".join(["x", *outputs])] + [",".join([x, *map(str, row.values())]) for x, row in table.items()]
                (pathlib.Path(folder) / f"t{i}.csv").write_text("\n".join(lines) + "\n")
            words = ["--notion", kind] + (["--sensitive", ",".join(sorted(sensitive))] if kind != "ldp" else [])
            told = check_json(plumb, [*words, *(f"t{i}.csv" for i in range(count))], folder)
        if len(told.get("tables", [])) != count:
            sys.exit(f"no verdicts: {told['diagnostics'][:3]}")
        for table, result in zip(tables, told["tables"]):
            protected = {y for y in outputs if any(table[x][y] > 0 for x in sensitive)}
            right = least_bound(table, kind, sensitive, protected)
            said = result["smallest"] and F(result["smallest"]["bound"])
            counts[f"table: {kind}, {'some eps' if right else 'no eps'}"] += 1
            if said != right:
                complaints.append(f"{kind}: {said} instead of {right}: {table}")
            elif right and not F(result["smallest"]["epsLow"]) - F(1, 10**9) < F(math.log(right)) < F(result["smallest"]["epsHigh"]) + F(1, 10**9):
                complaints.append(f"ln({right}) is not in {result['smallest']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("plumb", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--channels", type=int, default=60)
    parser.add_argument("--tables", type=int, default=60)
    options = parser.parse_args()
    counts, complaints = collections.Counter(), []
    source = random.Random(options.seed)
    attack_channels(options.plumb.resolve(), source, options.channels, counts, complaints)
    attack_tables(options.plumb.resolve(), source, options.tables, counts, complaints)
    for what in sorted(counts):
        print(f"{counts[what]:6} {what}")
    print("\n".join(complaints + [f"{len(complaints)} complaints"]))
    proved = sum(number for what, number in counts.items() if what.startswith("proved"))
    refuted = sum(number for what, number in counts.items() if what.startswith(("not private", "no channel")))
    return 1 if complaints or not proved or not refuted else 0


if __name__ == "__main__":
    sys.exit(main())
