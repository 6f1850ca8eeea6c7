#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`plumb format` moves lines and touches no word, however the text was laid out. Usage: layouts.py PLUMB [TEXTS]"""

import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORDS = re.compile(r"//[^\r\n]*|/\*.*?\*/|[^\W\d]\w*|\d[\d.]*|\s+|.", re.DOTALL)


def words(text):
    """Words and comments; of a comment, its lines without the ends of them."""
    found = [word for word in WORDS.findall(text) if not word.isspace()]
    return [word.rstrip() if word.startswith("//") else word.replace("\r\n", "\n") for word in found]


def gap(end):
    """What may stand between two words."""
    blank = " " * random.randrange(9)
    return random.choice((
        " " + blank, "\t", end() + blank, end() * random.randrange(1, 4) + "\t", end() + "// left" + end() + blank,
        " // 𝔻 {" + random.choice(("", "  ", " /* ", " }")) + end() + blank,
        f"{end()}/* b{end()}  x{end()}{end()}// y  {end()}\t}} */" + random.choice(("", " ", end() + blank))))


def twisted(text):
    """The same words elsewhere."""
    ends = random.choice((("\n",), ("\r\n",), ("\n", "\r\n")))
    rate = random.choice((0.02, 0.1, 0.4, 0.9))
    parts, last = [], ""
    for word in WORDS.findall(text):
        if word.isspace():
            if random.random() < rate:
                # Nothing but the end of its line ends a comment.
                word = ("\n" if last.startswith("//") else "") + gap(lambda: random.choice(ends))
            elif not last.startswith("//"):
                word = word.replace("\n", random.choice(ends))
        elif word in "{};,()" and random.random() < rate:
            word += gap(lambda: random.choice(ends))
        parts.append(word)
        last = word
    return "".join(parts)


def try_twisted(plumb, count):
    texts = [path.read_text() for path in sorted((ROOT / "examples").rglob("*.plumb"))]
    laid_out = 0
    with tempfile.TemporaryDirectory() as folder:
        while count > 0:
            paths = [pathlib.Path(folder) / f"{number}.plumb" for number in range(min(count, 100))]
            before = [twisted(random.choice(texts)) for _ in paths]
            for path, text in zip(paths, before):
                path.write_text(text, newline="")
            count -= len(paths)
            run = subprocess.run([plumb, "format", "--in-place", *paths], capture_output=True)
            assert run.returncode in (0, 2), run.stderr[-1000:]
            after = [path.open(newline="").read() for path in paths]
            subprocess.run([plumb, "format", "--in-place", *paths], capture_output=True)
            for path, old, new in zip(paths, before, after):
                laid_out += old != new
                assert words(old) == words(new), old
                assert path.open(newline="").read() == new, f"not settled:\n{old}"
                assert old == new or "\r\n" not in old or not re.search("(?<!\r)\n", new), old
    return laid_out


def try_comments(plumb):
    """A comment in front of a brace is the last of what the brace ends; ends of lines stay what they are."""
    with tempfile.TemporaryDirectory() as folder:
        text = (ROOT / "examples/svt/asymmetric_svt.plumb").read_text()
        last = text.rindex("}")
        assert text[last - 1] == "\n"
        commented = text[:last] + "  // the end of all\n" + text[last:]
        path = pathlib.Path(folder) / "commented.plumb"
        for end in ("\n", "\r\n"):
            path.write_text(commented.replace("\n", end), newline="")
            subprocess.run([plumb, "format", "--in-place", path], check=True)
            assert path.open(newline="").read() == commented.replace("\n", end)


def try_files(plumb):
    """A file that is laid out in its place is still what it was: a link, and readable by whom it was."""
    with tempfile.TemporaryDirectory() as folder:
        path, link = pathlib.Path(folder) / "real.plumb", pathlib.Path(folder) / "link.plumb"
        path.write_text((ROOT / "examples/svt/asymmetric_svt.plumb").read_text().replace("  ", " "))
        path.chmod(0o640)
        link.symlink_to("real.plumb")
        old = path.read_text()
        subprocess.run([plumb, "format", "--in-place", link], check=True)
        assert link.is_symlink() and path.read_text() != old and oct(path.stat().st_mode)[-3:] == "640"
        assert sorted(os.listdir(folder)) == ["link.plumb", "real.plumb"]
        # Two names of one file are two names of one file.
        other = pathlib.Path(folder) / "other.plumb"
        path.write_text(old)
        os.link(path, other)
        subprocess.run([plumb, "format", "--in-place", path], check=True)
        assert path.stat().st_ino == other.stat().st_ino and other.read_text() != old
        assert sorted(os.listdir(folder)) == ["link.plumb", "other.plumb", "real.plumb"]
        # What is read-only is not written, and is told.
        path.write_text(old)
        path.chmod(0o444)
        run = subprocess.run([plumb, "format", "--in-place", path], capture_output=True, text=True)
        assert run.returncode == 1 and f"cannot write `{path.resolve()}`: it is read-only" in run.stderr, run
        assert path.read_text() == old and sorted(os.listdir(folder)) == ["link.plumb", "other.plumb", "real.plumb"]


def main():
    plumb = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    random.seed(11)
    try_comments(plumb)
    try_files(plumb)
    changed = try_twisted(plumb, count)
    print(f"{count} texts twisted, {changed} laid out")
    assert changed > count // 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
