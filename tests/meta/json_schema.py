#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What --format=json prints is what docs/schema/check.schema.json says. Usage: json_schema.py PLUMB"""

import json
import pathlib
import subprocess
import sys

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parents[2]


def document(plumb, files):
    run = subprocess.run([plumb, "check", "--format=json", *files], cwd=ROOT, capture_output=True, timeout=120)
    parsed = json.loads(run.stdout)
    assert parsed["exit"] == run.returncode, f"{files}: exit {parsed['exit']}, but {run.returncode}"
    assert not run.stderr, f"{files}: stderr is not empty"
    return parsed


def main():
    plumb = pathlib.Path(sys.argv[1]).resolve()
    schema = json.loads((ROOT / "docs/schema/check.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    programs = [str(p.relative_to(ROOT)) for folder in ("examples", "tests/golden")
                for p in sorted((ROOT / folder).rglob("*.plumb"))]
    everything = document(plumb, [*programs, "missing.plumb", "docs"])
    validator.validate(everything)
    verdicts = {result["verdict"].split(" under")[0] for result in everything["results"]}
    assert verdicts == {"proved", "not proved", "not private", "vacuous"}, verdicts
    assert any(result["counterexample"] for result in everything["results"])
    for result in everything["results"]:
        proved = result["verdict"].startswith("proved")
        assert bool(result["smallestEpsilon"]) == proved, f"{result['file']}: smallestEpsilon of an open proof, or none"

    # The schema must be able to say no.
    for damage in (lambda d: d.pop("exit"), lambda d: d["results"][0].pop("guarantee"),
                   lambda d: d["results"][0].pop("smallestEpsilon"),
                   lambda d: d["results"][0].update(verdict="fine"), lambda d: d.update(extra=1),
                   lambda d: d["diagnostics"][0].update(line=0)):
        copy = json.loads(json.dumps(everything))
        damage(copy)
        assert not validator.is_valid(copy), "the schema lets a damaged document pass"
    print(f"{len(everything['results'])} results and {len(everything['diagnostics'])} messages fit the schema")


if __name__ == "__main__":
    main()
