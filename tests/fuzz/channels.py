# SPDX-License-Identifier: Apache-2.0
"""Channels by brute force: tables in exact fractions, straight from docs/local.md.

Exponents are powers of one rational base: a parameter that stands in `exp` or in a budget is k ln(base) with a whole k,
divisible by whatever the text divides it by.
"""

import math
import random
import time
from fractions import Fraction

from judge import Judgement
from lexer import Unreadable
from syntax import walk
from terms import Undefined, constants, divide, evaluator, free_names

REALS = [Fraction(text) for text in "0 1 1/2 1/4 3/4 1/3 2 9/10 3 1/10 10 1/100 100 1000".split()]
BASES = [Fraction(2), Fraction(3, 2), Fraction(5, 4), Fraction(3), Fraction(11, 10), Fraction(10)]


class Channel:
    def __init__(self, node):
        self.node = node
        self.sizes, self.where = {}, {}
        for name, size in node.inputs + node.outputs:
            if name not in self.sizes or size is not None:
                self.sizes[name] = evaluator(size) if size is not None else (lambda values: 1)
        self.lets, self.maps = dict(node.lets), {name: (source, target) for name, source, target in node.maps}
        self.exponents = self.in_exponents()
        self.requires, self.unit = [(e, self.last_parameter(e)) for e in node.requires], 1
        numbers = {n + k for e in node.requires for n in constants(e) for k in (0, 1)}
        written = {Fraction(e[1]) for e in walk(node) if isinstance(e, tuple) and len(e) == 2 and e[0] == "num"} | {Fraction(1)}
        self.numbers = sorted({m for n in written for m in (n, 1 - n, n + 1, *([1 / n] if n else []))})
        self.ints = [n for n in sorted({0, 1, 1, 2, 3, *numbers}) if 0 <= n <= 6] + [1, 2, 2]

    def in_exponents(self):
        """Parameters that stand for a budget: k ln(base)."""
        found = set()
        for e in walk([n[1][-1] for n in self.node.notions]):
            if isinstance(e, tuple) and len(e) == 2 and e[0] == "name":
                found.add(e[1])
        for e in walk(self.node):
            if isinstance(e, tuple) and len(e) == 3 and e[0] == "call" and e[1] == "exp":
                found |= {x[1] for x in walk(e[2]) if isinstance(x, tuple) and len(x) == 2 and x[0] == "name"}
        inside_ln = {x[1] for e in walk(self.node) if isinstance(e, tuple) and len(e) == 3 and e[0] == "call" and e[1] == "ln"
                     for x in walk(e[2]) if isinstance(x, tuple) and len(x) == 2 and x[0] == "name"}
        return {p.name for p in self.node.parameters if p.name in found - inside_ln and p.sort == "real"}

    def real(self, source):
        """Half of them from the text, since requirements are often met near the numbers in them."""
        return source.choice(self.numbers) if source.random() < 0.5 else source.choice(REALS)

    def draw(self, parameter, instance):
        """A value of one parameter."""
        source, name = instance.source, parameter.name
        if name in self.exponents:
            power = instance.powers[name] = self.unit * source.choice([0, 1, 1, 2, 1, 3, 5, 12, -1])
            instance.values[name] = Fraction(power * math.log(instance.base)) if power else Fraction(0)
        else:
            instance.values[name] = self.real(source) if parameter.sort == "real" else source.choice(self.ints)
        instance.named.clear()

    def attempt(self, source):
        """One parameter after the other, each drawn until what is required of it and of those before it holds."""
        instance = Instance(self, source.choice(BASES), {}, {}, source)
        for position, parameter in enumerate(self.node.parameters):
            required = [e for e, last in self.requires if last == position]
            for _ in range(8 if required else 1):
                self.draw(parameter, instance)
                if all(instance.value(e) for e in required):
                    break
            else:
                return None
        return instance

    def parameters(self, source):
        """Values that meet the requirements, or None: an Instance."""
        for _ in range(60):
            try:
                instance = self.attempt(source)
                if instance:
                    instance.lay_out()
                    return instance
            except Undefined:
                continue
        return None

    def last_parameter(self, e):
        """The position of the last parameter that e reads, also in what it names."""
        names, known = free_names(e), [p.name for p in self.node.parameters]
        return max([known.index(n) for n in names if n in known] +
                   [self.last_parameter(self.lets[n]) for n in names if n in self.lets], default=0)


class Root(Unreadable):
    """A power of the base that is not whole: the parameter has to be a larger multiple."""


class Instance:
    def __init__(self, channel, base, powers, values, source):
        self.channel, self.base, self.powers, self.values, self.source = channel, base, powers, values, source
        self.named = {}
        self.inputs, self.outputs, self.maps = [], [], {}

    def lay_out(self):
        node, sizes = self.channel.node, self.channel.sizes
        self.inputs = [(name, i) for name, _ in node.inputs for i in range(int(sizes[name](self.values)))]
        self.outputs = [(name, i) for name, _ in node.outputs for i in range(int(sizes[name](self.values)))]
        for name, (source, target) in self.channel.maps.items():
            images = [y for y in self.outputs if y[0] == target]
            members = [x for x in self.inputs if x[0] == source]
            if members and not images:
                raise Undefined("a map to nothing")
            self.maps[name] = {x: self.source.choice(images) for x in members}

    def exponent(self, e):
        """(power of the base, factor) of exp(e)."""
        kind = e[0]
        if kind == "num":
            if e[1] == 0:
                return Fraction(0), Fraction(1)
            raise Unreadable("a number in an exponent")
        if kind == "name" and e[1] in self.powers:
            return Fraction(self.powers[e[1]]), Fraction(1)
        if kind == "name" and e[1] in self.channel.lets:
            return self.exponent(self.channel.lets[e[1]])
        if kind == "call" and e[1] == "ln":
            value = Fraction(self.value(e[2][0]))
            if value <= 0:
                raise Undefined("ln of nothing positive")
            return Fraction(0), value
        if kind == "neg":
            power, factor = self.exponent(e[1])
            return -power, 1 / factor
        if kind == "op" and e[1] in "+-":
            (a, x), (b, y) = self.exponent(e[2]), self.exponent(e[3])
            return (a + b, x * y) if e[1] == "+" else (a - b, x / y)
        if kind == "op" and e[1] in "*/":
            return self.multiple(e)
        raise Unreadable("an exponent of another kind")

    def multiple(self, e):
        if e[1] == "/":
            times, what = 1 / Fraction(self.value(e[3])), e[2]
        else:
            times, what = None, None
            for one, other in ((e[2], e[3]), (e[3], e[2])):
                if not any(isinstance(x, tuple) and (x[:1] == ("call",) or (x[:1] == ("name",) and x[1] in self.powers))
                           for x in walk(one)):
                    times, what = Fraction(self.value(one)), other
                    break
            if what is None:
                raise Unreadable("a product of exponents")
        power, factor = self.exponent(what)
        if factor != 1 and times.denominator != 1:
            raise Unreadable("a root")
        return power * times, factor ** int(times) if factor != 1 else Fraction(1)

    def exp(self, e):
        power, factor = self.exponent(e)
        if power.denominator != 1:
            raise Root("a root of the base")
        return self.base ** int(power) * factor

    def value(self, e):
        kind = e[0]
        if kind in ("num", "bool"):
            return e[1]
        if kind == "name":
            if e[1] in self.channel.lets:
                if e[1] not in self.named:
                    self.named[e[1]] = self.value(self.channel.lets[e[1]])
                return self.named[e[1]]
            if e[1] not in self.values:
                raise Unreadable(f"no value: {e[1]}")
            return self.values[e[1]]
        if kind == "neg":
            return -self.value(e[1])
        if kind == "not":
            return not self.value(e[1])
        if kind == "if":
            return self.value(e[2] if self.value(e[1]) else e[3])
        if kind == "call" and e[1] == "exp":
            return self.exp(e[2][0])
        if kind == "call" and e[1] in ("min", "max", "abs"):
            return {"min": min, "max": max, "abs": abs}[e[1]](*map(self.value, e[2]))
        if kind == "op":
            return self.operation(e[1], e[2], e[3])
        raise Unreadable(f"no entry: {kind}")

    def operation(self, sign, a, b):
        if sign == "and":
            return self.value(a) and self.value(b)
        if sign == "or":
            return self.value(a) or self.value(b)
        if sign == "implies":
            return not self.value(a) or self.value(b)
        x, y = self.value(a), self.value(b)
        if sign == "/":
            return divide(x, y)
        compute = {"+": lambda: x + y, "-": lambda: x - y, "*": lambda: x * y, "<": lambda: x < y, "<=": lambda: x <= y,
                   ">": lambda: x > y, ">=": lambda: x >= y, "=": lambda: x == y, "!=": lambda: x != y}
        if sign not in compute:
            raise Unreadable(f"no operator: {sign}")
        return compute[sign]()

    def entry(self, x, y):
        for rule in self.channel.node.rules:
            if all(self.fits(c, x, y) for c in rule.conditions):
                return Fraction(self.value(rule.entry))
        return Fraction(0)

    def fits(self, condition, x, y):
        subject, relation, target = condition
        one = x if subject == "x" else y
        if relation == "in":
            return one[0] in target
        if isinstance(target, tuple):
            image = self.maps[target[0]].get(x)
            if image is None and relation == "!=":
                raise Unreadable("`!=` of a map outside of its source")
            return (y == image) == (relation == "=")
        return (x == y) == (relation == "=")

    def table(self):
        return {x: {y: self.entry(x, y) for y in self.outputs} for x in self.inputs}


def classes_of(e):
    if e[0] == "classes":
        return e[1]
    if e[0] == "name":
        return [e[1]]
    raise Unreadable("no classes")


def no_distribution(table, is_bitwise):
    for x, row in table.items():
        if any(not 0 <= p <= 1 for p in row.values()):
            return f"an entry of {x} is no probability"
        if not is_bitwise and sum(row.values()) != 1:
            return f"the row of {x} sums to {sum(row.values())}"
    return None


def broken_notion(instance, table, notion):
    """Words for why the notion fails for this table, or None."""
    name, arguments = notion
    bound = instance.exp(arguments[-1])
    sensitive = set(classes_of(arguments[0])) if name != "ldp" else None
    protected = set(classes_of(arguments[-2])) if name == "uldp" else None
    judge = bits if instance.channel.node.bits else plain
    for x, row in table.items():
        for other, against in table.items():
            if why := judge(name, x, row, other, against, sensitive, protected, bound):
                return f"{name}: {why}: x = {x}, x' = {other}, bound {bound}"
    return None


def plain(name, x, row, other, against, sensitive, protected, bound):
    for y, p in row.items():
        if name == "uldp" and y[0] not in protected:
            if p > 0 and (x[0] in sensitive or (x != other and against[y] > 0)):
                return f"unprotected y = {y} is reached"
            continue
        if name == "osldp" and x[0] not in sensitive:
            continue
        if p > bound * against[y]:
            return f"y = {y}: {p} > bound * {against[y]}"
    return None


def bits(name, x, row, other, against, sensitive, protected, bound):
    """An output is a vector of independent bits; the worst one is found bit by bit."""
    if name == "osldp" and x[0] not in sensitive:
        return None
    ratio, is_infinite = Fraction(1), False
    for j, p in row.items():
        choices = [(1 - p, 1 - against[j])]
        if name != "uldp" or j[0] in protected:
            choices.append((p, against[j]))
        possible = [(a, b) for a, b in choices if a > 0]
        if not possible:
            return unprotected(name, x, row, other, against, sensitive, protected)
        if any(b == 0 for _, b in possible):
            is_infinite = True
        else:
            ratio *= max(a / b for a, b in possible)
    if is_infinite or ratio > bound:
        return "ratio infinite" if is_infinite else f"ratio {float(ratio)}"
    return unprotected(name, x, row, other, against, sensitive, protected)


def unprotected(name, x, row, other, against, sensitive, protected):
    if name != "uldp":
        return None
    outside = [j for j in row if j[0] not in protected and row[j] > 0]
    if x[0] in sensitive and outside:
        return "a sensitive input reaches an unprotected bit"
    if x == other or not any(against[j] > 0 for j in outside):
        return None
    common = all((row[j] > 0 and against[j] > 0) or (row[j] < 1 and against[j] < 1) for j in row)
    return "two inputs reach an unprotected output" if common else None


def judge_channel(node, source, seconds, enough=25):
    source = random.Random(source.random())
    try:
        channel = Channel(node)
    except (Unreadable, KeyError, TypeError) as why:
        return Judgement("skipped", f"not read: {why}")
    until, instances, reason = time.process_time() + seconds, 0, "no parameters were found"
    for _ in range(60):
        if instances >= enough or time.process_time() > until:
            break
        try:
            instance = channel.parameters(source)
            if instance is None:
                continue
            if len(instance.inputs) * len(instance.outputs) > 4000:
                reason = "too large"
                continue
            table = instance.table()
            why = no_distribution(table, node.bits)
            for notion in node.notions:
                why = why or broken_notion(instance, table, notion)
        except Undefined as undefined:
            if not instance.inputs or not instance.outputs:
                continue
            why = f"undefined: {undefined}"
        except Root as why:
            channel.unit = {1: 2, 2: 4, 4: 12}.get(channel.unit, 60)
            reason = str(why)
            continue
        except (Unreadable, KeyError, TypeError, ValueError, OverflowError, IndexError, AttributeError, RecursionError) as trouble:
            reason = f"not run: {type(trouble).__name__} {trouble}"
            continue
        if why:
            values = {k: str(v) if k not in instance.powers else f"{instance.powers[k]} ln({instance.base})"
                      for k, v in instance.values.items()}
            return Judgement("refuted", f"{why}; {values}", instances)
        if len(instance.inputs) >= 2:
            instances += 1
        else:
            reason = "no two inputs"
    return Judgement("confirmed", "", instances) if instances else Judgement("skipped", reason)
