#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Without their alignments the examples are proved all the same, and twins with a confirmed violation are not.
Usage: left_out.py PLUMB. Of twins it is every fifth.

Each `align` clause is taken away; the guarantee stays as it is. What `plumb fill` writes is proved as it stands, and
what was written by hand is no part of it.
"""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from programs import examples, twins

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
# What may follow a clause: the end of a block, or the next statement.
BEHIND = re.compile(r"\s*(\}|;|$|(if|else|for|output|announce|return|stop)\b|[A-Za-z_]\w*(\[[^\]]*\])*\s*(:\s*real\s*)?(:=|~))")


def without_alignments(text):
    text = COMMENT.sub("", text)
    left, position = "", 0
    for clause in re.finditer(r"\s*\balign\b", text):
        left += text[position:clause.start()]
        position, depth = clause.end(), 0
        # Past the primed name and its sign, where a statement would look the same.
        position = text.index("=", position) + 1
        while depth or not BEHIND.match(text, position):
            depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(text[position], 0)
            position += 1
    return left + text[position:]


def violated_in(path):
    """The declarations that the twin's expectations call not private."""
    expected = path.with_suffix(".expected")
    return re.findall(r": (\w+): not private", (expected if expected.exists() else path).read_text())


def check(plumb, path, folder):
    stripped = pathlib.Path(folder, path.name)
    stripped.write_text(without_alignments(path.read_text()))
    run = subprocess.run([plumb, "check", "--jobs", "1", stripped], capture_output=True, text=True, timeout=300)
    return run.returncode, run.stdout + run.stderr


def filled_is_proved(plumb, path, folder):
    """The text that `plumb fill` writes has no holes and is proved by itself."""
    filled = pathlib.Path(folder, "filled_" + path.name)
    stripped = pathlib.Path(folder, path.name)
    filled.write_text(subprocess.run([plumb, "fill", stripped], capture_output=True, text=True, timeout=300).stdout)
    run = subprocess.run([plumb, "check", filled], capture_output=True, text=True, timeout=300)
    return run.returncode == 0 and "found:" not in run.stdout


def main():
    plumb = pathlib.Path(sys.argv[1]).resolve()
    has_clause = lambda path: re.search(r"\balign\b", COMMENT.sub("", path.read_text()))
    asked, wrong = ([path for path in paths if has_clause(path)] for paths in (examples(), twins()))
    refused = [path for path in wrong if violated_in(path)][::5]
    complaints = []
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, (code, said) in zip(asked, pool.map(lambda path: check(plumb, path, folder), asked)):
            if code != 0 or "found: align " not in said:
                complaints.append(f"{path.name}: not proved without its alignments\n{said}")
        for path in asked[::10]:
            if not filled_is_proved(plumb, path, folder):
                complaints.append(f"{path.name}: what is filled in is not proved")
        for path, (code, said) in zip(refused, pool.map(lambda path: check(plumb, path, folder), refused)):
            if code == 0 or any(f": {name}: proved" in said for name in violated_in(path)):
                complaints.append(f"{path.name}: proved, although it is not private\n{said}")
    # The examples and the twins are there.
    assert len(asked) >= 100 and len(refused) >= 10
    print("\n".join(complaints + [f"{len(asked)} examples, {len(refused)} twins, {len(complaints)} complaints"]))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
