# SPDX-License-Identifier: Apache-2.0
"""A mechanism as a Python function run(P, Q, draw): parameters, answers, and who draws the noise.

It returns its transcript: the cells of each loop nest that publishes, and the result. A cell is (tag, values); an
iteration that ran has the cell ("none", ()) until it publishes. Alignments and invariants play no part.
"""

from lexer import Unreadable
from syntax import Node, walk
from terms import HELPERS, Scope, Undefined, source


class Writer:
    def __init__(self, mechanism, queries):
        self.mechanism, self.lines, self.depth, self.loops = mechanism, [], 1, []
        self.serial, self.scope = 0, Scope()
        self.arrays = {}
        self.known = {p.name for p in mechanism.parameters} | set(queries)
        self.collect_arrays(mechanism.body, [])

    def collect_arrays(self, block, loops):
        """Extents of local arrays and of noise: those of the loops whose variables index them."""
        for s in block:
            if s.kind in ("assign", "sample") and s.indices:
                ends = dict(loops)
                self.arrays.setdefault(s.name, [ends.get(i[1]) if i[0] == "name" else None for i in s.indices])
            if s.kind == "for":
                self.collect_arrays(s.body, loops + [(s.variable, s.high)])
            elif s.kind == "if":
                self.collect_arrays(s.then, loops)
                self.collect_arrays(s.otherwise, loops)

    def line(self, text):
        if self.depth > 90:
            raise Unreadable("too deep to compile")
        self.lines.append("  " * self.depth + text)

    def text(self):
        self.lines = ["def run(P, Q, draw):"]
        self.line("C = {}")
        if any(s.kind in ("output", "return") for s in walk(self.mechanism.body) if isinstance(s, Node)):
            if publishes(self.mechanism.body):
                self.line("C[(), ()] = ('none', ())")
        for name in sorted(self.known):
            self.line(f"v_{name} = P.get({name!r}, Q.get({name!r}))")
        for name, extents in self.arrays.items():
            self.line(f"v_{name} = {self.zeros(extents)}")
        self.block(self.mechanism.body)
        self.line("return C, None")
        return "\n".join(self.lines) + "\n"

    def zeros(self, extents):
        if any(e is None for e in extents):
            return "defaultdict(int)"
        variables = [f"z{k}" for k in range(len(extents))]
        loops = " ".join(f"for {z} in range({source(e, self.scope)})" for z, e in zip(variables, extents))
        return f"{{({''.join(z + ', ' for z in variables)}): 0 {loops}}}"

    def block(self, block):
        if not block:
            self.line("pass")
        for s in block:
            getattr(self, "write_" + {"for": "loop", "if": "choice", "return": "end"}.get(s.kind, s.kind))(s)

    def target(self, s):
        return f"v_{s.name}" + (f"[({''.join(source(i, self.scope) + ', ' for i in s.indices)})]" if s.indices else "")

    def write_assign(self, s):
        self.line(f"{self.target(s)} = {source(s.value, self.scope)}")

    def write_sample(self, s):
        if s.law not in ("laplace", "exponential", "neg_exponential"):
            raise Unreadable(f"no law over the integers that this fuzzer knows: {s.law}")
        law = "real " + s.law if s.real else s.law
        self.line(f"{self.target(s)} = draw({law!r}, {source(s.scale, self.scope)})")

    def write_sum(self, s):
        _, _, k, low, high, condition, body = s.over
        self.line(f"v_{s.name} = 0")
        self.line(f"for v_{k} in range({source(low, self.scope)}, {source(high, self.scope)}):")
        self.depth += 1
        if condition:
            self.line(f"if not {source(condition, self.scope)}: continue")
        self.line(f"v_{s.name} += {source(body, self.scope)}")
        self.depth -= 1

    def write_choice(self, s):
        self.line(f"if {source(s.condition, self.scope)}:")
        self.depth += 1
        self.block(s.then)
        self.depth -= 1
        if s.otherwise:
            self.line("else:")
            self.depth += 1
            self.block(s.otherwise)
            self.depth -= 1

    def write_loop(self, s):
        self.serial += 1
        self.line(f"for v_{s.variable} in range({source(s.low, self.scope)}, {source(s.high, self.scope)}):")
        self.loops.append((self.serial, s.variable))
        self.depth += 1
        if s.guard:
            self.line(f"if not {source(s.guard, self.scope)}: break")
        if publishes(s.body):
            self.line(f"C[{self.cell()}] = ('none', ())")
        self.block(s.body)
        self.depth -= 1
        self.loops.pop()

    def cell(self):
        return f"{tuple(n for n, _ in self.loops)}, ({''.join('v_' + v + ', ' for _, v in self.loops)})"

    def write_output(self, s):
        self.line(f"C[{self.cell()}] = {self.published(s.value)}")

    def published(self, e):
        tag, values = "value", [e]
        if e[0] == "tuple":
            values = e[1]
        elif e[0] == "call" and e[1] not in ("abs", "min", "max", "real", "argmin", "argmax"):
            tag, values = e[1], [x for one in e[2] for x in (one[1] if one[0] == "tuple" else [one])]
        elif e[0] == "name" and not self.is_variable(e[1]):
            tag, values = e[1], []
        return f"({tag!r}, ({''.join(source(v, self.scope) + ', ' for v in values)}))"

    def is_variable(self, name):
        return name in self.known or name in self.arrays or any(
            (s.kind in ("assign", "sample", "sum") and s.name == name) or (s.kind == "for" and s.variable == name)
            for s in walk(self.mechanism.body) if isinstance(s, Node))

    def write_end(self, s):
        if s.value[0] == "tuple":
            self.write_output(s)
            self.line("return C, None")
        elif s.value[0] == "call" and s.value[1] == "top_k":
            k, array = s.value[2]
            self.line(f"return C, top_k({source(k, self.scope)}, {source(array, self.scope)})")
        else:
            self.line(f"return C, {source(s.value, self.scope)}")

    def write_announce(self, _):
        """Seen by the proof alone."""
        self.line("pass")

    def write_stop(self, _):
        self.line("return C, None")


def publishes(block):
    """Directly: not in a loop further inside."""
    for s in block:
        if s.kind == "output" or (s.kind == "return" and s.value[0] == "tuple"):
            return True
        if s.kind == "if" and (publishes(s.then) or publishes(s.otherwise)):
            return True
    return False


def top_k(k, array):
    order = sorted(range(len(array)), key=lambda i: (-array[(i,)], i))
    if k < 0 or k > len(order):
        raise Undefined("top_k of too few")
    best = order[:k]
    return ("selection", tuple(best), tuple(array[(i,)] for i in best))


def compiled(mechanism, names_of_file):
    """The function run; `names_of_file` are sizes and queries that stand outside of the mechanism."""
    from collections import defaultdict
    text = Writer(mechanism, names_of_file).text()
    space = dict(HELPERS, top_k=top_k, defaultdict=defaultdict)
    try:
        exec(compile(text, mechanism.name, "exec"), space)  # pylint: disable=exec-used
    except (SyntaxError, RecursionError, MemoryError) as error:
        raise Unreadable(f"not compiled: {error}") from None
    return space["run"]
