#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`plumb check --watch` checks again after each change; progress is shown on a terminal and nowhere else. Usage: watch.py PLUMB"""

import os
import pathlib
import pty
import re
import signal
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = (ROOT / "examples/svt/asymmetric_svt.plumb").read_text()


def verdicts(plumb, folder):
    """What is printed while a program is broken twice, mended, deleted, and another one comes."""

    def write(name, text):
        # At once: a text that is half there is one more change.
        (folder / "new").write_text(text)
        (folder / "new").rename(folder / name)

    write("a.plumb", PROGRAM)
    process = subprocess.Popen([plumb, "check", "--watch", folder], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    steps = [lambda: write("a.plumb", PROGRAM.replace("decreasing", "increasing")),
             lambda: write("a.plumb", "mechanism"),
             lambda: write("a.plumb", PROGRAM),
             lambda: (folder / "a.plumb").unlink(),
             lambda: write("b.plumb", PROGRAM)]
    told = []
    try:
        for step in [*steps, None]:
            lines = []
            while not lines or lines[-1] != "plumb: waiting for a change\n":
                lines.append(process.stderr.readline())
                assert lines[-1], "it ended"
            told.append([line for line in lines if "error[" in line])
            if step:
                step()
    finally:
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
    assert process.returncode == -signal.SIGINT, process.returncode
    heads = [line for line in out.splitlines() if line.startswith("--- ")]
    assert len(heads) == len(told) and all(re.fullmatch(rf"--- check {i}, at \d\d:\d\d:\d\d", head) for i, head in enumerate(heads, 1)), heads
    return told, [line for line in out.splitlines() if line.startswith(str(folder))]


def on_a_terminal(command):
    """The standard error of `command`, which is a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    seen = b""
    try:
        while part := os.read(ours, 4096):
            seen += part
    except OSError:
        pass  # Nobody writes any more.
    os.close(ours)
    assert process.wait() == 0
    return seen


def main():
    plumb = sys.argv[1]
    with tempfile.TemporaryDirectory() as name:
        told, lines = verdicts(plumb, pathlib.Path(name))
    codes = [sorted({line.split("error[")[1][:6] for line in errors}) for errors in told]
    assert codes[0] == codes[3] == codes[5] == [] and all(codes[i] for i in (1, 2, 4)), codes
    assert codes[4] == ["PL0501"], codes
    assert [line.split(": ")[2].split(" under")[0] for line in lines] == ["proved", "not private", "proved", "proved"], lines
    # Long enough for the line to appear.
    few = [ROOT / "examples/svt/asymmetric_svt.plumb"] * 30
    command = [plumb, "check", "--jobs", "1", *few]
    seen = on_a_terminal(command)
    assert b"\r\x1b[K" in seen and f"{len(few)} of {len(few)} checked".encode() in seen and seen.endswith(b"\r\x1b[K"), seen
    piped = subprocess.run(command, capture_output=True, check=True)
    assert piped.stderr == b"", piped.stderr
    return 0


if __name__ == "__main__":
    sys.exit(main())
