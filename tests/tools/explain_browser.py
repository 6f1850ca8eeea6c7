#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pages that `plumb explain --format=html` writes are no wider than the screen. Usage: explain_browser.py PLUMB"""

import pathlib
import subprocess
import sys
import tempfile

from chromium import Chromium

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ("svt/asymmetric_svt", "gaps/noisy_max_gap", "sums/smart_sum", "local/mangat", "composition/week_of_releases", "svt/asymmetric_svt__wrong_direction")
# What is wider than the page, and in no box that scrolls.
WIDE = """[...document.body.querySelectorAll("*")].filter((one) => one.getBoundingClientRect().right > innerWidth + 1 &&
  !one.closest(".wide, pre, svg")).map((one) => one.tagName + ": " + one.textContent.slice(0, 80))"""


def main():
    plumb = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder, Chromium() as browser:
        page = pathlib.Path(folder, "page.html")
        for name in PAGES:
            programs = list(ROOT.glob(f"examples/{name}*.plumb"))[:1] if "__" in name else [ROOT / f"examples/{name}.plumb"]
            assert programs, name
            subprocess.run([plumb, "explain", "--format=html", "-o", page, *programs], capture_output=True, timeout=300)
            browser.size(360, 740)
            browser.open(page.as_uri())
            assert browser.value("document.body.innerText.length") > 1000, name
            wide, width = browser.value(WIDE), browser.value("document.documentElement.scrollWidth")
            assert width <= 360 and not wide, (name, width, wide)
        # The test must be able to say no.
        browser.value("document.querySelectorAll('.wide').forEach((one) => { one.className = ''; })")
        browser.value("document.body.append(Object.assign(document.createElement('div'), { style: 'width: 500px' }))")
        assert browser.value(WIDE), "nothing is ever too wide"
    return 0


if __name__ == "__main__":
    sys.exit(main())
