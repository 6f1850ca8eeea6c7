# SPDX-License-Identifier: Apache-2.0
"""Programs that are texts for people: what `plumb check` says about NAME.plumb stands in NAME.expected.

The messages of stderr come first, then stdout, then the exit code: `exit 0`. The program runs in its own folder, so that it is
named without one.
"""

import subprocess
import sys


def program(path):
    return path.with_suffix(".plumb")


def regenerate(path, plumb, update, keep):
    run = subprocess.run([plumb, "check", *keep, program(path).name], cwd=path.parent, capture_output=True, timeout=240)
    if run.returncode not in range(5):
        sys.exit(f"{path}: code {run.returncode} is a bug, never an expectation\n{run.stderr.decode()}")
    return run.stderr + run.stdout + f"exit {run.returncode}\n".encode()
