#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `plumb policy` says of random policies, against all records of small sizes. Usage: policy_attack.py PLUMB [FIRST] [PROGRAMS]

Records, relations and propositions are evaluated here anew, from formulas of which Plumb gets the text. What is called
proved must hold among all records of three sizes; the pair that denies must be one that does. Of what is said of the odds
the same records are asked: of all mechanisms that are private(eps), the one that says "yes" with probability
exp(-eps times the number of steps from r) tells r best from another, so that the odds are multiplied by e^eps for each step
between the two, and without end where no steps lead there.
"""

import functools
import itertools
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parents[2]
SIZES = (0, 1, 2)
HEAD = "size n\nrecord R { a: int in 0 .. 3 or none, b: bool, v: bool[n] }\n"
MECHANISM = """query all = count x: R
mechanism m(eps: real)
  requires eps > 0
  adjacency replace R {}
  guarantees private(eps)
{{ lam ~ laplace(1 / eps) align lam' = lam  output all + lam }}
"""


def records(n):
    for a, b, v in itertools.product((0, 1, 2, "none"), (False, True), itertools.product((False, True), repeat=n)):
        yield {"a": a, "b": b} | {("v", i): x for i, x in enumerate(v)}


def atom(rng, indices, who):
    """Text, value and elements: a value takes a dictionary with r, s (for r'), n and indices."""
    side, prefix = rng.choice(who)
    choice = rng.random()
    if indices and choice < 0.5:
        i = rng.choice(indices)
        return f"{prefix}v[{i}]", lambda e: e[side]["v", e[i]], [("v", i)]
    if choice < 0.7:
        return f"{prefix}b", lambda e: e[side]["b"], ["b"]
    if choice < 0.8:
        return f"{prefix}a = none", lambda e: e[side]["a"] == "none", ["a"]
    k = rng.choice("012n")
    number = lambda e: e["n"] if k == "n" else int(k)
    if choice < 0.9:
        return f"{prefix}a = {k}", lambda e: e[side]["a"] == number(e), ["a"]
    return f"{prefix}a < {k}", lambda e: e[side]["a"] != "none" and e[side]["a"] < number(e), ["a"]


def same(rng, indices):
    name = rng.choice(["b"] + [f"v[{i}]" for i in indices])
    key = (lambda e: "b") if name == "b" else (lambda e: ("v", e[name[2:-1]]))
    return f"(r.{name} iff r'.{name})", lambda e: e["r"][key(e)] == e["s"][key(e)], []


def formula(rng, indices, who=(("r", ""),), deep=2):
    choice = rng.random()
    if deep and choice < 0.2:
        text, f, read = formula(rng, indices, who, deep - 1)
        return f"not ({text})", lambda e: not f(e), read
    if deep and choice < 0.5:
        (s, f, x), (t, g, y) = formula(rng, indices, who, deep - 1), formula(rng, indices, who, deep - 1)
        word, h = rng.choice([("and", lambda p, q: p and q), ("or", lambda p, q: p or q), ("iff", lambda p, q: p == q)])
        return f"({s}) {word} ({t})", lambda e: h(f(e), g(e)), x + y
    if deep and choice < 0.6:
        text, f, read = formula(rng, [*indices, "z"], who, 0)
        whole = [("v", None) if element == ("v", "z") else element for element in read]
        return f"(forall z in 0 .. n: {text})", lambda e: all(f(e | {"z": i}) for i in range(e["n"])), whole
    return same(rng, indices) if len(who) == 2 and rng.random() < 0.5 else atom(rng, indices, who)


def by_rules(rng):
    rules, tests, asked = [], {}, []
    for field, element, indices in (("a", "a", []), ("b", "b", []), ("v", "v[j]", ["j"])):
        kind = rng.choice(["public", "sensitive", "when", "when"])
        if kind == "when":
            text, f, _ = formula(rng, indices)
            rules.append(f"sensitive {element} when {text}")
            tests[field] = f
            asked += [(field, f), (field, lambda e, f=f: not f(e))]
        else:
            rules.append(f"public {field}" if kind == "public" else f"sensitive {element}")
            tests[field] = lambda e, kind=kind: kind == "sensitive"
            asked.append((field, lambda e: True))

    def allows(r, s, n):
        return all(r[key] == s[key] or tests[key[0]]({"r": r, "n": n, "j": key[-1]}) for key in r)

    return f"policy p on R {{ {'; '.join(rules)} }}\n", allows, asked


def by_formula(rng):
    everywhere = [(field, lambda e: True) for field in "abv"]
    kind = rng.choice(["allows", "along", "when"])
    text, f, _ = formula(rng, [], (("r", "r."),) if kind == "when" else (("r", "r."), ("s", "r'.")))
    relates = lambda r, s, n: f({"r": r, "s": s, "n": n})
    if kind == "allows":
        return f"policy p on R allows r' where {text}\n", relates, everywhere
    program = MECHANISM.format(f"{kind} {text}")
    if kind == "along":
        return program, relates, everywhere
    asked = [(field, g) for field in "abv" for g in (f, lambda e: not f(e))]
    return program, lambda r, s, n: r == s or relates(r, s, n), asked


def recordOf(texts, n):
    read = lambda text: text if text == "none" else {"true": True, "false": False}[text] if text in ("true", "false") else int(text)
    elements = [read(word) for word in texts["v"].strip("[]").replace(",", " ").split()]
    assert len(elements) == n, f"an array of {len(elements)} elements of {n}"
    return {"a": read(texts["a"]), "b": read(texts["b"])} | {("v", i): x for i, x in enumerate(elements)}


class Answers:
    def __init__(self, name, indices):
        self.name, self.indices = name, indices

    def check(self, what, answer, denies):
        """denies(r, s, n, indices): this pair would deny it."""
        if answer["status"] == "refuted":
            against = answer["against"]
            n = int(against["parameters"]["n"])
            r, s = recordOf(against["r"], n), recordOf(against["r'"], n)
            places = ([int(against["parameters"][i])] if i in against["parameters"] else range(n) for i in self.indices)
            assert any(denies(r, s, n, dict(zip(self.indices, at))) for at in itertools.product(*places)), \
                f"{self.name}: {what}: this pair denies nothing: {against}"
        elif answer["status"] == "proved":
            for n in SIZES:
                everyone = list(records(n))
                for at in itertools.product(range(n), repeat=len(self.indices)):
                    for r, s in itertools.product(everyone, repeat=2):
                        assert not denies(r, s, n, dict(zip(self.indices, at))), \
                            f"{self.name}: {what} is no fact: n = {n}, {at}, r = {r}, r' = {s}"
        return answer["status"]


class Steps:
    """How many steps lead from one record to another, at one size and at given indices."""

    def __init__(self, n, at, allows):
        self.everyone = list(records(n))
        self.next = [[j for j, t in enumerate(self.everyone) if allows(s, t, n, at)] for s in self.everyone]
        self.number = {tuple(r.values()): i for i, r in enumerate(self.everyone)}
        self.known = {}

    def fromHere(self, r):
        """The least number for each record that is reached."""
        start = self.number[tuple(r.values())]
        if start not in self.known:
            found, last, count = {start: 0}, [start], 0
            while last:
                count += 1
                last = list({j for i in last for j in self.next[i]} - found.keys())
                found |= dict.fromkeys(last, count)
            self.known[start] = found
        return self.known[start]

    def between(self, r, s):
        """None where there are none."""
        return self.fromHere(r).get(self.number[tuple(s.values())])


RISKS = {"1": lambda steps: False, "e^eps": lambda steps: steps == 1, "infinite": lambda steps: steps is None}


def checkRisk(told, asked, indices, stepsAt, name):
    """asked(r, s, n, at): whoever can tell r from s learns something. What is told must be so of all these pairs."""
    for n in SIZES if told else ():
        for place in itertools.product(range(n), repeat=len(indices)):
            at = dict(zip(indices, place))
            steps = stepsAt(n, at)
            for r, s in itertools.product(steps.everyone, repeat=2):
                assert not asked(r, s, n, at) or RISKS[told](steps.between(r, s)), \
                    f"{name}: odds times {told}, but from r = {r} to r' = {s} there are {steps.between(r, s)} steps"
    return "risk", told


def differ_only(r, s, own):
    return all(r[key] == s[key] for key in r if not own(key))


def checkValue(secret, field, where, allows, name):
    answers = Answers(f"{name}: {secret['about']}", ["j"] if field == "v" else [])
    key = lambda at: ("v", at["j"]) if field == "v" else field
    changes = lambda r, s, n, at: where({"r": r, "n": n} | at) and r[key(at)] != s[key(at)]
    answers.check("from everybody", secret["hiddenFromEverybody"],
                  lambda r, s, n, at: changes(r, s, n, at) and not allows(r, s, n))
    answers.check("from those who know the rest", secret["hiddenFromInformed"],
                  lambda r, s, n, at: changes(r, s, n, at) and differ_only(r, s, lambda k: k == key(at)) and not allows(r, s, n))
    answers.check("given away", secret["givenAway"],
                  lambda r, s, n, at: where({"r": r, "n": n} | at) and allows(r, s, n)
                  and not (r[key(at)] == s[key(at)] and where({"r": s, "n": n} | at)))
    all_steps = functools.cache(lambda n: Steps(n, {}, lambda r, s, n, at: allows(r, s, n)))
    stepsAt = lambda n, at: all_steps(n)
    return {checkRisk(secret["riskToEverybody"], changes, answers.indices, stepsAt, answers.name),
            checkRisk(secret["riskToInformed"], lambda r, s, n, at: changes(r, s, n, at) and differ_only(r, s, lambda k: k == key(at)),
                      answers.indices, stepsAt, answers.name)}


def checkProposition(about, holds, read, indices, allows, name):
    answers, seen = Answers(name, indices), set()

    def own(at):
        return lambda key: any(key == e if isinstance(e, str) else key[0] == "v" and (e[1] is None or at[e[1]] == key[1])
                               for e in read)

    steps = {}

    def stepsAt(n, at):
        key = n, *at.values()
        if key not in steps:
            steps[key] = Steps(n, at, allows)
        return steps[key]

    def reached(r, n, at):
        """By any number of steps."""
        return [stepsAt(n, at).everyone[i] for i in stepsAt(n, at).fromHere(r)]

    for word, isTrue in (("True", True), ("False", False)):
        secret = about[word.lower()]
        so = lambda r, n, at: holds({"r": r, "n": n} | at) == isTrue
        ceases = lambda r, s, n, at: so(r, n, at) and not so(s, n, at)
        for key, denies in (
                ("hiddenFromEverybody", lambda r, s, n, at: ceases(r, s, n, at) and not allows(r, s, n, at)),
                ("hiddenFromInformed", lambda r, s, n, at: ceases(r, s, n, at) and differ_only(r, s, own(at))
                 and not allows(r, s, n, at)),
                ("givenAway", lambda r, s, n, at: ceases(r, s, n, at) and allows(r, s, n, at))):
            seen.add((key, answers.check(f"{key} where {word}", secret[key], denies)))
        answers.check(f"nothing else where {word}", about["nothingElseWhere" + word],
                      lambda r, s, n, at: so(r, n, at) and so(s, n, at) and r != s and not allows(r, s, n, at))
        answers.check(f"the rest where {word}", about["restGivenAwayWhere" + word],
                      lambda r, s, n, at: so(r, n, at) and allows(r, s, n, at)
                      and any(not differ_only(r, t, own(at)) for t in reached(s, n, at)))
        for key, asked in (
                ("riskToEverybody", ceases),
                ("riskToInformed", lambda r, s, n, at: ceases(r, s, n, at) and differ_only(r, s, own(at)))):
            seen.add(checkRisk(secret[key], asked, indices, stepsAt, f"{name}: {key} where {word}"))
        otherRest = lambda r, s, n, at: so(r, n, at) and so(s, n, at) and not differ_only(r, s, own(at))
        seen.add(checkRisk(about["riskOfRestWhere" + word], otherRest, indices, stepsAt, f"{name}: the rest where {word}"))
    some = {"a": 0, "b": False, ("v", 0): False, ("v", 1): False, ("v", 2): False}
    hasRest = any(not own(dict(zip(indices, at)))(key) for key in some for at in itertools.product(range(3), repeat=len(indices)))
    assert about["hasRest"] == hasRest, f"{name}: hasRest is {about['hasRest']}"
    return seen


def attack(plumb, number, validator, folder):
    rng = random.Random(number)
    text, allows, asked = by_rules(rng) if rng.random() < 0.5 else by_formula(rng)
    indices = rng.choice([[], ["k"], ["k", "l"]])
    proposition, holds, read = formula(rng, indices)
    indices = [i for i in indices if f"[{i}]" in proposition]
    path = pathlib.Path(folder) / f"p{number}.plumb"
    path.write_text(HEAD + text)
    run = subprocess.run([plumb, "policy", path, "--about", proposition, "--format=json"], capture_output=True, text=True)
    name = f"{number}: {text}--about '{proposition}'"
    assert run.returncode in (0, 4), f"{name}: exit {run.returncode}\n{run.stdout[-2000:]}{run.stderr}"
    document = json.loads(run.stdout)
    validator.validate(document)
    [policy] = document["policies"]
    assert (policy["verdict"] == "decided") == (run.returncode == 0) == ('"not decided"' not in run.stdout), name
    assert len(policy["values"]) == len(asked), name
    seen = set()
    for secret, (field, where) in zip(policy["values"], asked):
        seen |= checkValue(secret, field, where, allows, name)
    about = policy["propositions"][-1]
    seen |= checkProposition(about, holds, read, indices, lambda r, s, n, at: allows(r, s, n), name)
    value = lambda r, n, at: holds({"r": r, "n": n} | at)
    others = {"replace R when": lambda r, s, n, at: r == s or value(r, n, at),
              "replace R along": lambda r, s, n, at: value(r, n, at) == value(s, n, at), "replace R": lambda r, s, n, at: True}
    for other in about["compared"]:
        words = " ".join(other["adjacency"].split()[:3])
        checkProposition(other["about"], holds, read, indices, others[words], f"{name}, {words}")
    return seen


def main():
    plumb = pathlib.Path(sys.argv[1]).resolve()
    first, programs = (int(sys.argv[i]) if len(sys.argv) > i else default for i, default in ((2, 20), (3, 10)))
    validator = jsonschema.Draft202012Validator(json.loads((ROOT / "docs/schema/policy.schema.json").read_text()))
    seen = set()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(first, first + programs):
            seen |= attack(plumb, number, validator, folder)
    missing = {(key, status) for key in ("hiddenFromEverybody", "hiddenFromInformed", "givenAway")
               for status in ("proved", "refuted")} | {("risk", told) for told in RISKS}
    missing -= seen
    assert not missing, f"some answers never occur: {missing}"
    print(f"{programs} relations: no answer is denied by a record of {len(SIZES)} sizes, and each pair denies its own")


if __name__ == "__main__":
    main()
