#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The figures from the numbers of clickstream_figures. Usage: figures.py OUT [--fast]

Reads OUT/clickstream_DATA.csv for each data set; writes OUT/FIGURE.csv and OUT/FIGURE.svg, and prints a line for each. With
--fast only the figures of Retail are drawn.
"""

import csv
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "figures"))
import draw

DATA = {"kosarak": "Kosarak (reconstruction)", "t40": "T40I10D100K (reconstruction)", "t10": "T10I4D100K",
        "retail": "Retail"}
BASELINES = {"free_gap_monotone_exponential": "free gap, monotone, exponential noise",
             "free_gap_monotone": "free gap, monotone", "free_gap_general": "free gap, general",
             "free_gap_as_published": "free gap as published"}
MEASURED = {"measured_least": "half selects, half measures", "measured_aware": "the same, selection-aware"}
# Figure: the query, the axes, its title, the methods from our own to the baselines.
FIGURES = {
    "figure2": ("top_k", ("eps", "k"), "Top-k by noisy max", {"algorithm1": "asymmetric (Algorithm 1)", **BASELINES}),
    "figure3": ("svt", ("eps", "k"), "Top-k by sparse vector", {"algorithm2": "asymmetric (Algorithm 2)", **BASELINES}),
    "measured_top_k": ("top_k", ("eps",), "Noisy max, measured again",
                       {**MEASURED, "algorithm1": "asymmetric (Algorithm 1)",
                        "free_gap_monotone": "free gap, monotone"}),
    "measured_svt": ("svt", ("eps",), "Sparse vector, measured again",
                     {**MEASURED, "algorithm2": "asymmetric (Algorithm 2)",
                      "free_gap_monotone": "free gap, monotone"}),
}
MEASURES = {"mse": "mean squared error, 95 % bands", "accuracy": "share of true top-k items, 95 % bands"}
# Axis: what stays fixed, and the label.
AXES = {"eps": ({"k": "100"}, "eps (k = 100)"), "k": ({"eps": "0.5"}, "k (eps = 1/2)")}


def rows_of(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def series(rows, methods, axis, fixed, measure):
    """[(label, x, y, low, high)] of these methods, in their order."""
    return [(label, float(row[axis]), float(row[measure]), float(row[measure + "_low"]), float(row[measure + "_high"]))
            for method, label in methods.items() for row in rows
            if row["method"] == method and all(row[key] == value for key, value in fixed.items())]


def shares(rows, measure):
    """The same over the percentage of eps that selects."""
    return [("least of both values", float(row["method"].split("_")[1]), float(row[measure]),
             float(row[measure + "_low"]), float(row[measure + "_high"])) for row in rows if row["query"] == "share"]


def summary(points, measure, axis):
    """All series where x lies in the middle; errors over the first one's."""
    xs = sorted({point[1] for point in points})
    middle = xs[len(xs) // 2]
    there = [point for point in points if point[1] == middle]
    scale = there[0][2] if measure == "mse" else 1
    values = ", ".join(f"{label} {y / scale:.2f}" for label, _, y, _, _ in there)
    return f"at {axis} = {middle:g}: {values}" + (f" (times {scale:.3g})" if measure == "mse" else "")


def write(out, name, points, title, x, measure, is_drawn):
    path = out / f"{name}.csv"
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["series", "x", "y", "low", "high"])
        writer.writerows([label, *(f"{value:g}" for value in values)] for label, *values in points)
    lines = draw.series_of(path)
    if is_drawn:
        draw.draw(lines, path.with_suffix(".svg"), title, x, MEASURES[measure], log_y=measure == "mse")
    print(f"{name}: {summary(points, measure, x.split(' ')[0])}")


def main():
    out = pathlib.Path(sys.argv[1])
    for data, description in DATA.items():
        is_drawn = data == "retail" or "--fast" not in sys.argv
        rows = rows_of(out / f"clickstream_{data}.csv")
        for figure, (query, axes, title, methods) in FIGURES.items():
            asked = [row for row in rows if row["query"] == query]
            for axis in axes:
                fixed, label = AXES[axis]
                for measure in MEASURES:
                    points = series(asked, methods, axis, fixed, measure)
                    write(out, f"{figure}_{data}_{measure}_by_{axis}", points, f"{title}: {description}", label, measure,
                          is_drawn)
        for measure in MEASURES:
            write(out, f"measured_share_{data}_{measure}", shares(rows, measure),
                  f"How much of eps should select? {description}", "percent of eps that selects (k = 100, eps = 1/2)", measure,
                  is_drawn)


if __name__ == "__main__":
    main()
