#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Why the examples are private: every chain of inequalities that `plumb explain` tells is taken apart and adds up. Usage: chains.py PLUMB
[--all | PROGRAM...]

Without more words it takes a twelfth of the examples. What is printed is also what docs/schema/explain.schema.json says. Nothing of Plumb is used but what it prints. Numbers are read by a reader of its own, as polynomials with exact coefficients over whatever is no sum
and no product; what a step says it adds is added, and has to lead to where it says; and the ends have to say what is claimed. What is called true of all numbers is tried at some.
"""

import json
import pathlib
import random
import re
import subprocess
import sys
from collections import Counter
from fractions import Fraction

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from programs import examples

import jsonschema

# Every so many examples are a sample; beside them a program that is not private, and a message.
SAMPLE = 12
BESIDE = ("examples/svt/above_threshold__goes_on.plumb", "PL0404",
          "examples/gaps/noisy_max_gap.plumb", "examples/gaps/adaptive_gap_svt.plumb", "examples/monitoring/monitor_declared_ends.plumb",
          # The indices of two loops are called alike here.
          "examples/noisy_max/ranked_winners.plumb")
TOKEN = re.compile(r"\s*(<=|>=|!=|&&|\d+\.\d+|\d+|[A-Za-z_][\w.']*(?:!\d+)?|\S)")


class Wrong(Exception):
    pass


def tokens(text):
    found, at = [], 0
    while text[at:].strip():
        match = TOKEN.match(text, at)
        found.append(match[1])
        at = match.end()
    return found


class Reader:
    """Sums of products; everything else is one unknown, by its tokens."""

    def __init__(self, words):
        self.words, self.at = words, 0

    def peek(self):
        return self.words[self.at] if self.at < len(self.words) else None

    def take(self):
        self.at += 1
        return self.words[self.at - 1]

    def sum(self):
        total = self.product()
        while self.peek() in ("+", "-"):
            sign = 1 if self.take() == "+" else -1
            total = add(total, self.product(), sign)
        return total

    def product(self):
        begin, value = self.at, self.factor()
        while self.peek() in ("*", "/", "div", "mod"):
            word = self.take()
            other = self.factor()
            if word == "*":
                value = times(value, other)
            elif word == "/" and list(other) == [()]:
                value = {key: number / other[()] for key, number in value.items()}
            else:
                value = {(" ".join(self.words[begin:self.at]),): Fraction(1)}
        return value

    def factor(self):
        if self.peek() == "-":
            self.take()
            return add({}, self.factor(), -1)
        begin = self.at
        if self.peek() == "(":
            inside = self.inside()
            if not {"?", "<", "<=", "=", "and", "or", "is"} & set(top(inside)):
                return Reader(inside).whole()
            return {(" ".join(inside),): Fraction(1)}
        elif self.peek() == "|":
            self.take()
            while self.take() != "|":
                pass
        elif re.match(r"\d", self.peek()):
            number = Fraction(self.take())
            return {(): number} if number else {}
        else:
            self.take()
        while self.peek() in ("[", "("):
            self.inside()
            # `out[i].above`
            while self.peek() is not None and self.peek().startswith("."):
                self.take()
                self.take()
        return {(" ".join(self.words[begin:self.at]),): Fraction(1)}

    def inside(self):
        depth, begin = 0, self.at
        while True:
            word = self.take()
            depth += (word in "([") - (word in ")]")
            if depth == 0:
                return self.words[begin + 1:self.at - 1]

    def whole(self):
        value = self.sum()
        if self.peek() is not None:
            raise Wrong(f"`{' '.join(self.words)}` is no number that is understood: {self.peek()}")
        return value


def top(words):
    """The words that stand in no brackets."""
    depth = 0
    for word in words:
        depth += word in "(["
        if depth == 0:
            yield word
        depth -= word in ")]"


def add(one, other, factor=1):
    total = dict(one)
    for key, number in other.items():
        total[key] = total.get(key, 0) + factor * number
        if total[key] == 0:
            del total[key]
    return total


def times(one, other):
    total = {}
    for a, x in one.items():
        for b, y in other.items():
            total = add(total, {tuple(sorted(a + b)): x * y})
    return total


def number(text):
    words = tokens(text)
    return {(" ".join(words),): Fraction(1)} if "?" in top(words) else Reader(words).whole()


RELATIONS = ("<=", "<", "=", "!=")


def comparison(text):
    """(right - left, relation), or None."""
    words, depth, places = tokens(text), 0, []
    for i, word in enumerate(words):
        depth += (word in "([") - (word in ")]")
        if depth == 0 and word in RELATIONS:
            places.append(i)
    if len(places) != 1 or {"and", "or", "not", "implies", "iff", "?"} & set(top(words)):
        return None
    at = places[0]
    return add(Reader(words[at + 1:]).whole(), Reader(words[:at]).whole(), -1), words[at]


def together(relations):
    return "<" if "<" in relations else "<=" if "<=" in relations else "="


def check(case):
    """What a chain says, step by step."""
    # A formula that is given and not given, or a cell with two tags.
    if not case["steps"] and case["kind"] in ("known", "impossible"):
        if not case["since"]:
            raise Wrong("something is known for no reason")
        return
    claimed = comparison(case["claim"])
    if claimed is None:
        raise Wrong(f"`{case['claim']}` is no comparison")
    start = reached = number(case["start"])
    relations = []
    for i, step in enumerate(case["steps"]):
        factor, inequality = Fraction(step["times"]), comparison(step["inequality"])
        if inequality is None or inequality[1] != step["relation"]:
            raise Wrong(f"`{step['inequality']}` is no `{step['relation']}`")
        if factor <= 0:
            raise Wrong(f"`{step['inequality']}` is taken {factor} times")
        if not step["since"]:
            # What nobody has to be told: about numbers alone, and true.
            row = inequality[0]
            if set(row) - {()} or not row.get((), 0) > 0 or i not in (0, len(case["steps"]) - 1):
                raise Wrong(f"`{step['inequality']}` has no reason")
        following = number(step["reached"])
        if add(following, reached, -1) != {key: factor * value for key, value in inequality[0].items()}:
            raise Wrong(f"`{step['reached']}` is not what is reached by {factor} times `{step['inequality']}`")
        relations.append(step["relation"])
        reached = following
    difference, relation = claimed
    overall = together(relations)
    if case["kind"] == "shown":
        ends = add(reached, start, -1)
        if ends != difference and not (relation in ("=", "!=") and add({}, ends, -1) == difference):
            raise Wrong(f"the ends are not those of `{case['claim']}`")
        if overall not in {"<": ("<",), "<=": ("<", "<=", "="), "=": ("=",), "!=": ("<",)}[relation]:
            raise Wrong(f"`{case['claim']}` is more than is shown: {overall}")
    else:
        if add(start, reached, -1) != difference:
            raise Wrong(f"the ends are not those of `{case['claim']}`")
        if "<" not in (overall, relation) or (relation == "=" and overall != "<"):
            raise Wrong(f"`{case['claim']}` is no contradiction to {overall}")


class Evaluator:
    """A formula at one choice of whole numbers for what is no number, sum, product or choice; equal subscripts have equal values."""

    def __init__(self, words, values):
        self.words, self.at, self.values = words, 0, values

    def peek(self):
        return self.words[self.at] if self.at < len(self.words) else None

    def take(self, expected=None):
        word = self.peek()
        if word is None or expected not in (None, word):
            raise Wrong(f"`{' '.join(self.words)}` is no formula that is understood: {word}")
        self.at += 1
        return word

    def whole(self):
        value = self.choice()
        if self.peek() is not None:
            raise Wrong(f"`{' '.join(self.words)}` is no formula that is understood: {self.peek()}")
        return value

    def choice(self):
        value = self.binary(0)
        if self.peek() == "?":
            self.take()
            one = self.choice()
            self.take(":")
            other = self.choice()
            return one if value else other
        return value

    LEVELS = ({"iff": lambda a, b: bool(a) == bool(b), "implies": lambda a, b: not a or b}, {"or": lambda a, b: a or b}, {"and": lambda a, b: a and b},
              {"<=": lambda a, b: a <= b, "<": lambda a, b: a < b, "=": lambda a, b: a == b, "!=": lambda a, b: a != b},
              {"+": lambda a, b: a + b, "-": lambda a, b: a - b},
              {"*": lambda a, b: a * b, "/": lambda a, b: Fraction(a) / b if b else Fraction(0), "div": lambda a, b: a // b if b else 0, "mod": lambda a, b: a % b if b else 0})

    def binary(self, level):
        if level == len(self.LEVELS):
            return self.factor()
        if level == 3 and self.peek() == "not":
            self.take()
            return not self.binary(3)
        value = self.binary(level + 1)
        while self.peek() in self.LEVELS[level]:
            operator = self.LEVELS[level][self.take()]
            value = operator(value, self.binary(level + 1))
        return value

    def factor(self):
        word = self.take()
        if word == "-":
            return -self.factor()
        if word == "(":
            value = self.choice()
            self.take(")")
            return value
        if re.match(r"\d", word):
            return Fraction(word)
        if not re.match(r"[A-Za-z_]", word):
            raise Wrong(f"`{' '.join(self.words)}` is no formula that is understood: {word}")
        key = [word]
        while self.peek() in ("[", "("):
            close = {"[": "]", "(": ")"}[self.take()]
            values = [self.choice()]
            while self.peek() == ",":
                self.take()
                values.append(self.choice())
            self.take(close)
            if word in ("abs", "max", "min"):
                return {"abs": lambda x: abs(x[0]), "max": max, "min": min}[word](values)
            key.append(tuple(values))
            while self.peek() is not None and self.peek().startswith("."):
                key.append(self.take() + self.take())
        return self.values(tuple(key))


TRIALS = 400
OF_ALL = "it is true of all numbers"


def holds_of_all(text):
    """No choice of numbers was found of which it is false."""
    words, numbers = tokens(text), random.Random(1)
    for _ in range(TRIALS):
        known = {}
        if not Evaluator(words, lambda key: known.setdefault(key, numbers.randint(-3, 3))).whole():
            return False
    return True


def check_of_all(case):
    """What is called true of all numbers is that, whatever else is said in its case."""
    told = [step["inequality"] for step in case["steps"] if OF_ALL in step["since"]]
    known, _, contrary = case["since"].partition("; but ")
    if OF_ALL in known:
        told.append(case["claim"])
    if OF_ALL in contrary:
        told.append(contrary.removesuffix(f", since {OF_ALL}"))
    for text in told:
        if not holds_of_all(text):
            raise Wrong(f"`{text}` is not true of all numbers")
    return len(told)


# What these say rests on nothing that is given.
WITHOUT_HYPOTHESES = {"", OF_ALL, "arithmetic says so", "it is so in this case", "otherwise nothing is claimed"}


def check_values(case, primed):
    """Where no hypothesis is told, what is told holds of all values at which its conditions do; noise and answers, which alignments tie together, are left out."""
    texts = [*case["if"], case["claim"]]
    if {case["since"], *(step["since"] for step in case["steps"])} - WITHOUT_HYPOTHESES or primed & {word.rstrip("'") for text in texts for word in tokens(text)}:
        return
    numbers = random.Random(1)
    for _ in range(TRIALS):
        known = {}
        try:
            *conditions, claim = [bool(Evaluator(tokens(text), lambda key: known.setdefault(key, numbers.randint(-3, 3))).whole()) for text in texts]
        except Wrong:
            return
        if all(conditions) and (case["kind"] == "impossible" or not claim):
            raise Wrong(f"it is told of `{case['claim']}` without a hypothesis, and does not hold at {known}")


def evaluator_complaints():
    """What it has to tell apart."""
    for text, is_valid in (("0 < 1", True), ("lam[i] = lam_2'[i]", False), ("f[i] = f[j]", False), ("f[i + 1] = f[1 + i]", True), ("i <= j or j < i", True),
                           ("(c < i ? 1 : 0) <= 1", True), ("0 < (c < i ? 1 : 0)", False), ("min(2 * clip, n - 1) < n", True), ("changed(f) = i", False),
                           ("not (a < b) or a + 1 <= b", True), ("x * x - 2 * x + 1 = (x - 1) * (x - 1)", True), ("abs(x) <= x", False)):
        if holds_of_all(text) != is_valid:
            yield f"`{text}` is {'' if is_valid else 'not '}true of all numbers"
    step = {"inequality": "a' = a", "since": OF_ALL}
    for case in ({"steps": [step], "since": "", "claim": ""}, {"steps": [], "since": OF_ALL, "claim": "element < 0"},
                 {"steps": [], "since": f"it is so in this case; but `x = i`, since {OF_ALL}".replace("`", ""), "claim": "x != i"}):
        try:
            check_of_all(case)
            yield f"{case} is taken"
        except Wrong:
            pass


def explained(plumb, programs):
    run = subprocess.run([plumb, "explain", "--format=json", *programs], cwd=ROOT, capture_output=True, timeout=1800)
    return json.loads(run.stdout)


def without_chain():
    """The examples of which docs/explain.md says that an obligation has no chain; all others have one for each."""
    sentence = re.search(r"Of the examples these have such an\s+obligation: (.*?)\.\n", (ROOT / "docs/explain.md").read_text(), re.DOTALL)
    return set(re.findall(r"`(\w+)`", sentence[1]))


def schema():
    parsed = json.loads((ROOT / "docs/schema/explain.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(parsed)
    return jsonschema.Draft202012Validator(parsed)


def loosened(printed):
    """What the schema must not take."""
    subject, chain = next((subject, chain) for subject in printed["subjects"] for chain in subject["chains"]
                          if any(case["steps"] for case in chain["cases"]))
    printed = {**printed, "subjects": [{**subject, "chains": [chain]}], "codes": []}
    step = next(case["steps"][0] for case in chain["cases"] if case["steps"])
    for key, value in (("relation", ">="), ("times", "-1"), ("since", None), ("more", "")):
        kept = dict(step)
        step[key] = value
        yield f"{key}: {value}", printed
        step.clear()
        step.update(kept)


def all_cases(subjects):
    for subject in subjects:
        for chain in subject["chains"]:
            for case in chain["cases"]:
                yield subject["file"], chain["obligation"], case


def damaged(case):
    """What must not pass: another factor, another end, a step less."""
    if not case["steps"]:
        return
    for i in range(len(case["steps"])):
        other = json.loads(json.dumps(case))
        other["steps"][i]["times"] = str(Fraction(other["steps"][i]["times"]) + 1)
        yield other
    other = json.loads(json.dumps(case))
    other["start"] += " + 1"
    yield other


def main():
    plumb = pathlib.Path(sys.argv[1]).resolve()
    words = [word for word in sys.argv[2:] if not word.startswith("--")]
    every = [str(path.relative_to(ROOT)) for path in examples()]
    printed = explained(plumb, words or [*dict.fromkeys([*(every if "--all" in sys.argv else every[::SAMPLE]), *BESIDE])])
    subjects = printed["subjects"]
    complaints, kinds, passed, of_all, validator = [*evaluator_complaints()], Counter(), 0, 0, schema()
    complaints += [f"schema: {error.json_path}: {error.message[:200]}" for error in validator.iter_errors(printed)]
    complaints += [f"schema: {what} is taken" for what, other in loosened(printed) if validator.is_valid(other)]
    primed = {}
    for file, _, case in all_cases(subjects):
        primed.setdefault(file, set()).update(re.findall(r"([A-Za-z_]\w*)'", json.dumps(case)))
    for file, obligation, case in all_cases(subjects):
        kinds[case["kind"]] += 1
        try:
            of_all += check_of_all(case)
            check(case)
            check_values(case, primed[file])
        except Wrong as wrong:
            complaints.append(f"{file}: {obligation}: {wrong}")
            continue
        for i, other in enumerate(damaged(case)):
            try:
                check(other)
                complaints.append(f"{file}: {obligation}: change {i} of a chain is not noticed: {other}")
            except Wrong:
                passed += 1
    evidence = Counter(chain["evidence"] for subject in subjects for chain in subject["chains"])
    named, explained_ones, open_ones = without_chain(), set(), set()
    for subject in subjects:
        name = pathlib.Path(subject["file"]).stem
        explained_ones.add(name)
        for chain in subject["chains"]:
            if chain["evidence"] == "believed":
                open_ones.add(name)
            if chain["evidence"] == "believed" and name not in named:
                complaints.append(f"{subject['file']}: {chain['obligation']}: there is no chain")
            if chain["evidence"] == "shown" and not chain["cases"] and "--verbose" in sys.argv:
                print(f"{subject['file']}: {chain['obligation']}: no case is told")
    complaints += [f"{name}: each obligation has a chain, and docs/explain.md names it as one without" for name in sorted(named & explained_ones - open_ones)]
    if "--all" in sys.argv:
        complaints += [f"{name}: no example, and docs/explain.md names it as one without a chain" for name in sorted(named - explained_ones)]
    print("\n".join(complaints[:40] + [f"{len(complaints)} complaints; {dict(kinds)} cases; {passed} damaged ones noticed; {of_all} true of all numbers; {dict(evidence)}"]))
    return 1 if complaints or not kinds["shown"] else 0


if __name__ == "__main__":
    sys.exit(main())
