# SPDX-License-Identifier: Apache-2.0
"""What `plumb sensitivity` says, against differences that were computed from pairs of records."""

import itertools
import time

from inputs import Derived, Parameters
from judge import Judgement
from lexer import Unreadable
from schema import split_premises
from syntax import Parser
from terms import Undefined, evaluator

TROUBLE = (Unreadable, KeyError, TypeError, ValueError, AttributeError, NameError, OverflowError, RecursionError, IndexError)


class Said:
    """What is said of one query, or of all together."""

    def __init__(self, told):
        self.queries = [plain_name(told["query"])] if told["query"] else None
        self.bounds = {what: evaluator(Parser(told[what]["bound"]).expression()) for what in ("largest", "l1")
                       if told[what]["kind"] == "finite" and told[what]["bound"] is not None}
        self.texts = {what: told[what]["bound"] for what in self.bounds}
        self.proved = [p for p in ("decreasing", "increasing", "atMostOneChanges") if told[p]["status"] == "proved"]

    def broken(self, values, differences):
        d = [x for name, of in differences.items() if self.queries is None or name in self.queries for x in of]
        sizes = [abs(x) for x in d]
        for what, bound in self.bounds.items():
            reached = max(sizes, default=0) if what == "largest" else sum(sizes)
            if reached > bound(values):
                return f"{what}: {reached} > {self.texts[what]} = {bound(values)}"
        false = {"decreasing": any(x < 0 for x in d), "increasing": any(x > 0 for x in d),
                 "atMostOneChanges": sum(1 for x in sizes if x) > 1}
        return next((f"not {p}: {d}" for p in self.proved if false[p]), None)


def judge_sensitivity(result, declarations, schema, source, seconds, enough=40):
    """One entry of the results of `plumb sensitivity --format=json`."""
    try:
        if result["derived"] is None or result["adjacency"] is None:
            return Judgement("skipped", "nothing derived")
        mechanism = next((d for d in declarations if d.kind == "mechanism" and d.name == result["mechanism"]), None)
        plain, premises = split_premises(mechanism.requires) if mechanism else ([], [])
        parameters = Parameters(mechanism.parameters if mechanism else [], schema.sizes, plain)
        change = mechanism.change if mechanism else Parser(result["adjacency"]).record_change()
        derived = Derived(schema, change, premises)
        told = result["derived"]["queries"] + [x for x in [result["derived"]["together"]] if x]
        said = [Said(x) for x in told]
        names = {plain_name(x["query"]) for x in result["derived"]["queries"]}
    except TROUBLE as why:
        return Judgement("skipped", f"not read: {why}")
    if not any(s.bounds or s.proved for s in said):
        return Judgement("skipped", "nothing said")
    until, instances = time.process_time() + seconds, 0
    for _ in range(300):
        if instances >= enough or time.process_time() > until:
            break
        try:
            values = parameters.random(source)
            found = derived.records(source, values) if values is not None else None
            # That premises speak of what stays the same is for `plumb check` to prove; here both records meet them.
            if found is None or not all(derived.holds(values, r) for r in found[:2]):
                continue
            first, second = (schema.answers(values, [r] if r is not None else [], names) for r in found[:2])
            differences = {name: [first[name][p] - second[name][p] for p in first[name]] if isinstance(first[name], dict)
                           else [first[name] - second[name]] for name in first}
            why = next(itertools.chain(filter(None, (s.broken(values, differences) for s in said)), [None]))
        except (Undefined, *TROUBLE) as trouble:
            return Judgement("skipped", f"not run: {type(trouble).__name__} {trouble}")
        if why:
            return Judgement("refuted", f"{why}; values {values}, r {found[0]}, r' {found[1]}", instances)
        instances += any(map(any, differences.values()))
    return Judgement("confirmed", "", instances) if instances else Judgement("skipped", "no pair was found")


def plain_name(query):
    """`f` of `f[i in 0 .. n]`."""
    return query.split("[")[0]
