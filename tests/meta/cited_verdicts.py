#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a page says about an example is its verdict: `examples/family/a.plumb`: `not private`. Usage: cited_verdicts.py

The verdict is the one that stands in the example or in the file beside it, where the tests of the examples hold it against that of the checker.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
CITED = re.compile(r"`(examples/[\w/]+\.plumb)`:\s`((?:not )?(?:proved|private)|vacuous)`")
STATED = re.compile(r"^(?://~\| )?\S+\.plumb: \w+: (.*)$", re.MULTILINE)

cited = failed = 0
for page in sorted(ROOT.glob("docs/*.md")) + [ROOT / "README.md"]:
    for path, verdict in CITED.findall(page.read_text()):
        cited += 1
        expected = (ROOT / path).with_suffix(".expected")
        file = expected if expected.exists() else ROOT / path
        stated = STATED.findall(file.read_text()) if file.exists() else []
        if not any(one.startswith(verdict) for one in stated):
            failed += 1
            print(f"FAILED {page.relative_to(ROOT)}: {path} is said to be {verdict}, and is {', '.join(stated) or 'not there'}")
print(f"{cited} cited verdicts, {failed} of them wrong")
sys.exit(1 if failed or cited < 3 else 0)
