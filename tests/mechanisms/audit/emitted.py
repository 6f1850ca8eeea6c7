# SPDX-License-Identifier: Apache-2.0
"""Every example that is emitted, compiled: several replay harnesses to a program, with a `main` of ours.

    emitted.py PLUMB FOLDER     emits all of them, once for all tests that compile them; what is not emitted has its reason here
"""

import concurrent.futures
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests"))
from programs import example, examples
HERE = pathlib.Path(__file__).resolve().parent
LINKS = ["-lmpfr", "-lgmp", "-lcrypto", "-pthread"] + (["-fuse-ld=lld"] if shutil.which("ld.lld") else [])
# For code that is not optimized; clang takes half of the time of gcc, and compilers are compared in other tests.
QUICK_COMPILER = [shutil.which("clang++-14") or "c++", "-O0"]
# What a program over the integers, or its mechanism, cannot be emitted for; of reals, and of rules about channels, nothing is.
NO_PROGRAM = ("is proved over the reals, where no program draws exactly", "is a rule about mechanisms and nothing to sample")
NOT_EMITTED = {
    "adaptive_clipping": "`clip` may need more than 128 bits",
    "adaptive_svt_in_eps": "`spent` holds a real",
    "bins_of_their_own_price": "the scale of `lam` depends on `price`",
    "budget_in_coins": "the scale of `lam` depends on `price`",
    "budget_in_units_of_eps": "`spent` holds a real",
    "growing_noise": "`b` holds a real",
    "halving_budget": "`left` holds a real",
    "halving_scales": "`left` holds a real",
    "prices_of_answers": "the scale of `lam` depends on `price`",
    "privacy_odometer": "`spent` holds a real",
    "refund_in_eps": "`spent` holds a real",
    "sampled_with_all_of_it": "`people(c / 2)`: a power with the exponent 1/2",
    "scales_of_their_own": "the scale of `lam` depends on `b`",
    "svt_until_spent": "`spent` holds a real",
    "weighted_sum": "`s` may need more than 128 bits",
    "weights_of_either_sign": "`s` may need more than 128 bits",
}


def is_channel(folder, name):
    return "channel_replayer.h" in (folder / f"{name}_replay.cpp").read_text()


def is_composition(folder, name):
    """Has it parts, whose harnesses it includes?"""
    return "composition_replayer.h" in (folder / f"{name}_replay.cpp").read_text()


def entry_of(folder, name):
    """The call of the harness of `name` in `folder`, with the arguments of main behind that which names it."""
    main = "mainOfChannel" if is_channel(folder, name) else "mainOf"
    return f"plumb::runtime::replay::{main}<plumb::runtime::replay::of_{name}::Program>(count - 1, arguments + 1)"


def reason_of(run):
    """Why nothing was emitted; empty where something was."""
    return "" if run.returncode == 0 else re.search(r"nothing is emitted: (.*)|\Z", run.stderr)[1] or run.stderr


def is_expected(name, reason):
    if name in NOT_EMITTED:
        return reason.startswith(NOT_EMITTED[name])
    return not reason or any(words in reason for words in NO_PROGRAM)


def unlike(reasons):
    """What is said of programs that are not emitted, where it is not what stands above, and the other way round; `reasons` is {name: reason}."""
    return ([f"{name}: {reason or 'it is emitted'}" for name, reason in reasons.items() if not is_expected(name, reason)] +
            [f"{name}: there is no such program" for name in NOT_EMITTED if name not in reasons])


def emit_examples(plumb, folder, stems=None, channels=False):
    """The mechanisms that are emitted into `folder`, with their harnesses, and with `channels` those too; {name: program}. And why others are
    not; {stem: reason}, which is empty of what is emitted.

    Of all examples, and of the programs beside this file; or of the examples whose files have these stems."""
    programs = examples() + sorted((HERE / "programs").glob("*.plumb"))
    if stems is not None:
        programs = [example(stem) for stem in sorted(stems)]

    def emitted(program):
        # Names are used twice, and a header of another program is not written over.
        own = tempfile.mkdtemp()
        run = subprocess.run([plumb, "emit", "--with", "replay", str(program), "-o", own], capture_output=True, text=True)
        # Parts are written where the whole has no form in C++.
        names = re.findall(r"written: .*?(\w+)_replay\.cpp", run.stdout)
        # Parts are called alike, too: compositions stay in folders of their own, in composed_replays.py.
        return own, [name for name in names if not is_composition(pathlib.Path(own), name)], reason_of(run)

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        folders, found, reasons = zip(*pool.map(emitted, programs))
    for own in folders:
        shutil.copytree(own, folder, dirs_exist_ok=True)
        shutil.rmtree(own)
    written = {name: program for program, names in zip(programs, found) for name in names if channels or not is_channel(folder, name)}
    return written, {program.stem: reason for program, reason in zip(programs, reasons)}


def emitted_in(folder, channels=False):
    """What `emitted.py` has put there; {name: program}."""
    programs = json.loads((folder / "programs.json").read_text())
    return {name: program for name, program in programs.items() if channels or not is_channel(folder, name)}


def build(compiler, folder, names, main, header, libraries, output):
    """Compiles the harnesses of `names` in `folder` into one program; `main` is the body of its `main`,
    for which `header` of this folder is included, if there is one."""
    source = output.with_suffix(".cpp")
    lines = ["#define PLUMB_REPLAY_WITHOUT_MAIN"]
    lines += [f'#include "{folder / name}_replay.cpp"' for name in names]
    lines += [f'#include "{HERE / header}"'] if header else []
    lines += ["int main(int count, char **arguments) {", main, "}", ""]
    source.write_text("\n".join(lines))
    folders = [f"-I{ROOT / 'mechanisms/runtime' / part}" for part in ("include", "testing/include")]
    command = compiler + ["-std=c++20"] + folders + [str(source), *map(str, libraries), "-o", str(output)]
    subprocess.run(command + LINKS, check=True)


if __name__ == "__main__":
    target = pathlib.Path(sys.argv[2])
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    all_programs, reasons = emit_examples(pathlib.Path(sys.argv[1]).resolve(), target, channels=True)
    (target / "programs.json").write_text(json.dumps({name: str(program) for name, program in all_programs.items()}))
    complaints = unlike(reasons)
    # A check that refuses nothing would say nothing here either.
    if not unlike(reasons | {"weighted_sum": ""}) or not unlike(reasons | {"asymmetric_svt": "`s` holds a real"}):
        complaints.append("what is emitted and should not be, or the other way round, is not noticed")
    print("\n".join(complaints + [f"{len(all_programs)} emitted, {len(complaints)} complaints"]))
    sys.exit(1 if complaints or not all_programs else 0)
