# SPDX-License-Identifier: Apache-2.0
"""Runs Plumb on many files at once, and on one file alone where many at once give no answer."""

import json
import os
import pathlib
import re
import resource
import subprocess

from names import shape

CODES = {0, 1, 2, 3, 4}
MEMORY = 6 << 30


def processor_time():
    """Of this process and of every Plumb that it ran: a busy machine tries as much as an idle one."""
    return sum(os.times()[:4])


def first_words(verdict):
    """Without assumptions and figures: "proved", "not private", "private" (with another alignment), "open"."""
    return re.split(" under|[:,]", verdict)[0]


class Told:
    """What Plumb said of one file: results by declaration, diagnostics, or what went wrong with the run itself."""

    def __init__(self):
        self.results, self.compositions, self.channels, self.diagnostics, self.trouble = [], [], [], [], None

    def verdicts(self):
        """(kind, name, verdict, number of assumptions) of every declaration, in order."""
        return [(kind, r[kind], first_words(r["verdict"]), len(r["assumptions"]))
                for kind, of in (("mechanism", self.results), ("composition", self.compositions), ("channel", self.channels))
                for r in of]

    def shapes(self):
        """Verdicts and assumptions without names."""
        return [(kind, first_words(r["verdict"]), sorted(shape(a["text"]) for a in r["assumptions"]))
                for kind, of in (("mechanism", self.results), ("composition", self.compositions), ("channel", self.channels))
                for r in of]


class Checker:
    def __init__(self, plumb, folder, jobs=2, limit=10):
        self.plumb, self.folder, self.jobs, self.limit = plumb, pathlib.Path(folder), jobs, limit
        self.serial = 0

    def limits(self, seconds):
        def apply():
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        return apply

    def write(self, data):
        self.serial += 1
        path = self.folder / f"p{self.serial}.plumb"
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return path

    def run(self, words, seconds):
        """(JSON or None, what went wrong or None)."""
        try:
            process = subprocess.run([self.plumb, *words], capture_output=True, timeout=60 * seconds, check=False,
                                     preexec_fn=self.limits(seconds))
        except subprocess.TimeoutExpired:
            return None, f"no answer in {60 * seconds} s of wall time"
        if process.returncode not in CODES:
            kind = "no answer in the time allowed" if process.returncode in (-24, -9) else f"exit code {process.returncode}"
            said = process.stderr.decode(errors="replace").strip().splitlines()
            return None, f"{kind}: {said[-1][:200] if said else ''}"
        try:
            document = json.loads(process.stdout)
        except (json.JSONDecodeError, UnicodeDecodeError) as error:
            return None, f"no JSON: {error}"
        if document.get("exit") != process.returncode:
            return None, f"exit code {process.returncode} and {document.get('exit')} in the JSON"
        return document, None

    def check(self, texts):
        """A Told for each text."""
        paths = [self.write(t) for t in texts]
        document, trouble = self.run(["check", "--format=json", "--jobs", str(self.jobs), *map(str, paths)], 2 * self.limit)
        if not trouble or len(texts) == 1 and not trouble.startswith("no answer"):
            found = self.sorted_out(paths, document, trouble)
        else:
            found = [told for path in paths for told in self.sorted_out([path], *self.run(
                ["check", "--format=json", "--jobs", "1", str(path)], self.limit))]
        for path in paths:
            path.unlink(missing_ok=True)
        return found

    @staticmethod
    def sorted_out(paths, document, trouble):
        told = {str(path): Told() for path in paths}
        for path in paths:
            told[str(path)].trouble = trouble
        for key in ("results", "compositions", "channels", "diagnostics") if document else ():
            for one in document.get(key, []):
                if one["file"] in told:
                    getattr(told[one["file"]], key).append(one)
        return [told[str(path)] for path in paths]

    def sensitivity(self, text):
        """The results of `plumb sensitivity`, and what went wrong."""
        path = self.write(text)
        document, trouble = self.run(["sensitivity", "--format=json", str(path)], self.limit)
        path.unlink(missing_ok=True)
        return (document or {}).get("results", []), trouble
