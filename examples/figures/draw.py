#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Draws lines with confidence bands: draw.py CSV SVG --title T --x LABEL --y LABEL [--log-x] [--log-y]

CSV has the header `series,x,y,low,high`: one line for each series, in the order of its first row; low and high bound its
band. The same CSV gives the same SVG, byte for byte, with the same matplotlib. Without matplotlib the CSV is checked, and
a line on stderr says that nothing was drawn.
"""

import argparse
import csv
import math
import sys
import textwrap

HEADER = ["series", "x", "y", "low", "high"]
MARKERS = "osD^vP*X"


def series_of(path):
    """{name: [(x, y, low, high)]}, sorted by x; a message and exit code 1 if the file is something else."""
    lines = {}
    with open(path, newline="") as file:
        rows = csv.reader(file)
        if next(rows, None) != HEADER:
            sys.exit(f"draw.py: {path}: the first line has to be {','.join(HEADER)}")
        for number, row in enumerate(rows, 2):
            try:
                name, (x, y, low, high) = row[0], map(float, row[1:])
            except (IndexError, ValueError):
                sys.exit(f"draw.py: {path}:{number}: one name and four numbers are expected")
            if not all(map(math.isfinite, (x, y, low, high))) or not low <= y <= high:
                sys.exit(f"draw.py: {path}:{number}: low <= y <= high does not hold")
            lines.setdefault(name, []).append((x, y, low, high))
    if not lines:
        sys.exit(f"draw.py: {path}: nothing to draw")
    return {name: sorted(points) for name, points in lines.items()}


def draw(lines, svg, title, x, y, log_x=False, log_y=False):
    """Draws what `series_of` gives."""
    try:
        import matplotlib
    except ImportError:
        print(f"draw.py: {svg} is not drawn: there is no matplotlib (Debian: python3-matplotlib)", file=sys.stderr)
        return

    matplotlib.use("svg")
    # Without a salt the ids in the file are random; without "none" the text becomes outlines.
    matplotlib.rcParams.update({"svg.hashsalt": "plumb", "svg.fonttype": "none", "font.size": 10})
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6.4, 4.2))
    for number, (name, points) in enumerate(lines.items()):
        places, values, low, high = zip(*points)
        marker = MARKERS[number % len(MARKERS)]
        (line,) = axes.plot(places, values, label=name, marker=marker, markersize=4, linewidth=1.3)
        axes.fill_between(places, low, high, color=line.get_color(), alpha=0.2, linewidth=0)
    axes.set_title(textwrap.fill(title, 64), fontsize=11)
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    if log_x:
        axes.set_xscale("log")
    if log_y:
        axes.set_yscale("log")
    axes.grid(True, which="major", alpha=0.3)
    axes.legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(svg, metadata={"Date": None, "Creator": None})
    pyplot.close(figure)


def main():
    parser = argparse.ArgumentParser(description="Draws lines with confidence bands.")
    parser.add_argument("csv", metavar="CSV")
    parser.add_argument("svg", metavar="SVG")
    parser.add_argument("--title", required=True)
    parser.add_argument("--x", required=True, metavar="LABEL")
    parser.add_argument("--y", required=True, metavar="LABEL")
    parser.add_argument("--log-x", action="store_true")
    parser.add_argument("--log-y", action="store_true")
    options = parser.parse_args()
    draw(series_of(options.csv), options.svg, options.title, options.x, options.y, options.log_x, options.log_y)


if __name__ == "__main__":
    main()
