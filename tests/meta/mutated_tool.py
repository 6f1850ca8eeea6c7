#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Spoils the tool itself, one place at a time, and asks whether some test notices.

    mutated_tool.py ROOM... [--mutants N] [--seed N] [--seconds N] [--tree FOLDER] [--list]

ROOM is kernel, checker/relational, checker/proof or checker/inference. Each mutant is a copy of the sources with one
change: a condition negated, `&&` and `||`, `<` and `<=`, `true` and `false` exchanged, a statement that calls something
dropped, a `throw` dropped. It is built in FOLDER (a worktree that is made, and kept for the next time) with the tests
of ROOMS below, which are run until one fails. What does not compile is no mutant. The survivors are printed, each as a
line of a diff; they have to be answered by a test, or by why both say the same. The same seed gives the same mutants. By hand:
a mutant takes as long as it takes to build.
"""

import argparse
import pathlib
import random
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What is built, and the tests that are run (a regular expression of ctest).
KERNEL = (["plumb-recheck", "test_kernel"], r"^unit\.kernel$")
CHECKER = (["plumb", "test_checker_relational", "test_checker_inference", "test_checker_proof"],
           r"^(unit\.checker_(relational|inference|proof)|golden\.programs.*|golden\.cli.*)$")
ROOMS = {"kernel": KERNEL, "checker/relational": CHECKER, "checker/inference": CHECKER, "checker/proof": CHECKER}
EXCHANGES = {"&&": "||", "||": "&&", " < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > ", " == ": " != ",
             " != ": " == ", "return true": "return false", "return false": "return true", " + ": " - ", " - ": " + "}
CALL = re.compile(r"^\s+(?!return|using|for|if|else|case|const |auto |std::|static |switch|default|while|break|continue)"
                  r"[\w:.>\-\[\]()*]+\(.*\);$")


def closing(text, begin):
    depth = 0
    for at in range(begin, len(text)):
        depth += (text[at] == "(") - (text[at] == ")")
        if depth == 0:
            return at
    return None


def mutants_of(path):
    """(line number, the line as it is then)"""
    for number, line in enumerate(path.read_text().split("\n")):
        code = line.split("//")[0].rstrip()
        if not code.strip() or code.lstrip().startswith(("#", "assert", "static_assert", "case ")):
            continue
        for match in re.finditer(r"\b(?:if|while) (?=\()", code):
            end = closing(code, match.end())
            if end:
                yield number, f"{code[:match.end()]}(!{code[match.end():end + 1]}){code[end + 1:]}"
        for old, new in EXCHANGES.items():
            for match in re.finditer(re.escape(old), code):
                yield number, code[:match.start()] + new + code[match.end():]
        if CALL.match(code) or re.match(r"^\s+throw .*;$", code):
            yield number, re.match(r"\s*", code).group() + ";"


def run(command, seconds, **more):
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=seconds, **more).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def prepared(tree):
    if not tree.exists():
        subprocess.run(["git", "-C", ROOT, "worktree", "add", "--detach", tree, "HEAD"], check=True, capture_output=True)
    subprocess.run(["cmake", "--preset", "release", "-B", tree / "build"], cwd=tree, check=True, capture_output=True)
    return tree


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rooms", nargs="+", choices=ROOMS)
    parser.add_argument("--mutants", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--tree", type=pathlib.Path, default=ROOT.parent / (ROOT.name + "-mutants"))
    parser.add_argument("--list", action="store_true", help="print the mutants and do nothing")
    options = parser.parse_args()
    every = [(room, path, *mutant) for room in options.rooms for path in sorted((ROOT / room).glob("*.cpp"))
             for mutant in mutants_of(path)]
    chosen = random.Random(options.seed).sample(every, min(options.mutants, len(every)))
    if options.list:
        for room, path, number, line in chosen:
            print(f"{path.relative_to(ROOT)}:{number + 1}: {line.strip()}")
        return 0
    tree, end = prepared(options.tree.resolve()), time.monotonic() + options.seconds
    counts, survivors = {"noticed": 0, "no program": 0}, []
    for targets, tests in {ROOMS[room][1]: ROOMS[room] for room in options.rooms}.values():
        subprocess.run(["cmake", "--build", tree / "build", "--target", *targets], check=True, capture_output=True)
        subprocess.run(["ctest", "--test-dir", tree / "build", "-R", tests, "--no-tests=error"], check=True, capture_output=True)
    for room, path, number, line in chosen:
        if time.monotonic() > end:
            break
        (targets, tests), place = ROOMS[room], tree / path.relative_to(ROOT)
        original = place.read_text()
        lines = original.split("\n")
        before, lines[number] = lines[number], line
        place.write_text("\n".join(lines))
        if not run(["cmake", "--build", tree / "build", "--target", *targets], 1800):
            counts["no program"] += 1
        elif run(["ctest", "--test-dir", tree / "build", "-R", tests, "--stop-on-failure"], 1800):
            survivors.append(f"{path.relative_to(ROOT)}:{number + 1}:\n- {before.strip()}\n+ {line.strip()}")
            print(survivors[-1], flush=True)
        else:
            counts["noticed"] += 1
        place.write_text(original)
    print(f"{counts['noticed']} of {counts['noticed'] + len(survivors)} mutants noticed, {len(survivors)} survive; "
          f"{counts['no program']} more did not compile; {len(every)} places")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
