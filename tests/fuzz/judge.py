# SPDX-License-Identifier: Apache-2.0
"""Brute force against a verdict: is what was proved of a mechanism true on small inputs?"""

import itertools
import math
import time
from fractions import Fraction

from claims import Claim, Skipped
from inputs import of_mechanism
from laws import TooMany, UNIT, distribution, exp_bounds, sure_masses, worst_ratio
from lexer import Unreadable
from runs import compiled
from syntax import Node, walk
from terms import Undefined, evaluator


class Judgement:
    """`kind`: confirmed, refuted, or skipped; `why` in words; `instances`: pairs of inputs with different answers compared."""

    def __init__(self, kind, why="", instances=0):
        self.kind, self.why, self.instances = kind, why, instances


def is_over_reals(mechanism):
    return any(isinstance(s, Node) and s.kind == "sample" and s.real for s in walk(mechanism.body))


class Subject:
    """A mechanism with everything that running it needs."""

    def __init__(self, mechanism, schema):
        if is_over_reals(mechanism):
            raise Unreadable("noise over the reals")
        self.mechanism = mechanism
        self.parameters, self.neighbours = of_mechanism(mechanism, schema)
        self.queries = set(schema.queries) if mechanism.change else set()
        self.run = compiled(mechanism, {*schema.sizes, *self.queries})
        self.budget = evaluator(mechanism.guarantee)
        self.claims = [Claim(c) for c in mechanism.claims]

    def distributions(self, values, pair):
        for least, paths in ((1e-6, 1500), (1e-4, 2500), (1e-3, 6000)):
            try:
                return [distribution(self.run, values, answers, least, paths) for answers in pair], least
            except TooMany:
                pass
        raise TooMany()

    def violation(self, values, pair, budget=None):
        """(output, ln ratio) that breaks the guarantee for certain; the worst ln ratio besides."""
        (first, _), (second, lost) = (d := self.distributions(values, pair))[0]
        budget = self.budget(values) if budget is None else budget
        worst, output = worst_ratio(first, second, lost)
        if worst <= float(budget) + 1e-7:
            return None, worst, first
        least = d[1]
        mine, _ = sure_masses(self.run, values, pair[0], least, {output})
        other, left = sure_masses(self.run, values, pair[1], least, {output})
        if mine[output][0] * UNIT > exp_bounds(budget)[1] * (other[output][1] + left):
            return output, worst, first
        return None, worst, first

    def broken_claim(self, values, answers, outputs):
        for claim in self.claims:
            for output in outputs:
                try:
                    if not claim.holds({**values, **answers}, output):
                        return claim, output
                except Skipped:
                    continue
        return None


def judge(mechanism, schema, source, seconds, enough=12):
    """What was proved of this mechanism, tried on random small inputs until `enough` told something, for so many seconds at most."""
    try:
        subject = Subject(mechanism, schema)
    except (Unreadable, KeyError, TypeError, AttributeError) as why:
        return Judgement("skipped", f"not read: {why}")
    until, instances, reason, has_claims = time.process_time() + seconds, 0, "no input was found", True
    for _ in range(400):
        if instances >= enough or time.process_time() > until:
            break
        try:
            values = subject.parameters.random(source)
            if values is None:
                reason = "no parameters were found"
                continue
            pair = subject.neighbours.pair(source, values)
        except (Unreadable, Undefined, KeyError, TypeError, MemoryError, OverflowError) as why:
            return Judgement("skipped", f"not read: {type(why).__name__} {why}")
        if pair is None:
            reason = "no neighbours were found"
            continue
        if pair[0] == pair[1]:
            reason = "no answers that differ were found"
            continue
        try:
            output, worst, outputs = subject.violation(values, pair)
            if output is not None:
                return Judgement("refuted", f"ln ratio {worst:.4f} over {float(subject.budget(values)):.4f} at output {output}; "
                                 + shown(values, pair), instances)
            if has_claims and (broken := subject.broken_claim(values, pair[0], outputs)):
                return Judgement("refuted", f"claim fails at output {broken[1]}; " + shown(values, pair), instances)
        except TooMany:
            reason = "too many paths"
            continue
        except Unreadable as why:
            has_claims = False
            reason = str(why)
            continue
        except Undefined as why:
            return Judgement("refuted", f"undefined: {why}; " + shown(values, pair), instances)
        except (KeyError, TypeError, ValueError, AttributeError, NameError, OverflowError, RecursionError) as why:
            return Judgement("skipped", f"not run: {type(why).__name__} {why}")
        instances += 1
    return Judgement("confirmed", "", instances) if instances else Judgement("skipped", reason)


def shown(values, pair):
    plain = {k: str(v) if not isinstance(v, dict) else {p: str(x) for p, x in v.items()} for k, v in values.items()}
    return f"parameters {plain}, answers {pair[0]} and {pair[1]}"


def worst_of(subject, values, pair):
    """ln of the worst ratio on this pair, from below."""
    if pair[0] == pair[1]:
        return 0.0
    (first, _), (second, lost) = subject.distributions(values, pair)[0]
    worst, _ = worst_ratio(first, second, lost)
    return max(0.0, worst) if worst > -math.inf else 0.0


def assigned(entries, parameters, values):
    """{name: value} of what a counterexample lists as `T[0]`: 1; elements that it leaves out are 0."""
    found = {}
    for name, text in entries:
        value = {"true": True, "false": False}.get(text)
        value = Fraction(text) if value is None else value
        if isinstance(value, Fraction) and value.denominator == 1:
            value = int(value)
        plain, *indices = name.replace("]", "").split("[")
        if indices:
            found.setdefault(plain, {})[tuple(int(i) for i in indices)] = value
        else:
            found[plain] = value
    for p in parameters:
        if p.extents:
            inner = {**values, **found}
            places = itertools.product(*[range(max(0, evaluator(e)(inner))) for e in p.extents])
            found[p.name] = {place: found.get(p.name, {}).get(place, 0) for place in places}
    return found


def contradicted(mechanism, schema, violation):
    """Words, if `not private` is said of two data sets between which brute force finds no violation of that size."""
    try:
        subject = Subject(mechanism, schema)
        values = assigned([(e["name"], e["value"]) for e in violation["parameters"]], subject.parameters.parameters, {})
        queries = [p for p in mechanism.parameters if p.sort.startswith("query")]
        pair = [assigned([(e["name"], e[side]) for e in violation["answers"]], queries, values) for side in ("first", "second")]
        if mechanism.change and any(q.ranges for q in schema.queries.values()):
            return None
        (first, lost), (second, other_lost) = subject.distributions(values, pair)[0]
        bound = math.exp(subject.budget(values))
    except (Unreadable, Undefined, TooMany, KeyError, TypeError, ValueError, AttributeError, NameError, OverflowError, RecursionError):
        return None
    excess = sum(max(0.0, mass - bound * second.get(z, 0.0)) for z, mass in first.items()) + lost
    claimed = float(violation["firstLow"]) - bound * float(violation["secondHigh"])
    # The printed bounds are rounded outward, by less than a millionth each.
    if claimed > 1e-5 * (1 + bound) and claimed > excess + 1e-6 * (1 + bound):
        return f"claims an excess of {claimed}, where it is at most {excess}; " + shown(values, pair)
    return None
