# SPDX-License-Identifier: Apache-2.0
"""The programs of examples/, for the tests: each family has a folder, and a broken twin `NAME__what_is_wrong` lies beside NAME."""

import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[1]


def _all():
    return sorted((ROOT / "examples").glob("*/*.plumb"), key=lambda path: path.name)


def examples():
    return [path for path in _all() if "__" not in path.stem]


def twins():
    return [path for path in _all() if "__" in path.stem]


def example(name):
    """The program, or the twin, that is called so."""
    [path] = (path for path in _all() if path.stem == name)
    return path
