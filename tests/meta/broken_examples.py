#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each example is proved; each broken twin is refused for a condition of the theorem. 
Usage: broken_examples.py CORPUS.json, which is what was said of all programs of the repository (corpus.py).

The golden tests say the same with every word. This one says it so that no update can turn it around.
"""

import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import programs


class Said:
    """What was said of one program: verdicts by name, and the codes of the messages."""

    def __init__(self, corpus, path):
        name = str(path.relative_to(ROOT))
        of = lambda kind: [entry for entry in corpus[kind] if entry["file"] == name]
        self.verdicts = [(entry["mechanism"], entry["verdict"]) for entry in of("results")]
        self.verdicts += [(entry["channel"], entry["verdict"]) for entry in of("channels")]
        self.errors = {entry["code"] for entry in of("diagnostics") if entry["severity"] == "error"}


def is_proved(verdict):
    return verdict.split(" under")[0] == "proved"


def main():
    corpus = json.loads(pathlib.Path(sys.argv[1]).read_text())
    complaints = []
    examples, twins = programs.examples(), programs.twins()
    for path in examples:
        said = Said(corpus, path)
        if said.errors or not said.verdicts or not all(is_proved(verdict) for _, verdict in said.verdicts):
            complaints.append(f"{path.name}: {said.verdicts}, {sorted(said.errors)}, and should be proved")
    for path in twins:
        said = Said(corpus, path)
        refused = any(code.startswith("PL04") for code in said.errors) and not any(code < "PL04" for code in said.errors)
        if not said.verdicts or not refused:
            complaints.append(f"{path.name}: {said.verdicts}, {sorted(said.errors)}, and should be refused")
        # The parts of a broken composition are in order themselves; what is made of them is not.
        composed = re.findall(r"^compose (\w+)", path.read_text(), re.MULTILINE)
        parts = [is_proved(verdict) for name, verdict in said.verdicts if name not in composed]
        if composed and not all(parts):
            complaints.append(f"{path.name}: each part should be proved: {said.verdicts}")
        if any(is_proved(verdict) for name, verdict in said.verdicts if name in composed or not composed):
            complaints.append(f"{path.name}: {said.verdicts}, and nothing of it should be proved")
        if not path.read_text().startswith("// "):
            complaints.append(f"{path.name}: does not begin with what is wrong in it")
    orphans = [path.name for path in twins if not (path.parent / (path.stem.split("__")[0] + ".plumb")).exists()]
    complaints += [f"{name}: the twin of no example" for name in orphans]
    healthy = {path.stem for path in examples} - {path.stem.split("__")[0] for path in twins}
    complaints += [f"{name}.plumb: has no broken twin" for name in sorted(healthy)]
    if len(examples) < 3 or len(twins) < 12:
        complaints.append(f"{len(examples)} examples and {len(twins)} broken twins are too few")
    print("\n".join(complaints + [f"{len(examples)} examples, {len(twins)} broken twins, "
                                  f"{len(complaints)} complaints"]))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
