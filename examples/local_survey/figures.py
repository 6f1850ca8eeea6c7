#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The figures from the numbers of local_survey. Usage: figures.py RAW OUT [--fast]

Reads RAW/DATA_SURVEY.csv; writes OUT/local_DATA_SURVEY_FIGURE.csv and, without --fast, .svg, and tables as they are. Prints a
line for each.
"""

import csv
import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "figures"))
import draw

DATA = {"manhattan": "Manhattan", "census_like": "census-like (synthetic)"}
MEASURES = {"tv": "total variation", "mse": "sum of squared errors"}
ESTIMATORS = {"emp": "empirical", "thr": "empirical with threshold", "em": "maximum likelihood (EM)"}
REGIMES = {"high": "eps = 0.1", "low": "eps = ln |X|", "eps0.1": "eps = 0.1", "eps1": "eps = 1", "eps6": "eps = 6"}
# Survey: its title, the label of x, and whether x is logarithmic.
SURVEYS = {
    "eps": ("", "eps", True),
    "sensitive": ("random sensitive values", "number of sensitive values", True),
    "attributes": ("more attributes", "number of attributes", False),
    "personalized": ("personalized", "eps", True),
}
TABLES = ("theorem_one", "worst_cases")


def figures_of(path):
    """{figure: [(series, x, y, low, high)]}, the numbers as they are written."""
    figures = {}
    with open(path, newline="") as file:
        for figure, *point in csv.reader(file):
            figures.setdefault(figure, []).append(point)
    return figures


def summary(points):
    """All series where x lies in the middle."""
    xs = sorted({float(point[1]) for point in points})
    middle = xs[len(xs) // 2]
    return f"at {middle:g}: " + ", ".join(f"{name} {float(y):.3g}" for name, x, y, *_ in points if float(x) == middle)


def write(path, data, survey, figure, points, draws):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["series", "x", "y", "low", "high"])
        writer.writerows(points)
    lines = draw.series_of(path)
    if draws:
        title, x, log_x = SURVEYS[survey]
        measure, *regime, estimator = figure.split("_")
        parts = [DATA[data], title, *(REGIMES[name] for name in regime), ESTIMATORS[estimator]]
        draw.draw(lines, path.with_suffix(".svg"), ", ".join(filter(None, parts)), x, MEASURES[measure], log_x=log_x,
                  log_y=True)


def main():
    raw, out = map(pathlib.Path, sys.argv[1:3])
    draws = sys.argv[3:] != ["--fast"]
    for path in sorted(raw.glob("*.csv")):
        data = next(name for name in DATA if path.name.startswith(name))
        survey = path.stem.removeprefix(data + "_")
        if survey in TABLES:
            shutil.copy(path, out / f"local_{survey}.csv")
            print(f"local_{survey}: {len(path.read_text().splitlines()) - 1} rows")
            continue
        for figure, points in figures_of(path).items():
            name = f"local_{path.stem}_{figure}"
            write(out / f"{name}.csv", data, survey, figure, points, draws)
            print(f"{name}: {summary(points)}")


if __name__ == "__main__":
    main()
