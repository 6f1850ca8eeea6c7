# SPDX-License-Identifier: Apache-2.0
"""All ways through a program whose draws are unknowns: linear forms in them, and the comparisons that were made.

A comparison of unknowns is answered both ways, one run after another, unless earlier answers settle it.
"""

import math
from fractions import Fraction

from lexer import Unreadable
from terms import Undefined


class TooMany(Exception):
    """More ways than there is time for."""


class Draw:
    """One draw; `real` or over the integers."""

    def __init__(self, law, scale):
        self.real = law.startswith("real ")
        self.law, self.scale = law.split()[-1], Fraction(scale)


class Form:
    """constant + sum of coefficient * draw, for the draws of one way."""

    def __init__(self, way, constant, terms):
        self.way, self.constant = way, constant
        self.terms = {k: q for k, q in terms.items() if q}

    def plus(self, other, factor):
        if not isinstance(other, Form):
            return Form(self.way, self.constant + factor * other, self.terms)
        terms = dict(self.terms)
        for k, q in other.terms.items():
            terms[k] = terms.get(k, 0) + factor * q
        return Form(self.way, self.constant + factor * other.constant, terms)

    def times(self, factor):
        if isinstance(factor, Form):
            if factor.terms and self.terms:
                raise Unreadable("a product of draws")
            return factor.times(self.constant) if not self.terms else self.times(factor.constant)
        return Form(self.way, self.constant * factor, {k: q * factor for k, q in self.terms.items()})

    def __add__(self, other):
        return self.plus(other, 1)

    __radd__ = __add__

    def __sub__(self, other):
        return self.plus(other, -1)

    def __rsub__(self, other):
        return self.times(-1).plus(other, 1)

    def __mul__(self, other):
        return self.times(other)

    __rmul__ = __mul__

    def __neg__(self):
        return self.times(-1)

    def __gt__(self, other):
        return self.way.is_positive(self.plus(other, -1), True)

    def __ge__(self, other):
        return self.way.is_positive(self.plus(other, -1), False)

    def __lt__(self, other):
        return self.way.is_positive((self.plus(other, -1)).times(-1), True)

    def __le__(self, other):
        return self.way.is_positive((self.plus(other, -1)).times(-1), False)

    def __eq__(self, other):
        if other is None or isinstance(other, (str, bool, tuple)):
            return False
        return self >= other and self <= other

    __hash__ = None

    def __abs__(self):
        return self if self >= 0 else self.times(-1)

    def __index__(self):
        raise Unreadable("a draw as a subscript")

    def __bool__(self):
        raise Unreadable("a draw as a truth value")


class Way:
    """One run: its draws, and what its comparisons said."""

    def __init__(self, answers):
        self.answers, self.asked, self.draws = answers, 0, []
        self.bounds, self.tests = {}, []

    def draw(self, law, scale):
        if isinstance(scale, Form):
            raise Unreadable("a draw in a scale")
        if scale <= 0:
            raise Undefined(f"scale {scale}")
        self.draws.append(Draw(law, scale))
        return Form(self, 0, {len(self.draws) - 1: 1})

    def is_positive(self, form, is_strict):
        """form > 0, or form >= 0."""
        if not form.terms:
            return form.constant > 0 or (form.constant == 0 and not is_strict)
        lead = abs(Fraction(form.terms[min(form.terms)]))
        part = tuple(sorted((k, Fraction(q) / lead) for k, q in form.terms.items()))
        if part[0][1] < 0:
            other = tuple((k, -q) for k, q in part)
            return not self.is_above(other, Fraction(form.constant) / lead, not is_strict)
        return self.is_above(part, -Fraction(form.constant) / lead, is_strict)

    def is_above(self, part, limit, is_strict):
        """part > limit, or part >= limit. What is above (limit, True) is above (limit, False)."""
        low, high = self.bounds.get(part, ((-math.inf, False), (math.inf, True)))
        here = (limit, is_strict)
        if here <= low:
            return True
        if here >= high:
            return False
        if self.asked == len(self.answers):
            self.answers.append(True)
        answer = self.answers[self.asked]
        self.asked += 1
        self.bounds[part] = (here, high) if answer else (low, here)
        sign = 1 if answer else -1
        self.tests.append((-sign * limit, {k: sign * q for k, q in part}, is_strict == answer))
        return answer


def ways(run, parameters, answers, most=3000):
    """(way, what is published) of each run; every test (constant, terms, is strict) of a way holds."""
    script, number = [], 0
    while True:
        way = Way(script)
        yield way, run(parameters, answers, way.draw)
        number += 1
        if number > most:
            raise TooMany(number)
        script = script[:way.asked]
        while script and not script[-1]:
            script.pop()
        if not script:
            return
        script[-1] = False
