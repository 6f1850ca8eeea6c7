# SPDX-License-Identifier: Apache-2.0
"""The value of a term of the language on numbers that are drawn when they are first read: two terms of one meaning have one value everywhere."""

import random
import re
from fractions import Fraction

TOKEN = re.compile(r"\s*(\d+\.\d+|\d+|[A-Za-z_]\w*'?|\.\.|<=|>=|!=|[-+*/()\[\]?:,.<>=])")
LOOSEST = ["or", "and", "compared", "sum", "product"]


class Values:
    """Numbers of two runs. A name with a prime differs by at most 1 from that without, and not at all if it is among the fixed ones."""

    def __init__(self, seed, tags=(), fixed=()):
        self.random = random.Random(seed)
        self.tags, self.fixed, self.known = tags, fixed, {}

    def drawn(self, key, choices):
        return self.known.setdefault(key, self.random.choice(choices))

    def number(self, name, indices):
        value = self.drawn((name.rstrip("'"), indices), range(1, 7) if name in self.fixed else range(-3, 4))
        if name.endswith("'") and name.rstrip("'") not in self.fixed:
            value += self.drawn((name, indices), (-1, 0, 1))
        return Fraction(value)


class Reader:
    """Evaluates while it reads. What is not chosen is read, too, and its value is thrown away."""

    def __init__(self, text, values):
        self.tokens, self.at, self.values, self.bound = TOKEN.findall(text), 0, values, {}
        assert "".join(self.tokens) == re.sub(r"\s", "", text), text

    def whole(self):
        value = self.term()
        assert self.at == len(self.tokens), f"{self.tokens[self.at:]} is left over"
        return value

    def next_is(self, *words):
        return self.at < len(self.tokens) and self.tokens[self.at] in words

    def take(self, *words):
        assert not words or self.next_is(*words), f"{words} wanted at {self.tokens[self.at:]}"
        self.at += 1
        return self.tokens[self.at - 1]

    def term(self):
        condition = self.level(0)
        if not self.next_is("?"):
            return condition
        self.take("?")
        first = self.term()
        self.take(":")
        second = self.term()
        return first if condition else second

    def level(self, depth):
        if depth == len(LOOSEST):
            return self.signed()
        words = [("or",), ("and",), ("=", "!=", "<", "<=", ">", ">=", "is"), ("+", "-"), ("*", "/", "mod")][depth]
        value = self.level(depth + 1)
        while self.next_is(*words):
            word = self.take()
            if word == "is":
                value = value == self.take()
                continue
            other = self.level(depth + 1)
            value = {"or": lambda a, b: a or b, "and": lambda a, b: a and b, "=": lambda a, b: a == b,
                     "!=": lambda a, b: a != b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b,
                     ">": lambda a, b: a > b, ">=": lambda a, b: a >= b, "+": lambda a, b: a + b,
                     "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": lambda a, b: a / b,
                     "mod": lambda a, b: a % b}[word](value, other)
        return value

    def signed(self):
        if self.next_is("-"):
            self.take()
            return -self.signed()
        return self.primary()

    def listed(self, closing):
        values = [self.term()]
        while self.next_is(","):
            self.take()
            values.append(self.term())
        self.take(closing)
        return tuple(values)

    def primary(self):
        token = self.take()
        if token == "(":
            [value] = self.listed(")")
            return value
        if token[0].isdigit():
            return Fraction(token)
        if token in ("max", "min", "abs", "real"):
            self.take("(")
            if self.tokens[self.at + 1] == "in":
                return self.over_a_range(token)
            values = self.listed(")")
            return {"max": max, "min": min, "abs": lambda v: abs(v[0]), "real": lambda v: v[0]}[token](values)
        if token in self.bound:
            return self.bound[token]
        indices = ()
        while self.next_is("["):
            self.take()
            indices += self.listed("]")
        if token == "out" and not self.next_is("."):
            return self.values.drawn((token, indices), self.values.tags)
        while self.next_is("."):
            token += self.take() + self.take()
        # Which index is published, or returned.
        if token.startswith("out.") or token == "result":
            return Fraction(self.values.drawn((token, indices), range(3)))
        return self.values.number(token, indices)

    def over_a_range(self, extremum):
        name = self.take()
        self.take("in")
        low = self.level(3)
        self.take("..")
        high, start, found = self.level(3), self.at, []
        for number in range(int(low), int(high)):
            self.at, self.bound[name] = start, Fraction(number)
            counts = True
            if self.next_is("where"):
                self.take()
                counts = self.term()
            self.take(":")
            value = self.term()
            if counts:
                found.append(value)
        assert found, "an empty range"
        del self.bound[name]
        self.take(")")
        return {"max": max, "min": min}[extremum](found)


def value(text, values):
    return Reader(text, values).whole()


def are_equal(first, second, assuming="0 = 0", tags=(), fixed=("n",), known=None, wanted=300):
    """On so many drawn values that meet the assumption."""
    met = 0
    for seed in range(200 * wanted):
        values = Values(seed, tags, fixed)
        values.known.update({(name, ()): number for name, number in (known or {}).items()})
        if not value(assuming, values):
            continue
        if value(first, values) != value(second, values):
            return False
        met += 1
        if met == wanted:
            return True
    raise AssertionError(f"{assuming}: met {met} times only")
