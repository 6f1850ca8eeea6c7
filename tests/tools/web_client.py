# SPDX-License-Identifier: Apache-2.0
"""The real `plumb serve` on a port of its own, and a client that may say anything to it."""

import json
import os
import pathlib
import re
import socket
import subprocess
import time

LIMIT = 120  # Seconds that an answer may take, on a busy machine.


class Answer:
    def __init__(self, raw):
        head, _, body = raw.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        self.raw, self.status = raw, int(lines[0].split()[1])
        self.headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        if self.headers.get("transfer-encoding") == "chunked":
            parts = []
            while body:
                size, _, rest = body.partition(b"\r\n")
                parts.append(rest[:int(size, 16)])
                body = rest[int(size, 16) + 2:]
            body = b"".join(parts)
        self.body = body.decode()

    def json(self):
        return json.loads(self.body)


class Served:
    """`said` is what all answers so far consist of; `limits` are those of prlimit with which it is started."""

    def __init__(self, plumb, *words, folder=None, **limits):
        limited = ["prlimit", *(f"--{name}={value}:" for name, value in limits.items())] if limits else []
        self.process = subprocess.Popen([*limited, plumb, "serve", "--port", "0", *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/$", line.strip())
        assert found, (line, self.process.poll())
        self.port, self.said = int(found[1]), []

    def worked(self):
        """Seconds of processor that the server and those whom it asked have had so far: no matter what else the machine does."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        assert self.process.wait(timeout=LIMIT) == 0

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=LIMIT)
        return connection

    def raw(self, data, connection=None):
        """All that is said to these bytes, until the server closes."""
        parts = []
        with connection or self.connect() as open_one:
            try:
                open_one.sendall(data)
                while part := open_one.recv(1 << 16):
                    parts.append(part)
            except (ConnectionResetError, BrokenPipeError):
                pass
        return b"".join(parts)

    def request(self, method, path, body=b"", **headers):
        """Headers that are None are left out; in names `_` stands for `-`."""
        said = {"Host": f"127.0.0.1:{self.port}"}
        if method == "POST":
            said |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
        said |= {name.replace("_", "-"): value for name, value in headers.items()}
        head = "".join(f"{name}: {value}\r\n" for name, value in said.items() if value is not None)
        return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body

    def ask(self, method, path, body=b"", **headers):
        answer = Answer(self.raw(self.request(method, path, body, **headers)))
        self.said.append(answer.body)
        return answer

    def post(self, question, **body):
        return self.ask("POST", f"/api/{question}", json.dumps(body).encode()).json()

    def below(self):
        """The processes that it has started, and that these have."""
        def children(pid):
            try:
                found = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            except FileNotFoundError:
                return []
            return [one for child in found for one in (child, *children(child))]
        return children(self.process.pid)


def until(condition, what):
    limit = time.monotonic() + LIMIT
    while not condition():
        assert time.monotonic() < limit, what
        time.sleep(0.02)
