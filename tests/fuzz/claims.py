# SPDX-License-Identifier: Apache-2.0
"""Claims about one run, evaluated on its transcript."""

import itertools

from lexer import Unreadable
from terms import CALLS, HELPERS, Undefined, divide, element, quotient, remainder

ARITHMETIC = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": divide, "div": quotient,
              "mod": remainder, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b,
              ">=": lambda a, b: a >= b}
PYTHON = {"abs": abs, "min": min, "max": max, "real": HELPERS["Fraction"]}
UNREACHED = ("unreached", ())


class Claim:
    def __init__(self, formula):
        self.formula = formula
        self.arities = cell_arities(formula)

    def holds(self, values, outcome):
        """For every iteration that ran."""
        cells, result = dict(outcome[0]), outcome[1]
        groups = sorted({nest for nest, _ in cells})
        free = sorted({i for indices in self.arities for i in indices if i not in values})
        nests = {}
        for indices in self.arities:
            fitting = [g for g in groups if len(g) == len(indices)]
            if len(fitting) > 1:
                raise Unreadable("which cells are meant?")
            nests[len(indices)] = fitting[0] if fitting else None
        environment = Environment(values, cells, result, nests)
        for chosen in self.instances(free, cells, nests):
            if not environment.value(self.formula, chosen):
                return False
        return True

    def instances(self, free, cells, nests):
        ranges = {}
        for indices in self.arities:
            for place, name in enumerate(indices):
                if name in free:
                    ran = {index[place] for nest, index in cells if nest == nests[len(indices)]}
                    ranges[name] = ranges[name] & ran if name in ranges else ran
        for choice in itertools.product(*[sorted(ranges[name]) for name in free]):
            chosen = dict(zip(free, choice))
            if all(self.ran(indices, chosen, cells, nests) for indices in self.arities):
                yield chosen

    @staticmethod
    def ran(indices, chosen, cells, nests):
        if not all(name in chosen for name in indices):
            return True
        return (nests[len(indices)], tuple(chosen[name] for name in indices)) in cells


def cell_arities(e):
    """The index lists of out[..] as written, where every index is a name."""
    found = []

    def visit(x, bound):
        if x[0] == "index" and x[1] == ("name", "out"):
            found.append(tuple(i[1] if i[0] == "name" and i[1] not in bound else "" for i in x[2]))
        if x[0] == "name" and x[1] == "out":
            found.append(())
        if x[0] == "forall":
            for v, low, high in x[1]:
                if low is None:
                    raise Unreadable("a claim about the data")
                visit(low, bound), visit(high, bound)
                bound = bound | {v}
            visit(x[2], bound)
            return
        for child in x[2] if x[0] == "index" and x[1] == ("name", "out") else x[1:]:
            for one in child if isinstance(child, list) else [child]:
                if isinstance(one, tuple):
                    visit(one, bound)
    visit(e, frozenset())
    return [tuple(indices) for indices in dict.fromkeys(found)]


class Environment:
    def __init__(self, values, cells, result, nests):
        self.values, self.cells, self.result, self.nests = values, cells, result, nests

    def cell(self, e, chosen):
        """The cell that e names, or None."""
        if e == ("name", "out"):
            index = ()
        elif e[0] == "index" and e[1] == ("name", "out"):
            index = tuple(self.value(i, chosen) for i in e[2])
        else:
            return None
        return self.cells.get((self.nests.get(len(index)), index), UNREACHED)

    def value(self, e, chosen):
        kind = e[0]
        if kind in ("num", "bool"):
            return e[1]
        if kind == "name":
            if e[1] == "result":
                return self.result
            if e[1] in chosen:
                return chosen[e[1]]
            if e[1] not in self.values:
                raise Unreadable(f"no value: {e[1]}")
            return self.values[e[1]]
        if kind == "neg":
            return -self.value(e[1], chosen)
        if kind == "not":
            return not self.value(e[1], chosen)
        if kind == "if":
            return self.value(e[2] if self.value(e[1], chosen) else e[3], chosen)
        if kind == "op":
            return self.operation(e[1], e[2], e[3], chosen)
        if kind == "field":
            return self.field(e, chosen)
        if kind == "index":
            return element(self.value(e[1], chosen), tuple(self.value(i, chosen) for i in e[2]))
        if kind == "call" and e[1] in CALLS:
            return PYTHON[e[1]](*[self.value(a, chosen) for a in e[2]])
        if kind == "forall":
            return self.forall(e[1], e[2], chosen)
        raise Unreadable(f"no claim: {kind}")

    def forall(self, binders, body, chosen):
        if not binders:
            return self.value(body, chosen)
        v, low, high = binders[0]
        return all(self.forall(binders[1:], body, {**chosen, v: i})
                   for i in range(self.value(low, chosen), self.value(high, chosen)))

    def operation(self, sign, a, b, chosen):
        cell = self.cell(a, chosen)
        if cell is not None and sign in ("is", "=", "!="):
            if b[0] != "name":
                raise Unreadable("a cell compared with no tag")
            return (cell[0] == b[1]) == (sign != "!=")
        if sign == "in":
            return self.value(a, chosen) in self.value(b, chosen)
        if sign == "and":
            return self.value(a, chosen) and self.value(b, chosen)
        if sign == "or":
            return self.value(a, chosen) or self.value(b, chosen)
        if sign == "implies":
            return not self.value(a, chosen) or self.value(b, chosen)
        first, second = self.value(a, chosen), self.value(b, chosen)
        if sign in ("=", "iff"):
            return first == second
        if sign == "!=":
            return first != second
        return ARITHMETIC[sign](first, second)

    def field(self, e, chosen):
        base, name = e[1], e[2]
        if base == ("name", "result"):
            if not isinstance(self.result, tuple):
                raise Unreadable("no selection")
            part = self.result[1] if name == "indices" else self.result[2]
            return Selected(part)
        place = 0
        if name.isdigit():
            place, base, name = int(name) - 1, base[1], base[2]
        cell = self.cell(base, chosen)
        if cell is None or not cell[1]:
            raise Skipped()
        if cell[0] != name and not (name == "value" and len(cell[1]) == 1):
            raise Skipped()
        return cell[1][place]


class Skipped(Undefined):
    """The cell has another tag: what is read there is just some value."""


class Selected(tuple):
    """Indices or values of a selection, read by position."""

    def __getitem__(self, place):
        if isinstance(place, tuple):
            place = place[0]
        return tuple.__getitem__(self, place)
