# SPDX-License-Identifier: Apache-2.0
"""Programs with a mistake: one or two words exchanged, a statement dropped or doubled, branches swapped, names changed."""

import re

from lexer import FIXED, Unreadable, tokens
from syntax import Node, parse, walk

EXCHANGES = [("+", "-"), ("<", "<="), (">", ">="), (">=", "<"), ("decreasing", "increasing"), ("decreasing", "changes"),
             ("increasing", "changes"), ("exponential", "neg_exponential"), ("exponential", "laplace"), ("laplace", "exponential"),
             ("laplace", "neg_exponential"), ("and", "or"), ("max", "min"), ("argmax", "argmin"), ("sensitive", "public"),
             ("=", "!="), ("*", "+"), ("count", "sum"), ("uldp", "osldp"), ("ldp", "osldp"), ("div", "mod"), ("add", "remove"),
             ("above", "below"), ("implies", "and"), ("implies", "iff"), ("true", "false")]
PARTNERS = {}
for one, other in EXCHANGES:
    PARTNERS.setdefault(one, []).append(other)
    PARTNERS.setdefault(other, []).append(one)


def replaced(text, start, end, by):
    return text[:start] + by + text[end:]


def word(text, source):
    """An operator, law, direction or keyword becomes a related one."""
    places = [t for t in tokens(text) if t.text in PARTNERS]
    if not places:
        return None
    t = source.choice(places)
    return replaced(text, t.start, t.end, source.choice(PARTNERS[t.text]))


def number(text, source):
    places = [t for t in tokens(text) if t.kind == "number" and "." not in t.text and len(t.text) < 4]
    if not places:
        return None
    t = source.choice(places)
    return replaced(text, t.start, t.end, str(max(0, int(t.text) + source.choice([-1, 1, 1, 2]))))


def name(text, source):
    """A name where another one stood."""
    places = [t for t in tokens(text) if t.kind == "name" and t.text not in FIXED]
    if len(places) < 2:
        return None
    t, by = source.choice(places), source.choice(places)
    return replaced(text, t.start, t.end, by.text) if by.text != t.text else None


def prime(text, source):
    """A prime comes or goes behind a name that has one somewhere."""
    places = [m for m in re.finditer(r"(\w)(\[[^\]]*\])?('?)", text[text.find("{"):])] if "'" in text else []
    with_prime = [t for t in tokens(text) if t.text == "'"]
    if not with_prime or not places:
        return None
    t = source.choice(with_prime)
    return replaced(text, t.start, t.end, "")


def blocks(nodes):
    for node in walk(nodes):
        if isinstance(node, Node):
            for key in ("body", "then", "otherwise", "rules", "parts"):
                block = getattr(node, key, None)
                if isinstance(block, list) and block and all(isinstance(s, Node) for s in block):
                    yield block


def dropped(text, source):
    statements = [s for block in blocks(parse(text)) for s in block]
    if not statements:
        return None
    s = source.choice(statements)
    return replaced(text, *s.span, "")


def swapped(text, source):
    """Two neighbouring statements, or the two branches of a choice."""
    nodes = parse(text)
    pairs = [(a.span, b.span) for block in blocks(nodes) for a, b in zip(block, block[1:])]
    for node in walk(nodes):
        if isinstance(node, Node) and node.kind == "if" and node.then and node.otherwise:
            pairs.append(((node.then[0].span[0], node.then[-1].span[1]), (node.otherwise[0].span[0], node.otherwise[-1].span[1])))
    pairs = [(a, b) for a, b in pairs if a[1] <= b[0]]
    if not pairs:
        return None
    (a, b), (c, d) = source.choice(pairs)
    return text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]


def factor(text, source):
    """Something is added to the shift, the scale, the bound or the guarantee."""
    heads = [m for m in re.finditer(r"private\(|exponential\(|laplace\(|align [^=\n]*= |by |:= |output |\.\. |>= |< ", text)]
    if not heads:
        return None
    m = source.choice(heads)
    return replaced(text, m.end(), m.end(), source.choice(["2 * ", "1 + ", "0 * ", "-", "-1 + ", "n - "]))


def ends(text, source):
    """A range begins or ends elsewhere."""
    places = [t for t in tokens(text) if t.text == ".."]
    if not places:
        return None
    t = source.choice(places)
    return replaced(text, t.end, t.end, source.choice([" 1 +", " -1 +", " 2 *"])) if source.random() < 0.7 \
        else replaced(text, t.start, t.start, source.choice(["+ 1 ", "- 1 "]))


def clause(text, source):
    """A line of the head is left out."""
    lines = text.split("\n")
    places = [i for i, line in enumerate(lines) if re.match(r"\s+(requires|invariant)\b", line)]
    if not places:
        return None
    del lines[source.choice(places)]
    return "\n".join(lines)


KINDS = [word, word, word, number, number, number, name, prime, dropped, dropped, swapped, factor, factor, ends, clause]


def mutated(text, source):
    """A changed text, or None if the change did not fit."""
    for _ in range(source.choice([1, 1, 1, 2, 3])):
        try:
            changed = source.choice(KINDS)(text, source)
        except (Unreadable, IndexError):
            return None
        if changed is None:
            return None
        text = changed
    return text
