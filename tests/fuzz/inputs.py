# SPDX-License-Identifier: Apache-2.0
"""Small inputs of a mechanism: parameters that meet the requirements, and neighbours in the right direction."""

import itertools
from fractions import Fraction

from lexer import Unreadable
from schema import Premise, split_premises
from terms import Undefined, constants, evaluator

REALS = [Fraction(1), Fraction(1), Fraction(2), Fraction(2), Fraction(1, 2), Fraction(4), Fraction(3), Fraction(10), Fraction(0)]


class Parameters:
    """Random values for parameters and sizes that meet what is required of them."""

    def __init__(self, parameters, sizes, requires):
        self.parameters = [p for p in parameters if not p.sort.startswith("query")]
        self.sizes = sizes
        self.requires = [evaluator(e) for e in requires]
        self.ints = sorted({-1, 0, 0, 1, 1, 2, 2, 3, *(n + k for e in requires for n in constants(e) for k in (0, 1))})
        self.ints = [n for n in self.ints if n <= 8] + [0, 1, 1, 2]
        self.extents = {p.name: [evaluator(e) for e in p.extents] for p in self.parameters}

    def random(self, source, tries=120):
        for _ in range(tries):
            found = self.once(source)
            try:
                if found is not None and all(e(found) for e in self.requires):
                    return found
            except Undefined:
                pass
        return None

    def once(self, source):
        values = {size: source.choice([0, 1, 1, 2, 2, 3]) for size in self.sizes}
        arrays = []
        for p in self.parameters:
            if p.extents:
                arrays.append(p)
            elif p.sort == "size":
                values[p.name] = source.choice([0, 1, 1, 2, 2, 3])
            else:
                values[p.name] = self.value(source, p.sort)
        # Ordered arrays are wanted as often as not: many requirements are about order.
        for p in arrays:
            extents = [max(0, e(values)) for e in self.extents[p.name]]
            if any(e > 12 for e in extents):
                return None
            values[p.name] = {place: self.value(source, p.sort) if source.random() < 0.5 else sum(place) + source.choice([0, 0, 1])
                              for place in itertools.product(*map(range, extents))}
            if p.sort == "bool":
                values[p.name] = {place: source.random() < 0.5 for place in values[p.name]}
        return values

    def value(self, source, sort):
        if sort == "bool":
            return source.random() < 0.5
        return source.choice(REALS) if sort == "real" else source.choice(self.ints)


class Stated:
    """Neighbours in the textbook form: answers f and f' as the clauses allow."""

    def __init__(self, mechanism, over_reals=False):
        self.queries = [p for p in mechanism.parameters if p.sort.startswith("query")]
        self.real = {p.name for p in self.queries if p.sort == "query real"}
        if self.real and not over_reals:
            raise Unreadable("answers are reals")
        self.changes = {c.query: c for c in mechanism.adjacency}
        if set(self.changes) != {p.name for p in self.queries}:
            raise Unreadable("a query without adjacency")
        self.bounds = {name: evaluator(c.bound) for name, c in self.changes.items()}
        self.extents = {p.name: [evaluator(e) for e in p.extents] for p in self.queries}
        self.numbers = sorted(constants(mechanism.body)) or [0]

    def pair(self, source, values):
        """(answers on D, answers on D'), or None if nobody has a neighbour."""
        first, second = {}, {}
        for p in self.queries:
            places = list(itertools.product(*[range(max(0, e(values))) for e in self.extents[p.name]]))
            bound = self.bounds[p.name](values)
            if len(places) > 8:
                return None
            near = [-1, 0, 0, 1, 1, 2, 3] + [n for n in self.numbers if abs(n) < 10]
            near += [v for v in values.values() if isinstance(v, int) and not isinstance(v, bool) and abs(v) < 9]
            if p.name in self.real:
                near += [Fraction(1, 2), Fraction(-5, 4), Fraction(9, 2)]
            f = {q: source.choice(near) for q in places}
            d = self.differences(source, self.changes[p.name], bound, places, p.name in self.real)
            if d is None:
                return None
            g = {q: f[q] - d[q] for q in places}
            first[p.name], second[p.name] = (f, g) if p.extents else (f[()], g[()])
        return first, second

    def are_neighbours(self, values, first, second):
        """Does the adjacency state first -> second?"""
        for p in self.queries:
            change, bound = self.changes[p.name], self.bounds[p.name](values)
            f, g = (side[p.name] if p.extents else {(): side[p.name]} for side in (first, second))
            moved = [f[q] - g[q] for q in f if f[q] != g[q]]
            low, high = 0 if change.direction == "decreasing" else -bound, 0 if change.direction == "increasing" else bound
            if set(f) != set(g) or not all(low <= d <= high for d in moved) or (change.one and len(moved) > 1):
                return False
        return True

    @staticmethod
    def differences(source, change, bound, places, is_real=False):
        low = 0 if change.direction == "decreasing" else -bound
        high = 0 if change.direction == "increasing" else bound
        if is_real and bound > 0:
            step = Fraction(bound) / 4
            low, high, bound = low / step, high / step, 4
            found = Stated.differences(source, change, bound, places)
            return found and {q: d * step for q, d in found.items()}
        whole = [d for d in {low, low + 1, high - 1, high, 0, 1, -1} if low <= d <= high and d == int(d)]
        if not whole:
            return None if places else {}
        whole = [int(d) for d in whole] + [int(d) for d in (low, high) if d in whole]
        if not change.one:
            kind = source.random()
            if kind < 0.3:
                one = source.choice(whole)
                return dict.fromkeys(places, one)
            return {q: source.choice(whole) for q in places}
        found = dict.fromkeys(places, 0)
        if places:
            found[source.choice(places)] = source.choice(whole)
        return found


class Derived:
    """Neighbours that differ in one record."""

    def __init__(self, schema, change, premises, used=None):
        self.schema, self.neighbours, self.used = schema, schema.neighbours(change), used
        nullable = self.neighbours.nullable
        self.premises = [Premise(e, nullable) for e in premises]
        self.numbers = sorted({*schema.numbers, *(n + k for e in premises for n in constants(e) for k in (-1, 0, 1))})

    def holds(self, values, record):
        return record is None or all(p.holds(values, record) for p in self.premises)

    def records(self, source, values):
        """(r, r', the other records), or None."""
        numbers = [*self.numbers, *(v for v in values.values() if isinstance(v, int) and not isinstance(v, bool) and abs(v) < 9)]
        for _ in range(12):
            pair = self.neighbours.pair(source, values, numbers)
            if pair is None:
                return None
            # The data meet the premises; the neighbouring data are what the relation makes of them.
            if not self.holds(values, pair[0]) or (pair[0] is None and not self.holds(values, pair[1])):
                continue
            others = []
            for _ in range(source.choice([0, 0, 1, 2])):
                other = self.neighbours.record.random(source, values, numbers)
                if other is not None and self.holds(values, other):
                    others.append(other)
            return (*pair, others)
        return None

    def pair(self, source, values):
        found = self.records(source, values)
        if found is None:
            return None
        r, other, others = found
        return tuple(self.schema.answers(values, [x for x in (changed, *others) if x is not None], self.used)
                     for changed in (r, other))


def of_mechanism(mechanism, schema, over_reals=False):
    """(Parameters, neighbours) of a mechanism."""
    plain, premises = split_premises(mechanism.requires)
    parameters = Parameters(mechanism.parameters, schema.sizes, plain)
    if mechanism.change:
        return parameters, Derived(schema, mechanism.change, premises)
    return parameters, Stated(mechanism, over_reals)
