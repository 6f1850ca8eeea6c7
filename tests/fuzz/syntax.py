# SPDX-License-Identifier: Apache-2.0
"""The parser of the fuzzer: text to trees of tuples. Shares nothing with Plumb's.

Expressions are tuples whose first entry names the kind:
  ("num", value) ("bool", value) ("none",) ("name", text) ("prime", e) ("index", e, [e...]) ("field", e, text)
  ("call", name, [e...]) ("over", name, variable, low, high, condition, body) ("tuple", [e...])
  ("neg", e) ("not", e) ("op", sign, a, b) ("if", c, a, b) ("forall", [(variable, low, high)], e), low None for data
Statements are Statement objects that know their place in the text.
"""

from fractions import Fraction

from lexer import Unreadable, tokens

COMPARISONS = {"<", "<=", ">", ">=", "=", "!=", "is", "in"}
LEVELS = [("iff",), ("implies",), ("or",), ("and",)]


class Node:
    """A declaration or statement: named parts, and where it stands."""

    def __init__(self, kind, **parts):
        self.kind, self.span = kind, None
        self.__dict__.update(parts)

    def __repr__(self):
        return f"{self.kind}{ {k: v for k, v in self.__dict__.items() if k not in ('kind', 'span')} }"


class Parser:
    def __init__(self, text):
        self.text, self.tokens, self.at = text, tokens(text), 0

    # Words.

    def peek(self, ahead=0):
        place = self.at + ahead
        return self.tokens[place].text if place < len(self.tokens) else ""

    def kind(self, ahead=0):
        place = self.at + ahead
        return self.tokens[place].kind if place < len(self.tokens) else ""

    def take(self, text=None):
        if self.at >= len(self.tokens) or (text is not None and self.peek() != text):
            raise Unreadable(f"`{text}` expected before `{self.peek()}`")
        self.at += 1
        return self.tokens[self.at - 1].text

    def accept(self, text):
        if self.peek() == text:
            self.at += 1
            return True
        return False

    def name(self):
        if self.kind() != "name":
            raise Unreadable(f"a name expected before `{self.peek()}`")
        return self.take()

    def several(self, one, separator=","):
        found = [one()]
        while self.accept(separator):
            found.append(one())
        return found

    def placed(self, parse):
        start = self.at
        node = parse()
        node.span = (self.tokens[start].start, self.tokens[self.at - 1].end)
        return node

    # Declarations.

    def program(self):
        found = []
        kinds = {"size": self.sizes, "record": self.record, "policy": self.policy, "query": self.query,
                 "mechanism": self.mechanism, "compose": self.composition, "channel": self.channel}
        while self.at < len(self.tokens):
            if self.peek() not in kinds:
                raise Unreadable(f"no declaration: `{self.peek()}`")
            found.append(self.placed(kinds[self.peek()]))
        return found

    def sizes(self):
        self.take("size")
        return Node("sizes", names=self.several(self.name))

    def record(self):
        self.take("record")
        name, fields = self.name(), []
        self.take("{")
        while not self.accept("}"):
            fields.append(self.placed(self.field))
            self.accept(",")
        return Node("record", name=name, fields=fields)

    def field(self):
        name = self.name()
        self.take(":")
        sort, extents, low, high = self.take(), self.subscripts(), None, None
        if self.accept("in"):
            low = self.sum()
            self.take("..")
            high = self.sum()
        is_none = self.accept("or") and bool(self.take("none"))
        return Node("field", name=name, sort=sort, extents=extents, low=low, high=high, none=is_none)

    def subscripts(self):
        found = []
        while self.accept("["):
            found += self.several(self.expression)
            self.take("]")
        return found

    def policy(self):
        self.take("policy")
        name = self.name()
        self.take("on")
        record = self.name()
        if self.accept("allows"):
            other = self.name()
            self.take("'")
            self.take("where")
            return Node("policy", name=name, record=record, variable=other, formula=self.expression(), rules=None)
        self.take("{")
        rules = []
        while not self.accept("}"):
            if not self.accept(";"):
                rules.append(self.placed(self.rule))
        return Node("policy", name=name, record=record, formula=None, rules=rules)

    def rule(self):
        is_public = self.take() == "public"
        attributes = self.several(lambda: (self.name(), [e[1] for e in self.subscripts()]))
        when = self.expression() if not is_public and self.accept("when") else None
        return Node("rule", public=is_public, attributes=attributes, when=when)

    def query(self):
        self.take("query")
        name, ranges = self.name(), []
        while self.accept("["):
            ranges += self.several(self.binder)
            self.take("]")
        self.take("=")
        kind, variable = self.name(), self.name()
        self.take(":")
        record = self.name()
        term = None
        if kind == "sum":
            self.take("of")
            term = self.expression()
        condition = self.expression() if self.accept("where") else None
        return Node("query", name=name, ranges=ranges, aggregate=kind, variable=variable, record=record, term=term,
                    condition=condition)

    def binder(self):
        name = self.name()
        self.take("in")
        if self.accept("data"):
            return (name, None, None)
        low = self.expression()
        self.take("..")
        return (name, low, self.expression())

    def parameters(self):
        self.take("(")
        found = []
        while not self.accept(")"):
            found.append(self.parameter())
            self.accept(",")
        return found

    def parameter(self):
        if self.accept("size"):
            return Node("parameter", name=self.name(), sort="size", extents=[])
        name = self.name()
        self.take(":")
        sort = self.take()
        if sort == "query" and self.accept("real"):
            sort = "query real"
        return Node("parameter", name=name, sort=sort, extents=self.subscripts())

    def mechanism(self):
        self.take("mechanism")
        node = Node("mechanism", name=self.name(), parameters=self.parameters(), requires=[], adjacency=[], guarantee=None,
                    claims=[], body=None, change=None)
        while self.peek() != "{":
            clause = self.take()
            if clause == "requires":
                node.requires += self.several(self.expression)
            elif clause == "claims":
                node.claims += self.several(self.expression)
            elif clause == "guarantees":
                self.take("private")
                node.guarantee = self.expression()
            elif clause == "adjacency" and self.peek() in ("replace", "add", "remove"):
                node.change = self.record_change()
            elif clause == "adjacency":
                node.adjacency += self.several(self.stated_change)
            else:
                raise Unreadable(f"no clause: {clause}")
        node.body = self.block()
        return node

    def stated_change(self):
        is_one = self.peek() == "one" and self.kind(1) == "name"
        if is_one:
            self.take()
        name, direction = self.name(), self.name()
        self.take("by")
        return Node("change", query=name, direction=direction, one=is_one, bound=self.expression())

    def record_change(self):
        kind = self.take()
        if kind == "add" and self.accept("or"):
            self.take("remove")
            kind = "add or remove"
        node = Node("recordChange", change=kind, record=self.name(), policy=None, when=None, along=None)
        if self.accept("under"):
            node.policy = self.name()
        elif self.accept("when"):
            node.when = self.expression()
        elif self.accept("along"):
            node.along = self.expression()
        return node

    def composition(self):
        self.take("compose")
        node = Node("composition", name=self.name(), parameters=self.parameters(), requires=[], guarantee=None, parts=[],
                    change=None, sample=None)
        while not self.accept("{"):
            if (word := self.take()) == "requires":
                node.requires += self.several(self.expression)
            elif word == "adjacency":
                node.change = self.record_change()
            elif word == "sample":
                self.take("each")
                self.take("with")
                node.sample = self.expression()
            else:
                self.take("private")
                node.guarantee = self.expression()
        while not self.accept("}"):
            if not self.accept(";"):
                node.parts.append(self.placed(self.part))
        return node

    def part(self):
        name, arguments = self.name(), []
        self.take("(")
        while not self.accept(")"):
            arguments.append(self.expression())
            self.accept(",")
        times = None
        if self.kind() == "number" or self.peek() == "(":
            times = self.primary()
            self.take("times")
        elif self.kind() == "name" and self.peek(1) == "times":
            times = ("name", self.name())
            self.take()
        return Node("part", name=name, arguments=arguments, times=times)

    def channel(self):
        self.take("channel")
        node = Node("channel", name=self.name(), parameters=self.parameters(), requires=[], inputs=[], outputs=[], bits=False,
                    notions=[], maps=[], lets=[], rules=[])
        while not self.accept("{"):
            clause = self.take()
            if clause == "requires":
                node.requires += self.several(self.expression)
            elif clause == "guarantees":
                node.notions += self.several(self.notion)
            elif clause == "from":
                node.inputs = self.several(self.channel_class, "|")
                self.take("to")
                if self.peek() == "bits" and self.peek(1) == "of":
                    self.at += 2
                    node.bits = True
                node.outputs = self.several(self.channel_class, "|")
            else:
                raise Unreadable(f"no clause: {clause}")
        while not self.accept("}"):
            if self.accept(";"):
                continue
            if self.peek() == "let":
                self.take()
                name = self.name()
                self.take("=")
                node.lets.append((name, self.expression()))
            elif self.peek() == "map":
                self.take()
                name = self.name()
                self.take(":")
                source = self.name()
                if not self.accept("->"):
                    self.take("implies")
                node.maps.append((name, source, self.name()))
            else:
                node.rules.append(self.placed(self.channel_rule))
        return node

    def channel_class(self):
        name, size = self.name(), self.subscripts()
        return (name, size[0] if size else None)

    def notion(self):
        name = self.name()
        self.take("(")
        arguments = self.several(self.notion_argument)
        self.take(")")
        return (name, arguments)

    def notion_argument(self):
        first = self.expression()
        if self.peek() != "|":
            return first
        classes = [first[1]]
        while self.accept("|"):
            classes.append(self.name())
        return ("classes", classes)

    def channel_rule(self):
        conditions = self.several(self.channel_condition)
        if not self.accept("->"):
            self.take("implies")
        return Node("rule", conditions=conditions, entry=self.expression())

    def channel_condition(self):
        subject, relation = self.name(), self.take()
        if relation == "in":
            return (subject, "in", self.several(self.name, "|"))
        target = self.name()
        if self.accept("("):
            argument = self.name()
            self.take(")")
            return (subject, relation, (target, argument))
        return (subject, relation, target)

    # Statements.

    def block(self):
        self.take("{")
        found = []
        while not self.accept("}"):
            if not self.accept(";"):
                found.append(self.placed(self.statement))
        return found

    def statement(self):
        word = self.peek()
        if word == "if":
            return self.choice()
        if word == "for":
            return self.loop()
        if word in ("output", "announce", "return"):
            self.take()
            return Node(word, value=self.expression())
        if word == "stop":
            self.take()
            return Node("stop")
        name, indices = self.name(), self.subscripts()
        if self.accept(":="):
            return self.assignment(name, indices)
        is_real = self.accept(":") and bool(self.take("real"))
        self.take("~")
        law = self.name()
        self.take("(")
        scale = self.expression()
        self.take(")")
        align = None
        if self.accept("align"):
            self.name()
            self.accept("'")
            self.subscripts()
            self.accept("'")
            self.take("=")
            align = self.expression()
        return Node("sample", name=name, indices=indices, real=is_real, law=law, scale=scale, align=align)

    def assignment(self, name, indices):
        value = self.expression()
        if value[0] == "over" and value[1] == "sum":
            return Node("sum", name=name, over=value)
        return Node("assign", name=name, indices=indices, value=value)

    def choice(self):
        self.take("if")
        node = Node("if", condition=self.expression(), then=self.block(), otherwise=[])
        if self.accept("else"):
            node.otherwise = [self.placed(self.choice)] if self.peek() == "if" else self.block()
        return node

    def loop(self):
        self.take("for")
        variable = self.name()
        self.take("in")
        low = self.expression()
        self.take("..")
        node = Node("for", variable=variable, low=low, high=self.expression(), guard=None, invariants=[], body=None)
        if self.accept("while"):
            node.guard = self.expression()
        while self.accept("invariant"):
            node.invariants += self.several(self.expression)
        node.body = self.block()
        return node

    # Expressions.

    def expression(self):
        condition = self.level(0)
        if not self.accept("?"):
            return condition
        first = self.expression()
        self.take(":")
        return ("if", condition, first, self.expression())

    def level(self, depth):
        if depth == len(LEVELS):
            return self.negation()
        left = self.level(depth + 1)
        while self.peek() in LEVELS[depth]:
            sign = self.take()
            left = ("op", sign, left, self.level(depth if sign == "implies" else depth + 1))
        return left

    def negation(self):
        if self.accept("not"):
            return ("not", self.negation())
        return self.comparison()

    def comparison(self):
        left, links = self.sum(), []
        while self.peek() in COMPARISONS:
            sign = self.take()
            if sign == "is":
                is_not = self.accept("not")
                link = ("op", "is", left, ("name", self.name()))
                links.append(("not", link) if is_not else link)
                continue
            right = self.sum()
            links.append(("op", sign, left, right))
            left = right
        if not links:
            return left
        whole = links[0]
        for link in links[1:]:
            whole = ("op", "and", whole, link)
        return whole

    def sum(self):
        left = self.product()
        while self.peek() in ("+", "-"):
            left = ("op", self.take(), left, self.product())
        return left

    def product(self):
        left = self.unary()
        while self.peek() in ("*", "/", "div", "mod"):
            left = ("op", self.take(), left, self.unary())
        return left

    def unary(self):
        if self.accept("-"):
            return ("neg", self.unary())
        if self.accept("not"):
            return ("not", self.unary())
        if self.accept("forall"):
            binders = self.several(self.binder)
            self.take(":")
            return ("forall", binders, self.expression())
        if self.accept("exists"):
            binders = self.several(self.binder)
            self.take(":")
            return ("not", ("forall", binders, ("not", self.expression())))
        return self.postfix(self.primary())

    def postfix(self, base):
        while True:
            if self.accept("'"):
                base = ("prime", base)
            elif self.peek() == "[":
                self.take()
                indices = self.several(self.expression)
                self.take("]")
                base = ("index", base[1], base[2] + indices) if base[0] == "index" else ("index", base, indices)
            elif self.accept("."):
                base = ("field", base, self.take())
            else:
                return base

    def primary(self):
        kind, text = self.kind(), self.take()
        if kind == "number":
            return ("num", Fraction(text) if "." in text else int(text))
        if text in ("true", "false"):
            return ("bool", text == "true")
        if text == "none":
            return ("none",)
        if text == "(":
            inside = self.several(self.expression)
            self.take(")")
            return inside[0] if len(inside) == 1 else ("tuple", inside)
        if kind != "name" and text != "real":
            raise Unreadable(f"no expression: `{text}`")
        if not self.accept("("):
            return ("name", text)
        if self.accept(")"):
            return ("call", text, [])
        first = self.expression()
        if first[0] == "op" and first[1] == "in" and self.accept(".."):
            high, condition = self.expression(), None
            if self.accept("where"):
                condition = self.expression()
            self.take(":")
            body = self.expression()
            self.take(")")
            return ("over", text, first[2][1], first[3], high, condition, body)
        arguments = [first]
        while self.accept(","):
            arguments.append(self.expression())
        self.take(")")
        return ("call", text, arguments)


def parse(text):
    try:
        return Parser(text).program()
    except RecursionError:
        raise Unreadable("too deep") from None


def walk(node):
    """Every tuple and Node inside, itself first."""
    yield node
    if isinstance(node, Node):
        for key, value in node.__dict__.items():
            if key != "span" and isinstance(value, (tuple, list, Node)):
                yield from walk(value)
    elif isinstance(node, (tuple, list)):
        for child in node:
            if isinstance(child, (tuple, list, Node)):
                yield from walk(child)
