#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No `default:` over an enumeration of ours: whoever adds a member is told by the compiler where it is not handled.

Usage: switches.py

The kinds of tokens and rules of the generated parser are no enumeration of ours, and neither are characters.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROOMS = ("kernel", "frontend", "checker", "mechanisms/plan", "mechanisms/emit", "tools")
# Labels of a switch over something that is not ours.
FOREIGN = re.compile(r"'|(Plumb)?Parser::|PlumbLexer::|\d")

RAW = re.compile(r'R"\((.*?)\)"', re.DOTALL)


def complaints_about(text):
    """Lines with a `default:` whose switch has a label of an enumeration: that label is told."""
    found, open_switches, depth = [], [], 0
    for number, line in enumerate(text.splitlines(), 1):
        if re.search(r"\bswitch \(", line):
            open_switches.append((depth, []))
        if label := re.match(r"\s*case ((?:::|[^:])+):(?!:)", line):
            open_switches[-1][1].append(label.group(1))
        if re.match(r"\s*default:", line):
            ours = [label for label in open_switches[-1][1] if not FOREIGN.match(label)]
            found += [f"{number}: `default:` beside `case {ours[0]}`"] if ours else []
        code = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])\'|//.*', "", line)
        depth += code.count("{") - code.count("}")
        while open_switches and depth <= open_switches[-1][0] and "}" in code:
            open_switches.pop()
    return found


def main():
    failed = seen = 0
    for room in ROOMS:
        for path in sorted([*(ROOT / room).rglob("*.cpp"), *(ROOT / room).rglob("*.h")]):
            # What a raw string holds is text for somebody else, line by line.
            text = RAW.sub(lambda raw: '""' + "\n" * raw.group().count("\n"), path.read_text())
            seen += text.count("switch (")
            for complaint in complaints_about(text):
                failed += 1
                print(f"{path.relative_to(ROOT)}:{complaint}; write the members that are left")

    # The test must be able to say no, of an inner switch too.
    outer = "switch (kind) {\ncase Kind::A:\n  switch (c) {\n  case 'x':\n    break;\n  %s\n  }\n  break;\n%s}\n"
    assert not complaints_about(outer % ("default:", "case Kind::B:\n"))
    assert complaints_about(outer % ("", "default:\n"))
    assert complaints_about(outer.replace("'x'", "Other::X") % ("default:", ""))
    print(f"{seen} switches, {failed} complaints")
    return 1 if failed or seen < 100 else 0


if __name__ == "__main__":
    sys.exit(main())
