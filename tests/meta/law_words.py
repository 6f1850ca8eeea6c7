# SPDX-License-Identifier: Apache-2.0
"""The rows of frontend/ir/laws.def."""

import collections
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
Row = collections.namedtuple("Row", "id word values support up down decay sampler tail")
RATE = r"(Rate\{[^}]*\}|Rate::unbounded\(\)|NoDecay)"


def rows():
    text = (ROOT / "frontend/ir/laws.def").read_text()
    pattern = rf'^LAW\((\w+),\s*"(\w+)",\s*(\w+),\s*(\w+),\s*{RATE},\s*{RATE},\s*{RATE},\s*"(\w*)",\s*(\w+)\)'
    found = [Row(*match) for match in re.findall(pattern, text, re.MULTILINE)]
    assert len(found) == len(re.findall(r"^LAW\(", text, re.MULTILINE)), "a row that cannot be read"
    return found


def words():
    return {row.word for row in rows()}
