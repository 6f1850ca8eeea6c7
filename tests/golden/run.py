#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Golden tests: inputs that carry what Plumb is expected to say about them.

    tests/golden/run.py --plumb build/bin/plumb             compares
    tests/golden/run.py --plumb build/bin/plumb --update    rewrites the expectations
    ... --keep FOLDER                                       keeps what was said of each program, as a JSON document
    ... --keep FOLDER --corpus FILE                         then joins all that lie there, of every input, in one

Names of files or folders may follow; without any, all of tests/golden and examples is run. The diff of
an update is the thing to review.
"""

import argparse
import concurrent.futures
import difflib
import json
import os
import pathlib
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import annotated_program
import command_script
import expected_beside

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEFAULT = [ROOT / "tests/golden", ROOT / "examples"]
FORMS = {".plumb": annotated_program, ".expected": expected_beside, ".test": command_script}


def inputs(paths):
    found = []
    for path in paths:
        if path.is_dir():
            found += [p for p in sorted(path.rglob("*")) if p.suffix in FORMS]
        elif path.suffix in FORMS:
            found.append(path)
        else:
            sys.exit(f"{path}: neither a folder nor a .plumb, .expected or .test file")
    # What is expected of a program stands in it, or in the file beside it.
    beside = lambda path: path.with_suffix(".expected") if path.suffix == ".plumb" else path
    return list(dict.fromkeys(beside(path) if beside(path).is_file() else path for path in found))


def difference(path, before, after):
    name = str(path.relative_to(ROOT))
    decode = lambda data: data.decode("utf-8", "backslashreplace").splitlines(keepends=True)
    return "".join(difflib.unified_diff(decode(before), decode(after), name + " (expected)", name + " (now)"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plumb", type=pathlib.Path, default=ROOT / "build/bin/plumb")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--corpus", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("paths", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    plumb = options.plumb.resolve()
    if not plumb.is_file():
        sys.exit(f"{plumb}: no such program; build it first")
    files = inputs([path.resolve() for path in options.paths] or DEFAULT)

    failed = 0
    if options.keep:
        options.keep.mkdir(exist_ok=True)
    # Programs first: command lines read some of them.
    for form in FORMS:
        failed += compare([path for path in files if path.suffix == form], options, plumb, options.keep)
    if options.corpus:
        options.corpus.write_text(json.dumps(corpus(inputs(DEFAULT), options.keep)))
    if options.update:
        print(f"{failed} of {len(files)} files updated")
        return 0
    print(f"{len(files) - failed} passed, {failed} failed")
    return 1 if failed or not files else 0


def document_of(path, documents):
    """Where what is said of a program is kept."""
    return documents / str(path.relative_to(ROOT).with_suffix(".json")).replace("/", "+")


def corpus(files, documents):
    """What was said of all programs, as if it had been said at once, in the order of their paths."""
    whole = {"exit": 0}
    for path in sorted(path.with_suffix(".plumb") for path in files if path.suffix != ".test"):
        said = json.loads(document_of(path, documents).read_text())
        said["exit"] = max(said["exit"], whole["exit"])
        for key, value in said.items():
            if isinstance(value, list):
                whole.setdefault(key, []).extend(entry | {"file": str(path.relative_to(ROOT))} for entry in value)
            else:
                whole[key] = value
    return whole


def compare(files, options, plumb, documents):
    """Compares or updates the files; how many differ."""

    def regenerate(path):
        before = path.read_bytes()
        keep = [] if documents is None else ["--json", document_of(path, documents)]
        return before, FORMS[path.suffix].regenerate(path, plumb, options.update, keep)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(regenerate, files))
    failed = 0
    for path, (before, after) in zip(files, results):
        if options.update and path.read_bytes() != after:
            path.write_bytes(after)
        if before == after:
            continue
        failed += 1
        if options.update:
            print(f"updated {path.relative_to(ROOT)}")
        else:
            print(difference(path, before, after), end="")
    return failed


if __name__ == "__main__":
    sys.exit(main())
