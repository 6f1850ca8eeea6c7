#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Spoils certificates, and puts what the kernel then still takes to Z3.

Usage: mutate.py FOLDER_OF_PROGRAMS PROGRAM.plumb... [--mutants N] [--seed N] [--seconds N] [--resident PROGRAM]

--seconds: no more of them after so long. --resident: recheck_all, which answers for plumb-recheck without a process for each.

Of a composition its own evidence is spoiled. Each mutant is one certificate with one to three changes: a line dropped, doubled or exchanged with another, a number
of a term, row or coefficient changed by one, its sign turned, exchanged with another, `<` and `<=` or two other words
exchanged, a hypothesis dropped, the evidence of another obligation, the text cut off. The kernel says 0, 2 or 4 to it
and nothing else. Where it says 0, each obligation of the mutant is asked of Z3, by a reader of certificates that is not
the kernel's: a model of the hypotheses and the negated goal would be a hole. The same seed gives the same mutants.
"""

import argparse
import collections
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

PAIRS = [("<", "<="), ("and", "or"), ("+", "*"), ("unit", "whole"), ("true", "false"), ("div", "mod"), ("=", "<="),
         ("=>", "or"), ("round", "sum 1"), ("times", "multiple"), ("unit", "split"), ("Int", "Real"), ("=", "<")]
LETTERS = "frilhmc"


def other_word(words, rng):
    places = [i for i, word in enumerate(words) if any(word in pair for pair in PAIRS)]
    if places:
        at = rng.choice(places)
        first, second = rng.choice([pair for pair in PAIRS if words[at] in pair])
        words[at] = second if words[at] == first else first


def other_number(words, rng, places):
    """By one, its sign, or another number of the same size."""
    if not places:
        return
    at = rng.choice(places)
    letter, number = re.fullmatch(r"([a-z]?)(.*)", words[at]).groups()
    match = re.fullmatch(r"-?(\d+)(.*)", number)
    value, rest = int(match.group(1)) * (-1 if number[0] == "-" else 1), match.group(2)
    kind = rng.randrange(5)
    if kind == 4 and letter:
        letter = rng.choice(LETTERS)
    value = (value + 1, value - 1, -value if not letter else value + 2, rng.randrange(abs(value) + 4), value)[kind]
    words[at] = f"{letter}{value}{rest}"


def spoil(lines, rng):
    # Behind the text of the composition, or else of the first mechanism: other texts are other programs.
    first = next((i for word in ("composition", "subject|mechanism") for i, line in enumerate(lines) if re.match(rf"({word}) \S+$", line)),
                 len(lines) - 1)
    first += 0 if lines[first].startswith("subject") else int(lines[first].split(" ")[1])
    if first + 1 >= len(lines):
        return
    at = rng.randrange(first + 1, len(lines))
    words = lines[at].split(" ")
    numbers = [i for i, word in enumerate(words) if re.fullmatch(r"[a-z]?-?\d.*", word)]
    kind = rng.randrange(12)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(at, lines[at])
    elif kind == 2:
        other = rng.randrange(first + 1, len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    elif kind <= 6:
        other_number(words, rng, numbers)
        lines[at] = " ".join(words)
    elif kind <= 8:
        other_word(words, rng)
        lines[at] = " ".join(words)
    elif kind == 9:
        at = rng.choice([i for i, line in enumerate(lines) if line.startswith("obligation")] or [at])
        words = lines[at].split(" ")
        if words[0] != "obligation":
            return
        if len(words) > 3:
            del words[rng.randrange(3, len(words))]
        else:
            words[2] = str(rng.randrange(int(words[2]) + 1))
        lines[at] = " ".join(words)
    elif kind == 10:
        starts = [i for i, line in enumerate(lines) if line.startswith("obligation")] or [at]
        one, two = rng.choice(starts), rng.choice(starts)
        lines[one], lines[two] = lines[two], lines[one]
    elif rng.random() < 0.2:
        del lines[at:]


def mark(bound, number, arguments):
    free = set().union(*(bound.get(int(i), set()) for i in arguments))
    if free:
        bound[number] = free


def to_smt(lines):
    """For each subject its obligations as scripts. A reader of its own."""
    scripts, symbols, terms, declared, bound = [], [], [], [], {}

    def of(number):
        # What has a bound variable in it stands where it is used.
        return terms[int(number)] if int(number) in bound else f"t{number}"

    skipped = 0
    for line in lines:
        word, *rest = line.split(" ")
        if skipped > 0:
            skipped -= 1
        elif word in ("program", "mechanism", "composition"):
            skipped = int(rest[0])
            symbols, terms, declared, bound = [], [], [], {}
        elif word == "subject":
            symbols, terms, declared, bound = [], [], [], {}
        elif word == "symbol":
            symbols.append((f"|{rest[0]}|", rest[1:-1], rest[-1]))
            declared.append(f"(declare-fun |{rest[0]}| ({' '.join(rest[1:-1])}) {rest[-1]})")
        elif word == "number":
            value = rest[1].lstrip("-")
            parts = [part + ".0" if rest[0] == "Real" else part for part in value.split("/")]
            text = f"(/ {parts[0]} {parts[1]})" if len(parts) == 2 else parts[0]
            terms.append(f"(- {text})" if rest[1].startswith("-") else text)
        elif word in ("true", "false"):
            terms.append(word)
        elif word == "apply":
            name, domain, _ = symbols[int(rest[0])]
            mark(bound, len(terms), rest[1:])
            terms.append(f"({name} {' '.join(map(of, rest[1:]))})" if domain else name)
        elif word == "bound":
            bound[len(terms)] = {(f"b{rest[1]}", rest[0])}
            terms.append(f"b{rest[1]}")
        elif word == "forall":
            (variable,) = bound[int(rest[0])]
            body = of(rest[1])
            if bound.get(int(rest[1]), set()) - {variable}:
                bound[len(terms)] = bound[int(rest[1])] - {variable}
            terms.append(f"(forall (({variable[0]} {variable[1]})) {body})")
        elif word in ("and", "or") and not rest:
            terms.append("true" if word == "and" else "false")
        elif word == "obligation":
            closed = [(i, term) for i, term in enumerate(terms) if i not in bound]
            lets = "".join(f"(let ((t{i} {term})) " for i, term in closed)
            body = " ".join(f"t{i}" for i in rest[2:]) + f" (not t{rest[1]})"
            scripts.append("\n".join(dict.fromkeys(declared)) + f"\n(assert {lets}(and {body}){')' * len(closed)})\n")
        elif word in ("not", "and", "or", "=>", "=", "<=", "<", "+", "*", "div", "mod", "ite", "to_real"):
            mark(bound, len(terms), rest)
            terms.append(f"({word} {' '.join(map(of, rest))})")
    return scripts


def asked(scripts):
    text = "(set-option :timeout 2000)\n" + "".join(f"(push)\n{script}(check-sat)\n(pop)\n" for script in scripts)
    return subprocess.run(["z3", "-in"], input=text, capture_output=True, text=True).stdout.split("\n")[:-1]


def certificate(binaries, program):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "original.cert"
        subprocess.run([binaries / "plumb", "check", "--certify", file, program], capture_output=True, check=True)
        return file.read_text().split("\n")[:-1]


class Kernel:
    """plumb-recheck, or what answers for it."""

    def __init__(self, program, resident):
        self.program = program
        self.process = resident and subprocess.Popen([resident], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def code(self, file):
        if not self.process:
            return subprocess.run([self.program, file], capture_output=True).returncode
        print(file, file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        return int(answer) if answer else self.process.wait()

    def end(self):
        if self.process:
            self.process.stdin.close()
            self.process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binaries", type=pathlib.Path)
    parser.add_argument("programs", nargs="+", type=pathlib.Path)
    parser.add_argument("--mutants", type=int, default=250)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--resident", type=pathlib.Path)
    options = parser.parse_args()
    kernel, end = Kernel(options.binaries / "plumb-recheck", options.resident), time.monotonic() + options.seconds
    rng = random.Random(options.seed)
    originals = [certificate(options.binaries, program) for program in options.programs]
    counts, known, holes = collections.Counter(), {}, 0
    for lines in originals:
        assert all(answer == "unsat" for answer in asked(to_smt(lines))), "an original is refuted"
        known.update((script, "unsat") for script in to_smt(lines))
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "mutant.cert"
        for number in range(options.mutants):
            if time.monotonic() > end:
                break
            counts["mutants"] += 1
            original = rng.choice(originals)
            lines = list(original)
            for _ in range(rng.choice((1, 1, 2, 3))):
                if len(lines) > 8:
                    spoil(lines, rng)
            if lines == original:
                counts["unchanged"] += 1
                continue
            file.write_text("".join(line + "\n" for line in lines))
            code = kernel.code(file)
            counts[code] += 1
            if code not in (0, 2, 4):
                print(f"mutant {number}: plumb-recheck ends with {code}")
                return 1
            if code != 0:
                continue
            new = [script for script in to_smt(lines) if script not in known]
            known.update(zip(new, asked(new)) if new else ())
            for script in to_smt(lines):
                counts["obligations " + known.get(script, "unsat")] += script in new
                if known.get(script) not in ("unsat", "unknown", "timeout"):
                    print(f"mutant {number}: accepted, and Z3 says {known.get(script)} of\n{script}")
                    holes += 1
    kernel.end()
    print(f"{counts.pop('mutants')} mutants: {dict(sorted((str(key), value) for key, value in counts.items()))}, {holes} holes")
    return 1 if holes else 0


if __name__ == "__main__":
    sys.exit(main())
