#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The fuzzer itself is tested: programs that are known to be broken, and a `plumb` that calls all of them proved.

The broken twins of the examples say which of them are `not private`, so the fuzzer has to refute most of those over
integers, and none of the examples. A `plumb` that dies, hangs, gives up, prints no JSON, or decides by names has to be
noticed as well, and so does one of which nothing could be tried.
"""

import pathlib
import random
import re
import subprocess
import sys
import tempfile
import types

from events import Events, Word, likelihood
from judge_events import judge_violation
from lexer import Unreadable
from names import shape
from run import KINDS, Fuzzer
from schema import Schema
from syntax import parse

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from programs import examples, twins
# Of every eighth broken twin over integers is so much refuted, and of all with --all; the others need longer inputs, or rarer parameters,
# than are tried.
SAMPLE = 8
LEAST_REFUTED = 1 / 2
# Examples that the fuzzer has no language for: the largest of records, parts that read what others publish, numbers that `let`
# defines, and channels one behind another (tests/meta/channel_composition_attack.py has an oracle of its own for the last).
UNREAD = {"threshold_from_a_count.plumb", "number_if_many.plumb", "tags_before_a_report.plumb", "two_reports.plumb", "t_reports.plumb",
          "sampled_two_sided.plumb", "sampled_with_all_of_it.plumb",
          "oldest_visitor.plumb", "measured_where_above.plumb", "thresholds_from_counts.plumb"}


def liar(folder, way):
    """A `plumb` that lies in this way."""
    path = pathlib.Path(folder) / "liar"
    path.write_text(f"#!{sys.executable}\nimport sys\nsys.path.insert(0, {str(HERE)!r})\nfrom liar import main\nmain()\n")
    path.chmod(0o755)
    (path.parent / "way").write_text(way)
    return path


def fuzzer(folder, way):
    found = Fuzzer(types.SimpleNamespace(plumb=liar(folder, way), seed="self", minimise=0, effort=1.5), folder)
    found.checker.limit = 5
    return found


def is_over_integers(text):
    return not re.search(r": real ~|query real", text)


def is_read(path):
    """The fuzzer's language has no parts that read what others publish."""
    try:
        parse(path.read_text())
        return True
    except Unreadable:
        return False


def told_not_private():
    for path in twins():
        text = path.read_text()
        verdicts = re.findall(r"^//~\| \S+\.plumb: \w+: (.*)$", text, re.MULTILINE)
        if is_over_integers(text) and verdicts and all(v == "not private" for v in verdicts):
            yield path.stem, text


def refuted(one, name, text):
    told = one.checker.check([text])[0]
    return [f"{what}: {why}" for what, why in one.wrong("mutants", text, told, (0, name))]


def known_programs(complaints, step):
    with tempfile.TemporaryDirectory() as folder:
        one = fuzzer(folder, "everything is proved")
        broken = list(told_not_private())[::step]
        missed = [name for name, text in broken if not refuted(one, name, text)]
        print(f"{len(broken) - len(missed)} of {len(broken)} broken twins refuted; not: {', '.join(missed)}")
        if not broken or len(broken) - len(missed) < LEAST_REFUTED * len(broken):
            complaints.append("too few broken twins are refuted")
        unread = [path.name for path in examples() if not is_read(path)]
        if set(unread) != UNREAD:
            complaints.append(f"the fuzzer does not read {', '.join(unread)}, and should not read {', '.join(UNREAD)} alone")
        right = [path for path in examples() if is_over_integers(path.read_text()) and path.name not in unread][::2 * step]
        for path in right:
            complaints += [f"{path.name} is refuted: {why}" for why in refuted(one, path.stem, path.read_text())]
        print(f"{len(right)} examples tried, {one.counts['mutants']['confirmed']} confirmed")
        if one.counts["mutants"]["confirmed"] < len(right) // 2:
            complaints.append("too few examples are tried")


SIMPLE = """mechanism m(eps: real, f: query)
  requires eps > 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  lam ~ exponential(1 / eps)   align lam' = lam + f - f'
  output f + lam
}
"""
COMPOSED = SIMPLE + """compose twice(eps: real, f: query)
  requires eps > 0
  guarantees private(eps)
{
  m(eps, f) 2 times
}
"""
BITS = """channel c(eps: real)
  requires eps >= 0
  from P | Q to bits of B0 | B1 | B2
  guarantees osldp(Q, eps)
{
  map f: P -> B0
  x in P, j = f(x) -> 0
  x in P -> 1/2
  x in Q -> 1/2
}
"""
# For k = 1, p = 1/100, t = 1000 the ratio is 10000.
TIED = """channel c(t: real, p: real, k: int)
  requires t >= 0, p > 0, 2 * p <= 1, 1 <= k, k <= 2, 4 * p * p * (1 - t * (2 - k)) * (1 - t * (2 - k)) >= 1
  from P | Q to bits of B[k] | C[k]
  guarantees osldp(P, ln(4))
{
  map f: Q -> B
  map g: Q -> C
  x in P -> 1
  x in Q, j = f(x) -> p
  x in Q, j = g(x) -> p
  x in Q -> 1 - t * (2 - k)
}
"""
COUNTED = """record R { there: bool }
policy p on R { sensitive there }
query f = count x: R where x.there
"""
CLAIMED = SIMPLE.replace("private(eps)\n", "private(eps)\n  claims out.value > f\n")


def ways_of_lying(complaints):
    for way, text, wanted in [("everything is proved", COMPOSED, "twice is proved"), ("everything is proved", BITS, "c is proved"),
                              ("everything is proved", TIED, "c is proved: osldp: ratio"),
                              ("everything is proved", CLAIMED, "claim fails"), ("dies", SIMPLE, "exit code -6"),
                              ("gives up", SIMPLE, "exit code 70"), ("hangs", SIMPLE, "no answer"), ("talks", SIMPLE, "no JSON")]:
        with tempfile.TemporaryDirectory() as folder:
            one = fuzzer(folder, way)
            one.checker.limit = 1 if way == "hangs" else 5
            found = refuted(one, way, text)
            print(f"{way}: {found[:1]}"[:160])
            if not any(wanted in why for why in found):
                complaints.append(f"{way}: nothing is found")
    with tempfile.TemporaryDirectory() as folder:
        one = fuzzer(folder, "everything is proved")
        one.sensitivity(COUNTED, (0, 0))
        if not one.findings:
            complaints.append("a false sensitivity is not found")
    with tempfile.TemporaryDirectory() as folder:
        one = fuzzer(folder, "by name")
        one.same_verdicts("mutants", [SIMPLE], one.checker.check([SIMPLE]), one.source())
        if not one.findings:
            complaints.append("verdicts that depend on names are not found")


REAL = SIMPLE.replace("f: query)", "f: query real)").replace("lam ~", "lam: real ~")
# Half of the noise. Two noises that are compared, so that one of them is integrated over.
HALVED = REAL.replace("exponential(1 / eps)", "exponential(1 / (2 * eps))")
COMPARED = """mechanism m(eps: real, T: real, n: size, f: query real[n])
  requires eps > 0
  adjacency f changes by 1
  guarantees private(eps)
{
  rho: real ~ laplace(2 / eps)   align rho' = rho
  for i in 0 .. n {
    nu: real ~ laplace(2 / eps)   align nu' = nu
    if f[i] + nu >= T + rho { output above } else { output below }
  }
}
"""


def told(word, **numbers):
    """What Plumb says of HALVED for eps = 1, f = 1 on D and 0 on D'."""
    return {"parameters": [{"name": "eps", "value": "1"}], "answers": [{"name": "f", "first": "1", "second": "0"}],
            "witness": {"cells": [{"cell": "out", "tag": "value", "values": [word]}], "result": None},
            "impossibleOnSecond": False, **numbers}


def over_reals(complaints):
    """Integrals that are known, what is wrong over the reals, and violations that are none."""
    with tempfile.TemporaryDirectory() as folder:
        one = fuzzer(folder, "everything is proved")
        for text, is_wrong in [(REAL, False), (HALVED, True), (REAL.replace("decreasing", "increasing"), True)]:
            if bool(refuted(one, "reals", text)) != is_wrong:
                complaints.append(f"over the reals {'nothing' if is_wrong else 'something'} is found in\n{text}")
        if one.counts["mutants"]["confirmed"] != 1:
            complaints.append("what is private over the reals is not tried")
    right = {"firstLow": "0.0366312", "firstHigh": "0.0366313", "secondLow": "0.00495750", "secondHigh": "0.00495751"}
    for violation, is_wrong in [(told("3", **right), False), (told("3", **{**right, "firstHigh": "0.0366", "firstLow": "0.0365"}), True),
                                (told("3", **{**right, "secondLow": "0.0049", "secondHigh": "0.00491"}), True), (told("2", **right), True),
                                (told("1", **right), True), ({**told("3", **right), "impossibleOnSecond": True}, True),
                                ({**told("3", **right), "answers": [{"name": "f", "first": "3", "second": "0"}]}, True)]:
        declarations = parse(HALVED)
        judgement = judge_violation(declarations[0], Schema(declarations), violation)
        if judgement.kind != ("refuted" if is_wrong else "confirmed"):
            complaints.append(f"a violation is {judgement.kind}, {judgement.why}: {violation}")
    # 1 / 30, as Lyu, Su and Li's algorithm 6 has it, and by symmetry a half.
    declarations = parse(COMPARED)
    events = Events(declarations[0], Schema(declarations))
    for tags, expected in [(["below"] * 2 + ["above"] * 2, 1 / 30), (["below"], 1 / 2)]:
        word = Word({(k,): (tag, ()) for k, tag in enumerate(tags)}, None)
        _, found = likelihood(events.run, {"eps": 1, "T": 0, "n": len(tags)}, {"f": {(k,): 0 for k in range(len(tags))}}, word)
        if abs(found / expected - 1) > 1e-9:
            complaints.append(f"{tags} has the probability {found}, and should have {expected}")


def from_outside(complaints):
    """The program run.py fails on what it finds, if nothing was tried, and if its texts are no programs."""
    for way, kind, wanted in [("everything is proved", "mechanisms", "FINDING"), ("dies", "records", "FINDING"),
                              ("everything is proved", "sensitivity", "FINDING"), ("refuses", "records", "too many records are refused")]:
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run([sys.executable, HERE / "run.py", "--plumb", liar(folder, way), "--kind", kind, "--batches", "1",
                                  "--seconds", "20", "--minimise", "0"], capture_output=True, text=True, check=False)
            if run.returncode == 0 or wanted not in run.stdout:
                complaints.append(f"run.py, {way}: {run.stdout[-300:]}{run.stderr[-300:]}")
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run([sys.executable, HERE / "run.py", "--plumb", liar(folder, "everything is proved"), "--batches", "0",
                              "--seconds", "1"], capture_output=True, text=True, check=False)
        if run.returncode == 0 or "only 0 proofs" not in run.stdout:
            complaints.append("a run that tries nothing passes")


def names_alone(complaints):
    """Names change no shape, not even that of a word in a message; a captured one does."""
    said = "chosen without looking at the sensitive data: n, "
    captured = "forall v in data, i in 0 .. n: v.spent[i] <= "
    if shape(said + "chosen") != shape(said + "picked") or shape(said + "n") == shape(said + "n, m"):
        complaints.append("a name is taken for a word")
    if shape(captured + "i") == shape(captured + "t") or shape(captured + "t") != shape(captured + "u"):
        complaints.append("a captured name is not seen")


def readable(complaints):
    """What is written at random is read by the fuzzer's own parser."""
    source = random.Random("readable")
    for kind in ("mechanisms", "reals", "records", "compositions", "channels", "sensitivity"):
        for _ in range(300):
            text = KINDS[kind][0](source)
            try:
                parse(text)
            except Unreadable as why:
                complaints.append(f"{kind}: {why}:\n{text}")
                break


def main():
    sys.setrecursionlimit(20000)
    complaints = []
    names_alone(complaints)
    readable(complaints)
    known_programs(complaints, 1 if "--all" in sys.argv[1:] else SAMPLE)
    over_reals(complaints)
    ways_of_lying(complaints)
    from_outside(complaints)
    print("\n".join([*complaints, f"{len(complaints)} complaints"]))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
