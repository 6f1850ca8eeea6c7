# SPDX-License-Identifier: Apache-2.0
"""The integral, or over integers the sum, of a product of densities of linear forms, where linear tests hold.

One unknown alone is done in closed form. Of several that belong together one is fixed, at the nodes of a quadrature between the
places at which the integrand has a kink, or at each integer, and the others follow. Everything is positive and only added.
"""

import itertools
import math
from fractions import Fraction

from forms import TooMany
from lexer import Unreadable

# Beyond the last kink, in the largest scale.
TAIL = 45
MOST_KINKS = 120


def legendre(n):
    """Nodes and weights of Gauss and Legendre on -1 .. 1."""
    found = []
    for i in range(n):
        x = math.cos(math.pi * (i + 0.75) / (n + 0.5))
        for _ in range(60):
            p, before = 1.0, 0.0
            for k in range(n):
                p, before = ((2 * k + 1) * x * p - k * before) / (k + 1), p
            slope = n * (x * p - before) / (x * x - 1)
            x -= p / slope
        found.append((x, 2 / ((1 - x * x) * slope * slope)))
    return found


NODES = legendre(12)


class Linear:
    """constant + sum of coefficient * unknown."""

    def __init__(self, constant, terms):
        self.constant, self.terms = constant, terms

    def fixed(self, unknown, value):
        if unknown not in self.terms:
            return self
        return Linear(self.constant + self.terms[unknown] * value, {k: q for k, q in self.terms.items() if k != unknown})


class Density:
    """Of a law at a linear form; one-sided laws have their support as a test beside it."""

    def __init__(self, draw, form):
        self.form, self.real, self.law = form, draw.real, draw.law
        self.rate = 1 / draw.scale
        q = math.exp(-self.rate)
        one_sided = self.law != "laplace"
        self.peak = float(self.rate) * (1 if one_sided else 0.5) if self.real else (1 - q) / (1 if one_sided else 1 + q)

    def support(self):
        if self.law == "laplace":
            return None
        sign = 1 if self.law == "exponential" else -1
        return Test(Linear(sign * self.form.constant, {k: sign * q for k, q in self.form.terms.items()}), False)

    def fixed(self, unknown, value):
        found = object.__new__(Density)
        found.__dict__.update(self.__dict__)
        found.form = self.form.fixed(unknown, value)
        return found

    def at(self, x):
        return self.peak * math.exp(-float(self.rate) * abs(x))


class Test:
    """form > 0 or form >= 0."""

    def __init__(self, form, strict):
        self.form, self.strict = form, strict

    def fixed(self, unknown, value):
        return Test(self.form.fixed(unknown, value), self.strict)

    def holds(self):
        return self.form.constant > 0 or (self.form.constant == 0 and not self.strict)


class Integral:
    """`effort` counts closed forms; `finer` cuts each panel into so many."""

    def __init__(self, effort=60000, finer=1):
        self.effort, self.finer = effort, finer

    def over(self, unknowns, densities, tests):
        """unknowns: {name: is it real}."""
        result, inner = 1.0, []
        for d in densities:
            if d.form.terms:
                inner.append(d)
            else:
                result *= d.at(d.form.constant)
        if not all(t.holds() for t in tests if not t.form.terms):
            return 0.0
        tests = [t for t in tests if t.form.terms]
        for part in components(unknowns, inner + tests):
            mine = [d for d in inner if next(iter(d.form.terms)) in part]
            its = [t for t in tests if next(iter(t.form.terms)) in part]
            if result == 0:
                return 0.0
            result *= self.alone(part[0], unknowns, mine, its) if len(part) == 1 else self.together(part, unknowns, mine, its)
        return result

    def alone(self, x, unknowns, densities, tests):
        self.effort -= 1
        if self.effort < 0:
            raise TooMany("quadrature")
        low, high = -math.inf, math.inf
        is_real = unknowns[x]
        for t in tests:
            q = t.form.terms[x]
            end = zero(t.form, x)
            if not is_real:
                end = (math.floor(end) + 1 if t.strict else math.ceil(end)) if q > 0 else (math.ceil(end) - 1 if t.strict else math.floor(end))
            if q > 0:
                low = max(low, end)
            else:
                high = min(high, end)
        if low > high or (is_real and low == high):
            return 0.0
        cuts = sorted({e for d in densities if low < (e := zero(d.form, x)) < high})
        ends = [low, *cuts, high]
        return sum(self.piece(ends, k, x, is_real, densities) for k in range(len(ends) - 1))

    @staticmethod
    def piece(ends, k, x, is_real, densities):
        low, high = ends[k], ends[k + 1]
        # Integers: both ends of a piece are on its line, and a cut belongs to the piece behind it.
        last = high if is_real or k == len(ends) - 2 else high - 1
        if not is_real and k < len(ends) - 2 and high != int(high):
            raise Unreadable("a kink between integers")
        inside = low + 1 if low > -math.inf else high - 1
        if low > -math.inf and high < math.inf:
            inside = (low + high) / 2
        slope = Fraction(0)
        for d in densities:
            q = Fraction(d.form.terms[x])
            slope -= d.rate * q * (1 if q * inside + d.form.constant > 0 else -1)
        from_ = low if slope < 0 or last == math.inf else last
        if abs(from_) == math.inf:
            raise Unreadable("an integral without end")
        value = math.prod(d.at(float(d.form.terms[x]) * float(from_) + float(d.form.constant)) for d in densities)
        b = abs(float(slope))
        length = float(last - low)
        if is_real:
            return value * (length if b == 0 else -math.expm1(-b * length) / b)
        return value * (length + 1 if b == 0 else -math.expm1(-b * (length + 1)) / -math.expm1(-b))

    def together(self, part, unknowns, densities, tests):
        forms = [one.form for one in densities + tests]
        degree = {x: len({y for f in forms if x in f.terms for y in f.terms}) for x in part}
        x = max(part, key=lambda y: (degree[y], y))
        rates = [d.rate for d in densities]
        kinks = kinks_of(x, part, forms)
        far = TAIL / float(min(rates))
        others = {k: v for k, v in unknowns.items() if k != x}
        at = lambda value: self.over({k: v for k, v in others.items() if k in part}, [d.fixed(x, value) for d in densities], [t.fixed(x, value) for t in tests])
        low, high = own_ends(x, tests, kinks[0] - far, kinks[-1] + far)
        if low > high:
            return 0.0
        if not unknowns[x]:
            if high - low > 4000:
                raise TooMany("integers")
            return sum(at(k) for k in range(math.ceil(low), math.floor(high) + 1))
        width = 3 / float(max(rates)) / self.finer
        ends = sorted({low, high, *(float(k) for k in kinks if low < k < high)})
        total = 0.0
        for a, b in zip(ends, ends[1:]):
            if b - a < 1e-12:
                continue
            panels = max(1, math.ceil((b - a) / width))
            half = (b - a) / panels / 2
            for p in range(panels):
                middle = a + (2 * p + 1) * half
                total += sum(w * half * at(middle + half * u) for u, w in NODES)
        return total


def own_ends(x, tests, low, high):
    """Narrowed by tests of x alone."""
    for t in tests:
        if list(t.form.terms) == [x]:
            end = zero(t.form, x)
            low, high = (max(low, end), high) if t.form.terms[x] > 0 else (low, min(high, end))
    return low, high


def components(unknowns, factors):
    left, found = set(unknowns), []
    while left:
        part, todo = set(), [min(left)]
        while todo:
            x = todo.pop()
            if x in part:
                continue
            part.add(x)
            todo += [y for f in factors if x in f.form.terms for y in f.form.terms]
        found.append(sorted(part))
        left -= part
    return found


def zero(form, x):
    return -form.constant / (form.terms[x] if isinstance(form.constant, float) else Fraction(form.terms[x]))


def place(above, below):
    """The quotient, exact if it can be; close ones are one."""
    return round(above / float(below), 9) if isinstance(above, float) else Fraction(above) / below


def kinks_of(x, part, forms):
    """Places at which the integral over the others, as a function of x, may have a kink."""
    kinks = {y: {place(-f.constant, f.terms[y]) for f in forms if list(f.terms) == [y]} for y in part}
    for f, g in itertools.combinations([f for f in forms if x in f.terms and len(f.terms) == 2], 2):
        y = next(k for k in f.terms if k != x)
        if y in g.terms and (slope := f.terms[x] * g.terms[y] - g.terms[x] * f.terms[y]):
            kinks[x].add(place(g.constant * f.terms[y] - f.constant * g.terms[y], slope))
    for _ in part:
        for f in forms:
            if len(f.terms) < 2:
                continue
            for y in f.terms:
                others = [k for k in f.terms if k != y]
                for values in itertools.product(*(sorted(kinks[k]) for k in others)):
                    kinks[y].add(place(-(f.constant + sum(f.terms[k] * v for k, v in zip(others, values))), f.terms[y]))
                if len(kinks[y]) > MOST_KINKS:
                    raise TooMany("kinks")
    return sorted(kinks[x]) or [0]
