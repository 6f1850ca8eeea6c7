# SPDX-License-Identifier: Apache-2.0
"""Names from a small pool, so that binders, parameters, fields and queries of different places are often called alike.

Some of the pool mean something to SMT solvers, and some look like what a translation would make of others.
"""

import pathlib
import re

from lexer import FIXED, WORDS, Unreadable, tokens
from syntax import parse

# All laws have words that mean something; of those over the integers the fuzzer knows the masses (laws.py).
LAWS = set(re.findall(r'^LAW\(\w+, "(\w+)"', (pathlib.Path(__file__).resolve().parents[2] / "frontend/ir/laws.def").read_text(),
                      re.MULTILINE))

POOL = ["i", "j", "k", "t", "n", "m", "a", "b", "x", "y", "f", "g", "s", "r", "v", "T", "store", "select", "ite", "let",
        "f_0", "f0", "i_1", "x_1", "n_1", "moved_1", "assert", "distinct", "Int", "f_i", "eps_1", "z", "times", "of"]


class Names:
    """Names that differ from each other, and from those of the file."""

    def __init__(self, source, taken=()):
        self.source, self.taken = source, set(taken)

    def new(self, wanted=None):
        pool = [wanted] if wanted and self.source.random() < 0.5 else POOL[:16] if self.source.random() < 0.8 else POOL
        for _ in range(40):
            name = self.source.choice(pool)
            if name not in self.taken and name not in WORDS and name not in FIXED:
                self.taken.add(name)
                return name
            pool = POOL
        name = f"u{len(self.taken)}"
        self.taken.add(name)
        return name


def apart(text):
    """The same program, in which no two declarations have parameters of one name, and none has that of a binder elsewhere."""
    changes = []
    for k, d in enumerate(parse(text)):
        own = {p.name for p in getattr(d, "parameters", [])}
        words = tokens(text[d.span[0]:d.span[1]]) if own and d.kind != "channel" else []
        for before, t in zip([None, *words], words):
            # Behind a number stands no name: `2 times` is the language's own word.
            if t.kind == "name" and t.text in own and not (before and (before.text == "." or before.text.isdigit())):
                changes.append((d.span[0] + t.start, d.span[0] + t.end, f"{t.text}_of_{k}"))
    for start, end, name in reversed(changes):
        text = text[:start] + name + text[end:]
    return text


def shape(text):
    """A text with each name replaced by the place where it first occurs: equal but for names is equal. Of a list behind words
    the words and its length are left: a parameter may be called like one of the words."""
    if text.startswith("chosen without "):
        return f"{text.split(':')[0]}: {text.count(',')}"
    places, found = {}, []
    try:
        words = tokens(text.replace("`", " "))
    except Unreadable:
        return ""
    for before, t in zip([None, *words], words):
        is_own = t.kind == "name" and t.text not in FIXED
        # A field may be called like the record that is bound there: `v.v`.
        name = (before is not None and before.text == ".", t.text)
        found.append(f"#{places.setdefault(name, len(places))}" if is_own else t.text)
    return " ".join(found)


def renamed(text, source):
    """The same program with all its own names exchanged for new ones; which name became which."""
    keep = WORDS | FIXED | LAWS | {"on", "count", "sum", "of", "one", "decreasing", "increasing", "changes", "private", "value",
                                   "indices", "values", "from", "to", "bits", "let", "map", "exp", "ln", "ldp", "uldp", "osldp",
                                   "times", "none", "unreached", "announced", "r", "sample", "each", "with", "e"}
    # What a rule of a channel speaks of has a fixed name.
    keep |= {"x", "y", "j"} if any(t.text == "channel" for t in tokens(text)) else set()
    words = [t for t in tokens(text) if t.kind == "name" and t.text not in keep]
    fresh = [f"w{k}" for k in range(400)]
    source.shuffle(fresh)
    names = {}
    for t in words:
        names.setdefault(t.text, fresh[len(names)] if len(names) < len(fresh) else f"q{len(names)}")
    for t in reversed(words):
        text = text[:t.start] + names[t.text] + text[t.end:]
    return text, names
