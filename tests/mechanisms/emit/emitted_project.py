#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `plumb emit --with example` writes is a project that builds outside of the tree and runs.

Usage: emitted_project.py PLUMB BUILD_FOLDER

The runtime is installed, the project is built with each compiler in one of the ways users build, and its programs
are run: batches once; streams one update at a time with their state in a file, which then is damaged, put back,
and lost.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests"))
from programs import example
BATCH, STREAM, ROWS = "asymmetric_noisy_top_k", "monitor_location", "monitor_places"
WAYS = (("g++", "-O1 -Wall -Wextra -Wpedantic -Werror"),
        ("clang++-14", "-O1 -Wall -Wextra -Werror -fno-exceptions -DNDEBUG"))

# The collector of a local mechanism, which links to both libraries.
COLLECTOR = r"""
#include "plumb/runtime/estimate/report_reader.h"
#include "plumb/runtime/estimate/empirical.h"
#include <cstdio>
#include <sstream>

using namespace plumb::runtime::estimate;

int main() {
  std::istringstream reports("symbol,count\n0,30\n1,10\n");
  const auto channel = Channel::rr(2, 2);
  Tally tally(channel.value());
  const auto read = ReportReader(tally).read(reports);
  if (!read)
    return 1;
  std::printf("%d reports\n", static_cast<int>(*read));
  return empirical(tally) ? 0 : 1;
}
"""


class Complaints:
    def __init__(self):
        self.failed = self.checked = 0

    def expect(self, name, good, output=""):
        self.checked += 1
        if not good:
            self.failed += 1
            print(f"FAILED {name}\n{output[-3000:]}")


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def check_stream(complaints, program, folder):
    """State that was damaged, is older, or is missing is refused, and nothing is published."""
    state = folder / "state"
    code, published, errors = run(program, state)
    complaints.expect(f"{program}: first run", code == 0 and published, errors)
    first = state.read_bytes()
    complaints.expect(f"{program}: finished", run(program, state) == (0, "", ""))

    state.write_bytes(first.replace(b"\nt ", b"\nT "))
    code, published, errors = run(program, state)
    complaints.expect(f"{program}: damaged", code == 1 and not published and "changed after" in errors, errors)
    state.unlink()
    code, published, errors = run(program, state)
    complaints.expect(f"{program}: lost", code == 1 and not published and "was stored" in errors, errors)
    # As a restored backup would be, of which nobody can tell how old it is.
    state.write_bytes(first)
    (folder / "state.generation").unlink()
    code, published, errors = run(program, state)
    complaints.expect(f"{program}: without its record", code == 1 and not published and "is missing" in errors, errors)


def check_way(complaints, folder, prefix, compiler, flags):
    build = folder / compiler
    code, output, errors = run("cmake", "-S", folder / "project", "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}",
                               f"-DCMAKE_CXX_COMPILER={compiler}", f"-DCMAKE_CXX_FLAGS={flags}")
    complaints.expect(f"{compiler}: configures", code == 0, output + errors)
    code, output, errors = run("cmake", "--build", build)
    complaints.expect(f"{compiler} {flags}: builds", code == 0, output + errors)
    if code != 0:
        return
    complaints.expect(f"{compiler}: collector", run(build / "collector") == (0, "40 reports\n", ""))
    code, published, errors = run(build / BATCH)
    complaints.expect(f"{compiler}: {BATCH}", code == 0 and re.fullmatch(r"(\d+: -?\d+\n)+", published), errors)
    for stream in (STREAM, ROWS):
        states = folder / f"{compiler}_{stream}"
        states.mkdir()
        check_stream(complaints, build / stream, states)


def check_pkg_config(complaints, folder, prefix):
    """Both libraries without CMake."""
    found = next(prefix.rglob("plumb-estimate.pc")).parent
    command = (f"g++ {folder}/project/collector.cpp $(PKG_CONFIG_PATH={found} pkg-config --cflags --libs plumb-estimate)"
               f" -o {folder}/collected && {folder}/collected")
    code, output, errors = run("bash", "-c", command)
    complaints.expect("pkg-config", (code, output) == (0, "40 reports\n"), errors)


def check_version(complaints, folder, prefix):
    """A header that was emitted for another runtime does not compile."""
    include = folder / "later/include"
    shutil.copytree(prefix / "include", include)
    version = include / "plumb/runtime/version.h"
    text = version.read_text()
    version.write_text(re.sub(r"(interfaceVersion = )\d+", r"\g<1>99", text))
    header = folder / f"project/{STREAM}.h"
    for name, path, is_good in (("this", prefix / "include", True), ("another", include, False)):
        code, _, errors = run("g++", "-std=c++20", "-fsyntax-only", "-x", "c++", f"-I{path}", header)
        told = "emitted for another version of Plumb's runtime: emit it anew" in errors
        complaints.expect(f"{name} version of the runtime", (code == 0) == is_good and told != is_good, errors)


def main():
    plumb, build = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    complaints = Complaints()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prefix = folder / "prefix"
        code, output, errors = run("cmake", "--install", build, "--prefix", prefix, "--component", "runtime")
        complaints.expect("installs", code == 0, output + errors)
        programs = [example(mechanism) for mechanism in (BATCH, STREAM, ROWS)]
        # Into one folder, one after the other: the second does not drop the first.
        for several in (programs[:2], programs[2:]):
            code, output, errors = run(plumb, "emit", *several, "--with", "example", "-o", folder / "project")
            complaints.expect("emits", code == 0, output + errors)
        (folder / "project/collector.cpp").write_text(COLLECTOR)
        with (folder / "project/CMakeLists.txt").open("a") as lists:
            lists.write("add_executable(collector collector.cpp)\n"
                        "target_link_libraries(collector PRIVATE plumb::estimate)\n")
        for compiler, flags in WAYS:
            if shutil.which(compiler):
                check_way(complaints, folder, prefix, compiler, flags)
            else:
                print(f"{compiler} is not installed: nothing was compiled with it")
        check_pkg_config(complaints, folder, prefix)
        check_version(complaints, folder, prefix)
    print(f"{complaints.checked} checks, {complaints.failed} failed")
    return 1 if complaints.failed or complaints.checked < 10 else 0


if __name__ == "__main__":
    sys.exit(main())
