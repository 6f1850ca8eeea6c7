#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What emitted headers say of claims is what `plumb bounds` says of them, and what the emitted code does.

Usage: claims_header.py PLUMB RUNTIME_LIBRARY [COUNT]

COUNT programs at random (those of tests/tools/claim_bounds.py), some of them compositions, and the programs below are
emitted with what is written of their claims; one program asks all of these headers, runs a composition, and a sparse vector 10^6 times.
"""

import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "tests/tools"))
import claim_bounds  # noqa: E402

LINKS = ["-lmpfr", "-lgmp", "-lcrypto", "-pthread"]

RECORDS = """record Visit { place: int, minutes: int }
query f = count v: Visit where v.place = 1
query total = sum v: Visit of min(max(v.minutes, 0), 5)
"""
POLICY = "policy hide on Visit { sensitive place when place = 1; public minutes }\n"


def threshold(name, query, adjacency, law, comparison, more="", declared="", parameters="T: int"):
    """`yes` is never wrong."""
    head = f"mechanism {name}(eps: real, {parameters}{declared})\n  requires eps > 0{more}\n  adjacency {adjacency}\n"
    return (head + f"  guarantees private(eps)\n  claims out = yes implies {query} {comparison} T\n{{\n"
            f"  lam ~ {law}   align lam' = lam + (out is no ? {query} - {query}' : 0)\n"
            f"  if {query} + lam {comparison} T {{ output yes }} else {{ output no }}\n}}\n")


VISITS = """size H
record Stay { enter: int, leave: int, there: bool }
policy hide_presence on Stay { public enter, leave; sensitive there when there }
query f[t in 0 .. H] = count v: Stay where v.there and v.enter <= t and t < v.leave
mechanism visits(eps: real, W: int, T: int)
  requires eps > 0, W >= 0
  requires forall v in data: v.leave <= v.enter + W
  adjacency replace Stay under hide_presence
  guarantees private(eps * H)
  claims out[t] = below implies f[t] < T
{
  for t in 0 .. H {
    lam ~ exponential(1 / eps)   align lam' = lam + f[t] - f'[t]
    if f[t] + lam < T { output below } else { output above }
  }
}
"""

# The program, what is emitted of it, the values of parameters, and gaps.
PROGRAMS = [
    # Of counts that are never below 0 no data are wrong for a threshold of 0.
    (RECORDS + threshold("rising", "f", "remove Visit", "neg_exponential(1 / eps)", ">="), "rising",
     {"eps": "1/2", "T": "3"}, "0,1,4"),
    (RECORDS + threshold("needless", "f", "remove Visit", "neg_exponential(1 / eps)", ">="), "needless",
     {"eps": "1/2", "T": "0"}, "0,2"),
    (RECORDS + POLICY + threshold("falling", "f", "replace Visit under hide", "exponential(1 / eps)", "<"), "falling",
     {"eps": "3/2", "T": "7"}, "1,2,6"),
    (RECORDS + threshold("summed", "total", "add Visit", "exponential(5 / eps)", "<="), "summed",
     {"eps": "1/4", "T": "20"}, "0,1,4,5,11"),
    # Steps are there where visits may last.
    *((VISITS.replace("visits", name), name, {"eps": "1", "T": "9", "W": w, "H": "3"}, "4,1") for name, w in (("lasting", "2"), ("passing", "0"))),
    # By how much the answer moves depends on parameters.
    (threshold("wide", "f", "f decreasing by d", "exponential(d / eps)", "<", ", d >= 1", ", f: query", "d: int, T: int"), "wide",
     {"eps": "1", "d": "3", "T": "2"}, "1,3,4"),
    # Two answers, one of which moves both ways.
    ("""mechanism two(eps: real, n: int, T: int[n], f: query[n], g: query)
  requires eps > 0, n >= 1
  adjacency f decreasing by 1, g changes by 1
  guarantees private(2 * eps)
  claims out[i] = below implies f[i] < T[i] - 1
{
  mu ~ laplace(1 / eps)   align mu' = mu + g - g'
  last := g + mu
  for i in 0 .. n {
    lam ~ exponential(1 / eps)   align lam' = lam + (out[i] is seen ? f[i] - f'[i] : 0)
    if f[i] + lam >= T[i] - 1 { output seen; stop }
    output below
  }
}
""", "two", {"eps": "1/3", "n": "4"}, "4,3,2,1"),
    # What is published is cut off, and bounds the answer.
    ("""mechanism cut(eps: real, f: query)
  requires eps > 0
  adjacency f decreasing by 2
  guarantees private(eps)
  claims out.value >= f
{
  lam ~ exponential(2 / eps)   align lam' = lam + f - f'
  output max(0, f + lam)
}
""", "cut", {"eps": "2"}, "1,2,3"),
    # Arguments are put in, and each of several runs comes to the first place if c is positive.
    ("""mechanism part(eps: real, c: int, n: int, T: int[n], f: query[n])
  requires eps > 0, c >= 0, n >= 0
  adjacency f decreasing by 1
  guarantees private(c * eps)
  claims out[i] = below implies f[i] < T[i]
{
  count := 0
  for i in 0 .. n while count < c {
    lam ~ exponential(1 / eps)   align lam' = lam + (out[i] is above ? f[i] - f'[i] : 0)
    if f[i] + lam >= T[i] { output above; count := count + 1 } else { output below }
  }
}
compose whole(eps: real, k: int, n: int, T: int[n], f: query[n])
  requires eps > 0, k >= 1, n >= 1
  guarantees private(2 * eps)
{
  part(eps / k / 2, k, n, T, f) 3 times
  part(eps / 4, 2, n, T, f)
}
""", "whole", {"eps": "3", "k": "2", "n": "3"}, "3,1,2"),
]

MAIN = r"""
#include "plumb/runtime/ledger.h"
#include "tests/mechanisms/emit/seeded_bits.h"
#include <cstdio>
#include <optional>
#include <string>
#include <vector>
using namespace plumb;
using runtime::Rational;
namespace otp = runtime::otp;

static std::string text(const std::optional<otp::Interval> &value) {
  return value ? "[\"" + value->lowerText(17) + "\", \"" + value->upperText(17) + "\"]" : std::string("null");
}

static std::string text(const otp::ClaimedAnswer &claim, const std::vector<Rational> &distances, const otp::Wish &wish) {
  std::string all;
  const auto rows = claim.ofRun(distances, wish);
  for (const otp::ClaimRow &row : *rows)
    all += (all.empty() ? "" : ", ") + ("{\"gap\": \"" + row.gap.text() + "\", \"k\": ") +
           (row.steps ? std::to_string(*row.steps) : "null") + ", \"given\": " + text(row.given) + ", \"allGiven\": " +
           text(row.allGiven) + ", \"someGiven\": " + text(row.someGiven) + ", \"most\": " + text(row.most) +
           ", \"enoughEps\": " + text(row.enoughEps) + ", \"deltaOfDp\": " + text(row.deltaOfDp) + "}";
  return "[" + all + "]";
}

static Rational number(const char *text) { return *Rational::parse(text); }
"""


def cases(count):
    """Programs with the same questions as PROGRAMS."""
    for seed in range(1, count + 1):
        case = claim_bounds.Case(random.Random(seed))
        text = re.sub(r"\b(m|all)\(", rf"\g<1>{seed}(", case.text())
        # Where the answer would be wrong nobody asks.
        gaps = ",".join(str(max(1, abs(f - t))) for t, f in zip(case.thresholds, case.answers))
        yield text, f"{'m' if case.times is None else 'all'}{seed}", {"eps": str(case.eps), "T": case.thresholds}, gaps


def signature(text, name):
    head = re.search(rf"^(?:mechanism|compose) {name}\(([^)]*)\)", text, re.MULTILINE)[1]
    return [item.split(": ") for item in re.sub(r"\[[^]]*\]", "[]", head).split(", ")]


def parameters(text, name, values):
    """C++ for those of `name`."""
    lines = [f"plumb::{name}::Parameters parameters;"]
    sizes = [[size, "int"] for size in re.findall(r"^size (\w+)", text, re.MULTILINE)]
    for parameter, kind in sizes + signature(text, name):
        if kind == "real":
            lines.append(f'parameters.{parameter} = number("{values[parameter]}");')
        elif kind == "int":
            lines.append(f"parameters.{parameter} = {values[parameter]};")
        elif kind == "int[]":
            given = values.get(parameter) or [9] * int(values["n"])
            lines.append(f"parameters.{parameter} = {{{', '.join(map(str, given))}}};")
    return lines


def told(plumb, folder, number, program):
    """The claims of one program, as `plumb bounds` says it."""
    text, name, values, gaps = program
    lets = [word for key, value in values.items() if key != "eps" and isinstance(value, str) for word in ("--let", f"{key}={value}")]
    run = subprocess.run([plumb, "bounds", f"p{number}.plumb", "--eps", values["eps"], *lets, "--gap", gaps, "--alpha", "1/100",
                          "--beta", "1/5", "--format", "json"], cwd=folder, capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"{name}: {run.stderr}\n{text}")
    return json.loads(run.stdout)["claims"]


def questions(folder, number, program):
    """C++ that tells the same from the header."""
    text, name, values, gaps = program
    names = re.findall(r"const otp::ClaimedAnswer &(\w+)\(\) const", (folder / f"emitted/{name}_bounds.h").read_text())
    lines = [f"static void ask{number}() {{", *parameters(text, name, values),
             f"const auto bounds = {name}::Bounds::create(parameters);",
             f'if (!bounds) return static_cast<void>(std::printf("{name}: %s\\n", bounds.error().message.c_str()));',
             'const otp::Wish wish{*otp::Probability::create("alpha", number("1/100")), *otp::Probability::create("beta", number("1/5"))};',
             f"const std::vector<Rational> distances{{{', '.join(f'Rational({gap})' for gap in gaps.split(','))}}};",
             'std::string all;']
    lines += [f'all += std::string(all.empty() ? "" : ", ") + text(bounds->{claim}(), distances, wish);' for claim in names]
    return "\n".join([*lines, 'std::printf("[%s]\\n", all.c_str());', "}"]) + "\n"


def same(row, emitted):
    def ends(key):
        return row.get(key) and [row[key]["lower"], row[key]["upper"]]
    keys = ("given", "allGiven", "someGiven", "most", "enoughEps", "deltaOfDp")
    return row["gap"] == emitted["gap"] and row.get("k") == emitted["k"] and all(ends(key) == emitted[key] for key in keys)


# Of one reply of a sparse vector.
REPLIES = 1_000_000
SPARSE = ("""mechanism sparse(eps: real, n: int, T: int, f: query[n])
  requires eps > 0, n >= 0
  adjacency f decreasing by 1
  guarantees private(eps)
  claims out[i] = below implies f[i] < T
{
  for i in 0 .. n {
    lam ~ exponential(1 / eps)   align lam' = lam + (out[i] is above ? f[i] - f'[i] : 0)
    if f[i] + lam >= T { output above; stop } else { output below }
  }
}
""", "sparse", {"eps": "1/2", "n": "2", "T": "5"}, "2,3")

RUNS = 20_000
# How often one of three runs of the first part begins with a certain answer, and the part behind them.
RUN = f"""
static void run() {{
  whole::Parameters parameters;
  parameters.eps = Rational(3); parameters.k = 2; parameters.n = 1; parameters.T = {{10}};
  const auto bounds = whole::Bounds::create(parameters);
  test::SeededBits bits(11);
  const std::vector<std::int64_t> f{{8}};
  int some = 0, last = 0;
  for (int i = 0; i < {RUNS}; ++i) {{
    auto whole = whole::Composition::create(parameters, runtime::Ledger::unaccounted());
    bool isBelow = false;
    for (int j = 0; j < 3; ++j)
      isBelow = whole->part1(f, bits)->out[0].tag == part::Cell::Tag::below || isBelow;
    some += isBelow;
    last += whole->part2(f, bits)->out[0].tag == part::Cell::Tag::below;
  }}
  sparse::Parameters ofSparse;
  ofSparse.eps = Rational(1, 2); ofSparse.n = 2; ofSparse.T = 5;
  const auto sparseBounds = sparse::Bounds::create(ofSparse);
  const auto mechanism = sparse::Mechanism::create(ofSparse);
  const runtime::Unaccounted unaccounted = runtime::Ledger::unaccounted();
  const std::vector<std::int64_t> answers{{3, 2}};
  int one = 0, both = 0;
  for (int i = 0; i < {REPLIES}; ++i) {{
    const auto cells = mechanism->run(answers, unaccounted, bits)->out;
    one += cells[0].tag == sparse::Cell::Tag::below;
    both += cells.size() == 2 && cells[1].tag == sparse::Cell::Tag::below;
  }}
  const auto rows = sparseBounds->belowClaim().ofRun({{Rational(2), Rational(3)}});
  const auto first = bounds->part1BelowClaim().at(Rational(2)), second = bounds->part2BelowClaim().at(Rational(2));
  std::printf("[[%d, %d, %.17g], [%d, %d, %.17g], [%d, %d, %.17g], [%d, %d, %.17g]]\\n", some, {RUNS}, first->someGiven->lowerDouble(),
              last, {RUNS}, second->given->lowerDouble(), one, {REPLIES}, (*rows)[0].given->lowerDouble(),
              both, {REPLIES}, (*rows)[1].allGiven->lowerDouble());
}}
"""


def main():
    plumb, library = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    programs = [*PROGRAMS, SPARSE] + list(cases(int(sys.argv[3]) if len(sys.argv) > 3 else 6))
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for number, program in enumerate(programs):
            (folder / f"p{number}.plumb").write_text(program[0])
        emitted = subprocess.run([plumb, "emit", "-o", folder / "emitted"] + sorted(folder.glob("*.plumb")), capture_output=True, text=True)
        if emitted.returncode != 0:
            sys.exit(emitted.stdout + emitted.stderr)
        source = "".join(f'#include "{name}_bounds.h"\n' for _, name, _, _ in programs) + MAIN
        source += "".join(questions(folder, number, program) for number, program in enumerate(programs)) + RUN
        source += "int main() {\n" + "".join(f"  ask{number}();\n" for number in range(len(programs))) + "  run();\n}\n"
        (folder / "main.cpp").write_text(source)
        build = subprocess.run(["c++", "-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror", f"-I{folder / 'emitted'}",
                                f"-I{ROOT / 'mechanisms/runtime/include'}", f"-I{ROOT}", folder / "main.cpp", library,
                                "-o", folder / "main"] + LINKS, capture_output=True, text=True)
        if build.returncode != 0:
            sys.exit(build.stderr[-5000:])
        run = subprocess.run([folder / "main"], capture_output=True, text=True)
        *lines, frequencies = run.stdout.splitlines()
        if run.returncode != 0 or len(lines) != len(programs):
            sys.exit(run.stdout + run.stderr)
        failures = []
        for number, (program, line) in enumerate(zip(programs, lines)):
            said = told(plumb, folder, number, program)
            found = json.loads(line) if line.startswith("[") else line
            if len(said) != len(found) or not all(len(claim["rows"]) == len(rows) and all(map(same, claim["rows"], rows))
                                                  for claim, rows in zip(said, found)):
                failures.append(f"FAILED {program[1]}: {json.dumps(said)}\n  but {line}\n{program[0]}")
        for seen, runs, expected in json.loads(frequencies):
            # Five standard deviations: with the seed of these bits always so or never.
            if abs(seen / runs - expected) > 5 * (expected * (1 - expected) / runs) ** 0.5:
                failures.append(f"FAILED in runs: {seen} of {runs}, not {expected}")
        print("\n".join([*failures, f"{len(programs)} programs, {len(failures)} failures"]))
        sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
