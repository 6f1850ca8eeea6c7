#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each example is proved; each broken twin is refused for a condition of the theorem. Usage: broken_examples.py PLUMB

The golden tests say the same with every word. This one says it so that no update can turn it around.
"""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def check(plumb, path):
    run = subprocess.run([plumb, "check", path], capture_output=True, timeout=60, text=True)
    return run.returncode, run.stdout, run.stderr


def main():
    plumb = pathlib.Path(sys.argv[1]).resolve()
    complaints = []
    examples = sorted((ROOT / "examples").glob("*.plumb"))
    twins = sorted((ROOT / "examples/broken").glob("*.plumb"))
    for path in examples:
        code, stdout, _ = check(plumb, path)
        if code != 0 or ": proved" not in stdout.splitlines()[0]:
            complaints.append(f"{path.name}: exit {code}, and should be proved")
    for path in twins:
        code, stdout, stderr = check(plumb, path)
        verdicts = [line for line in stdout.splitlines() if not line.startswith(" ")]
        # Parts of a composition may be in order; the composition is told last.
        judged = verdicts[-1:] if "\ncompose " in path.read_text() else verdicts
        if code not in (3, 4) or any(": proved" in line for line in judged) or "error[PL04" not in stderr:
            complaints.append(f"{path.name}: exit {code}, and should be refused")
        if not path.read_text().startswith("// "):
            complaints.append(f"{path.name}: does not begin with what is wrong in it")
    if len(examples) < 3 or len(twins) < 12:
        complaints.append(f"{len(examples)} examples and {len(twins)} broken twins are too few")
    print("\n".join(complaints + [f"{len(examples)} examples, {len(twins)} broken twins, "
                                  f"{len(complaints)} complaints"]))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
