#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each room includes only the rooms that it may, third parties stay behind one door, and each header says what it holds."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

SUPPORT = {"frontend/support"}
IR = SUPPORT | {"frontend/ir"}
SMT = SUPPORT | {"checker/smt"}
ALIGNMENT = SMT | IR | {"checker/verdict", "checker/noise", "checker/adjacency"}
RUN = IR | {"checker/interpreter"}
PROOF = ALIGNMENT | {"checker/relational", "checker/inference"}
CHECKER = PROOF | RUN | {"checker/channel", "checker/proof", "checker/composition", "checker/refutation",
                           "checker/policy", "checker/synthesis", "checker/witness", "checker/disproof"}

# From the ground up; a room may always include itself.
ALLOWED = {
    "kernel": set(),
    "frontend/support": set(),
    "frontend/ir": SUPPORT,
    "frontend/parse": SUPPORT,
    "frontend/sema": IR | {"frontend/parse"},
    "frontend/navigation": SUPPORT | {"frontend/parse"},
    "checker/smt": SUPPORT,
    "checker/verdict": SMT | IR,
    "checker/derivation": SMT | IR | {"checker/verdict", "kernel"},
    "checker/noise": SMT | IR,
    "checker/adjacency": SMT | IR,
    "checker/relational": ALIGNMENT,
    "checker/interpreter": IR,
    "checker/witness": RUN,
    "checker/channel": SMT | IR | {"checker/verdict"},
    "checker/inference": ALIGNMENT | {"checker/relational"},
    "checker/proof": PROOF,
    "checker/composition": PROOF | {"checker/proof", "checker/channel"},
    "checker/coverage": PROOF | {"checker/proof"},
    "checker/policy": PROOF | {"checker/proof"},
    "checker/refutation": RUN | {"checker/noise", "checker/relational"},
    "checker/disproof": RUN | {"checker/refutation", "checker/witness"},
    "checker/synthesis": PROOF | RUN | {"checker/proof", "checker/refutation"},
    "checker/report": CHECKER | {"checker/derivation", "kernel"},
    "checker/claims": CHECKER | {"checker/report"},
    "mechanisms/runtime": set(),
    "mechanisms/plan": IR,
    "mechanisms/emit": IR | {"checker/claims", "checker/composition", "checker/report", "mechanisms/plan"},
    "tools/plumb-recheck": {"kernel"},
    "tools/plumb": CHECKER | {"checker/derivation", "checker/coverage", "checker/report", "checker/claims", "frontend/parse", "frontend/sema", "frontend/navigation", "mechanisms/plan",
                                               "mechanisms/emit"},
}

DOORS = {
    r"z3(\+\+|_\w+)?\.h": "checker/smt",
    r"antlr4-runtime\.h|(antlr4-runtime/.*)|Plumb(Lexer|Parser|BaseVisitor|BaseListener|Visitor|Listener)\.h":
        "frontend/parse",
    r"CLI/.*": "tools/plumb",
    r"httplib\.h": "tools/plumb",
    r"openssl/.*": ("checker/report", "mechanisms/runtime", "tools/plumb"),
}

# A stranger opens a header to find out what it is for. One sentence at least, and not the name again.
PARAGRAPH = re.compile(r"^/// \\file\n((?:///.*\n)+)", re.MULTILINE)
LEAST_WORDS = 8

INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]', re.MULTILINE)


def room_of(path):
    parts = path.split("/")
    room = parts[0] if parts[0] == "kernel" else "/".join(parts[:2])
    return room if room in ALLOWED else None


def mistakes_in(source, room):
    for included in INCLUDE.findall(source.read_text()):
        target = room_of(included)
        if target and target != room and target not in ALLOWED[room]:
            yield f"includes {included}, which points up"
        for pattern, doors in DOORS.items():
            if re.fullmatch(pattern, included) and room not in (doors if isinstance(doors, tuple) else (doors,)):
                yield f"includes {included}, which belongs behind {doors}"


def paragraph_of(header):
    found = PARAGRAPH.search(header.read_text())
    return found.group(1).replace("///", " ").split() if found else []


def main():
    failed = checked = 0
    for top in ("kernel", "frontend", "checker", "mechanisms", "tools"):
        for source in sorted((ROOT / top).rglob("*")):
            if source.suffix not in (".h", ".cpp", ".def"):
                continue
            name = str(source.relative_to(ROOT))
            room = room_of(name)
            checked += 1
            found = list(mistakes_in(source, room)) if room else ["is in no room of ALLOWED"]
            if source.suffix == ".h" and len(paragraph_of(source)) < LEAST_WORDS:
                found.append("has no paragraph `\\file` that says what it holds, and for whom")
            for mistake in found:
                failed += 1
                print(f"{name}: {mistake}")
    print(f"{checked} files, {failed} mistakes")
    return 1 if failed or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
