# SPDX-License-Identifier: Apache-2.0
"""A finding made smaller: declarations, clauses and statements are left out as long as it stays a finding."""

import re

from checker import processor_time
from lexer import Unreadable
from mutants import blocks
from syntax import parse


def candidates(text):
    """Texts with one piece less, the large pieces first."""
    try:
        nodes = parse(text)
    except Unreadable:
        return
    spans = [d.span for d in nodes] if len(nodes) > 1 else []
    spans += [s.span for block in blocks(nodes) for s in block]
    for start, end in sorted(spans, key=lambda s: s[0] - s[1]):
        yield text[:start] + text[end:]
    lines = text.split("\n")
    for k, line in enumerate(lines):
        if re.match(r"\s+(requires|claims|invariant)\b", line):
            yield "\n".join(lines[:k] + lines[k + 1:])
    for m in re.finditer(r", [^,\n()\[\]]*(?=[,\n])", text):
        yield text[:m.start()] + text[m.end():]


def smaller(text, is_finding, seconds):
    """The smallest text that was found within so many seconds."""
    until, progress = processor_time() + seconds, True
    while progress and processor_time() < until:
        progress = False
        for candidate in candidates(text):
            if processor_time() > until:
                break
            if is_finding(candidate):
                text, progress = candidate, True
                break
    return re.sub(r"\n\s*\n+", "\n", text)
