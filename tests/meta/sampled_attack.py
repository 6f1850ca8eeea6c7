#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random compositions on a sample of the records, judged by brute force over all samples of few records.

    sampled_attack.py PLUMB [--seed N] [--count N]

Each part counts records and adds geometric noise, so that how likely an output is on a sample is a power of exp(-eps), and on the
data the mean over all samples. No guarantee that is proved, and no ledger, may be less than the largest logarithm of a quotient
that is found; the ledger of an added record is reached, and that of a removed one where the parts are proved for removed ones. Of
records that are replaced nothing is proved, nor with a p above 1. What is called not private loses more than is guaranteed, and
the loss that is told is that of the data and the outputs that are told.

A third as many define E = exp(eps) and c = ln(t), sample with a quotient over E, and run their part with c. They are judged alike at
several eps, where c is a floating-point number.
"""

import argparse
import itertools
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

SCHEMA = "record V { a: bool, b: bool }\nquery all = count v: V\nquery some = count v: V where v.a\n" \
         "query both = count v: V where v.a and v.b\n"
QUERIES = {"all": lambda r: True, "some": lambda r: r[0], "both": lambda r: r[0] and r[1]}
RECORDS = list(itertools.product((False, True), repeat=2))
LAWS = {"add": "exponential", "remove": "neg_exponential", "add or remove": "laplace"}
OUTPUTS = range(-3, 6)
SLACK = 1e-9


class Part:
    def __init__(self, rng, number):
        self.name, self.query = f"part{number}", rng.choice(list(QUERIES))
        self.change = rng.choice(["add", "add", "remove", "add or remove"])
        self.eps, self.times = Fraction(rng.randint(1, 8), rng.choice([4, 8])), rng.choice([1, 1, 1, 2])
        # Of a density the same powers are left, but where it begins and ends.
        self.sort = rng.choice(["", "", ": real"])

    def text(self):
        q = f"real({self.query})" if self.sort else self.query
        primed = f"real({self.query}')" if self.sort else f"{self.query}'"
        return (f"mechanism {self.name}(eps: real) requires eps > 0 adjacency {self.change} V guarantees private(eps)\n"
                f"{{ lam{self.sort} ~ {LAWS[self.change]}(1 / eps) align lam' = lam + {q} - {primed}  output {q} + lam }}\n")

    def call(self):
        return f"{self.name}({self.eps})" + (f" {self.times} times" if self.times > 1 else "")

    def likely(self, sample, y):
        """Up to a factor that is the same on all samples."""
        noise = y - sum(map(QUERIES[self.query], sample))
        if self.change != "add or remove" and noise * (1 if self.change == "add" else -1) < 0:
            return 0.0
        return math.exp(-float(self.eps) * abs(noise))


def runs(parts):
    return [part for part in parts for _ in range(part.times)]


def on_data(parts, p, data):
    """How likely each output is: the mean over all samples."""
    samples = []
    for kept in itertools.product((False, True), repeat=len(data)):
        weight = float(p) ** sum(kept) * (1 - float(p)) ** (len(kept) - sum(kept))
        samples.append((weight, [r for r, is_kept in zip(data, kept) if is_kept]))
    tables = [[(weight, [[part.likely(sample, y) for y in OUTPUTS] for part in runs(parts)]) for weight, sample in samples]][0]
    return {at: sum(weight * math.prod(table[i][y] for i, y in enumerate(at)) for weight, table in tables)
            for at in itertools.product(range(len(OUTPUTS)), repeat=len(runs(parts)))}


def loss(first, second):
    """The largest logarithm of a quotient."""
    return max(math.inf if second[y] == 0 else math.log(first[y] / second[y]) for y in first if first[y] > 0)


def losses(rng, parts, p):
    """Of a record that is added, removed and replaced."""
    added = removed = replaced = -math.inf
    for others in ([], [rng.choice(RECORDS)]):
        less, more = on_data(parts, p, others), [on_data(parts, p, [r, *others]) for r in RECORDS]
        added = max(added, *(loss(one, less) for one in more))
        removed = max(removed, *(loss(less, one) for one in more))
        replaced = max(replaced, *(loss(one, other) for one in more for other in more))
    return {"add V": added, "remove V": removed, "replace V": replaced}


def told_loss(case, violation):
    """The loss of what is told: the two records and one output for each part."""
    sides = []
    for side in ("first", "second"):
        fields = [field[side] for field in violation["records"]["changed"]]
        sides.append([] if None in fields else [tuple(value == "true" for value in fields)])
    outputs = [Fraction(part["event"].removeprefix("out = ")) for part in violation["parts"]]
    likely = []
    for data in sides:
        worlds = [(float(case["p"]), data), (1 - float(case["p"]), [])] if data else [(1, [])]
        likely.append(sum(weight * math.prod(part.likely(sample, y) ** part.times for part, y in zip(case["parts"], outputs))
                          for weight, sample in worlds))
    return math.inf if likely[1] == 0 else math.log(likely[0] / likely[1])


def program(rng, number):
    parts = [Part(rng, f"{number}_{i}") for i in range(rng.choice([1, 1, 2]))]
    while len(runs(parts)) > 2:
        parts.pop()
    parts = parts or [Part(rng, f"{number}_0")]
    parts[0].times = min(parts[0].times, 2)
    p = rng.choice([Fraction(1, 10), Fraction(1, 3), Fraction(1, 2), Fraction(9, 10), Fraction(0), Fraction(1), Fraction(6, 5)])
    stated = rng.choice(["add V", "add V", "remove V", "add or remove V", "add or remove V", "replace V"])
    found = losses(rng, parts, p) if p <= 1 else {}
    ways = ["add V", "remove V"] if stated == "add or remove V" else [stated]
    worst = max((found[way] for way in found if way in ways), default=1)
    total = float(sum(part.eps * part.times for part in parts))
    claims = [worst * 0.9, worst * 0.999, worst * 1.2, total, total * 0.9, float(p) * (total + total ** 2), float(p) * total,
              float(p / (1 - p)) if p < 1 else 1, 2]
    claim = rng.choice([None, None, *claims])
    if claim is not None:
        claim = Fraction(math.ceil(min(max(claim, 0), 50) * 10 ** 6), 10 ** 6)
    text = "".join(part.text() for part in parts) + f"compose c{number}() adjacency {stated} sample each with {p}" \
        + (f" guarantees private({claim})" if claim is not None else "") + " { " + " ".join(part.call() for part in parts) + " }\n"
    return text, {"stated": stated, "p": p, "found": found, "worst": worst, "claim": claim, "text": text, "parts": parts}


# Each with its value at eps, p and E = exp(eps).
ARGUMENTS = {"1 + E": lambda E, p: 1 + E, "2 + E": lambda E, p: 2 + E, "1 + (E - 1) / p": lambda E, p: 1 + (E - 1) / p, "E * E": lambda E, p: E * E,
             "(1 + E) / 2": lambda E, p: (1 + E) / 2, "1 + 2 * (E - 1)": lambda E, p: 1 + 2 * (E - 1), "E": lambda E, p: E}
SHARES = {"1 - 1 / E": lambda E: 1 - 1 / E, "1 - 1 / (E * E)": lambda E: 1 - 1 / (E * E), "(E - 1) / (E + 1)": lambda E: (E - 1) / (E + 1),
          "1 / 2": lambda E: 0.5, "(1 - 1 / E) / 2": lambda E: (1 - 1 / E) / 2, "2 / 5": lambda E: 0.4}
CLAIMS = {"eps": lambda eps, c: eps, "eps / 2": lambda eps, c: eps / 2, "2 * eps": lambda eps, c: 2 * eps, "c": lambda eps, c: c,
          "(eps + c) / 2": lambda eps, c: (eps + c) / 2}


def defined_program(rng, number):
    """Of one part."""
    part = Part(rng, f"{number}")
    part.times = rng.choice([1, 1, 2])
    count = rng.choice([1, 1, 2])
    argument, share, claim = (rng.choice(list(table)) for table in (ARGUMENTS, SHARES, CLAIMS))
    if rng.random() < 0.5:
        argument, share, claim = rng.choice([("1 + E", "1 - 1 / E", "eps"), ("1 + (E - 1) / p", share, "eps"), ("1 + 2 * (E - 1)", "1 / 2", "eps"),
                                             ("E", share, "eps")])
    # p is written out in t, since no definition but exp and ln is one.
    written = argument.replace("p", f"({share})")
    stated = rng.choice(["add V", "add or remove V"])
    text = part.text() + f"compose c{number}(eps: real) requires eps > 0 let E = exp(eps) let c = ln({written}) adjacency {stated} " \
        f"sample each with {share} guarantees private({claim}) {{ {part.name}(c / {count}) {part.times} times }}\n"

    def at(eps):
        """What is lost with the p and c there, and what is guaranteed."""
        E = math.exp(eps)
        p = SHARES[share](E)
        c = math.log(ARGUMENTS[argument](E, p))
        part.eps = c / count
        found = losses(random.Random(1), [part], p)
        return max(found[way] for way in (["add V", "remove V"] if stated == "add or remove V" else [stated])), CLAIMS[claim](eps, c), p

    return text, {"at": at, "parts": [part], "text": text}


def complaint_of_defined(case, said, counts):
    # At 2 and more all outputs of a part that runs twice are few beside the noise.
    lost = {eps: case["at"](eps)[:2] for eps in (0.1, 0.5, 1.0, 2.0)}
    if said["verdict"].startswith("proved"):
        counts["defined proved"] += 1
        counts["defined reached"] += all(abs(loss - most) < 1e-6 for loss, most in lost.values())
        return next((f"is proved, and {loss} is lost of {most} at eps = {eps}" for eps, (loss, most) in lost.items() if loss > most + SLACK), None)
    if said["verdict"] == "not private":
        counts["defined refuted"] += 1
        violation = said["violation"]
        eps = float(Fraction(violation["between"]["low"])) + 1.5e-6
        claim, p = case["at"](eps)[1:]
        loss = told_loss({"p": p, "parts": case["parts"]}, violation)
        if loss <= claim - SLACK or Fraction(violation["epsilon"]) < claim - 1e-5:
            return f"is called not private, and {loss} is lost of {claim} at eps = {eps}"
        if not math.isclose(loss, float(violation["loss"].replace("infinite", "inf")), rel_tol=1e-3):
            return f"loses {loss}, and {violation['loss']} is told"
        return None
    counts["defined missed"] += any(loss > most * 1.05 + 0.01 for loss, most in lost.values())
    counts["defined open"] += 1
    return None


def complaint(case, said, counts):
    if said["verdict"] == "not private":
        counts["refuted"] += 1
        lost = told_loss(case, said["violation"])
        if lost <= float(case["claim"]) - SLACK or case["worst"] <= float(case["claim"]) - SLACK:
            return f"is called not private, and {lost} is lost"
        if not math.isclose(lost, float(said["violation"]["loss"].replace("infinite", "inf")), rel_tol=1e-3):
            return f"loses {lost}, and {said['violation']['loss']} is told"
    elif case["found"] and case["claim"] is not None and case["worst"] > float(case["claim"]) * 1.01 + 0.01:
        counts["missed"] += 1
    is_proved = said["verdict"].startswith("proved")
    counts["proved"] += is_proved
    if is_proved and (case["p"] > 1 or case["stated"] == "replace V"):
        return "is proved"
    if not is_proved:
        return None
    if case["claim"] is not None and case["worst"] > float(case["claim"]) + SLACK:
        return f"is proved, and {case['worst']} is lost"
    for row in said["ledger"]:
        told = eval(row["total"], {"ln": math.log, "exp": math.exp})
        found = case["found"][row["changes"]]
        if found > told + SLACK:
            return f"{row['changes']}: {told} in the ledger, and {found} is lost"
        counts["reached"] += abs(found - told) < 1e-6
        all_add = all(part.change == "add" for part in case["parts"])
        if row["changes"] == "add V" and all_add and found < told - 1e-6:
            return f"{row['changes']}: {told} in the ledger, and {found} at most"
        all_remove = all(part.change == "remove" for part in case["parts"])
        if row["changes"] == "remove V" and all_remove and case["claim"] is None and found < told - 1e-6:
            return f"{row['changes']}: {told} in the ledger, and {found} at most"
    return None


def main():
    words = argparse.ArgumentParser()
    words.add_argument("plumb", type=pathlib.Path)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--count", type=int, default=60)
    options = words.parse_args()
    rng = random.Random(options.seed)
    cases = [program(rng, number) for number in range(options.count)]
    cases += [defined_program(rng, number) for number in range(options.count, options.count + options.count // 3)]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "sampled.plumb"
        path.write_text(SCHEMA + "".join(text for text, _ in cases))
        run = subprocess.run([options.plumb.resolve(), "check", "--format=json", path], capture_output=True, text=True, timeout=300)
        said = {entry["composition"]: entry for entry in json.loads(run.stdout)["compositions"]}
    counts = dict.fromkeys(["proved", "reached", "refuted", "missed"], 0)
    counts |= dict.fromkeys(["defined proved", "defined reached", "defined refuted", "defined missed", "defined open"], 0)
    complaints = []
    for number, (text, case) in enumerate(cases):
        judge = complaint_of_defined if "at" in case else complaint
        if what := judge(case, said[f"c{number}"], counts):
            complaints.append(f"{text}{what}")
    if options.count >= 40 and (counts["proved"] < options.count // 5 or not counts["reached"]):
        complaints.append(f"hardly anything was proved: {counts}")
    if options.count >= 40 and counts["refuted"] < 4 * counts["missed"]:
        complaints.append(f"hardly anything was refuted: {counts}")
    if options.count >= 40 and (not counts["defined reached"] or counts["defined proved"] < options.count // 15
                                or counts["defined refuted"] < 2 * counts["defined missed"]):
        complaints.append(f"hardly anything with powers of e was decided: {counts}")
    print("\n".join(complaints) or f"{options.count} compositions: {counts}")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
