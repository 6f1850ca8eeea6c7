# SPDX-License-Identifier: Apache-2.0
"""Random programs about records: fields, policies, queries, premises, mechanisms, and compositions of them.

Names come from a small pool, so that the binder of a premise is often called like a parameter of another declaration.
"""

from names import Names


class World:
    """The declarations that mechanisms of one file share."""

    def __init__(self, source):
        self.source = source
        self.names = Names(source, {"r", "data"})
        new = self.names.new
        self.n, self.m, self.record = new("n"), new("m"), new("R")
        self.there, self.level, self.flags, self.spent = new("there"), new("level"), new("flags"), new("spent")
        self.levels = self.pick(["", " in 0 .. 3", f" in 0 .. {self.n}", f" in 0 .. {self.n} or none", " in -1 .. 2"])
        self.has_none = "none" in self.levels
        self.policies, self.queries, self.mechanisms, self.binders = [], [], [], []
        self.add_policies()
        self.add_queries()
        self.usual = self.change()

    def pick(self, options):
        return self.source.choice(options)

    def chance(self, p):
        return self.source.random() < p

    def local(self):
        """A name for a binder: free to be what a parameter elsewhere is called."""
        return Names(self.source, self.names.taken).new(self.pick(["i", "j", "t", "k"]))

    def head(self):
        return [f"size {self.n}, {self.m}",
                f"record {self.record} {{ {self.there}: bool, {self.level}: int{self.levels}, {self.flags}: bool[{self.n}], {self.spent}: int[{self.n}] }}"]

    def add_policies(self):
        for _ in range(self.pick([1, 1, 2, 3])):
            name, i = self.names.new(), self.local()
            there = self.pick(["sensitive {} when {}", "sensitive {} when {}", "sensitive {}", "public {}", "sensitive {} when not {}"])
            there = there.format(self.there, self.there)
            flags = self.pick([f"sensitive {self.flags}[{i}] when {self.flags}[{i}]"] * 2 + [f"public {self.flags}",
                              f"sensitive {self.flags}[{i}]", f"sensitive {self.flags}[{i}] when {self.there}", f"sensitive {self.flags}[{i}] when {i} = 0 and {self.flags}[{i}]"])
            level = self.pick([f"public {self.level}"] * 3 + [f"sensitive {self.level}", f"sensitive {self.level} when {self.there}"])
            spent = self.pick([f"public {self.spent}"] * 4 + [f"sensitive {self.spent}[{i}] when {self.spent}[{i}] > 0"])
            if self.chance(0.8):
                self.policies.append((name, f"policy {name} on {self.record} {{ {there}; {level}; {flags}; {spent} }}"))
                continue
            r = self.pick(["r", "r", self.local()])
            parts = [self.pick([f"{r}'.{self.level} = {r}.{self.level}"] * 2 + [f"{r}'.{self.level} <= {r}.{self.level}", f"{r}'.{self.level} != 1"]),
                     self.pick([f"({r}'.{self.there} implies {r}.{self.there})", f"{r}'.{self.there} = {r}.{self.there}", f"{r}.{self.there}"])]
            self.policies.append((name, f"policy {name} on {self.record} allows {r}' where {' and '.join(parts)}"))

    def add_queries(self):
        v, i = self.local(), self.local()
        while i == v:
            i = self.local() + "0"
        for _ in range(self.pick([1, 2, 3])):
            name = self.names.new()
            scalar = self.pick([f"count {v}: {self.record} where {v}.{self.there}", f"count {v}: {self.record} where {v}.{self.there} and {v}.{self.level} = 1",
                                f"count {v}: {self.record} where {v}.{self.level} > 0", f"count {v}: {self.record}",
                                f"sum {v}: {self.record} of {self.pick(['1', '2', '3', '-1'])} where {v}.{self.there}"])
            if not self.has_none and self.chance(0.2):
                scalar = f"sum {v}: {self.record} of {v}.{self.level} where {v}.{self.there}"
            array = self.pick([f"count {v}: {self.record} where {v}.{self.flags}[{i}]", f"count {v}: {self.record} where {v}.{self.flags}[{i}] and {v}.{self.there}",
                               f"sum {v}: {self.record} of {v}.{self.spent}[{i}] where {v}.{self.there}",
                               f"sum {v}: {self.record} of {v}.{self.spent}[{i}] where {v}.{self.there}",
                               f"count {v}: {self.record} where {v}.{self.there} and {v}.{self.level} = {i}"])
            if self.chance(0.55):
                extent = self.pick([self.n] * 4 + [f"{self.n} - 1"] + ([self.m, f"{self.n} - 3"] if self.flags not in array and self.spent not in array else []))
                self.queries.append((name, f"query {name}[{i} in 0 .. {extent}] = {array}", extent, self.spent in array))
            else:
                self.queries.append((name, f"query {name} = {scalar}", None, False))

    def change(self):
        return self.pick([f"replace {self.record} under {self.pick(self.policies)[0]}"] * 7 + [f"replace {self.record}", f"add {self.record}",
                         f"remove {self.record}", f"add or remove {self.record}", f"replace {self.record} when r.{self.there}"])

    def premise(self, t, taken):
        """About every record: what is spent is at most t. What it binds is called as nothing beside it, and may be as something elsewhere."""
        free = Names(self.source, taken)
        v, i = free.new(), free.new(self.pick(["i", "j", "t", "k"]))
        self.binders.append(i)
        low = self.pick(["0 <= ", "0 <= ", "", "-1 <= "])
        about = f"{v}.{self.spent}[{i}]"
        return self.pick([f"forall {v} in data, {i} in 0 .. {self.n}: {low}{about} <= {t}", f"forall {i} in 0 .. {self.n}, {v} in data: {low}{about} <= {t}",
                          f"forall {v} in data, {i} in 0 .. {self.n}: {low}{about} <= {t}", f"forall {v} in data, {i} in 0 .. {self.n}: {low}{about} <= {i}",
                          f"forall {v} in data: {v}.{self.level} >= 0" if not self.has_none else f"forall {v} in data: {v}.{self.level} != 0"])

    def mechanism(self):
        name = self.names.new()
        local = Names(self.source, self.names.taken)
        eps, t, lam, i = local.new("eps"), local.new("t"), local.new("lam"), local.new("i")
        query, _, extent, is_spent = self.pick(self.queries)
        is_bounded = is_spent or self.chance(0.1)
        lines = [f"mechanism {name}({eps}: real, {t}: int)", f"  requires {eps} > 0, {t} >= {self.pick(['1', '1', '0'])}"]
        if is_bounded and self.chance(0.9):
            lines.append(f"  requires {self.premise(t, local.taken)}")
        at = f"[{i}]" if extent else ""
        d = f"{query}{at} - {query}'{at}"
        law = self.pick(["exponential"] * 4 + ["laplace"] * 4 + ["neg_exponential"])
        scale = f"{t} / {eps}" if is_bounded else self.pick([f"1 / {eps}"] * 4 + [f"2 / {eps}", f"3 / {eps}"])
        shift = self.pick([d] * 8 + [f"max(0, {d})", f"2 * ({d})", "0", "1"])
        draw = f"{lam} ~ {law}({scale})   align {lam}' = {lam} + {shift}"
        tell = self.pick([f"output {query}{at} + {lam}"] * 3 + [f"if {query}{at} + {lam} >= {t} {{ output yes }} else {{ output no }}"])
        body = [f"  {draw}", f"  {tell}"]
        if extent:
            low = self.pick(["0", "0", "0", "1"])
            body = [f"  for {i} in {low} .. {extent} {{", *body, "  }"]
        factor = self.pick([self.n, self.n, None, f"({extent})"]) if extent else None
        budget = f"{factor} * {eps}" if factor else eps
        lines += [f"  adjacency {self.usual if self.chance(0.8) else self.change()}", f"  guarantees private({budget})", "{", *body, "}"]
        self.mechanisms.append((name, factor))
        return lines

    def composition(self):
        local = Names(self.source, self.names.taken)
        eps, t = local.new("eps"), local.new(self.pick(["i", "t", "j"]))
        # Called like the binder of some premise, if that is free here.
        if self.binders and self.chance(0.6) and (binder := self.pick(self.binders)) not in local.taken:
            t = binder
        parts, budgets = [], []
        for _ in range(self.pick([2, 2, 3])):
            name, factor = self.pick(self.mechanisms)
            budget = f"{factor} * {eps}" if factor else eps
            argument = self.pick([t] * 5 + ["1", "2", f"{t} + 1", "0", f"{t} - 1"])
            parts.append(f"  {name}({eps}, {argument})")
            budgets.append(budget)
            if self.chance(0.15):
                parts[-1] += " 2 times"
                budgets.append(budget)
        if self.chance(0.2):
            budgets.pop()
        name = self.names.new()
        stated = []
        if self.chance(0.4):
            stated = [f"  adjacency {self.usual if self.chance(0.3) else self.change()}"]
            stated += [f"  requires {self.premise(t, local.taken)}"] if self.chance(0.5) else []
            budgets = [f"2 * {b}" if self.chance(0.3) else b for b in budgets]
        return [f"compose {name}({eps}: real, {t}: int)", f"  requires {eps} > 0, {t} >= {self.pick(['1', '1', '2'])}", *stated,
                f"  guarantees private({' + '.join(budgets)})", "{", *parts, "}"]

    def text(self, parts):
        return "\n".join([*self.head(), *(p for _, p in self.policies), *(q[1] for q in self.queries), *parts]) + "\n"


def records(source):
    """One or two mechanisms about records."""
    world = World(source)
    return world.text([line for _ in range(source.choice([1, 2])) for line in world.mechanism()])


def composition(source):
    world = World(source)
    lines = [line for _ in range(source.choice([1, 2, 2, 3])) for line in world.mechanism()]
    return world.text(lines + world.composition())


def declarations(source):
    """For `plumb sensitivity`: no mechanism, or one."""
    world = World(source)
    return world.text(world.mechanism() if source.random() < 0.4 else [])
