#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs examples/clickstream/reproduce.sh --fast, and holds its numbers against what is known. Usage: reproduce.py BUILD

The seeds are fixed, so the numbers are the same each time. The tolerances are those of 60 runs, at about three standard
errors, so that a correct change of the order of draws passes.
"""

import csv
import gzip
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs/experiments.md"

# From an implementation of the same definitions in numpy that shares no code with this one, with real-valued noise,
# fixed seeds, and 400 to 1000 runs, on the same reconstructions. At k = 100: the error of Algorithm 1, those of the
# baselines over it, and the accuracies of Algorithm 1 and of three baselines.
TOP_K = """
t40,0.1,1.9e+06,9.39,3.49,2.59,2.93,0.887,0.494,0.720,0.754
t40,0.5,4.38e+04,15.5,5.92,3.71,2.88,0.974,0.889,0.942,0.955
t40,1.0,1.06e+04,15.4,6.14,3.8,2.75,0.986,0.942,0.967,0.974
kosarak,0.1,9.28e+06,4.34,1.11,1.54,2.27,0.820,0.241,0.469,0.474
kosarak,0.5,4.4e+04,27,7.78,3.77,2.84,0.984,0.878,0.953,0.966
kosarak,1.0,1.08e+04,15.5,6.2,3.76,2.75,0.992,0.953,0.979,0.985
"""
TOP_K_METHODS = ["free_gap_as_published", "free_gap_general", "free_gap_monotone", "free_gap_monotone_exponential"]
# The same for the sparse vector technique: Algorithm 2, and the baselines for general and monotone counts.
SVT = """
t40,0.1,1.83e+06,4.03,3.11,0.660,0.327,0.488
t40,0.5,4.38e+04,6.14,4.03,0.682,0.643,0.674
t40,1.0,1.04e+04,6.3,4.09,0.687,0.675,0.688
kosarak,0.1,1.46e+07,0.593,0.924,0.407,0.015,0.048
kosarak,0.5,4.63e+04,11.3,4.16,0.693,0.484,0.665
kosarak,1.0,1.07e+04,6.28,3.95,0.689,0.670,0.684
"""
SVT_METHODS = ["free_gap_general", "free_gap_monotone"]

DATA = ["kosarak", "t40", "t10", "retail"]


class Results:
    def __init__(self, out):
        self.rows, self.complaints, self.checks = {}, [], 0
        for data in DATA:
            with open(out / f"clickstream_{data}.csv", newline="") as file:
                for row in csv.DictReader(file):
                    self.rows[data, row["query"], int(row["k"]), float(row["eps"]), row["method"]] = row

    def value(self, column, data, query, method, eps=0.5, k=100):
        return float(self.rows[data, query, k, eps, method][column])

    def error(self, *place, **point):
        return self.value("mse", *place, **point)

    def accuracy(self, *place, **point):
        return self.value("accuracy", *place, **point)

    def check(self, holds, what):
        self.checks += 1
        if not holds:
            self.complaints.append(what)

    def near(self, value, expected, relative, what):
        self.check(abs(value - expected) <= relative * expected, f"{what}: {value:.4g}, expected {expected:.4g}")


def check_reference(results, query, own, table, methods):
    for line in table.split():
        data, *numbers = line.split(",")
        eps, error, *rest = map(float, numbers)
        where = f"{query} on {data} at eps = {eps}"
        results.near(results.error(data, query, own, eps=eps), error, 0.15, f"{where}: error of {own}")
        for method, ratio in zip(methods, rest):
            measured = results.error(data, query, method, eps=eps) / results.error(data, query, own, eps=eps)
            results.near(measured, ratio, 0.2, f"{where}: error of {method} over that of {own}")
        # Behind the ratios: our own accuracy, and those of the last baselines.
        accuracies = rest[len(methods):]
        judged = [own, *methods[len(methods) - len(accuracies) + 1:]]
        for method, accuracy in zip(judged, accuracies):
            measured = results.accuracy(data, query, method, eps=eps)
            results.check(abs(measured - accuracy) <= (0.02 if query == "top_k" else 0.06),
                          f"{where}: accuracy of {method}: {measured:.3f}, expected {accuracy:.3f}")


def check_headline(results):
    """Against a baseline measured with twice the noise 16; against honest ones 6.4, 4 and 2.7, for large k."""
    own = results.error("t40", "top_k", "algorithm1", eps=1.0)
    for method, ratio in zip(TOP_K_METHODS, [16, 6.4, 4, 8 / 3]):
        measured = results.error("t40", "top_k", method, eps=1.0) / own
        results.near(measured, ratio, 0.2, f"T40 at eps = 1: {method} over Algorithm 1")
    errors = [results.error("t40", "top_k", method, eps=1.0) for method in TOP_K_METHODS]
    results.check(errors == sorted(errors, reverse=True) and errors[-1] > own, "the order of the baselines on T40")


def check_accuracy(results):
    """The set of Algorithm 1 is the best one everywhere."""
    for data, query, k, eps, method in results.rows:
        if query == "top_k":
            best = results.accuracy(data, query, "algorithm1", eps=eps, k=k)
            results.check(results.accuracy(data, query, method, eps=eps, k=k) <= best,
                          f"{data}, k = {k}, eps = {eps}: {method} selects better than Algorithm 1")


def check_retail(results):
    """Where the published claim does not hold: errors of selected values on Retail."""
    worst = results.error("retail", "top_k", "algorithm1", eps=0.1) / results.error("retail", "top_k", "free_gap_monotone",
                                                                                   eps=0.1)
    results.near(worst, 6, 0.15, "Retail at eps = 0.1: Algorithm 1 over the monotone baseline")
    for method in TOP_K_METHODS[1:]:
        results.check(results.error("retail", "top_k", "algorithm1") > 1.3 * results.error("retail", "top_k", method),
                      f"Retail at eps = 1/2: Algorithm 1 should be worse than {method}")
    results.check(results.error("retail", "top_k", "algorithm1", eps=1.0)
                  < results.error("retail", "top_k", "free_gap_general", eps=1.0),
                  "Retail at eps = 1: Algorithm 1 should be better again")


def check_improvement(results):
    """Measuring afresh wins on Retail, loses nothing where counts lie apart, and always loses accuracy."""
    for query, own in (("top_k", "algorithm1"), ("svt", "algorithm2")):
        for method in ("measured_least", "measured_aware"):
            ratio = results.error("retail", query, own) / results.error("retail", query, method)
            results.check(ratio > 2.5, f"Retail, {query}: {method} wins by {ratio:.2f} only")
            results.check(results.error("retail", query, method) < results.error("retail", query, "free_gap_monotone"),
                          f"Retail, {query}: {method} should be better than the monotone baseline")
        for data in ("t40", "kosarak"):
            results.near(results.error(data, query, "measured_least", eps=1.0), results.error(data, query, own, eps=1.0),
                         0.2, f"{data}, {query} at eps = 1: measured afresh beside {own}")
        results.check(results.accuracy("retail", query, "measured_least") < 0.6 * results.accuracy("retail", query, own),
                      f"Retail, {query}: half of eps should select worse")
    for data in DATA:
        results.check(results.accuracy(data, "share", "selecting_25") < results.accuracy(data, "share", "selecting_75"),
                      f"{data}: more budget for the selection should select better")


def check_bands(results, out):
    for place, row in results.rows.items():
        for measure in ("mse", "accuracy"):
            low, mean, high = (float(row[measure + end]) for end in ("_low", "", "_high"))
            results.check(low <= mean <= high and high < 2 * mean + 0.1, f"{place}: the band {low} {mean} {high}")
    figures = [path for path in out.glob("*.csv") if not path.name.startswith("clickstream_")]
    for path in figures:
        lines = path.read_text().splitlines()
        results.check(lines[0] == "series,x,y,low,high" and len(lines) > 2, f"{path.name}: no figure")
    return len(figures)


def check_commands(results, build):
    """What the page says to run, besides `./x reproduce`, which is what this test does quickly."""
    commands = [line for block in re.findall(r"^```sh\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
                for line in block.splitlines() if line != "./x reproduce"]
    for command in commands:
        run = subprocess.run(["bash", "-c", command.replace("build/", f"{build}/")], cwd=ROOT, capture_output=True)
        results.check(run.returncode == 0, f"docs/experiments.md: exit {run.returncode}: {command}")
    results.check(commands, "docs/experiments.md: no commands")


def check_page(results):
    """The rows `| data | eps | numbers |` under a heading that names the methods are what was measured, within 20 %."""
    found = 0
    for query, methods, rows in re.findall(r"<!-- (\w+): ([\w ]+) -->\n\|.*\n\|[-| ]+\n((?:\|.*\n)+)", PAGE.read_text()):
        names = methods.split()
        for row in rows.splitlines():
            data, eps, *numbers = (cell.strip() for cell in row.strip("|").split("|"))
            if (data.lower(), query, 100, float(eps), names[0]) not in results.rows:
                continue
            for method, number in zip(names, numbers):
                found += 1
                error, accuracy = number.split(" / ")
                place = (data.lower(), query, method)
                what = f"docs/experiments.md: {query} on {data} at eps = {eps}: {method}"
                results.near(float(error), results.error(*place, eps=float(eps)), 0.2, what)
                results.check(abs(float(accuracy) - results.accuracy(*place, eps=float(eps))) <= 0.06,
                              f"{what}: accuracy {accuracy}")
    results.check(found >= 30, f"docs/experiments.md: {found} numbers are compared, too few")


def said(results, sentence, values, relative=0.2, absolute=0.0):
    """The page has \p sentence once, with numbers in the place of each `#`, and they are \p values."""
    number = r"(\d+(?:\.\d+)?(?:e\d+)?)"
    found = re.findall(number.join(map(re.escape, sentence.split("#"))), " ".join(PAGE.read_text().split()))
    results.check(len(found) == 1, f"docs/experiments.md says {len(found)} times: {sentence}")
    for numbers in found:
        for stated, value in zip([numbers] if isinstance(numbers, str) else numbers, values, strict=True):
            results.check(abs(float(stated) - value) <= max(relative * value, absolute), f"{sentence}: {stated}, measured {value:.4g}")


def check_prose(results):
    """What the page says between its tables."""
    def ratio(data, query, method, other, **point):
        return results.error(data, query, method, **point) / results.error(data, query, other, **point)

    def worse(**point):
        return ratio("retail", "top_k", "algorithm1", "free_gap_monotone", **point)

    baselines = [ratio("t40", "top_k", method, "algorithm1", eps=1.0) for method in TOP_K_METHODS]
    said(results, "On T40 at eps = 1 the ratio is # against the code as published", baselines[:1])
    said(results, "Against honest baselines it is # (general), # (monotone) and # (exponential).", baselines[1:])
    said(results, "# times at eps = 0.1, # at 0.3, # at 0.5, # at 0.7; at eps = 1 it is smaller again (# times).",
         [worse(eps=eps) for eps in (0.1, 0.3, 0.5, 0.7, 1.0)])
    said(results, "At k = 200 and eps = 1/2 it is # times larger.", [worse(k=200)])
    said(results, "On T10 it is larger at eps = 0.1 (# times).", [ratio("t10", "top_k", "algorithm1", "free_gap_monotone", eps=0.1)])
    with gzip.open(ROOT / "examples/clickstream/data/retail.csv.gz", "rt", newline="") as file:
        counts = sorted((int(row["count"]) for row in csv.DictReader(file)), reverse=True)
    said(results, "the 100th has the count #, the 200th #, the 1000th #, beside", [counts[99], counts[199], counts[999]], 0)
    said(results, '"Nearly 1 accuracy at eps = 1/2" is # here.', [results.accuracy("retail", "top_k", "algorithm1")], 0, 0.06)

    said(results, "on T40 at eps = 1 the ratios are # (general) and # (monotone), and # against the code as published.",
         [ratio("t40", "svt", method, "algorithm2", eps=1.0) for method in (*SVT_METHODS, "free_gap_as_published")])
    honest = {eps: [ratio("retail", "svt", "algorithm2", method, eps=eps) for method in SVT_METHODS] for eps in (0.1, 0.3, 0.5, 0.7, 1.0)}
    said(results, "larger than that of the honest baselines from eps = 0.3 to 0.7, # times at most", [max(map(max, honest.values()))])
    # The ends of that range lie near 1.
    for eps, ratios in honest.items():
        results.check(all(value > (1 if eps == 0.5 else 0.9) if 0.3 <= eps <= 0.7 else value < 1 for value in ratios),
                      f"Retail, svt, eps = {eps}: Algorithm 2 over the honest baselines: {ratios}")
    said(results, "on Kosarak at eps = 0.1 it is # times that of the general one", [ratio("kosarak", "svt", "algorithm2", "free_gap_general", eps=0.1)])
    for (data, query, k, eps, method), row in results.rows.items():
        if query == "svt" and method != "free_gap_as_published":
            own = results.rows[data, query, k, eps, "algorithm2"]
            results.check(float(row["accuracy_low"]) <= float(own["accuracy_high"]), f"svt on {data}, k = {k}, eps = {eps}: {method} has a better set")

    said(results, "# times smaller than that of Algorithm 1 at eps = 0.1, # times at 1/2, # times at 1; selection-aware #, # and # times.",
         [ratio("retail", "top_k", "algorithm1", method, eps=eps) for method in ("measured_least", "measured_aware") for eps in (0.1, 0.5, 1.0)])
    for data in DATA:
        for eps in (0.3, 0.5, 0.7, 1.0):
            best = min(results.error(data, "top_k", method, eps=eps) for method in TOP_K_METHODS[1:])
            for method in ("measured_least", "measured_aware"):
                results.check(results.error(data, "top_k", method, eps=eps) < best, f"{data}, eps = {eps}: {method} is no better than free gaps")
    for point in ({"eps": 0.1}, {"k": 200}):
        behind = ratio("retail", "top_k", "measured_least", "free_gap_monotone", **point)
        results.check(1 < behind < 1.25, f"Retail, {point}: the least of both over the monotone baseline: {behind:.3f}")
    said(results, "the accuracy on Retail at eps = 1/2 falls from # to #.",
         [results.accuracy("retail", "top_k", method) for method in ("algorithm1", "measured_least")], 0, 0.06)
    for eps in (0.1, 0.3, 0.5, 0.7, 1.0):
        results.near(ratio("t40", "top_k", "measured_least", "algorithm1", eps=eps), 1, 0.2, f"T40, eps = {eps}: the least of both")
    said(results, "Selection-aware is up to # % worse on T10 at k = 100",
         [max(100 * ratio("t10", "top_k", "measured_aware", "algorithm1", eps=eps) - 100 for eps in (0.1, 0.3, 0.5, 0.7, 1.0))])
    few, many = "selecting_5", "selecting_95"
    for percent in (25, 75, 95):
        results.near(ratio("t40", "share", f"selecting_{percent}", few), 1, 0.2, f"T40: {percent} % selects")
    said(results, "while the accuracy rises from # to #: there", [results.accuracy("t40", "share", share) for share in (few, many)], 0, 0.06)
    said(results, "On Retail the error rises from # to # and the accuracy", [results.error("retail", "share", share) for share in (few, many)])
    said(results, "and the accuracy from # to #: one", [results.accuracy("retail", "share", share) for share in (few, many)], 0, 0.06)


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder, "figures")
        run = subprocess.run([ROOT / "examples/clickstream/reproduce.sh", build, out, "--fast"], capture_output=True,
                             text=True)
        if run.returncode != 0:
            sys.exit(f"reproduce.sh ended with {run.returncode}: {run.stderr}")
        results = Results(out)
        figures = check_bands(results, out)
        results.check(len(run.stdout.splitlines()) == figures > 30, f"{figures} figures, and another number of lines")
    check_reference(results, "top_k", "algorithm1", TOP_K, TOP_K_METHODS)
    check_reference(results, "svt", "algorithm2", SVT, SVT_METHODS)
    check_headline(results)
    check_accuracy(results)
    check_retail(results)
    check_improvement(results)
    check_commands(results, build)
    check_page(results)
    check_prose(results)
    print("\n".join(results.complaints + [f"{results.checks} checks, {len(results.complaints)} complaints"]))
    return 1 if results.complaints else 0


if __name__ == "__main__":
    sys.exit(main())
