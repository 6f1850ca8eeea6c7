#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The extension for VS Code: its TypeScript is compiled, and the scopes of its grammar are held against
editors/vscode/tests, which a grammar without one of its words has to fail.

What npm brings has to be there (`npm ci` in editors/vscode); where it is not, the test is skipped with code 77.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

EXTENSION = pathlib.Path(__file__).resolve().parents[2] / "editors/vscode"
TOOLS = EXTENSION / "node_modules/.bin"
SKIPPED = 77


def run(*command, **how):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120, **how)
    return done.returncode, done.stdout


def scopes(folder):
    return run(TOOLS / "vscode-tmgrammar-test", "tests/*.plumb", cwd=folder)


def main():
    if not shutil.which("node") or not TOOLS.is_dir():
        print("skipped: what npm brings is not here; run `npm ci` in editors/vscode")
        return SKIPPED
    package = json.loads((EXTENSION / "package.json").read_text())
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        code, output = run(TOOLS / "tsc", "--project", EXTENSION, "--outDir", folder / "out")
        assert code == 0, output
        assert (folder / package["main"]).is_file(), "what is compiled is not what package.json names"
        code, output = scopes(EXTENSION)
        assert code == 0, output

        shutil.copytree(EXTENSION / "tests", folder / "tests")
        (folder / "package.json").write_text(json.dumps(package))
        (folder / "syntaxes").mkdir()
        path = package["contributes"]["grammars"][0]["path"]
        grammar = (EXTENSION / path).read_text()
        for word in ("claims", "while", "implies", "query", "true", "exponential", "abs"):
            less = re.sub(rf"(?<=[(|]){word}\||\|{word}(?=\))", "", grammar, count=1)
            assert less != grammar, f"the grammar does not have {word}"
            (folder / path).write_text(less)
            code, output = scopes(folder)
            assert code != 0 and "missing required scopes" in output, f"nothing is said of a grammar without {word}: {output}"
    return 0


if __name__ == "__main__":
    sys.exit(main())
