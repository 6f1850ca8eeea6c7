#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/laws.md has a row and a section for each law of frontend/ir/laws.def, and says of it what the table says; so does the
table of the replay headers, which include nothing of the checker."""

import re
import sys

from law_words import ROOT, rows

VALUES = {"Integers": {"ints"}, "Reals": {"reals"}, "IntegersOrReals": {"ints", "reals"}}
SUPPORTS = {"AllNumbers": None, "NonNegative": "x ≥ 0", "NonPositive": "x ≤ 0"}


def price(rate):
    """How the page writes what a shift by s costs: "s/b", "3 s/(2 b)", "no bound"."""
    if rate == "Rate::unbounded()":
        return "no bound"
    numbers = [int(n) for n in re.findall(r"\d+", rate)]
    above, below = (numbers + [1])[:2]
    return (f"{above} s/" if above != 1 else "s/") + (f"({below} b)" if below != 1 else "b")


def mistakes(row, cells, sections):
    values, _, up, down, emitted = cells
    if set(re.findall(r"ints|reals", values)) != VALUES[row.values]:
        yield f"its values are {row.values}"
    if (re.findall(r"x [≥≤] 0", values) or [None])[0] != SUPPORTS[row.support]:
        yield f"its support is {row.support}"
    if up != price(row.up) or down != price(row.down):
        yield f"to move it costs {price(row.up)} and {price(row.down)}"
    if (emitted == "none") != (row.sampler == ""):
        yield f"its sampler is '{row.sampler}'"
    if not any(row.word in title for title in sections):
        yield "it has no section"


def replayed():
    """Each law that replays know: word, support, sampler."""
    table = (ROOT / "mechanisms/runtime/testing/include/plumb/runtime/replay/laws.def").read_text()
    return re.findall(r'^LAW\(\w+, "(\w+)", (\w+), (\w+)\)$', table, re.MULTILINE)


def main():
    page = (ROOT / "docs/laws.md").read_text()
    table = re.findall(r"^\| `(\w+)\(b\)` \|(.*)\|$", page.replace(r"\|", "/"), re.MULTILINE)
    written = {word: [cell.strip() for cell in cells.split("|")] for word, cells in table}
    sections = [set(re.findall(r"\w+", title)) for title in re.findall(r"^## (.*)$", page, re.MULTILINE)]
    known = rows()
    complaints = [] if [word for word, _ in table] == [row.word for row in known] else ["the rows are not those of laws.def"]
    if replayed() != [(row.word, row.support, row.sampler) for row in known if row.sampler]:
        complaints.append("the laws of replay/laws.def are not those with a sampler in frontend/ir/laws.def")
    for row in known:
        if row.word in written:
            complaints += [f"{row.word}: {mistake}" for mistake in mistakes(row, written[row.word], sections)]
    print("\n".join(complaints + [f"{len(known)} laws, {len(complaints)} complaints"]))
    return 1 if complaints or not known else 0


if __name__ == "__main__":
    sys.exit(main())
