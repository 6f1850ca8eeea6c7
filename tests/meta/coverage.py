#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each row of docs/coverage.md names a test that exists and something to run, or says that it is open; the commands
run. Usage: coverage.py PLUMB

To run is a command of Plumb, or what a linked page has in the section that the link names (in all of it, if it names none):
there is a command in it, and a test that runs the commands of that page.
"""

import concurrent.futures
import os
import pathlib
import re
import shlex
import subprocess
import sys

from links import LINK, slug
from soundness_page import ROOT, TEST, problem, table_rows

COMMAND = re.compile(r"`(plumb [^`]+)`")
DOCS = ROOT / "docs"
# The pages that page.py walks through.
WALKED = re.findall(r"^\s*plumb_page_test\((\w+)\)", (ROOT / "tests/meta/CMakeLists.txt").read_text(), re.MULTILINE)


def refusal(plumb, command):
    """Why the command does not show anything, or nothing."""
    words = shlex.split(command)[1:]
    files = [word for word in words if word.endswith(".plumb")]
    missing = [file for file in files if not (ROOT / file).exists() or "__" in file or not file.startswith("examples/")]
    if missing:
        return f"{command}: no example: {missing[0]}"
    run = subprocess.run([plumb, *words], cwd=ROOT, capture_output=True, text=True, timeout=120)
    return f"{command}: exit {run.returncode}\n{run.stderr}" if run.returncode else None


def commands_below(page, anchor):
    """The blocks `sh` below the heading that \p anchor names, up to the next one of its level; of the whole page without one."""
    found, level, fence = [], None if anchor else 0, None
    for line in page.read_text().splitlines():
        if line.startswith("```"):
            fence = line[3:].split(" ")[0] if fence is None else None
        elif fence is not None:
            if fence == "sh" and level is not None:
                found.append(line)
        elif heading := re.match(r"(#+) (.*)$", line):
            if level and len(heading[1]) <= level:
                break
            if anchor and slug(heading[2]) == anchor:
                level = len(heading[1])
    return found


def runs_page(page, tests):
    """Some test runs the commands of the page: page.py; or one of \p tests, which speaks of the page or, in its folder, runs what draws its figures."""
    if page.parent == DOCS and page.stem in WALKED:
        return True
    texts = [((ROOT / test).parent, (ROOT / test).read_text()) for test in tests if (ROOT / test).is_file()]
    return any(str(page.relative_to(ROOT)) in text or (folder == page.parent and '"reproduce.sh"' in text) for folder, text in texts)


def is_shown(cell, tests):
    if COMMAND.search(cell):
        return True
    targets = [((DOCS / link.partition("#")[0]).resolve(), link.partition("#")[2]) for link in LINK.findall(cell)]
    return any(page.is_file() and commands_below(page, anchor) and runs_page(page, tests) for page, anchor in targets)


def complaints(text):
    found = [f"{path} {trouble}" for path, title in TEST.findall(text) if (trouble := problem(path, title))]
    for row in table_rows(text, "item"):
        if len(row) != 3 or not row[0]:
            found.append(f"a row is not whole: {row}")
            continue
        tests = [path for path, _ in TEST.findall(row[2])]
        if not row[2].startswith("open") and not (tests and is_shown(row[1], tests)):
            found.append(f"neither shown and held nor open: {row[0]}")
    return found


def main():
    plumb = pathlib.Path(sys.argv[1]).resolve()
    text = (ROOT / "docs/coverage.md").read_text()
    found = complaints(text)
    commands = sorted(set(COMMAND.findall(text)))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found += filter(None, pool.map(lambda command: refusal(plumb, command), commands))
    # This check itself: a test that is gone, a row without a test, one without a command, links to where there is none or where no test runs
    # it, a command that fails.
    for lie in ("| item of a test | `plumb version` | `tests/golden/cli/gone.test` |", "| no test | `plumb version` | nobody |",
                "| no command | by itself | `tests/golden/cli/json.test` |",
                "| no command there | [limits.md](limits.md#what-is-best) | `tests/golden/cli/json.test` |",
                "| no command there | [bounds.md](bounds.md#the-formulas) | `tests/golden/cli/json.test` |",
                "| no test runs it | [experiments.md](experiments.md) | `tests/golden/cli/json.test` |",
                "| no test runs it | [survey](../examples/local_survey/README.md) | `examples/limits/check.py` |"):
        if not complaints(lie):
            found.append(f"nothing is said of {lie}")
    for lie in ("plumb check examples/svt/svt__never_stops.plumb", "plumb bounds --notion adp", "plumb check --jobs 1",
                "plumb check --no-assumptions examples/laplace/laplace.plumb"):
        if not refusal(plumb, lie):
            found.append(f"nothing is said of {lie}")
    rows = table_rows(text, "item")
    print("\n".join([*found, f"{len(rows)} items, {len(commands)} commands, {len(found)} complaints"]))
    return 1 if found or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
