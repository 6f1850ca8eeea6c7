#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The services of docs/production.md under kill -9.

Usage: service.py PLUMB RUNTIME_LIBRARY [KILLS]

examples/monitor_service is built. Each of its workers is killed once and has to be there again. Then the service is
killed KILLS times (30), its daemon or its workers, at random times, also while it begins and while its files get a new
key. No update is answered twice or out of order, no place publishes anything that was not paid, what was spent stays
spent, and a state that is put back or under the old key is refused.

So is the small program that the page prints, as it is printed: of its five updates each is answered once at most.
"""

import fractions
import itertools
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
LINKS = ["-lmpfr", "-lgmp", "-lcrypto", "-pthread"]
PRICE, BUDGET, PLACES = fractions.Fraction(1, 2), fractions.Fraction(5), 2
CHILDREN = pathlib.Path(f"/proc/self/task/{os.getpid()}/children")
LINE = re.compile(r"(\d+) (?:below|silent|above \d+)")


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def wait_until(condition, seconds=20):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.005)
    return condition()


class Service:
    def __init__(self, program, folder, kills):
        self.program, self.folder = program, folder
        # All kills together stay behind the 2000 updates at which a stream ends, however fast the machine.
        self.between_kills = max(1, 1200 // kills)
        self.counts = itertools.cycle((3, 1000000, 999, 5, 0))

    def start(self, key, *old):
        (self.folder / "service.pid").unlink(missing_ok=True)
        code, output = run(self.program, "start", self.folder, key, *old)
        assert code == 0, output

    def daemon(self):
        try:
            pid = int((self.folder / "service.pid").read_text())
            os.kill(pid, 0)
            return pid
        except (FileNotFoundError, ValueError, ProcessLookupError):
            return None

    def workers(self):
        try:
            pid = self.daemon()
            return [int(word) for word in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
        except FileNotFoundError:
            return []

    def kill(self, pids):
        for pid in pids:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def stop(self):
        """Everything, at once: workers die with the daemon."""
        wait_until(lambda: (self.folder / "service.pid").exists() and self.daemon(), 2)
        workers = self.workers()
        self.kill([self.daemon()] if self.daemon() else [])
        return wait_until(lambda: not any(pathlib.Path(f"/proc/{pid}/exe").exists() for pid in workers))

    def ask(self, many=40):
        for place in range(PLACES):
            with (self.folder / f"place{place}.counts").open("a") as counts:
                counts.writelines(f"{next(self.counts)}\n" for _ in range(many))

    def published(self, place):
        path = self.folder / f"place{place}.published"
        return path.read_text().splitlines() if path.exists() else []

    def log(self):
        return (self.folder / "service.log").read_text()

    def spent(self, key):
        code, output = run(self.program, "left", self.folder, key)
        assert code == 0, output
        return BUDGET - fractions.Fraction(output.strip())


class Trial:
    def __init__(self, service, keys):
        self.service, self.keys = service, keys
        self.failed = self.checked = 0
        self.last_spent = fractions.Fraction(0)

    def expect(self, good, what):
        self.checked += 1
        if not good:
            self.failed += 1
            print(f"FAILED {what}\n{self.service.log()[-2000:]}")

    def check(self, key):
        """When nothing runs."""
        spent, begun = self.service.spent(key), 0
        for place in range(PLACES):
            lines = self.service.published(place)
            begun += bool(lines)
            found = [LINE.fullmatch(line) for line in lines]
            self.expect(all(found), f"place {place} publishes whole lines")
            updates = [int(match[1]) for match in found if match]
            self.expect(all(a < b for a, b in zip(updates, updates[1:])), f"place {place} answers no update twice")
        self.expect(spent >= begun * PRICE, f"{spent} was spent for {begun} streams")
        self.expect(spent >= self.last_spent, "what was spent stays spent")
        self.last_spent = spent

    def one_kill(self, *keys):
        self.service.ask(self.service.between_kills)
        self.service.start(*keys)
        time.sleep(random.uniform(0, 0.15))
        # A worker that was killed is started again.
        for _ in range(random.randrange(3)):
            self.service.kill(self.service.workers()[:1])
            time.sleep(random.uniform(0, 0.05))
        self.expect(self.service.stop(), "workers die with their daemon")

    def restart(self, *keys):
        """A worker that is killed is started again, and goes on."""
        self.service.ask()
        self.service.start(*keys)
        for place in range(PLACES):
            workers = self.two_workers()
            if not workers:
                break
            victim, before = workers[place], [len(self.service.published(place)) for place in range(PLACES)]
            self.service.kill([victim])
            self.expect(wait_until(lambda: victim not in self.service.workers()), "a worker can be killed")
            again = self.two_workers()
            self.expect(len(set(again) - set(workers)) == 1 and len(set(again) & set(workers)) == PLACES - 1,
                        f"of {workers} {victim} is killed and replaced: {again}")
            self.service.ask()
            self.expect(wait_until(lambda: all(len(self.service.published(place)) > before[place] for place in range(PLACES))),
                        "all places go on when a worker is killed")
        self.expect(self.service.stop(), "workers die with their daemon")

    def two_workers(self):
        """Nothing where the kernel does not tell who they are."""
        if not CHILDREN.exists():
            print("skipped: the kernel does not tell the children of a process, so no worker is killed")
            return []
        self.expect(wait_until(lambda: len(self.service.workers()) == PLACES), f"{PLACES} workers run: {self.service.workers()}")
        workers = self.service.workers()
        return workers if len(workers) == PLACES else []

    def progress(self, *keys):
        """The service still works."""
        before = [len(self.service.published(place)) for place in range(PLACES)]
        self.service.ask()
        self.service.start(*keys)
        goes_on = wait_until(lambda: all(len(self.service.published(place)) > before[place] for place in range(PLACES)))
        self.expect(goes_on, "the service goes on")
        self.service.stop()

    def refusal(self, told, *keys, asks=True):
        """Nothing is published by place 0, and \\p told is the reason."""
        seen, before = len(self.service.log()), self.service.published(0)
        if asks:
            self.service.ask()
        self.service.start(*keys)
        self.expect(wait_until(lambda: told in self.service.log()[seen:]), told)
        self.service.stop()
        self.expect(self.service.published(0) == before, f"nothing is published: {told}")

    def rollback(self, *keys):
        state = self.service.folder / "place0.state"
        older = state.read_bytes()
        self.progress(*keys)
        newest = state.read_bytes()
        self.expect(older != newest, "the state changes")
        state.write_bytes(older)
        self.refusal("an older state would spend its budget again", *keys)
        state.write_bytes(newest)
        self.progress(*keys)

    def no_counts(self, *keys):
        """Without its counts place 0 ends for good, and says so."""
        counts = self.service.folder / "place0.counts"
        whole = counts.read_text()
        for left in (None, whole[:whole.index("\n") + 1]):
            counts.unlink()
            if left is not None:
                counts.write_text(left)
            self.refusal("the counts cannot be read, or end before update", *keys, asks=False)
            counts.write_text(whole)

    def no_count(self, *keys):
        """Place 0 ends for good, and says at which line."""
        with (self.service.folder / "place0.counts").open("a") as counts:
            counts.write("3 people\n")
        self.service.start(*keys)
        self.expect(wait_until(lambda: "of the counts is no count" in self.service.log(), 60), "a line that is no count is told")
        self.expect(self.service.stop(), "workers die with their daemon")

    def rotation(self, kills):
        old, new = self.keys
        for _ in range(kills):
            self.one_kill(new, old)
        self.progress(new, old)
        self.check(new)
        self.refusal("is under another key", old)
        self.expect(run(self.service.program, "left", self.service.folder, old)[0] == 1, "the old key opens no budget")
        self.progress(new)


class PrintedProgram:
    """One stream after the other, each killed until all of its updates are answered or lost, or nothing is left to pay."""

    UPDATES = 5

    def __init__(self, program, folder, key, trial):
        self.program, self.folder, self.key, self.trial = program, folder, key, trial
        self.published = 0

    def stored(self):
        """How many steps the state holds; none before the first one is stored."""
        state = self.folder / "monitor.state"
        return int(re.search(rb"\ngeneration (\d+)\n", state.read_bytes())[1]) - 1 if state.exists() else 0

    def one_kill(self, patience):
        """Is it over?"""
        with (self.folder / "lines").open("wb") as lines, subprocess.Popen(
                [self.program, self.folder, self.key], stdin=subprocess.PIPE, stdout=lines, stderr=subprocess.PIPE) as running:
            running.stdin.write(b"3\n1000000\n" * self.UPDATES)
            running.stdin.flush()
            time.sleep(random.uniform(0, patience))
            running.kill()
            told = running.stderr.read().decode()
        lines = (self.folder / "lines").read_text().splitlines()
        self.trial.expect(all(re.fullmatch("below|silent|above [0-9]+", line) for line in lines), f"whole lines: {lines}")
        self.published += len(lines)
        self.trial.expect(self.published <= self.stored() <= self.UPDATES,
                          f"{self.published} answers of {self.stored()} steps on the disk")
        self.trial.expect(told in ("", "`visits` has 0 left, less than 1/2\n"), told)
        return told or self.stored() == self.UPDATES


def kill_printed_program(plumb, library, key, kills, trial):
    page = (ROOT / "docs/production.md").read_text()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "main.cpp").write_text(re.search(r"^```cpp app/main\.cpp\n(.*?)^```", page, re.DOTALL | re.MULTILINE)[1])
        program = built(plumb, library, folder / "generated", folder / "main.cpp", folder)
        done = answered = 0
        while done < kills:
            with tempfile.TemporaryDirectory() as state:
                printed = PrintedProgram(program, pathlib.Path(state), key, trial)
                patience = 0.02
                while not printed.one_kill(patience):
                    done, patience = done + 1, patience * 1.4
                done += 1
                answered += printed.published
        trial.expect(answered > 0, "the printed program answers")
        print(f"the printed program was killed {done} times and gave {answered} answers")


def built(plumb, library, folder, source, *includes):
    code, output = run(plumb, "emit", ROOT / "examples/monitoring/monitor_location.plumb", "-o", folder)
    assert code == 0, output
    program = folder / source.stem
    code, output = run("g++" if shutil.which("g++") else "clang++-14", "-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror",
                       f"-I{folder}", f"-I{ROOT}/mechanisms/runtime/include", *(f"-I{path}" for path in includes),
                       source, library, *LINKS, "-o", program)
    assert code == 0, output
    return program


def main():
    plumb, library, *kills = sys.argv[1:]
    kills = int(kills[0]) if kills else 30
    random.seed(7)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        keys = [folder / "key", folder / "next_key"]
        for key in keys:
            key.write_bytes(os.urandom(32))
        service = Service(built(plumb, library, folder, ROOT / "examples/monitor_service/service.cpp"), folder, kills)
        trial = Trial(service, keys)
        try:
            trial.restart(keys[0])
            for i in range(kills * 2 // 3):
                trial.one_kill(keys[0])
                if i % 5 == 4:
                    trial.check(keys[0])
            trial.progress(keys[0])
            trial.rollback(keys[0])
            trial.rotation(kills // 3)
            trial.check(keys[1])
            trial.no_counts(keys[1])
            trial.no_count(keys[1])
            trial.check(keys[1])
        finally:
            service.stop()
        kill_printed_program(plumb, library, keys[0], kills, trial)
        answered = [len(service.published(place)) for place in range(PLACES)]
        print(f"{trial.checked} checks, {trial.failed} failed; published {answered}, spent {trial.last_spent}")
        # How many it comes to in that time is the machine's; without any, the silence would mean nothing.
        return 1 if trial.failed or min(answered) < 2 else 0


if __name__ == "__main__":
    sys.exit(main())
