#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Twelve mechanisms whose alignments are hard to find, without them; what is found is compared by meaning with what is known to be right.
Usage: hard_cases.py PLUMB

A term that is found has to have the value of the expected one wherever both are read: on drawn numbers that differ by
at most the bound of the adjacency. Of one shift several may be right; then they are listed.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from left_out import without_alignments
from programs import example
from term_values import are_equal

CLAUSE = re.compile(r"^align (\w+)'((?:\[[^\]]*\])*) = (.*)$", re.DOTALL)
GOLDEN = pathlib.Path(__file__).resolve().parents[1] / "golden/left_out/hard_cases.plumb"
COMMENT = re.compile(r"//[^\n]*")


def left_out(name, *changes):
    """An example without its alignments, and with other texts in the place of some."""
    text = without_alignments(example(name).read_text())
    for pattern, other in changes:
        text, count = re.subn(pattern, other, text)
        assert count, f"{name}: nothing is {pattern}"
    return text


def golden(name):
    """One of the mechanisms of the golden test for open alignments."""
    [text] = re.findall(rf"^mechanism {name}\(.*?^}}$", GOLDEN.read_text(), re.DOTALL | re.MULTILINE)
    return text


class Found:
    def __init__(self, plumb, text):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "program.plumb")
            path.write_text(text)
            document = pathlib.Path(folder, "said.json")
            run = subprocess.run([plumb, "check", "--jobs", "1", "--json", document, path], capture_output=True, text=True, timeout=300)
            self.filled = subprocess.run([plumb, "fill", path], capture_output=True, text=True, timeout=300).stdout
            [self.result] = json.loads(document.read_text())["results"]
        self.code, self.said = run.returncode, run.stderr
        self.found, self.others = self.result.get("found", []), self.result.get("also", [])
        self.complaints = []

    def complain(self, text):
        self.complaints.append(f"{text}\n    found: " + "\n    found: ".join(self.found + ["also " + one for one in self.others]) + "\n" + self.said)

    def is_proved(self):
        if self.code != 0 or not self.result["verdict"].startswith("proved"):
            self.complain(f"{self.result['verdict']}, and not proved")

    def is_not_private(self):
        if self.code != 3 or self.result["verdict"] != "not private" or self.found:
            self.complain(f"{self.result['verdict']}, and not \"not private\" with nothing found")
        if "whatever the alignment" not in self.said or "no alignment was found" in self.said:
            self.complain("it is not said of every alignment")

    def shift(self, draw, *right, **where):
        """By how much the draw is moved."""
        clauses = [clause for clause in map(CLAUSE.match, self.found) if clause and clause[1] == draw]
        if len(clauses) != 1:
            return self.complain(f"{len(clauses)} alignments of {draw}")
        moved = f"{clauses[0][3]} - {draw}{clauses[0][2]}"
        if not any(are_equal(moved, one, **where) for one in right):
            self.complain(f"{draw} is moved by {moved}, and not by {' or '.join(right)}")

    def term(self, pattern, right, among=None, **where):
        """What is found in the place of a hole; the first group of the pattern."""
        terms = [match[1] for match in map(re.compile(pattern).search, self.found if among is None else among) if match]
        if not any(are_equal(one, right, **where) for one in terms):
            self.complain(f"none of {terms} is {right}")


def noisy_max_gap(plumb):
    found = Found(plumb, left_out("noisy_max_gap"))
    found.is_proved()
    others = "max(j in 0 .. n where j != out.winner.1: ANSWER + lam[j] + (j < out.winner.1 ? 1 : 0))"
    best_before, best_after = others.replace("ANSWER", "f[j]"), others.replace("ANSWER", "f'[j]")
    found.shift("lam", f"i = out.winner.1 ? f[i] - f'[i] + {best_after} - {best_before} : 0", known={"n": 3})
    return [found]


def adaptive_gap_svt(plumb):
    found = Found(plumb, left_out("adaptive_gap_svt"))
    found.is_proved()
    tags = ("far_above", "above", "below")
    found.shift("rho", "1")
    found.shift("far", "out[i] is far_above ? f[i] - f'[i] + 1 : 0", tags=tags)
    found.shift("near", "out[i] is above ? f[i] - f'[i] + 1 : 0", tags=tags)
    return [found]


def monitor_places_two_sided(plumb):
    found = Found(plumb, left_out("monitor_places_two_sided"))
    found.is_proved()
    found.shift("rho", "max(0, f'[H - 1][l] - f[H - 1][l])")
    found.shift("lam", "out[t][l] is above ? f[t][l] - f'[t][l] + max(0, f'[H - 1][l] - f[H - 1][l]) : 0", tags=("above", "below", "silent"))
    return [found]


def smart_sum_accumulated(plumb):
    """The published running total is the same in both runs; `a` is drawn where a block ends, and `b` where none does."""
    found = Found(plumb, left_out("smart_sum_accumulated"))
    found.is_proved()
    where = dict(fixed=("n", "m", "total"))
    found.shift("a", "sum - sum' + f[i] - f'[i]", assuming="(i + 1) mod m = 0", **where)
    found.shift("b", "f[i] - f'[i]", assuming="(i + 1) mod m != 0", **where)
    return [found]


def sparse(plumb):
    found = Found(plumb, left_out("sparse"))
    found.is_proved()
    found.shift("rho", "1")
    found.shift("nu", "out[k][i] is above ? 2 : 0", tags=("above", "below"))
    return [found]


def noisy_min(plumb):
    """With the invariant that was written for it, and without."""
    without = left_out("noisy_min", (r"\s*invariant [^\n]*", ""))
    assert "invariant" not in COMMENT.sub("", without)
    both = [Found(plumb, left_out("noisy_min")), Found(plumb, without)]
    for found in both:
        found.is_proved()
        # Either costs 2 at most.
        found.shift("lam", "i = result ? f[i] - f'[i] - 1 : 0", "i = result ? -2 : 0")
    return both


def numeric_sparse_vectors(plumb):
    """The smallest guarantee, and that of composition beside it, which is smaller for few queries."""
    num = Found(plumb, left_out("num_svt", (r"private\(.*\)", "private(?)")))
    lyu = Found(plumb, left_out("svt_lyu7", (r"private\(.*\)", "private(?)")))
    for found, total, composed, second in ((num, "eps", "n * eps / (2 * c)", "lam"),
                                           (lyu, "eps1 + eps2 + eps3", "n * eps2 / (2 * c) + n * eps3 / c", "nu")):
        where = dict(fixed=("eps", "eps1", "eps2", "eps3", "n", "c"))
        found.is_proved()
        found.term(r"^guarantees private\((.*)\)$", total, **where)
        found.term(r"^guarantees private\((.*?)\), align", composed, among=found.others, **where)
        found.shift("rho", "1")
        found.shift(second, "out[i] is above ? 2 : 0", tags=("above", "below"))
        found.shift("mu", "f[i] - f'[i]")
    return [num, lyu]


SELECTED = """
mechanism select_then_measure(eps: real, n: size, f: query[n])
  requires eps > 0, n >= 1
  adjacency f changes by 1
  guarantees private(eps)
{
  for i in 0 .. n {
    lam[i] ~ laplace(4 / eps)
    v[i] := f[i] + lam[i]
  }
  w := argmax(v)
  mu ~ laplace(2 / eps)
  output winner(w, f[w] + mu)
}
"""


def select_then_measure(plumb):
    found = Found(plumb, SELECTED)
    found.is_proved()
    found.shift("lam", "i = out.winner.1 ? 1 + f[i] - f'[i] : 0", "i = out.winner.1 ? 2 : 0")
    found.shift("mu", "f[w] - f'[w]", assuming="w = out.winner.1 and w' = w")
    return [found]


def nested_comparisons(plumb):
    """The one that is named pays. Where the third is, the others may share in that, and the proof bounds the sum."""
    pairwise, thresholds = Found(plumb, golden("pairwise")), Found(plumb, golden("two_thresholds"))
    pairwise.is_proved()
    thresholds.is_proved()
    tags = ("first", "second", "third")
    for draw, named, other in (("a", "first", "second"), ("b", "second", "first")):
        pairwise.shift(draw, "2", assuming=f"out is {named}", tags=tags)
        pairwise.shift(draw, "0", assuming=f"out is {other}", tags=tags)
    pairwise.shift("c", "0", assuming="out is first or out is second", tags=tags)
    tags = ("high", "middle", "low")
    thresholds.shift("rho", "1")
    told = "out[i] is low ? 0 : {}"
    thresholds.shift("nu", told.format("2"), told.format("f[i] - f'[i] + 1"), tags=tags)
    return [pairwise, thresholds]


def open_scales(plumb):
    """Equal shares, and the split 1 : (2c)^(2/3) of least variance. Shares are numbers, so c is one, too; of a c
    that is a parameter they are no term of the language, and then draws of one answer each are found, by composition."""
    equal = Found(plumb, left_out("svt_lyu1", (r"laplace\(.*?\)", "laplace(?)")))
    equal.is_proved()
    where = dict(fixed=("eps1", "eps2", "delta", "c"))
    equal.term(r"^rho: real ~ laplace\((.*)\)$", "2 * delta / (eps1 + eps2)", **where)
    equal.term(r"^nu: real ~ laplace\((.*)\)$", "4 * c * delta / (eps1 + eps2)", **where)
    equal.shift("rho", "delta", **where)
    equal.shift("nu", "out[i] is above ? 2 * delta : 0", tags=("above", "below"), **where)
    weighted = Found(plumb, left_out("svt_lyu1", (r"laplace\(.*?\)", "laplace(? weight 1)"), (r", delta > 0, c >= 1", ""),
                                     (r"delta: real, c: int, ", ""), (r"by delta", "by 1"), (r"count < c", "count < 4")))
    weighted.is_proved()
    # Shares 1/5 and 4/5; (2 * 4)^(2/3) is 4.
    weighted.term(r"^rho: real ~ laplace\((.*)\)$", "5 / (eps1 + eps2)", **where)
    weighted.term(r"^nu: real ~ laplace\((.*)\)$", "8 * 5 / (4 * (eps1 + eps2))", **where)
    return [equal, weighted]


def open_direction(plumb):
    found = Found(plumb, left_out("noisy_max_loop", (r"f decreasing by 1", "f ? by 1")))
    found.is_proved()
    found.shift("lam", "i = result ? f[i] - f'[i] : 0")
    if found.found[0] != "adjacency f decreasing by 1":
        found.complain("the answers do not fall")
    # Either costs 1 at most where answers rise.
    rising = [one for one in found.others if one.startswith("adjacency f increasing by 1, align lam' = lam + ")]
    shifts = [one.partition("lam' = ")[2] + " - lam" for one in rising]
    if len(shifts) != 1 or not any(are_equal(shifts[0], right) for right in ("i = result ? 1 : 0", "i = result ? 1 + f[i] - f'[i] : 0")):
        found.complain("nothing for answers that rise")
    both = Found(plumb, left_out("noisy_max_loop", (r"f decreasing by 1", "f changes by 1")))
    both.is_not_private()
    return [found, both]


def monitor_location(plumb):
    found = Found(plumb, left_out("monitor_location"))
    found.is_proved()
    found.shift("lam", "out[t] is above ? f[t] - f'[t] : 0", tags=("above", "below", "silent"))
    twins = [Found(plumb, left_out("monitor_location__" + twin)) for twin in ("marks_reset", "silence_of_one_update")]
    for twin in twins:
        twin.is_not_private()
    return [found, *twins]


CASES = [noisy_max_gap, adaptive_gap_svt, monitor_places_two_sided, smart_sum_accumulated, sparse, noisy_min, numeric_sparse_vectors,
         select_then_measure, nested_comparisons, open_scales, open_direction, monitor_location]


def main():
    plumb = pathlib.Path(sys.argv[1]).resolve()
    complaints = []
    # The comparison tells terms apart.
    assert not are_equal("f[i] - f'[i]", "f'[i] - f[i]") and not are_equal("out[i] is a ? 1 : 0", "1", tags=("a", "b"))
    assert are_equal("max(j in 0 .. n: f[j])", "max(f[0], f[1], f[2])", known={"n": 3})
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for number, (case, all_found) in enumerate(zip(CASES, pool.map(lambda case: case(plumb), CASES)), 1):
            for found in all_found:
                complaints += [f"{number}, {case.__name__}: {complaint}" for complaint in found.complaints]
                if found.code == 0 and ("?)" in found.filled or "align ?" in found.filled or "align" not in found.filled):
                    complaints.append(f"{number}, {case.__name__}: what is filled in has holes\n{found.filled}")
    print("\n".join(complaints + [f"{len(CASES)} cases, {len(complaints)} complaints"]))
    return 1 if complaints or len(CASES) != 12 else 0


if __name__ == "__main__":
    sys.exit(main())
