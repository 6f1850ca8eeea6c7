#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each example is proved; each broken twin is refused for a condition of the theorem. 
What each twin is in truth stands in broken_classes.csv; where less is said of it, so does that, with the reason.
Usage: broken_examples.py CORPUS.json, which is what was said of all programs of the repository (tests/golden/run.py --corpus).

The golden tests say the same with every word. This one says it so that no update can turn it around.
"""

import csv
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
        self.verdicts += [(entry["composition"], entry["verdict"]) for kind in ("compositions", "channelCompositions") for entry in of(kind)]
        self.errors = {entry["code"] for entry in of("diagnostics") if entry["severity"] == "error"}

    def said_class(self):
        """Of what is not proved, the verdict that says most."""
        classes = {class_of(verdict) for _, verdict in self.verdicts if not is_proved(verdict)}
        return next((one for one in CLASSES if one in classes), "proved")


def is_proved(verdict):
    return verdict.split(" under")[0] == "proved"


CLASSES = ["not private", "no channel", "vacuous", "ill-formed", "claim false", "private, with another alignment", "open", "not proved"]


def class_of(verdict):
    return ("private, with another alignment" if verdict.startswith("private")
            else "open" if verdict.startswith("open") else verdict)


def class_complaints(table, said):
    """What the table says of each twin against what was said."""
    rows = list(table)
    expected = {row["name"]: row for row in rows}
    complaints = [f"{name}: no twin is called so" for name in sorted(set(expected) - set(said))]
    if len(expected) != len(rows):
        complaints.append("broken_classes.csv has two rows for one twin")
    # A word that is none would be nobody's class; "less" is less than what is true.
    complaints += [f"{row['name']}: {row['said']} says no less than {row['class']}" for row in rows
                   if not {row["class"], row["said"] or row["class"]} <= set(CLASSES)
                   or (row["said"] and CLASSES.index(row["said"]) <= CLASSES.index(row["class"]))]
    for name in sorted(said):
        row = expected.get(name)
        if not row:
            complaints.append(f"{name}: is not in broken_classes.csv; {said[name]} is said of it")
        elif said[name] != (row["said"] or row["class"]):
            complaints.append(f"{name}: {said[name]}, and should be {row['said'] or row['class']}")
        elif bool(row["said"]) != bool(row["why"]):
            complaints.append(f"{name}: less is said than is true, and no reason stands there, or a reason for nothing")
    return complaints


def main():
    corpus = json.loads(pathlib.Path(sys.argv[1]).read_text())
    complaints, classes = [], {}
    examples, twins = programs.examples(), programs.twins()
    for path in examples:
        said = Said(corpus, path)
        if said.errors or not said.verdicts or not all(is_proved(verdict) for _, verdict in said.verdicts):
            complaints.append(f"{path.name}: {said.verdicts}, {sorted(said.errors)}, and should be proved")
    for path in twins:
        said = Said(corpus, path)
        classes[path.stem] = said.said_class()
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
    with (pathlib.Path(__file__).parent / "broken_classes.csv").open() as table:
        complaints += class_complaints(csv.DictReader(table), classes)
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
