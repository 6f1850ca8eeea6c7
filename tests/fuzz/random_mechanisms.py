# SPDX-License-Identifier: Apache-2.0
"""Random mechanisms over integers in the textbook form: shapes that are often private, with pieces that often are not."""

import re

from names import Names

LAWS = {"decreasing": "exponential", "increasing": "neg_exponential", "changes": "laplace"}


class Program:
    def __init__(self, source, name="m", zero="0"):
        self.source, self.names, self.mechanism, self.zero = source, Names(source, {name}), name, zero
        new = self.names.new
        self.eps, self.c, self.n, self.T, self.f, self.i = (new(w) for w in ("eps", "c", "n", "T", "f", "i"))
        self.lam, self.z, self.count = new("lam"), new("z"), new("count")
        self.direction = self.pick(["decreasing", "decreasing", "increasing", "changes", "changes"])
        self.one = self.pick([True, False, False])
        self.bound = self.pick(["1", "1", "1", "1", "2", self.c])
        self.law = LAWS[self.direction] if self.chance(0.85) else self.pick(list(LAWS.values()))
        self.requires = [f"{self.eps} > 0", self.pick([f"{self.c} >= 1", f"{self.c} >= 1", f"1 <= {self.c}, {self.c} <= 3", f"{self.c} >= 0"])]
        self.claims, self.lines, self.budget = [], [], None

    def pick(self, options):
        return self.source.choice(options)

    def chance(self, p):
        return self.source.random() < p

    def scale(self, part="1"):
        """For a budget of eps: what is moved, over eps."""
        moved = self.bound if part == "1" else part if self.bound == "1" else f"{part} * {self.bound}"
        return f"{moved} / {self.eps}" if self.chance(0.9) else self.pick([f"1 / {self.eps}", f"2 / {self.eps}", f"{moved} / (2 * {self.eps})"])

    def shift(self, at, tag=None, cell=None):
        """The alignment of noise on the answer f at `at`."""
        d = f"{self.f}{at} - {self.f}'{at}"
        shifts = [d] * 16 + [f"{self.bound}", "0", "1", f"-({d})", f"2 * ({d})", f"max(0, {d})", f"abs({d})"]
        chosen = self.pick(shifts)
        if cell and self.chance(0.85):
            other = self.pick(["0", "0", "0", "0", "0", "0", "1", chosen])
            chosen = f"({cell} is {tag} ? {chosen} : {other})"
        if chosen == "0" and self.chance(0.5):
            return self.lam
        return f"{self.lam} + {chosen}" if not chosen.startswith("-") else f"{self.lam} - {chosen[1:]}"

    def sample(self, at, part="1", tag=None, cell=None, law=None):
        return f"{self.lam} ~ {law or self.law}({self.scale(part)})   align {self.lam}' = {self.shift(at, tag, cell)}"

    def noisy(self, at):
        return self.pick([f"{self.f}{at} + {self.lam}"] * 16 + [f"{self.f}{at} - {self.lam}", f"2 * {self.f}{at} + {self.lam}", self.lam,
                                                             f"max({self.f}{at} + {self.lam}, 0)", f"{self.lam} + {self.f}{at} + {self.c}"])

    def test(self, value, limit):
        return f"{value} {self.pick(['>=', '>=', '>', '<', '=', '!='])} {limit}"


def scalar_release(p):
    p.lines = [p.sample(""), f"output {p.pick([p.noisy(''), p.noisy(''), f'told({p.noisy(str())})', f'({p.noisy(str())}, {p.c})'])}"]
    p.budget = p.eps
    if p.chance(0.3):
        p.claims.append(f"out.value {p.pick(['>=', '<=', '>'])} {p.f}")
    return False


def decision(p):
    p.lines = [p.sample("", tag="yes", cell="out"), f"if {p.test(p.noisy(''), p.T)} {{ output yes }} else {{ output no }}"]
    if p.chance(0.3):
        p.lines[1] = f"if {p.test(p.noisy(''), p.T)} {{ output yes }} else {{ if {p.test(p.noisy(''), p.c)} {{ output no }} else {{ output yes }} }}"
    p.budget = p.eps
    if p.chance(0.4):
        p.claims.append(f"out = {p.pick(['yes', 'no'])} implies {p.f} {p.pick(['<', '>=', '>', '<='])} {p.T}")
    return False


def two_draws(p):
    mu = p.names.new("mu")
    p.lines = [p.sample(""), f"{mu} ~ {p.law}({p.scale()})   align {mu}' = {mu}{p.pick(['', f' + {p.f} - {p.f}' + chr(39), ' + ' + p.bound, f' + {p.lam} - {p.lam}' + chr(39)])}",
               p.pick([f"output ({p.noisy('')}, {p.f} + {mu})", f"output {p.noisy('')} + {mu}", f"if {p.lam} > {mu} {{ output {p.noisy('')} }} else {{ output no }}",
                       f"output max({p.f} + {p.lam}, {p.f} + {mu})", f"if {p.f} + {mu} > {p.c} {{ output {p.f} + {p.lam} }} else {{ output no }}"])]
    p.budget = p.pick([p.eps, *[f"2 * {p.eps}"] * 4])
    return False


def histogram(p):
    at = f"[{p.i}]"
    body = [p.sample(at), f"output {p.noisy(at)}"]
    if p.chance(0.3):
        body[1] = f"if {p.test(p.noisy(at), p.c)} {{ output {p.noisy(at)} }}" + p.pick(["", " else { output no }"])
    if p.chance(0.2):
        body = [f"if {p.i} mod 2 = {p.pick(['0', '1'])} {{ {' '.join(body)} }}" + p.pick(["", " else { output no }"])]
    low, high = p.pick(["0", "0", "0", "1"]), p.pick([p.n, p.n, p.n, f"{p.n} - 1"])
    p.lines = [f"for {p.i} in {low} .. {high} {{", *body, "}"]
    p.budget = p.eps if p.one else p.pick([f"{p.n} * {p.eps}"] * 4 + [p.eps])
    return True


def sparse(p):
    at, cell = f"[{p.i}]", f"out[{p.i}]"
    tell = p.pick([f"above({p.f}{at} + {p.lam})", f"above({p.f}{at} + {p.lam})", "above"])
    count = p.pick([f"{p.count} := {p.count} + 1"] * 12 + [f"{p.count} := {p.count} + {p.i}", f"if {p.i} > 0 {{ {p.count} := {p.count} + 1 }}", ""])
    limit = p.pick([p.T + at, p.T + at, "0", p.c])
    stop = p.pick(["while"] * 6 + ["stop", "stop", "none"])
    guard = f" while {p.count} < {p.c}" if stop == "while" else ""
    after = f" if {p.count} >= {p.c} {{ stop }}" if stop == "stop" else ""
    test = p.pick([">=", ">="] if p.direction == "decreasing" else ["<=", "<"]) if p.chance(0.7) else p.pick([">=", ">", "<", "<="])
    if p.direction == "changes" and p.chance(0.7):
        p.direction, p.law = "decreasing", "exponential"
    first, second = f"output {tell} {count}{after}", f"output {p.pick(['below', 'below', 'below', f'below({p.i})'])}"
    if test.startswith("<"):
        first, second = second, first
    p.lines = [f"{p.count} := {p.pick(['0', '0', '0', '1'])}", f"for {p.i} in 0 .. {p.n}{guard} {{",
               p.sample(at, part=p.pick([p.c] * 8 + ["1"]), tag=p.pick(["above"] * 12 + ["below"]), cell=cell),
               f"if {p.f}{at} + {p.lam} {test} {limit} {{ {first} }} else {{ {second} }}", "}"]
    p.budget = p.pick([p.eps, p.eps, p.eps, f"2 * {p.eps}"])
    if p.chance(0.4):
        p.claims.append(f"{cell} {p.pick(['= below', 'is above'] if 'below(' not in second + first else ['is above'])} implies {p.f}{at} {p.pick(['<', '>=', '>', '<='])} {limit}")
    return True


def noisy_threshold(p):
    rho, nu = p.names.new("rho"), p.names.new("nu")
    at, cell = f"[{p.i}]", f"out[{p.i}]"
    b = "" if p.bound == "1" else f"{p.bound} * "
    p.lines = [f"{rho} ~ laplace({b}2 / {p.eps})   align {rho}' = {rho} + {p.pick([p.bound, p.bound, '1', '0', '-1'])}",
               f"{p.count} := 0", f"for {p.i} in 0 .. {p.n} while {p.count} < {p.c} {{",
               f"{nu} ~ laplace({b}{p.pick(['4', '4', '2'])} * {p.c} / {p.eps})   align {nu}' = {nu} + ({cell} is above ? {p.pick(['2 * ' + p.bound, '2', p.bound, f'{p.f}{at} - {p.f}' + chr(39) + at + ' + ' + p.bound])} : 0)",
               f"if {p.f}{at} + {nu} >= {p.T}{at} + {rho} {{ output {p.pick(['above', 'above', 'above', f'above({p.f}{at} + {nu})'])} {p.count} := {p.count} + 1 }} else {{ output below }}", "}"]
    p.budget = p.eps
    return True


def selection(p):
    at, k, v = f"[{p.i}]", p.pick([p.c, p.c, "1"]), p.names.new("v")
    p.requires.append(f"{k} <= {p.n}")
    if k == "1":
        p.requires.append(f"{p.n} >= 1")
    d = f"{p.f}[{p.i}] - {p.f}'[{p.i}]"
    won = p.pick([f"{p.i} in result.indices ? {d} : 0"] * 3 + [f"{p.i} in result.indices ? {p.bound} : 0", d, f"{p.i} in result.indices ? 2 * {p.bound} : 0"])
    p.lines = [f"for {p.i} in 0 .. {p.n} {{", f"{p.lam}[{p.i}] ~ {p.law}({p.scale(k)})   align {p.lam}'[{p.i}] = {p.lam}[{p.i}] + ({won})",
               f"{v}[{p.i}] := {p.f}{at} + {p.lam}[{p.i}]", "}", f"return top_k({k}, {v})"]
    p.budget = p.eps
    return True


def largest(p):
    """Report noisy max, as a loop or as argmax, perhaps with what it is ahead."""
    at, best, arg, v = f"[{p.i}]", p.names.new("best"), p.names.new("arg"), p.names.new("v")
    d = f"{p.f}[{p.i}] - {p.f}'[{p.i}]"
    p.requires.append(f"{p.n} >= 1")
    scale = p.pick([p.scale(), p.scale("2")])
    if p.chance(0.5):
        won = p.pick([f"{p.i} = result ? {d} : 0", f"{p.i} = result ? 2 * {p.bound} : 0", f"{p.i} = result ? {p.bound} : 0", d])
        p.lines = [f"for {p.i} in 0 .. {p.n} {{", f"{p.lam}[{p.i}] ~ {p.law}({scale})   align {p.lam}'[{p.i}] = {p.lam}[{p.i}] + ({won})",
                   f"{v}[{p.i}] := {p.f}{at} + {p.lam}[{p.i}]", "}", f"return {p.pick(['argmax', 'argmax', 'argmin', 'max'])}({v})"]
    else:
        won = p.pick([f"{p.i} = result ? {d} : 0", f"{p.i} = result ? 2 * {p.bound} : 0", d])
        p.lines = [f"{best} := {p.zero}", f"{arg} := 0", f"for {p.i} in 0 .. {p.n} {{", f"{p.lam} ~ {p.law}({scale})   align {p.lam}' = {p.lam} + ({won})",
                   f"if {p.i} = 0 or {p.f}{at} + {p.lam} {p.pick(['>', '>', '>=', '<'])} {best} {{ {best} := {p.f}{at} + {p.lam} {arg} := {p.i} }}", "}", f"return {arg}"]
    p.budget = p.eps
    return True


def accumulation(p):
    at, total = f"[{p.i}]", p.names.new("total")
    tell = p.pick([f"output {total} + {p.lam}", f"output {total}", f"output {p.f}{at} + {p.lam}"])
    p.lines = [f"{total} := {p.zero}", f"for {p.i} in 0 .. {p.n} {{",
               f"{total} := {total} + {p.f}{at}" if p.chance(0.6) else f"{total} := {total} + {p.f}{at} + {p.lam}",
               f"{p.lam} ~ {p.law}({p.scale()})   align {p.lam}' = {p.lam} + {p.pick([total + ' - ' + total + chr(39), f'{p.f}{at} - {p.f}' + chr(39) + at, p.bound, '0'])}",
               tell, "}"]
    if f"+ {p.lam}" in p.lines[2]:
        p.lines[2], p.lines[3] = p.lines[3].replace(total + "'", total), p.lines[2]
    if p.chance(0.3):
        p.lines = [*p.lines[:2], p.lines[2], "}", p.lines[3].replace(at, "[0]"), f"output {total} + {p.lam}"]
    p.budget = p.pick([p.eps, f"{p.n} * {p.eps}"])
    return True


def marks(p):
    """Silence after a publication, by a public clock."""
    at, cell, until = f"[{p.i}]", f"out[{p.i}]", p.names.new("until")
    later = p.pick([f"{p.i} + {p.c}", f"{p.T}{at}", f"{p.i} + 1"])
    p.lines = [f"{until} := 0", f"for {p.i} in 0 .. {p.n} {{", f"if {p.i} < {until} {{ {p.pick(['output silent', 'output silent', ''])} }} else {{",
               p.sample(at, tag="above", cell=cell), f"if {p.f}{at} + {p.lam} >= {p.pick([p.c, '1', '0'])} {{ output above({p.f}{at} + {p.lam}) {until} := {later} }} else {{ output below }}", "}", "}"]
    p.budget = p.eps if p.one or p.chance(0.4) else f"{p.n} * {p.eps}"
    return True


SHAPES = [scalar_release, decision, two_draws, histogram, sparse, sparse, noisy_threshold, selection, largest, accumulation, marks]


def mechanism(source, name="m", zero="0"):
    """`zero`: where sums of answers start."""
    p = Program(source, name, zero)
    is_array = p.pick(SHAPES)(p)
    one = "one " if p.one and is_array else ""
    shape = f"[{p.n}]" if is_array else ""
    size = p.pick(["size", "size", "int"])
    if size == "int":
        p.requires.append(f"{p.n} >= {p.pick(['0', '1'])}")
    T = f"{p.T}: int{shape if any(p.T + '[' in x for x in p.lines + p.claims) else ''}"
    head = [f"mechanism {name}({p.eps}: real, {p.c}: int, {p.n}: {size}, {T}, {p.f}: query{shape})", "  requires " + ", ".join(p.requires),
            f"  adjacency {one}{p.f} {p.direction} by {p.bound}", f"  guarantees private({p.budget})"]
    head += [f"  claims {claim}" for claim in p.claims]
    return "\n".join([*head, "{", *("  " + line for line in p.lines), "}"]) + "\n"


def real_mechanism(source, name="m"):
    """The same over the reals: answers, noise, and what is compared with them."""
    text = mechanism(source, name, "0.0")
    text = re.sub(r"(\w+(?:\[\w+\])?) ~ ", r"\1: real ~ ", text)
    text = re.sub(r": query\b", ": query real", text)
    return text
