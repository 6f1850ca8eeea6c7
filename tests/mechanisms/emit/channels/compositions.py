#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Emits compositions of channels; composed_reports.cpp holds what their clients send against the clients of the channels,
and finds each of the faults in FAULTS, planted in a header.

Usage: compositions.py PLUMB LIBRARY... (the libraries in the order in which they are linked)
"""

import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[3]
sys.path.insert(0, str(ROOT / "tests"))
from programs import example

TRIED = ["two_reports", "tags_before_a_report"]
COMPILED = ["t_reports"]
# Keeps types, and has no budget: what is sent may tell the value, so that a price of 0 would be false.
WITHOUT_GUARANTEE = """
channel coin(eps: real)
  requires eps >= 0
  from X[2] to X
  guarantees ldp(eps)
{
  let E = exp(eps)
  y = x  -> E / (1 + E)
  y != x -> 1 / (1 + E)
}
compose two(eps: real)
  requires eps >= 0
{
  coin(eps)
  coin(eps)
}
"""
WITHOUT_PRICE = """
channel merged(s: int, n: int)
  requires s >= 1, n >= 1
  from S[s] | N[n] to all | N
  guarantees keeps_types(S, all)
{
  x in S, y in all -> 1
  x in N, y = x    -> 1
}
compose no_price(s: int, n: int)
  requires s >= 1, n >= 1
  guarantees keeps_types(S, all)
{
  merged(s, n)
}
"""
# What is wrong: the file, what stands there, and what is planted.
FAULTS = {
    "a report is left out": ("two_reports.h", "k = 0; k < parts->times1", "k = 1; k < parts->times1"),
    "the whole budget for each report": ("two_reports.h", "Rational(parameters.eps0 / Rational(parameters.t))", "Rational(parameters.eps0)"),
    "values in another order": ("two_reports.h", "client1_1->first(::plumb::urr::Input::S)", "client1_1->first(::plumb::urr::Input::N)"),
    "another value": ("two_reports.h", "number2_1(x)", "number2_1((x + 1) % inputs())"),
    "half of the price": ("two_reports.h", "price, parameters.eps0 + parameters.eps1", "price, (parameters.eps0 + parameters.eps1) / 2"),
    "the input in place of what was sent": ("tags_before_a_report.h", "number1_3(*sent1_2)", "number1_3(*sent1_1)"),
    "bots for open answers": ("tags_before_a_report.h", "client1_3->first(::plumb::merge_bots::Input::B)", "client1_3->first(::plumb::merge_bots::Input::N)"),
}


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")


def compiled(folder, source, libraries):
    program = pathlib.Path(folder, "program")
    run("g++", "-std=c++20", "-Wall", "-Wextra", "-Wshadow", "-Werror", f"-I{ROOT}/mechanisms/runtime/include", f"-I{folder}",
        f"-I{HERE}", source, *libraries, "-lmpfr", "-lgmp", "-lcrypto", "-pthread", "-o", program)
    return subprocess.run([str(program)], capture_output=True, text=True)


def main():
    plumb, *libraries = sys.argv[1:]
    source = HERE / "composed_reports.cpp"
    with tempfile.TemporaryDirectory() as folder:
        run(plumb, "emit", *(example(name) for name in TRIED), "-o", folder)
        if (done := compiled(folder, source, libraries)).returncode != 0:
            sys.exit(done.stdout)
        print("all reports: ok")
        for what, (name, right, wrong) in FAULTS.items():
            header = pathlib.Path(folder, name)
            text = header.read_text()
            if right not in text:
                sys.exit(f"{what}: `{right}` is not in {name}")
            header.write_text(text.replace(right, wrong))
            if compiled(folder, source, libraries).returncode == 0:
                sys.exit(f"{what}: nobody noticed")
            header.write_text(text)
        print(f"{len(FAULTS)} faults were found")
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder, "no_price.plumb")
        program.write_text(WITHOUT_PRICE)
        run(plumb, "emit", program, "-o", folder)
        if "epsilon" in pathlib.Path(folder, "no_price.h").read_text():
            sys.exit("what only keeps types has a price")
        certificate = json.loads(pathlib.Path(folder, "no_price.cert.json").read_text())
        if [row["total"] for row in certificate["ledger"]] != [""]:
            sys.exit("the certificate of what only keeps types says a sum")
        program.write_text(WITHOUT_GUARANTEE)
        run(plumb, "emit", program, "-o", folder)
        header = pathlib.Path(folder, "two.h").read_text()
        if "ldp(eps + eps)" not in header or "no price" in header or "may tell" in header:
            sys.exit("a header denies what follows")
    for name in COMPILED:
        with tempfile.TemporaryDirectory() as folder:
            run(plumb, "emit", example(name), "-o", folder)
            main_file = pathlib.Path(folder, "main.cpp")
            main_file.write_text(f'#include "{name}.h"\nint main() {{}}\n')
            compiled(folder, main_file, libraries)
            print(f"{name}: compiles")


main()
