#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Stands in for `plumb` in the fuzzer's own test: says what is not true, in the way that the file called `way` beside it
names."""

import json
import os
import pathlib
import sys
import time

from syntax import parse

# Followed by what `plumb sensitivity` would say of a query that never changes.
NOTHING = {"kind": "finite", "bound": "0", "attained": None, "family": None}
ALWAYS = {"status": "proved", "against": None}


def result(kind, path, name):
    return {"file": path, kind: name, "verdict": "proved under 1 assumption", "assumptions": [{"kind": "premise", "text": "a"}], "counterexample": None}


def everything_is_proved(paths, verdict=None):
    document = {"plumb": "0", "results": [], "compositions": [], "channels": [], "diagnostics": [], "exit": 0}
    for path in paths:
        for d in parse(pathlib.Path(path).read_text()):
            key = {"mechanism": "results", "composition": "compositions", "channel": "channels"}.get(d.kind)
            if key:
                document[key].append(result(d.kind, path, d.name))
                if verdict:
                    document[key][-1]["verdict"] = verdict(d)
    return document


def nothing_changes(path):
    declarations = parse(pathlib.Path(path).read_text())
    queries = [d.name for d in declarations if d.kind == "query"]
    record = next(d.name for d in declarations if d.kind == "record")
    said = {"largest": NOTHING, "l1": NOTHING, "decreasing": ALWAYS, "increasing": ALWAYS, "atMostOneChanges": ALWAYS}
    return {"results": [{"mechanism": None, "adjacency": f"replace {record}",
                         "derived": {"queries": [{"query": q, **said} for q in queries], "together": None}}], "exit": 0}


def main():
    way = (pathlib.Path(sys.argv[0]).parent / "way").read_text()
    paths = [word for word in sys.argv[1:] if word.endswith(".plumb")]
    if way == "dies":
        os.abort()
    if way == "gives up":
        sys.exit(70)
    if way == "hangs":
        while True:
            time.process_time()
    if way == "talks":
        print("proved!")
        return
    if way == "refuses":
        print(json.dumps(everything_is_proved([])))
    elif sys.argv[1] == "sensitivity":
        print(json.dumps(nothing_changes(paths[0])))
    elif way == "by name":
        print(json.dumps(everything_is_proved(paths, lambda d: "proved" if d.parameters[0].name == "eps" else "not proved")))
    else:
        print(json.dumps(everything_is_proved(paths)))


if __name__ == "__main__":
    main()
