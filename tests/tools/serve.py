#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`plumb serve` says what `plumb check` says, to its own page and to nobody else. Usage: serve.py PLUMB"""

import concurrent.futures
import fractions
import gzip
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from web_client import LIMIT, Answer, Served, until

ROOT = pathlib.Path(__file__).resolve().parents[2]
SVT = (ROOT / "examples/svt/asymmetric_svt.plumb").read_text()
WRONG = (ROOT / "examples/svt/asymmetric_svt__half_the_noise.plumb").read_text()
# The paths through it are more than there is time for.
LONG = """mechanism long(eps: real, f: query)
  requires eps > 0
  adjacency f changes by 1
  guarantees private(eps)
{
%s  output 1
}
""" % "".join(f"  a{i} ~ laplace(1 / eps)   align a{i}' = a{i}\n  if a{i} > {i} {{ b{i} ~ laplace(1 / eps)   align b{i}' = b{i} }}\n" for i in range(9))


def checked(plumb, text):
    with tempfile.NamedTemporaryFile("w", suffix=".plumb") as file:
        file.write(text)
        file.flush()
        return json.loads(subprocess.run([plumb, "check", "--format=json", file.name], capture_output=True).stdout)


def try_page(served):
    page = served.ask("GET", "/")
    assert page.status == 200 and page.headers["content-type"] == "text/html; charset=utf-8"
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy, policy
    assert page.headers["x-content-type-options"] == "nosniff"
    assert not re.search(r"<script>|<style|style=|\son\w+=|https?:", page.body), "what the policy forbids, or what is elsewhere"
    files = {"/" + name for name in re.findall(r'(?:src|href)="([^"]+)"', page.body)}
    for _ in range(3):
        for name in sorted(files):
            file = served.ask("GET", name)
            assert file.status == 200 and file.headers["x-content-type-options"] == "nosniff", name
            if name.endswith(".js"):
                assert file.headers["content-type"].startswith("text/javascript"), file.headers
                assert not re.search(r"innerHTML|insertAdjacentHTML|outerHTML|document\.write|\beval\b|new Function|https?://(?!www\.w3\.org)", file.body), name
                files |= {"/" + one for one in re.findall(r'from "\./([^"]+)"', file.body)}
    assert len(files) > 5, files
    assert served.ask("GET", "/plumb.tmLanguage.json").json()["scopeName"] == "source.plumb"
    tutorial = served.ask("GET", "/tutorial.md")
    assert tutorial.body == (ROOT / "docs/tutorial.md").read_text() and tutorial.headers["content-type"].startswith("text/markdown")
    assert served.ask("HEAD", "/").body == ""
    for nothing in ("/nothing", "/../page.js", "/%2e%2e/etc/passwd", "/api/nothing", "//etc/passwd"):
        assert served.ask("GET", nothing).status == 404, nothing
    assert served.ask("POST", "/api/nothing", b"{}").status == 404


def try_programs(served):
    listed = served.ask("GET", "/api/programs").json()
    assert "svt/asymmetric_svt" in listed["examples"] and len(listed["exercises"]) == 30
    assert all(one["hints"] for one in listed["exercises"])
    for name in (listed["examples"][0], listed["examples"][-1], "exercises/" + listed["exercises"][0]["name"]):
        program = served.ask("GET", "/api/program?name=" + name)
        assert program.status == 200 and program.headers["content-type"].startswith("text/plain"), name
    assert served.ask("GET", "/api/program?name=svt/asymmetric_svt").body == SVT
    for nothing in ("", "../README", "%2e%2e/README", "/etc/passwd", "svt", "svt/asymmetric_svt%00", "svt/../svt/asymmetric_svt"):
        assert served.ask("GET", "/api/program?name=" + nothing).status == 404, nothing


def try_alone(plumb):
    """Examples and exercises are within the program, wherever it was copied to."""
    with tempfile.TemporaryDirectory() as folder:
        with Served(shutil.copy(plumb, folder)) as served:
            listed = served.ask("GET", "/api/programs").json()
            names = sorted(str(path.relative_to(ROOT / "examples").with_suffix("")) for path in (ROOT / "examples").rglob("*.plumb"))
            assert listed["examples"] == names and len(listed["exercises"]) == 30, set(names) ^ set(listed["examples"])
            assert served.ask("GET", "/api/program?name=svt/asymmetric_svt").body == SVT


def try_verdicts(served, plumb):
    for text in (SVT, WRONG):
        document = checked(plumb, text)
        read = served.post("read", text=text)
        assert [one["name"] for one in read["declarations"]] == [one["mechanism"] for one in document["results"]], read
        proved = served.post("prove", text=text, number=0)
        assert proved["proved"] == (document["exit"] == 0), proved
        said = {(one["code"], one["line"], one["column"]) for one in document["diagnostics"]}
        places = {(one["code"], one["range"]["start"]["line"] + 1, one["range"]["start"]["character"] + 1)
                  for one in read["diagnostics"] + proved["diagnostics"]}
        assert said == places, (said, places)
    blocks = served.post("explain", text=SVT, number=0)["blocks"]
    assert blocks[0]["kind"] == "heading" and "asymmetric_svt" in json.dumps(blocks[0])
    files = served.post("emit", text=SVT, number=0)["files"]
    assert [one["name"] for one in files] == ["asymmetric_svt.h", "asymmetric_svt.cert.json"]
    none = served.post("emit", text=WRONG, number=0)
    assert none["files"] == [] and none["reasons"], none
    hole = SVT.replace("   align lam' = lam + (out[i] is above ? f[i] - f'[i] : 0)", "")
    actions = served.post("prove", text=hole, number=0)["actions"]
    assert any("align lam'" in one["title"] for one in actions), actions
    for text in ("mechanism", "\0", "\ufeff", "𝔻" * 100, "", "(" * 50_000):
        read = served.post("read", text=text)
        assert read["declarations"] == [] and (read["diagnostics"] or not text.strip("\ufeff")), text[:9]
    assert "no such declaration" in served.post("prove", text=SVT, number=1)["problem"]
    # A mistake takes the verdict of its declaration alone.
    several = SVT.replace("count := 0", "count := zero").replace("asymmetric_svt", "broken") + SVT
    read = served.post("read", text=several)
    assert [one["name"] for one in read["declarations"]] == ["asymmetric_svt"] and read["diagnostics"], read
    assert served.post("prove", text=several, number=0)["proved"]
    assert served.post("explain", text=several, number=0)["blocks"] == blocks
    refused = served.post("emit", text=several, number=0)
    assert refused["files"] == [] and "mistake" in refused["reasons"][0], refused
    # A text that cannot be read has none, and no header is made of it.
    doubtful = "query f = count t: T where t.a and\n" + SVT
    assert served.post("read", text=doubtful)["declarations"] == []
    for question in ("prove", "explain", "emit", "play"):
        assert "no such declaration" in served.post(question, text=doubtful, number=0)["problem"], question
    assert "problem" not in served.post("play", text=several, number=0)
    # Texts of a program are data wherever they stand.
    markup = SVT.replace("//", "// </script><script>alert(1)</script> <img src=x onerror=alert(1)>", 1)
    assert "<" not in served.post("prove", text=markup, number=0)["verdict"]
    for question in ("read", "prove", "explain", "emit", "play"):
        answer = served.ask("POST", f"/api/{question}", json.dumps({"text": markup, "number": 0}).encode())
        assert answer.headers["content-type"].startswith("application/json") and ("problem" not in answer.json() or question == "play")


def try_places(served):
    """What stands at a place, and what could, as `plumb lsp` says it."""
    lines = SVT.split("\n")
    line = next(i for i, one in enumerate(lines) if "lam ~" in one)
    place = {"line": line, "character": lines[line].index("lam") + 1}
    hover = served.post("hover", text=SVT, place=place)["hover"]
    assert "`lam`: noise" in hover["contents"]["value"] and hover["range"]["start"]["line"] == line, hover
    assert served.post("hover", text=SVT, place={"line": 10**9, "character": 0})["hover"] is None
    mistaken = SVT.replace("count < c", "count <")
    assert "PL01" in json.dumps([served.post("hover", text=mistaken, place={"line": i, "character": len(one)}) for i, one in enumerate(mistaken.split("\n"))])
    for text, known, isKnown in ((SVT, None, True), (mistaken, SVT, True), (mistaken, None, False)):
        labels = [one["label"] for one in served.post("complete", text=text, place=place, **({"known": known} if known else {}))["items"]]
        assert ("lam" in labels) == isKnown and {"for", "output"} <= set(labels) and "mechanism" not in labels, labels
    for question in ("hover", "complete"):
        for wrong in (None, 3, {}, {"line": "x"}, {"line": -1, "character": 0}):
            answer = served.ask("POST", "/api/" + question, json.dumps({"text": SVT, "place": wrong}).encode())
            assert answer.status == 400 or "no such place" in answer.json()["problem"], (question, wrong, answer.body)
        long = "\n".join(SVT.replace("asymmetric_svt", f"m{i}") for i in range(25))
        before = served.worked()
        for _ in range(20):
            served.post(question, text=long, place=place, known=long)
        each = (served.worked() - before) / 20
        assert long.count("\n") >= 499 and each < 0.05, (question, each)


def try_exercises(served):
    told = served.ask("GET", "/api/programs").json()["exercises"]
    assert all(one["goal"] and len(one["task"]) > 100 and not re.search("^//", one["task"], re.M) for one in told)
    assert "`leaks` is not private" in told[12]["goal"] and "no other" in told[6]["goal"]

    exercise = (ROOT / "exercises/01_same_output.plumb").read_text()
    answer = served.post("assess", text=exercise.replace("= ___", "= lam + f - f'"), number=0)
    assert answer["passed"], answer
    for wrong in (exercise, exercise.replace("= ___", "= lam"), exercise.replace("= ___", "= lam + f - f'").replace("1 / eps", "9 / eps"), ""):
        answer = served.post("assess", text=wrong, number=0)
        assert not answer["passed"] and answer["told"], answer
        # Where the exercise itself was changed, the page has it as it was given; it speaks of no terminal.
        assert answer["leavesFrame"] == ("9 / eps" in wrong) and "plumb learn" not in answer["told"], answer
    assert "no such exercise" in served.post("assess", text="", number=30)["problem"]
    # Of an exercise its answer is not told, wherever one looks.
    wrong = exercise.replace("= ___", "= lam")
    for text, told in ((wrong, "it is proved with"), (exercise.replace("= ___", "= lam + f - f'").replace("laplace(1 / eps)", "laplace(2 / eps)"), "enough")):
        open_one, kept = served.post("prove", text=text, number=0), served.post("prove", text=text, number=0, isExercise=True)
        assert told in json.dumps(open_one) or open_one["enough"], open_one
        assert "it is proved with" not in json.dumps(kept) and "proved with: align" not in json.dumps(kept), kept
        assert kept["enough"] is None and kept["actions"] == [] and kept["proved"] == open_one["proved"], kept
    assert "proved with what follows" in json.dumps(served.post("explain", text=wrong, number=0))
    assert "proved with another one" in json.dumps(served.post("explain", text=wrong, number=0, isExercise=True))


def number(text):
    return fractions.Fraction(text)


def try_runs(served):
    """Both runs, whose noise, shifts and costs are computed here once more."""
    for text in (SVT, WRONG):
        runs = served.post("play", text=text, number=0)
        values = {one["name"]: [number(value) for value in one["values"]] for one in runs["parameters"]}
        first, second = runs["queries"][0]["first"], runs["queries"][0]["second"]
        assert first != second and len(first) == values["n"][0] == len(values["T"])
        cost = 0
        for step in runs["steps"]:
            if "draw" in step and "shift" in step["draw"]:
                draw = step["draw"]
                assert number(draw["second"]) - number(draw["first"]) == number(draw["shift"])
                assert number(draw["cost"]) == abs(number(draw["shift"])) / number(draw["scale"])
                cost += number(draw["cost"])
            assert number(step["cost"]) == cost
            line = text.split("\n")[step["range"]["start"]["line"]]
            assert line.strip().startswith(step["statement"].split()[0]) or step["statement"].split()[0] in line, (line, step)
        assert number(runs["cost"]) == cost and (runs["parted"] is None) == (text is SVT) == (cost <= number(runs["epsilon"]))
        assert (runs["first"] == runs["second"]), runs
        assert [number(step["cost"]) > number(runs["epsilon"]) for step in runs["steps"] if step["parts"]] == ([] if text is SVT else [True]), runs
    inputs = {"parameters": {"eps": ["1/2"], "c": ["1"], "n": ["2"], "T": ["3", "3"]}, "first": {"f": ["2", "3"]}, "second": {"f": ["1", "3"]}, "noise": ["0.0", "1"]}
    runs = served.post("play", text=SVT, number=0, inputs=inputs)
    # below, then above(4): 2 + 0 < 3 and 3 + 1 >= 3; nothing is moved where nothing differs.
    assert runs["first"] == runs["second"] == "out[0] = below, out[1] = above(4)", runs
    assert runs["cost"] == "0" and runs["epsilon"] == "1/2" and runs["noise"] == ["0", "1"] and runs["note"] == ""
    for noise, drawn, said in ((["0"], ["0", "0"], "and 1 is given: 0 stands for each"), ([], ["0", "0"], "and 0 are given"), (["0", "1", "2"], ["0", "1"], "draws 2 numbers of noise, and 3 are given: the others are not drawn")):
        runs = served.post("play", text=SVT, number=0, inputs={**inputs, "noise": noise})
        assert runs["noise"] == drawn and said in runs["note"], runs
    # Answers below 0 are what `plumb check` shows as well.
    runs = served.post("play", text=SVT, number=0, inputs={**inputs, "first": {"f": ["0", "3"]}, "second": {"f": ["-1", "3"]}})
    assert runs["first"] == runs["second"] and runs["queries"][0]["second"] == ["-1", "3"], runs
    for wrong, said in (({"noise": ["x"]}, "numbers such as"), ({"noise": ["", "1"]}, "numbers such as"), ({"noise": ["1/2"]}, "lam[i=0] cannot be 1/2: "), ({"noise": ["-1"]}, "cannot be -1: `exponential` draws integers from 0 upwards"), ({"second": {"f": ["4", "3"]}}, "no neighbours: the adjacency does not let `f` differ so"),
                        ({"first": {"f": ["2"]}}, "fewer answers"), ({"first": {}}, "neighbours"), ({"parameters": {**inputs["parameters"], "eps": ["0"]}}, "what is required does not hold: `eps > 0`"), ({"parameters": {**inputs["parameters"], "eps": []}}, "`eps` is one number"),
                        ({"parameters": {**inputs["parameters"], "c": ["0"]}}, "does not hold: `c >= 1`"),
                        ({"noise": ["1" * 100]}, "numbers such as"), ({"noise": ["1/0"]}, "numbers such as"), ({"first": {"f": ["5/2", "3"]}}, "integers"),
                        ({"parameters": {**inputs["parameters"], "n": ["99999999999"]}}, "another number"), ({"noise": None}, "numbers such as")):
        answer = served.post("play", text=SVT, number=0, inputs={**inputs, **wrong})
        assert said in answer.get("problem", ""), (wrong, answer)
    answers = {name: served.post("play", text=(ROOT / f"examples/{name}.plumb").read_text(), number=number) for name, number in (
        ("noisy_max/noisy_max_loop_from_records", 0), ("local/urr", 0), ("composition/premises_that_follow", 1))}
    assert answers["noisy_max/noisy_max_loop_from_records"]["record"] and answers["noisy_max/noisy_max_loop_from_records"]["steps"]
    assert all("only a mechanism" in answers[name]["problem"] for name in ("local/urr", "composition/premises_that_follow")), answers


def try_guard(served):
    own = f"127.0.0.1:{served.port}"
    for host in (own, f"localhost:{served.port}", f"LOCALHOST:{served.port}", f"[::1]:{served.port}"):
        assert served.ask("GET", "/", Host=host).status == 200, host
    for host in ("evil.example", f"evil.example:{served.port}", "127.0.0.1", f"127.0.0.1:{served.port + 1}", f"127.0.0.1.evil.example:{served.port}",
                 f"127.evil:{served.port}", f"[::1:{served.port}", "", None):
        for method in ("GET", "POST"):
            assert served.ask(method, "/api/read", b"{}", Host=host).status in (400, 421), host
    question = json.dumps({"text": SVT}).encode()
    assert served.ask("POST", "/api/read", question, Origin=f"http://{own}").status == 200
    for origin in ("http://evil.example", "null", f"http://localhost:{served.port}", f"https://{own}", f"http://{own}.evil.example", "http://127.0.0.1"):
        for method in ("GET", "POST"):
            assert served.ask(method, "/api/read", question, Origin=origin).status == 403, origin
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", None, "text/plain;application/json"):
        assert served.ask("POST", "/api/read", question, Content_Type=kind).status == 415, kind
    assert served.ask("POST", "/api/read", question, Content_Type="application/json; charset=utf-8").status == 200
    assert served.ask("POST", "/api/read", gzip.compress(question), Content_Encoding="gzip").status == 415
    assert served.ask("POST", "/api/read", b"5\r\n{}   \r\n0\r\n\r\n", Transfer_Encoding="chunked", Content_Length=None).status == 415
    assert served.ask("POST", "/api/read", b"", Content_Length=None).status == 411
    assert served.ask("POST", "/api/read", b"", Content_Length="99999999999").status == 413
    assert served.ask("POST", "/api/read", b'{"text": "' + b"x" * (1 << 18) + b'"}').status == 413
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "PRI", "TRACE", "CONNECT", "X"):
        assert served.ask(method, "/api/read", b"").status in (400, 405), method
    for body in (b"", b"x", b"[]", b"{}", b'{"text": 1}', b"[" * 100_000, b"\xff", b'{"text": "\xff"}', b'{"text": null}'):
        assert served.ask("POST", "/api/read", body).status == 400, body[:9]
    for number in (None, -1, "0", 1.5, []):
        assert served.ask("POST", "/api/prove", json.dumps({"text": SVT, "number": number}).encode()).status == 400, number
    # What is said twice, or is no header, is believed neither way.
    said = f"Host: {own}\r\nContent-Type: application/json\r\nContent-Length: {len(question)}\r\n".encode()
    for status, more in ((200, b""), (200, b"X-Other: \t\xc3\xa9\r\nX-Empty:\r\n"), (400, b"Host: evil.example\r\n"), (400, b"host: " + own.encode() + b"\r\n"), (400, b"Content-Length: 1\r\n"),
                         (400, b"Origin:\r\n"), (400, b"Origin: http://" + own.encode() + b"\r\nOrigin: http://evil.example\r\n"), (400, b"no header\r\n"), (400, b": x\r\n"), (400, b"X-Other : x\r\n"),
                         (400, b"X-Other: a\r\n b\r\n"), (400, b"X-Other: a\0b\r\n"), (400, b"X-Other: a\nb: c\r\n"), (400, b"X-Other: a\rb\r\n")):
        answer = served.raw(b"POST /api/read HTTP/1.1\r\n" + said + more + b"\r\n" + question)
        assert answer.startswith(b"HTTP/1.1 %d " % status), (more, answer[:200])
    # What stands behind a refused request is no request.
    behind = served.request("POST", "/api/read", served.request("GET", "/"), Content_Type="text/plain")
    assert served.raw(behind).count(b"HTTP/1.1 ") == 1
    with socket.socket() as elsewhere:
        assert elsewhere.connect_ex(("127.0.0.2", served.port)) != 0, "it listens to more than it says"


def try_rubbish(served):
    for data in (b"", b"\0" * 1000, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"x" * 100_000, b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n",
                 b"GET / HTTP/1.1\r\nHost: " + b"a" * 100_000 + b"\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"POST /api/read HTTP/1.1\r\n",
                 served.request("POST", "/api/read", b'{"te', Content_Length="1000")):
        connection = served.connect()
        try:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
        except OSError:
            continue  # It has heard enough.
        served.raw(b"", connection)
    # Clients that say nothing, or nothing more, keep nobody waiting.
    silent = [served.connect() for _ in range(40)]
    for connection in silent:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: ")
    begun = time.monotonic()
    assert served.ask("GET", "/").status == 200
    assert time.monotonic() - begun < 4, "others had to wait for who says nothing"
    for connection in silent:
        connection.close()
    # Who vanishes takes the work with him.
    until(lambda: len(served.below()) == 1, "nothing runs but the workshop")
    connection = served.connect()
    connection.sendall(served.request("POST", "/api/prove", json.dumps({"text": LONG, "number": 0}).encode()))
    until(lambda: len(served.below()) > 1, "a proof runs")
    connection.close()
    until(lambda: len(served.below()) == 1, "the proof of nobody has ended")
    with concurrent.futures.ThreadPoolExecutor(200) as pool:
        asked = [pool.submit(served.post, "read", text=f"// {i}\n{SVT}") for i in range(200)]
        answers = [one.result() for one in asked]
    problems = [one["problem"] for one in answers if "problem" in one]
    assert all("at once" in one for one in problems) and len(problems) < 200, problems
    assert served.post("prove", text=SVT, number=0)["proved"]


class Dripping:
    """Clients that send a byte now and then, or take none of their answer: more than there is room for."""

    def __init__(self, served):
        self.served, self.begun, self.ends = served, time.monotonic(), {}
        question = served.request("POST", "/api/read", b'{"text": "' + b" " * 1000 + b'"}')
        self.drops = [(served.connect(), data, kind) for kind, data, count in (
            ("head", served.request("GET", "/", X="x" * 1000), 150), ("body", question, 60), ("answer", served.request("GET", "/api/programs"), 50)) for _ in range(count)]
        for connection, data, kind in self.drops:
            connection.setblocking(False)
            connection.sendall(data if kind == "answer" else data[:data.index(b"\r\n\r\n") + 4] if kind == "body" else data[:9])
        threading.Thread(target=self.keep_dripping, daemon=True).start()

    def drip(self):
        for connection, _, kind in self.drops:
            if connection in self.ends or kind == "answer":
                continue
            try:
                connection.send(b"x")
                said = connection.recv(1 << 16)
            except BlockingIOError:
                continue
            except OSError:
                said = b""
            self.ends[connection] = said

    def keep_dripping(self):
        while len(self.ends) < len(self.drops):
            self.drip()
            time.sleep(0.2)

    def try_others(self):
        for _ in range(5):
            begun = time.monotonic()
            assert self.served.ask("GET", "/").status == 200 and "declarations" in self.served.post("read", text=SVT)
            assert time.monotonic() - begun < 2, "others wait for who is slow"

    def try_end(self):
        slow = [connection for connection, _, kind in self.drops if kind != "answer"]
        while not all(connection in self.ends for connection in slow):
            assert time.monotonic() - self.begun < LIMIT, f"{len(self.ends)} of {len(slow)} have ended"
            time.sleep(0.1)
        told = [said for said in self.ends.values() if said]
        assert len(told) > 150 and all(said.startswith(b"HTTP/1.1 408 ") and b"took too long" in said for said in told), (len(told), told[:1])
        for connection, _, _ in self.drops:
            connection.close()


def try_heads(served):
    """As many headers as there may be, and one more; longer ones than there may be."""
    for count, status in ((99, 200), (100, 431), (1000, 431)):
        assert served.ask("GET", "/", **{f"X{i}": "x" for i in range(count)}).status == status, count
    for size, status in ((5000, 200), (20_000, 431)):
        assert served.ask("GET", "/", **{f"X{i}": "x" * (size // 10) for i in range(10)}).status == status, size
    assert "headers" in served.ask("GET", "/", X="x" * 20_000).json()["problem"]
    assert served.ask("POST", "/api/read", b"{}" * 10, Content_Length="2").status == 400


def try_few_files(plumb):
    """More clients than files may be open."""
    with Served(plumb, nofile=40) as served:
        silent = [served.connect() for _ in range(60)]
        for _ in range(3):
            assert served.ask("GET", "/").status == 200
        for connection in silent:
            connection.close()


def try_limits(plumb):
    with Served(plumb, "--seconds", "1", "--jobs", "1") as served:
        assert "within 1 seconds" in served.post("prove", text=LONG, number=0)["problem"]
        until(lambda: len(served.below()) == 1, "what takes too long is ended")
    with Served(plumb, "--megabytes", "100") as served:
        assert "100 MB" in served.post("prove", text=SVT, number=0)["problem"]
        assert served.ask("GET", "/").status == 200


def try_small_stacks(plumb):
    """What the library makes of long words, where whoever started the server has left it a small stack."""
    with Served(plumb, stack=2 << 20) as served:
        assert served.ask("POST", "/api/" + "a" * 8000, b"{}").status == 404
        for parts in ("0-", ",".join(["0-"] * 2600)):
            answer = served.ask("GET", "/page.js", Range="bytes=" + parts)
            assert answer.status == 416 and len(answer.raw) < 2000, answer.raw[:300]
        assert served.ask("GET", "/").status == 200


def try_without_workshop(plumb):
    served = Served(plumb)
    os.kill(int(served.below()[0]), signal.SIGKILL)
    # A question that it was given before its end has no answer; the next one cannot be given.
    until(lambda: "has ended" in served.post("read", text="")["problem"], "the end of the workshop is told")
    assert served.process.wait(timeout=10) == 1
    assert served.process.stderr.read() == "plumb: the process that starts all checks has ended, and so does the server\n"


def try_ends(plumb):
    for end in (signal.SIGINT, signal.SIGTERM):
        with Served(plumb) as served:
            connection = served.connect()
            connection.sendall(served.request("POST", "/api/prove", json.dumps({"text": LONG, "number": 0}).encode()))
            until(lambda: len(served.below()) > 1, "a proof runs")
            below = served.below()
            served.process.send_signal(end)
            assert served.process.wait(timeout=10) == 0 and served.process.stderr.read() == ""
            until(lambda: not any(pathlib.Path(f"/proc/{pid}").exists() for pid in below), "nothing of it is left")
    served = Served(plumb)
    below = served.below()
    served.process.kill()
    until(lambda: not any(pathlib.Path(f"/proc/{pid}").exists() for pid in below), "killed, it leaves nothing")


def try_beginnings(plumb):
    # A mistake in the settings of the folder is told, and what is served is served.
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "plumb.toml").write_text("jobz = 1\n")
        with Served(str(pathlib.Path(plumb).resolve()), folder=folder) as served:
            assert served.post("prove", text=SVT, number=0)["proved"]
        assert served.process.stderr.read() == ("plumb: plumb.toml:1:1: `jobz` is no setting; did you mean `jobs`?\njobz = 1\n^~~~\n"
                                                "plumb: served without these settings\n")
    with Served(plumb) as served:
        taken = subprocess.run([plumb, "serve", "--port", str(served.port)], capture_output=True, text=True)
        assert taken.returncode == 1 and taken.stdout == "", taken
        assert taken.stderr.startswith(f"plumb: cannot serve on 127.0.0.1:{served.port}: Address already in use\nhelp: `--port 0` takes "), taken.stderr
    for words in (["--host", "203.0.113.1"], ["--host", "no such host"], ["--host", ""], ["--port", "70000"], ["--port", "x"], ["--seconds", "0"], ["more"]):
        bad = subprocess.run([plumb, "serve", "--port", "0", *words], capture_output=True, text=True)
        assert bad.returncode == 1 and bad.stderr.startswith("plumb: ") and bad.stdout == "", (words, bad)
        assert "a port that is free" not in bad.stderr, "the port is not what is wrong"
    with open("/dev/full", "w") as full:
        assert subprocess.run([plumb, "serve", "--port", "0"], stdout=full, stderr=subprocess.DEVNULL).returncode == 1


def main():
    plumb = os.path.abspath(sys.argv[1])
    slow = Served(plumb)
    dripping = Dripping(slow)
    dripping.try_others()
    with Served(plumb) as served:
        try_page(served)
        try_programs(served)
        try_verdicts(served, plumb)
        try_runs(served)
        try_places(served)
        try_exercises(served)
        try_guard(served)
        try_heads(served)
        try_rubbish(served)
        for path in {str(ROOT), str(pathlib.Path(plumb).parent), str(pathlib.Path.home()) + "/"}:
            assert not any(path in one for one in served.said), f"an answer holds {path}"
    try_limits(plumb)
    try_small_stacks(plumb)
    try_alone(plumb)
    try_few_files(plumb)
    try_without_workshop(plumb)
    try_ends(plumb)
    try_beginnings(plumb)
    with slow:
        dripping.try_end()


if __name__ == "__main__":
    main()
