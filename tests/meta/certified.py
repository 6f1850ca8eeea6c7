#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What docs/certificate.md says of the examples is what the kernel says of their certificates. Usage: certified.py PLUMB PLUMB_RECHECK [--all|--print]

Each program is certified and re-checked by itself. Without a word a few programs are, none of which the page
names as one with an obligation that is believed of the solver; with --all every one is, and the counts of the page have to be these. --print writes the rows of the page.
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
import programs

PAGE = ROOT / "docs/certificate.md"
CORRECT = re.compile(r": correct: (\d+) obligations, all that its text calls for$", re.MULTILINE)
LOGIC = re.compile(r": logic re-checked, obligations not re-derived: (\d+) obligations, and (\d+) that were not looked at$", re.MULTILINE)
NOTHING = re.compile(r": nothing re-checked: it holds evidence of no obligation, and names (\d+) that were not looked at$", re.MULTILINE)


class Certified:
    """What became of one program. `correct`, `logic` and `nothing` have an entry for each of its subjects, if nothing is believed."""

    def __init__(self, plumb, recheck, program):
        with tempfile.TemporaryDirectory() as folder:
            certificate = pathlib.Path(folder) / "evidence.cert"
            check = subprocess.run([plumb, "check", "--jobs", "1", "--certify", certificate, program], capture_output=True, text=True)
            if check.returncode:
                sys.exit(f"{program.name}: `plumb check --certify` ends with {check.returncode}:\n{check.stderr}")
            run = subprocess.run([recheck, certificate], capture_output=True, text=True)
            text = certificate.read_text()
        self.name, self.code = program.stem, run.returncode
        self.believed = len(re.findall(r"^believed ", text, re.MULTILINE))
        self.correct = [int(count) for count in CORRECT.findall(run.stdout)]
        self.logic = [(int(shown), int(rest)) for shown, rest in LOGIC.findall(run.stdout)]
        self.nothing = [int(count) for count in NOTHING.findall(run.stdout)]
        # `plumb-recheck` refuses what is believed, with nothing said of the rest, and what holds no evidence at all.
        refused = bool(self.believed) or not self.correct + self.logic
        said = len(self.correct + self.logic + self.nothing)
        self.isOdd = self.code != (4 if refused else 0) or bool(said) == bool(self.believed) or said != len(run.stdout.splitlines())


def certify(plumb, recheck, some):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(lambda program: Certified(plumb, recheck, program), some))


def rows(found):
    """As they stand in the page."""
    correct, logic, nothing = ([entry for one in found for entry in getattr(one, kind)] for kind in ("correct", "logic", "nothing"))
    believed = sorted(one.name for one in found if one.believed)
    names = ", ".join(f"`{name}`" for name in believed)
    return [f"The {len(found)} programs of `examples/`",
            f"| {len(correct):,}, with {sum(correct):,} obligations |",
            f"| {len(logic):,}, with evidence of {sum(shown for shown, _ in logic):,} obligations; {sum(rest for _, rest in logic):,} were not looked at |"
            if logic else "| re-checked in logic alone | none |",
            f"| {len(nothing):,} channels and compositions of channels, with {sum(nothing):,} obligations |",
            f"| {len(believed)}: {names}, with {sum(one.believed for one in found):,} obligations |" if believed else "| none |"]


def main():
    plumb, recheck = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    page, examples = PAGE.read_text(), programs.examples()
    named = set(re.findall(r"`(\w+)`", re.search(r"^\| with an obligation that is believed.*$", page, re.MULTILINE)[0]))
    isAll = len(sys.argv) > 3
    # Where evidence is not found, the search for it takes long.
    found = certify(plumb, recheck, examples if isAll else [path for path in examples[::25] if path.stem not in named])
    complaints = [f"{one.name}: the kernel ends with {one.code}, and {one.believed} obligations are believed" for one in found if one.isOdd]
    complaints += [f"{one.name}: {one.believed} obligations are believed, and the page says otherwise" for one in found
                   if bool(one.believed) != (one.name in named)]
    if isAll:
        complaints += [f"{PAGE.name} does not say: {row}" for row in rows(found) if row not in page]
    if "--print" in sys.argv:
        print("\n".join(rows(found)))
    if not any(one.correct for one in found):
        complaints.append("too few were looked at")
    print("\n".join([*complaints, f"{len(found)} programs, {len(complaints)} complaints"]))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
