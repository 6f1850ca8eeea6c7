#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `plumb explain` shows of a mechanism with few likely outputs is what is guaranteed: each column sums to 1, nothing is more likely on D
than e^eps times as on D', the picture has two bars for each row, and of three mechanisms the numbers are those of closed forms made here.

Usage: outcomes.py PLUMB [--all]      Of every fifth example, or of all."""

import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADING = "What it looks like on one pair"


def text_of(line):
    return "".join(span["text"] for span in line)


def outcomes(subject):
    """(data, rows, figure) of one subject; None if nothing is shown."""
    blocks = subject["blocks"]
    at = [i for i, block in enumerate(blocks) if block["kind"] == "heading" and text_of(block["lines"][0]) == HEADING]
    if not at:
        return None
    _, data, table, figure = blocks[at[0] + 1:at[0] + 5]
    return data["text"], [[text_of(cell) for cell in row] for row in table["rows"][1:]], figure["svg"]


def laplace_argmax(gap, scale):
    """P[X + gap > Y] for two draws."""
    return 1 - math.exp(-gap / scale) * (2 + gap / scale) / 4


def coin(plumb):
    """One test of a geometric draw: P[x >= t] of the two-sided law with q = e^(-eps)."""
    program = ("mechanism coin(eps: real, f: query)\n  requires eps > 0\n  adjacency f changes by 1\n  guarantees private(eps)\n"
               "{\n  lam ~ laplace(1 / eps)   align lam' = lam + f - f'\n  if f + lam >= 2 { output high } else { output low }\n}\n")
    with tempfile.NamedTemporaryFile("w", suffix=".plumb") as file:
        file.write(program)
        file.flush()
        run = subprocess.run([plumb, "explain", "--format=json", file.name], capture_output=True, text=True)
    data, rows, _ = outcomes(json.loads(run.stdout)["subjects"][0])
    eps, first, second = (float(re.search(pattern, data)[1]) for pattern in (r"eps = (\d+)", r"f +(-?\d+) ", r"f +-?\d+ +(-?\d+)"))
    q = math.exp(-eps)

    def high(answer):
        need = 2 - answer
        tail = q ** abs(need) / (1 + q)
        return tail if need > 0 else 1 - tail * q if need < 0 else 1 / (1 + q)

    shown = {row[1]: (float(row[2]), float(row[3])) for row in rows}
    for word, expected in (("out = high", (high(first), high(second))), ("out = low", (1 - high(first), 1 - high(second)))):
        key = next(name for name in shown if name.endswith(word.split()[-1]))
        assert all(abs(a - b) < 1e-3 for a, b in zip(shown[key], expected)), (data, key, shown[key], expected)


def one_sided(data, rows):
    """A number with one-sided geometric noise: P[f + x = v] = (1 - q) q^(v - f) from f on, and the rest."""
    eps, first, second = (float(re.search(pattern, data)[1]) for pattern in (r"eps = (\d+)", r"f +(-?\d+) ", r"f +-?\d+ +(-?\d+)"))
    q = math.exp(-eps)
    values = [int(re.search(r"-?\d+", row[1])[0]) for row in rows[:-1]]
    assert rows[-1][1] == "something else" and values == sorted(values) and len(values) >= 4, rows
    for answer, column in ((first, 2), (second, 3)):
        masses = [(1 - q) * q ** (value - answer) if value >= answer else 0 for value in values]
        for expected, row in zip([*masses, 1 - sum(masses)], rows):
            assert abs(float(row[column]) - expected) < 1e-3, (row, expected)


def main():
    plumb = str(pathlib.Path(sys.argv[1]).resolve())
    every = [path for folder in ("svt", "noisy_max", "laplace") for path in sorted((ROOT / "examples" / folder).glob("*.plumb"))
             if "__" not in path.name]
    known = ("noisy_max", "above_threshold_integers", "asymmetric_laplace", "asymmetric_svt")
    files = every if "--all" in sys.argv else [path for i, path in enumerate(every) if i % 5 == 0 or path.stem in known]
    run = subprocess.run([plumb, "explain", "--format=json", *map(str, files)], capture_output=True, text=True)
    subjects = json.loads(run.stdout)["subjects"]
    shown = {}
    for subject in subjects:
        found = outcomes(subject)
        if found is None:
            continue
        assert subject["verdict"].startswith("proved"), subject["name"]
        data, rows, svg = shown[subject["name"]] = found
        assert 2 <= len(rows) <= 13 and svg.count("<rect") == 2 * len(rows), subject["name"]
        for column in (2, 3):
            assert abs(sum(float(row[column]) for row in rows) - 1) < 2e-3, (subject["name"], rows)
        for row in rows:
            assert float(row[2]) <= float(row[4]) * (1 + 1e-3), (subject["name"], row)
    assert {"noisy_max", "above_threshold_integers", "asymmetric_laplace", "asymmetric_svt"} <= shown.keys(), shown.keys()
    one_sided(*shown["asymmetric_laplace"][:2])
    data, rows, _ = shown["noisy_max"]
    eps = float(re.search(r"eps = (\d+)", data)[1])
    answers = [tuple(map(float, found)) for found in re.findall(r"f\[\d\] +(-?\d+) +(-?\d+)", data)]
    assert len(answers) == 2, data
    for row in rows:
        winner = int(re.search(r"result = (\d)", row[1])[1])
        for side, told in ((0, row[2]), (1, row[3])):
            gap = answers[winner][side] - answers[1 - winner][side]
            expected = laplace_argmax(gap, 2 / eps) if gap >= 0 else 1 - laplace_argmax(-gap, 2 / eps)
            assert abs(float(told) - expected) < 1e-3, (row, expected)
    coin(plumb)
    print(f"{len(subjects)} mechanisms, {len(shown)} of them shown")
    return 0


if __name__ == "__main__":
    sys.exit(main())
