# SPDX-License-Identifier: Apache-2.0
"""Words of a Plumb program, with their places in the text. Written from docs/language.md, not from Plumb's lexer."""

import re

SIGNS = {"≤": "<=", "≥": ">=", "≠": "!=", "∀": "forall", "∃": "exists", "∈": "in", "∧": "and", "∨": "or", "¬": "not", "→": "implies",
         "↔": "iff", "≔": ":=", "←": ":=", "·": "*", "′": "'"}
WORDS = set("""mechanism requires adjacency guarantees claims by size int real bool query align invariant if else for while
output announce return stop forall exists in is not and or implies iff div mod true false record policy public sensitive allows where when
under along replace add remove data none compose channel""".split())
FIXED = set("out result cost moved top_k abs min max argmin argmax".split())
TOKEN = re.compile(r"""(?P<skip>\s+|//[^\n]*|/\*.*?\*/)|(?P<number>\d+(\.\d+)?)|(?P<name>[A-Za-z_α-ωΓΔΘΛΞΠΣΦΨΩϵ][A-Za-z0-9_α-ωΓΔΘΛΞΠΣΦΨΩϵ]*)
|(?P<sign>\.\.|:=|->|<=|>=|!=|[-+*/<>=~(){}\[\],;:?.'|≤≥≠∀∃∈∧∨¬→↔≔←·′])""", re.VERBOSE | re.DOTALL)


class Unreadable(Exception):
    """Not a program of the language, as far as this parser knows it."""


class Token:
    __slots__ = ("kind", "text", "start", "end")

    def __init__(self, kind, text, start, end):
        self.kind, self.text, self.start, self.end = kind, text, start, end

    def __repr__(self):
        return self.text


def tokens(text):
    found, at = [], 0
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            raise Unreadable(f"sign {text[at]!r} at {at}")
        at = match.end()
        if match.lastgroup == "skip" or match.group("skip") is not None:
            continue
        word = SIGNS.get(match.group(), match.group())
        kind = "number" if match.group("number") else "name" if match.group("name") and word not in WORDS else "word"
        found.append(Token(kind, word, match.start(), match.end()))
    return found
