#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`plumb lsp` answers as an editor expects, and says the same as `plumb check`. Usage: language_server.py PLUMB [EDITS]

With EDITS, so many random edits, and every name is renamed; without, 500, and each seventh name."""

import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

from lsp_client import Client

ROOT = pathlib.Path(__file__).resolve().parents[2]
URI = "file:///svt.plumb"
SVT = (ROOT / "examples/svt/asymmetric_svt.plumb").read_text()
LARGEST = (ROOT / "examples/noisy_max/largest_value.plumb").read_text()
OPEN = SVT.replace("   align lam' = lam + (out[i] is above ? f[i] - f'[i] : 0)", "")


def place(text, words, nth=0, behind=0):
    """Line and UTF-16 column where `words` stand for the nth time."""
    at = -1
    for _ in range(nth + 1):
        at = text.index(words, at + 1)
    before = text[:at + behind]
    return before.count("\n"), len(before.rpartition("\n")[2].encode("utf-16-le")) // 2


def offset(text, position):
    lines = text.split("\n")
    line = lines[position["line"]].encode("utf-16-le")[:2 * position["character"]].decode("utf-16-le")
    return sum(len(one) + 1 for one in lines[:position["line"]]) + len(line)


def with_edits(text, edits):
    for edit in sorted(edits, key=lambda edit: -offset(text, edit["range"]["start"])):
        text = text[:offset(text, edit["range"]["start"])] + edit["newText"] + text[offset(text, edit["range"]["end"]):]
    return text


def checked(plumb, text):
    """(code, line, column, message) of all that `plumb check` says of a text, and the verdicts."""
    with tempfile.NamedTemporaryFile("w", suffix=".plumb", newline="") as file:
        file.write(text)
        file.flush()
        document = json.loads(subprocess.run([plumb, "check", "--format=json", file.name], capture_output=True).stdout)
    said = sorted((one["code"], one["line"], one["column"], one["message"]) for one in document["diagnostics"])
    return said, len(document["results"])


def served(text, diagnostics):
    """The same of what the server has published."""
    said = []
    for one in diagnostics:
        at = offset(text, one["range"]["start"])
        line = text[:at].count("\n")
        column = len(text[:at].rpartition("\n")[2])
        message = one["message"].split("\nnote: ")[0].split("\nhelp: ")[0]
        said.append((one["code"], line + 1, column + 1, message))
    return sorted(said)


def try_lifecycle(plumb):
    client = Client(plumb, initialize=False)
    assert client.ask("textDocument/hover", {})["error"]["code"] == -32002
    client.process.stdin.close()
    assert client.process.wait(timeout=60) == 1
    # Who starts it by hand is told, in one line.
    for given in (b"", b"hi\n"):
        run = subprocess.run([plumb, "lsp"], input=given, capture_output=True, timeout=60)
        assert run.returncode == 1 and run.stderr.count(b"\n") == 1 and b"An editor has to start `plumb lsp`" in run.stderr, run
    # Many editors add a word that says what is so anyway.
    Client(plumb, "--stdio").end()
    client = Client(plumb)
    assert client.ask("initialize", {})["error"]["code"] == -32600
    assert client.ask("textDocument/nothing", {})["error"]["code"] == -32601
    assert client.about(URI, "hover", 0, 0)["error"]["code"] == -32602
    client.raw(b"Content-Length: 9\r\n\r\nnot json!")
    assert client.answer(None)["error"]["code"] == -32700
    client.raw(b"Content-Length: 2\r\nContent-Type: x\r\n\r\n[]")
    assert client.answer(None)["error"]["code"] == -32600
    for number in (b"1e999", b"-1e999", b"1" + b"0" * 30, b'{"a":1}', b"[1]", b"true"):
        body = b'{"jsonrpc":"2.0","id":%s,"method":"textDocument/hover"}' % number
        client.raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        assert client.answer(None)["error"]["code"] == -32600
    # Deep nesting is text as well.
    body = b"[" * 100_000
    client.raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    assert client.answer(None)["error"]["code"] in (-32700, -32600)
    client.tell("$/setTrace", {"value": "off"})
    client.tell("textDocument/didChange", {"textDocument": {"uri": "file:///unknown"}, "contentChanges": [{}]})
    assert client.ask("shutdown", None) is None
    assert client.ask("textDocument/hover", {})["error"]["code"] == -32600
    client.tell("exit", None)
    assert client.process.wait(timeout=60) == 0
    for rubbish in (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"Content-Length: 99999999999\r\n\r\n", b"x" * 10_000,
                    b"Content-Length: -1\r\n\r\n"):
        client = Client(plumb)
        client.raw(rubbish)
        assert client.process.wait(timeout=60) == 1
        assert b"no message of the protocol" in client.process.stderr.read()


def try_lost(plumb):
    """What cannot be read, or is too long, ends nothing; a text of which a change was lost has no verdict until it comes as a whole."""
    client = Client(plumb)
    other, whole = "file:///other.plumb", [{"text": SVT}]
    client.open(other, SVT)
    at = {"line": 0, "character": 0}
    unreadable = [[{"range": {"start": {"line": -1, "character": 0}, "end": at}, "text": "x"}], [{"range": {"start": {"line": 1.5, "character": 0}, "end": at}, "text": "x"}],
                  [{"range": {"start": at}, "text": "x"}], [{"range": None, "text": "x"}], [{"text": 1}], [None], None]
    long = "/" * (17 << 20)
    too_long = [[{"text": long}], [{"range": {"start": at, "end": at}, "text": long}], [{"text": '\\"' * (6 << 20)}]]
    for number, changes in enumerate(unreadable + too_long):
        client.open(URI, SVT, 10 * number)
        assert client.lenses(URI) == ["proved under 5 assumptions"]
        told = len(client.notes)
        client.change(URI, changes, 10 * number + 1)
        # A part of what is not known is not known.
        client.change(URI, [{"range": {"start": at, "end": at}, "text": "// "}], 10 * number + 2)
        assert client.about(URI, "codeLens")["error"]["code"] == -32602
        said = [note["params"]["message"] for note in client.notes[told:] if note["method"] == "window/showMessage"]
        assert len(said) == 1 and URI in said[0] and ("16 MiB" in said[0]) == (changes in too_long), said
        assert client.notes[-1]["params"] == {"uri": URI, "diagnostics": []}
        client.change(URI, whole, 10 * number + 3)
        assert client.lenses(URI) == ["proved under 5 assumptions"] and client.lenses(other) == ["proved under 5 assumptions"]
    # The whole counts also where it stands behind what cannot be read.
    client.change(URI, [{"text": None}, *whole, {"range": {"start": at, "end": at}, "text": "// "}], 1000)
    assert client.about(URI, "documentSymbol") and client.lenses(URI)
    # A request is answered; what is opened too long is known as soon as it is short.
    assert "16 MiB" in client.ask("textDocument/hover", {"long": long, "textDocument": {"uri": URI}})["error"]["message"]
    client.open("file:///long.plumb", long)
    client.change("file:///long.plumb", whole, 2)
    assert client.lenses("file:///long.plumb") == ["proved under 5 assumptions"]
    # Of whom it speaks is not known: of any.
    client.tell("textDocument/didChange", {"textDocument": {"uri": URI}, "contentChanges": [{"text": "x"}] * (3 << 19)})
    assert all(client.about(uri, "codeLens")["error"]["code"] == -32602 for uri in (URI, other))
    # What is closed is not lost any more.
    client.tell("textDocument/didClose", {"textDocument": {"uri": URI}})
    client.change(URI, whole, 2000)
    assert client.about(URI, "codeLens")["error"]["code"] == -32602
    client.end()


def try_settings(plumb):
    """A mistake in the settings of the folder is told once, and keeps nobody from working."""
    for settings, told, verdict in (("jobz = 1\nresource-limit = 1\n", ["plumb: plumb.toml:1:1: `jobz` is no setting"], "no verdict|open|largest loss"),
                                    ("[lsp\njobs = 1\n", ["plumb: plumb.toml:1:1: this `[` is never closed"], "proved"),
                                    ("jobs = no\n[lsp]\ntime-limit = x\n", ["plumb: plumb.toml:1:8: `jobs`: ", "plumb: plumb.toml:3:14: `time-limit`: "], "proved"),
                                    ("jobs = 1\n", [], "proved")):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "plumb.toml").write_text(settings)
            client = Client(str(pathlib.Path(plumb).resolve()), folder=folder)
            client.tell("initialized", {})
            client.open(URI, SVT)
            assert re.search(verdict, client.lenses(URI)[0]), (settings, client.lenses(URI))
            said = [note["params"]["message"] for note in client.notes if note["method"] == "window/showMessage"]
            assert len(said) == len(told) and all(map(str.startswith, said, told)), said
            client.end()


def try_answers(client):
    client.open(URI, SVT)
    assert client.lenses(URI) == ["proved under 5 assumptions"], client.lenses(URI)
    assert any(message["method"] == "workspace/codeLens/refresh" for message in client.asked)
    assert client.diagnostics(URI) == []

    def hover(words, nth=0, behind=0):
        return client.about(URI, "hover", *place(SVT, words, nth, behind))["contents"]["value"]

    assert "noise, int" in hover("lam ~") and "exponential(c / eps)" in hover("lam ~")
    assert "answers of the data, int[n]" in hover("f[i] + lam")
    assert "**proved under 5 assumptions**" in hover("asymmetric_svt") and "assumes" in hover("asymmetric_svt")
    assert "count <= c" in hover("for i"), hover("for i")
    assert client.about(URI, "hover", *place(SVT, "{\n")) is None

    assert hover("exponential(") == ("`exponential`: noise: one-sided geometric law, P[x] proportional to exp(-x/b) on x >= 0; "
                                     "moved by s it costs at most |s| / b, and must not be moved below 0\n"), hover("exponential(")
    assert "`for`: a loop" in hover("for i") and hover("private(").startswith("`private`: pure differential privacy")
    for word in ("requires", "adjacency", "decreasing", "guarantees", "claims", "implies", "while c", "output", "is above", "if z", "real, c"):
        assert hover(word).startswith(f"`{re.split('[ ,]', word)[0]}`: "), (word, hover(word))
    # A name is what it stands for, and a word of one place nothing elsewhere.
    assert hover("count := ").startswith("`count`: local variable")
    client.open("file:///elsewhere.plumb", SVT.replace("count := 0", "count := 0\n  w := private + laplace"))
    for word in ("private +", "laplace"):
        about = client.about("file:///elsewhere.plumb", "hover", *place(SVT.replace("count := 0", "count := 0\n  w := private + laplace"), word))
        assert about is None or "privacy" not in about["contents"]["value"] and "noise:" not in about["contents"]["value"], about
    client.tell("textDocument/didClose", {"textDocument": {"uri": "file:///elsewhere.plumb"}})

    declared = client.about(URI, "definition", *place(SVT, "count + 1"))
    assert declared["uri"] == URI and (declared["range"]["start"]["line"], declared["range"]["start"]["character"]) == place(SVT, "count :=")
    uses = client.about(URI, "references", *place(SVT, "count :="), context={"includeDeclaration": True})
    assert len(uses) == SVT.count("count"), uses
    assert len(client.about(URI, "references", *place(SVT, "count :="), context={"includeDeclaration": False})) == len(uses) - 1
    assert len(client.about(URI, "documentHighlight", *place(SVT, "above(z)"))) == 2

    changes = client.about(URI, "rename", *place(SVT, "count"), newName="hits")["changes"][URI]
    assert with_edits(SVT, changes) == SVT.replace("count", "hits")
    for name in ("f", "for", "1x", "", "a b", "out", "i"):
        refused = client.about(URI, "rename", *place(SVT, "count"), newName=name)
        assert "error" in refused, (name, refused)
    assert client.about(URI, "prepareRename", *place(SVT, "{\n")) is None
    assert client.about(URI, "prepareRename", *place(SVT, "lam ~"))["end"]["character"] == place(SVT, "lam ~", behind=3)[1]

    labels = {item["label"] for item in client.about(URI, "completion", *place(SVT, "count + 1"))}
    assert {"lam", "count", "above", "eps", "max"} <= labels and not {"laplace", "align", "out", "cost", "top_k", "forall", "none"} & labels, labels
    assert client.about(URI, "completion", *place(SVT, "The asymmetric")) == []
    outline = client.about(URI, "documentSymbol")
    assert [one["name"] for one in outline] == ["asymmetric_svt"]
    names = [one["name"] for one in outline[0]["children"]]
    assert names == ["eps", "c", "n", "T", "f", "count", "lam", "z", "above", "below"], names
    data = client.about(URI, "semanticTokens/full")["data"]
    assert len(data) % 5 == 0 and len(data) > 300
    client.about(URI, "formatting", options={})
    assert client.about(URI, "formatting", options={}) == []

    turned = client.about(URI, "codeAction", range={"start": dict(zip(("line", "character"), place(SVT, "decreasing"))),
                                                    "end": dict(zip(("line", "character"), place(SVT, "decreasing")))}, context={"diagnostics": []})
    assert [one["title"] for one in turned] == ["Turn the direction: `increasing`"], turned
    assert with_edits(SVT, turned[0]["edit"]["changes"][URI]) == SVT.replace("decreasing", "increasing")
    explained = client.ask("workspace/executeCommand", {"command": "plumb.explain", "arguments": [{"uri": URI, "name": "asymmetric_svt"}]})
    assert explained.startswith("# `asymmetric_svt`: proved") and "lam" in explained, explained[:200]
    # As whoever reads it knows the file.
    assert "`svt.plumb`" in explained and "file://" not in explained, explained[:600]
    unknown = client.ask("workspace/executeCommand", {"command": "plumb.explain", "arguments": [{"uri": URI, "name": "nobody"}]})
    assert unknown["error"]["code"] == -32602 and "`nobody`" in unknown["error"]["message"], unknown
    client.number += 1
    client.send({"id": client.number, "method": "workspace/executeCommand",
                 "params": {"command": "plumb.explain", "arguments": [{"uri": URI}]}})
    client.tell("$/cancelRequest", {"id": client.number})
    assert client.answer(client.number)["error"]["code"] == -32800


def try_meanings(client, plumb):
    """What is said of a word holds where it stands."""
    def hover(text, words):
        uri = "file:///meaning.plumb"
        client.open(uri, text)
        shown = client.about(uri, "hover", *place(text, words))["contents"]["value"]
        client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
        return shown

    # Whether a record is more or less in the neighbouring data is what `plumb sensitivity` finds, and the language says.
    language = (ROOT / "docs/language.md").read_text()
    for word, missing, neighbours, real in (("add", "no r'", "less", "more"), ("remove", "no r;", "more", "less")):
        text = ("record T { a: bool, w: int in 0 .. 5 }\nquery f = count t: T where t.a\nquery g = max t: T of t.w\n\nmechanism m(eps: real)\n  requires eps > 0\n"
                f"  adjacency {word} T\n  guarantees private(eps)\n{{\n  lam ~ laplace(1 / eps)\n  output f + lam\n}}\n")
        with tempfile.NamedTemporaryFile("w", suffix=".plumb") as file:
            file.write(text)
            file.flush()
            found = subprocess.run([plumb, "sensitivity", file.name], capture_output=True, text=True).stdout
        assert re.search(r"attained: .*" + re.escape(missing), found.replace("no r, ", "no r; ")), found
        assert f"| `{word} R` | one record {neighbours}" in language
        assert hover(text, f"{word} T") == (f"`{word}`: `{word} R`: the neighbouring data have one record {neighbours}; "
                                            f"the real data have one {real}\n"), hover(text, f"{word} T")
        assert "largest" in hover(text, "of t.w") and "over records" in hover(text, "max t")
    # A draw has the law of its sort, and what moving costs is said of both ways.
    for law, sort, said in (("laplace", "", "two-sided geometric law, P[x] proportional to exp(-|x|/b); moved by s it costs at most |s| / b"),
                            ("laplace", ": real", "Laplace density exp(-|x|/b)/(2b); moved by s it costs at most |s| / b"),
                            ("logistic", ": real", "moved by s it costs at most |s| / b"),
                            ("gumbel", ": real", "moved up by s it costs at most s / b, moved down it costs without a bound")):
        text = f"mechanism m(eps: real, f: query real)\n  requires eps > 0\n  adjacency f changes by 1\n  guarantees private(eps)\n{{\n  lam{sort} /* drawn */ ~ // here\n    {law}(1 / eps)\n  output 1\n}}\n"
        assert hover(text, law).endswith(said + "\n"), hover(text, law)


def try_outlines(client):
    """The outline stays while somebody types: a text that cannot be read shows what the same text shows without the mistake, all
    of the declarations that it is not in, and of its own at most what stands beside it is missing."""
    number = 0

    def outline(text):
        nonlocal number
        number += 1
        uri = f"file:///outline{number}.plumb"
        client.open(uri, text)
        shown = client.about(uri, "documentSymbol")
        [said] = [note["params"]["diagnostics"] for note in client.notes if note["method"] == "textDocument/publishDiagnostics"
                  and note["params"]["uri"] == uri]
        is_wrong = any(one["code"].startswith("PL01") for one in said)
        client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
        return shown, is_wrong

    def words(shown):
        return {(one["detail"], one["name"]): [child["name"] for child in one["children"] if child["detail"] not in ("tag of what is published", "class of values")] for one in shown}

    twice = SVT + SVT.replace("count", "told")
    names = [[child["name"] for child in one["children"]] for one in outline(twice)[0]]
    assert "count" in names[0] and "told" in names[1] and "count" not in names[1], "two mechanisms of one name"
    choose = random.Random(5)
    broken = 0
    for path in ("monitoring/monitor_location", "svt/asymmetric_svt", "composition/one_more_person", "local/urr"):
        for file in sorted(ROOT.glob(f"examples/{path}*.plumb"))[:2]:
            text = file.read_text()
            good, _ = outline(text)
            for match in choose.sample(list(re.finditer(r"[a-z]+|\d+|[^\s\w]+", re.sub(r"//.*", lambda one: " " * len(one[0]), text))), 25):
                shown, is_wrong = outline(text[:match.start()] + " " + text[match.end():])
                if not is_wrong:
                    continue
                broken += 1
                before, now = words(good), words(shown)
                start = text.count("\n", 0, match.start())
                touched = [(one["detail"], one["name"]) for one in good
                           if one["range"]["start"]["line"] <= start <= one["range"]["end"]["line"]]
                for key, children in before.items():
                    if key not in touched:
                        assert now.get(key) == children, (file, match, key, now)
                    elif match[0] not in (*key[1].split(), *key[0].split(), "compose"):
                        missing = set(children) - set(now.get(key, ["missing"]))
                        assert key in now and len(missing) <= 1, (file, match, key, missing, now)
    assert broken >= 60, broken


def try_announcement(client):
    uri = "file:///largest.plumb"
    client.open(uri, LARGEST)
    for word in ("announce best", "announced ?"):
        assert "the proof alone" in client.about(uri, "hover", *place(LARGEST, word))["contents"]["value"]
    client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})


def items_at(client, uri, text, words, behind=0):
    line, character = place(text, words, behind=behind)
    return {item["label"]: item for item in client.about(uri, "completion", line, character)}


def try_completion(client):
    """Each word has a line of its own, and a text that could never be read has names all the same."""
    grammar = (ROOT / "grammar/Plumb.g4").read_text()
    keywords = {word for rule in re.findall(r"^[A-Z_]+ : ([^;]*);", grammar, re.MULTILINE) for word in re.findall(r"'([a-z_]+)'", rule)}
    uri = "file:///completed.plumb"
    client.open(uri, SVT)
    items, laws = items_at(client, uri, SVT, "count + 1"), items_at(client, uri, SVT, "exponential(")
    assert items["count"]["detail"] == "local variable" and items["count"]["sortText"] < items["abs"]["sortText"]
    assert "|s| / b" in laws["laplace"]["detail"] and "x >= 0" in laws["exponential"]["detail"], laws
    client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
    # Somewhere each word can be typed.
    details = {}
    for file in ("svt/asymmetric_svt", "noisy_max/largest_value", "composition/week_of_releases", "composition/sampled_count",
                 "records/visited_places", "records/ages_along_a_line", "location_monitoring/*", "local/*", "sums/prefix_sum_from_records"):
        for path in sorted(ROOT.glob(f"examples/{file}.plumb"))[:3]:
            uri, text = path.as_uri(), path.read_text()
            client.open(uri, text)
            for found in re.finditer(r"\S+", text):
                position = text[:found.start()]
                items = client.about(uri, "completion", position.count("\n"), len(position.rpartition("\n")[2].encode("utf-16-le")) // 2)
                details.update({item["label"]: item["detail"] for item in items if item["kind"] != 6})
            client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert keywords <= details.keys(), keywords - details.keys()
    assert len(details) > 70 and len(set(details.values())) == len(details) and all(len(detail) > 3 for detail in details.values()), details
    assert "second run" in details["align"], details["align"]

    def offered(text):
        """What is offered at the caret, `|`, of a text of one version."""
        uri = "file:///offered.plumb"
        before, _, behind = text.partition("|")
        client.open(uri, before + behind)
        items = client.about(uri, "completion", before.count("\n"), len(before.rpartition("\n")[2]))
        client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
        return {item["label"] for item in items}

    # What stands at a place is what fits there, whether the text goes on or ends.
    for before, there, elsewhere in (
            ("", {"mechanism", "record", "compose"}, {"align", "private", "laplace", "eps"}),
            ("  adjacency ", {"f", "one", "replace"}, {"decreasing", "T", "eps", "lam", "laplace", "if", "abs"}),
            ("  adjacency f ", {"decreasing", "increasing", "changes"}, {"lam", "eps", "output", "private"}),
            ("  guarantees ", {"private"}, {"ldp", "eps", "f", "laplace", "decreasing"}),
            ("guarantees private(", {"eps", "abs", "min"}, {"private", "laplace", "if"}),
            ("lam ~ ", {"laplace", "exponential"}, {"lam", "eps", "private", "align"}),
            ("exponential(c / eps)   ", {"align", "for", "output"}, {"laplace", "private", "decreasing"}),
            ("align ", {"lam"}, {"f", "eps", "laplace", "count"}),
            ("align lam' = ", {"lam", "f", "eps", "count", "out", "abs"}, {"laplace", "private", "asymmetric_svt", "if", "decreasing"}),
            ("{\n  ", {"count", "for", "if", "output", "return"}, {"eps", "f", "abs", "laplace", "mechanism"}),
            ("mechanism asymmetric_svt(eps: ", {"real", "int", "query"}, {"eps", "laplace", "if"})):
        at = SVT.index(before) + len(before) if before else 0
        for text in (SVT[:at] + "|" + SVT[at:], SVT[:at] + "|", SVT[:at] + "a|"):
            found = offered(text)
            # Of a text that ends there only what was written is known.
            missing = there - found - ({"f", "eps", "lam", "count"} if text.endswith("|") else set())
            assert not missing and not elsewhere & found, (before, missing, elsewhere & found)
    assert offered("record R { x: int }\npolicy p |") == {"on"} and offered("record R { x: int }\npolicy p on |") == {"R"} and "R" in offered("record R { x: int }\nmechanism m() adjacency replace |")
    assert {"daily", "crowded"} <= offered((ROOT / "examples/composition/week_of_releases.plumb").read_text().rstrip().removesuffix("}") + "  |\n}\n")
    # Fields stand where their records do; and what an expression may not read is not offered in it.
    declared = "record T { age: int in 0 .. 9, home: bool }\n"
    counted = declared + "query g = count t: T where t.home\n"
    unreadable = {"lam", "g", "out", "result", "cost", "moved", "top_k"}
    for text, there, elsewhere in (
            (declared + "policy p on T { public |", {"age", "home"}, {"T", "abs"}),
            (declared + "policy p on T { public | }\n" + SVT, {"age", "home"}, {"T", "abs"}),
            (declared + "policy p on T { public age; sensitive home when |", {"age", "home", "abs"}, unreadable | {"T"}),
            (declared + "policy p on T allows r' where r'.|", {"age", "home"}, unreadable | {"abs"}),
            (declared + "query h = count t: T where t.|", {"age", "home"}, unreadable | {"abs"}),
            (declared + "query h = count t: T where t.| and t.home", {"age", "home"}, unreadable | {"abs"}),
            (declared + "query h = |", {"count", "sum", "max", "min"}, {"abs", "age"}),
            (counted + "mechanism m(eps: real) requires |", {"eps", "abs", "min"}, unreadable),
            (counted + "mechanism m(eps: real) guarantees private(|", {"eps", "abs", "min"}, unreadable),
            (counted + "mechanism m(eps: real) adjacency replace T guarantees private(eps) { k := 1 lam ~ laplace(1) w ~ laplace(|", {"eps", "k", "max"}, unreadable),
            (counted + "compose c(eps: real) requires |", {"eps", "abs"}, unreadable),
            (counted + "compose c(eps: real) guarantees private(|", {"eps", "abs"}, unreadable),
            (counted + "compose c(eps: real) sample |", {"each"}, unreadable | {"sample", "let", "with", "eps"}),
            (counted + "compose c(eps: real) sample each |", {"with"}, unreadable | {"sample", "let", "each", "eps"}),
            (counted + "compose c(eps: real) let |", set(), unreadable | {"sample", "each", "eps"}),
            (SVT.replace("eps > 0", "|eps > 0"), {"eps", "c", "abs"}, unreadable | {"f", "count"}),
            (SVT.replace("private(eps)", "private(|eps)"), {"eps", "c", "abs"}, unreadable | {"f", "count"}),
            (SVT.replace("exponential(c", "exponential(|c"), {"eps", "c", "count", "i"}, unreadable | {"f"}),
            (SVT.replace("count + 1", "|count + 1"), {"eps", "c", "count", "lam", "f"}, {"out", "result", "cost", "moved", "top_k"}),
            ("mechanism m(n: size, f: query[n]) { return |", {"top_k", "f"}, {"cost", "out"})):
        found = offered(text)
        assert there <= found and not elsewhere & found, (text, there - found, elsewhere & found)
    # What a query binds, what is behind a point, and words that are at home at one place.
    two = "record V { place: int in 0 .. 9, w: int in 0 .. 4 }\nrecord U { weight: int in 0 .. 4 }\n"
    formulas = {"forall", "exists", "none"}
    published = "mechanism m(eps: real, n: size, f: query[n])\n  requires eps > 0\n  adjacency f changes by 1\n  guarantees private(eps)\n  claims "
    channel = "channel c(eps: real, k: size)\n  from N[k] to N\n  requires eps > 0, k >= 2\n  guarantees ldp(eps)\n{\n  "
    fed = two + "mechanism m(eps: real) requires eps > 0 adjacency replace V guarantees private(eps) { output 1 }\ncompose a(eps: real, k: int)\n  requires eps > 0\n  adjacency replace V\n  guarantees private(eps)\n{ "
    for text, there, elsewhere in (
            (two + "query g = count v: V where |", {"v", "forall"}, {"place", "weight", "g"}),
            (two + "query g = count v: V where |v.w = 1", {"v"}, {"place", "weight"}),
            (two + "query g = sum v: V of |", {"v"}, {"place"}),
            (two + "query g = sum v: V of |v.w", {"v"}, {"place"}),
            (two + "query g[i in 0 .. 3] = count v: V, u: U where u.weight = |", {"i", "v", "u"}, {"weight"}),
            (two + "query g = count v: V, u: U where u.|", {"weight"}, {"place", "w"}),
            (two + "query g = count v: V where v.|", {"place", "w"}, {"weight"}),
            (two + "query g = count v: V where v.|w = 1", {"place", "w"}, {"weight"}),
            (two + "policy q on U { sensitive |", {"weight"}, {"place", "w"}),
            (two + "policy q on U { sensitive weight when |", {"weight", "forall"}, {"place", "w"}),
            (two + "policy q on V allows r' where r'.|", {"place", "w"}, {"weight"}),
            (two + "mechanism m(eps: real) adjacency replace U when u.|", {"weight"}, {"place", "w"}),
            (two + "query g = count v: V where true\nmechanism m(eps: real) requires |", {"eps", "forall"}, {"v"}),
            (published + "result.indices[0] = |0\n{ return top_k(2, f) }", {"forall"}, {"indices"}),
            (published + "result.|", {"indices", "values"}, {"value", "f", "announced"}),
            (published + "result.|indices[0] = 0\n{ return top_k(2, f) }", {"indices", "values"}, {"value", "f"}),
            (published + "forall i in 0 .. n: out[i].|", {"value", "announced"}, {"indices", "f"}),
            (published + "forall i in 0 .. n: out[i] is |", {"value", "announced", "unreached", "none"}, {"f", "eps", "forall", "abs", "true", "not"}),
            (SVT.replace("out[i] is above", "out[i] is |above"), {"above", "below"}, {"f", "eps", "forall", "abs", "count", "true"}),
            (SVT.replace("out[i] is above", "out[i].|above"), {"above", "below", "value"}, {"f", "eps", "indices"}),
            ("mechanism m(eps: real, g: query) adjacency |", {"g", "one", "replace"}, {"decreasing", "eps"}),
            ("mechanism m(eps: real, g: query) adjacency one |", {"g"}, {"one", "decreasing"}),
            ("mechanism m(eps: real, g: query) adjacency g |", {"decreasing", "changes"}, {"g", "one"}),
            ("mechanism m(eps: real, g: query) adjacency one g |", {"decreasing", "changes"}, {"g", "one"}),
            ("mechanism m(eps: real, g: query) adjacency g changes |", {"by"}, {"g", "one", "decreasing", "changes"}),
            ("mechanism m(eps: real, g: query) adjacency g changes by 1, |", {"g", "one"}, {"decreasing", "changes"}),
            (SVT.replace("count + 1", "|count + 1"), {"count"}, formulas),
            (SVT.replace("exponential(c", "exponential(|c"), {"c"}, formulas),
            (SVT.replace("private(eps)", "private(|eps)"), {"eps"}, formulas),
            (SVT.replace("z >= T[i]", "|z >= T[i]"), {"z"}, formulas),
            (SVT.replace("eps > 0", "|eps > 0"), {"eps", "forall"}, set()),
            (SVT.replace("lam + (", "|lam + ("), {"lam", "forall"}, set()),
            (channel + "|", {"let", "map", "x", "y"}, {"from", "to", "eps", "ldp"}),
            (channel + "let E = |", {"exp", "ln", "eps", "k"}, {"abs", "forall", "x", "N"}),
            (channel + "let E = exp(|", {"eps", "ln"}, {"abs", "forall", "x", "N"}),
            (channel + "x in N, |", {"y"}, {"eps", "let", "N"}),
            (channel + "x in |", set(), {"x", "y", "eps"}),
            (channel + "x in |N, y = x -> 1 / k\n}", {"N"}, {"x", "y", "eps"}),
            (channel + "x in N, y = |", {"x"}, {"eps", "let"}),
            (channel + "x in N, y = x -> |", {"eps", "k", "exp"}, {"x", "y", "let", "N"}),
            (fed + "|", {"m"}, {"times", "then", "a"}),
            (fed + "m(eps / 7) |", {"m", "then"}, {"times"}),
            (fed + "m(eps / 7) 7 |", {"times"}, {"m", "then"}),
            (fed + "m(eps / 7) k |", {"times"}, {"m", "then"}),
            (fed + "m(eps / 2) then |", {"m"}, {"times", "then"})):
        found = offered(text)
        assert there <= found and not elsewhere & found, (text, there - found, elsewhere & found, found)
    # What is nested too deeply is no place, and no end.
    assert "align" in offered("mechanism m() { x := " + "(" * 5000 + "|")

    # Never read: the text is being written for the first time.
    uri = "file:///begun.plumb"
    begun = ("// of two declarations\nsize places\nmechanism other(rho: real, g: query) {\n  far ~ laplace(1 / rho)\n}\n"
             "mechanism mine(eps: real, f: query[places]) requires eps > 0\n{\n  lam: real ~ laplace(2 / ep) align\n"
             "  total := lam + \n  for i in 0 .. places { output \n")
    client.open(uri, begun)
    assert client.diagnostics(uri)[0]["code"].startswith("PL01")
    items = items_at(client, uri, begun, "lam + ", behind=6)
    assert {name: items[name]["detail"] for name in ("eps", "f", "lam", "total", "places", "i")} == {
        "eps": "parameter, public", "f": "answers of the data", "lam": "noise", "total": "local variable",
        "places": "size of the file", "i": "index of a loop"}, items
    assert not {"rho", "far", "g", "two", "other"} & items.keys(), items.keys()
    # The word that is being typed is no name yet.
    client.change(uri, [{"text": begun + "newest"}], 2)
    assert "newest" not in items_at(client, uri, begun + "newest", "newest", behind=6)
    client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})


def try_alignment(client):
    """An alignment says how far it moves the noise, and what that costs at its scale."""
    uri = "file:///alignment.plumb"

    def hover(text, words, behind=0):
        client.open(uri, text)
        shown = client.about(uri, "hover", *place(text, words, behind=behind))["contents"]["value"]
        client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
        return shown

    one = ("mechanism one(eps: real, k: int, f: query)\n  requires eps > 0, k > 0\n  adjacency f changes by 1\n  guarantees private(eps)\n"
           "{\n  lam ~ laplace(2 / eps)   align lam' = lam + 1\n  output f + lam\n}\n")
    assert "- always: moved by `1`; that costs `eps / 2`" in hover(one, "align"), hover(one, "align")
    assert "`lam`: noise" in hover(one, "lam + 1") and "costs `eps / 2`" in hover(one, "lam + 1")
    assert "costs" not in hover(one, "lam ~")
    wide = one.replace("lam + 1", "lam + f - f'").replace("changes by 1", "changes by k").replace("2 / eps", "2 * k / eps")
    assert "moved by `f - f'`, which is at most `k`; that costs at most `eps / 2`" in hover(wide, "align"), hover(wide, "align")
    shown = hover(SVT, "align")
    assert "- out[i] is above: moved by `f[i] - f'[i]`, which is at most `1`; that costs at most `eps / c`" in shown, shown
    assert "- otherwise: not moved, which costs nothing" in shown, shown
    # A law that bounds no cost in one direction, and one with a support of its own.
    drawn = ("mechanism drawn(eps: real, k: real, f: query real)\n  requires eps > 0, k > 0\n  adjacency f {}\n  guarantees private(2 * eps)\n"
             "{{\n  a: real ~ {}(1 / eps) align a' = {}\n  return true\n}}\n")
    for law, change, aligned, expected in (
            ("gumbel", "changes by 1", "a + 0.5", "moved by `1/2`; that costs `eps / 2`\n"),
            ("gumbel", "changes by 1", "a - 0.5", "moved by `-1/2`, which is at most `1/2`; that costs without a bound\n"),
            ("gumbel", "changes by 1", "a + f - f'", "downward that costs without a bound, upward it costs at most `eps`\n"),
            ("gumbel", "changes by 1", "a + 1 + f - f'", "that costs at most `2 * eps`\n"),
            ("gumbel", "decreasing by k", "a + f - f'", "that costs at most `k * eps`\n"),
            ("gumbel", "increasing by k", "a + f - f'", "which is at most `k`; that costs without a bound\n"),
            ("gumbel", "increasing by k", "a + f' - f", "that costs at most `k * eps`\n"),
            ("gumbel", "changes by 1", "a + k", "upward it costs its amount divided by `1 / eps`"),
            ("exponential", "changes by 1", "a - 3", "costs at most `3 * eps`, as long as the draw stays in the support of its law\n"),
            ("exponential", "changes by 1", "a + 3", "that costs `3 * eps`\n"),
            ("neg_exponential", "changes by 1", "a + 3", "that costs `3 * eps`, as long as the draw stays in the support of its law\n"),
            ("laplace", "changes by 1", "a", "- always: not moved, which costs nothing\n")):
        shown = hover(drawn.format(change, law, aligned), "align")
        assert expected in shown, (law, change, aligned, shown)
    # What the proof has charged, once it is there.
    client.open(uri, SVT)
    client.lenses(uri)
    shown = client.about(uri, "hover", *place(SVT, "align"))["contents"]["value"]
    client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert "Proved: at scale `c / eps` at most `c` is moved in a whole run, by `lam`, which costs `eps` of `eps`." in shown, shown
    # Draws of two scales that are counted together.
    gap = (ROOT / "examples/gaps/adaptive_gap_svt.plumb").read_text()
    client.open(uri, gap)
    client.lenses(uri)
    for draw in ("align far'", "align near'"):
        shown = client.about(uri, "hover", *place(gap, draw))["contents"]["value"]
        assert ("at scale `8 * c / eps` at most `4 * c` is moved in a whole run, by `far`, `near`, where what is moved at scale "
                "`4 * c / eps` counts `2` times, which costs `eps / 2` of `eps`.") in shown, shown
    client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
    # What follows from no bound on answers alone is said as it is.
    unknown = one.replace("lam + 1", "lam + k * f")
    assert "divided by `2 / eps`" in hover(unknown, "align"), hover(unknown, "align")


def try_loops(client):
    """A loop keeps what is proved of it, and what is not is said to be open."""
    uri = "file:///loops.plumb"

    def hover(invariants):
        text = ("mechanism m(eps: real, n: size, f: query[n])\n  requires eps > 0\n  adjacency f changes by 1\n  guarantees private(eps * n)\n"
                "{\n  c := 0\n  for i in 0 .. n\n" + "".join(f"    invariant {one}\n" for one in invariants) + "  {\n"
                "    lam ~ laplace(1 / eps) align lam' = lam + f'[i] - f[i] + 2 * (f[i] - f'[i])\n    output f[i] + lam\n    c := c + 1\n  }\n}\n")
        client.open(uri, text)
        client.lenses(uri)
        marked = [(one["code"], one["range"]["start"]["line"]) for one in client.diagnostics(uri)]
        shown = client.about(uri, "hover", *place(text, "for i"))["contents"]["value"]
        client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
        return shown, marked

    kept, marked = hover(["c' = c"])
    assert "Whenever this loop looks for its next iteration:\n" in kept and "- `c' = c`\n" in kept and "not proved" not in kept, kept
    assert not marked, marked
    # Two that are not kept, behind one that is: messages stand at those that are not.
    shown, marked = hover(["c' = c", "c <= 3", "forall j in 0 .. n: f[j] = f'[j]"])
    open_ones, _, others = shown.partition("It is not proved that this loop keeps:\n")[2].partition("\n\n")
    assert open_ones.count("- `") == 2 and "- `c <= 3`" in open_ones and "f[j] = f'[j]" in open_ones, shown
    assert "- `c' = c`" in others and "only asked together" in others and "Whenever" not in shown, shown
    assert sorted(marked) == [("PL0411", 8), ("PL0411", 9)], marked
    # Left out, with what stands beside them kept, they are missed by nobody.
    text = ("mechanism m(eps: real, n: size, f: query[n])\n  requires eps > 0\n  adjacency f changes by 1\n  guarantees private(eps * n)\n{\n  c := 0\n"
            "  for i in 0 .. (n)   // all\n    invariant c' = c, // the same\n      c >= 0\n    invariant c <= 3 /* no */ {\n"
            "    lam ~ laplace(1 / eps) align lam' = lam + f'[i] - f[i] + 2 * (f[i] - f'[i])\n    output f[i] + lam\n    c := c + 1\n  }\n}\n")
    client.open(uri, text)
    assert client.lenses(uri) == ["private under 4 assumptions, but not with these invariants"]
    actions = client.about(uri, "codeAction", range={"start": {"line": 8, "character": 6}, "end": {"line": 8, "character": 6}}, context={"diagnostics": []})
    edits = [one for one in actions if one["title"].startswith("Leave the invariants out")][0]["edit"]["changes"][uri]
    less = with_edits(text, edits)
    assert re.search(r"  for i in 0 \.\. \(n\)   // all\n *// the same\n */\* no \*/ {\n    lam", less), less
    client.change(uri, [{"text": less}], 2)
    assert client.lenses(uri)[0].startswith("proved"), less
    client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})


def try_layout_of_proofs(client, plumb):
    """Comments, empty lines and other mechanisms leave verdicts as they are, at once and at their words."""
    uri = "file:///kept.plumb"
    second = SVT.replace("asymmetric_svt", "second").replace("decreasing", "increasing")
    texts = [
        SVT,
        "// above\n\n\n" + SVT,
        SVT.replace("mechanism", "/* of one */ mechanism", 1).replace("  guarantees", "\n\n    // said so\n  guarantees"),
        SVT.replace("above ? f[i] - f'[i]", "above ? f[i]\n    - f'[i]"),
    ]
    client.open(uri, texts[0])
    assert client.lenses(uri) == ["proved under 5 assumptions"]
    for version, text in enumerate(texts[1:], 2):
        client.change(uri, [{"text": text}], version)
        titles = [lens["command"]["title"] for lens in client.about(uri, "codeLens")]
        assert titles == ["proved under 5 assumptions"], (text, titles)
    # What was found stays at its words, too: what the same text as a new one is told.
    both = SVT + second
    client.change(uri, [{"text": both}], 10)
    titles = [lens["command"]["title"] for lens in client.about(uri, "codeLens")]
    assert titles[0] == "proved under 5 assumptions" and "being proved" in titles[1], titles
    assert "not private" in client.lenses(uri)[1]
    version = 10
    for text in ("// above\n" + both, both.replace("mechanism second", "\n/* π 𝔻 */ mechanism\n  // named\n second"),
                 second + "\n\n" + SVT, both.replace("output below", "output   below /* not above */")):
        version += 1
        client.change(uri, [{"text": text}], version)
        titles = [lens["command"]["title"] for lens in client.about(uri, "codeLens")]
        assert len(titles) == 2 and not any("being proved" in title for title in titles), titles
        assert served(text, client.diagnostics(uri)) == checked(plumb, text)[0], text
        for lens in client.about(uri, "codeLens"):
            assert text[offset(text, lens["range"]["start"]):offset(text, lens["range"]["end"])] in ("asymmetric_svt", "second")
        loop = client.about(uri, "hover", *place(text, "for i"))["contents"]["value"]
        assert "count <= c" in loop, loop
    # A word that changes is another mechanism.
    client.change(uri, [{"text": both.replace("eps > 0", "eps > 1", 1)}], 100)
    titles = [lens["command"]["title"] for lens in client.about(uri, "codeLens")]
    assert "being proved" in titles[0] and "not private" in titles[1], titles
    client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})


def try_found(client):
    """What is left open is found, and written by an action; what costs less says so."""
    uri = "file:///open.plumb"
    client.open(uri, OPEN)
    client.lenses(uri)
    line = {"line": place(OPEN, "lam ~")[0], "character": 6}
    [action] = client.about(uri, "codeAction", range={"start": line, "end": line}, context={"diagnostics": []})
    filled = with_edits(OPEN, action["edit"]["changes"][uri])
    assert "align lam' = lam +" in filled
    client.change(uri, [{"text": filled}], 2)
    assert client.lenses(uri) == ["proved under 5 assumptions"]
    generous = SVT.replace("private(eps)", "private(4 * eps)")
    client.change(uri, [{"text": generous}], 3)
    assert client.lenses(uri) == ["proved under 5 assumptions; eps is enough"], client.lenses(uri)
    line = {"line": place(generous, "lam ~")[0], "character": 6}
    [action] = client.about(uri, "codeAction", range={"start": line, "end": line}, context={"diagnostics": []})
    assert with_edits(generous, action["edit"]["changes"][uri]) == SVT
    client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert client.about(uri, "codeLens")["error"]["code"] == -32602
    assert client.notes[-1]["params"] == {"uri": uri, "diagnostics": []}


def try_exercise(client):
    """A file of `plumb learn` is told as the terminal tells it: what is wrong, and no answer."""
    exercise = (ROOT / "exercises/01_same_output.plumb").read_text()
    everywhere = {"start": {"line": 0, "character": 0}, "end": {"line": exercise.count("\n"), "character": 0}}
    told = {}
    # What is known of these words from one file is not told of them in the other.
    for uri in ("file:///mine.plumb", "file:///home/me/plumb-exercises/01_same_output.plumb", "file:///mine_as_well.plumb"):
        for version, text in enumerate((exercise.replace("___", "lam"), exercise.replace("align lam' = ___", ""), exercise.replace("___", "lam + f - f'").replace("private(eps)", "private(4 * eps)"))):
            client.change(uri, [{"text": text}], version) if version else client.open(uri, text)
            lenses = client.lenses(uri)
            titles = [action["title"] for action in client.about(uri, "codeAction", range=everywhere, context={"diagnostics": []})]
            told.setdefault(uri, []).append((lenses, titles, json.dumps(client.diagnostics(uri))))
    mine, learned, again = told.values()
    assert mine == again, (mine, again)
    assert "align lam' = lam + f - f'" in mine[0][2] and mine[0][1] and mine[1][1] and "is enough" in mine[2][0][0], mine
    assert learned[0][2] != "[]" and "align lam' = lam + f - f'" not in str(learned), learned
    assert not any(titles for _, titles, _ in learned) and "is enough" not in str(learned), learned


def try_wrong(client, plumb):
    uri = "file:///wrong.plumb"
    wrong = "// π ≤ 𝔻\n" + SVT.replace("decreasing", "increasing")
    client.open(uri, wrong)
    said = client.diagnostics(uri)
    assert served(wrong, said) == checked(plumb, wrong)[0], (said, checked(plumb, wrong))
    assert client.lenses(uri)[0] == "not private: show"
    at = said[0]["range"]["start"]
    page = client.about(uri, "hover", at["line"], at["character"])["contents"]["value"]
    assert said[0]["code"] in page, page
    assert "and proved" not in client.about(uri, "hover", *place(wrong, "guarantees"))["contents"]["value"]
    # Where nothing but a message is told, no line stands above it.
    pages = [shown["contents"]["value"] for one in said if (shown := client.about(uri, "hover", one["range"]["end"]["line"], one["range"]["end"]["character"]))]
    assert pages and not any(shown.startswith(("\n", "---")) for shown in pages), pages
    # Columns are UTF-16 units.
    text = wrong.replace("π ≤ 𝔻", "𝔻𝔻 */").replace("// ", "/* ", 1).replace("*/\n", "*/ ")
    client.change(uri, [{"text": text.replace("eps > 0", "epps > 0")}], 2)
    [said] = client.diagnostics(uri)
    assert said["code"] == "PL0201", said
    assert client.lenses(uri) == []
    # While it cannot be read, names are those of before.
    client.change(uri, [{"text": text + "mechanism"}], 3)
    labels = {item["label"] for item in client.about(uri, "completion", *place(text, "count :="))}
    assert "count" in labels


def try_speed(client):
    """Everything but proofs, for 500 lines; and a keystroke ends a proof that nobody needs any more."""
    uri = "file:///long.plumb"
    one = SVT[SVT.index("mechanism"):]
    text = "".join(one.replace("asymmetric_svt", f"svt{i}") for i in range(500 // one.count("\n")))
    client.open(uri, text)
    client.about(uri, "documentSymbol")
    assert text.count("\n") > 480

    def timed(action):
        # What the server computes, and not what else the machine does. Of several the least, since it also begins proofs meanwhile.
        computed = lambda: int(pathlib.Path(f"/proc/{client.process.pid}/schedstat").read_text().split()[0]) / 1e9
        times = []
        for _ in range(8):
            begin = computed()
            action()
            times.append(computed() - begin)
        return min(times)

    at, version = place(text, "count + 1", 5), 1

    def typed():
        nonlocal version
        version += 1
        client.change(uri, [{"range": {"start": {"line": 4, "character": 0}, "end": {"line": 4, "character": 0}}, "text": " "}], version)
        client.about(uri, "hover", 0, 0)

    times = [(timed(lambda: client.about(uri, method, *at)), method) for method in ("hover", "definition", "completion", "documentHighlight")]
    times += [(timed(lambda: client.about(uri, method)), method) for method in ("documentSymbol", "semanticTokens/full", "codeLens")]
    times.append((timed(lambda: client.about(uri, "references", *at, context={"includeDeclaration": True})), "references"))
    times.append((timed(lambda: client.about(uri, "rename", *at, newName="fresh_name")), "rename"))
    times.append((timed(lambda: client.about(uri, "formatting", options={})), "formatting"))
    times.append((timed(typed), "didChange"))
    client.change(uri, [{"text": text.replace("lam ~", "lam", 1) + "mechanism last("}], version + 1)
    assert len(client.about(uri, "documentSymbol")) == text.count("mechanism") + 1
    times.append((timed(lambda: client.about(uri, "documentSymbol")), "documentSymbol of a text with mistakes"))
    client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
    late = [(took, method) for took, method in times if took >= 0.05]
    assert not late, late
    return max(times)


def try_layout(plumb):
    """All examples are laid out; what is laid out badly is laid out again."""
    paths = sorted(str(path) for path in (ROOT / "examples").rglob("*.plumb"))
    laid_out = subprocess.run([plumb, "format", *paths], capture_output=True, check=True).stdout.decode()
    assert laid_out == "".join(pathlib.Path(path).read_text() for path in paths)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "flat.plumb"
        for example in ("svt/asymmetric_svt", "records/ages_along_a_line", "local/krr", "gaps/adaptive_gap_svt"):
            text = (ROOT / "examples" / (example + ".plumb")).read_text()
            flat = "".join(line.lstrip() + "   \n" for line in text.splitlines()) + "\n\n"
            path.write_text(flat)
            subprocess.run([plumb, "format", "--in-place", path], check=True)
            once = path.read_text()
            subprocess.run([plumb, "format", "--in-place", path], check=True)
            assert path.read_text() == once
            assert once.split() == text.split()
            if "\n      " not in text:
                assert once == text, example
        path.write_text("mechanism {")
        run = subprocess.run([plumb, "format", "--in-place", path], capture_output=True)
        assert run.returncode == 2 and path.read_text() == "mechanism {" and b"PL01" in run.stderr


def try_names(client, every):
    """Every name of examples, renamed, is the same program: it has no mistake, and renamed back it is the text."""
    count = 0
    for path in sorted((ROOT / "examples").rglob("*.plumb")):
        if "__" in path.name:
            continue
        text = path.read_text()
        client.open(str(path), text)
        places, tried = set(), 0
        for line, words in enumerate(text.split("\n")):
            for column in range(len(words)):
                here = (line, column)
                if here in places or not (words[column].isalpha() and (column == 0 or not words[column - 1].isalnum())):
                    continue
                highlights = client.about(str(path), "documentHighlight", *here)
                if not highlights:
                    continue
                starts = {(one["range"]["start"]["line"], one["range"]["start"]["character"]) for one in highlights}
                places |= starts
                tried += 1
                if tried % every:
                    continue
                answer = client.about(str(path), "rename", *here, newName="fresh_name")
                if client.about(str(path), "prepareRename", *here) is None:
                    assert any(why in answer["error"]["message"] for why in ("in every program", "classes of its channels by name")), answer
                    continue
                assert "error" not in answer, (path, here, answer)
                count += 1
        client.tell("textDocument/didClose", {"textDocument": {"uri": str(path)}})
    return count


def try_intact(client):
    """A mistake takes the verdict of its declaration, and of what depends on it, and of nothing else."""
    uri = "file:///several.plumb"
    public = """
mechanism public_answer(eps: real, f: query real) requires eps > 0
  adjacency f changes by 1
  guarantees private(eps)
{
  lam: real ~ laplace(1 / eps)  align lam' = lam + f - f'
  return f + lam
}
"""
    twice = public.replace("public_answer", "leaks").replace("laplace(1 / eps)", "laplace(1 / (2 * eps))")
    version = 1
    client.open(uri, SVT + public + twice)
    names = lambda: [lens["command"]["arguments"][0]["name"] for lens in client.about(uri, "codeLens")]
    whole = dict(zip(names(), client.lenses(uri)))
    assert whole["public_answer"].startswith("proved") and not whole["leaks"].startswith("proved"), whole
    open_findings = [one["code"] for one in client.diagnostics(uri)]
    assert open_findings, whole
    for broken in (SVT.replace("count := 0", "count := zero"), SVT.replace("eps > 0", "epsilon > 0"), "record R { x: bool[q] }\n"):
        version += 1
        client.change(uri, [{"text": broken + public + twice}], version)
        # What was known of the others is known still.
        assert dict(zip(names(), [lens["command"]["title"] for lens in client.about(uri, "codeLens")])) == {
            name: whole[name] for name in ("public_answer", "leaks")}, (broken, names())
        said = [one["code"] for one in client.diagnostics(uri)]
        assert set(open_findings) < set(said) and len(said) > len(open_findings), said
        page = client.ask("workspace/executeCommand", {"command": "plumb.explain", "arguments": [{"uri": uri, "name": "public_answer"}]})
        assert "public_answer" in page and "leaks" not in page, page
    # Of a text that cannot be read nobody knows what it declares.
    for broken in (SVT.rstrip().removesuffix("}"), SVT.replace("count := 0", "count := := 0"), SVT.replace("eps > 0", "(eps > 0"), "record R { x }\n"):
        version += 1
        client.change(uri, [{"text": broken + public + twice}], version)
        assert client.lenses(uri) == [], (broken, names())
    # A composition needs its parts, and both need what the file declares.
    composed = (ROOT / "examples/composition/week_of_releases.plumb").read_text()
    version += 1
    client.change(uri, [{"text": composed}], version)
    [first, second, both], verdicts = names(), client.lenses(uri)
    broken = re.sub(rf"(mechanism {second}\b[^{{]*{{)", r"\1 odd := strange", composed)
    assert broken != composed
    for text, left in ((broken, [first]), (composed + "\nmechanism", []), (composed.replace("sensitive there", "sensitive their"), [])):
        version += 1
        client.change(uri, [{"text": text}], version)
        assert names() == left and client.lenses(uri) == verdicts[:len(left)], (names(), text)
    version += 1
    client.change(uri, [{"text": "mechanism"}], version)
    assert client.lenses(uri) == []


def try_doubtful(client):
    """Without a declaration that has a mistake, another one of its name is seen: what speaks of such a name has no verdict."""
    uri = "file:///doubtful.plumb"
    head = "record T { a: bool, b: bool }\n"
    queries = "query f = count t: T where t.a\nquery g = count t: T where t.b\n"
    mechanism = """mechanism m(eps: real)
  requires eps > 0
  adjacency replace T%s
  guarantees private(eps)
{
  lam ~ %s align lam' = lam + g - g'
  output %s
}
"""
    one_policy = "policy p on T { public a; sensitive b when b }\n"
    under = mechanism % (" under p", "exponential(1 / eps)", "(f, g + lam)")
    alone = mechanism % ("", "laplace(1 / eps)", "g + lam")
    part = """mechanism a(eps: real)
  requires eps > 0
  adjacency replace T
  guarantees private(%s)
{
  lam ~ laplace(1 / (%s)) align lam' = lam + f - f'
  output f + lam
}
"""
    composed = "compose c(eps: real)\n  requires eps > 0\n  guarantees private(eps)\n{ a(eps) }\n"
    table = """channel a(eps: real)
  from V[2]
  to V
  requires eps > 0
  guarantees ldp(eps)
{
  let E = exp(eps)
  y = x -> E / (E + 1)
  y != x -> 1 / (E + 1)
}
compose c(eps: real)
  requires eps > 0
  guarantees ldp(2 * eps)
{ a(eps) 2 times }
"""
    local = mechanism.replace("{\n", "{\n  f := 0\n", 1) % ("", "laplace(1 / eps)", "(f, g + lam)")
    meant = "query f = sum t: T of t.w where t.a and\n"
    # With these words the text is one that is proved.
    whole = [head + one_policy + queries + under, head + queries + alone, head + queries + part % (("eps",) * 2) + composed,
             head + table, head + queries.split("\n")[1] + "\n" + local]
    version = 1
    client.open(uri, whole[0])
    for text in whole:
        version += 1
        client.change(uri, [{"text": text}], version)
        assert client.lenses(uri) and all(title.startswith("proved") for title in client.lenses(uri)), (text, client.lenses(uri))
    twice = part % ("2 * eps", "2 * eps")
    for why, text in {
            "a policy": head + "policy p on T { sensitive a; sensitive b when }\n" + one_policy + queries + under,
            "a policy behind": head + one_policy + "policy p on T { sensitive a; sensitive b when }\n" + queries + under,
            "two policies": head + one_policy + "policy p on T { sensitive a; sensitive b }\n" + queries + under,
            "in one line": (head + "policy p on T { sensitive a; sensitive b when } " + one_policy + queries + under).replace("\n", " "),
            "a word that is misspelt": head + queries + "polcy p on T { sensitive a; sensitive b }\n" + one_policy + under,
            "no name that is known": head + queries + "policy 1 p on T { sensitive a }\n" + one_policy + under,
            "a keyword at its name": head + "size k\npolicyp on T { sensitive a; sensitive b }\n" + one_policy + queries + under,
            "a keyword that is lost": head + one_policy + queries + under + "p on T { sensitive a; sensitive b }\n",
            "a second query": head + "query h = count t: T where t.b; f = sum t: T of t.w\n" + queries + alone,
            "a list of sizes": head + "size n,, g\n" + queries + alone,
            "a name in a comment": head + "policy // p on T\n{ sensitive a; sensitive b }\n" + one_policy + queries + under,
            "Greek letters": (head + "policy ε on T { sensitive a; sensitive b when }\n" + one_policy + queries + under)
            .replace("policy p", "policy eps").replace("under p", "under eps").replace("m(eps: real)", "m(e: real)").replace("eps > 0", "e > 0")
            .replace("private(eps)", "private(e)").replace("1 / eps", "1 / e"),
            "an unknown beginning": "plicy (p) on T { sensitive a }\n" + head + queries + one_policy + under,
            "a part": head + queries + twice.replace("(2 * eps))", "(2 * eps)") + part % (("eps",) * 2) + composed,
            "two parts": head + queries + part % (("eps",) * 2) + part % (("3 * eps",) * 2) + composed,
            "another kind": head + queries + (part % (("eps",) * 2)).replace("f + lam\n", "f + lam (\n") + table,
            "a record": "record T { a: bool, b: bool, c }\n" + head + queries + alone,
            "a query": head + meant + queries + (alone.replace("g", "f").replace("fuarantees", "guarantees")),
            "a local variable": head + meant + queries.split("\n")[1] + "\n" + local,
            "a field": "size b, \n" + head + queries + alone,
            "inside of brackets": head + "query h = count t: T where (t.a\n" + meant + queries + part % (("eps",) * 2),
            "a comment without an end": "/* not used any more:\n" + head + queries + alone,
            "a comment between": head + queries + "/* not used any more:\n" + alone,
            "in quotation marks": head + queries.split("\n")[0] + '\n"""\n' + queries.split("\n")[1] + "\nquery h = count t: T where t.b\n" + '"""\n' + alone,
            "a comment in a mistake": head + queries + "query h = count t: T where (t.a] /*\n" + alone}.items():
        version += 1
        client.change(uri, [{"text": text}], version)
        client.lenses(uri)
        left = {lens["command"]["arguments"][0]["name"] for lens in client.about(uri, "codeLens")}
        assert left == set(), (why, left, text)
    # What has another name keeps its verdict.
    other = "mechanism other(eps: real, h: query)\n  requires eps > 0\n  adjacency h changes by 1\n  guarantees private(eps)\n{\n  w ~ laplace(1 / eps) align w' = w + h - h'\n  output h + w\n}\n"
    for text in (head + meant.replace("t.a and", "t.z") + queries + alone + other, other + head + "record T { z: bool }\n" + queries + alone):
        version += 1
        client.change(uri, [{"text": text}], version)
        assert [title[:6] for title in client.lenses(uri)][-1:] == ["proved"], (text, client.lenses(uri))
    client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})


def try_edits(client, plumb, count):
    """After random edits the server says what a fresh check says."""
    uri = "file:///edited.plumb"
    random.seed(7)
    text, version = SVT, 1
    client.open(uri, text)
    pieces = ["", " ", "\n", "1", "f[i]", "2 * ", "eps", "'", "}", "{", "//", "λ", "𝔻", " + 1", "above", "is", "-", "(", ")", "?"]
    compared = 0
    for number in range(count):
        # Often from a program, so that there is something to prove.
        if number % 6 == 0:
            version += 1
            client.change(uri, [{"text": SVT}], version)
            text = SVT
        begin = random.randrange(len(text) + 1)
        end = min(len(text), begin + random.choice((0, 0, 1, 2, 8)))
        piece = random.choice(pieces)

        def position(at):
            before = text[:at]
            return {"line": before.count("\n"), "character": len(before.rpartition("\n")[2].encode("utf-16-le")) // 2}

        version += 1
        client.change(uri, [{"range": {"start": position(begin), "end": position(end)}, "text": piece}], version)
        text = text[:begin] + piece + text[end:]
        if number % 25 == 24:
            compared += 1
            assert served(text, client.diagnostics(uri)) == checked(plumb, text)[0], text
    assert compared >= count // 25
    return compared


def main():
    plumb = sys.argv[1]
    edits, every = (int(sys.argv[2]), 1) if len(sys.argv) > 2 else (500, 7)
    try_lifecycle(plumb)
    try_lost(plumb)
    try_layout(plumb)
    try_settings(plumb)
    client = Client(plumb)
    try_answers(client)
    try_announcement(client)
    try_meanings(client, plumb)
    try_outlines(client)
    try_completion(client)
    try_alignment(client)
    try_loops(client)
    try_layout_of_proofs(client, plumb)
    try_found(client)
    try_exercise(client)
    try_wrong(client, plumb)
    try_intact(client)
    try_doubtful(client)
    slowest = try_speed(client)
    renamed = try_names(client, every)
    compared = try_edits(client, plumb, edits)
    client.end()
    print(f"slowest answer {slowest[0] * 1000:.0f} ms ({slowest[1]}); {renamed} names renamed; {edits} edits, {compared} times compared")
    return 0


if __name__ == "__main__":
    sys.exit(main())
