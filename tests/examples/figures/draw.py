#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""examples/figures/draw.py refuses what is no figure, and draws the same twice."""

import pathlib
import subprocess
import sys
import tempfile

DRAW = pathlib.Path(__file__).resolve().parents[3] / "examples/figures/draw.py"

HEADER = "series,x,y,low,high\n"
GOOD = HEADER + "one,0.1,3,2,4\none,0.3,1,0.5,1.5\ntwo,0.1,10,9,11\n"
REFUSED = {
    "another header": ("name,x,y,low,high\none,1,2,1,3\n", "the first line has to be"),
    "a column too few": (HEADER + "one,1,2,1\n", ":2: one name and four numbers"),
    "a word for a number": (HEADER + "one,1,2,1,3\none,1,two,1,3\n", ":3: one name and four numbers"),
    "a value above its band": (HEADER + "one,1,4,1,3\n", ":2: low <= y <= high does not hold"),
    "no number": (HEADER + "one,1,nan,nan,nan\n", ":2: low <= y <= high does not hold"),
    "no rows": (HEADER, "nothing to draw"),
}


def drawn(folder, text):
    table, picture = folder / "figure.csv", folder / "figure.svg"
    table.write_text(text)
    picture.unlink(missing_ok=True)
    run = subprocess.run([DRAW, table, picture, "--title", "Errors & bands", "--x", "eps", "--y", "error", "--log-y"],
                         capture_output=True, text=True)
    return run, picture.read_text() if picture.exists() else None


def main():
    complaints = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for what, (text, message) in REFUSED.items():
            run, picture = drawn(folder, text)
            if run.returncode != 1 or message not in run.stderr or picture is not None:
                complaints.append(f"{what}: exit {run.returncode}, {run.stderr!r}")
        (run, first), (_, second) = drawn(folder, GOOD), drawn(folder, GOOD)
        if run.returncode != 0:
            complaints.append(f"a good table: exit {run.returncode}, {run.stderr!r}")
        elif first is None and "there is no matplotlib" not in run.stderr:
            complaints.append("nothing is drawn, and nothing says why")
        elif first is not None and not (first == second and ">Errors &amp; bands<" in first and ">two<" in first):
            complaints.append("the picture differs from run to run, or its words are not there as text")
    print("\n".join(complaints) or f"{len(REFUSED)} tables are refused, one is drawn")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
