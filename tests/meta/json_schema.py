#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What --format=json prints of `check` and `emit` is what docs/schema/check.schema.json says, and of `bounds` what docs/schema/bounds.schema.json does. Usage: json_schema.py PLUMB CORPUS.json

CORPUS.json is what was said of all programs of the repository (tests/golden/run.py --corpus).
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parents[2]


def document(plumb, words, folder=ROOT):
    run = subprocess.run([plumb, "check", "--format=json", *words], cwd=folder, capture_output=True, timeout=120)
    parsed = json.loads(run.stdout)
    assert parsed["exit"] == run.returncode, f"{words}: exit {parsed['exit']}, but {run.returncode}"
    assert not run.stderr, f"{words}: stderr is not empty"
    return parsed


def check_channels(channels):
    """Every verdict occurs, and a proof has its identities."""
    verdicts = {channel["verdict"].split(" under")[0] for channel in channels}
    assert verdicts == {"proved", "not proved", "not private", "no channel", "vacuous"}, verdicts
    for channel in channels:
        name, refuted = f"{channel['file']}: {channel['channel']}", channel["verdict"] in ("not private", "no channel")
        assert bool(channel["counterexample"]) == refuted, f"{name}: a counterexample without a verdict, or none"
        if channel["verdict"].startswith("proved"):
            assert channel["obligations"], f"{name}: nothing behind the verdict"
            assert all(one["status"] == "proved" and one["certificate"] for one in channel["obligations"]), name
            tried = channel["tablesTried"] > 0 or not channel["file"].startswith("examples/")
            assert tried, f"{name}: no small table was tried"


def tables(plumb):
    """What --notion says of a table with a smallest eps, of one without, and of one that is none."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {"mangat": "x,yes,no\nyes,1,0\nno,1/3,2/3\n", "none": "x,yes\nyes,1/2\n"}.items():
            (pathlib.Path(folder) / f"{name}.csv").write_text(text)
        one_sided = document(plumb, ["--notion", "osldp", "--sensitive", "yes", "mangat.csv", "none.csv"], folder)
        two_sided = document(plumb, ["--notion", "ldp", "mangat.csv"], folder)
    assert [table["smallest"]["bound"] for table in one_sided["tables"]] == ["3"], one_sided
    assert two_sided["tables"][0]["violation"]["kind"] == "ratio", two_sided
    return [one_sided, two_sided]


def emitted(plumb):
    """What `emit` prints: each remark of its text stands in the document, in its order, under its subject."""
    programs = ["examples/svt/asymmetric_svt.plumb", "examples/composition/week_of_releases.plumb", "examples/composition/sampled_with_all_of_it.plumb",
                "examples/local/two_reports.plumb"]
    documents = []
    with tempfile.TemporaryDirectory() as folder:
        for words in (["-o", folder, "--with", "example"], ["--check", folder], ["-o", folder, "--with", "example"]):
            told, written = (subprocess.run([plumb, "emit", *extra, *programs, *words], cwd=ROOT, capture_output=True, text=True, timeout=120)
                             for extra in ([], ["--format=json"]))
            # One composition has no object, and its parts are written.
            assert told.returncode == written.returncode == 4 and told.stderr.count("error[PL0505]") == 2, (words, told.stderr, written.stderr)
            parsed = json.loads(written.stdout)
            sections = ("results", "compositions", "channels", "channelCompositions")
            remarks = [entry for section in sections for subject in parsed.get(section, []) for entry in subject.get("emitted", [])]
            lines = {("" if entry["kind"] == "not made" else entry["kind"] + ": ") + entry["text"] for entry in remarks}
            expected = {line.strip() for line in told.stdout.splitlines()
                        if re.match(r"  (written|up to date|left as it is|replaced): |  no .* of the composition, its parts alone", line)}
            assert expected == lines, f"{words}: {sorted(expected ^ lines)}"
            documents.append(parsed)
    kinds = {entry["kind"] for document in documents for section in document.values() if isinstance(section, list)
             for subject in section for entry in subject.get("emitted", [])}
    assert {"written", "up to date", "not made"} <= kinds, kinds
    return documents


def bounds(plumb):
    """A document of each form, and what is printed of programs without a proof, which is that of a check."""
    def printed(*words, folder=ROOT):
        run = subprocess.run([plumb, "bounds", "--format=json", *words], cwd=folder, capture_output=True, text=True, timeout=120)
        return run.returncode, json.loads(run.stdout)

    forms = [printed("--notion", "adp", "--eps", "1", "--k", "1..3"), printed("--notion", "approx", "--eps", "1/2", "--k", "3", "--alpha", "0.01", "--beta", "0.1"),
             printed("examples/svt/asymmetric_svt.plumb", "--eps", "1", "--let", "c=1", "--gap", "5,4"), printed("examples/laplace/one_sided_remove.plumb"),
             printed("examples/composition/week_of_releases.plumb", "examples/laplace/laplace.plumb", "--eps", "1", "--gap", "3"),
             printed("examples/local/urr.plumb", "--eps", "1", "--let", "s=3", "--let", "n=5", "--users", "1000")]
    schema = json.loads((ROOT / "docs/schema/bounds.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for code, parsed in forms:
        assert code == 0, parsed
        validator.validate(parsed)
        for damage in (lambda d: d.update(extra=1), lambda d: d.pop(next(iter(d)))):
            copy = json.loads(json.dumps(parsed))
            damage(copy)
            assert not validator.is_valid(copy), "the schema lets a damaged document pass"
    assert {key for _, parsed in forms for key in parsed} >= {"rows", "claims", "otherDirections", "losses"}
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {"no_program": "mechanism m(eps: real\n", "no_proof": WITHOUT_PROOF}.items():
            (pathlib.Path(folder) / f"{name}.plumb").write_text(text)
            for words in ([], ["--users", "100"]):
                code, parsed = printed(f"{name}.plumb", *words, folder=folder)
                assert parsed["exit"] == code != 0 and parsed["diagnostics"], parsed
                wrong.append(parsed)
    return wrong


WITHOUT_PROOF = """mechanism m(eps: real, f: query)
  requires eps > 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  lam ~ exponential(1 / (2 * eps))   align lam' = lam + f - f'
  output f + lam
}
"""


def main():
    plumb = pathlib.Path(sys.argv[1]).resolve()
    schema = json.loads((ROOT / "docs/schema/check.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    everything = json.loads(pathlib.Path(sys.argv[2]).read_text())
    validator.validate(everything)
    verdicts = {re.split(" under|[:,]", result["verdict"])[0] for result in everything["results"]}
    assert verdicts == {"proved", "not proved", "not private", "vacuous", "ill-formed", "claim false", "private", "open"}, verdicts
    assert any(result["counterexample"] for result in everything["results"])
    for result in everything["results"]:
        proved = result["verdict"].startswith("proved")
        # Where the cost is bounded as a whole, draw by draw, there is no ledger to read it off.
        whole = any(one["name"] == "cost.total" for one in result["obligations"])
        assert bool(result["smallestEpsilon"]) == (proved and not whole), f"{result['file']}: smallestEpsilon of an open proof, or none"
        for word, what in (("private", "alternative"), ("open", "largestLoss")):
            assert (what in result) == result["verdict"].startswith(word), f"{result['file']}: {what} of another verdict"
        shown = {"run", "pair", "input"} & set(result["counterexample"] or {})
        assert shown or result["verdict"] not in ("ill-formed", "claim false"), f"{result['file']}: no run or input that shows it"

    check_channels(everything["channels"])
    for other in [*tables(plumb), *emitted(plumb), *bounds(plumb), document(plumb, ["missing.plumb", "docs"])]:
        validator.validate(other)

    # The schema must be able to say no; of each kind an entry or some show it.
    few = {key: value[:3] if isinstance(value, list) else value for key, value in everything.items()}
    validator.validate(few)
    for damage in (lambda d: d.pop("exit"), lambda d: d["results"][0].pop("guarantee"),
                   lambda d: d["results"][0].pop("smallestEpsilon"),
                   lambda d: d["results"][0].update(verdict="fine"), lambda d: d.update(extra=1),
                   lambda d: d["diagnostics"][0].update(line=0),
                   lambda d: d["channels"][0].pop("counterexample"),
                   lambda d: d["channels"][0]["obligations"][0].update(status="fine")):
        copy = json.loads(json.dumps(few))
        damage(copy)
        assert not validator.is_valid(copy), "the schema lets a damaged document pass"
    print(f"{len(everything['results'])} results, {len(everything['channels'])} channels and {len(everything['diagnostics'])} messages fit the schema")


if __name__ == "__main__":
    main()
