#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Where memory is short, `plumb check` says so and tells what it has finished. Usage: short_memory.py PLUMB

The address space is limited to more and more, from less than a start takes to plenty."""

import json
import pathlib
import resource
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES = [f"examples/{name}.plumb" for name in (
    "svt/asymmetric_svt", "noisy_max/largest_value", "composition/one_more_person", "local/urr", "svt/asymmetric_svt__half_the_noise")]
MEGABYTE = 1 << 20


def checked(plumb, limit, *words):
    def limited():
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    return subprocess.run([plumb, "check", *words, *FILES], capture_output=True, text=True, cwd=ROOT, timeout=120, preexec_fn=limited if limit else None)


def main():
    plumb = str(pathlib.Path(sys.argv[1]).resolve())
    def verdicts_of(document):
        return {(one["file"], *(one[kind] for kind in ("mechanism", "composition", "channel") if kind in one)): one["verdict"] for results in ("results", "compositions", "channels") for one in document.get(results, [])}

    plenty = json.loads(checked(plumb, None, "--format=json").stdout)
    verdicts = verdicts_of(plenty)
    assert len(verdicts) >= 6, verdicts
    least = None
    lacking = partly = 0
    for limit in (*range(40, 200, 4), *range(200, 400, 20), 1000, 2000):
        for jobs in ("1", "4") if limit % 8 == 0 else ("4",):
            run = checked(plumb, limit * MEGABYTE, "--format=json", "--jobs", jobs)
            if run.returncode == 127 or run.stderr.startswith("GNU MP: Cannot allocate"):
                continue  # It could not even be started.
            said = (limit, jobs, run.returncode, run.stderr[-500:], run.stdout[-300:])
            assert "bug in Plumb" not in run.stderr and run.returncode in (1, plenty["exit"]), said
            if not run.stdout:
                assert run.returncode == 1 and run.stderr.count("the memory does not suffice") == 1, said
                lacking += 1
                continue
            document = json.loads(run.stdout)
            got = verdicts_of(document)
            assert got.items() <= verdicts.items(), (said, got.items() - verdicts.items())
            silent = {one["file"] for one in document["diagnostics"] if one["code"] == "PL0516"}
            assert {file for file, *_ in verdicts.keys() - got.keys()} == silent, said
            assert run.returncode == (1 if silent else plenty["exit"]) == document["exit"], said
            if not silent:
                least = min(least or limit, limit)
            partly += bool(silent and got)
            lacking += bool(silent)
    assert lacking >= 3 and least is not None and least <= 1000, (lacking, least)
    print(f"short {lacking} times, {partly} times with some verdicts; all of them from {least} MB on")
    return 0


if __name__ == "__main__":
    sys.exit(main())
