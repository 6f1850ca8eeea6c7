# SPDX-License-Identifier: Apache-2.0
"""Compositions by brute force: the product of the parts' distributions, for every change that some part allows."""

import time
from fractions import Fraction

from inputs import Derived, Parameters, split_premises
from judge import Judgement, Subject, shown
from laws import TooMany, UNIT, exp_bounds, sure_masses, worst_ratio
from lexer import Unreadable
from terms import Undefined, evaluator

TROUBLE = (Unreadable, KeyError, TypeError, ValueError, AttributeError, NameError, OverflowError, RecursionError, IndexError)


class Part:
    def __init__(self, part, mechanism, schema):
        self.subject, self.mechanism = Subject(mechanism, schema), mechanism
        if len(part.arguments) != len(mechanism.parameters):
            raise Unreadable("arguments missing")
        self.queries, self.arguments = {}, []
        for p, argument in zip(mechanism.parameters, part.arguments):
            if p.sort.startswith("query"):
                self.queries[p.name] = argument[1]
            else:
                self.arguments.append((p.name, evaluator(argument)))
        self.times = evaluator(part.times) if part.times else lambda values: 1
        self.sizes = schema.sizes

    def values(self, outer):
        return {**{s: outer[s] for s in self.sizes}, **{name: e(outer) for name, e in self.arguments}}

    def answers(self, answers):
        """What this part sees of the answers of the composition's data."""
        if self.mechanism.change:
            return answers
        return {mine: answers[theirs] for mine, theirs in self.queries.items()}


class Composition:
    def __init__(self, node, mechanisms, schema):
        self.node, self.schema = node, schema
        self.parts = [Part(p, mechanisms[p.name], schema) for p in node.parts]
        plain, premises = split_premises(node.requires)
        self.parameters = Parameters(node.parameters, schema.sizes, plain)
        # Who the neighbours are, where the composition says it itself.
        self.neighbours = Derived(schema, node.change, premises) if node.change else None
        self.budget = evaluator(node.guarantee) if node.guarantee else None
        self.is_stated = not self.parts[0].mechanism.change

    def pair(self, source, values):
        inner = [part.values(values) for part in self.parts]
        if self.is_stated:
            found = self.parts[0].subject.neighbours.pair(source, inner[0])
            if found is None:
                return None
            names = self.parts[0].queries
            return tuple({names[q]: a for q, a in answers.items()} for answers in found)
        records = self.records(source, values, inner)
        if records is None:
            return None
        r, other, others = records
        return tuple(self.schema.answers(values, [x for x in (changed, *others) if x is not None]) for changed in (r, other))

    def records(self, source, values, inner):
        """A pair that is stated, or that some part allows, or, of policies by attributes, whose every change some part allows."""
        if self.neighbours:
            return self.neighbours.records(source, values)
        neighbours = [part.subject.neighbours for part in self.parts]
        by_attributes = all(n.neighbours.change.change == "replace" and not n.neighbours.formula for n in neighbours)
        chosen = source.randrange(len(neighbours))
        for _ in range(10):
            found = neighbours[chosen].records(source, inner[chosen])
            if found is None:
                return None
            r, other, others = found
            if by_attributes and source.random() < 0.6:
                wider = neighbours[chosen].neighbours.record.changed(source, inner[chosen], self.schema.numbers, r)
                if all(some_part_allows(neighbours, inner, r, wider, name) for name in r):
                    other = wider
            if all(n.holds(v, x) for n, v in zip(neighbours, inner) for x in (r if r is not None else other, *others)):
                return r, other, others
        return None


def some_part_allows(neighbours, inner, r, other, name):
    """May this attribute become what it is in `other`, by some part?"""
    if r[name] == other[name]:
        return True
    if not isinstance(r[name], dict):
        return any(n.neighbours.allows(v, r, {**r, name: other[name]}) for n, v in zip(neighbours, inner))
    return all(value == other[name][place] or any(
        n.neighbours.allows(v, r, {**r, name: {**r[name], place: other[name][place]}}) for n, v in zip(neighbours, inner))
        for place, value in r[name].items())


def violation(composition, values, pair):
    """(text, ln of the worst ratio) if the parts together break the guarantee for certain."""
    budget = Fraction(composition.budget(values))
    total, found = 0.0, []
    for part in composition.parts:
        inner, answers = part.values(values), [part.answers(a) for a in pair]
        times = int(part.times(values))
        if times <= 0 or answers[0] == answers[1]:
            continue
        ((first, _), (second, lost)), least = part.subject.distributions(inner, answers)
        worst, output = worst_ratio(first, second, lost)
        if output is None or worst <= 0:
            continue
        total += times * worst
        found.append((part, inner, answers, times, output, least))
    if total <= float(budget) + 1e-6:
        return None, total
    mine, theirs = Fraction(1), Fraction(exp_bounds(budget)[1], UNIT)
    for part, inner, answers, times, output, least in found:
        first, _ = sure_masses(part.subject.run, inner, answers[0], least, {output})
        second, lost = sure_masses(part.subject.run, inner, answers[1], least, {output})
        mine *= Fraction(first[output][0], UNIT) ** times
        theirs *= Fraction(second[output][1] + lost, UNIT) ** times
    return ("the parts together" if mine > theirs else None), total


def judge_composition(node, mechanisms, schema, source, seconds, enough=20):
    try:
        composition = Composition(node, mechanisms, schema)
    except TROUBLE as why:
        return Judgement("skipped", f"not read: {why}")
    if composition.budget is None:
        return Judgement("skipped", "no guarantee")
    if node.sample is not None:
        return Judgement("skipped", "its parts see a sample (tests/meta/sampled_attack.py)")
    until, instances, reason = time.process_time() + seconds, 0, "no input was found"
    for _ in range(400):
        if instances >= enough or time.process_time() > until:
            break
        try:
            values = composition.parameters.random(source)
            pair = composition.pair(source, values) if values is not None else None
            if pair is None or pair[0] == pair[1]:
                reason = "no parameters were found" if values is None else "no neighbours with other answers were found"
                continue
            broken, total = violation(composition, values, pair)
        except TooMany:
            continue
        except Undefined as why:
            return Judgement("refuted", f"undefined: {why}; " + shown(values, pair), instances)
        except TROUBLE as why:
            return Judgement("skipped", f"not run: {type(why).__name__} {why}")
        if broken:
            return Judgement("refuted", f"ln ratio {total:.4f} over {float(composition.budget(values)):.4f}; " + shown(values, pair),
                             instances)
        instances += 1
    return Judgement("confirmed", "", instances) if instances else Judgement("skipped", reason)
