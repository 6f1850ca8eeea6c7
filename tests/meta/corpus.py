#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How many proofs run at the same time, and beside which others, changes no byte of what is said. Usage: corpus.py PLUMB CORPUS.json

CORPUS.json is what was said of each program of the repository alone (tests/golden/run.py --corpus).
"""

import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from programs import examples, twins


def check(plumb, programs, *words):
    run = subprocess.run([plumb, "check", *words, *programs], cwd=ROOT, capture_output=True, timeout=600)
    return run.returncode, run.stdout, run.stderr


def relative(paths):
    return [str(path.relative_to(ROOT)) for path in paths]


def entries(document, programs):
    """What is said of each of these programs, as it stands in the document; a kind of which there is nothing is left out there."""
    kinds = ("results", "compositions", "channels", "channelCompositions", "diagnostics")
    return {program: {kind: [json.dumps(entry) for entry in document.get(kind, []) if entry["file"] == program]
                      for kind in kinds}
            for program in programs}


def main():
    plumb, corpus = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    right, wrong = relative(examples()), relative(twins())
    document = json.loads(corpus.read_text())
    complaints = []
    some_right = right[::9]
    code, text, messages = check(plumb, some_right, "--format=json", "--jobs", str(max(2, os.cpu_count())))
    assert not messages, f"JSON, and this beside it: {messages[:500]}"
    together = json.loads(text)
    assert together["exit"] == code, f"exit {together['exit']}, but {code}"
    if entries(document, some_right) != entries(together, some_right):
        complaints.append("of programs that are proved together something else is said than of each alone, in JSON")
    some = (right + wrong)[::20]
    if check(plumb, some, "--jobs", "1") != check(plumb, some, "--jobs", "7"):
        complaints.append("seven proofs at a time say something else than one")
    print("\n".join(complaints + [f"{len(document['results'])} results"]))
    return 1 if complaints or len(document["results"]) < 400 else 0


if __name__ == "__main__":
    sys.exit(main())
