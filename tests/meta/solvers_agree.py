#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Z3 and cvc5, as programs of their own, answer every question behind some verdicts (the one-sided examples, some
channels, and the golden programs) as the verdicts need it: all of them as one script, and a thirteenth by themselves.

Usage: solvers_agree.py PLUMB [--all]; without --all every eighth golden program.
"""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from programs import example, examples
SOLVERS = {"z3": ["z3"], "cvc5": ["cvc5", "--incremental"]}


def answers(command, script):
    run = subprocess.run([*command, script], capture_output=True, timeout=300, text=True)
    return run.stdout.split()


def agrees(told, needed):
    """On an answer that was not known at the limit of the work no verdict rests."""
    return len(told) == len(needed) and all(wanted in (answer, "unknown") for answer, wanted in zip(told, needed))


def main():
    plumb = pathlib.Path(sys.argv[1]).resolve()
    channels = [example(name) for name in ("mangat", "urr", "generalized_rappor", "subsampling_two_sided")]
    one_sided = [path for path in examples() if path.stem.startswith("asymmetric_")]
    golden = sorted((ROOT / "tests/golden/proof").glob("*.plumb"))
    programs = [*one_sided, *golden[::1 if "--all" in sys.argv else 8], *channels]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([plumb, "check", "--dump-smt2", folder, *programs], capture_output=True)
        every = sorted(pathlib.Path(folder).glob("*.smt2"))
        whole = pathlib.Path(folder, "all.smt2")
        scripts = [whole, *[script for script in every if script != whole][::13]]
        needed = {script: re.findall(r"^\(set-info :status (\w+)\)$", script.read_text(), re.MULTILINE)
                  for script in scripts}
        jobs = [(name, script) for script in scripts for name in SOLVERS]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            told = list(pool.map(lambda job: answers(SOLVERS[job[0]], job[1]), jobs))
    complaints = [f"{name}: {script.name}: {answer} instead of {needed[script]}"
                  for (name, script), answer in zip(jobs, told) if not agrees(answer, needed[script])]
    print("\n".join(complaints + [f"{len(scripts)} scripts, {len(needed[whole])} of {len(every) - 1} questions as one, {len(complaints)} complaints"]))
    known = len(needed[whole]) - needed[whole].count("unknown")
    return 1 if complaints or len(scripts) < 20 or known < len(every) // 2 or known < 0.99 * len(needed[whole]) else 0


if __name__ == "__main__":
    sys.exit(main())
