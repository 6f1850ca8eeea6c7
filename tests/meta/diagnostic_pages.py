#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each kind of message has a page; its program makes the message, and its repair is proved. Usage: diagnostic_pages.py PLUMB

A "```plumb" block is checked; a "```sh" block is run in a folder with the program of the page as program.plumb.
"""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ROOT / "checker/report/diagnostic_pages"
BLOCK = re.compile(r"^```(\w+) (\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

# The syntax has no text for these, and what takes too much memory depends on the machine.
WITHOUT_TEXT = {"PL0223", "PL0243", "PL0516"}


def registered():
    registry = (ROOT / "frontend/support/diagnostic_kinds.def").read_text()
    return re.findall(r'^DIAGNOSTIC\(\w+, "(PL\d{4})"', registry, re.MULTILINE)


def execute(plumb, language, text, program):
    """Exit code, and the codes of all messages."""
    with tempfile.TemporaryDirectory() as folder:
        tools = pathlib.Path(folder, ".bin")
        tools.mkdir()
        (tools / "plumb").symlink_to(plumb)
        pathlib.Path(folder, "program.plumb").write_text(text if language == "plumb" else program)
        command = "plumb check program.plumb" if language == "plumb" else text
        environment = {"PATH": f"{tools}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8", "HOME": folder}
        run = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, capture_output=True, timeout=120)
    return run.returncode, set(re.findall(r"(?:error|warning|note)\[(PL\d{4})\]", run.stderr.decode("utf-8", "replace")))


def complaints_about(plumb, code):
    page = PAGES / f"{code}.md"
    if not page.exists():
        return [f"{code} has no page"]
    blocks = BLOCK.findall(page.read_text())
    purposes = [purpose for _, purpose, _ in blocks]
    program = next((text for _, purpose, text in blocks if purpose == "program"), "")
    if code in WITHOUT_TEXT:
        return [f"{code} has a program, so it needs no exemption"] if blocks else []
    if [p for p in purposes if p != "program"] != ["triggers", "repairs"]:
        return [f"{code}: {purposes}, but what triggers it and what repairs it is needed"]
    complaints = []
    for language, purpose, text in blocks:
        if purpose == "program":
            continue
        exit_code, told = execute(plumb, language, text, program)
        if purpose == "triggers" and code not in told:
            complaints.append(f"{code} is not triggered: exit {exit_code}, {sorted(told)}")
        if purpose == "repairs" and (exit_code != 0 or told):
            complaints.append(f"{code} is not repaired: exit {exit_code}, {sorted(told)}")
        if code < "PL04" and purpose == "triggers" and told - {code}:
            complaints.append(f"{code} is not all that is wrong: {sorted(told)}")
    return complaints


def main():
    plumb, codes = pathlib.Path(sys.argv[1]).resolve(), registered()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        complaints = [c for found in pool.map(lambda code: complaints_about(plumb, code), codes) for c in found]
    complaints += [f"{page.stem} is not registered" for page in sorted(PAGES.glob("*.md")) if page.stem not in codes]
    print("\n".join(complaints + [f"{len(codes)} kinds, {len(complaints)} complaints"]))
    return 1 if complaints or not codes else 0


if __name__ == "__main__":
    sys.exit(main())
