# SPDX-License-Identifier: Apache-2.0
"""A client of the Language Server Protocol, small enough to be read: it drives the real `plumb lsp`."""

import json
import os
import select
import subprocess
import time

LIMIT = 120  # Seconds that an answer may take, on a busy machine.


class Client:
    def __init__(self, plumb, *words, initialize=True, folder=None):
        self.process = subprocess.Popen([plumb, "lsp", *words], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.bytes, self.notes, self.asked, self.number = b"", [], [], 0
        if initialize:
            self.capabilities = self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {
                "workspace": {"codeLens": {"refreshSupport": True}}}})["capabilities"]
            self.tell("initialized", {})

    def raw(self, text):
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def read(self):
        """The next message; None at the end of the stream."""
        limit = time.monotonic() + LIMIT
        while True:
            head, mark, rest = self.bytes.partition(b"\r\n\r\n")
            if mark:
                length = int(head.split(b":")[1])
                if len(rest) >= length:
                    self.bytes = rest[length:]
                    return json.loads(rest[:length])
            left = limit - time.monotonic()
            assert left > 0 and select.select([self.process.stdout], [], [], left)[0], "no answer"
            more = os.read(self.process.stdout.fileno(), 1 << 20)
            if not more:
                return None
            self.bytes += more

    def keep(self, message):
        """What the server says unasked."""
        (self.asked if "id" in message else self.notes).append(message)

    def answer(self, number):
        """The result, or the error as it came."""
        while True:
            message = self.read()
            assert message is not None, "the server has ended"
            if "method" in message:
                self.keep(message)
            elif message["id"] == number:
                return message.get("result") if "error" not in message else message

    def ask(self, method, parameters):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": parameters})
        return self.answer(self.number)

    def tell(self, method, parameters):
        self.send({"method": method, "params": parameters})

    def open(self, uri, text, version=1):
        self.tell("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "plumb", "version": version, "text": text}})

    def change(self, uri, changes, version):
        self.tell("textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": changes})

    def about(self, uri, method, line=None, character=None, **more):
        parameters = {"textDocument": {"uri": uri}, **more}
        if line is not None:
            parameters["position"] = {"line": line, "character": character}
        return self.ask("textDocument/" + method, parameters)

    def lenses(self, uri):
        """The verdicts above the declarations, as soon as all are there."""
        while True:
            titles = [lens["command"]["title"] for lens in self.about(uri, "codeLens")]
            if not any("being proved" in title for title in titles):
                return titles
            time.sleep(0.02)

    def diagnostics(self, uri):
        """What was published last; proofs are waited for."""
        self.lenses(uri)
        # What was known before the lenses were asked was sent before they were answered.
        of_text = [note["params"] for note in self.notes if note["method"] == "textDocument/publishDiagnostics" and note["params"]["uri"] == uri]
        return of_text[-1]["diagnostics"]

    def end(self):
        assert self.ask("shutdown", None) is None
        self.tell("exit", None)
        assert self.process.wait(timeout=LIMIT) == 0, self.process.returncode
        assert self.process.stderr.read() == b""
