#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What messages tell to write is an edit, and mends what they are about. Usage: repairs.py PLUMB

Each mistake below is made in a program that is right, and repaired in the words of the language server, of `--format json` and of
`--format sarif`. Then each repair that any text of tests/golden and examples is offered at once is applied: its message is gone."""

import json
import pathlib
import subprocess
import sys
import tempfile

from language_server import offset, with_edits
from lsp_client import Client

ROOT = pathlib.Path(__file__).resolve().parents[2]
SVT = "examples/svt/asymmetric_svt.plumb"
WEEK = "tests/learn/answers/25_a_week.plumb"
PLACES = "tests/learn/answers/23_a_policy.plumb"
COIN = "tests/learn/answers/27_a_coin.plumb"
LINE = "examples/records/ages_along_a_line.plumb"
TWO = "tests/tools/two_parameters.plumb"

# A program that is right, words of it, and the mistake in their place. The repair gives the program back.
MISTAKES = [
    (SVT, "count < c", "cuont < c"),
    (SVT, "exponential(", "exponental("),
    (SVT, "guarantees", "garantees"),
    (SVT, "while count", "whlie count"),
    (SVT, "decreasing", "decresing"),
    (SVT, "count := count + 1", "count = count + 1"),
    (SVT, "count := count + 1", "count++"),
    (SVT, "lam ~", "lam ="),
    (SVT, "align lam'", "align lam"),
    (SVT, "lam' = lam", "lam' := lam"),
    (SVT, "f decreasing by", "f decreasing"),
    (SVT, "0 .. n", "range(n)"),
    (SVT, "0 .. n", "0 to n"),
    (SVT, "above ? f[i] - f'[i]", "above ? f[i] − f'[i]"),
    (WEEK, "7 times", "times 7"),
    (PLACES, "policy hide_visits on Trajectory", "policy hide_visits on Trajectry"),
    (PLACES, "t.visited[i]", "t.vsited[i]"),
    (PLACES, "when visited[i]", "if visited[i]"),
    (PLACES, "claims out[i].value", "claims out'[i].value"),
    (SVT, "for i in 0", "for i 0"),
    (SVT, "for i in", "for int i in"),
    (SVT, "output below", "output = below"),
    (SVT, "adjacency f", "adjacency all f"),
    (SVT, "decreasing by 1", "decreasing <= 1"),
    (SVT, "c: int, ", "c: int; "),
    (SVT, "requires eps", "requires: eps"),
    (PLACES, " = count t", " count t"),
    (PLACES, "where t.visited", "| t.visited"),
    (PLACES, "under hide_visits", "hide_visits"),
    # What has to be mended in two places.
    (SVT, "above ? f[i] - f'[i]", "above ? f[i] - f[i]'"),
    (LINE, "r'.age", "r.age'"),
    (LINE, "abs(r.age - r'.age)", "abs(p.age - p'.age)"),
    (LINE, "total_age - total_age'", "totl_age - totl_age'"),
    (TWO, "krr_of(eps, k)", "krr_of(k, eps)"),
]

# The same where a proof has to be asked; the clause comes behind the parameters.
UNPROVED = [
    ("""mechanism noisy(eps: real, f: query)
  requires eps > 0
  adjacency f changes by 1
  guarantees private(eps)
{
  lam ~ laplace(1 / eps)   align lam' = lam + f - f'
  output f + lam
}
""", "\n  requires eps > 0", ""),
]


# A declaration that is missing: with the edits the text is this one.
UNDECLARED = [
    ("""mechanism noisy(f: query)
  adjacency f changes by 1
  guarantees private(eps)
{
  lam ~ laplace(1 / eps)   align lam' = lam + f - f'
  output f + lam
}
""", """mechanism noisy(f: query, eps: real)
  requires eps > 0
  adjacency f changes by 1
  guarantees private(eps)
{
  lam ~ laplace(1 / eps)   align lam' = lam + f - f'
  output f + lam
}
"""),
]


def told_by_json(plumb, file):
    said = json.loads(subprocess.run([plumb, "check", "--format=json", file], capture_output=True).stdout)
    return [[edit(place, ("line", "column", "endLine", "endColumn"), place["text"]) for place in one["repair"]]
            for one in said["diagnostics"] if "repair" in one]


def told_by_sarif(plumb, file):
    run, = json.loads(subprocess.run([plumb, "check", "--format=sarif", file], capture_output=True).stdout)["runs"]
    return [[edit(one["deletedRegion"], ("startLine", "startColumn", "endLine", "endColumn"), one["insertedContent"]["text"])
             for one in change["replacements"]]
            for result in run["results"] for fix in result.get("fixes", []) for change in fix["artifactChanges"]]


def edit(place, keys, text):
    line, column, last, end = (place[key] - 1 for key in keys)
    return {"range": {"start": {"line": line, "character": column}, "end": {"line": last, "character": end}}, "newText": text}


def actions(client, uri, message):
    """The quick fixes that mend this message, as edits."""
    offered = client.about(uri, "codeAction", range=message["range"], context={"diagnostics": [message]})
    return [(one["title"], one["edit"]["changes"][uri]) for one in offered
            if one["kind"] == "quickfix" and message in one.get("diagnostics", [])]


def try_mistake(plumb, client, number, right, wrong):
    uri = f"file:///{number}.plumb"
    client.open(uri, wrong)
    messages = client.diagnostics(uri)
    assert messages, wrong
    [(title, edits)] = actions(client, uri, messages[0])
    assert title.startswith(("Write `", "Leave out `")), title
    assert with_edits(wrong, edits) == right, (title, with_edits(wrong, edits))
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "text.plumb")
        file.write_text(wrong)
        for said in (told_by_json(plumb, file), told_by_sarif(plumb, file)):
            assert with_edits(wrong, said[0]) == right, (wrong, said)
    client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})


def at_once(client, uri, text, version):
    """What is said before anything is proved."""
    if version == 1:
        client.open(uri, text)
    else:
        client.change(uri, [{"text": text}], version)
    client.about(uri, "documentSymbol")
    return [note["params"]["diagnostics"] for note in client.notes
            if note["method"] == "textDocument/publishDiagnostics" and note["params"]["uri"] == uri
            and note["params"].get("version") == version][0]


def try_all(client):
    """\\returns how many repairs were applied."""
    applied = 0
    for path in sorted([*(ROOT / "tests/golden").rglob("*.plumb"), *(ROOT / "examples").rglob("*.plumb")]):
        try:
            text = path.read_bytes().decode("utf-8")
        except UnicodeDecodeError:
            continue
        if "\r" in text or "\ufeff" in text or len(text) > 100_000:
            continue
        uri = f"file:///{path.relative_to(ROOT)}"
        version = 1
        for message in at_once(client, uri, text, version):
            for title, edits in actions(client, uri, message):
                version += 1
                left = at_once(client, uri, with_edits(text, edits), version)
                same = [(one["code"], one["message"]) for one in left
                        if offset(text, one["range"]["start"]) == offset(text, message["range"]["start"])] if left else []
                assert (message["code"], message["message"]) not in same, (str(path), title, message)
                applied += 1
            if version > 1:
                version += 1
                at_once(client, uri, text, version)
        client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
        client.notes.clear()
    return applied


def main():
    plumb = sys.argv[1]
    client = Client(plumb, "--jobs", "1")
    for number, (path, words, mistake) in enumerate(MISTAKES):
        right = (ROOT / path).read_text()
        assert words in right, (path, words)
        try_mistake(plumb, client, number, right, right.replace(words, mistake, 1))
    for number, (right, words, mistake) in enumerate(UNPROVED):
        assert words in right, words
        try_mistake(plumb, client, 1000 + number, right, right.replace(words, mistake, 1))
    for number, (wrong, right) in enumerate(UNDECLARED):
        try_mistake(plumb, client, 2000 + number, right, wrong)
    applied = try_all(client)
    assert applied > 50, applied
    client.end()
    print(f"{len(MISTAKES) + len(UNPROVED) + len(UNDECLARED)} mistakes mended; {applied} repairs of all texts take their messages away")
    return 0


if __name__ == "__main__":
    sys.exit(main())
