#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the packages of `./x package`, unpacks each into a fresh folder, and uses what is in there: proves an example, replays it
with the runtime of its package, completes words in the shells that there are, and runs the .tar.gz in a root folder that has
nothing but it and libc.

Usage: packages.py BUILD_FOLDER
"""

import gzip
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from web_client import Served

ROOT = pathlib.Path(__file__).resolve().parents[2]
BARE = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": "/nonexistent"}
OF_LIBC = re.compile(r"ld-linux|lib(c|m)\.so")

OF_PLUMB = {"--help", "--version", "--manual", "--completions", "--config"}
OF_LEARN = {path.stem for path in (ROOT / "exercises").glob("*.plumb")}

complaints = []


def expect(name, good, output=""):
    print(f"{'ok    ' if good else 'FAILED'} {name}")
    if not good:
        complaints.append(name)
        print(str(output)[-2000:])


def run(*command, **how):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=300, **how)
    return done.returncode, done.stdout


def make(build, folder, kind):
    code, output = run("cpack", "--config", build / "CPackConfig.cmake", "-G", kind, "-B", folder)
    expect(f"cpack -G {kind}", code == 0, output)
    shutil.rmtree(folder / "_CPack_Packages", ignore_errors=True)


def linked(program):
    return re.findall(r"(/.+) \(0x", run("ldd", program)[1])


def libraries(program):
    """The files that it is linked with, but for those of libc."""
    return [pathlib.Path(path) for path in linked(program) if not OF_LIBC.search(path)]


def proves(plumb, examples, before=(), **more):
    code, output = run(*before, plumb, "check", f"{examples}/svt/asymmetric_svt.plumb", env={**BARE, **more})
    expect(f"{' '.join(map(str, before))} {plumb} check", code == 0 and "asymmetric_svt: proved" in output, output)


def debian(build, folder):
    make(build, folder, "DEB")
    packages = {path.name.split("_")[0]: path for path in folder.glob("*.deb")}
    expect("two packages", sorted(packages) == ["plumb", "plumb-runtime"], packages)
    root = folder / "root"
    for package in packages.values():
        expect(f"dpkg -x {package.name}", run("dpkg", "-x", package, root)[0] == 0)
    telling = [path for path in root.rglob("*") if path.is_file() and f"{ROOT}/".encode() in path.read_bytes()]
    expect("nothing tells in which folder it was built", not telling, telling)
    plumb = root / "usr/bin/plumb"
    named = set(re.findall(r"[\w.+-]+", run("dpkg-deb", "-f", packages["plumb"], "Depends")[1]))
    # Debian may call a file by the folder that /lib points to.
    owners = {run("dpkg", "-S", f"*/{path.name}")[1].split(":")[0] for path in libraries(plumb)}
    expect("the package names the packages that it is linked with", owners and owners | {"libc6"} == named, (owners, named))
    run_time = run("dpkg-deb", "-f", packages["plumb-runtime"], "Depends")[1]
    expect("the runtime's names libraries to compile with", all(word.strip().endswith("-dev") for word in run_time.split(",")))
    proves(plumb, root / "usr/share/plumb/examples")
    programs = {path.relative_to(root / "usr/share/plumb/examples"): path.read_text() for path in (root / "usr/share/plumb/examples").rglob("*.plumb")}
    expected = {path.relative_to(ROOT / "examples"): "".join(line for line in path.read_text().splitlines(keepends=True) if not line.startswith("//~"))
                for path in (ROOT / "examples").rglob("*.plumb")}
    expect("examples as people read them", programs == expected, [path for path in expected if programs.get(path) != expected[path]])
    code, output = run(plumb, "learn", "--folder", folder / "exercises", env=BARE)
    expect("plumb learn", code == 0 and (folder / "exercises/01_same_output.plumb").exists(), output)
    svt = root / "usr/share/plumb/examples/svt/asymmetric_svt.plumb"
    with Served(plumb) as served:
        listed = served.ask("GET", "/api/programs").json()
        proved = served.post("prove", text=served.ask("GET", "/api/program?name=svt/asymmetric_svt").body, number=0)
    expect("plumb serve", len(listed["exercises"]) == 30 and proved["proved"], (listed, proved))
    run(plumb, "check", "--certify", folder / "svt.cert", svt, env=BARE)
    code, output = run(root / "usr/bin/plumb-recheck", folder / "svt.cert", env=BARE)
    expect("plumb-recheck of what plumb certified", code == 0, output)
    code, output = run(plumb, "replay", "--runs", "200", root / "usr/share/plumb/examples/laplace/asymmetric_laplace.plumb",
                       env=BARE)
    expect("replay with the packaged runtime", code == 0 and "200 runs" in output, output)
    return root / "usr"


def manual(plumb, share):
    """Pages and changes are compressed, as Debian has them."""
    pages = {name: gzip.decompress((share / f"man/man1/{name}.1.gz").read_bytes()).decode() for name in ("plumb", "plumb-recheck")}
    page = pages["plumb"]
    commands = re.findall(r"^  (\w+) {3,}", re.split("Subcommands:\n", run(plumb, "--help")[1])[1].split("\n\n")[0], re.MULTILINE)
    expect("each sub-command has its part of the manual page",
           len(commands) > 7 and all(f".SS plumb {name}\n" in page for name in commands), commands)
    for code in re.findall(r"enum ExitCode \{(.*?)\}", (ROOT / "tools/plumb-recheck/main.cpp").read_text())[0].split(","):
        number = code.split("=")[1].strip()
        expect(f"plumb-recheck(1) says what exit code {number} means", f".B {number}\n" in pages["plumb-recheck"], pages["plumb-recheck"])
    expect("what stands behind the options, and which words may", all(f".I {words}\n" in page for words in (
        "ACTION \\fRcheck|hint|list|reset", "NAME", "FILE")), re.findall(r"^\.I .*", page, re.MULTILINE))
    for name, words in (("plumb", "--resource-limit"), ("plumb-recheck", "--certify")):
        if not shutil.which("groff"):
            break
        code, output = run("groff", "-man", "-Tutf8", "-ww", "-b", "-", input=pages[name])
        expect(f"groff finds nothing to warn of in {name}(1)", code == 0 and "warning" not in output and words in
               re.sub(r"\x1b\[\d*m|.\x08", "", output).replace("‐", "-").replace("−", "-"), output)
    if shutil.which("man"):
        code, output = run("man", "-M", share / "man", "plumb-recheck", env={**BARE, "MANPAGER": "cat"})
        expect("man finds plumb-recheck", code == 0 and "EXIT STATUS" in re.sub(r".\x08", "", output), output)


def documentation(share):
    folder = share / "doc/plumb"
    expect("licences", all((share / "doc" / name / "copyright").read_text() == (ROOT / "LICENSE").read_text() for name in ("plumb", "plumb-runtime")))
    expect("changes", gzip.decompress((folder / "changelog.gz").read_bytes()) == (ROOT / "CHANGELOG.md").read_bytes())
    # Nobody has a source tree there, nor a folder of a build.
    of_build = [str(page) for page in folder.rglob("*.md") if "build/bin/" in page.read_text()]
    expect("commands are those of an installation", not of_build, of_build)
    expect("README says what is elsewhere", "`./x`" in (folder / "README.md").read_text().splitlines()[0])
    pages = {path.relative_to(ROOT) for path in (ROOT / "docs").rglob("*") if path.is_file()} | {pathlib.Path("README.md")}
    installed = {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}
    expect("all pages", installed == pages | {pathlib.Path("changelog.gz"), pathlib.Path("copyright")}, installed ^ pages)
    # What the programs and the pages call by name lies there.
    named = set(re.findall(r"docs/[\w/]+\.(?:md|json)", run(share.parent / "bin/plumb", "--help")[1] + run(share.parent / "bin/plumb", "--manual")[1]))
    named |= {name for name in re.findall(r"\]\((docs/[\w/.]+)", (folder / "README.md").read_text())}
    # Sources are where they are developed; examples are installed.
    links = [(page, target) for page in sorted(folder.rglob("*.md")) for target in re.findall(r"\]\(([^)\s#]*examples/[^)\s#]*)", page.read_text()) if "://" not in target]
    dead = [(str(page), target) for page, target in links if not (page.parent / target).exists()]
    expect("links to examples", len(links) > 20 and not dead, dead)
    expect("pages that are named", len(named) > 20 and all((folder / name).exists() for name in named), [name for name in named if not (folder / name).exists()])


def bash(share):
    """What bash offers behind these words, the last of which is being written."""
    def offered(*words):
        script = ('source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _plumb; printf "%s\\n" "${COMPREPLY[@]}"')
        return run("bash", "-uc", script, "bash", share / "bash-completion/completions/plumb", "plumb", *words,
                   cwd=share / "plumb/examples/laplace")[1].split()

    expect("bash: a sub-command", offered("che") == ["check"], offered("che"))
    expect("bash: words of an option", offered("check", "--format", "") == ["text", "json", "sarif", "junit"])
    expect("bash: options of one sub-command", sorted(offered("replay", "--r")) == ["--resource-limit", "--runs", "--runtime"],
           offered("replay", "--r"))
    expect("bash: programs", "asymmetric_laplace.plumb" in offered("check", "asymmetric"), offered("check", "asymmetric"))
    expect("bash: nothing behind a number", offered("check", "--jobs", "") == [])
    expect("bash: words of a sub-command", offered("learn", "") == ["check", "hint", "list", "reset"], offered("learn", ""))
    expect("bash: exercises", OF_LEARN <= set(offered("learn", "check", "")) and offered("learn", "check", "--f") == ["--folder"], offered("learn", "check", ""))
    expect("bash: options of plumb itself", OF_PLUMB <= set(offered("--")), offered("--"))
    expect("bash: behind an option of plumb itself", offered("--config", "f", "che") == ["check"] and "--notion" in offered("--config", "f", "check", "--"),
           offered("--config", "f", "check", "--"))


# Runs completion as a key does, and prints what it would offer.
ZSH = r'''
zmodload zsh/zpty
zpty shell "zsh -f -i"
zpty -w shell "
PS1= PS2= ; stty -echo; unsetopt zle_bracketed_paste 2>/dev/null
fpath=($1 \$fpath); autoload -Uz compinit; compinit -D -u
compadd() {
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd \"\$@\"; return; fi
  local -a hits; builtin compadd -A hits \"\$@\"; builtin compadd \"\$@\"; print -rl -- '<'\$^hits'>'
}
offer() { zle -C offer complete-word _main_complete; zle offer; print; print '<>' }
bindkey '^I' offered; zle -N offered offer; print ready"
zpty -r -m shell line '*ready*'
zpty -w -n shell "$2"$'\t'
zpty -r -m shell line '*<>*'
print -r -- $line
'''


def other_shells(share):
    fish, zsh = share / "fish/vendor_completions.d/plumb.fish", share / "zsh/vendor-completions/_plumb"
    # Debian's zsh reads that of /usr/share, and any zsh that of /usr/local/share.
    expect("completions for zsh below each prefix", (share / "zsh/site-functions/_plumb").read_bytes() == zsh.read_bytes())
    if shutil.which("fish"):
        def offered(words):
            code, output = run("fish", "--no-config", "-c", f"source '{fish}'; complete -C 'plumb {words}'")
            return {line.split("\t")[0] for line in output.splitlines()} if code == 0 else output

        expect("fish: sub-commands", offered("pol") == {"policy"} == offered("--config f pol"), offered("--config f pol"))
        expect("fish: words", offered("check --format ") == {"text", "json", "sarif", "junit"}, offered("check --format "))
        expect("fish: options of plumb itself", OF_PLUMB <= offered("--"), offered("--"))
        expect("fish: options of one sub-command", "--notion" in offered("--config f check --") and "--notion" not in offered("learn check --"))
        expect("fish: exercises", offered("learn ") == {"check", "hint", "list", "reset"} and offered("learn check ") == OF_LEARN, offered("learn check "))
    else:
        print("skipped: no fish here")
    if shutil.which("zsh"):
        code, output = run("zsh", "-n", zsh)
        expect("zsh reads its completions", code == 0 and not output, output)

        def offered(words):
            return set(re.findall(r"<([^<>\s]+)>", run("zsh", "-f", "-c", ZSH, "zsh", zsh.parent, f"plumb {words}")[1]))

        expect("zsh: sub-commands", offered("pol") == {"policy"} == offered("--config f pol"), offered("--config f pol"))
        expect("zsh: words", offered("check --format ") == {"text", "json", "sarif", "junit"}, offered("check --format "))
        expect("zsh: options of plumb itself", OF_PLUMB <= offered("--"), offered("--"))
        expect("zsh: options of one sub-command", "--notion" in offered("--config f check --") and "--notion" not in offered("learn check --"))
        expect("zsh: exercises", offered("learn ") == {"check", "hint", "list", "reset"} and offered("learn check ") == OF_LEARN, offered("learn check "))
    else:
        print("skipped: no zsh here")


def carried(build, folder):
    make(build, folder, "TGZ")
    archive, = folder.glob("*.tar.gz")
    root = folder / "another root"
    root.mkdir()
    run("tar", "xzf", archive, "-C", root)
    tree, = root.iterdir()
    foreign = [path for path in libraries(tree / "bin/plumb") if not path.is_relative_to(tree)]
    expect("the archive brings its libraries", not foreign and libraries(tree / "bin/plumb"), foreign)
    proves(tree / "bin/plumb", tree / "share/plumb/examples")
    for path in linked(tree / "bin/plumb"):
        if OF_LIBC.search(path):
            (root / path[1:]).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, root / path[1:])
    if os.geteuid() == 0:
        chroot = shutil.which("chroot", path="/usr/sbin:/usr/bin:/sbin:/bin")
        # Where there is no /proc, the loader cannot say where a program lies.
        proves(f"/{tree.name}/bin/plumb", f"/{tree.name}/share/plumb/examples", (chroot, root),
               LD_LIBRARY_PATH=f"/{tree.name}/lib/plumb")
    else:
        print("skipped: only root may change the root folder")


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "deb").mkdir(), (folder / "tgz").mkdir()
        usr = debian(build, folder / "deb")
        manual(usr / "bin/plumb", usr / "share")
        documentation(usr / "share")
        bash(usr / "share")
        other_shells(usr / "share")
        carried(build, folder / "tgz")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
