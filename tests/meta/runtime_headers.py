#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Emitted code, what it includes of the runtime, and their sources compute without floating point; public names have one style.

Functions are called inCamelCase, but for those that the standard library has too (`has_value`), and those of sources of bits, which
others write and which are named by their width.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PUBLIC = ROOT / "mechanisms/runtime/include"
SOURCES = ROOT / "mechanisms/runtime/src"
# Also where no type is named.
FLOATING = re.compile(r"\b(double|float)\b|(?<![\w.'])(\d[\d']*\.\d*|\.\d+|\d+[eE][+-]?\d+)|<c?math(\.h)?>")
# On request of the caller alone: what was published as a number for print.
ROUNDED = {"plumb/runtime/integer.h": ["explicit constexpr operator double() const { return static_cast<double>(value); }"]}
STANDARD = {"has_value", "to_string", "c_str", "static_assert", "atomic_signal_fence", "push_back", "pop_back", "upper_bound", "lower_bound", "try_emplace", "all_of",
            "find_first_not_of", "none_of", "max_size", "erase_if", "countl_zero", "countr_zero", "uint64_t"}
LITERALS = {"operator_eps"}
BITS = {"next_u64", "next_byte"}
GMP = re.compile(r"mp[zq]_\w+")


def code_of(path):
    return re.sub(r"//.*|/\*.*?\*/|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])'", "", path.read_text())


def included(paths):
    """The headers of the runtime that these files include, and those that they include."""
    found, left = set(), list(paths)
    while left:
        for name in re.findall(r'#include [<"](plumb/runtime/[^>"]+)', left.pop().read_text()):
            if name not in found:
                found.add(name)
                left.append(PUBLIC / name)
    return found


def main():
    emitted = sorted((ROOT / "tests/mechanisms/emit/golden").rglob("*.h"))
    mechanisms = [path for path in emitted if "channels" not in path.parts]
    headers = included(mechanisms)
    complaints = []
    sources = [source for name in sorted(headers) if (source := SOURCES / pathlib.Path(name).relative_to("plumb/runtime").with_suffix(".cpp")).exists()]
    for path in mechanisms + [PUBLIC / name for name in sorted(headers)] + sources:
        code = code_of(path)
        for allowed in ROUNDED.get(str(path.relative_to(PUBLIC)) if path.is_relative_to(PUBLIC) else "", []):
            code = code.replace(allowed, "")
        complaints += [f"{path.relative_to(ROOT)}: {line.strip()}" for line in code.splitlines() if FLOATING.search(line)]
    for path in sorted(PUBLIC.rglob("*.h")):
        names = set(re.findall(r"\b[a-z]\w*_\w+(?=\()", code_of(path))) - STANDARD - BITS - LITERALS
        complaints += [f"{path.relative_to(ROOT)}: {name}" for name in sorted(names) if not GMP.fullmatch(name)]
    print("\n".join(complaints + [f"{len(mechanisms)} emitted headers, {len(headers)} of the runtime, {len(sources)} sources, {len(complaints)} complaints"]))
    return 1 if complaints or len(mechanisms) < 10 or len(headers) < 10 or len(sources) < 10 else 0


if __name__ == "__main__":
    sys.exit(main())
