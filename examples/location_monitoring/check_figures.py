#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What theory says of the figures holds of the ones that `reproduce.sh --fast` writes.

Usage: check_figures.py BUILD_FOLDER
"""

import csv
import gzip
import math
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
EPS = {"1/2": 0.5, "1": 1.0, "2": 2.0}
FIGURES = ["figure4_threshold5", "figure4_threshold10", "figure5_hot_spots", "figure5_map", "figure6_updates",
           "location_thresholds", "location_periods", "location_wrongly_safe", "location_silence", "location_records"]
UPDATES = 5
THRESHOLD = 10
BUSY_THRESHOLD = 25
BATCH = 500
VISITORS = HERE / "gowalla_nyc_location_visitors.csv.gz"


class Figures:
    """The values of all figures by series and x, and what is wrong with them."""

    def __init__(self, folder):
        self.points = {}
        self.complaints = []
        for name in FIGURES:
            with open(folder / f"{name}.csv", newline="") as file:
                for row in csv.DictReader(file):
                    y, low, high = (float(row[key]) for key in ("y", "low", "high"))
                    self.points[name, row["series"], float(row["x"])] = (y, low, high)

    def y(self, name, series, x):
        return self.points[name, series, x][0]

    def line(self, name, series):
        """[(x, (y, low, high))], by x; never empty."""
        found = sorted((x, y) for (figure, line, x), y in self.points.items() if (figure, line) == (name, series))
        self.expect(found, f"{name}: there is no line `{series}`")
        return found

    def expect(self, holds, complaint):
        if not holds:
            self.complaints.append(complaint)

    def agrees(self, where, point, theory):
        """The band at three times its width holds the theory; it is a band of 95 %, from few runs."""
        y, low, high = point
        reach = 3 * max(y - low, high - y)
        self.expect(abs(y - theory) <= reach, f"{where}: {y} +- {reach:.3g} should be {theory:.6g}")


def asymmetric(eps):
    return f"asymmetric (eps = {eps})"


def two_sided(eps):
    return f"two-sided (eps = {eps})"


def one_place(figures):
    """An answer about a place that lacks g visits to the threshold is wrong with probability exp(-eps g), exactly."""
    for threshold in (5, 10):
        name = f"figure4_threshold{threshold}"
        for text, eps in EPS.items():
            line = figures.line(name, asymmetric(text))
            figures.expect(len(line) == threshold, f"{name}: {len(line)} true counts at eps = {text}")
            for count, point in line:
                figures.agrees(f"{name}, {text}, {count:g} visits", point, math.exp(-eps * (threshold - count)))
    figures.expect(figures.y("figure4_threshold5", asymmetric("1"), 0) < 0.01, "with no visit, less than 0.01 are wrong")


def never_wrongly_safe(figures):
    """That is the claim that was proved of the asymmetric monitors; nobody can claim it of the others."""
    for text in EPS:
        line = figures.line("location_wrongly_safe", asymmetric(text))
        figures.expect(len(line) >= 5, "too few counts above the threshold were met")
        for x, (y, _, _) in line:
            figures.expect(y == 0, f"asymmetric, eps = {text}: \"safe\" with {x:g} visits more than that")
        figures.expect(figures.y("location_wrongly_safe", two_sided(text), 0) > 0.1, "two-sided noise errs both ways")
    for eps in (0.25, 0.5, 1, 2, 4):
        figures.expect(figures.y("figure5_hot_spots", "asymmetric: unsafe but shown as safe", eps) == 0,
                       f"hot spots, eps = {eps}: one is shown as safe")
        real, shown = (figures.y("figure5_hot_spots", s, eps) for s in ("unsafe places", "asymmetric: shown as unsafe"))
        figures.expect(0 < real <= shown, f"hot spots, eps = {eps}: {shown} are shown of {real}")


def map_of_cells(figures):
    """What is unsafe is never shown as safe, and smaller eps shows more as unsafe."""
    real = {cell for cell, (y, _, _) in figures.line("figure5_map", "ground truth") if y == 1}
    shown = [{cell for cell, (y, _, _) in figures.line("figure5_map", asymmetric(eps)) if y == 1} for eps in EPS]
    figures.expect(real, "figure5_map: no cell is unsafe")
    figures.expect(all(real <= cells for cells in shown), "figure5_map: an unsafe cell is shown as safe")
    figures.expect(len(shown[0]) > len(shown[1]) > len(shown[2]), "figure5_map: less privacy shows no more safe cells")


def wrong_somewhere(eps, updates):
    """The probability that a place without a visit is told as unsafe in one of the updates: no place does better."""
    return 1 - (1 - math.exp(-eps * THRESHOLD)) ** updates


def all_places(figures):
    """Errors stay on the map."""
    for text, eps in EPS.items():
        line = figures.line("figure6_updates", asymmetric(text))
        figures.expect([x for x, _ in line] == [1, 2, 3, 4, 5], "five updates")
        ratios = [y for _, (y, _, _) in line]
        figures.expect(ratios == sorted(ratios) or eps > 0.5, f"updates, eps = {text}: errors stay on the map")
        for update, (y, low, high) in line:
            least = wrong_somewhere(eps, update)
            figures.expect(y + 3 * (high - y) >= least, f"update {update:g}, eps = {text}: {y} is below {least}")
            figures.expect(y < figures.y("figure6_updates", two_sided(text), update), f"update {update:g}, eps = {text}: "
                           "ordinary privacy does as well")
        shown = figures.points["figure6_updates", asymmetric(text), UPDATES]
        again = figures.y("location_thresholds", asymmetric(text), THRESHOLD)
        figures.expect(again <= shown[2] + 2 * (shown[2] - shown[1]), f"eps = {text}: two figures of the same maps differ")
    # Less than 0.01 of the places at each update, as published, if eps is 1 or 2, but not with eps = 1/2.
    for text in ("1", "2"):
        figures.expect(figures.y("figure6_updates", asymmetric(text), UPDATES) < 0.01, f"eps = {text}: 0.01 and more")
    figures.expect(figures.points["figure6_updates", asymmetric("1/2"), UPDATES][1] > 0.01, "eps = 1/2: less than 0.01")


def thresholds_and_periods(figures):
    for text in EPS:
        for series in (asymmetric(text), two_sided(text)):
            values = [y for x, (y, _, _) in figures.line("location_thresholds", series) if x <= THRESHOLD]
            figures.expect(values == sorted(values, reverse=True), f"{series}: a higher threshold costs answers")
    for series in ("asymmetric", "two-sided"):
        values = [y for _, (y, _, _) in figures.line("location_periods", series)]
        figures.expect(values == sorted(values), f"{series}: less budget gives more answers")
    for periods, (y, _, high) in figures.line("location_periods", "asymmetric"):
        least = wrong_somewhere(1 / periods, UPDATES)
        figures.expect(y + 3 * (high - y) >= least, f"{periods:g} periods: {y} is below {least}")
    # Where a share of the budget is too small for the threshold, errors of both kinds are fewer false negatives.
    for name, low_budget in (("location_periods", ("asymmetric", "two-sided", 10)),
                             ("location_thresholds", (asymmetric("1/2"), two_sided("1/2"), 2))):
        mine, theirs, x = low_budget
        figures.expect(figures.y(name, mine, x) > figures.y(name, theirs, x), f"{name}: the regime of small budgets is gone")


def silence(figures):
    """The price of the corrected rule: after a count that was told nothing is said while the window lasts."""
    for text in EPS:
        line = figures.line("location_silence", asymmetric(text))
        figures.expect(line[0][1][0] < 0.1 < line[THRESHOLD][1][0] < 1, f"eps = {text}: silence comes with counts")


def records(figures, build, told_by_records):
    """Each visit is a record: what is told is true, silence lasts as long as visits do, and counts would have told the same."""
    visits, safe, unsafe = ({x: y for x, (y, _, _) in figures.line("location_records", series)}
                            for series in ("visits", "told: safe", "told: unsafe"))
    table = gzip.open(VISITORS, "rt").read()
    visitors = [int(row["distinct_visitors"]) for row in csv.DictReader(table.splitlines())]
    batches = sum(visitors) // BATCH
    figures.expect(sorted(visits) == list(range(batches)) and batches == 206, f"{len(visits)} updates for {batches} batches")
    # But for those in the last batches, each visit to the place is counted as often as it lasts.
    figures.expect(0.95 * UPDATES * max(visitors) < sum(visits.values()) <= UPDATES * max(visitors), "these are not all visits to the place")
    figures.expect(all(visits[x] < BUSY_THRESHOLD for x in safe), "safe is told where it is not")
    figures.expect(all(y >= max(visits[x], BUSY_THRESHOLD) for x, y in unsafe.items()), "the count that is told is less than there are")
    quiet = {x + after for x in unsafe for after in range(1, UPDATES)}
    figures.expect(set(visits) - quiet == set(safe) | set(unsafe) and not quiet & (set(safe) | set(unsafe)), "silence lasts otherwise")
    again = subprocess.run([pathlib.Path(build) / "bin/location_monitoring", "location_records_as_counts", "1"], input=table, text=True,
                           capture_output=True, check=True)
    figures.expect(again.stdout == told_by_records, "records and counts tell different things")


def refusals(figures, build):
    """One message for each mistake, and no figure."""
    for arguments, counts, message in ((["figure7", "1"], "place,visitors\n1,30000\n", "usage: location_monitoring"),
                                       (["figure6_updates", "0"], "1,30000\n", "usage: location_monitoring"),
                                       (["figure6_updates", "1"], "1,300\n", "add up to less than the 25000 visits"),
                                       (["figure6_updates", "1"], "1,2\n3,x\n", "stdin:2:3: error: ")):
        run = subprocess.run([pathlib.Path(build) / "bin/location_monitoring", *arguments], input=counts, text=True,
                             capture_output=True)
        figures.expect(run.returncode == 1 and message in run.stderr and not run.stdout,
                       f"{arguments}: ends with {run.returncode} and {run.stderr!r}")


def main():
    build = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run([HERE / "reproduce.sh", build, folder, "--fast"], capture_output=True, text=True)
        if run.returncode != 0:
            sys.exit(f"reproduce.sh ends with {run.returncode}:\n{run.stderr}")
        figures = Figures(pathlib.Path(folder))
        told_by_records = (pathlib.Path(folder) / "location_records.csv").read_text()
        drawn = {path.stem for path in pathlib.Path(folder).glob("*.svg")}
    told = [line.split(":")[0] for line in run.stdout.splitlines()]
    figures.expect(told == FIGURES, f"reproduce.sh tells of {told}")
    figures.expect(drawn in (set(), {"figure4_threshold5", "figure5_map"}), f"drawn are {drawn}")
    for check in (one_place, never_wrongly_safe, map_of_cells, all_places, thresholds_and_periods, silence):
        check(figures)
    records(figures, build, told_by_records)
    refusals(figures, build)
    print("\n".join(figures.complaints + [f"{len(figures.points)} points, {len(figures.complaints)} complaints"]))
    return 1 if figures.complaints else 0


if __name__ == "__main__":
    sys.exit(main())
