#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Two programs of one name, linked into one, each keep their own code; in one file the compiler tells them apart.
A composition does not compile with a header of its part that holds another program, or other work.

Usage: equal_names.py PLUMB RUNTIME_LIBRARY

A mechanism, a composition whose part has a header of its own, and one whose part stands in its own header, are
emitted twice into folders of their own, with noise of the scale 1 / eps and of a thousand times that, or as far
apart as scales with logarithms can be. The sizes of the noise of 256 releases are summed: that the sum of the first is
not below a limit, or that of the second not above it, has a probability below 2^-60.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
INCLUDES = f"-I{ROOT}/mechanisms/runtime/include"
LINKS = ["-lmpfr", "-lgmp", "-lcrypto", "-pthread"]

PROGRAM = """record Person { there: bool }
query f = count p: Person where p.there

mechanism m(eps: real)
  requires eps > 0
  adjacency add or remove Person
  guarantees private(eps)
{
  lam ~ laplace(FACTOR / eps)   align lam' = lam + f - f'
  output f + lam
}

compose twice(eps: real)
  requires eps > 0
  guarantees private(2 * eps)
{
  m(eps) 2 times
}

mechanism counted(c: real)
  requires c > 0
  adjacency add or remove Person
  guarantees private(64 * c)
{
  lam ~ laplace(1 / (TIMES * c))   align lam' = lam + f - f'
  output f + lam
}

compose logarithmic(eps: real)
  requires eps > 0
  let E = exp(eps)
  let c = ln(1 + E)
  guarantees private(64 * c)
{
  counted(c)
}
"""
REPORTS = """channel told(eps: real, n: int)
  requires eps >= 0, n >= 2
  from X[n] to X
  guarantees ldp(eps)
{
  let E = exp(eps / SHARE)
  x in X, y = x  -> E / (E + n - 1)
  x in X, y in X -> 1 / (E + n - 1)
}

compose twice_told(eps: real, n: int)
  requires eps >= 0, n >= 2
  guarantees ldp(2 * eps)
{
  told(eps, n) 2 times
}
"""
# The factor of the one scale, the divisor of the other, and that of the budget of a channel.
FOLDERS = {"first": ("1", "64", "1"), "second": ("1000", "1", "2")}

SUM = r"""
#include "HEADER"
#include "plumb/runtime/ledger.h"

#include <cstdlib>

using plumb::runtime::Rational;

double FUNCTION() {
  const auto budget = plumb::runtime::Ledger::unaccounted();
  double sum = 0;
  for (int i = 0; i < 256; ++i) {
    RELEASE
    if (!output)
      std::abort();
    sum += std::abs(static_cast<double>(output->out.value));
  }
  return sum;
}
"""

# What is released, and the limit between the sums.
RELEASES = {
    "m": ("const auto output = plumb::m::Mechanism::create({Rational(1)})->run(0, budget);", 10000),
    "twice": ("const auto output = plumb::twice::Composition::create({Rational(1)}, budget)->part1(0);", 10000),
    "logarithmic": ("const auto output = plumb::logarithmic::Composition::create({Rational(1)}, budget)->part1(0);", 10),
}

MAIN = r"""
#include <cstdio>
double first();
double second();
int main() {
  const double small = first(), large = second();
  std::printf("%g %g\n", small, large);
  return small < LIMIT && large > LIMIT ? 0 : 1;
}
"""


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def succeed(*command):
    code, output = run(*command)
    assert code == 0, f"{command}\n{output}"
    return output


def emitted(plumb, folder, factor, times, share, *options):
    folder.mkdir()
    # Noise at scales with logarithms has no constant work.
    program = PROGRAM.partition("mechanism counted")[0] if options else PROGRAM
    for name, text in ("program", program), ("reports", REPORTS):
        source = folder / f"{name}.plumb"
        source.write_text(text.replace("FACTOR", factor).replace("TIMES", times).replace("SHARE", share))
        succeed(plumb, "emit", source, "-o", folder, *(options if name == "program" else ()))


def compiled(compiler, folder, text, name):
    source, target = folder / f"{name}.cpp", folder / f"{name}.o"
    source.write_text(text)
    # Without inlining every function is left to the linker.
    return run(compiler, "-std=c++20", "-O0", INCLUDES, "-c", source, "-o", target), target


def releasing(name, function, header):
    return SUM.replace("HEADER", header).replace("FUNCTION", function).replace("RELEASE", RELEASES[name][0])


def check(compiler, library, folder, name):
    """What is wrong."""
    objects = []
    for function in FOLDERS:
        (code, output), made = compiled(compiler, folder / function, releasing(name, function, f"{name}.h"), name)
        assert code == 0, output[:3000]
        objects.append(made)
    (code, output), main_object = compiled(compiler, folder, MAIN.replace("LIMIT", str(RELEASES[name][1])), "main")
    assert code == 0, output[:3000]
    for order in (objects, objects[::-1]):
        succeed(compiler, main_object, *order, library, *LINKS, "-o", folder / "program")
        code, output = run(folder / "program")
        if code != 0:
            yield f"{compiler}: {name}: one draws the noise of the other: {output}"
    both = f'#include "second/{name}.h"\n' + releasing(name, "first", f"first/{name}.h")
    (code, output), _ = compiled(compiler, folder, both, "both")
    if code == 0 or "ambiguous" not in output:
        yield f"{compiler}: {name}: both in one file: {output[:2000]}"


# A composition, and its part.
PARTS = {"twice": "m", "twice_told": "told"}


def check_parts(compiler, folder):
    """What is wrong where a composition finds a part beside it that was emitted with another one."""
    for whole, part in PARTS.items():
        for other in ("first", "second", "constant") if whole == "twice" else ("first", "second"):
            mixed = folder / "mixed"
            mixed.mkdir()
            shutil.copy(folder / "first" / f"{whole}.h", mixed)
            shutil.copy(folder / other / f"{part}.h", mixed)
            code, output = run(compiler, "-std=c++20", INCLUDES, "-fsyntax-only", "-x", "c++", mixed / f"{whole}.h")
            shutil.rmtree(mixed)
            if (code == 0) != (other == "first") or (code != 0 and "holds another program" not in output):
                yield f"{compiler}: {whole} with `{part}.h` of {other}: {output[:2000]}"


def main():
    plumb, library = sys.argv[1:]
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        for name, numbers in FOLDERS.items():
            emitted(plumb, folder / name, *numbers)
        emitted(plumb, folder / "constant", *FOLDERS["first"], "--constant-work")
        compilers = list(filter(shutil.which, ("g++", "clang++-14")))
        wrong = [each for compiler in compilers for name in RELEASES for each in check(compiler, library, folder, name)]
        wrong += [each for compiler in compilers for each in check_parts(compiler, folder)]
    print(*wrong, sep="\n", end="")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
