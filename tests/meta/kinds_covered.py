#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every kind of message is made by some golden test, and none has a code of its own invention."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

# The syntax has no text for these; tests/frontend/sema makes them from trees.
WITHOUT_TEXT = {"PL0223", "PL0243"}


def registered():
    registry = (ROOT / "frontend/support/diagnostic_kinds.def").read_text()
    return re.findall(r'^DIAGNOSTIC\((\w+), "(PL\d{4})"', registry, re.MULTILINE)


def told():
    codes = set()
    for folder in ("tests/golden", "examples"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".plumb", ".test"):
                codes |= set(re.findall(rb"(?:error|warning|note)\[(PL\d{4})\]", path.read_bytes()))
    return {code.decode() for code in codes}


def main():
    kinds, seen = registered(), told()
    codes = [code for _, code in kinds]
    complaints = [f"{code} ({name}) is in no golden test" for name, code in kinds
                  if code not in seen and code not in WITHOUT_TEXT]
    complaints += [f"{code} is told, so it needs no exemption" for code in sorted(WITHOUT_TEXT & seen)]
    complaints += [f"{code} is told but not registered" for code in sorted(seen - set(codes))]
    complaints += [f"{code} is registered twice" for code in sorted({c for c in codes if codes.count(c) > 1})]
    print("\n".join(complaints + [f"{len(kinds)} kinds, {len(complaints)} complaints"]))
    return 1 if complaints or not kinds else 0


if __name__ == "__main__":
    sys.exit(main())
