#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `plumb policy` says of random policies, against all records of small sizes. Usage: policy_attack.py PLUMB

Records, relations and propositions are evaluated here anew, from formulas of which Plumb gets the text. What is called
proved must hold among all records of two sizes; the pair that denies must be one that does.
"""

import itertools
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import jsonschema

PROGRAMS = 16
ROOT = pathlib.Path(__file__).resolve().parents[2]
SIZES = (1, 2)
FIELDS = {"a": range(3), "b": (False, True), "v": None}


def records(n):
    for a, b, v in itertools.product(range(3), (False, True), itertools.product((False, True), repeat=n)):
        yield {"a": a, "b": b, "v": v}


def formula(rng, deep=2, index=None):
    """Text with bare names, and its value for a record and an index."""
    atoms = [("b", lambda r, i: r["b"])] + [(f"a {op} {k}", f) for k in (0, 1, 2) for op, f in (
        ("=", lambda r, i, k=k: r["a"] == k), ("<", lambda r, i, k=k: r["a"] < k), (">=", lambda r, i, k=k: r["a"] >= k))]
    if index:
        atoms += [(f"v[{index}]", lambda r, i: r["v"][i])] * 4
    if deep == 0 or rng.random() < 0.4:
        return rng.choice(atoms)
    if rng.random() < 0.3:
        text, f = formula(rng, deep - 1, index)
        return f"not ({text})", lambda r, i: not f(r, i)
    (s, f), (t, g) = formula(rng, deep - 1, index), formula(rng, deep - 1, index)
    word, h = rng.choice([("and", lambda x, y: x and y), ("or", lambda x, y: x or y), ("iff", lambda x, y: x == y)])
    return f"({s}) {word} ({t})", lambda r, i: h(f(r, i), g(r, i))


def relation(rng):
    """The rules of a policy, and whether it allows r -> s."""
    rules, tests = [], []
    for field in FIELDS:
        element = "v[j]" if field == "v" else field
        kind = rng.choice(["public", "sensitive", "when", "when"])
        if kind == "public":
            rules.append(f"public {field}")
            tests.append((field, lambda r, i: False))
        elif kind == "sensitive":
            rules.append(f"sensitive {element}")
            tests.append((field, lambda r, i: True))
        else:
            text, f = formula(rng, 2, "j" if field == "v" else None)
            rules.append(f"sensitive {element} when {text}")
            tests.append((field, f))

    def allows(r, s):
        for field, may in tests:
            elements = range(len(r["v"])) if field == "v" else (None,)
            for i in elements:
                differs = r["v"][i] != s["v"][i] if field == "v" else r[field] != s[field]
                if differs and not may(r, i):
                    return False
        return True

    return "; ".join(rules), allows


def reads(text, index):
    """The elements that a formula is about."""
    return {name for name in ("a", "b") if any(word.strip("()") == name for word in text.split())} | (
        {("v", index)} if "v[" in text else set())


def knows_rest(r, s, own):
    return all(r[name] == s[name] or name in own for name in ("a", "b")) and all(
        x == y or ("v", i) in own for i, (x, y) in enumerate(zip(r["v"], s["v"])))


def other_changes(r, s, own):
    return not knows_rest(r, s, own)


def truths(allows, holds, text):
    """Each answer among all records of the sizes."""
    result = dict.fromkeys(("everybody", "informed", "away", "nothing else", "rest"), True)
    for n in SIZES:
        everyone = list(records(n))
        for r, s in itertools.product(everyone, repeat=2):
            for i in range(n):
                own, step = reads(text, i), allows(r, s)
                if holds(r, i) and not holds(s, i):
                    result["everybody"] &= step
                    result["informed"] &= step or not knows_rest(r, s, own)
                    result["away"] &= not step
                if holds(r, i) == holds(s, i):
                    result["nothing else"] &= step
                if holds(r, i) and step and (not holds(s, i) or other_changes(r, s, own)):
                    result["rest"] = False
    return result


def said(answer):
    return {"proved": True, "refuted": False}[answer["status"]]


def check(about, allows, holds, text, name):
    for word, isTrue in (("true", True), ("false", False)):
        secret, side = about[word], (lambda r, i: holds(r, i) == isTrue)
        expected = truths(allows, side, text)
        found = {"everybody": said(secret["hiddenFromEverybody"]), "informed": said(secret["hiddenFromInformed"]),
                 "away": said(secret["givenAway"]), "nothing else": said(about["nothingElse"]),
                 "rest": said(about["restGivenAwayWhere" + word.capitalize()])}
        assert found == expected, f"{name}, where {word}: {found}, but {expected}"


def main():
    plumb, rng = pathlib.Path(sys.argv[1]).resolve(), random.Random(20)
    kinds = set()
    validator = jsonschema.Draft202012Validator(json.loads((ROOT / "docs/schema/policy.schema.json").read_text()))
    with tempfile.TemporaryDirectory() as folder:
        for number in range(PROGRAMS):
            rules, allows = relation(rng)
            text, holds = formula(rng, 2, "k")
            path = pathlib.Path(folder) / f"p{number}.plumb"
            path.write_text("size n\nrecord R { a: int in 0 .. 3, b: bool, v: bool[n] }\npolicy p on R { " + rules + " }\n")
            run = subprocess.run([plumb, "policy", path, "--about", text, "--format=json"], capture_output=True, text=True)
            name = f"{rules}; {text}"
            assert run.returncode == 0, f"{name}: exit {run.returncode}\n{run.stdout[-2000:]}{run.stderr}"
            document = json.loads(run.stdout)
            validator.validate(document)
            policy = document["policies"][0]
            about = policy["propositions"][-1]
            check(about, allows, holds, text, name)
            for other in about["compared"]:
                if other["adjacency"] == "replace R":
                    check(other["about"], lambda r, s: True, holds, text, name + ", under differential privacy")
            kinds |= {(key, about[word][key]["status"]) for word in ("true", "false") for key in
                      ("hiddenFromEverybody", "hiddenFromInformed", "givenAway")}
    assert len(kinds) == 6, f"some answers never occur: {kinds}"
    print(f"{PROGRAMS} policies: each answer is that of all records of {len(SIZES)} sizes")


if __name__ == "__main__":
    main()
