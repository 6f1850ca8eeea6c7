#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each row of docs/coverage.md names a test that exists and something to run or read, or says that it is open; the
commands run. Usage: coverage.py PLUMB

`plumb check` of examples is not run here: broken_examples.py says that all of them are proved.
"""

import concurrent.futures
import os
import pathlib
import re
import shlex
import subprocess
import sys

from soundness_page import ROOT, TEST, problem, table_rows

COMMAND = re.compile(r"`(plumb [^`]+)`")


def refusal(plumb, command):
    """Why the command does not show anything, or nothing."""
    words = shlex.split(command)[1:]
    files = [word for word in words if word.endswith(".plumb")]
    missing = [file for file in files if not (ROOT / file).exists() or "__" in file or not file.startswith("examples/")]
    if missing:
        return f"{command}: no example: {missing[0]}"
    if words[0] == "check":
        return None if files == words[1:] else f"{command}: more than examples"
    run = subprocess.run([plumb, *words], cwd=ROOT, capture_output=True, text=True, timeout=120)
    return f"{command}: exit {run.returncode}\n{run.stderr}" if run.returncode else None


def complaints(text):
    found = [f"{path} {trouble}" for path, title in TEST.findall(text) if (trouble := problem(path, title))]
    for row in table_rows(text, "item"):
        if len(row) != 3 or not row[0]:
            found.append(f"a row is not whole: {row}")
        elif not row[2].startswith("open") and not (TEST.search(row[2]) and (COMMAND.search(row[1]) or "](" in row[1])):
            found.append(f"neither shown and held nor open: {row[0]}")
    return found


def main():
    plumb = pathlib.Path(sys.argv[1]).resolve()
    text = (ROOT / "docs/coverage.md").read_text()
    found = complaints(text)
    commands = sorted(set(COMMAND.findall(text)))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found += filter(None, pool.map(lambda command: refusal(plumb, command), commands))
    # This check itself: a test that is gone, a row without a test, one without a command, a command that fails.
    for lie in ("| item of a test | `plumb version` | `tests/golden/cli/gone.test` |", "| no test | `plumb version` | nobody |",
                "| no command | by itself | `tests/golden/cli/json.test` |"):
        if not complaints(lie):
            found.append(f"nothing is said of {lie}")
    for lie in ("plumb check examples/svt/svt__never_stops.plumb", "plumb bounds --notion adp", "plumb check --jobs 1"):
        if not refusal(plumb, lie):
            found.append(f"nothing is said of {lie}")
    rows = table_rows(text, "item")
    print("\n".join([*found, f"{len(rows)} items, {len(commands)} commands, {len(found)} complaints"]))
    return 1 if found or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
