#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Links between the pages lead somewhere, to a heading if they name one."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def without_code(text):
    text = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"`[^`\n]*`", "", text)


def slug(heading):
    """GitHub's: lower case, punctuation dropped, blanks as hyphens."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def anchors(path):
    return {slug(heading) for heading in re.findall(r"^#+ (.*)$", path.read_text(), re.MULTILINE)}


def problem(page, link):
    if re.match(r"[a-z]+:", link):
        return None
    name, _, anchor = link.partition("#")
    target = (page.parent / name).resolve() if name else page
    if not target.exists():
        return "leads nowhere"
    if anchor and target.suffix == ".md" and anchor not in anchors(target):
        return "names no heading"
    return None


def main():
    pages = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.md")])
    failed = 0
    for page in pages:
        for link in LINK.findall(without_code(page.read_text())):
            if trouble := problem(page, link):
                failed += 1
                print(f"{page.relative_to(ROOT)}: {link} {trouble}")
    print(f"{len(pages)} pages, {failed} bad links")
    return 1 if failed or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
