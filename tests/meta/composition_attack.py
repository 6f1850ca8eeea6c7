#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random compositions, judged by brute force over all pairs of small records.

    composition_attack.py PLUMB [--seed N] [--count N]

Each part counts records and adds two-sided noise, so what it costs on a pair of records is known: eps if its count
changes, else 0. No proof may claim less than the dearest pair that some part allows; where no such pair changes a count,
the composition is vacuous; a row that is said to be empty is; and the premises that are printed, read back, hold for the
records for which those of the parts hold. Arguments are named like what the parts bind.
"""

import argparse
import itertools
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

FIELDS = "record V { a: int[2] in 0 .. 2, b: bool, c: int in 0 .. 3 }\n"
RECORDS = [dict(a=a, b=b, c=c) for a in itertools.product(range(2), repeat=2) for b in (False, True) for c in range(3)]
QUERIES = {"b": "v.b", "one": "v.c >= 1", "two": "v.b and v.c = 2", "sum": "v.a[0] + v.a[1] >= 1", "no": "v.c > 5"}
# Of r, r' and an argument; the text in Plumb, and what it is.
WHEN = [("r.c >= {t}", lambda r, t: r["c"] >= t), ("r.c > {t} + 1", lambda r, t: r["c"] > t + 1),
        ("r.b", lambda r, t: r["b"]), ("r.c = {t} or r.b", lambda r, t: r["c"] == t or r["b"])]
ALONG = [("abs(r.c - r'.c) <= {t} and (r.b iff r'.b) and r.a[0] = r'.a[0] and r.a[1] = r'.a[1]",
          lambda r, s, t: abs(r["c"] - s["c"]) <= t and r["b"] == s["b"] and r["a"] == s["a"]),
         ("r.c = r'.c and r.a[0] = r'.a[0] and r.a[1] = r'.a[1]", lambda r, s, t: r["c"] == s["c"] and r["a"] == s["a"])]
RULES = {"b": [("public b", None), ("sensitive b", lambda r, k: True), ("sensitive b when c >= 1", lambda r, k: r["c"] >= 1),
               ("sensitive b when b", lambda r, k: r["b"])],
         "c": [("public c", None), ("sensitive c", lambda r, k: True), ("sensitive c when b", lambda r, k: r["b"])],
         "a": [("public a", None), ("sensitive a[i] when a[i] = 1", lambda r, k: r["a"][k] == 1)]}
# Premises about a, with an argument.
PREMISES = ["forall {v} in data, {i} in 0 .. 2: {v}.a[{i}] <= {t}", "forall {v} in data, {i} in 0 .. 2: {v}.a[{i}] <= {i}",
            "forall {v} in data, {i} in 0 .. 2: {v}.a[{i}] + {i} <= {t} + 1", "forall {v} in data: {v}.a[0] <= {t}"]
NAMES = ["i", "v", "j", "w", "t", "i1", "v1", "a", "r", "some"]


def holds(premise, record, values):
    """A printed premise of one record, by its own words."""
    head, body = premise.split(": ", 1)
    names = re.findall(r"(\w+) in (data|[^,]+)", head.removeprefix("forall "))
    (owner, _), indices = names[0], names[1:]
    for at in itertools.product(*(range(*(eval(end, {}, dict(values)) for end in bounds.split(" .. "))) for _, bounds in indices)):
        scope = {**values, **{name: index for (name, _), index in zip(indices, at)}, owner: type("V", (), record)}
        if not eval(body, {}, scope):
            return False
    return True


class Part:
    def __init__(self, rng, number, family):
        self.name, self.query, self.takes = f"part{number}", rng.choice(list(QUERIES)), False
        self.premise = None
        if family == "relations":
            kind = rng.choice(["when", "along"])
            words, self.test = rng.choice(WHEN if kind == "when" else ALONG)
            self.kind, self.policy = kind, ""
            self.adjacency = f"replace V {kind} {words.format(t='t')}"
        else:
            rules = {field: rng.choice(choices if field != "a" or family == "arrays" else choices[:1])
                     for field, choices in RULES.items()}
            self.kind, self.test = "policy", {field: rule[1] for field, rule in rules.items()}
            self.policy = f"policy p{number} on V {{ {'; '.join(rule[0] for rule in rules.values())} }}\n"
            self.adjacency = f"replace V under p{number}"
            if family == "premises" and rng.random() < 0.7:
                self.premise = rng.choice(PREMISES).format(v=rng.choice("vw"), i=rng.choice("ij"), t="t")
        self.text = (self.policy + f"mechanism {self.name}(eps: real, t: int)\n  requires eps > 0, t >= 0\n" +
                     (f"  requires {self.premise}\n" if self.premise else "") +
                     f"  adjacency {self.adjacency}\n  guarantees private(eps)\n{{ lam ~ laplace(1 / eps) "
                     f"align lam' = lam + {self.query}_ - {self.query}_'\n  output {self.query}_ + lam }}\n")

    def protects_something(self):
        """Else it is vacuous by itself, and there is nothing to compose."""
        return any(self.allows(r, s, t) and self.counts(r) != self.counts(s) for t in range(3)
                   for r, s in itertools.product([r for r in RECORDS if self.premise is None or holds(self.premise, r, {"t": t})],
                                                 repeat=2))

    def allows(self, r, s, t):
        if self.kind == "when":
            return r == s or self.test(r, t)
        if self.kind == "along":
            return self.test(r, s, t)
        return all(r[field] == s[field] or (test is not None and test(r, 0)) for field, test in self.test.items()
                   if field != "a") and \
            all(r["a"][k] == s["a"][k] or (self.test["a"] is not None and self.test["a"](r, k)) for k in range(2))

    def counts(self, r):
        return eval(QUERIES[self.query].replace(" = ", " == "), {}, {"v": type("V", (), r)})


class Composition:
    def __init__(self, rng, number):
        family = rng.choice(["relations", "attributes", "premises", "arrays"])
        self.parts = []
        while len(self.parts) < (self.parts[0].wanted if self.parts else 1):
            part = Part(rng, len(self.parts), family)
            part.wanted = rng.choice([1, 2, 2, 3])
            if part.protects_something():
                self.parts.append(part)
        self.names = rng.sample(NAMES, 2)
        numbers = rng.choice([["0", "1", "2"], ["0"], ["1"], ["2"]])
        arguments = numbers + self.names * rng.choice([0, 1, 1])
        self.calls = [(rng.choice(self.parts), rng.choice(arguments), rng.choice([1, 1, 2]))
                      for _ in range(rng.choice([1, 2, 2, 3]))]
        self.claim = rng.randint(1, 4)
        self.most = rng.choice([0, 1, 2])
        queries = "".join(f"query {name}_ = count v: V where {words}\n" for name, words in QUERIES.items())
        parts = " ".join(f"{part.name}(eps, {argument}) {times} times" for part, argument, times in self.calls)
        self.text = (FIELDS + queries + "".join(part.text for part in self.parts) +
                     f"compose all_(eps: real, {', '.join(f'{name}: int' for name in self.names)})\n"
                     f"  requires eps > 0, {', '.join(f'0 <= {name} <= {self.most}' for name in self.names)}\n"
                     f"  guarantees private({self.claim} * eps)\n{{ {parts} }}\n")

    def values(self):
        for values in itertools.product(range(self.most + 1), repeat=2):
            yield dict(zip(self.names, values))

    def argument(self, argument, values):
        return values[argument] if argument in values else int(argument)

    def meets(self, record, values):
        return all(part.premise is None or holds(part.premise, record, {"t": self.argument(argument, values)})
                   for part, argument, _ in self.calls)

    def dearest(self):
        """The most that a pair costs, in eps; whether any two records are neighbours."""
        most, some = 0, False
        for values in self.values():
            records = [record for record in RECORDS if self.meets(record, values)]
            for r, s in itertools.product(records, repeat=2):
                if r != s and any(part.allows(r, s, self.argument(argument, values)) for part, argument, _ in self.calls):
                    some = True
                    most = max(most, sum(times for part, _, times in self.calls if part.counts(r) != part.counts(s)))
        return most, some


def judge(composition, entry, parts_are_proved):
    dearest, some = composition.dearest()
    verdict = entry["verdict"]
    if not parts_are_proved:
        return None if verdict in ("not proved", "not private") else f"a part is open, and the verdict is {verdict}"
    if verdict == "not private" and dearest <= composition.claim:
        return f"claims {composition.claim} * eps, no pair costs more than {dearest}, and it is not private"
    if verdict.startswith("proved") and dearest > composition.claim:
        return f"claims {composition.claim} * eps, and a pair costs {dearest}"
    if verdict.startswith("proved") and dearest == 0:
        return "proved, and no count of neighbours differs"
    if verdict == "vacuous" and dearest:
        return f"vacuous, and a pair costs {dearest}"
    if some and entry["ledger"] and all(row["pairs"] == "none" for row in entry["ledger"]):
        return "all rows are empty, and there are neighbours"
    premises = [text.split(": ", 1)[-1] if not text.startswith("forall") else text
                for text in (assumption["text"] for assumption in entry["assumptions"]) if "in data" in text]
    for values in composition.values():
        for record in RECORDS:
            if composition.meets(record, values) != all(holds(premise, record, values) for premise in premises):
                return f"the premises {premises} do not say what the parts require of {record} at {values}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("plumb", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=60)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    compositions = [Composition(rng, number) for number in range(options.count)]
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for number, composition in enumerate(compositions):
            files.append(pathlib.Path(folder) / f"{number}.plumb")
            files[-1].write_text(composition.text)
        run = subprocess.run([options.plumb.resolve(), "check", "--format", "json", "--jobs", "2", *files], capture_output=True,
                             text=True, timeout=3600)
    if run.returncode not in (0, 3, 4):
        sys.exit(f"exit {run.returncode}: {run.stdout[:2000]}{run.stderr[:2000]}")
    report = json.loads(run.stdout)
    complaints, told, missed = 0, {}, 0
    for entry in report["compositions"]:
        composition = compositions[int(pathlib.Path(entry["file"]).stem)]
        proved = all(part["verdict"].startswith("proved") for part in entry["parts"])
        complaint = judge(composition, entry, proved)
        word = entry["verdict"].split(" under")[0] if proved else "open part"
        told[word] = told.get(word, 0) + 1
        missed += word == "not proved" and 0 < composition.dearest()[0] <= composition.claim
        if complaint:
            complaints += 1
            print(f"{complaint}\n{composition.text}\n{json.dumps(entry, indent=1)[:3000]}\n")
    print(f"{len(report['compositions'])} compositions: {told}; {missed} of those not proved are private")
    few = [word for word in ("proved", "vacuous", "not private") if not told.get(word)]
    if few and options.count >= 60:
        print(f"none of these is {few}: the test has lost its point")
    sys.exit(1 if complaints or (few and options.count >= 60) else 0)


if __name__ == "__main__":
    main()
