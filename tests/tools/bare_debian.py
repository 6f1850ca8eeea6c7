#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a Debian 12 that has nothing else makes of the packages: they are installed by `apt install ./plumb_*.deb` in a root folder
of its own (debootstrap --variant=minbase), a user who has nothing there asks for a proof, for exercises and for C++, and a Chromium
outside of it opens the page of `plumb serve`.

Usage: bare_debian.py BUILD_FOLDER [FOLDER]. Pictures of the page are left in FOLDER; with it, a root folder that is there already,
FOLDER/root, is taken as it is. Needs root, debootstrap, Chromium and Debian's packages; without them it is skipped (77).
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from chromium import Chromium

SKIPPED = 77
SUITE = "bookworm"
EXAMPLES = "/usr/share/plumb/examples"
STATUS = "document.getElementById('status').textContent"
# As somebody who has just logged in.
HOME = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/home/somebody", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}


def run(*command, **how):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=3000, **how)
    return done.returncode, done.stdout


def within(root, *command, user=False):
    who = ["--userspec=somebody:somebody"] if user else []
    return run("chroot", *who, root, *command, env=HOME)


def expect(code, output, words=()):
    missing = [one for one in words if one not in output]
    assert code == 0 and not missing, (code, missing, output[-3000:])


def debian(root):
    if (root / "usr/bin/apt").exists():
        return True
    code, output = run("debootstrap", "--variant=minbase", SUITE, root)
    print(output[-500:] if code else "a bare Debian is there")
    return code == 0


def install(root, packages):
    """As README says it, and with nothing but what the packages name."""
    (root / "root/packages").mkdir(exist_ok=True)
    for package in packages:
        shutil.copy(package, root / "root/packages")
    names = [f"/root/packages/{one.name}" for one in packages]
    expect(*within(root, "apt-get", "-q", "update"))
    expect(*within(root, "apt-get", "-q", "-y", "install", "--no-install-recommends", *names))
    code, output = within(root, "ldd", "/usr/bin/plumb")
    assert "not found" not in output, output
    if "somebody" not in (root / "etc/passwd").read_text():
        expect(*within(root, "useradd", "--create-home", "somebody"))


def use(root):
    """What somebody does there first."""
    expect(*within(root, "plumb", "--version", user=True), ["plumb ", "z3 ", "antlr ", "llvm ", "gmp ", "mpfr ", "openssl ", "cpp-httplib "])
    begun = time.monotonic()
    expect(*within(root, "plumb", "check", f"{EXAMPLES}/svt/asymmetric_svt.plumb", user=True), ["asymmetric_svt: proved under 5 assumptions"])
    took = time.monotonic() - begun
    assert took < 10, took
    expect(*within(root, "sh", "-c", f"cd && plumb learn && plumb emit {EXAMPLES}/svt/asymmetric_svt.plumb -o emitted && ls emitted plumb-exercises",
                   user=True), ["30 exercises", "asymmetric_svt.h", "30_your_own.plumb"])
    expect(*within(root, "plumb", "check", "--certify", "/home/somebody/svt.cert", f"{EXAMPLES}/svt/asymmetric_svt.plumb", user=True))
    expect(*within(root, "plumb-recheck", "/home/somebody/svt.cert", user=True))
    return took


def open_page(root, folder):
    """A proof in Chromium, of what is served there."""
    server = subprocess.Popen(["chroot", "--userspec=somebody:somebody", root, "plumb", "serve", "--port", "0"], stdout=subprocess.PIPE, text=True, env=HOME)
    try:
        address = re.search(r"http://127\.0\.0\.1:\d+/", server.stdout.readline())[0]
        with Chromium() as browser:
            browser.size(1280, 900)
            browser.open(address)
            browser.until(f"{STATUS} === 'proved' && !document.querySelector('.stale')", "it is proved")
            assert "assumes" in browser.value("document.getElementById('verdict').innerText")
            picture(browser, folder, "verdict")
            browser.click("document.getElementById('tab-proof')")
            browser.until("document.querySelectorAll('#proof math').length > 9 && !document.querySelector('.stale')", "the proof")
            assert "Why this is a proof" in browser.value("document.getElementById('proof').innerText")
            picture(browser, folder, "proof")
            browser.click("document.getElementById('tab-runs')")
            browser.until("document.querySelectorAll('#runs .runs tbody tr').length > 3 && !document.querySelector('.stale')", "the runs")
            picture(browser, folder, "runs")
            assert not browser.complaints(), browser.complaints()
    finally:
        server.terminate()
        assert server.wait(timeout=60) == 0


def picture(browser, folder, name):
    if folder:
        browser.picture(folder / f"bare_{name}.png")


def main():
    build, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else None
    if os.geteuid() != 0 or not shutil.which("debootstrap") or not shutil.which("chromium"):
        print("skipped: a root folder of its own needs root and debootstrap, and the page a Chromium")
        return SKIPPED
    with tempfile.TemporaryDirectory() as name:
        made, root = pathlib.Path(name) / "packages", (folder or pathlib.Path(name)) / "root"
        expect(*run("cpack", "--config", build / "CPackConfig.cmake", "-G", "DEB", "-B", made))
        root.mkdir(parents=True, exist_ok=True)
        if not debian(root):
            print("skipped: Debian's packages cannot be had")
            return SKIPPED
        expect(*run("mount", "-t", "proc", "proc", root / "proc"))
        try:
            install(root, sorted(made.glob("plumb_*.deb")))
            took = use(root)
            open_page(root, folder)
        finally:
            run("umount", root / "proc")
    print(f"installed, a first proof after {took:.1f} s, and a page that shows it")
    return 0


if __name__ == "__main__":
    sys.exit(main())
