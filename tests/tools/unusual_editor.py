#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What an editor does seldom, or should not do, to `plumb lsp`. Usage: unusual_editor.py PLUMB"""

import os
import pathlib
import signal
import sys
import time

from language_server import SVT, URI, place, with_edits
from lsp_client import Client


def children(process):
    return pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()


def until(condition, what):
    limit = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < limit, what
        time.sleep(0.01)


def change(begin, end, text):
    return {"range": {"start": dict(zip(("line", "character"), begin)), "end": dict(zip(("line", "character"), end))}, "text": text}


def try_places(client):
    """Columns of one long line with letters of two units; ends of a range the other way round; ends of lines of all kinds."""
    long = "/* " + "𝔻λ" * 1000 + " */ " + " ".join(line.partition("//")[0] for line in SVT.split("\n"))
    client.open(URI, long)
    for name in ("count", "above", "lam"):
        for nth in range(2):
            line, column = place(long, name, nth)
            marks = client.about(URI, "documentHighlight", line, column + 1)
            assert {"line": line, "character": column} in [one["range"]["start"] for one in marks], (name, nth, column, marks)
    client.change(URI, [change(place(long, "above", behind=5), place(long, "above"), "hit")], 2)
    assert client.diagnostics(URI) != [], "one name of several was changed"
    client.change(URI, [change((0, 0), (10 ** 9, 10 ** 9), SVT)], 3)
    assert client.lenses(URI) == ["proved under 5 assumptions"]
    for end in ("\r\n", "\r"):
        text = "/* a" + end + end + "   b" + end + "𝔻 */ " + SVT.replace("\n", end)
        client.change(URI, [{"text": text}], 4)
        lines = text.split(end)
        data, line = client.about(URI, "semanticTokens/full")["data"], 0
        for at in range(0, len(data), 5):
            line += data[at]
            column = data[at + 1] if data[at] or at == 0 else column + data[at + 1]
            assert 0 < data[at + 2] and column + data[at + 2] <= len(lines[line].encode("utf-16-le")) // 2, (end, line, column)
    client.tell("textDocument/didClose", {"textDocument": {"uri": URI}})


def try_mistaken_names(client):
    """In a text with a mistake, a new name does not bring another one in its place."""
    wrong = SVT.replace("count + 1", "count + nothing")
    client.open(URI, wrong)
    for name in ("eps", "out", "abs", "for", "nothing"):
        answer = client.about(URI, "rename", *place(wrong, "lam ~"), newName=name)
        assert "error" in answer, (name, answer)
    edits = client.about(URI, "rename", *place(wrong, "lam ~"), newName="noise_of_it")["changes"][URI]
    assert with_edits(wrong, edits) == wrong.replace("lam", "noise_of_it")
    client.tell("textDocument/didClose", {"textDocument": {"uri": URI}})


def try_two_texts(client):
    """Two open files with the same words: neither waits for what belongs to the other."""
    text = SVT.replace("asymmetric_svt", "twice")
    for gone, stays in (("a b", "a%20b"), ("c%20d", "c d")):
        gone, stays = f"file:///{gone}.plumb", f"file:///{stays}.plumb"
        text = text.replace("twice", "again")
        for uri in (gone, stays):
            client.open(uri, text)
        until(lambda: children(client.process), "no proof begins")
        client.tell("textDocument/didClose", {"textDocument": {"uri": gone}})
        assert client.lenses(stays) == ["proved under 5 assumptions"]
        # What is typed anew takes nothing from what was.
        client.change(stays, [{"text": text.replace("decreasing", "increasing")}], 2)
        assert "not private" in client.lenses(stays)[0]
        client.tell("textDocument/didClose", {"textDocument": {"uri": stays}})
        text = text.replace("again", "thrice")


def try_stale(client):
    """No explanation of a text that is gone; no verdict on a text that is not known."""
    for number, ending in enumerate(("change", "close", "mistake")):
        uri = f"file:///stale{number}.plumb"
        client.open(uri, SVT)
        client.number += 1
        asked = client.number
        client.send({"id": asked, "method": "workspace/executeCommand",
                     "params": {"command": "plumb.explain", "arguments": [{"uri": uri}]}})
        if ending == "change":
            client.change(uri, [{"text": SVT.replace("decreasing", "increasing")}], 2)
        elif ending == "close":
            client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
        else:
            client.change(uri, [{"range": {"start": {"line": -1, "character": 0}, "end": {"line": 0, "character": 0}}, "text": "x"}], 2)
        assert client.answer(asked)["error"]["code"] == -32801
        if ending == "mistake":
            assert any(note["method"] == "window/showMessage" and uri in note["params"]["message"] for note in client.notes)
            assert client.about(uri, "codeLens")["error"]["code"] == -32602
    asked = []
    client.open(URI, SVT)
    for _ in range(40):
        client.number += 1
        asked.append(client.number)
        client.send({"id": client.number, "method": "workspace/executeCommand",
                     "params": {"command": "plumb.explain", "arguments": [{"uri": URI}]}})
    client.about(URI, "codeLens")
    assert len(children(client.process)) < 20
    client.tell("textDocument/didClose", {"textDocument": {"uri": URI}})


def try_pieces(plumb):
    """Bytes come one by one, and headers in any order."""
    client = Client(plumb, initialize=False)
    body = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}'
    for byte in b"content-type: application/vscode-jsonrpc; charset=utf-8\r\nCONTENT-LENGTH:   %d  \r\n\r\n" % len(body) + body:
        client.raw(bytes([byte]))
    assert "capabilities" in client.answer(1)
    for strange in (b"", b"null", b'"\\ud800"', b'{"id": {}, "method": 7}', b'{"method": "textDocument/didOpen", "params": [[]]}',
                    b'{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": 3, "text": null}}}', b"\xff\xfe"):
        client.raw(b"Content-Length: %d\r\n\r\n" % len(strange) + strange)
    client.open("file:///\u0000%00", "mechanism \u0000 \ud800 {" + "(" * 100_000)
    assert client.diagnostics("file:///\u0000%00") != []
    client.open(URI, "/" * 1_000_000 + "\n" + "{" * 1_000_000)
    client.about(URI, "formatting", options={})
    client.process.stdin.close()
    assert client.process.wait(timeout=60) == 1


def try_endings(plumb):
    """However it ends, nothing of it lives on."""
    for ending in ("exit", "gone", "killed", "deaf"):
        client = Client(plumb)
        client.open(URI, SVT)
        until(lambda: children(client.process), "no proof begins")
        living = children(client.process)
        if ending == "exit":
            client.end()
        elif ending == "gone":
            client.process.stdin.close()
        elif ending == "killed":
            client.process.send_signal(signal.SIGKILL)
        else:
            client.process.stdout.close()
            client.change(URI, [{"text": SVT + "\n"}], 2)
        client.process.wait(timeout=60)
        until(lambda: not any(alive(child) for child in living), f"{ending}: a proof lives on")


def alive(number):
    try:
        os.kill(int(number), 0)
        return pathlib.Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def main():
    plumb = sys.argv[1]
    try_pieces(plumb)
    try_endings(plumb)
    client = Client(plumb)
    try_places(client)
    try_mistaken_names(client)
    try_two_texts(client)
    try_stale(client)
    client.end()
    return 0


if __name__ == "__main__":
    sys.exit(main())
