#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The table of operators in docs/language.md has the levels, the order and the grouping of grammar/Plumb.g4."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Read in order to be answered with what to write instead.
SLIPS = {"OR_OR", "AND_AND", "BANG", "EQUAL_EQUAL"}
GROUPING = {"right": "(to the right)", "front": "(in front)", "left": "", "chain": ""}


def levels_of_grammar(text):
    words = dict(re.findall(r"^([A-Z_]+) : '([^']+)'", text, re.MULTILINE))
    section = text[text.index("// Operators, from the loosest"):text.index("// Operands.")]
    for rule in re.findall(r"^[a-z]+\b[^;]*;[^\n]*", section, re.MULTILINE):
        grouping = re.search(r"// (\w+)", rule).group(1)
        tokens = set(re.findall(r"\b[A-Z_]+\b", re.sub(r"//[^\n]*", "", rule))) - SLIPS
        signs = {"c ? a : b"} if "QUESTION" in tokens else {words[token] for token in tokens}
        yield signs, GROUPING[grouping]


def levels_of_page(text):
    table = text[text.index("From the loosest to the tightest the operators are"):text.index("| `v[i]`,")]
    for row in re.findall(r"^\| (`[^|]*) \|", table, re.MULTILINE):
        grouping = re.search(r"\(.*\)", row)
        yield set(re.findall(r"`([^`]+)`", row)), grouping.group(0) if grouping else ""


def main():
    grammar = list(levels_of_grammar((ROOT / "grammar/Plumb.g4").read_text()))
    page = list(levels_of_page((ROOT / "docs/language.md").read_text()))
    for number in range(max(len(grammar), len(page))):
        said, meant = (levels[number] if number < len(levels) else "nothing" for levels in (page, grammar))
        if said != meant:
            print(f"docs/language.md, level {number + 1} of the operators: {said}, and the grammar has {meant}")
    return 0 if grammar and grammar == page else 1


if __name__ == "__main__":
    sys.exit(main())
