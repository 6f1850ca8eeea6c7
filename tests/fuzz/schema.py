# SPDX-License-Identifier: Apache-2.0
"""Records, policies, queries and neighbours of one file, straight from docs/language.md, on values."""

import itertools

from lexer import Unreadable
from syntax import walk
from terms import Scope, Undefined, constants, evaluator, free_names, function


class Schema:
    def __init__(self, declarations):
        self.sizes, self.records, self.policies, self.queries = [], {}, {}, {}
        for d in declarations:
            if d.kind == "sizes":
                self.sizes += d.names
            elif d.kind == "record":
                self.records[d.name] = Record(d)
            elif d.kind == "policy":
                self.policies[d.name] = d
            elif d.kind == "query":
                self.queries[d.name] = d
        self.numbers = sorted({0, 1, *(n + k for d in declarations if d.kind in ("record", "policy", "query")
                                       for n in constants(d) for k in (-1, 0, 1))})
        self.contributions = {name: Contribution(q, self.records.get(q.record)) for name, q in self.queries.items()}

    def answers(self, values, records, of=None):
        """Of all queries over these records: scalars, or dictionaries from indices."""
        return {name: c.answer(values, records) for name, c in self.contributions.items() if of is None or name in of}

    def neighbours(self, change):
        return Neighbours(self, change)


class Record:
    def __init__(self, declaration):
        self.name, self.fields = declaration.name, declaration.fields
        self.names = [f.name for f in self.fields]
        self.ends = {f.name: (evaluator(f.low), evaluator(f.high)) for f in self.fields if f.low}
        self.extents = {f.name: [evaluator(e) for e in f.extents] for f in self.fields}

    def pool(self, field, values, numbers):
        """Values that one element of the field may hold; some of them where there are infinitely many."""
        if field.sort == "bool":
            found = [False, True]
        elif field.low:
            low, high = (end(values) for end in self.ends[field.name])
            found = [p for p in range(low, high) if p in (low, low + 1, high - 1) or high - low < 6 or p in numbers]
        else:
            found = [n for n in numbers if -4 <= n] + [-2, -1, 2, 3]
        return found + [None] if field.none else found

    def random(self, source, values, numbers):
        """A record, or None if no record exists for these values."""
        found = {}
        for field in self.fields:
            pool = self.pool(field, values, numbers)
            extents = [e(values) for e in self.extents[field.name]]
            places = list(itertools.product(*[range(max(0, e)) for e in extents]))
            if places and not pool:
                return None
            if field.extents:
                found[field.name] = {p: source.choice(pool) for p in places}
            elif not pool:
                return None
            else:
                found[field.name] = source.choice(pool)
        return found

    def changed(self, source, values, numbers, record):
        """A record like this one in most places."""
        other = self.random(source, values, numbers)
        if source.random() < 0.2:
            return other
        for field in self.fields:
            if source.random() < 0.5:
                other[field.name] = record[field.name]
            elif field.extents:
                other[field.name] = {p: v if source.random() < 0.5 else other[field.name][p]
                                     for p, v in record[field.name].items()}
            elif field.sort == "int" and record[field.name] is not None and source.random() < 0.4:
                # Formulas such as abs(r.age - r'.age) <= 2 are met by near values only.
                near = record[field.name] + source.choice([-3, -2, -1, 1, 2, 3])
                low, high = (end(values) for end in self.ends[field.name]) if field.low else (near, near + 1)
                if low <= near < high:
                    other[field.name] = near
        return other


class Contribution:
    """What one record adds to each answer of a query."""

    def __init__(self, query, record):
        if record is None:
            raise Unreadable("a query about no record")
        self.query = query
        scope = Scope(nullable=any(f.none for f in record.fields))
        self.ends = [(v, evaluator(low), evaluator(high)) for v, low, high in query.ranges]
        self.condition = evaluator(query.condition, scope) if query.condition else None
        self.term = evaluator(query.term, scope) if query.term else None

    def places(self, values):
        found = [()]
        inner = dict(values)
        for v, low, high in self.ends:
            found = [(*p, i) for p in found for i in range(low(inner), high(inner))]
        return found

    def of(self, values, record, place):
        inner = {**values, self.query.variable: record, **{v: i for (v, _, _), i in zip(self.ends, place)}}
        if self.condition and not self.condition(inner):
            return 0
        return self.term(inner) if self.term else 1

    def answer(self, values, records):
        found = {p: sum(self.of(values, r, p) for r in records) for p in self.places(values)}
        return found if self.ends else found[()]


class Neighbours:
    """Which record may stand where; None for a record that is not there."""

    def __init__(self, schema, change):
        self.schema, self.change = schema, change
        self.record = schema.records.get(change.record)
        if self.record is None:
            raise Unreadable("neighbours of no record")
        self.nullable = any(f.none for f in self.record.fields)
        policy = schema.policies.get(change.policy) if change.policy else None
        if change.policy and policy is None:
            raise Unreadable("no such policy")
        self.formula, self.rules = None, None
        scope = Scope(nullable=self.nullable)
        if policy and policy.formula:
            self.formula, self.names = relation(policy.formula, scope, policy.variable)
        elif policy:
            self.rules = [(r, self.rule_condition(r)) for r in policy.rules]
        elif change.along:
            self.formula, self.names = relation(change.along, scope, "r")
        elif change.when:
            self.formula, self.names = relation(change.when, scope, "r")

    def rule_condition(self, rule):
        if rule.when is None:
            return None
        scope = Scope(self.record.names, "r", self.nullable)
        names = [n for n in free_names(rule.when) if n not in self.record.names]
        compiled = function(rule.when, ["v_r", *[f"v_{n}" for n in names]], scope)
        return lambda r, values: compiled(r, *[values[n] for n in names])

    def allows(self, values, r, other):
        if self.change.change != "replace":
            if r is not None and other is None:
                return self.change.change in ("add", "add or remove")
            return r is None and other is not None and self.change.change in ("remove", "add or remove")
        if r is None or other is None:
            return False
        if self.formula:
            return bool(self.formula(r, other, *[values[n] for n in self.names]))
        if self.rules is None:
            return True
        return all(self.unchanged(values, rule, condition, r, other) for rule, condition in self.rules)

    @staticmethod
    def unchanged(values, rule, condition, r, other):
        for name, indices in rule.attributes:
            if not indices:
                may_change = not rule.public and (condition is None or condition(r, values))
                if not may_change and r[name] != other[name]:
                    return False
                continue
            for place, value in r[name].items():
                inner = {**values, **dict(zip(indices, place))}
                may_change = not rule.public and (condition is None or condition(r, inner))
                if not may_change and other[name][place] != value:
                    return False
        return True

    def pair(self, source, values, numbers):
        """A random pair that the relation allows, or None."""
        kind = self.change.change
        for _ in range(25):
            r = self.record.random(source, values, numbers)
            if r is None:
                return None
            if kind != "replace":
                is_add = kind == "add" or (kind == "add or remove" and source.random() < 0.5)
                return (r, None) if is_add else (None, r)
            other = self.record.changed(source, values, numbers, r)
            if other != r and self.allows(values, r, other):
                return r, other
        return None


def relation(formula, scope, variable):
    """A formula about two records r and r', as a function of both and the values of its free names."""
    records = {e[1][1] if e[1][0] == "name" else e[1][1][1] for e in walk(formula)
               if isinstance(e, tuple) and e and e[0] == "field"
               and isinstance(e[1], tuple) and e[1][0] in ("name", "prime")}
    record = next(iter(records), variable)
    names = [n for n in free_names(formula) if n not in records]
    return function(formula, [f"v_{record}", f"v_{record}_prime", *[f"v_{n}" for n in names]], scope), names


def split_premises(requires):
    """Requirements on parameters, and premises about every record."""
    plain, premises = [], []
    for e in requires:
        (premises if e[0] == "forall" and any(low is None for _, low, _ in e[1]) else plain).append(e)
    return plain, premises


class Premise:
    def __init__(self, formula, nullable):
        self.formula = formula
        before, after, self.variable = [], [], None
        for v, low, high in formula[1]:
            if low is None:
                self.variable = v
            else:
                (after if self.variable else before).append((v, low, high))
        body = ("forall", before + after, formula[2]) if before + after else formula[2]
        self.holds_of = evaluator(body, Scope(nullable=nullable))

    def holds(self, values, record):
        try:
            return bool(self.holds_of({**values, self.variable: record}))
        except Undefined:
            return False
