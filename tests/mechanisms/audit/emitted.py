# SPDX-License-Identifier: Apache-2.0
"""Every example that is emitted, compiled: several replay harnesses to a program, with a `main` of ours."""

import concurrent.futures
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests"))
from programs import example, examples
HERE = pathlib.Path(__file__).resolve().parent
LINKS = ["-lmpfr", "-lgmp", "-lcrypto", "-pthread"]


def emit_examples(plumb, folder, stems=None):
    """The mechanisms that are emitted into `folder`, with their harnesses; {name: program}.

    Of all examples, and of the programs beside this file; or of the examples whose files have these stems."""
    programs = examples() + sorted((HERE / "programs").glob("*.plumb"))
    if stems is not None:
        programs = [example(stem) for stem in sorted(stems)]

    def emitted(program):
        command = [plumb, "emit", "--with", "replay", str(program), "-o", str(folder)]
        run = subprocess.run(command, capture_output=True, text=True)
        return re.findall(r"(\w+)_replay\.cpp", run.stdout + run.stderr) if run.returncode == 0 else []

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = list(pool.map(emitted, programs))
    return {name: program for program, names in zip(programs, found) for name in names}


def build(compiler, folder, names, main, header, library, output):
    """Compiles the harnesses of `names` in `folder` into one program; `main` is the body of its `main`,
    for which `header` of this folder is included, if there is one."""
    source = output.with_suffix(".cpp")
    lines = ["#define PLUMB_REPLAY_WITHOUT_MAIN"]
    lines += [f'#include "{folder / name}_replay.cpp"' for name in names]
    lines += [f'#include "{HERE / header}"'] if header else []
    lines += ["int main(int count, char **arguments) {", main, "}", ""]
    source.write_text("\n".join(lines))
    folders = [f"-I{ROOT / 'mechanisms/runtime' / part}" for part in ("include", "testing/include")]
    command = compiler + ["-std=c++20"] + folders + [str(source), str(library), "-o", str(output)]
    subprocess.run(command + LINKS, check=True)
