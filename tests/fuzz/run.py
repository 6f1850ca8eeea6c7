#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random programs and mutants of the examples; what Plumb proves of them is tried by brute force.

    run.py --plumb PATH [--seconds 60] [--seed 1] [--kind KIND ...] [--batches N] [--save FOLDER] [--minimise SECONDS] [--effort SECONDS] [--least-proved N]

The parser, the interpreter and the probabilities are written from docs/language.md and docs/local.md, and share nothing
with Plumb. A finding is a verdict that small inputs refute, a crash, no answer within ten seconds of processor time,
output that is no JSON, or a verdict that depends on names or on --jobs. One seed gives the same programs, batch after
batch; --seconds, of processor time, only decides how many batches there are. Exit code 1: there is a finding, or too little was proved or
tried, or too much refused as text, for the silence to mean anything.
"""

import argparse
import collections
import pathlib
import random
import re
import sys
import tempfile

import random_records
from channels import judge_channel
from checker import Checker, processor_time
from composed import judge_composition
from hostile import hostile
from judge import Judgement, contradicted, is_over_reals, judge
from judge_events import judge_over_reals, judge_violation
from lexer import Unreadable
from mutants import mutated
from names import apart, renamed
from random_channels import channel
from random_mechanisms import mechanism, real_mechanism
from schema import Schema
from sensitivities import judge_sensitivity
from smaller import smaller
from syntax import parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from programs import examples
MOST_FINDINGS = 12
# Of the texts of one kind; mutants and hostile texts may be anything.
MOST_REFUSED = 0.2


def mutant(source):
    """Of an example that this parser reads; over the integers, because only those can be tried."""
    while True:
        text = source.choice(example_texts())
        if source.random() < 0.8:
            text = text.replace(": real ~", " ~").replace("query real", "query")
        changed = mutated(text, source)
        if changed is not None:
            return changed


def example_texts(found=[]):  # pylint: disable=dangerous-default-value
    if not found:
        found.extend(re.sub(r"^//.*\n", "", path.read_text(), flags=re.MULTILINE) for path in examples())
    return found


# Who writes the programs, how many are checked together, and how much of the time is theirs.
KINDS = {"mechanisms": (mechanism, 8, 4), "reals": (real_mechanism, 8, 4), "records": (random_records.records, 12, 3), "compositions": (random_records.composition, 12, 3),
         "channels": (channel, 10, 3), "mutants": (mutant, 8, 5), "sensitivity": (random_records.declarations, 12, 2),
         "hostile": (hostile, 10, 1)}


class Finding:
    def __init__(self, kind, what, why, text):
        self.kind, self.what, self.why, self.text = kind, what, why, text


class Fuzzer:
    def __init__(self, options, folder):
        self.checker, self.seed = Checker(options.plumb.resolve(), folder), options.seed
        self.minimise, self.effort = options.minimise, options.effort
        self.counts = {kind: collections.Counter() for kind in KINDS}
        self.skipped, self.findings, self.tried = collections.Counter(), [], 0

    def source(self, *words):
        return random.Random(" ".join(map(str, (self.seed, *words))))

    def batch(self, kind, index):
        generate, size, _ = KINDS[kind]
        source = self.source(kind, index)
        texts = [generate(source) for _ in range(size)]
        self.counts[kind]["generated"] += len(texts)
        if kind == "sensitivity":
            for k, text in enumerate(texts):
                self.sensitivity(text, (index, k))
            return
        told = self.checker.check(texts)
        for k, (text, one) in enumerate(zip(texts, told)):
            self.count_verdicts(kind, one)
            for what, why in self.wrong(kind, text, one, (index, k)):
                self.report(kind, what, why, text, (index, k))
        if kind != "hostile" and index % 3 == 0:
            self.same_verdicts(kind, texts, told, source)

    def count_verdicts(self, kind, told):
        for _, _, verdict, _ in told.verdicts():
            self.counts[kind][verdict] += 1
        if not told.verdicts() and not told.trouble:
            self.counts[kind]["no program"] += 1

    def wrong(self, kind, text, told, place):
        """(what, why) of everything wrong with what was told of this text."""
        if told.trouble:
            yield "trouble", told.trouble
            return
        if not told.verdicts() or isinstance(text, bytes) or kind == "hostile":
            return
        try:
            declarations = parse(text)
            schema = Schema(declarations)
        except (Unreadable, KeyError, TypeError, AttributeError, RecursionError) as why:
            self.skipped[f"not read: {why}"] += 1
            self.counts[kind]["skipped"] += 1
            return
        for declaration, judgement, verdict in self.judged(told, declarations, schema, place):
            self.counts[kind][f"violations {judgement.kind}" if verdict == "not private" else judgement.kind] += 1
            self.tried += judgement.instances
            if judgement.kind == "skipped":
                self.skipped[judgement.why.split(";")[0][:60]] += 1
            if judgement.kind == "refuted":
                yield f"{declaration} is {verdict}", judgement.why

    def judged(self, told, declarations, schema, place):
        """For each declaration with a verdict that can be tried: (its name, a Judgement, the verdict)."""
        by_name = {(d.kind, d.name): d for d in declarations if hasattr(d, "name")}
        mechanisms = {d.name: d for d in declarations if d.kind == "mechanism"}
        for kind, name, verdict, _ in told.verdicts():
            node = by_name.get((kind, name))
            source = self.source("judge", *place, kind, name)
            if node is None:
                continue
            if verdict in ("proved", "private") and kind == "mechanism":
                yield name, (judge_over_reals if is_over_reals(node) else judge)(node, schema, source, self.effort), verdict
            elif verdict == "proved" and kind == "composition":
                yield name, judge_composition(node, mechanisms, schema, source, self.effort), verdict
            elif verdict == "proved":
                yield name, judge_channel(node, source, self.effort), verdict
        for result in told.results:
            found = (result["counterexample"] or {}).get("violation")
            node = by_name.get(("mechanism", result["mechanism"]))
            if found and node and (why := contradicted(node, schema, found)):
                yield result["mechanism"], Judgement("refuted", why), "not private"
            if found and node:
                yield result["mechanism"], judge_violation(node, schema, found), "not private"

    def sensitivity(self, text, place):
        results, trouble = self.checker.sensitivity(text)
        if trouble:
            self.report("sensitivity", "trouble", trouble, text, place)
        counts = self.counts["sensitivity"]
        counts["no program"] += not results and not trouble
        for what, why, kind, instances in self.judged_sensitivity(text, results, place):
            counts["proved"] += 1
            counts[kind] += 1
            self.tried += instances
            if kind == "skipped":
                self.skipped[why[:60]] += 1
            if kind == "refuted":
                self.report("sensitivity", what, why, text, place)

    def judged_sensitivity(self, text, results, place):
        try:
            declarations = parse(text)
            schema = Schema(declarations)
        except (Unreadable, KeyError, TypeError, AttributeError):
            return
        for k, result in enumerate(results):
            found = judge_sensitivity(result, declarations, schema, self.source("judge", *place, k), self.effort)
            yield "a bound or property of " + str(result["adjacency"]), found.why, found.kind, found.instances

    def same_verdicts(self, kind, texts, told, source):
        """With other names, and one after another, everything is decided alike."""
        chosen = [(text, one) for text, one in zip(texts, told) if any(v[2] == "proved" for v in one.verdicts())][:4]
        if not chosen:
            return
        other_names = []
        for text, _ in chosen:
            try:
                other_names.append(renamed(text, source)[0] if source.random() < 0.4 else apart(text))
            except Unreadable:
                other_names.append(text)
        self.checker.jobs = 1
        again = self.checker.check(other_names)
        self.checker.jobs = 2
        for (text, one), other, changed in zip(chosen, again, other_names):
            self.counts[kind]["renamed"] += 1
            before, after = one.shapes(), other.shapes()
            if before != after:
                self.report(kind, "names or --jobs decide", f"{before} and {other.trouble or after} of\n{changed}", text, None)

    def report(self, kind, what, why, text, place):
        self.counts[kind]["findings"] += 1
        if len(self.findings) >= MOST_FINDINGS:
            return
        if place and not isinstance(text, bytes) and what != "trouble" and kind != "hostile":
            text = smaller(text, lambda t: self.is_finding(kind, t, place, what.split(" is ")[-1]), self.minimise)
        self.findings.append(Finding(kind, what, why, text))
        print(f"FINDING ({kind}, seed {self.seed}, {place}): {what}: {why}\n{shortened(text)}\n", flush=True)

    def is_finding(self, kind, text, place, verdict):
        """Does it still go wrong, in the same way? Counts are left as they are."""
        kept = (self.counts[kind].copy(), self.skipped.copy(), self.tried)
        try:
            if kind == "sensitivity":
                return any(x[2] == "refuted" for x in self.judged_sensitivity(text, self.checker.sensitivity(text)[0], place))
            return any(what.endswith(verdict) for what, _ in self.wrong(kind, text, self.checker.check([text])[0], place))
        finally:
            self.counts[kind], self.skipped, self.tried = kept

    def run(self, kinds, seconds, batches):
        """The kind that is furthest behind its share comes next."""
        begin, spent, done = processor_time(), dict.fromkeys(kinds, 0.0), dict.fromkeys(kinds, 0)
        while any(batches is None or done[k] < batches for k in kinds) and processor_time() - begin < seconds:
            open_kinds = [k for k in kinds if batches is None or done[k] < batches]
            kind = min(open_kinds, key=lambda k: spent[k] / KINDS[k][2])
            start = processor_time()
            self.batch(kind, done[kind])
            done[kind] += 1
            spent[kind] += processor_time() - start
        return done

    def refused(self):
        """Kinds of which too many texts are no programs: what writes them tests nothing."""
        return [kind for kind, counts in self.counts.items()
                if kind not in ("mutants", "hostile") and counts["no program"] > max(3, MOST_REFUSED * counts["generated"])]

    def summary(self):
        order = ["generated", "no program", "proved", "private", "open", "not proved", "not private", "claim false", "ill-formed", "vacuous", "no channel", "confirmed", "refuted", "violations confirmed", "violations skipped",
                 "skipped", "renamed", "findings"]
        lines = []
        for kind, counts in self.counts.items():
            if counts:
                lines.append(f"{kind:13}" + ", ".join(f"{counts[what]} {what}" for what in order if counts[what]))
        lines += [f"skipped: {number:5} {why}" for why, number in self.skipped.most_common(8)]
        lines.append(f"{self.tried} pairs of inputs with different answers compared, {len(self.findings)} findings")
        return lines


def shortened(text):
    text = text if isinstance(text, str) else repr(text)
    return text if len(text) < 6000 else text[:3000] + f"\n... {len(text)} characters"


def save(folder, findings):
    folder.mkdir(parents=True, exist_ok=True)
    for k, finding in enumerate(findings):
        data = finding.text if isinstance(finding.text, bytes) else finding.text.encode()
        (folder / f"{finding.kind}_{k}.plumb").write_bytes(data)
        (folder / f"{finding.kind}_{k}.txt").write_text(f"{finding.what}: {finding.why}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plumb", type=pathlib.Path, required=True)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--kind", action="append", choices=list(KINDS))
    parser.add_argument("--batches", type=int, help="at most so many of each kind")
    parser.add_argument("--save", type=pathlib.Path, help="a folder for what was found")
    parser.add_argument("--minimise", type=float, default=15, metavar="SECONDS", help="for each finding, of processor time")
    parser.add_argument("--effort", type=float, default=1.5, metavar="SECONDS", help="for each verdict that is tried, of processor time")
    parser.add_argument("--least-proved", type=int, default=1, help="declarations that have to be proved and tried")
    options = parser.parse_args()
    sys.setrecursionlimit(20000)
    with tempfile.TemporaryDirectory() as folder:
        fuzzer = Fuzzer(options, folder)
        fuzzer.run(options.kind or list(KINDS), options.seconds, options.batches)
    print("\n".join(fuzzer.summary()))
    if options.save and fuzzer.findings:
        save(options.save, fuzzer.findings)
    for kind in fuzzer.refused():
        print(f"too many {kind} are refused as texts: they test nothing")
    confirmed = sum(counts["confirmed"] for counts in fuzzer.counts.values())
    if confirmed < options.least_proved and set(options.kind or KINDS) != {"hostile"}:
        print(f"only {confirmed} proofs were tried: at least {options.least_proved} have to be")
        return 1
    return 1 if fuzzer.findings or fuzzer.refused() else 0


if __name__ == "__main__":
    sys.exit(main())
