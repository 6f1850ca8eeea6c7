#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Messages as a terminal of 80 columns shows them: each kind once, by what triggers it on its page. No line is wider, each word
is one that a pipe gets, so too what stands below a verdict, and what runs long says how far it is, which a pipe is not told. Colours are on a terminal alone, end
on the line on which they begin, and are not shown to who wants none. Usage: terminal.py PLUMB [--show]

With --show all that is seen is printed, for somebody who reads it.
"""

import concurrent.futures
import fcntl
import os
import pathlib
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/meta"))
from diagnostic_pages import BLOCK, PAGES, WITHOUT_TEXT, registered  # noqa: E402

COLUMNS = 80
# Where one line is drawn over another.
DRAWN = re.compile(r"\r\x1b\[K(\[[# ]*\] [^\r\n]*)?")
# Where a colour begins or ends.
STYLE = re.compile(r"\x1b\[[0-9;]*m")


def folder_for(plumb, name, program):
    tools = pathlib.Path(name, ".bin")
    tools.mkdir()
    (tools / "plumb").symlink_to(plumb)
    pathlib.Path(name, "program.plumb").write_text(program)
    return {"PATH": f"{tools}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8", "HOME": name, "TERM": "xterm"}


def on_terminal(command, folder, environment, columns=COLUMNS):
    """What stands on a terminal that is the standard error alone."""
    main, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen(["bash", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=terminal, start_new_session=True)
    os.close(terminal)
    seen = b""
    while True:
        try:
            part = os.read(main, 1 << 16)
        except OSError:
            part = b""
        if not part:
            break
        seen += part
    os.close(main)
    process.wait(timeout=120)
    return seen.decode("utf-8", "replace").replace("\r\n", "\n")


def on_pipe(command, folder, environment):
    run = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                         stderr=subprocess.PIPE, timeout=120)
    return run.stderr.decode("utf-8", "replace")


def shown(plumb, code):
    """What is seen of this kind, and what is wrong with it."""
    blocks = BLOCK.findall((PAGES / f"{code}.md").read_text())
    program = next((text for _, purpose, text in blocks if purpose == "program"), "")
    (language, trigger), = [(language, text) for language, purpose, text in blocks if purpose == "triggers"]
    command = "plumb check program.plumb" if language == "plumb" else trigger
    texts = []
    for look in (on_terminal, on_pipe):
        with tempfile.TemporaryDirectory() as name:
            texts.append(look(command, name, folder_for(plumb, name, trigger if language == "plumb" else program)))
    coloured, piped = DRAWN.sub("", texts[0]), texts[1]
    seen = STYLE.sub("", coloured)
    complaints = [f"{code}: no colour, or one that does not end: {line!r}" for line in coloured.splitlines()
                  if f"[{code}]" in line and not STYLE.search(line) or len(STYLE.findall(line)) % 2]
    if "\x1b" in piped:
        complaints.append(f"{code}: colours on a pipe: {piped}")
    complaints += [f"{code}: wider than the terminal: {line}" for line in seen.splitlines() if len(line) > COLUMNS and " " in line.strip()]
    if f"[{code}]" not in seen:
        complaints.append(f"{code} is not seen: {seen}")
    # Of wider lines of a program another part is shown.
    if all(len(line) <= COLUMNS for line in piped.splitlines() if not re.match(r"\S+: |note: |help: ", line)) and seen.split() != piped.split():
        complaints.append(f"{code}: other words on the terminal: {seen}")
    return seen, complaints


def verdicts(plumb, columns=60):
    """What follows a verdict, where the standard output is the terminal."""
    command = f"cd {ROOT}/examples && plumb check svt/asymmetric_svt.plumb svt/above_threshold_integers__stops_unseen.plumb >&2 2>/dev/null"
    with tempfile.TemporaryDirectory() as name:
        environment = folder_for(plumb, name, "")
        coloured, piped = on_terminal(command, name, environment, columns), on_pipe(command, name, environment)
    seen = STYLE.sub("", coloured)
    colour = {"proved under 5 assumptions": "\x1b[1;32m", "not private": "\x1b[1;31m"}
    complaints = [f"{verdict} has another colour: {coloured}" for verdict, sign in colour.items()
                  if not re.search(re.escape(sign) + verdict + re.escape("\x1b[0m"), re.sub(r"\n +", " ", coloured))]
    complaints += [f"wider than the terminal: {line}" for line in seen.splitlines() if len(line) > columns and " " in line.strip()]
    if seen.split() != piped.split() or not any(len(line) > columns for line in piped.splitlines()):
        complaints.append(f"other words on the terminal, or no long line: {seen}")
    return complaints


def without_colours(plumb):
    """Who wants none, and a terminal that has none."""
    command = f"plumb check {ROOT}/examples/svt/above_threshold_integers__stops_unseen.plumb --no-assumptions; plumb check missing.plumb"
    complaints = []
    with tempfile.TemporaryDirectory() as name:
        environment = folder_for(plumb, name, "")
        plain = STYLE.sub("", on_terminal(command, name, environment))
        for wish, coloured in (({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False), ({"TERM": ""}, False)):
            seen = on_terminal(command, name, {**environment, **wish})
            if bool(STYLE.search(seen)) != coloured or STYLE.sub("", seen) != plain:
                complaints.append(f"with {wish}: {seen!r}")
    return complaints


def progress(plumb):
    command = f"plumb check --jobs 1 {ROOT}/examples/laplace"
    with tempfile.TemporaryDirectory() as name:
        environment = folder_for(plumb, name, "")
        bars = re.findall(r"\r\x1b\[K(\[#* *\] \d+ of \d+ checked)", on_terminal(command, name, environment))
        piped = on_pipe(command, name, environment)
    widths = {len(bar.split("]")[0]) for bar in bars}
    return [] if bars and len(widths) == 1 and "checked" not in piped else [f"no bar on a terminal, or one on a pipe: {bars}"]


def main():
    plumb = pathlib.Path(sys.argv[1]).resolve()
    codes = [code for code in registered() if code not in WITHOUT_TEXT]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        all_shown = list(pool.map(lambda code: shown(plumb, code), codes))
    if "--show" in sys.argv:
        for code, (seen, _) in zip(codes, all_shown):
            print(f"===== {code}\n{seen}")
    complaints = [complaint for _, found in all_shown for complaint in found] + progress(plumb) + verdicts(plumb) + without_colours(plumb)
    print("\n".join(complaints + [f"{len(codes)} kinds seen, {len(complaints)} complaints"]))
    return 1 if complaints or not codes else 0


if __name__ == "__main__":
    sys.exit(main())
