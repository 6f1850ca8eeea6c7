#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Editors colour the words of the language: those of the grammar, the reserved names, and the laws."""

import json
import pathlib
import re
import sys

import law_words

ROOT = pathlib.Path(__file__).resolve().parents[2]
VSCODE = ROOT / "editors/vscode"


def of_language():
    grammar = (ROOT / "grammar/Plumb.g4").read_text()
    keywords = {word for rule in re.findall(r"^[A-Z_]+ : ([^;]*);", grammar, re.MULTILINE) for word in re.findall(r"'([a-z_]+)'", rule)}
    listed = re.search(r"reservedWords\(\) \{.*?\{(.*?)\}", (ROOT / "frontend/parse/tokens.cpp").read_text(), re.DOTALL).group(1)
    reserved = set(re.findall(r'"(\w+)"', listed))
    assert len(keywords) > 40 and len(reserved) > 8, "the words of the language cannot be read"
    return keywords | reserved | law_words.words()


def alternatives(pattern):
    """The words of `\\b(one|another)\\b`."""
    found = re.fullmatch(r"\\b\(([\w|]+)\)\\b", pattern)
    assert found, pattern
    return found.group(1).split("|")


def of_vscode():
    grammar = json.loads((VSCODE / "syntaxes/plumb.tmLanguage.json").read_text())
    included = {pattern["include"] for pattern in grammar["patterns"]}
    assert included == {"#" + name for name in grammar["repository"]}, "a part of the grammar that is not included, or that there is not"
    found = [word for pattern in grammar["repository"]["words"]["patterns"] for word in alternatives(pattern["match"])]
    assert len(found) == len(set(found)), "a word with two colours"
    return set(found)


def of_vim():
    text = (ROOT / "editors/nvim/syntax/plumb.vim").read_text()
    # Words that mean something at one place alone are coloured too, without being reserved.
    return {word for group, line in re.findall(r"^syntax keyword (\w+) (.*)$", text, re.MULTILINE) if group != "plumbWord" for word in line.split()}


def of_emacs():
    text = (ROOT / "editors/emacs/plumb-mode.el").read_text()
    return {word for words in re.findall(r"regexp-opt '\(([^)]*)\)", text) for word in re.findall(r'"(\w+)"', words)}


def main():
    expected = of_language()
    for name, found in (("VS Code", of_vscode()), ("Vim", of_vim()), ("Emacs", of_emacs())):
        assert found == expected, f"{name}: without {sorted(expected - found)}, with {sorted(found - expected)}"
    package = json.loads((VSCODE / "package.json").read_text())
    contributed = package["contributes"]
    main = re.sub(r"^\./out/(.*)\.js$", r"src/\1.ts", package["main"])
    for path in (main, contributed["languages"][0]["configuration"], contributed["grammars"][0]["path"]):
        assert (VSCODE / path).is_file(), path
    json.loads((VSCODE / "language-configuration.json").read_text())
    version = re.search(r"project\(\w+\s+VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
    assert package["version"] == version, "the extension has another version"
    return 0


if __name__ == "__main__":
    sys.exit(main())
