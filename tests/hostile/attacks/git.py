"""Hostile repositories: objects, settings, pipes and times that git itself does not create, and random damage."""

import hashlib
import os
import random
import shutil
import subprocess
import sys
import time
import zlib
from collections.abc import Callable
from functools import partial
from pathlib import Path

COMMANDS = (
    ("stats", "demo", "po"),
    ("stats", "--all"),
    ("history", "demo", "po"),
    ("diff", "demo", "po", "HEAD~1"),
    ("gate", "demo", "po", "--base", "HEAD~2"),
)
GIT_SECONDS = 2
"""Time limit of git in each run."""
MAX_SECONDS = 90
"""Time after which a run counts as hanging. Several git processes may reach their limit in one run."""
PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "One"\nmsgstr "{}"\n'
Attack = Callable[["Repository", random.Random], None]


class Repository:
    """A repository of a few commits with two translations, with methods to add hostile objects."""

    def __init__(self, path: Path, marker: Path) -> None:
        self.path = path
        self.directory = path / ".git"
        self.marker = marker
        """File that the programs in the settings of a repository create."""

    def git(self, *arguments: str, content: bytes = b"") -> str:
        done = subprocess.run(
            ["git", "-c", "core.hooksPath=/dev/null", *arguments],
            cwd=self.path,
            env=make_environment(self.path.parent),
            input=content,
            capture_output=True,
            check=True,
        )
        return done.stdout.decode("utf-8", "replace").strip()

    def store(self, kind: str, content: bytes) -> str:
        """Write an object without any check, and return its identity."""
        stored = b"%s %d\0%s" % (kind.encode(), len(content), content)
        identity = hashlib.sha1(stored).hexdigest()  # noqa: S324  git names objects by this hash
        path = self.directory / "objects" / identity[:2] / identity[2:]
        path.parent.mkdir(exist_ok=True)
        if not path.exists():
            path.write_bytes(zlib.compress(stored))
        return identity

    def store_tree(self, *entries: tuple[str, bytes, str]) -> str:
        """Write a tree without any check, and return its identity. An entry is a mode, a name and an identity."""
        return self.store("tree", b"".join(f"{m} ".encode() + n + b"\0" + bytes.fromhex(i) for m, n, i in entries))

    def add_commit_before_last(self, tree: str, when: str = "1700000000") -> None:
        """Add a commit with this tree, followed by a commit with the tree of the current last commit."""
        parent, last = self.git("rev-parse", "HEAD", "HEAD^{tree}").split()
        for each in (tree, last):
            who = f"a <a@example.org> {when} +0000"
            text = f"tree {each}\nparent {parent}\nauthor {who}\ncommitter {who}\n\nx\n"
            parent = self.store("commit", text.encode())
        (self.directory / "refs/heads/main").write_text(f"{parent}\n", encoding="ascii")


def attack(work: Path, seconds: float) -> str:
    """Run commands in repositories with hostile trees, settings, times, pipes and histories, and with damaged files."""
    seed = random.SystemRandom().randrange(1_000_000) if seconds else 1
    template = create_repository(work / "template" / "demo")
    runs = 0
    statuses: dict[int, int] = {}
    until = time.monotonic() + seconds
    while runs == 0 or time.monotonic() < until:
        for hostile in ATTACKS:
            randomness = random.Random(seed)  # noqa: S311  no secret
            folder = work / str(seed)
            shutil.copytree(template, folder / "demo", symlinks=True)
            repository = Repository(folder / "demo", folder / "marker")
            hostile(repository, randomness)
            commands = randomness.sample(COMMANDS, len(COMMANDS) if seconds else 3)
            for command in commands:
                problem = f"git: {hostile.__name__}, seed {seed}, {' '.join(command)}"
                status = run_and_check(repository, command, problem)
                statuses[status] = statuses.get(status, 0) + 1
                runs += 1
            shutil.rmtree(folder)
            seed += 1
    counts = ", ".join(f"{count:,} with status {status}" for status, count in sorted(statuses.items()))
    return f"{runs:,} runs, {counts}; no foreign program, hang, orphan or traceback"


def run_and_check(repository: Repository, command: tuple[str, ...], problem: str) -> int:
    """Run a command, and return its exit status. Raises AssertionError if something is wrong."""
    arguments = [sys.executable, "-m", "transtats_cli", *command, "--root", str(repository.path)]
    try:
        done = subprocess.run(
            arguments,
            cwd=repository.path.parent,
            env=make_environment(repository.path.parent) | {"TRANSTATS_GIT_TIMEOUT": str(GIT_SECONDS)},
            capture_output=True,
            timeout=MAX_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise AssertionError(f"{problem}: hangs") from error
    errors = done.stderr.decode("utf-8", "replace")
    assert done.returncode in range(4), f"{problem}: status {done.returncode}: {errors[-2000:]}"
    assert "Traceback" not in errors, f"{problem}: {errors[-2000:]}"
    assert not repository.marker.exists(), f"{problem}: a program in the settings was run"
    assert not find_orphans(repository.path), f"{problem}: leaves processes behind: {find_orphans(repository.path)}"
    return done.returncode


def make_environment(home: Path) -> dict[str, str]:
    """Return an environment without the settings of the user, and with its own cache and temporary files."""
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "VIRTUAL_ENV") if name in os.environ}
    nothing = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CEILING_DIRECTORIES": str(home)}
    return {**kept, **nothing, "HOME": str(home), "LC_ALL": "C.UTF-8"}


def find_orphans(folder: Path) -> list[str]:
    """Return the command lines of all processes whose current directory is in a folder."""
    commands: list[str] = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if str((process / "cwd").readlink()).startswith(str(folder)):
                commands.append((process / "cmdline").read_text(encoding="utf-8", errors="replace"))
        except OSError:
            # The process has ended, or belongs to another user.
            continue
    return commands


def create_repository(path: Path) -> Path:
    """Create a repository with eight commits: two translations, a rename, a merge, a link, and code."""
    path.mkdir(parents=True)
    repository = Repository(path, path.parent / "marker")
    repository.git("init", "--quiet", "--initial-branch=main")
    stream = bytearray()
    commit = partial(add_commit, stream)
    commit(1, "main", 0, {"po/de.po": PO.format(""), "po/fr.po": PO.format("")})
    commit(2, "main", 1, {"po/de.po": PO.format("Eins")})
    commit(3, "side", 2, {"po/fr.po": PO.format("Un")})
    commit(4, "main", 2, {"src/main.c": "int main;"})
    commit(5, "main", 4, {"po/it.po": PO.format("Uno")}, merged=3)
    commit(6, "main", 5, {"po/at.po": PO.format("Eins")})
    stream += b"R po/at.po po/nl.po\n"
    commit(7, "main", 6, {"README": "x"})
    stream += b"M 120000 inline po/link.po\ndata 5\nde.po\n"
    commit(8, "main", 7, {"po/de.po": PO.format("Ein")})
    repository.git("fast-import", "--quiet", content=bytes(stream))
    repository.git("reset", "--quiet", "--hard")
    (path / "po" / "de.po").write_text(PO.format("changed"), encoding="utf-8")
    (path / "po" / "sv.po").write_text(PO.format("not added"), encoding="utf-8")
    return path


def add_commit(
    stream: bytearray, mark: int, branch: str, parent: int, files: dict[str, str], *, merged: int = 0, when: str = ""
) -> None:
    stream += f"commit refs/heads/{branch}\nmark :{mark}\n".encode()
    stream += f"committer a <a@example.org> {when or 1_700_000_000 + mark * 9000} +0000\ndata 1\nx\n".encode()
    stream += f"from :{parent}\n".encode() if parent else b""
    stream += f"merge :{merged}\n".encode() if merged else b""
    for name, text in files.items():
        stream += f"M 100644 inline {name}\ndata {len(text.encode())}\n{text}\n".encode()


def add_hostile_tree(repository: Repository, randomness: random.Random) -> None:
    """Add deep, wide, damaged or wrong trees, or names and links that file systems reject."""
    blob = repository.store("blob", PO.format("x").encode())
    leaf = repository.store_tree(("100644", b"de.po", blob))
    tree = leaf
    kind = randomness.randrange(9)
    if kind == 0:
        for _ in range(randomness.choice([150, 250, 1500])):
            tree = repository.store_tree(("40000", b"d", tree))
    elif kind == 1:
        levels = randomness.choice([2, 4, 7, 10])
        # The large trees have no PO file, because thousands of components take long.
        tree = tree if levels == 2 else repository.store_tree(("100644", b"main.c", blob))
        for _ in range(levels):
            tree = repository.store_tree(*(("40000", b"%d" % number, tree) for number in range(10)))
    elif kind == 2:
        content = bytearray(repository.git("cat-file", "tree", "HEAD:po").encode("utf-8", "replace"))
        tree = repository.store("tree", bytes(content[: randomness.randrange(len(content))]))
    elif kind == 3:
        tree = repository.store("tree", randomness.randbytes(randomness.randrange(300)))
    elif kind == 4:
        tree = repository.store_tree(
            ("40000", b"po", randomness.choice([blob, "0" * 40, repository.git("rev-parse", "HEAD")]))
        )
    elif kind == 5:
        name = randomness.choice(
            [b"x" * 300, b"x" * 300 + b".po", b"\xff\xfe.po", b"a\nb.po", b"..", b".git", b"a/../../b.po"]
        )
        tree = repository.store_tree(("40000", b"po", repository.store_tree(("100644", name, blob))))
    elif kind == 6:
        for _ in range(randomness.choice([10, 40])):
            tree = repository.store_tree(("40000", b"d" * 250, tree))
    elif kind == 7:
        target = randomness.choice([b"", b"\0", b"/dev/zero", b"../" * 3000, b"x" * 100_000, b"de.po", b"."])
        tree = repository.store_tree(("120000", b"de.po", repository.store("blob", target)), ("100644", b"fr.po", blob))
        tree = repository.store_tree(("40000", b"po", tree))
    else:
        modes = randomness.choices(["100644", "100755", "40000", "040000", "120000", "160000", "0", "777777"], k=6)
        tree = repository.store_tree(*((mode, b"%d.po" % number, blob) for number, mode in enumerate(modes)))
        tree = repository.store_tree(("40000", b"po", tree))
    repository.add_commit_before_last(tree)


def add_hostile_settings(repository: Repository, randomness: random.Random) -> None:
    """Add settings that run programs, read devices or change the output of git, and other files that git reads."""
    program = repository.marker.with_name("program")
    program.write_text(f"#!/bin/sh\ntouch {repository.marker}\ncat\n", encoding="utf-8")
    program.chmod(0o755)
    run = str(program)
    settings = {
        **dict.fromkeys(["core.fsmonitor", "core.pager", "core.sshCommand", "core.askPass", "core.editor"], run),
        **dict.fromkeys(
            ["diff.external", "diff.x.textconv", "diff.x.command", "filter.x.smudge", "filter.x.clean"], run
        ),
        **dict.fromkeys(["gpg.program", "gpg.ssh.program", "credential.helper", "core.alternateRefsCommand"], run),
        **dict.fromkeys(["alias.log", "alias.rev-parse", "alias.cat-file"], f"!{run}"),
        "core.hooksPath": str(repository.marker.parent),
        "core.gitProxy": run,
        "log.showSignature": "true",
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
        "remote.origin.url": f"ext::{run}",
        "remote.origin.uploadpack": run,
        "mailmap.file": "/dev/zero",
        "core.excludesFile": "/dev/zero",
        "core.attributesFile": "/dev/zero",
        "diff.orderFile": "/dev/zero",
        "include.path": randomness.choice(["/dev/zero", "config", "/nowhere"]),
        "i18n.logOutputEncoding": randomness.choice(["UTF-16", "UTF-7", "nonsense"]),
        "i18n.commitEncoding": "UTF-32",
        "log.diffMerges": randomness.choice(["remerge", "off", "combined"]),
        "log.follow": "true",
        "log.decorate": "full",
        "log.date": "format:%H",
        "format.pretty": randomness.choice(["raw", "%x00%x01"]),
        "diff.renames": "copies",
        "diff.ignoreSubmodules": "all",
        "core.abbrev": "4",
        "core.quotePath": "true",
        "core.bare": "true",
        "core.worktree": "/",
        "core.repositoryFormatVersion": randomness.choice(["1", "9"]),
    }
    for key in randomness.sample(sorted(settings), randomness.choice([1, 3, 12])):
        with (repository.directory / "config").open("a", encoding="utf-8") as config:
            section, _, name = key.rpartition(".")
            section, _, part = section.partition(".")
            config.write(f'[{section}{f" {chr(34)}{part}{chr(34)}" if part else ""}]\n\t{name} = "{settings[key]}"\n')
    (repository.path / ".gitattributes").write_text("* diff=x filter=x\n", encoding="utf-8")
    (repository.path / ".mailmap").write_bytes(b"a <a@example.org> <b@example.org>\n" * randomness.choice([1, 50_000]))
    (repository.directory / "hooks").mkdir(exist_ok=True)
    for hook in ("post-checkout", "fsmonitor-watchman", "post-index-change", "reference-transaction"):
        shutil.copy(program, repository.directory / "hooks" / hook)


def set_hostile_times(repository: Repository, randomness: random.Random) -> None:
    """Set times of commits and files that dates cannot express."""
    when = randomness.choice(["67768036191694799", "253402300800", "9" * 30, "9" * 5000, "-1", "", "soon", "0"])
    blob = repository.store("blob", PO.format("then").encode())
    tree = repository.store_tree(("40000", b"po", repository.store_tree(("100644", b"de.po", blob))))
    repository.add_commit_before_last(tree, when)
    for path in (repository.path / "po").iterdir():
        seconds = randomness.choice([0, -1, 253_402_300_800, 10**15, -(10**12)])
        os.utime(path, (seconds, seconds), follow_symlinks=False)


def add_pipes(repository: Repository, randomness: random.Random) -> None:
    """Replace files that git or transtats read by pipes."""
    inside = [path for path in repository.directory.rglob("*") if path.is_file() and "hooks" not in path.parts]
    beside = ["packed-refs", "shallow", "commondir", "objects/info/alternates", "info/grafts", "config.worktree"]
    outside = [
        ".gitignore",
        ".gitmodules",
        ".mailmap",
        ".gitattributes",
        "transtats.toml",
        "component.json",
        "po/LINGUAS",
    ]
    places = [*inside, *(repository.directory / name for name in beside), *(repository.path / name for name in outside)]
    for place in randomness.sample(places, 2):
        place.unlink(missing_ok=True)
        place.parent.mkdir(exist_ok=True)
        os.mkfifo(place)


def add_odd_history(repository: Repository, randomness: random.Random) -> None:
    """Add many commits with odd names, merges, links and changes of kind, with `git fast-import`."""
    stream = bytearray(b"reset refs/heads/main\n\n")
    names = [
        "po/de.po",
        "po/fr.po",
        "po/a b.po",
        "po",
        "po/de.po/x.po",
        "\u202ede.po",
        "po/%s.po" % ("y" * 240),
        "LINGUAS",
    ]
    for mark in range(1, 40):
        name = randomness.choice(names)
        files = {name: PO.format(f"text {randomness.randrange(5)}")}
        when = str(randomness.choice([0, 1_700_000_000 + mark, 4_000_000_000]))
        merged = randomness.randrange(1, mark) if mark > 2 and randomness.random() < 0.2 else 0
        add_commit(stream, mark, "main", mark - 1, files, merged=merged, when=when)
        if randomness.random() < 0.2:
            stream += b"M 120000 inline po/it.po\ndata 5\nde.po\n"
        if randomness.random() < 0.1:
            stream += b"M 160000 %s po/module\n" % (b"1" * 40)
        if randomness.random() < 0.1:
            stream += b"deleteall\n"
    add_commit(stream, 99, "main", 39, {"po/de.po": PO.format("at last")})
    repository.git("fast-import", "--quiet", "--force", content=bytes(stream))


def damage_files(repository: Repository, randomness: random.Random) -> None:
    """Damage objects, packs, references, the index and settings at random."""
    if randomness.random() < 0.5:
        repository.git("repack", "-adq")
    paths = [path for path in sorted(repository.directory.rglob("*")) if path.is_file() and "hooks" not in path.parts]
    for path in randomness.sample(paths, min(len(paths), randomness.choice([1, 1, 2, 8]))):
        path.chmod(0o644)
        content = bytearray(path.read_bytes())
        how = randomness.randrange(5)
        if how == 0:
            del content[randomness.randrange(len(content) + 1) :]
        elif how == 1:
            content = bytearray(randomness.randbytes(randomness.choice([0, 10, 10_000])))
        elif how == 2:
            content += randomness.randbytes(50)
        elif how == 3:
            content = bytearray(randomness.choice(paths).read_bytes())
        for _ in range(randomness.choice([1, 5, 50]) if content and how == 4 else 0):
            content[randomness.randrange(len(content))] = randomness.randrange(256)
        path.write_bytes(content)


ATTACKS: tuple[Attack, ...] = (
    add_hostile_tree,
    add_hostile_settings,
    set_hostile_times,
    add_pipes,
    add_odd_history,
    damage_files,
)
