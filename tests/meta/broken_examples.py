#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each example is proved; each broken twin is refused for a condition of the theorem. Usage: broken_examples.py PLUMB

The golden tests say the same with every word. This one says it so that no update can turn it around.
"""

import pathlib
import re
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
        # The parts of a broken composition are in order themselves; what is made of them is not.
        composed = re.findall(r"^compose (\w+)", path.read_text(), re.MULTILINE)
        judged = [line for line in verdicts if not composed or line.split(": ")[1] in composed]
        if composed and (len(judged) != len(composed) or any(": proved" not in line for line in verdicts
                                                             if line not in judged)):
            complaints.append(f"{path.name}: each part should be proved, and each composition told")
        if code not in (3, 4) or any(": proved" in line for line in judged) or "error[PL04" not in stderr:
            complaints.append(f"{path.name}: exit {code}, and should be refused")
        if not path.read_text().startswith("// "):
            complaints.append(f"{path.name}: does not begin with what is wrong in it")
    orphans = [path.name for path in twins if not (ROOT / "examples" / (path.stem.split("__")[0] + ".plumb")).exists()]
    complaints += [f"{name}: the twin of no example" for name in orphans]
    healthy = {path.stem for path in examples} - {path.stem.split("__")[0] for path in twins}
    complaints += [f"{name}.plumb: has no broken twin" for name in sorted(healthy)]
    if len(examples) < 3 or len(twins) < 12:
        complaints.append(f"{len(examples)} examples and {len(twins)} broken twins are too few")
    print("\n".join(complaints + [f"{len(examples)} examples, {len(twins)} broken twins, "
                                  f"{len(complaints)} complaints"]))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
