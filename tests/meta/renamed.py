#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Names mean nothing: renamed examples get the same verdicts, assumptions, costs and certificates, but for the names.

    renamed.py PLUMB CORPUS.json [--seed N] [--only TEXT] [--twins] [--certificates N] [--all]

CORPUS.json (tests/golden/run.py --corpus) says what is said of them under their own names.

Three renamings of every example (and every broken twin), each of all names at once:
  fresh    other names in another order, so that nothing is sorted or cut off by them
  clashing names that mean something to a solver, to the prover, to C++ or that differ in one digit
  local    each declaration names what is its own from one list that all share, so that bound names, loop variables and
           parameters of one declaration are those of another, and arguments those of what a part binds
An example has one of them, always the same, unless it has compositions; with --all each has all.
The certificate of every N-th example (all in N runs with other seeds) is compared too, under `fresh`.
"""

import argparse
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import zlib

import law_words

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from programs import examples, twins

# Words of the language, and names with a fixed meaning.
FIXED = set("""mechanism record policy public sensitive allows where when under along replace add remove data none compose
channel requires adjacency guarantees claims by size int real bool query align invariant if else for while output announce return stop
forall exists in is not and or implies iff div mod true false
on decreasing increasing changes one count sum of out result value values indices cost moved top_k abs min max argmin argmax
private ldp uldp osldp keeps_types times then from to bits let map exp ln x y j r unreached announced e sample each with""".split()) | law_words.words()
# What solvers, the prover's own symbols and C++ call things; no word of a message, which could not be told from a name.
CLASHING = """store select ite assert_ distinct Int Real Bool Array exists par push pop to_real to_int is_int lambda xor
times_ argmax_ undrawn d l c o p q k k1 i1 main std int64_t double_ class_ namespace_ template_ sat unsat a1 a2 a11 a12 a111
record_ forall_ d_f some_f r_a""".split()
# Of what an obligation is about, in its name.
NAME_LENGTH = 40
TOKEN = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
# Where something stands, and digests of it.
PLACES = ("file", "line", "column", "endLine", "endColumn", "source", "header", "versions")
TOP = re.compile(r"^(?=(?:size|record|policy|query|mechanism|compose|channel)\b)", re.M)


def program_text(path):
    """Without comments: expectations and remarks know the old names."""
    return re.sub(r"//[^\n]*", "", path.read_text())


def names_of(text):
    return sorted(set(TOKEN.findall(text)) - FIXED)


def renamed_text(text, names):
    return TOKEN.sub(lambda word: names.get(word[0], word[0]), text)


def fresh(text, rng):
    old = names_of(text)
    numbers = rng.sample(range(10, 10 + 3 * len(old)), len(old))
    return dict(zip(old, (f"{rng.choice('ghmuwz')}n{number}" for number in numbers)))


def clashing(text, rng):
    old = names_of(text)
    new = [name for name in CLASHING if name not in FIXED]
    new += [f"a{number}1" for number in range(len(old))]
    new = list(dict.fromkeys(new))[:max(len(old), len(CLASHING) // 2)]
    return dict(zip(old, rng.sample(new, len(old))))


def declarations(text):
    return [part for part in TOP.split(text) if part.strip()]


def own_names(declaration, shared):
    return [name for name in names_of(declaration) if name not in shared]


def shared_names(text):
    """What other declarations refer to."""
    shared, composed = set(), re.search(r"^compose\b", text, re.M)
    for part in declarations(text):
        words = TOKEN.findall(part)
        shared.add(words[1])
        if words[0] == "size":
            shared.update(words[1:])
        if words[0] == "record":
            shared.update(re.findall(r"(\w+)\s*:", part))
        if words[0] == "compose":  # Tags of what its parts publish.
            shared.update(re.findall(r"(?:\bis\s+|\.)([A-Za-z_]\w*)", part))
        if words[0] == "channel" and composed:  # Classes that meet have one name.
            shared.update(TOKEN.findall(re.search(r"\bfrom\b(.*?)\bguarantees\b", part, re.S)[1]))
    return shared


def local(text, rng):
    """The new text, and for each declaration its own renaming."""
    shared = shared_names(text)
    pool = [f"w{number}" for number in range(400) if f"w{number}" not in shared]
    maps, parts = {}, []
    for part in declarations(text):
        own = own_names(part, shared)
        names = dict(zip(own, rng.sample(pool[:len(own) + 2], len(own))))
        words = TOKEN.findall(part)
        maps[words[1]] = names
        parts.append(renamed_text(part, names))
    return "".join(parts), maps


def same_obligation(before, after, names):
    """Of names of obligations: letters and digits of what they are about, the rest as one `_`, cut off to fit into a file name."""
    subjects = []
    for name in (before, after):
        condition, _, subject = re.sub(r"\.\d+$", "", name).partition(".")
        words = subject.split("_")
        subjects.append((condition, words[:-1] if len(subject) >= NAME_LENGTH else words))
    (condition, words), (other, others) = subjects
    if names is None or any("_" in name for name in names):  # Then nobody knows where a name ends, or whose it is.
        return condition == other
    old, new = "_".join(words), "_".join(names.get(word, word) for word in others)
    return condition == other and (old == new or NAME_LENGTH <= max(len(before), len(after)) and
                                   (old.startswith(new) or new.startswith(old)))


def check(plumb, files):
    run = subprocess.run([plumb, "check", "--format", "json", "--jobs", "2", *files], capture_output=True, text=True,
                         timeout=900)
    if run.returncode not in (0, 3, 4):
        told = [each for each in json.loads(run.stdout or "{}").get("diagnostics", []) if "PL04" not in each["code"]]
        sys.exit(f"exit {run.returncode}: {json.dumps(told[:6], indent=1)}{run.stderr[:2000]}")
    return json.loads(run.stdout)


def canonical_binders(text):
    """Bound names of `forall a in data, b in ..: formula` as their numbers."""
    while True:
        head = re.match(r"(.*?)forall (?=[A-Za-z_])", text, re.S)
        if not head:
            return text
        rest = text[head.end():]
        bound = re.findall(r"(?:^|, )([A-Za-z_]\w*) in ", rest.split(":")[0])
        numbers = {name: f"#{i}" for i, name in enumerate(bound)}
        rest = re.sub(r"(?<![.\w#])([A-Za-z_]\w*)", lambda word: numbers.get(word[1], word[1]), rest)
        text = head[1] + "FORALL " + rest


def comparable(value, names, key=None):
    """What must be the same, with \p names mapped back."""
    if isinstance(value, dict):
        return {k: comparable(v, names, k) for k, v in value.items() if k not in PLACES}
    if isinstance(value, list):
        if key == "assumptions":
            return sorted(json.dumps(comparable(each, names)) for each in value)
        return [comparable(each, names, key) for each in value]
    if isinstance(value, str):
        told = canonical_binders(renamed_text(value, names))
        # The scale of a law is called `b_` where the program has a `b`.
        return re.sub(r"b_+(?!\w)", "b", told) if key == "laws" else told
    return value


def without_names_of_parts(value):
    """What parts of a composition draw, publish and require has the names of their declarations, each with a map of its own."""
    if isinstance(value, list):
        return [without_names_of_parts(each) for each in value]
    if not isinstance(value, dict):
        return value
    told = {}
    for key, each in value.items():
        if key == "draws":
            told[key] = [{k: v for k, v in draw.items() if k != "name"} for draw in each]
        elif key == "text" and isinstance(each, str):
            told[key] = re.sub(r"(what `.*` requires): .*", r"\1", each)
        elif key == "event" and isinstance(each, str):
            told[key] = re.sub(r"(?<=out = )[A-Za-z_]\w*", "", each)
        elif key != "tag":
            told[key] = without_names_of_parts(each)
    return told


def differences(before, after, where="", names=None):
    """\p names: new ones and the old ones that they stand for, where names are only part of a word."""
    if re.search(r"\.obligations\[\d+\]\.name$", where) and same_obligation(before, after, names):
        return []
    if type(before) is not type(after):
        return [f"{where}: {before!r} is now {after!r}"]
    if isinstance(before, dict):
        return [line for key in sorted(set(before) | set(after))
                for line in differences(before.get(key), after.get(key), f"{where}.{key}", names)]
    if isinstance(before, list) and len(before) == len(after):
        return [line for i, (x, y) in enumerate(zip(before, after)) for line in differences(x, y, f"{where}[{i}]", names)]
    return [] if before == after else [f"{where}: {before!r} is now {after!r}"]


def certificate(plumb, path, folder):
    """Of the one mechanism of a program; nothing if no code can be written for it."""
    run = subprocess.run([plumb, "emit", "--jobs", "2", str(path), "-o", str(folder)], capture_output=True, text=True, timeout=900)
    found = list(folder.glob("*.cert.json")) if run.returncode == 0 else []
    return json.loads(found[0].read_text()) if len(found) == 1 else None


def diagnostics(report):
    """But for the warning of a tag that is called like a function: it is about a name."""
    found = {}
    for each in report["diagnostics"]:
        if each["code"] != "PL0288":
            found.setdefault(file_name(each["file"]), []).append(each)
    return found


def file_name(path):
    """Of the corpus, or of the copy of it."""
    path = pathlib.Path(path)
    return path.name if "__from__" in path.name else f"{path.parent.name}__from__{path.name}"


def entries(report):
    """Everything that has a verdict, by its file and name."""
    found = {}
    for kind, key in (("results", "mechanism"), ("compositions", "composition"), ("channels", "channel"),
                      ("channelCompositions", "composition")):
        for entry in report.get(kind, []):
            found.setdefault(file_name(entry["file"]), []).append((entry[key], entry))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("plumb", type=pathlib.Path)
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("--certificates", type=int, default=8, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--twins", action="store_true")
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    plumb = options.plumb.resolve()
    compositions = [ROOT / "tests/golden/compositions" / f"{name}.plumb" for name in ("attributes", "relations", "captured", "nobody")]
    wrong = twins() if options.twins else []
    paths = [path for path in examples() + wrong + compositions if options.only in str(path)]
    rng = random.Random(options.seed)
    complaints, certificates = [], 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        kinds = ("same", "fresh", "clashing", "local")
        maps, files = {kind: {} for kind in kinds}, {kind: [] for kind in kinds}
        chosen = {}
        for number, path in enumerate(paths):
            text, name = program_text(path), file_name(path)
            texts = {"same": text}
            maps["same"][name] = {}
            for kind, rename in (("fresh", fresh), ("clashing", clashing)):
                names = rename(text, rng)
                maps[kind][name] = {new: old for old, new in names.items()}
                texts[kind] = renamed_text(text, names)
            texts["local"], own = local(text, rng)
            maps["local"][name] = {declared: {new: old for old, new in names.items()} for declared, names in own.items()}
            is_alone = not options.all and not re.search(r"^compose\b", text, re.M)
            chosen[name] = [kinds[1 + zlib.crc32(name.encode()) % 3]] if is_alone else kinds[1:]
            for kind in kinds:
                (folder / kind).mkdir(exist_ok=True)
                (folder / kind / name).write_text(texts[kind])
                if kind in chosen[name]:
                    files[kind].append(str(folder / kind / name))
        answers = {kind: check(plumb, files[kind]) for kind in kinds[1:]}
        answers["same"] = json.loads(options.corpus.read_text())
        reports = {kind: entries(answer) for kind, answer in answers.items()}
        told = {kind: diagnostics(answer) for kind, answer in answers.items()}
        for number, name in enumerate(maps["same"]):
            for kind in ("fresh", "clashing"):
                if kind not in chosen[name]:
                    continue
                names = maps[kind][name]
                lines = differences(comparable(told["same"].get(name, []), {}), comparable(told[kind].get(name, []), names))
                complaints += [f"{kind}: diagnostics of {name}{line}" for line in lines[:4]]
            if number % options.certificates == options.seed % options.certificates:
                found = [certificate(plumb, folder / kind / name, folder / "out" / kind / name) for kind in ("same", "fresh")]
                certificates += found[0] is not None
                lines = differences(comparable(found[0], {}), comparable(found[1], maps["fresh"][name]), "", maps["fresh"][name])
                complaints += [f"fresh: certificate of {name}{line}" for line in lines[:4]]
        count = 0
        for name in maps["same"]:
            expected = reports["same"].get(name, [])
            for kind in chosen[name]:
                found = reports[kind].get(name, [])
                if len(found) != len(expected):
                    complaints.append(f"{kind}: {name}: {len(found)} verdicts, not {len(expected)}")
                    continue
                for (declared, before), (_, after) in zip(expected, found):
                    count += 1
                    names = maps[kind][name] if kind != "local" else maps[kind][name].get(declared, {})
                    # Of a composition, obligations are about names of its parts too.
                    known = None if kind == "local" and "composition" in before else names
                    if known is None:
                        before, after = without_names_of_parts(before), without_names_of_parts(after)
                    lines = differences(comparable(before, {}), comparable(after, names), "", known)
                    complaints += [f"{kind}: {name}: {declared}{line}" for line in lines[:4]]
    for line in complaints:
        print(line)
    print(f"{count} verdicts and {certificates} certificates compared")
    sys.exit(1 if complaints or not count or not certificates else 0)


if __name__ == "__main__":
    main()
