#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random records under random queries: does the emitted class Data count what a reader of the program would count by hand?

record_counts.py PLUMB RUNTIME_LIBRARY [PROGRAMS [SEED]]. Each program has a record with fields of every kind, premises and several queries.
Its tables have rows that fit and rows that do not. The oracle below evaluates the expressions that it has made itself, in Python's integers,
and shares nothing with Plumb: each row is to be taken or refused as it says, each refusal names the line and the right field or premise, and
the answers are its sums.
"""

import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
NONE = None
# One of them is a name of the class itself, as is that of an index below.
NAMES = ["q0", "q1", "q2", "Answers"]
FLAGS = ["-std=c++20", "-O0", "-Wall", "-Wextra", "-Werror", "-Wno-tautological-compare"]


class Term:
    """Text of the language, and what it means for a record and values of indices."""

    def __init__(self, text, value):
        self.text, self.value = text, value


def number(chance, names, depth):
    """An integer term; names are the indices that are bound, each with an array length it stays below."""
    pick = chance.randrange(12 if depth else 5)
    if pick == 0:
        n = chance.choice([0, 1, 2, 3, 7, 100])
        return Term(str(n), lambda r, e: n)
    if pick in (1, 2):
        field = chance.choice(["a", "b"])
        return Term(f"x.{field}", lambda r, e: r[field])
    if pick == 3 and names:
        name = chance.choice(names)
        return Term(name, lambda r, e: e[name])
    if pick == 4 and names:
        name = chance.choice(names)
        return Term(f"x.e[{name}][1]", lambda r, e: r["e"][e[name]][1])
    if pick < 5:
        return Term("n", lambda r, e: e["n"])
    left, right = number(chance, names, depth - 1), number(chance, names, depth - 1)
    if pick == 5:
        return Term(f"({left.text} + {right.text})", lambda r, e: left.value(r, e) + right.value(r, e))
    if pick == 6:
        return Term(f"({left.text} - {right.text})", lambda r, e: left.value(r, e) - right.value(r, e))
    if pick == 7:
        k = chance.choice([2, 3, -3])
        return Term(f"(({left.text}) div ({k}))", lambda r, e: (left.value(r, e) - left.value(r, e) % abs(k)) // k)
    if pick == 8:
        k = chance.choice([2, 3, 5])
        return Term(f"(({left.text}) mod {k})", lambda r, e: left.value(r, e) % k)
    if pick == 9:
        which, does = chance.choice([("min", min), ("max", max)])
        return Term(f"{which}({left.text}, {right.text})", lambda r, e: does(left.value(r, e), right.value(r, e)))
    if pick == 10:
        return Term(f"abs({left.text})", lambda r, e: abs(left.value(r, e)))
    test = truth(chance, names, 0)
    return Term(f"({test.text} ? {left.text} : {right.text})",
                lambda r, e: left.value(r, e) if test.value(r, e) else right.value(r, e))


COMPARISONS = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
               "=": lambda a, b: a == b, "!=": lambda a, b: a != b}


def compared(sign, a, b):
    """With none, as docs/language.md says."""
    if a is not NONE and b is not NONE:
        return COMPARISONS[sign](a, b)
    return (a is b) if sign == "=" else (a is not b) if sign == "!=" else False


def truth(chance, names, depth):
    pick = chance.randrange(12 if depth else 5)
    if pick in (0, 1):
        sign = chance.choice(list(COMPARISONS))
        left, right = number(chance, names, depth), number(chance, names, depth)
        return Term(f"{left.text} {sign} {right.text}", lambda r, e: COMPARISONS[sign](left.value(r, e), right.value(r, e)))
    if pick == 2:
        sign, right = chance.choice(list(COMPARISONS)), number(chance, names, 0)
        return Term(f"x.c {sign} {right.text}", lambda r, e: compared(sign, r["c"], right.value(r, e)))
    if pick == 3:
        return chance.choice([Term("x.c = none", lambda r, e: r["c"] is NONE), Term("x.c != none", lambda r, e: r["c"] is not NONE),
                              Term("x.s", lambda r, e: r["s"])])
    if pick == 4:
        if not names:
            return Term("x.s", lambda r, e: r["s"])
        name = chance.choice(names)
        return chance.choice([Term(f"x.d[{name}]", lambda r, e: r["d"][e[name]]),
                              Term(f"x.g[{name}] = x.c", lambda r, e: compared("=", r["g"][e[name]], r["c"])),
                              Term(f"x.g[{name}] <= x.c", lambda r, e: compared("<=", r["g"][e[name]], r["c"]))])
    if pick == 5:
        inner = truth(chance, names, depth - 1)
        return Term(f"not ({inner.text})", lambda r, e: not inner.value(r, e))
    if pick in (6, 7):
        name = f"k{len(names)}"
        inner = truth(chance, names + [name], depth - 1)
        word, does = ("forall", all) if pick == 6 else ("exists", any)
        return Term(f"({word} {name} in 0 .. n: {inner.text})", lambda r, e: does(inner.value(r, {**e, name: i}) for i in range(e["n"])))
    left, right = truth(chance, names, depth - 1), truth(chance, names, depth - 1)
    word, does = chance.choice([("and", lambda a, b: a and b), ("and", lambda a, b: a and b), ("or", lambda a, b: a or b),
                                ("implies", lambda a, b: not a or b)])
    return Term(f"(({left.text}) {word} ({right.text}))", lambda r, e: does(left.value(r, e), right.value(r, e)))


def query(chance, name):
    dimensions = chance.randrange(3)
    indices = ["i", "j"][:dimensions]
    where = truth(chance, indices, 2)
    if dimensions and chance.random() < 0.5:
        ends = number(chance, [], 1)
        sign = chance.choice(["<=", "<", "=", ">=", ">"])
        old = where
        where = Term(f"{ends.text} {sign} i and ({old.text})", lambda r, e: COMPARISONS[sign](ends.value(r, e), e["i"]) and old.value(r, e))
    seen = where
    where = Term(f"x.s and ({seen.text})", lambda r, e: r["s"] and seen.value(r, e))
    if chance.random() < 0.5:
        share, kind = Term("", lambda r, e: 1), "count x: R"
    else:
        inner = number(chance, indices, 2)
        share = Term("", lambda r, e: min(max(inner.value(r, e), -50), 50))
        kind = f"sum x: R of min(max({inner.text}, -50), 50)"
    head = "".join(f"[{index} in 0 .. n]" for index in indices)

    def answers(records, n):
        def one(e):
            return sum(share.value(r, e) for r in records if where.value(r, e))
        if dimensions == 0:
            return [one({"n": n})]
        if dimensions == 1:
            return [one({"n": n, "i": i}) for i in range(n)]
        return [one({"n": n, "i": i, "j": j}) for i in range(n) for j in range(n)]
    return f"query {name}{head} = {kind} where {where.text}\n", dimensions, answers


PREMISES = [("forall v in data: v.b <= 40", "b", lambda r, n: r["b"] <= 40),
            ("forall v in data: v.a <= v.b + 50", "a", lambda r, n: r["a"] <= r["b"] + 50),
            ("forall v in data, refused in 0 .. n: refused < v.a and v.b <= refused implies v.e[refused][0] <= 30", "e",
             lambda r, n: all(r["e"][i][0] <= 30 for i in range(n) if i < r["a"] and r["b"] <= i)),
            ("forall v in data, i in 0 .. n, j in i .. n: v.d[i] implies v.e[j][1] >= -60", "d",
             lambda r, n: all(r["e"][j][1] >= -60 for i in range(n) for j in range(i, n) if r["d"][i]))]


def program(chance):
    queries = [query(chance, name) for name in NAMES]
    premises = chance.sample(PREMISES, chance.randrange(len(PREMISES) + 1))
    text = "size n\nrecord R { a: int in 0 .. 6, b: int, c: int in 0 .. n or none, d: bool[n], e: int[n][2], g: int[n] in -1 .. 5 or none, s: bool }\n"
    text += "policy p on R { public a, b, c, d, e, g; sensitive s }\n" + "".join(q[0] for q in queries)
    text += "mechanism m(eps: real)\n  requires eps > 0\n" + "".join(f"  requires {p[0]}\n" for p in premises)
    text += "  adjacency replace R under p\n  guarantees private(eps)\n{\n"
    for i, (_, dimensions, _) in enumerate(queries):
        loops = "".join(f"for {v}{i} in 0 .. n {{ " for v in ["u", "w"][:dimensions])
        place = "".join(f"[{v}{i}]" for v in ["u", "w"][:dimensions])
        text += f"  {loops}z{i}{place} := {NAMES[i]}{place}{' }' * dimensions}\n"
    return text + "  lam ~ laplace(1 / eps)   align lam' = lam\n  output lam\n}\n", queries, premises


def record(chance, n):
    """Mostly one that fits."""
    r = {"a": chance.randrange(6), "b": chance.randrange(-20, 30), "c": chance.choice([NONE] + list(range(n))),
         "d": [chance.random() < 0.5 for _ in range(n)], "e": [[chance.randrange(-9, 9) for _ in range(2)] for _ in range(n)],
         "g": [chance.choice([NONE, -1, 0, 1, 2, 3, 4]) for _ in range(n)], "s": chance.random() < 0.8}
    wild = chance.randrange(9)
    if wild == 0:
        r["a"] = chance.choice([-1, 6, 2**63 - 1])
    elif wild == 1:
        r["b"] = chance.choice([41, -51, -2**63, 2**63 - 1])
    elif wild == 2:
        r["c"] = chance.choice([-1, n])
    elif wild == 3 and n:
        chance.choice(r["e"])[chance.randrange(2)] = chance.choice([31, -61, 2**63 - 1, -2**63])
    elif wild == 4 and n:
        r["g"][chance.randrange(n)] = chance.choice([5, -2])
    return r


def why_not(r, n, premises):
    """What a refusal has to name."""
    if not 0 <= r["a"] < 6:
        return "`a` is not in"
    if r["c"] is not NONE and not 0 <= r["c"] < n:
        return "`c` is not in"
    if any(g is not NONE and not -1 <= g < 5 for g in r["g"]):
        return "`g` is not in"
    return next(("does not hold" for _, _, holds in premises if not holds(r, n)), "")


def row(r):
    def cell(v):
        return "none" if v is NONE else ("true" if v else "false") if isinstance(v, bool) else str(v)
    values = [r["a"], r["b"], r["c"]] + r["d"] + [v for pair in r["e"] for v in pair] + r["g"] + [r["s"]]
    return ",".join(map(cell, values))


def columns(n):
    return ",".join(["a", "b", "c"] + [f"d[{i}]" for i in range(n)] + [f"e[{i}][{j}]" for i in range(n) for j in range(2)]
                    + [f"g[{i}]" for i in range(n)] + ["s"])


MAIN = """#include "m.h"
#include <iostream>
#include <sstream>
#include <string>
int main() {
  std::string head, line;
  std::int64_t n = 0;
  std::getline(std::cin, line);
  n = std::stoll(line);
  std::getline(std::cin, head);
  const auto mechanism = plumb::m::Mechanism::create({n, plumb::runtime::Rational(1)});
  auto data = mechanism->data();
  while (std::getline(std::cin, line)) {
    std::istringstream table(head + "\\n" + line + "\\n");
    const auto read = data.read(table);
    std::cout << (read ? "" : read.error().message) << '\\n';
  }
  const auto answers = data.answers();
  const auto print = [](const auto &numbers) {
    if constexpr (requires { numbers.size(); })
      for (const auto number : numbers)
        std::cout << plumb::runtime::toText(number) << ' ';
    else
      std::cout << plumb::runtime::toText(numbers) << ' ';
    std::cout << '\\n';
  };
  print(answers.q0), print(answers.q1), print(answers.q2), print(answers.Answers_);
}
"""


def main():
    plumb, library = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:3])
    wanted, seed = int((sys.argv[3:] + [4])[0]), int((sys.argv[4:] + [1])[0])
    chance = random.Random(seed)
    counted = skipped = rows = refused = wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        while counted < wanted and skipped < 40 * wanted:
            text, queries, premises = program(chance)
            (folder / "m.plumb").write_text(text)
            emitted = subprocess.run([plumb, "emit", "m.plumb", "-o", "."], cwd=folder, capture_output=True, text=True, timeout=280)
            if emitted.returncode != 0 or "class Mechanism::Data" not in (folder / "m.h").read_text():
                # Not proved in the time there is, or no two neighbours differ; what is wrong here is not counted in C++ either.
                if "-v" in sys.argv:
                    print((emitted.stdout + emitted.stderr)[:600])
                skipped += 1
                continue
            (folder / "main.cpp").write_text(MAIN)
            subprocess.run(["c++", *FLAGS, f"-I{ROOT}/mechanisms/runtime/include", "main.cpp", library, "-lmpfr", "-lgmp", "-lcrypto", "-pthread",
                            "-o", "count"], cwd=folder, check=True)
            counted += 1
            for n in (0, 1, 2, 3, 5):
                records = [record(chance, n) for _ in range(60)]
                table = f"{n}\n{columns(n)}\n" + "".join(row(r) + "\n" for r in records)
                done = subprocess.run([folder / "count"], input=table, capture_output=True, text=True, check=True)
                said = done.stdout.splitlines()
                reasons = [why_not(r, n, premises) for r in records]
                rows += len(records)
                refused += sum(map(bool, reasons))
                for r, reason, line in zip(records, reasons, said):
                    right = line.startswith("line 2: ") and reason in line if reason else line == ""
                    if not right:
                        print(f"{text}\nn = {n}: {r}\nexpected {reason!r}, said {line!r}")
                        wrong += 1
                kept = [r for r, reason in zip(records, reasons) if not reason]
                for i, ((source, _, answers), line) in enumerate(zip(queries, said[len(records):])):
                    if answers(kept, n) != [int(v) for v in line.split()]:
                        print(f"{text}\nn = {n}, q{i}: {line}, expected {answers(kept, n)}")
                        wrong += 1
    print(f"{counted} programs, {rows} rows, {refused} of them refused, {skipped} programs not emitted, {wrong} differences")
    return 0 if wrong == 0 and counted == wanted else 1


if __name__ == "__main__":
    sys.exit(main())
