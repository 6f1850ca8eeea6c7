#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `plumb explain --format=html` writes is one well-formed document that needs nothing else. Usage: explain_html.py PLUMB [--all]"""

import html.parser
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from programs import examples, twins

VOID = {"meta"}
BLOCKS = {"html", "head", "title", "style", "body", "h1", "h2", "h3", "p", "ul", "li", "div", "table", "thead", "tbody",
          "tr", "th", "td", "pre", "code", "strong", "span", "figure", "figcaption", "svg", "rect", "line", "text"}
# MathML Core, as far as it is used.
MATH = {"math", "mrow", "mi", "mn", "mo", "mtext", "msub", "msup", "msubsup", "munder", "mfrac", "mtable", "mtr", "mtd"}
CHILDREN = {"msub": 2, "msup": 2, "msubsup": 3, "munder": 2, "mfrac": 2}
ATTRIBUTES = {"lang", "charset", "name", "content", "class", "display", "displaystyle", "role", "viewbox", "x", "y", "width",
              "height", "x1", "x2", "y1", "y2"}


class Balance(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.complaints, self.elements = [], [], 0

    def handle_starttag(self, tag, attrs):
        self.elements += 1
        if tag not in VOID | BLOCKS | MATH:
            self.complaints.append(f"<{tag}> is none of the elements used")
        self.complaints += [f"<{tag} {name}>" for name, _ in attrs if name not in ATTRIBUTES]
        if self.open:
            self.open[-1][1] += 1
            inside_math = any(name == "math" for name, _ in self.open)
            if (tag in MATH) != (inside_math or tag == "math"):
                self.complaints.append(f"<{tag}> inside <{self.open[-1][0]}>")
        if tag not in VOID:
            self.open.append([tag, 0])

    def handle_endtag(self, tag):
        if not self.open or self.open[-1][0] != tag:
            self.complaints.append(f"</{tag}> closes {self.open[-1:]}")
            return
        name, children = self.open.pop()
        if name in CHILDREN and children != CHILDREN[name]:
            self.complaints.append(f"<{name}> has {children} children")


def complaints_about(text):
    parser = Balance()
    parser.feed(text)
    parser.close()
    complaints = parser.complaints + [f"<{tag}> is never closed" for tag, _ in parser.open]
    if not text.startswith("<!DOCTYPE html>\n"):
        complaints.append("no document type")
    complaints += [f"`{word}` loads something" for word in ("<script", "<link", "http:", "https:", "url(", "@import")
                   if word in text]
    return complaints, parser.elements


def explanation(plumb, words):
    run = subprocess.run([plumb, "explain", "--format=html", *words], capture_output=True, timeout=300)
    return run.stdout.decode("utf-8")


def main():
    plumb = pathlib.Path(sys.argv[1]).resolve()
    # A twelfth of what is proved, and less of what mostly is not: these take their time, and their pages are alike.
    of = (lambda paths, each: list(paths)) if "--all" in sys.argv else (lambda paths, each: list(paths)[::each])
    programs = [*of(examples(), 12), *of(twins(), 48), *of(sorted((ROOT / "tests/golden/proof").glob("*.plumb")), 32)]
    codes = sorted(page.stem for page in (ROOT / "checker/report/diagnostic_pages").glob("PL*.md"))
    failed, elements = 0, 0
    for words in [programs, codes]:
        complaints, count = complaints_about(explanation(plumb, words))
        print("\n".join(complaints))
        failed, elements = failed + len(complaints), elements + count

    # What one reads at once is no longer than its reasons make it, and has names that people give.
    long = [ROOT / f"examples/{name}.plumb" for name in ("gaps/noisy_max_gap", "noisy_max/largest_value", "sums/smart_sum", "sums/tree_of_counts")]
    page = subprocess.run([plumb, "explain", *long], capture_output=True, text=True, timeout=300).stdout
    cases = [one for one in page.split("\n") if one.startswith("  - ")]
    listed = [one for one in page.split("\n") if one.startswith("- ") and "align" not in one]
    wrong = [one for one in cases if len(one) > 420] + [one for one in listed if len(one) > 400] + re.findall(r".*[\w')]@\d.*|.*by itself.*", page)
    if wrong or not any(", in 7 steps" in one for one in cases) or not any("more cases, with all steps in" in one for one in cases) or "_2" not in page:
        print("\n".join(["what nobody reads:", *wrong]))
        failed += 1

    # The test must be able to say no.
    for damaged in ("<!DOCTYPE html>\n<p><code></p></code>", "<!DOCTYPE html>\n<p>", "<p></p>",
                    "<!DOCTYPE html>\n<math><mfrac><mn>1</mn></mfrac></math>", "<!DOCTYPE html>\n<script></script>",
                    "<!DOCTYPE html>\n<p><mi>x</mi></p>"):
        assert complaints_about(damaged)[0], damaged
    print(f"{len(programs)} programs, {len(codes)} pages, {elements} elements, {failed} complaints")
    return 1 if failed or elements < 5000 else 0


if __name__ == "__main__":
    sys.exit(main())
