#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What docs/theorem.md names exists: theorems and conditions in proofs/, functions of the kernel and of the checker; and no proof in
proofs/ is left out. Coq itself is asked by ./x proofs."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# `proofs/order.v`: `kept_shift_reads`, `kept_acyclic`
NAMED = re.compile(r"`([\w/]+\.(?:v|cpp))`: ((?:`\w+`(?:, )?)+)")
DECLARED = re.compile(r"\b(?:Theorem|Lemma|Corollary|Definition|Fixpoint|Inductive|Record)\s+(\w+)|^    (\w+) :", re.MULTILINE)
UNPROVED = re.compile(r"\b(?:Admitted|admit|Axiom|Conjecture|Parameter|Abort|Unset Guard Checking|bypass_check)\b")


def without_comments(text):
    return re.sub(r"\(\*.*?\*\)", "", text, flags=re.DOTALL)


def declared(path):
    text = (ROOT / path).read_text()
    if path.endswith(".v"):
        return {name for pair in DECLARED.findall(without_comments(text)) for name in pair if name}
    return set(re.findall(r"\b(\w+)\b", re.sub(r"//.*", "", text)))


def complaints(text):
    found = []
    for path, names in NAMED.findall(text):
        if not (ROOT / path).exists():
            found.append(f"{path} does not exist")
            continue
        found += [f"{path} has no {name}" for name in re.findall(r"\w+", names) if name not in declared(path)]
    proofs = {name for path in sorted(ROOT.glob("proofs/*.v")) for name in declared(f"proofs/{path.name}")}
    for name in re.findall(r"\(`(\w+)`[,)]|^Theorem (\w+)", text, re.MULTILINE):
        found += [f"nothing is called {one}" for one in name if one and one not in proofs]
    return found


def main():
    text = (ROOT / "docs/theorem.md").read_text()
    found = complaints(text)
    for path in sorted(ROOT.glob("proofs/*.v")):
        found += [f"{path.name}: {word}" for word in UNPROVED.findall(without_comments(path.read_text()))]
    # This check itself.
    for lie in ("`proofs/gone.v`: `steps`", "`proofs/consequences.v`: `steps`, `gone`", "`kernel/two_run.cpp`: `gone`", "said (`gone`)"):
        if not complaints(lie):
            found.append(f"nothing is said of {lie}")
    rows = NAMED.findall(text)
    print("\n".join([*found, f"{len(rows)} places named, {len(found)} complaints"]))
    return 1 if found or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
