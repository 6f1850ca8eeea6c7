#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`plumb learn` as a learner meets it. Usage: learn.py PLUMB

In tests/learn lie, for each exercise NN_name, answers (answers/NN_name*.plumb) and wrong ones
(wrong/NN_name__what_is_wrong.plumb), whose first line is what the learner is told: `// says: ...`.
"""

import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXERCISES = sorted((ROOT / "exercises").glob("*.plumb"))
LEARN = ROOT / "tests/learn"
# What a check may take, with much to spare for a busy machine: where all is proved (half a second was measured at most), and where
# a counterexample is looked for. A sanitized program may take longer.
SECONDS = (2, 8) if "--sanitized" not in sys.argv else (60, 200)


class Learner:
    """A folder, and the program that is called in it."""

    def __init__(self, plumb, folder):
        self.plumb, self.folder = plumb, pathlib.Path(folder)
        self.exercises = self.folder / "plumb-exercises"

    def says(self, *words, code=0):
        run = subprocess.run([self.plumb, "learn", *words], cwd=self.folder, capture_output=True, text=True, timeout=200,
                             env={**os.environ, "LC_ALL": "C.UTF-8"})
        assert run.returncode == code, (words, run.returncode, run.stdout, run.stderr)
        return run.stdout + run.stderr

    def write(self, name, text):
        (self.exercises / f"{name}.plumb").write_text(text)

    def progress(self):
        return json.loads((self.exercises / "progress.json").read_text())


def words_of(line):
    return re.sub(r"\s+", "", line.partition("//")[0])


def key_lines(given, answer):
    """The lines of an answer that its exercise does not have."""
    known = {words_of(line) for line in given.splitlines()}
    return [line for line in map(words_of, answer.splitlines()) if line and line not in known]


def check_files(path):
    """An exercise is whole, and nothing of it but the last hint gives its answer."""
    name, given = path.stem, path.read_text()
    about = json.loads(path.with_suffix(".json").read_text())
    answers = sorted((LEARN / "answers").glob(f"{name}*.plumb"))
    wrong = sorted((LEARN / "wrong").glob(f"{name}__*.plumb"))
    assert answers and wrong, f"{name} has no answer, or no wrong one"
    assert given.startswith(f"// {int(name[:2])}. "), f"{name} does not begin with its number"
    assert len(about["hints"]) == 3 and all(len(hint) > 20 for hint in about["hints"]), name
    assert about["trains"], name
    for answer in answers:
        lines = key_lines(given, answer.read_text())
        assert lines, f"{answer.name} is the exercise"
        for line in lines:
            for said in (*re.findall("//.*", given), *about["hints"][:2]):
                assert line not in re.sub(r"\s+", "", said), f"{name}: `{line}` is given away"
    return answers, wrong


def timed(action):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    result = action()
    return result, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def walk_through(learner):
    """All exercises in their order: untouched, wrong, right."""
    slow = []
    first = learner.says()
    assert f"0 of {len(EXERCISES)} exercises are done" in first and EXERCISES[0].stem in first
    assert sorted(p.name for p in learner.exercises.glob("*.plumb")) == [p.name for p in EXERCISES]
    for number, path in enumerate(EXERCISES):
        name = path.stem
        answers, wrong = check_files(path)
        assert f"next  {name}: " in learner.says("list")
        untouched = learner.says("check", code=4)
        assert f"{name}: not yet" in untouched, untouched
        for one in wrong:
            text = one.read_text()
            learner.write(name, text)
            said, seconds = timed(lambda: learner.says("check", code=4))
            expected = re.match(r"// says: (.*)\n", text)[1]
            assert expected in said and f"{name}: not yet" in said, f"{one.name} says\n{said}"
            told = [words for words in ("proved with: align", "found: align", "it is proved with", "larger scale, such as", "clause more")
                    if words in said]
            assert not told, f"{one.name} is told the answer:\n{said}"
            slow += [(seconds, one.stem)] * (seconds > SECONDS[1])
        for one in answers[1:]:
            learner.write(name, one.read_text())
            said, seconds = timed(lambda: learner.says("check", name))
            assert f"{name}: done." in said
            slow += [(seconds, one.stem)] * (seconds > SECONDS[0])
            kept = re.search("what you had is in (.*)", learner.says("reset", name))[1]
            assert (learner.folder / kept).read_text() == one.read_text()
        # Layout and comments are the learner's.
        learner.write(name, "// mine\n\n" + answers[0].read_text().replace("\n", "  // as I see it\n", 3))
        said, seconds = timed(lambda: learner.says("check"))
        slow += [(seconds, answers[0].stem)] * (seconds > SECONDS[0])
        assert f"{name}: done. {number + 1} of {len(EXERCISES)} exercises are done." in said, said
        assert ("violation, whatever the alignment" in said) == (name == "13_break_it"), said
        following = EXERCISES[number + 1].stem if number + 1 < len(EXERCISES) else "all exercises are done"
        assert following in said, said
    assert "all exercises are done" in learner.says()
    return slow


def hints_grow(learner):
    name = EXERCISES[0].stem
    hints = json.loads(EXERCISES[0].with_suffix(".json").read_text())["hints"]
    for number in (1, 2, 3, 3):
        assert learner.says("hint", name) == f"{name}, hint {number} of 3: {hints[number - 1]}\n"
    assert learner.progress()["hints"] == {name: 3}
    learner.says("reset", name)
    assert learner.progress()["hints"] == {}


def frame_is_kept(learner):
    """Ways round an exercise."""
    name = EXERCISES[0].stem
    answer = (LEARN / "answers" / f"{name}.plumb").read_text()
    own = "your_own"
    whole = next((LEARN / "answers").glob(f"*_{own}.plumb")).read_text()
    inside = whole[whole.index("// yours from here"):whole.index("// to here")]
    ways = [
        (name, answer.replace("changes by 1", "changes by 0"), "the exercise has `1` here"),
        (name, answer.replace("private(eps)", "private(10 * eps)"), "the exercise has"),
        (name, answer.replace("output f + lam", "output 0"), "the exercise has `lam` here"),
        (name, answer + "mechanism more(eps: real, f: query) requires eps > 0 adjacency f changes by 1 "
                        "guarantees private(eps) { lam ~ laplace(1 / eps) align lam' = lam + f - f' output f + lam }",
         "a blank is filled by something with all its brackets"),
        (name, answer.replace("align lam' = lam + f - f'", "align lam' = lam x := f"), "a blank is a part of one line"),
        (name, answer.replace("align lam' = lam + f - f'", "align ?"), "the exercise has"),
        (name, answer + "// yours from here\n// to here\n", "the exercise has no lines"),
        (own, whole.replace("// to here", "//"), "have to stand where they stood"),
        (own, whole.replace("// yours from here", "// to here"), "have to stand where they stood"),
        (own, whole.replace("    // to here", "} x := 0 for v in 0 .. wards { x := x + 1\n// to here"), "brackets"),
        (own, whole.replace(inside, "// yours from here\n/*\n"), "PL0104"),
        (name, "", "PL0"),
        (name, "\x00\xff", "PL0"),
    ]
    for exercise, text, expected in ways:
        path = next(learner.exercises.glob(f"*{exercise}.plumb"))
        path.write_bytes(text.encode("latin-1"))
        said = learner.says("check", exercise, code=4)
        assert expected in said, f"{text}\nis told\n{said}"


def files_are_safe(plumb):
    """Nothing of a learner's is lost, whatever is in the way."""
    with tempfile.TemporaryDirectory() as folder:
        learner = Learner(plumb, folder)
        learner.exercises.mkdir()
        name, second = EXERCISES[0].stem, EXERCISES[1].stem
        learner.write(name, "mine")
        learner.says()
        assert (learner.exercises / f"{name}.plumb").read_text() == "mine"
        (learner.exercises / f"{second}.plumb").unlink()
        assert "PL0501" in learner.says("check", "2", code=1)
        learner.says()
        assert (learner.exercises / f"{second}.plumb").exists()

        # A word for several, or for none.
        both = [path.stem for path in EXERCISES if "the_" in path.stem]
        assert f"`the_` names several exercises: {', '.join(both[:-1])} and {both[-1]}\n" in learner.says("check", "the_", code=1)
        assert "`31` names no exercise; `plumb learn list`" in learner.says("hint", "31", code=1)
        assert "is none of check|hint|list|reset" in learner.says("answer", code=1)
        assert "hint 1 of 3" in learner.says("hint", second.split("_", 1)[1])

        # Progress that is no progress stays what it is.
        kept = learner.exercises / "progress.json"
        for foreign in ("", "{", "[]", '{"a": 1}', '{"plumb learn": 2, "passed": [], "hints": {}}',
                        '{"plumb learn": 1, "passed": [1], "hints": {}}', '{"plumb learn": 1, "passed": [], "hints": {"x": -1}}'):
            kept.write_text(foreign)
            for words in ((), ("list",), ("check",), ("hint",), ("reset", name)):
                assert "it is not what `plumb learn` has written" in learner.says(*words, code=1)
            assert kept.read_text() == foreign and (learner.exercises / f"{name}.plumb").read_text() == "mine"
        kept.unlink()
        kept.mkdir()
        assert "PL0501" in learner.says("list", code=1)
        kept.rmdir()

        # What another Plumb has counted stays.
        kept.write_text('{"plumb learn": 1, "passed": ["99_later"], "hints": {"99_later": 2}}')
        learner.says("hint")
        assert learner.progress()["passed"] == ["99_later"] and learner.progress()["hints"]["99_later"] == 2

        # Another folder; and one that is a file.
        assert "other/" in learner.says("--folder", "other")
        (learner.folder / "file").write_text("text")
        for words in ((), ("list",), ("check",), ("reset", "1")):
            learner.says("--folder", "file", *words, code=0 if words == ("list",) else 1)
        assert (learner.folder / "file").read_text() == "text"

        # Whatever is reset stays somewhere, how often that is done and whatever stands there already.
        learner.write(second, "a week's work")
        for _ in range(3):
            learner.says("reset", second)
        learner.write(second, "another week's work")
        assert f"{second}.plumb.old.2" in learner.says("reset", second)
        learner.write(second, "a week's work")
        assert f"{second}.plumb.old\n" in learner.says("reset", second)
        assert [path.read_text() for path in sorted(learner.exercises.glob(f"{second}.plumb.old*"))] == ["a week's work", "another week's work"]
        assert (learner.exercises / f"{second}.plumb").read_text() == EXERCISES[1].read_text()

        # Where nothing can be kept, a hint that is given again and again would be the only one.
        kept.write_text('{"plumb learn": 1, "passed": [], "hints": {}}')
        kept.chmod(0o400)
        said = learner.says("hint", "2", code=1)
        assert said.count("PL0502") == 1 and all(f"hint {number} of 3" in said for number in (1, 2, 3)), said
        kept.unlink()

        # A full disk, or a folder that nobody may write, as far as the one who runs this is bound by that.
        if os.geteuid() != 0:
            learner.exercises.chmod(0o500)
            learner.write(name, (LEARN / "answers" / f"{name}.plumb").read_text())
            said = learner.says("check", "1", code=1)
            assert "done." in said and "PL0502" in said
            learner.exercises.chmod(0o700)
        else:
            said = learner.says("--folder", "/proc/plumb-exercises", code=1)
            assert said.count("PL0502") == 1, said


def installed_elsewhere(plumb):
    """A program that was copied alone has the exercises within it; others are found beside it, and bad ones are refused."""
    with tempfile.TemporaryDirectory() as folder:
        learner = Learner(shutil.copy(plumb, pathlib.Path(folder, "bin").mkdir() or f"{folder}/bin"), folder)
        assert f"0 of {len(EXERCISES)} exercises are done" in learner.says()
        for path in EXERCISES:
            assert (learner.exercises / path.name).read_bytes() == path.read_bytes(), path
        assert "hint 1 of 3" in learner.says("hint", EXERCISES[-1].stem)
        learner.write(EXERCISES[0].stem, (LEARN / "answers" / EXERCISES[0].name).read_text())
        assert "1 of 30 exercises are done" in learner.says("check")
        shutil.rmtree(learner.exercises)
        shipped = learner.folder / "share/plumb/exercises"
        shipped.mkdir(parents=True)
        given = ("mechanism says_nothing(eps: real, f: query) requires eps > 0 adjacency f changes by 1\n"
                 "guarantees private(eps) {\n// yours from here\n// to here\n}\n")
        (shipped / "1_x.plumb").write_text(given)
        about = {"trains": "nothing", "hints": ["more", "than", "that"]}
        for bad in ("", "{", "[]", "{}", json.dumps({**about, "other": 1}), json.dumps({**about, "variants": [{}]}), json.dumps({**about, "tight": {"at": "eps = 1"}}),
                    json.dumps({**about, "chooses": "yes"}), json.dumps({**about, "hints": []}), json.dumps({**about, "sequels": [{"lines": "x"}]})):
            (shipped / "1_x.json").write_text(bad)
            assert learner.says(code=1).startswith("plumb: error[PL0501]: cannot read"), bad
        (shipped / "1_x.json").write_text(json.dumps(about))
        assert "0 of 1 exercises are done" in learner.says()
        for body, told in (("output 0", "says nothing about the data"),
                           ("lam ~ laplace(1 / eps) align lam' = lam output lam", "says nothing about the data"),
                           ("lam ~ laplace(1 / eps) output f + lam", "write each alignment down")):
            learner.write("1_x", given.replace("// to", body + "\n// to"))
            assert told in learner.says("check", code=4)
        learner.write("1_x", given.replace("// to", "lam ~ laplace(1 / eps) align lam' = lam + f - f' output f + lam\n// to"))
        assert "all exercises are done" in learner.says("check")


def main():
    plumb = os.path.abspath(sys.argv[1])
    assert len(EXERCISES) == 30
    names = {path.stem for path in EXERCISES}
    page = (ROOT / "docs/learning.md").read_text()
    for path in EXERCISES:
        trains = json.loads(path.with_suffix(".json").read_text())["trains"]
        assert f"| `{path.stem}` | {trains} |" in page, f"docs/learning.md has no row for {path.stem}"
    for path in [*(LEARN / "answers").iterdir(), *(LEARN / "wrong").iterdir()]:
        assert path.stem.split("__")[0] in names, f"{path.name} is of no exercise"
    with tempfile.TemporaryDirectory() as folder:
        learner = Learner(plumb, folder)
        slow = walk_through(learner)
        hints_grow(learner)
        frame_is_kept(learner)
    files_are_safe(plumb)
    installed_elsewhere(plumb)
    for seconds, name in slow:
        print(f"{name} takes {seconds:.2f} s")
    print(f"{len(EXERCISES)} exercises, {len(slow)} too slow")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
