#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What emitted bounds say follows from the relation that was proved, and is what the emitted mechanism does.

Usage: bounds_header.py PLUMB RUNTIME_LIBRARY

Thresholds with each of the four comparisons run as they are emitted, many times at each gap. For mechanisms whose
relation is symmetric, is so for some answers only, or is not, the bound on what any mechanism can do is read off.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
LINKS = ["-lmpfr", "-lgmp", "-lcrypto", "-pthread"]

# The comparison, the direction of the query, the law, the answer that is never wrong, the other.
THRESHOLDS = {
    "below": ("<", "decreasing", "exponential", "below", "other"),
    "at_most": ("<=", "decreasing", "exponential", "below", "other"),
    "at_least": (">=", "increasing", "neg_exponential", "above", "other"),
    "over": (">", "increasing", "neg_exponential", "above", "other"),
}
NAMES = {"<": "Less", "<=": "LessEqual", ">": "Greater", ">=": "GreaterEqual"}


def threshold(name):
    comparison, direction, law, right, other = THRESHOLDS[name]
    return f"""mechanism {name}(eps: real, T: int, f: query)
  requires eps > 0
  adjacency f {direction} by 1
  guarantees private(eps)
  claims out = {right} implies f {comparison} T
{{
  lam ~ {law}(1 / eps)   align lam' = lam + (out is {other} ? f - f' : 0)
  if f + lam {comparison} T {{ output {right} }} else {{ output {other} }}
}}
"""


def sums(name, adjacency, declarations="", queries="", law="laplace"):
    return f"""{declarations}
mechanism {name}(eps: real{queries})
  requires eps > 0
  adjacency {adjacency}
  guarantees private(2 * eps)
{{
  lam ~ {law}(1 / eps)   align lam' = lam + f - f'
  mu ~ laplace(1 / eps)   align mu' = mu + h - h'
  output both(f + lam, h + mu)
}}
"""


RECORDS = """record R { a: bool, b: bool }
query f = count r: R where r.a
query h = count r: R where r.b
"""

# Each state leads to the next, and the last one back to the first; or on to another one, or to endlessly many.
STATES = """record S {{ s: {} }}
policy round on S allows r' where r'.s = r.s or r'.s = r.s + 1 or ({})
query f = count r: S where r.s = 1
query h = count r: S where r.s = 2
"""

PROGRAMS = {name: threshold(name) for name in THRESHOLDS} | {
    "places": """mechanism places(eps: real, n: int, T: int, f: query[n])
  requires eps > 0, n >= 0
  adjacency f decreasing by 1
  guarantees private(eps)
  claims out[i] = safe implies f[i] < T
{
  for i in 0 .. n {
    lam ~ exponential(1 / eps)   align lam' = lam + (out[i] is seen ? f[i] - f'[i] : 0)
    if f[i] + lam >= T { output seen; stop }
    output safe
  }
}
""",
    "both_ways": sums("both_ways", "f changes by 1, h changes by 1", queries=", f: query, h: query"),
    "half": sums("half", "f decreasing by 1, h changes by 1", queries=", f: query, h: query", law="exponential"),
    "one_way": sums("one_way", "f decreasing by 1, h increasing by 1", queries=", f: query, h: query"),
    "dp_records": sums("dp_records", "replace R under dp", RECORDS + "policy dp on R { sensitive a, b }\n"),
    "half_records": sums("half_records", "replace R under half",
                         RECORDS + "policy half on R { sensitive a when a; sensitive b }\n"),
    "add_records": sums("add_records", "add R", RECORDS),
    "circle": sums("circle", "replace S under round", STATES.format("int in 0 .. 3", "r.s = 2 and r'.s = 0")),
    "sink": sums("sink", "replace S under round", STATES.format("int in 0 .. 4", "r.s = 2 and r'.s = 0")),
    "endless": sums("endless", "replace S under round", STATES.format("int", "r.s = 2 and r'.s = 0")),
    "either_records": sums("either_records", "add or remove R", RECORDS),
}

# The text of each bound for 3 steps at eps = 1/4, so that 2 * eps = 1/2.
ZERO, ONE_WAY = "0", "0.776869839852"
BOUNDS = {
    "both_ways": {"atMost": ZERO},
    "half": {"atMost": ONE_WAY, "fAtMost": ONE_WAY, "hAtMost": ZERO},
    "one_way": {"atMost": ONE_WAY},
    "dp_records": {"atMost": ZERO},
    "half_records": {"atMost": ONE_WAY, "fAtMost": ONE_WAY, "hAtMost": ZERO},
    "add_records": {"atMost": ONE_WAY},
    "either_records": {"atMost": ZERO},
    "circle": {"atMost": ZERO},
    "sink": {"atMost": ONE_WAY},
    "endless": {"atMost": ONE_WAY},
}
# Those of which it is not known whether some mechanism does as much.
NOT_ATTAINED = {"sink", "endless"}

MAIN_HEAD = r"""
#include "tests/mechanisms/emit/seeded_bits.h"
#include "plumb/runtime/ledger.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
using namespace plumb;
using runtime::Rational;
namespace otp = runtime::otp;

static int failures = 0;
static void expect(bool good, const std::string &what) {
  if (good)
    return;
  ++failures;
  std::printf("FAILED %s\n", what.c_str());
}

/// How often `answer + x compared with T` is true, and what the header says of it; 10^-9 by Hoeffding's inequality.
static constexpr int runs = 50'000;
static bool near(int seen, const otp::Interval &said) {
  const double tolerance = std::sqrt(std::log(2e9) / (2.0 * runs));
  return std::abs(seen / double(runs) - said.lowerDouble()) < tolerance && said.upperDouble() - said.lowerDouble() < 1e-12;
}
"""


def threshold_check(name):
    comparison, direction, _, right, _ = THRESHOLDS[name]
    sign = 1 if direction == "decreasing" else -1
    offset = 0 if comparison in "<>" else 1
    return f"""
static void check_{name}() {{
  const {name}::Parameters parameters{{*Rational::parse("1/2"), 10}};
  auto mechanism = {name}::Mechanism::create(parameters);
  auto bounds = {name}::Bounds::create(parameters);
  test::SeededBits bits(7);
  for (int gap = -1; gap <= 4; ++gap) {{
    const int f = 10 - {sign} * (gap - {offset});
    int seen = 0;
    for (int i = 0; i < runs; ++i)
      seen += mechanism->run(f, plumb::runtime::Ledger::unaccounted(), bits)->out.tag == {name}::Cell::Tag::{right};
    const otp::Interval said = bounds->lamNoisePasses(otp::Comparison::{NAMES[comparison]}, Rational(f), Rational(10));
    expect(near(seen, said), "{name}: gap " + std::to_string(gap) + " was right " + std::to_string(seen) + " times");
    expect((gap <= 0) == (seen == 0), "{name}: gap " + std::to_string(gap) + " is wrong or never right");
    expect(said.lowerText(30) == bounds->lamNoiseWithin(Rational(gap)).lowerText(30), "{name}: two gaps");
    const auto row = bounds->{right}Claim().at(bounds->{right}Claim().distanceOf(Rational(f), Rational(10)));
    expect(row->gap == gap && row->given->lowerText(30) == said.lowerText(30), "{name}: the claim is given as often");
    expect(*row->steps == static_cast<std::uint64_t>(std::max(gap, 0)), "{name}: k");
    if (gap >= 0)
      expect(row->most->upperText(30) == bounds->atMost(gap).upperText(30), "{name}: the most of the claim");
    if (gap >= 0)
      expect(said.upperText(30) == bounds->atMost(gap).upperText(30), "{name}: the bound is not reached");
  }}
}}
"""


def places_check(plumb, folder):
    """All of five places with gaps 5 to 1, as `plumb bounds` says it, and as it happens."""
    told = subprocess.run([plumb, "bounds", folder / "places.plumb", "--eps", "1", "--gap", "5,4,3,2,1", "--format", "json"],
                          capture_output=True, text=True)
    said = json.loads(told.stdout)["claims"][0]["rows"][-1]["allGiven"]
    if not 0.506412 < float(said["lower"]) < 0.506413:
        sys.exit(f"all five places are said to be safe with {said}")
    return f"""
static void check_places() {{
  auto mechanism = places::Mechanism::create({{*Rational::parse("1"), 5, 10}});
  test::SeededBits bits(8);
  const std::vector<std::int64_t> f{{5, 6, 7, 8, 9}};
  int seen = 0;
  for (int i = 0; i < runs; ++i) {{
    const places::Output output = *mechanism->run(f, plumb::runtime::Ledger::unaccounted(), bits);
    bool all = output.out.size() == 5;
    for (const places::Cell &cell : output.out)
      all = all && cell.tag == places::Cell::Tag::safe;
    seen += all;
  }}
  expect(std::abs(seen / double(runs) - {said["lower"]}) < std::sqrt(std::log(2e9) / (2.0 * runs)),
         "places: all were safe " + std::to_string(seen) + " times");
}}
"""


def bound_check(name):
    lines = [f"""
static void check_{name}() {{
  auto bounds = {name}::Bounds::create({{*Rational::parse("1/4")}});"""]
    for function, text in BOUNDS[name].items():
        lines.append(f"""  expect(bounds->{function}(3).upperText(12) == "{text}", "{name}: {function}(3) is " +"""
                     f""" bounds->{function}(3).upperText(12));""")
    return "\n".join(lines) + "\n}\n"


def main():
    plumb, library = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for name, text in PROGRAMS.items():
            (folder / f"{name}.plumb").write_text(text)
        emitted = subprocess.run([plumb, "emit", "-o", folder / "emitted"]
                                 + [folder / f"{name}.plumb" for name in PROGRAMS], capture_output=True, text=True)
        if emitted.returncode != 0:
            sys.exit(emitted.stdout + emitted.stderr)
        for name in PROGRAMS:
            text = (folder / f"emitted/{name}_bounds.h").read_text()
            assert ("is not known here" in text, "The most that any" in text) == (name in NOT_ATTAINED, name not in NOT_ATTAINED), text
        program = "".join(f'#include "{name}_bounds.h"\n' for name in PROGRAMS) + MAIN_HEAD
        program += places_check(plumb, folder)
        program += "".join(threshold_check(name) for name in THRESHOLDS) + "".join(map(bound_check, BOUNDS))
        program += "int main() {\n" + "".join(f"  check_{name}();\n" for name in PROGRAMS) + "  return failures != 0;\n}\n"
        (folder / "main.cpp").write_text(program)
        build = subprocess.run(["c++", "-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror", f"-I{folder / 'emitted'}",
                                f"-I{ROOT / 'mechanisms/runtime/include'}", f"-I{ROOT}", folder / "main.cpp", library,
                                "-o", folder / "main"] + LINKS, capture_output=True, text=True)
        if build.returncode != 0:
            sys.exit(build.stderr[-5000:])
        run = subprocess.run([folder / "main"], capture_output=True, text=True)
        print(run.stdout or f"{len(PROGRAMS)} mechanisms, no failure")
        sys.exit(run.returncode)


if __name__ == "__main__":
    main()
