#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `plumb bounds FILE` says of the other direction holds of programs whose noise is summed here, and is the least that does.

    other_direction.py PLUMB

Each program publishes what an answer with one-sided integer noise comes to. Its words and their probabilities on D and D' are computed here, with
50 digits, up to noise that has no weight left; the sum of what Pr[m(D') = w] has more than q Pr[m(D) = w] over all words w is the least delta for a
factor q. It is to be no more than the delta that is told; and no less where the program loses all of its eps on a word that D' alone has.
Where neighbours may be exchanged, nothing of this is told, and the guarantee holds for D' and D.
"""

import decimal
import json
import pathlib
import subprocess
import sys
import tempfile

from decimal import Decimal

NOISE = 400
HEAD = "mechanism m(eps: real, f: query)\n  requires eps > 0\n  adjacency f {change} by {step}\n  guarantees private({price})\n{{\n"
THRESHOLD = 3
VALUE = "  lam ~ exponential({step} / eps)   align lam' = lam + f - f'\n  output f + lam\n}}\n"
BELOW = ("  lam ~ exponential({step} / eps)   align lam' = lam + (out is above ? f - f' : 0)\n"
         "  if f + lam >= 3 {{ output above }}\n  else {{ output below }}\n}}\n")
TWICE = ("  mu ~ exponential({step} / eps)   align mu' = mu + f - f'\n"
         "  lam ~ exponential({step} / eps)   align lam' = lam + f - f'\n  output both(f + mu, f + lam)\n}}\n")
BOTH_WAYS = "  lam ~ laplace({step} / eps)   align lam' = lam + f - f'\n  output f + lam\n}}\n"

# text, change, price as the program has it and in units of eps, what a draw publishes, whether a word is all that D' alone has
CASES = [
    (VALUE, "decreasing", "eps", 1, lambda f, t, x: f + x, True),
    (BELOW, "decreasing", "eps", 1, lambda f, t, x: f + x >= t, False),
    (TWICE, "decreasing", "2 * eps", 2, None, True),
    (BOTH_WAYS, "changes", "eps", 1, None, None),
]


def one_sided(q):
    return {x: (1 - q) * q**x for x in range(NOISE)}


def words(case, f, threshold, q):
    """word -> probability, for the answer f."""
    publish, table = case[4], {}
    if case[3] == 2:
        noise = {x: (1 - q) * q**x for x in range(80)}
        return {(f + x, f + y): p * r for x, p in noise.items() for y, r in noise.items()}
    for x, p in one_sided(q).items():
        word = publish(f, threshold, x)
        table[word] = table.get(word, 0) + p
    return table


def least_delta(after, before, factor):
    return sum(max(Decimal(0), p - factor * before.get(word, Decimal(0))) for word, p in after.items())


def main():
    plumb = str(pathlib.Path(sys.argv[1]).resolve())
    decimal.getcontext().prec = 50
    wrong = compared = 0

    def expect(holds, what):
        nonlocal wrong
        if not holds:
            print(what)
            wrong += 1

    with tempfile.TemporaryDirectory() as name:
        file = pathlib.Path(name) / "m.plumb"
        for case in CASES:
            text, change, price, times, _, is_tight = case
            for step in (1, 2):
                file.write_text((HEAD + text).format(change=change, step=step, price=price))
                for eps in ("1/4", "1", "3"):
                    run = subprocess.run([plumb, "bounds", file, "--eps", eps, "--format", "json"], capture_output=True, text=True, timeout=280, check=True)
                    said = json.loads(run.stdout)["otherDirections"][0]
                    expect(said["bothDirections"] == (is_tight is None), f"{file.read_text()}: {said}")
                    if is_tight is None:
                        continue
                    fraction = [Decimal(part) for part in eps.split("/")]
                    value = fraction[0] / (fraction[1] if len(fraction) > 1 else 1)
                    factor, delta = (-times * value).exp(), 1 - (-times * value).exp()
                    for key, exact in (("factor", factor), ("delta", delta)):
                        expect(Decimal(said[key]["lower"]) <= exact <= Decimal(said[key]["upper"]), f"{key}: {said}, {exact}")
                        expect(Decimal(said[key]["upper"]) - Decimal(said[key]["lower"]) < Decimal("1e-16"), f"{key}: {said}")
                    q = (-value / step).exp()
                    # Each pair of answers up to a whole step apart, around the threshold.
                    least = max(least_delta(words(case, f - moved, THRESHOLD, q), words(case, f, THRESHOLD, q), factor) for f in range(2, 5) for moved in range(step + 1))
                    promised = Decimal(said["delta"]["upper"])
                    compared += 1
                    expect(least <= promised, f"{file.read_text()}, eps = {eps}: {least} is needed, {promised} is told")
                    if is_tight:
                        expect(least > promised * Decimal("0.999"), f"{file.read_text()}, eps = {eps}: {least} is enough, {promised} is told")
                        # A factor below what is told needs more.
                        smaller = least_delta(words(case, 3 - step, THRESHOLD, q), words(case, 3, THRESHOLD, q), factor * factor)
                        expect(smaller >= least, f"eps = {eps}: {smaller} with a smaller factor")
    print(f"{compared} programs, {wrong} differences")
    return 0 if wrong == 0 and compared else 1


if __name__ == "__main__":
    sys.exit(main())
