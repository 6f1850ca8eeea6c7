#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What theory and the paper say holds of the figures that `reproduce.sh --fast` writes. Usage: check_figures.py BUILD_FOLDER

The seeds are fixed, so the numbers are the same each time. Bands are those of 10 runs or more where they are used, and the
tolerances are wide enough that a correct change of the order of draws passes.
"""

import csv
import math
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
CLOSED = ", closed form"
KINDS = ("RR", "RAPPOR", "uRR", "uRAP")
LOW = {"manhattan": 6.4378, "census_like": 5.9915}
EXPECTED_FIGURES = (
    [f"local_census_like_attributes_{m}_{e}_{s}" for e in ("eps0.1", "eps1", "eps6") for s in ("emp", "thr", "em") for m in ("tv", "mse")]
    + [f"local_census_like_sensitive_{m}_{r}_{s}" for r in ("high", "low") for s in ("emp", "em") for m in ("tv", "mse")]
    + [f"local_{d}_eps_{m}_{s}" for d in LOW for s in ("emp", "thr", "em") for m in ("tv", "mse")]
    + [f"local_manhattan_personalized_{m}_{s}" for s in ("emp", "em") for m in ("tv", "mse")])
TABLES = ("local_theorem_one", "local_worst_cases")


class Figures:
    """The points of all figures by figure, series and x, and what is wrong with them."""

    def __init__(self, folder):
        self.points, self.tables, self.complaints, self.checks = {}, {}, [], 0
        for path in sorted(folder.glob("*.csv")):
            with open(path, newline="") as file:
                rows = list(csv.DictReader(file))
            if path.stem in TABLES:
                self.tables[path.stem] = rows
                continue
            for row in rows:
                y, low, high = (float(row[key]) for key in ("y", "low", "high"))
                self.points[path.stem, row["series"], float(row["x"])] = (y, low, high)

    def y(self, figure, series, x):
        return self.points[f"local_{figure}", series, x][0]

    def line(self, figure, series):
        return [y for (_, y) in sorted((x, point[0]) for (name, line, x), point in self.points.items()
                                       if (name, line) == (f"local_{figure}", series))]

    def expect(self, holds, complaint):
        self.checks += 1
        if not holds:
            self.complaints.append(complaint)

    def rising(self, what, values):
        self.expect(len(values) > 1 and values == sorted(values), f"{what}: {values} should rise")

    def agrees(self, where, point, theory, errors, slack=0.0):
        """The mean lies within so many standard errors of the theory, and a share of it where it is asymptotic."""
        y, low, high = point
        reach = errors * (high - low) / (2 * 1.96) + slack * theory
        self.expect(abs(y - theory) <= reach, f"{where}: {y:.6g} +- {reach:.3g} should be {theory:.6g}")


def closed_forms(figures):
    """mse exactly, and in most of its bands; tv where n p is large, and nearly so here."""
    compared, away = 0, []
    for (figure, series, x), (theory, _, _) in list(figures.points.items()):
        if not series.endswith(CLOSED) or "attributes" in figure:
            continue
        compared += 1
        point = figures.points[figure, series.removesuffix(CLOSED), x]
        figures.agrees(f"{figure}, {series}, {x:g}", point, theory, 6, 0.05 if "_tv_" in figure else 0)
        y, low, high = point
        if "_mse_" in figure and high > low:
            away.append(abs(y - theory) / ((high - low) / (2 * 1.96)))
    outside = sum(errors > 1.96 for errors in away)
    figures.expect(len(away) >= 50 and outside <= 0.15 * len(away) and max(away) < 4,
                   f"mse: {outside} of {len(away)} bands are missed, the farthest by {max(away):.3g} standard errors")
    figures.expect(compared >= 100, f"only {compared} points have a closed form")


def attributes(figures):
    for kind in KINDS:
        for eps in ("eps0.1", "eps1", "eps6"):
            figure = f"census_like_attributes_mse_{eps}_emp"
            for x in (4.0, 6.0):
                ratio = figures.y(figure, kind, x) / figures.y(figure, kind + CLOSED, x)
                figures.expect(0.7 < ratio < 1.4, f"{figure}, {kind}, {x:g}: {ratio:.3g} times the closed form")
            figures.rising(f"{eps}, {kind} by attributes", figures.line(f"census_like_attributes_tv_{eps}_emp", kind))
    *others, best = (figures.y("census_like_attributes_tv_eps0.1_thr", kind, 6) for kind in KINDS)
    figures.expect(abs(best - 0.24) < 0.03 and min(others) > 0.7, f"six attributes, eps = 0.1: uRAP {best:.3g}, others {others}")


def few_sensitive(figures):
    """Manhattan: 15 of 625 values. High privacy: uRAP is best, then uRR. Low privacy: uRR is as good as no privacy. Where 76 of
    400 are sensitive, uRR loses against RAPPOR at high privacy."""
    low = LOW["manhattan"]
    for data, order in (("manhattan", ("uRAP", "uRR", "RAPPOR", "RR")), ("census_like", ("uRAP", "RAPPOR", "uRR", "RR"))):
        figures.rising(f"{data}, eps = 0.1", [figures.y(f"{data}_eps_mse_emp", kind, 0.1) for kind in order])
    at_low = [figures.y("manhattan_eps_mse_emp", kind, low) for kind in ("no privacy", "uRR", "uRAP", "RR", "RAPPOR")]
    figures.rising("Manhattan, eps = ln |X|", at_low)
    figures.expect(at_low[1] < 1.25 * at_low[0], "uRR at eps = ln |X| is nearly as good as no privacy")
    for estimator in ("emp", "em"):
        ours, none = (figures.y(f"manhattan_eps_tv_{estimator}", kind, low) for kind in ("uRR", "no privacy"))
        figures.expect(ours < 1.1 * none, f"{estimator}, eps = ln |X|: uRR {ours:.3g}, no privacy {none:.3g}")
    for estimator in ("thr", "em"):
        plain, optimised = ([figures.y(f"manhattan_eps_tv_{estimator}", kind, 0.1) for kind in kinds] for kinds in (KINDS[:2], KINDS[2:]))
        figures.expect(2 < min(plain) / max(optimised) and max(plain) / min(optimised) < 8, f"{estimator}, eps = 0.1: {plain}, {optimised}")
    for estimator, factor in (("emp", 0.01), ("thr", 0.6), ("em", 0.5)):
        mine, theirs = (figures.y(f"manhattan_eps_tv_{estimator}", kind, 0.1) for kind in ("uRR", "RR"))
        figures.expect(mine < factor * theirs, f"{estimator}, eps = 0.1: uRR {mine:.3g}, RR {theirs:.3g}")


def estimators(figures):
    """EM is at least as good as emp+thr where eps is not small. Where it is, the largest likelihood is worse than the uniform
    distribution, which is what emp+thr falls back on."""
    for data, low in LOW.items():
        for kind in KINDS:
            em, thr = (figures.y(f"{data}_eps_tv_{estimator}", kind, low) for estimator in ("em", "thr"))
            figures.expect(em < 1.05 * thr, f"{data}, {kind}, eps = ln |X|: EM {em:.3g}, emp+thr {thr:.3g}")
            figures.expect(figures.y(f"{data}_eps_tv_em", kind, 0.1) <= 1, f"{data}, {kind}: EM is no distribution")
        for kind in ("RR", "RAPPOR"):
            em, thr = (figures.y(f"{data}_eps_tv_{estimator}", kind, 0.1) for estimator in ("em", "thr"))
            figures.expect(em > 1.1 * thr, f"{data}, {kind}, eps = 0.1: EM {em:.3g}, emp+thr {thr:.3g}")


def sensitive(figures):
    """Where everything is sensitive, the utility-optimised mechanisms are the plain ones."""
    for regime in ("high", "low"):
        figure = f"local_census_like_sensitive_mse_{regime}_emp"
        for mine, plain in (("uRR", "RR"), ("uRAP", "RAPPOR")):
            figures.rising(f"{mine}, {regime} privacy", figures.line(figure.removeprefix("local_"), mine))
            same = figures.points[figure, mine + CLOSED, 400.0][0] / figures.points[figure, plain + CLOSED, 400.0][0]
            figures.expect(abs(same - 1) < 1e-5, f"{mine} over {plain} where all is sensitive: {same}")


def personalized(figures):
    low = LOW["manhattan"]
    for kind in ("uRR", "uRAP"):
        at = {x: [figures.y("manhattan_personalized_tv_em", f"{kind} ({case})", x) for case in ("III", "II", "I")] for x in (0.1, low)}
        figures.rising(f"{kind}, eps = ln |X|, from full knowledge to none", at[low])
        figures.expect(at[low][2] > 1.2 * at[low][0], f"{kind}: knowledge matters at eps = ln |X|: {at[low]}")
        figures.expect(at[0.1][2] < 1.05 * at[0.1][0], f"{kind}: knowledge does not matter at eps = 0.1: {at[0.1]}")
    rows = figures.tables["local_theorem_one"]
    figures.expect(len(rows) == 6, f"{len(rows)} rows instead of the six of table 1")
    for row in rows:
        l1, first, second = (float(row[key]) for key in ("l1", "first_term", "second_term"))
        figures.expect(row["violations"] == "0" and l1 <= first + second, f"theorem 1 fails: {row}")
        figures.expect((second == 0) == row["method"].endswith("(III)"), f"the tags' term: {row}")


def worst_cases(figures):
    rows = figures.tables["local_worst_cases"]
    figures.expect(len(rows) == 8, f"{len(rows)} rows instead of four mechanisms at two eps")
    for row in rows:
        number = {key: float(value) for key, value in row.items() if key != "mechanism"}
        for loss, slack in (("l1", 0.05), ("l2", 0)):
            point = tuple(number[f"{loss}_{key}"] for key in ("measured", "low", "high"))
            figures.agrees(f"worst case of {row['mechanism']}, eps = {row['eps']}", point, number[f"{loss}_closed_form"], 7, slack)
        if row["mechanism"] == "RAPPOR" and number["eps"] > 1:
            factor = number["l1_measured"] / math.sqrt(2 * 624 / (51237 * math.pi))
            figures.expect(4.5 < factor < 6, f"RAPPOR at eps = ln |X|: {factor:.3g} times the loss without privacy")


def refusals(figures, build):
    """Bad input gets one message and exit code 1."""
    head = "a,sensitive,count\n"
    for arguments, data, message in (
            (("eps", "1"), "a,count\n", "line 1 of the counts"), (("eps", "1"), head + "1,2,3\n", "line 2 of the counts"),
            (("eps", "1"), head + "1,1,3\n1,0,x\n", "line 3 of the counts"), (("eps", "1"), head + "1,1,0\n", "nobody"),
            (("eps", "4"), head + "1,1,4\n", "between 1 and 3"), (("eps", "x"), head + "1,1,4\n", "between 1 and 3"),
            (("else", "1"), "", "usage"), ((), "", "usage")):
        run = subprocess.run([pathlib.Path(build) / "bin/local_survey", *arguments], input=data, capture_output=True, text=True)
        figures.expect(run.returncode == 1 and message in run.stderr and run.stderr.count("\n") == 1,
                       f"{arguments} with {data!r}: {run.returncode}, {run.stderr}")


def main():
    build = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run([HERE / "reproduce.sh", build, folder, "--fast"], capture_output=True, text=True)
        if run.returncode != 0:
            sys.exit(f"reproduce.sh ends with {run.returncode}:\n{run.stderr}")
        figures = Figures(pathlib.Path(folder))
    told = sorted(line.split(":")[0] for line in run.stdout.splitlines())
    figures.expect(told == sorted([*EXPECTED_FIGURES, *TABLES]), f"reproduce.sh tells of {told}")
    for check in (closed_forms, attributes, few_sensitive, estimators, sensitive, personalized, worst_cases):
        check(figures)
    refusals(figures, build)
    print("\n".join(figures.complaints + [f"{figures.checks} checks, {len(figures.complaints)} complaints"]))
    return 1 if figures.complaints else 0


if __name__ == "__main__":
    sys.exit(main())
