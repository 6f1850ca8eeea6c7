# SPDX-License-Identifier: Apache-2.0
"""Programs with expectations beside the lines.

An expectation is a comment that begins with //~ and stands below the line that it is about:

    x := 1 + y
    //~ 12: error[PL0201]: `y` is not declared
    //~   help: did you mean `x`?

and at the end of the file what `plumb check` prints on stdout, and its exit code:

    //~| NAME.plumb: m: not proved
    //~ exit 4

Expectations are part of the text that is checked, where they are comments like others. The numbers of
lines need not be written down: each message stands below its line. The program runs in the folder of the
file, so that messages name it without a folder.
"""

import re
import subprocess
import sys

MARK = b"//~"
HEADLINE = re.compile(rb"^(.*?):(\d+):(\d+): ((?:error|warning)\[PL\d{4}\]|note(?:\[PL\d{4}\])?): (.*)$")


def is_expectation(line):
    return line.lstrip().startswith(MARK)


def check(path, plumb, keep):
    """Runs the program on the file; by text line, and then stdout and exit code."""
    run = subprocess.run([plumb, "check", *keep, path.name], cwd=path.parent, capture_output=True, timeout=240)
    if run.returncode not in range(5):
        sys.exit(f"{path}: code {run.returncode} is a bug, never an expectation\n{run.stderr.decode()}")
    return messages(run.stderr, path.name.encode()), run.stdout, run.returncode


def messages(stderr, name):
    """(line, expectation) in the order told. Source and caret lines are left out: they repeat the file."""
    told, headline, source_lines = [], 1, 0
    for line in stderr.split(b"\n"):
        match = HEADLINE.match(line)
        if match and match[1] == name:
            source_lines = 2
            told.append((int(match[2]), b" " + match[3] + b": " + match[4] + b": " + match[5]))
            if not match[4].startswith(b"note"):
                headline = int(match[2])
        elif source_lines:
            source_lines -= 1
        elif line:
            told.append((headline, b"   " + line))
    return told


def regenerate(path, plumb, update, keep):
    lines = path.read_bytes().split(b"\n")
    ends_with_newline = lines[-1] == b""
    if ends_with_newline:
        lines.pop()
    if update:
        # The numbers of lines may be those of other expectations than there will be.
        stripped = [line for line in lines if not is_expectation(line)]
        if stripped != lines:
            path.write_bytes(b"\n".join(stripped) + b"\n")
            lines = stripped
    told, stdout, code = check(path, plumb, keep)
    by_line = {}
    for line, text in told:
        by_line.setdefault(line, []).append(text)

    result = []
    for number, line in enumerate(lines, 1):
        if is_expectation(line):
            for text in by_line.get(number, []):
                result.append(MARK + b" unexpected here:" + text)
            continue
        result.append(line)
        result += [MARK + text for text in by_line.get(number, [])]
    for number in sorted(by_line):
        if number > len(lines):
            result += [MARK + text for text in by_line[number]]
    result += [(MARK + b"| " + line).rstrip() for line in stdout.split(b"\n")[:-1]]
    result.append(MARK + b" exit " + str(code).encode())
    return b"\n".join(result) + b"\n"
