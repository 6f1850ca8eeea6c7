# SPDX-License-Identifier: Apache-2.0
"""Expressions as Python source, and as functions of an environment.

Ints are ints, reals are Fractions, `none` is None, an array is a dictionary from tuples of indices.
"""

from fractions import Fraction

from lexer import Unreadable
from syntax import walk

SIGNS = {"+": "+", "-": "-", "*": "*", "and": "and", "or": "or"}
CALLS = {"abs": "abs", "min": "min", "max": "max", "real": "Fraction"}


class Undefined(Exception):
    """A subscript out of range, a division by 0, the largest of nothing."""


def divide(a, b):
    if b == 0:
        raise Undefined("division by 0")
    return Fraction(a) / b


def quotient(a, b):
    if b == 0:
        raise Undefined("div by 0")
    return (a - remainder(a, b)) // b


def remainder(a, b):
    """Never negative, whatever the sign of b."""
    if b == 0:
        raise Undefined("mod by 0")
    return a % abs(b)


def less(a, b):
    return a is not None and b is not None and a < b


def less_equal(a, b):
    return a is not None and b is not None and a <= b


def element(array, index):
    try:
        return array[index]
    except (KeyError, IndexError):
        raise Undefined(f"subscript {index} out of range") from None


def over(kind, low, high, condition, body):
    best = where = None
    for k in range(low, high):
        if not condition(k):
            continue
        value = body(k)
        if best is None or (value > best if kind in ("max", "argmax") else value < best):
            best, where = value, k
    if best is None:
        raise Undefined(f"{kind} of nothing")
    return where if kind.startswith("arg") else best


def of_array(kind, array):
    if not array:
        raise Undefined(f"{kind} of nothing")
    return over(kind, 0, len(array), lambda k: True, lambda k: array[(k,)])


HELPERS = {"Fraction": Fraction, "divide": divide, "quotient": quotient, "remainder": remainder, "less": less,
           "less_equal": less_equal, "element": element, "over": over, "of_array": of_array, "Undefined": Undefined}


class Scope:
    """How names become Python. `fields`: bare names that are fields of the record `bare`."""

    def __init__(self, fields=(), bare=None, nullable=False):
        self.fields, self.bare, self.nullable = set(fields), bare, nullable

    def name(self, text, primed):
        if text in self.fields and self.bare:
            return f"{record(self.bare, primed)}[{text!r}]"
        return f"v_{text}" + ("_prime" if primed else "")

    def field(self, base, text):
        primed = base[0] == "prime"
        base = base[1] if primed else base
        if base[0] != "name":
            raise Unreadable("a field of no record")
        return f"{record(base[1], primed)}[{text!r}]"


def record(name, primed):
    return f"v_{name}" + ("_prime" if primed else "")


def source(e, scope):
    kind = e[0]
    inner = lambda x: source(x, scope)
    if kind == "num":
        return repr(e[1]) if isinstance(e[1], int) else f"Fraction({e[1].numerator}, {e[1].denominator})"
    if kind == "bool":
        return str(e[1])
    if kind == "none":
        return "None"
    if kind == "name":
        return scope.name(e[1], False)
    if kind == "prime":
        if e[1][0] != "name":
            raise Unreadable("a prime behind no name")
        return scope.name(e[1][1], True)
    if kind == "index":
        return f"element({inner(e[1])}, ({''.join(inner(i) + ', ' for i in e[2])}))"
    if kind == "field":
        return scope.field(e[1], e[2])
    if kind == "neg":
        return f"(-{inner(e[1])})"
    if kind == "not":
        return f"(not {inner(e[1])})"
    if kind == "if":
        return f"({inner(e[2])} if {inner(e[1])} else {inner(e[3])})"
    if kind == "op":
        return operation(e[1], inner(e[2]), inner(e[3]), scope.nullable)
    if kind == "call":
        return call(e, inner)
    if kind == "over":
        k = scope.name(e[2], False)
        condition = f"lambda {k}: {inner(e[5])}" if e[5] else "lambda _: True"
        return f"over({e[1]!r}, {inner(e[3])}, {inner(e[4])}, {condition}, lambda {k}: {inner(e[6])})"
    if kind == "forall":
        loops = " ".join(f"for {scope.name(v, False)} in range({inner(low)}, {inner(high)})" for v, low, high in e[1])
        return f"all({inner(e[2])} {loops})"
    raise Unreadable(f"no value: {kind}")


def operation(sign, a, b, nullable):
    if sign in SIGNS:
        return f"({a} {SIGNS[sign]} {b})"
    if sign == "/":
        return f"divide({a}, {b})"
    if sign == "div":
        return f"quotient({a}, {b})"
    if sign == "mod":
        return f"remainder({a}, {b})"
    if sign == "implies":
        return f"((not {a}) or {b})"
    if sign in ("=", "iff"):
        return f"({a} == {b})"
    if sign == "!=":
        return f"({a} != {b})"
    if not nullable and sign in ("<", "<=", ">", ">="):
        return f"({a} {sign} {b})"
    if sign == "<":
        return f"less({a}, {b})"
    if sign == ">":
        return f"less({b}, {a})"
    if sign == "<=":
        return f"less_equal({a}, {b})"
    if sign == ">=":
        return f"less_equal({b}, {a})"
    raise Unreadable(f"no operator: {sign}")


def call(e, inner):
    name, arguments = e[1], e[2]
    if len(arguments) == 1 and name in ("max", "min", "argmax", "argmin"):
        return f"of_array({name!r}, {inner(arguments[0])})"
    if name not in CALLS or not arguments:
        raise Unreadable(f"no function: {name}")
    return f"{CALLS[name]}({', '.join(map(inner, arguments))})"


def function(e, names, scope=None):
    """e as a Python function of these Python names."""
    text = f"lambda {', '.join(names)}: {source(e, scope or Scope())}"
    try:
        return eval(text, dict(HELPERS))  # pylint: disable=eval-used
    except (SyntaxError, RecursionError, MemoryError):
        raise Unreadable("too deep to compile") from None


def evaluator(e, scope=None):
    """e as a function of a dictionary of values."""
    names = free_names(e)
    compiled = function(e, [f"v_{n}" for n in names], scope)
    return lambda values: compiled(*[values[n] for n in names])


def free_names(e, bound=()):
    found = {}
    collect_free(e, set(bound), found)
    return list(found)


def collect_free(e, bound, found):
    if e[0] == "name":
        if e[1] not in bound:
            found[e[1]] = True
    elif e[0] == "forall":
        inside = set(bound)
        for variable, low, high in e[1]:
            for end in (low, high):
                if end:
                    collect_free(end, inside, found)
            inside.add(variable)
        collect_free(e[2], inside, found)
    elif e[0] == "over":
        for end in e[3:5]:
            collect_free(end, bound, found)
        for body in e[5:]:
            if body:
                collect_free(body, bound | {e[2]}, found)
    else:
        for child in e[1:]:
            for one in child if isinstance(child, list) else [child]:
                if isinstance(one, tuple):
                    collect_free(one, bound, found)


def constants(node):
    """The ints in it."""
    return {e[1] for e in walk(node) if isinstance(e, tuple) and len(e) == 2 and e[0] == "num" and isinstance(e[1], int)
            and abs(e[1]) < 50}
