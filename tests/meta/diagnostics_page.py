#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/diagnostics.md from the registry and the pages of `plumb explain CODE`, or with --check compares.

The text of a message is the registry's, its explanation that of checker/report/diagnostic_pages. That the programs
there make the message, and their repairs do not, is the business of diagnostic_pages.py.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/diagnostics.md"
PAGES = ROOT / "checker/report/diagnostic_pages"

SECTIONS = {
    "PL01": ("The text", "What is found before a program has a meaning. Exit code 2."),
    "PL02": ("Names, sorts and clauses", "The program says something that does not fit together. Exit code 2."),
    "PL03": ("Rules that keep a proof possible",
             "Programs whose two runs could not be compared, or whose premises would decide what is to be proved. "
             "Exit code 2."),
    "PL04": ("The guarantee",
             "A condition of the theorem is open: this alignment does not show the guarantee; only `not private` says "
             "that none does. Exit code 4, or 3 once a violation is confirmed. How each condition is proved, and which "
             "verdicts there are, is in [proof.md](proof.md)."),
    "PL05": ("Files, folders and emission", "Exit code 1 for files and folders, 4 for what cannot be emitted."),
}

INTRODUCTION = """# Messages

Every message has a code that never changes its meaning. It stands behind the word `error`, in front of what is wrong, or
behind `warning` if the verdict stays what it is;
below it are the line and the exact words, and where it helps, further places and what to do. `note` with a code, as in
`note[PL0408]`, is no mistake of its own: it follows from the one above it.

`plumb explain PL0404` prints what stands here for one code: its meaning, a small program that provokes it, and that
program repaired. `{0}`, `{1}` stand for words of the program.

This page is made by `tests/meta/diagnostics_page.py` from `frontend/support/diagnostic_kinds.def` and
`checker/report/diagnostic_pages`.
"""


def kinds():
    registry = (ROOT / "frontend/support/diagnostic_kinds.def").read_text()
    return re.findall(r'^DIAGNOSTIC\((\w+), "(PL\d{4})", (\w+), "((?:[^"\\]|\\.)*)"\)', registry, re.MULTILINE)


def conditions():
    """Name of the kind -> for each of its conditions the short name, and what is to be proved."""
    table = (ROOT / "checker/verdict/conditions.def").read_text()
    string = r'"((?:[^"\\]|\\.)*)"'
    rows = re.findall(rf"^CONDITION\(\w+, {string}, (\w+),\s*{string},\s*{string}", table, re.MULTILINE)
    named = {}
    for short, kind, advice, holds in rows:
        if advice and holds:
            named.setdefault(kind, []).append((short, holds))
    return named


def golden():
    """For each code a golden test that makes it: of few other codes, then a short one."""
    made = {}
    for folder in ("tests/golden", "examples"):
        for path in sorted((ROOT / folder).rglob("*.plumb")):
            text = path.read_text(errors="replace")
            codes = set(re.findall(r"^//~ \d+: (?:error|warning)\[(PL\d{4})\]", text, re.MULTILINE))
            for code in codes:
                made.setdefault(code, []).append((len(codes), len(text), path.relative_to(ROOT)))
    return {code: min(tests)[2] for code, tests in made.items()}


def explanation(code):
    """The page as it is, with the fences reduced to their language."""
    text = (PAGES / f"{code}.md").read_text()
    return re.sub(r"^```(\w+) \w+$", r"```\1", text, flags=re.MULTILINE).rstrip("\n")


def entry(name, code, severity, text, conditions, example):
    lines = [f"### {code} {name}", ""]
    if conditions:
        lines += [f"The obligation {' or '.join(f'`{short}`' for short, _ in conditions)} is open. "
                  f"To be proved: {'; or: '.join(holds for _, holds in conditions)}.", ""]
    elif text != "{0}":
        lines += [f"**{severity.lower()}**: {unquoted(text)}", ""]
    lines += [explanation(code), ""]
    if example:
        lines += [f"A test of it: [`{example}`](../{example}).", ""]
    return lines


def unquoted(text):
    return text.replace('\\"', '"')


def page():
    lines, section, examples, theorem = [INTRODUCTION], None, golden(), conditions()
    for name, code, severity, text in kinds():
        if code[:4] != section:
            section = code[:4]
            title, explanation = SECTIONS[section]
            lines += [f"## {title}", "", explanation, ""]
        lines += entry(name, code, severity, text, theorem.get(name, []), examples.get(code))
    return "\n".join(lines).rstrip("\n") + "\n"


def main():
    if sys.argv[1:] != ["--check"]:
        PAGE.write_text(page())
        return 0
    if PAGE.exists() and PAGE.read_text() == page():
        print("docs/diagnostics.md is up to date")
        return 0
    print("docs/diagnostics.md is out of date: run tests/meta/diagnostics_page.py")
    return 1


if __name__ == "__main__":
    sys.exit(main())
