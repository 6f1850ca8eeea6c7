#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws docs/two_runs.svg: the run of a mechanism on D beside the aligned run on D', as the exact interpreter makes them
for `plumb serve`. Usage: two_runs.py PLUMB [--check]; with --check the picture is compared instead of written, and its text in
README.md too.
"""

import pathlib
import re
import sys
from html import escape

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/tools"))
from web_client import Served  # noqa: E402

PICTURE = ROOT / "docs/two_runs.svg"
PROGRAM = ROOT / "examples/svt/asymmetric_svt.plumb"
INPUTS = {
    "parameters": {"eps": ["1"], "c": ["1"], "n": ["3"], "T": ["10", "10", "10"]},
    "first": {"f": ["8", "6", "9"]},
    "second": {"f": ["7", "6", "8"]},
    "noise": ["1", "2", "2"],
}
WIDTH, TOP, ROW, UNIT, BAR = 880, 112, 70, 23, 22
LEFT, RIGHT, MIDDLE = 66, 560, 450

STYLE = """
text { font: 14px ui-sans-serif, system-ui, sans-serif; fill: #1f2328 }
.code { font-family: ui-monospace, monospace; font-size: 13px }
.head { font-weight: 600; font-size: 16px }
.page { fill: #ffffff; stroke: #d0d7de }
.answer { fill: #57606a }
.noise { fill: #9ec5f5 }
.moved { fill: #f0a040 }
.threshold { stroke: #cf222e; stroke-width: 2; stroke-dasharray: 4 3 }
.inside { fill: #ffffff }
.onNoise { fill: #1f2328 }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 }
  .page { fill: #0d1117; stroke: #3d444d }
  .answer { fill: #8b949e }
  .inside { fill: #0d1117 }
  .threshold { stroke: #ff7b72 }
}
"""


def asked(plumb):
    with Served(plumb) as served:
        return served.post("play", text=PROGRAM.read_text(), number=0, inputs=INPUTS)


def rounds(runs):
    """For each iteration its answers, its draw and what it publishes, in both runs."""
    query, = runs["queries"]
    found = []
    for step in runs["steps"]:
        if "draw" in step:
            found.append({"answers": [int(query[side][len(found)]) for side in ("first", "second")],
                          "noise": [int(step["draw"][side]) for side in ("first", "second")],
                          "shift": step["draw"]["shift"], "cost": step["cost"]})
        elif step["statement"].startswith("output"):
            found[-1]["published"] = [step["first"], step["second"]]
    return found


def text(x, y, words, kind="", anchor="start"):
    return f'<text x="{x}" y="{y}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'


def bar(x, y, answer, noise, kind):
    parts = [f'<rect class="answer" x="{x}" y="{y}" width="{answer * UNIT}" height="{BAR}"/>',
             text(x + answer * UNIT / 2, y + 16, str(answer), "inside", "middle")]
    if noise:
        parts += [f'<rect class="{kind}" x="{x + answer * UNIT}" y="{y}" width="{noise * UNIT}" height="{BAR}"/>',
                  text(x + (answer + noise / 2) * UNIT, y + 16, f"+{noise}", "onNoise", "middle")]
    return parts


def description(runs, found):
    return (f"Three answers are compared with the threshold 10. On D they are {', '.join(str(one['answers'][0]) for one in found)}, on D' "
            f"{', '.join(str(one['answers'][1]) for one in found)}. The noise on D is {', '.join(str(one['noise'][0]) for one in found)}; in the aligned run it is "
            f"{', '.join(str(one['noise'][1]) for one in found)}, so that both runs publish {', '.join(one['published'][0] for one in found)}. "
            f"Moving the last noise costs {runs['cost']} eps, which is what is guaranteed.")


def drawn(runs):
    found = rounds(runs)
    assert runs["parted"] is None and len(found) == 3 and runs["parameters"][0]["values"] == ["1"], runs
    threshold, = {int(value) for value in next(one for one in runs["parameters"] if one["name"] == "T")["values"]}
    height = TOP + ROW * len(found) + 48
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="title desc">',
             "<title id=\"title\">Two runs side by side: on the neighbour D' the noise moves, and the output stays</title>",
             f'<desc id="desc">{escape(description(runs, found))}</desc>', f"<style>{STYLE}</style>",
             f'<rect class="page" x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" rx="6"/>',
             text(LEFT, 34, "a run on D", "head"), text(RIGHT, 34, "the aligned run on D'", "head"), text(MIDDLE, 34, "noise moves by", "head", "middle")]
    for x in (LEFT, RIGHT):
        lines += [f'<rect class="answer" x="{x}" y="50" width="14" height="14"/>', text(x + 20, 62, "f[i], the answer"),
                  f'<rect class="{"noise" if x == LEFT else "moved"}" x="{x + 134}" y="50" width="14" height="14"/>', text(x + 154, 62, "lam, noise" if x == LEFT else "lam', moved")]
        at = x + threshold * UNIT
        lines += [f'<line class="threshold" x1="{at}" x2="{at}" y1="92" y2="{TOP + ROW * len(found) - 22}"/>', text(at, 86, f"T[i] = {threshold}", "code", "middle")]
    for i, one in enumerate(found):
        y = TOP + i * ROW
        lines.append(text(20, y + 16, f"i = {i}", "code"))
        for side, x in enumerate((LEFT, RIGHT)):
            lines += bar(x, y, one["answers"][side], one["noise"][side], "moved" if side == 1 and one["shift"] != "0" else "noise")
            lines.append(text(x, y + 40, f"output {one['published'][side]}", "code"))
        lines.append(text(MIDDLE, y + 16, one["shift"] if one["shift"] == "0" else f"+{one['shift']}", "code", "middle"))
    return "\n".join(lines + [text(WIDTH / 2, height - 20, f"the same output; cost: {runs['cost']} at scale c / eps, so exp(eps) bounds how much likelier it is on D", "", "middle"),
                              "</svg>", ""])


def main():
    runs = asked(sys.argv[1])
    picture = drawn(runs)
    if "--check" not in sys.argv:
        PICTURE.write_text(picture)
        return 0
    assert PICTURE.read_text() == picture, "docs/two_runs.svg is not what tests/meta/two_runs.py draws"
    alternative, = re.findall(r'<img [^>]*alt="([^"]*)"', (ROOT / "README.md").read_text())
    assert alternative == description(runs, rounds(runs)), "README.md has another text for the picture: " + description(runs, rounds(runs))
    return 0


if __name__ == "__main__":
    sys.exit(main())
