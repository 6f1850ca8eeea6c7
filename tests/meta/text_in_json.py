#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whoever reads the JSON document learns what a reader of the text is told. Usage: text_in_json.py CORPUS.json

CORPUS.json is what was said of all programs of the repository (tests/golden/run.py --corpus); the text is what they expect. Each number
of it, and each name with one, stands in the document of that program; so does each line of help, and each mark of what may be anything.
"""

import collections
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
MARK = re.compile(r"^\s*//~(\| ?)?(.*)$")
# What the document has otherwise: evidence is counted there one by one, these bounds are exact, and `tightAt` is always of 99 / 100.
OTHERWISE = re.compile(r"^ *evidence: .*?(?=\d+ small table|$)|^ *where \w+ is between .*|99 / 100 times")
# A number, or a name or a term without spaces that holds one; what was cut off where a column ends is no whole word.
WORD = re.compile(r"[^\s`,:;()]*\d[^\s`,:;()]*")


def leaves(value):
    if isinstance(value, dict):
        for each in value.values():
            yield from leaves(each)
    elif isinstance(value, list):
        for each in value:
            yield from leaves(each)
    elif value is not None:
        yield str(value)


def expected(path):
    """What is told of a program on stderr, and what on stdout; each as lines."""
    beside = path.with_suffix(".expected")
    if beside.exists():
        lines = beside.read_text(errors="replace").splitlines()
        first = next(at for at, line in enumerate(lines + ["exit"]) if line.startswith((path.name + ": ", "exit")))
        told, shown = lines[:first], lines[first:-1]
    else:
        marked = [line for line in map(MARK.match, path.read_text(errors="replace").splitlines()) if line]
        told, shown = ([line[2] for line in marked if bool(line[1]) == is_shown] for is_shown in (False, True))
    return told, [line.removeprefix(path.name + ": ") for line in shown]


def missing(told, shown, document):
    """What is told in words, messages and verdicts, and is nowhere in the document."""
    texts = list(leaves(document))
    words = {word for text in texts for word in WORD.findall(text)}
    helps = {entry.get("help") for entry in document.get("diagnostics", [])}
    for line in told:
        if line.strip().startswith("help: ") and line.strip()[6:] not in helps:
            yield line.strip()
    for line in shown:
        cells = [cell for cell in re.split(r"  +", OTHERWISE.sub("", line)) if not cell.endswith("...")]
        yield from (word for cell in cells for word in WORD.findall(cell)
                    if not {word, word.lstrip("."), re.sub(r"^exp", "", word)} & words)
        if "(any)" in line and "True" not in {str(each["any"]) for each in objects(document) if "any" in each}:
            yield "(any)"
    kinds = collections.Counter(entry["kind"] for entry in objects(document) if set(entry) == {"kind", "text"})
    required = sum(line.startswith("  requires: ") for line in shown)
    if required > kinds["premise"]:
        yield f"{required} requirements"


def objects(value):
    if isinstance(value, dict):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
        yield from objects(each)


def main():
    documents = collections.defaultdict(lambda: collections.defaultdict(list))
    for key, entries in json.loads(pathlib.Path(sys.argv[1]).read_text()).items():
        for entry in entries if isinstance(entries, list) else []:
            documents[entry["file"]][key].append(entry)
    complaints = []
    for file, document in sorted(documents.items()):
        complaints += [f"{file}: not in the document: {what}" for what in dict.fromkeys(missing(*expected(ROOT / file), document))]

    # It must be able to say no.
    for damage in (lambda d: [entry.pop("help", None) for entry in d["diagnostics"]], lambda d: [entry.pop("any", None) for entry in objects(d)],
                   lambda d: [entry.pop("loss", None) for entry in objects(d)], lambda d: [entry.pop("kind", None) for entry in objects(d)]):
        copies = [json.loads(json.dumps(document)) for document in documents.values()]
        for copy in copies:
            copy.setdefault("diagnostics", [])
            damage(copy)
        if not any(list(missing(*expected(ROOT / file), copy)) for file, copy in zip(documents, copies)):
            complaints.append("what is taken out of all documents is not missed")
    print("\n".join(complaints + [f"{len(documents)} programs, {len(complaints)} complaints"]))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
