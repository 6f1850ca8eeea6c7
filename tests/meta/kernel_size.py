#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The kernel is small, and includes itself, the standard library and GMP alone.

Usage: kernel_size.py

3,000 lines were the limit for a kernel that took obligations at their word. It now makes them anew from the program's text, so that the
translation into formulas need not be believed: reader, rules and two runs are more than half of it. The limit is what it has; it may
only become less, but for the few lines that a new law of noise takes, an obligation that nobody asked for before, a rule of the prover that
it lacked, a new word of invariants, or a declaration that it did not read, as compositions, maxima of
records, powers of e, and arrays that parts pass on.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINES = 7257
INCLUDE = re.compile(r'^\s*#\s*include\s+(\S+)', re.MULTILINE)
# The standard library's headers in C++ have no dot.
MAY = re.compile(r'"kernel/\w+\.(h|def)"|<[a-z_]+>|<gmp(xx)?\.h>')


def main():
    sources = [path for path in sorted((ROOT / "kernel").rglob("*")) if path.suffix in (".h", ".cpp", ".def")]
    lines = sum(len(path.read_text().splitlines()) for path in sources)
    wrong = [f"{path.relative_to(ROOT)}: includes {included}"
             for path in sources for included in INCLUDE.findall(path.read_text()) if not MAY.fullmatch(included)]
    for complaint in wrong:
        print(complaint)
    code = sum(1 for path in sources for line in path.read_text().splitlines() if not re.match(r"\s*(//.*)?$", line))
    print(f"kernel: {lines} lines of {LINES}, {code} of them code, {len(sources)} files")
    return 1 if wrong or lines > LINES or not sources else 0


if __name__ == "__main__":
    sys.exit(main())
