#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the cells of a grid in one panel for each series: draw_map.py CSV SVG --title T [--values LABEL]

CSV has the columns series, x and y: x numbers the cells of a square grid row by row, and y is 1 for an unsafe cell and 0 for a safe one. With
--values y is any number, shown by a color: white is 0, and the bar with the LABEL says what the others are. The same CSV gives the same SVG, byte for byte, with the same matplotlib.
"""

import argparse
import csv
import math
import sys


def panels_of(path):
    panels = {}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            panels.setdefault(row["series"], {})[int(row["x"])] = float(row["y"])
    return panels


def side_of(cells):
    side = math.isqrt(len(cells))
    if side * side != len(cells):
        sys.exit(f"draw_map.py: {len(cells)} cells make no square")
    return side


def dots(place, name, cells):
    """Safe and unsafe cells."""
    side = side_of(cells)
    for shown, color in ((0, "tab:blue"), (1, "tab:orange")):
        x, y = zip(*[(cell % side, cell // side) for cell, value in cells.items() if value == shown] or [((), ())])
        place.scatter(x, y, s=5, c=color)
    place.set_title(f"{name}: {sum(cells.values()):g} unsafe", fontsize=8)


def colors(place, name, cells, most):
    side = side_of(cells)
    place.set_title(name, fontsize=8)
    return place.imshow([[cells[row * side + column] for column in range(side)] for row in range(side)], origin="lower", cmap="RdBu",
                        vmin=-most, vmax=most)


def draw(panels, svg, title, label=None):
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "plumb", "svg.fonttype": "none", "font.size": 9})
    from matplotlib import pyplot

    columns = 4
    rows = math.ceil(len(panels) / columns)
    figure, axes = pyplot.subplots(rows, columns, figsize=(2.4 * columns, 2.6 * rows), squeeze=False)
    most = max(abs(value) for cells in panels.values() for value in cells.values())
    for place in axes.flat[len(panels):]:
        place.set_visible(False)
    for place, (name, cells) in zip(axes.flat, panels.items()):
        if label is None:
            dots(place, name, cells)
        else:
            shown = colors(place, name, cells, most)
        place.set_xticks([])
        place.set_yticks([])
        place.set_aspect("equal")
    figure.suptitle(title, fontsize=10)
    figure.tight_layout()
    if label is not None:
        figure.colorbar(shown, ax=axes, label=label, shrink=0.8)
    figure.savefig(svg, metadata={"Date": None, "Creator": None})


def main():
    parser = argparse.ArgumentParser(description="Draws the cells of a grid.")
    parser.add_argument("csv", metavar="CSV")
    parser.add_argument("svg", metavar="SVG")
    parser.add_argument("--title", required=True)
    parser.add_argument("--values", metavar="LABEL")
    options = parser.parse_args()
    draw(panels_of(options.csv), options.svg, options.title, options.values)


if __name__ == "__main__":
    main()
