#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`plumb check --format sarif` and `junit`: well-formed, and with the verdicts and messages of `--format json`, neither more nor less;
and SARIF as its schema has it, which lies in sarif_schema with where it is from.

Usage: formats.py PLUMB
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from programs import example

complaints = []


def expect(name, good, seen=""):
    if not good:
        complaints.append(f"{name}: {seen}")


def told(plumb, form, words, folder):
    run = subprocess.run([plumb, "check", "--format", form, *words], cwd=folder, capture_output=True, timeout=120)
    expect(f"{form} {words}", not run.stderr, run.stderr)
    return run.returncode, run.stdout.decode("utf-8")


def messages(document):
    return sorted((one["code"], one["file"], one["line"], one["column"], one["endLine"], one["endColumn"])
                  for one in document["diagnostics"])


def sarif(plumb, words, folder, document, validator):
    code, text = told(plumb, "sarif", words, folder)
    log = json.loads(text)
    for mistake in validator.iter_errors(log):
        complaints.append(f"SARIF {words}: {mistake.message} at {list(mistake.absolute_path)}")
    told_fixes = sum(len(result.get("fixes", [])) for one in log["runs"] for result in one["results"])
    expect("SARIF has the repairs of JSON", told_fixes == sum("repair" in one for one in document["diagnostics"]), told_fixes)
    run, = log["runs"]
    expect("exit codes", code == document["exit"] == run["invocations"][0]["exitCode"], code)
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    expect("each rule once", len(rules) == len(set(rules)), rules)
    found = []
    for result in run["results"]:
        expect("a result names its rule", rules[result["ruleIndex"]] == result["ruleId"], result)
        place = result["locations"][0]["physicalLocation"] if "locations" in result else {"artifactLocation": {"uri": ""}}
        region = place.get("region", {})
        # Code hosts show each result as an alert, also one that says `pass` or `none`.
        expect("a result is something to mend", result["kind"] == "fail" and result["level"] in ("error", "warning"), result)
        found.append((result["ruleId"], place["artifactLocation"]["uri"], *map(region.get, ("startLine", "startColumn",
                                                                                           "endLine", "endColumn"))))
    plain = [(code, path.replace(" ", "%20").replace("ä", "%C3%A4"), *place) for code, path, *place in messages(document)]
    expect("SARIF has the messages of JSON", sorted(found, key=str) == sorted(plain, key=str), (found, plain))


def junit(plumb, words, folder, document):
    code, text = told(plumb, "junit", words, folder)
    expect("exit codes", code == document["exit"], code)
    suites = xml.fromstring(text.encode())
    failed = 0
    for suite in suites:
        cases = suite.findall("testcase")
        expect("counts", int(suite.get("tests")) == len(cases) and
               int(suite.get("failures")) == sum(case.find("failure") is not None for case in cases), suite.attrib)
        expect("no empty suite", cases, suite.attrib)
        failed += int(suite.get("failures"))
    expect("something fails if and only if the exit code says so", (failed > 0) == (code != 0), (failed, code))
    names = sorted({suite.get("name") for suite in suites})
    expect("each file is a suite", names == sorted({word for word in words if not word.startswith("--")}), names)
    for entry in (one for key in ("results", "compositions", "channels") for one in document.get(key, [])):
        name = entry.get("mechanism") or entry.get("channel") or entry.get("composition")
        case, = (case for case in suites.iter("testcase") if (case.get("classname"), case.get("name")) == (entry["file"], name))
        refused = "--no-assumptions" in words and entry["assumptions"]
        expect(f"{name} in JUnit", (case.find("failure") is None) == (entry["verdict"].startswith("proved") and not refused),
               entry["verdict"])
    return suites


def paths_for_hosts(plumb, folder):
    """A code host knows no `./a.plumb`."""
    (folder / "below").mkdir()
    for name in ("below/2.plumb", "below/misspelt.plumb"):
        (folder / name).write_bytes((folder / pathlib.Path(name).name).read_bytes())
    for form, names in (("sarif", r'"uri": *"([^"]*)"'), ("junit", r'<test\w+ (?:class)?name="([^"]*)"')):
        def paths(words, at):
            return sorted(set(re.findall(names, told(plumb, form, words, at)[1])))
        plain = paths(["2.plumb", "misspelt.plumb", "missing.plumb"], folder / "below")
        dotted = paths(["./2.plumb", ".//misspelt.plumb", "././missing.plumb"], folder / "below")
        expect(f"{form}: paths without `./`", plain and dotted == plain, (dotted, plain))
        expect(f"{form}: below a folder, too", paths(["./below"], folder) == ["below/2.plumb", "below/misspelt.plumb"], paths(["./below"], folder))
        expect(f"{form}: here, too", paths(["."], folder / "below") == ["2.plumb", "misspelt.plumb"], paths(["."], folder / "below"))


def main():
    plumb = pathlib.Path(sys.argv[1]).resolve()
    schema = json.loads((ROOT / "tests/tools/sarif_schema/sarif-2.1.0-rtm.5.json").read_text())
    validator = jsonschema.Draft4Validator(schema)
    jsonschema.Draft4Validator.check_schema(schema)
    expect("the schema refuses what is none", not validator.is_valid({"version": "2.1.0", "runs": [{}]}))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for number, program in enumerate(("asymmetric_svt", "asymmetric_laplace__half_the_noise", "mangat", "urr"), 1):
            (folder / f"{number}.plumb").write_bytes(example(program).read_bytes())
        (folder / "with spaces ä.plumb").write_text("mechanism m(eps: real)\n  requires eps > 0 <\x01&\"'\n{ output 1 }\n")
        (folder / "misspelt.plumb").write_text(example("asymmetric_svt").read_text().replace("count < c", "cuont < c"))
        (folder / "empty.plumb").write_text("")
        (folder / "not text.plumb").write_bytes(b"mechanism \xff\xfe(")
        every = ["1.plumb", "2.plumb", "3.plumb", "4.plumb", "with spaces ä.plumb", "misspelt.plumb", "empty.plumb", "not text.plumb",
                 "missing.plumb"]
        for words in (every, ["1.plumb"], ["--no-assumptions", "1.plumb"], ["2.plumb"], ["misspelt.plumb"], ["empty.plumb"], ["missing.plumb"]):
            document = json.loads(told(plumb, "json", words, folder)[1])
            sarif(plumb, words, folder, document, validator)
            suites = junit(plumb, words, folder, document)
            if words == every:
                expect("assumptions stand beside a proof in the report of a test", any("assum" in (out.text or "") for out in suites.iter("system-out")))
        paths_for_hosts(plumb, folder)
    print("\n".join(complaints + [f"{len(complaints)} complaints"]))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
