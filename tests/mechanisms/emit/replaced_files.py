#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Emission replaces all files of a folder or none: the folder is as before, whichever call of the system fails.

Usage: replaced_files.py PLUMB

A library that is loaded in front of the system's makes one call of rename, write or open fail.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]

FAULT = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The call of this name whose number is in the environment fails. */
static int is_due(const char *name) {
  static int calls;
  const char *wanted = getenv("FAULT"), *number = getenv("FAULT_NUMBER");
  return wanted && number && strcmp(wanted, name) == 0 && ++calls == atoi(number);
}
int rename(const char *before, const char *after) {
  if (is_due("rename")) {
    errno = EIO;
    return -1;
  }
  return ((int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename"))(before, after);
}
FILE *fopen(const char *path, const char *mode) {
  if (strchr(mode, 'x') && is_due("fopen")) {
    errno = ENOSPC;
    return NULL;
  }
  return ((FILE * (*)(const char *, const char *)) dlsym(RTLD_NEXT, "fopen"))(path, mode);
}
int fclose(FILE *file) {
  if (is_due("fclose")) {
    ((int (*)(FILE *))dlsym(RTLD_NEXT, "fclose"))(file);
    errno = ENOSPC;
    return EOF;
  }
  return ((int (*)(FILE *))dlsym(RTLD_NEXT, "fclose"))(file);
}
"""


def contents(folder):
    return {path.name: (path.is_symlink(), path.read_bytes()) for path in folder.iterdir()} if folder.exists() else None


def emit(plumb, folder, library=None, fault=None, number=0):
    environment = dict(os.environ)
    if library:
        environment.update(LD_PRELOAD=str(library), FAULT=fault, FAULT_NUMBER=str(number))
    program = ROOT / "examples/laplace/asymmetric_laplace.plumb"
    done = subprocess.run([plumb, "emit", program, "-o", folder], env=environment,
                          capture_output=True, text=True)
    return done.returncode, done.stderr


def old_folder(folder):
    """Files to be replaced that differ, one of them a link, one that is a stranger, and one that is missing."""
    folder.mkdir()
    (folder / "older.h").write_text("an older header\n")
    (folder / "asymmetric_laplace.h").symlink_to("older.h")
    (folder / "asymmetric_laplace.cert.json").write_text('{"source": {"name": "asymmetric_laplace.plumb", "sha256": "older"}}\n')
    (folder / "mine.txt").write_text("not ours\n")


def main():
    plumb = pathlib.Path(sys.argv[1]).resolve()
    failed = faults = 0
    with tempfile.TemporaryDirectory() as name:
        here = pathlib.Path(name)
        (here / "fault.c").write_text(FAULT)
        subprocess.run(["cc", "-shared", "-fPIC", here / "fault.c", "-o", here / "fault.so", "-ldl"], check=True)
        for is_old in (True, False):
            for fault in ("rename", "fopen", "fclose"):
                for number in range(1, 10):
                    folder = here / f"{fault}{number}{is_old}"
                    if is_old:
                        old_folder(folder)
                    before = contents(folder)
                    code, message = emit(plumb, folder, here / "fault.so", fault, number)
                    if code == 0:  # There are no more of these calls, or this one was about something else.
                        continue
                    faults += 1
                    if code != 1 or contents(folder) != before or "PL0502" not in message:
                        failed += 1
                        print(f"FAILED {fault} {number}: exit {code}, {contents(folder)}\n{message}")
        good = here / "good"
        old_folder(good)
        code, message = emit(plumb, good)
        expected = ["asymmetric_laplace.cert.json", "asymmetric_laplace.h", "asymmetric_laplace_bounds.h", "mine.txt",
                    "older.h"]
        if code != 0 or sorted(contents(good)) != expected or b"older" in contents(good)["asymmetric_laplace.h"][1]:
            failed += 1
            print(f"FAILED without a fault: exit {code}, {sorted(contents(good))}\n{message}")
    print(f"{faults} faults, {failed} times the folder was not as it should be")
    return 1 if failed or faults < 18 else 0


if __name__ == "__main__":
    sys.exit(main())
