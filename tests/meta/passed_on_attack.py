#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random compositions whose second part reads the tag and the value that the first one published, judged by what all words lose.

    passed_on_attack.py PLUMB [--seed N] [--count N]

Both parts count with two-sided geometric noise, so that the probability of each word is a sum that has a formula. What a pair of words loses between
neighbouring answers is the logarithm of the quotient of its probabilities; the second part runs with the arguments that the first word makes of it. Nothing
may be proved that some words exceed, and what no tag exceeds has to be proved; what is said not to be private, some words exceed, and that is said of most
of these.
"""

import argparse
import math
import pathlib
import random
import re
import subprocess
import sys
import tempfile

FIRST = """mechanism first(eps: real, T: int, f: query)
  requires eps > 0
  adjacency f changes by 1
  guarantees private(eps)
{{
  lam ~ laplace(1 / eps)   align lam' = lam + f - f'
  if f + lam >= T {{ output busy{busy} }}{quiet} else {{ output empty }}
}}
"""
SECOND = """mechanism second(eps: real, limit: int, silent: bool, f: query)
  requires eps > 0
  adjacency f changes by 1
  guarantees private(eps)
{
  mu ~ laplace(1 / eps)   align mu' = mu + f - f'
  if f + mu >= limit and not silent { output yes } else { output no }
}
"""
COMPOSE = """compose both(eps: real, f: query)
  requires eps > 0
  guarantees private({price} * eps)
{{
  seen := first({own}eps, {threshold}, f)
  second({budget}, {limit}, {silent}, f)
}}
"""
# What busy carries, and how the first value of it is read.
CARRIED = [("(f + lam)", "seen.busy"), ("(f + lam, f + lam >= 3)", "seen.busy.1")]
# Text, and what it is for (tag, value), in units of eps.
BUDGETS = [("eps", lambda t, v: 1), ("(seen is busy ? 2 * eps : eps)", lambda t, v: 2 if t == "busy" else 1),
           ("(seen is empty ? eps / 2 : 3 * eps)", lambda t, v: 0.5 if t == "empty" else 3),
           ("(seen is busy and {z} > 3 ? 3 * eps : eps)", lambda t, v: 3 if t == "busy" and v > 3 else 1)]
LIMITS = [("{z}", lambda t, v: v), ("(seen is busy ? {z} : 0)", lambda t, v: v if t == "busy" else 0), ("2 * {z} - 1", lambda t, v: 2 * v - 1),
          ("(seen is empty ? 1 : 2)", lambda t, v: 1 if t == "empty" else 2)]
SILENT = [("false", lambda t, v: False), ("seen is empty", lambda t, v: t == "empty"), ("not seen is busy", lambda t, v: t != "busy")]


def at_least(x, q):
    """P[noise >= x] for P[n] proportional to q^|n|."""
    return q**x / (1 + q) if x > 0 else 1 - q**(1 - x) / (1 + q)


def mass(x, q):
    return (1 - q) / (1 + q) * q**abs(x)


def words(f, threshold, q, has_quiet, width=14):
    """((tag, what busy carries or 0), probability); `busy` far out is as likely as its neighbour, but for q."""
    for z in range(threshold, threshold + width):
        yield ("busy", z), mass(z - f, q)
    low = threshold - 2
    if has_quiet:
        for z in range(low, threshold):
            yield ("quiet", 0, z), mass(z - f, q)
    # Below an end, as often as above its mirror image: a difference from 1 would lose digits.
    yield ("empty", 0), at_least(f - (low if has_quiet else threshold) + 1, q)


def worst(case):
    lost = 0
    for f in range(-1, 4):
        for g in (f - 1, f + 1):
            q = math.exp(-case["own"])
            for (word, p), (_, r) in zip(words(f, case["threshold"], q, case["quiet"]), words(g, case["threshold"], q, case["quiet"])):
                tag, value = word[0], word[1]
                s = math.exp(-case["budget"][1](tag, value))
                limit = case["limit"][1](tag, value)
                pairs = [(at_least(limit - f, s), at_least(limit - g, s)), (at_least(f - limit + 1, s), at_least(g - limit + 1, s))]
                pairs = [(1, 1)] if case["silent"][1](tag, value) else pairs
                lost = max([lost] + [math.log(p * a / (r * b)) for a, b in pairs if p * a > 0 and r * b > 0])
    return lost


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("plumb")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    options = parser.parse_args()
    plumb = str(pathlib.Path(options.plumb).resolve())
    rng = random.Random(options.seed)
    proved = open_ones = refuted = false_ones = wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(options.count):
            carried, reading = rng.choice(CARRIED)
            own = rng.choice([1, 2])
            case = {"own": own, "threshold": rng.randint(0, 4), "quiet": rng.random() < 0.5, "budget": rng.choice(BUDGETS), "limit": rng.choice(LIMITS),
                    "silent": rng.choice(SILENT)}
            price = rng.choice([1, 2, 3, 4, 5]) + own - 1
            text = FIRST.format(busy=carried, quiet=" else if f + lam >= T - 2 { output quiet(f + lam) }" if case["quiet"] else "") + SECOND
            text += COMPOSE.format(price=price, own="2 * " if own == 2 else "", threshold=case["threshold"], budget=case["budget"][0].format(z=reading),
                                   limit=case["limit"][0].format(z=reading), silent=case["silent"][0])
            (pathlib.Path(folder) / "both.plumb").write_text(text)
            run = subprocess.run([plumb, "check", "both.plumb"], cwd=folder, capture_output=True, text=True, timeout=280)
            verdict = re.search(r"both\.plumb: both: (proved|not proved|not private)\b", run.stdout)
            if not verdict:
                print(text, run.stdout, run.stderr)
                wrong += 1
                continue
            is_proved, lost = verdict[1] == "proved", worst(case)
            most = own + max(case["budget"][1](tag, value) for tag in ("busy", "quiet", "empty") for value in (0, 9))
            proved += is_proved
            open_ones += not is_proved
            false_ones += lost > price + 1e-6
            refuted += verdict[1] == "not private"
            if verdict[1] == "not private" and lost <= price + 1e-9:
                print(f"{text}\nnot private, and no word loses more than {lost} eps of {price}")
                wrong += 1
            if is_proved and lost > price + 1e-9:
                print(f"{text}\nproved, and some words lose {lost} eps of {price}")
                wrong += 1
            if is_proved != (most <= price):
                print(f"{text}\n{verdict[1]}, where the dearest tags cost {most} of {price}")
                wrong += 1
    print(f"{options.count} compositions, {proved} of them proved, {open_ones} not, {refuted} of {false_ones} refuted, {wrong} wrong")
    return 0 if wrong == 0 and proved and open_ones and 2 * refuted > false_ones else 1


if __name__ == "__main__":
    sys.exit(main())
