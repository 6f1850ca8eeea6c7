#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The evidence of a program shows nothing of its broken twins.

Usage: exchanged_texts.py FOLDER_OF_PROGRAMS PROGRAM.plumb...

Each PROGRAM is certified. In the certificate its lines become those of a broken twin, NAME__WHAT_IS_WRONG.plumb beside it, wherever they
stand, and plumb-recheck has to refuse that. Twins with more or fewer lines, or of which another line is the same twice, are left out.
"""

import pathlib
import subprocess
import sys
import tempfile


def printed(plumb, program):
    return subprocess.run([plumb, "print", program], capture_output=True, text=True, check=True).stdout.split("\n")


def exchanged(lines, original, twin):
    """Nothing if these are not line by line the same program."""
    if len(original) != len(twin):
        return None
    others = {}
    for old, new in zip(original, twin):
        if others.setdefault(old, new) != new:
            return None
    return [others.get(line, line) for line in lines]


def main():
    binaries, programs = pathlib.Path(sys.argv[1]), [pathlib.Path(word) for word in sys.argv[2:]]
    refused, complaints = 0, []
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "evidence.cert"
        for program in programs:
            subprocess.run([binaries / "plumb", "check", "--certify", file, program], capture_output=True, check=True)
            lines, original = file.read_text().split("\n"), printed(binaries / "plumb", program)
            for twin in sorted(program.parent.glob(f"{program.stem}__*.plumb")):
                forged = exchanged(lines, original, printed(binaries / "plumb", twin))
                if forged is None or forged == lines:
                    continue
                file.write_text("\n".join(forged))
                run = subprocess.run([binaries / "plumb-recheck", file], capture_output=True, text=True)
                refused += run.returncode in (2, 4)
                if run.returncode not in (2, 4):
                    complaints.append(f"{twin.name} is taken: {run.stdout}")
    print("\n".join([*complaints, f"{refused} twins refused, {len(complaints)} complaints"]))
    return 1 if complaints or refused < len(programs) else 0


if __name__ == "__main__":
    sys.exit(main())
