#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each wrong verdict on docs/soundness.md names a test, and each test that the page names exists."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# `tests/checker/proof/rejected_test.cpp`: "the title of a case in it"
TEST = re.compile(r'`((?:tests|examples)/[^`]+)`(?:: "([^"]+)")?')


def table_rows(text, head):
    """The cells of each line of a table, without its rule and the line whose first cell is \\p head."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.removeprefix("|").removesuffix("|").split("|")] for line in lines]
    return [row for row in cells if row[0] != head and not re.fullmatch(r"[-| ]+", row[0])]


def rows(text):
    return table_rows(text, "what was said")


def problem(path, title):
    target = ROOT / path
    if not target.exists():
        return "does not exist"
    if title and f'"{title}"' not in target.read_text():
        return f"has no case \"{title}\""
    if path.endswith(".cpp") and not title:
        return "is named without a case"
    return None


def complaints(text):
    found = [f"{path} {trouble}" for path, title in TEST.findall(text) if (trouble := problem(path, title))]
    for row in rows(text):
        if len(row) != 3 or not all(row):
            found.append(f"a row is not whole: {row}")
        elif not TEST.search(row[2]):
            found.append(f"no test holds: {row[0]}")
    return found


def main():
    text = (ROOT / "docs/soundness.md").read_text()
    found = complaints(text)
    # This check itself: a test that is gone, a case that is gone, a row without a test.
    for lie in ("`tests/golden/proof/gone.plumb`", '`tests/checker/proof/rejected_test.cpp`: "gone"', "| said | root | held by nobody |"):
        if not complaints(lie):
            found.append(f"nothing is said of {lie}")
    print("\n".join([*found, f"{len(rows(text))} wrong verdicts, {len(found)} complaints"]))
    return 1 if found or not rows(text) else 0


if __name__ == "__main__":
    sys.exit(main())
