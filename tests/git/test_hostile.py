"""Objects, settings and files of git that were made to stop a run: it ends in time, and with a reason."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from transtats_cli.git import TIMEOUT_SECONDS, TIMEOUT_VARIABLE, limits, time_limit
from transtats_cli.git.log import changes
from transtats_cli.git.objects import Objects
from transtats_cli.git.process import BeyondLimitsError, GitError, GitTimeoutError, run, started
from transtats_cli.git.repository import Repository, required
from transtats_cli.git.revisions import commit
from transtats_cli.git.shadow import Shadow
from transtats_cli.git.steps import Difference, Steps
from transtats_cli.git.trees import Trees
from transtats_cli.history.points import Wanted, points

PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "One"\nmsgstr "{}"\n'
UNWRITTEN = {"PYTHONDONTWRITEBYTECODE": "1"}
"""Otherwise a limit on files damages compiled modules."""
TIME_LIMITS = 30
"""Times the time limit: far more than any command needs, and far less than without it."""


@pytest.fixture
def demo(repository):
    made = repository("demo")
    made.commit("one", {"po/de.po": PO.format(""), "po/fr.po": PO.format("")})
    made.commit("two", {"po/de.po": PO.format("Eins")})
    return made


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let git have one second."""
    monkeypatch.setenv(TIMEOUT_VARIABLE, "1")


def put_before_the_last(demo, tree: str, *, time: str = "") -> str:
    """A commit with this tree, and as its child one that is like the last."""
    last = demo.git("rev-parse", "HEAD^{tree}")
    hostile = demo.store_commit(tree, time)
    demo.store_commit(last)
    return hostile


def nested(demo, depth: int, leaf: str = "file") -> str:
    """A tree of so many folders inside each other, with a file in the innermost."""
    tree = demo.store_tree({leaf: demo.store("blob", b"x")})
    for _ in range(depth):
        tree = demo.store_tree({"d/": tree})
    return tree


def bomb(demo, levels: int) -> str:
    """A tree of ten folders that hold ten folders each, and so on: a handful of objects, and many paths."""
    tree = demo.store_tree({"file": demo.store("blob", b"x")})
    for _ in range(levels):
        tree = demo.store_tree({f"{number}/": tree for number in range(10)})
    return tree


def in_po(demo, name: str) -> str:
    """A tree with a file of that name beside two translations."""
    there = {file: demo.git("rev-parse", f"HEAD:po/{file}") for file in ("de.po", "fr.po")}
    return demo.store_tree({"po/": demo.store_tree({**there, name: demo.store("blob", b"x")})})


Make = Callable[..., str]
REFUSED: dict[str, tuple[Make, str]] = {
    "1,500 folders inside each other": (lambda demo: nested(demo, 1500), "is deeper than 200 folders"),
    "ten billion paths": (lambda demo: bomb(demo, 10), "holds more than 1,000,000 files and folders"),
    "a folder that is a file": (
        lambda demo: demo.store_tree({"po/": demo.store("blob", b"no tree")}),
        "is a blob and should be a tree|ended early",
    ),
    "an entry that is cut off": (
        lambda demo: demo.store("tree", b"100644 file\0abc"),
        "its last entry is cut off|ended early",
    ),
    "no entry at all": (lambda demo: demo.store("tree", b"\xff" * 40), "no entry begins at byte 0|ended early"),
    "a translation with a name of 303 bytes": (lambda demo: in_po(demo, "x" * 300 + ".po"), "cannot be laid out"),
    "a translation at a path of 9,000 bytes": (
        lambda demo: demo.store_tree({"d" * 250 + "/": deep_path(demo)}),
        "cannot be laid out",
    ),
    "a link that is called like a translation and leads nowhere": (
        lambda demo: demo.store_tree({"po/": demo.store_tree({"de.po": demo.store("blob", b"")}, mode="120000")}),
        "cannot be laid out",
    ),
}


def deep_path(demo) -> str:
    tree = demo.store_tree({"de.po": demo.store("blob", b"x")})
    for _ in range(35):
        tree = demo.store_tree({"d" * 250 + "/": tree})
    return tree


@pytest.mark.parametrize("command", ["history", "diff"])
@pytest.mark.parametrize("name", REFUSED)
def test_a_hostile_tree_in_the_past_is_an_error_of_git(demo, run, name: str, command: str) -> None:
    make, expected = REFUSED[name]
    put_before_the_last(demo, make(demo))
    revision = ["HEAD~1"] if command == "diff" else []
    done = run(command, "demo", "po", *revision, "--root", demo.path)
    assert (done.status, done.stderr.count("\n")) == (2, 1), done.stderr
    assert done.stderr.startswith(f"Error: {demo.path}: ")
    assert re.search(expected, done.stderr), done.stderr


LEFT_OUT: dict[str, Make] = {
    "a name of 300 bytes": lambda demo: in_po(demo, "x" * 300),
    "a folder with a name of 300 bytes": lambda demo: in_po_with_folder(demo),
}


def in_po_with_folder(demo) -> str:
    there = {file: demo.git("rev-parse", f"HEAD:po/{file}") for file in ("de.po", "fr.po")}
    return demo.store_tree({"po/": demo.store_tree(there), "x" * 300 + "/": nested(demo, 3, "main.c")})


@pytest.mark.parametrize("make", LEFT_OUT.values(), ids=LEFT_OUT.keys())
def test_a_name_that_no_checkout_can_have_is_left_out_with_a_warning(demo, run, make: Make) -> None:
    put_before_the_last(demo, make(demo))
    done = run("diff", "demo", "po", "HEAD~1", "--root", demo.path)
    assert done.status == 0
    assert re.fullmatch(r"warning: HEAD~1: (po/)?x{300}: left out, as a checkout leaves it out\n", done.stderr)
    assert "German" not in done.stdout
    assert run("history", "demo", "po", "--root", demo.path).status == 0


def test_what_is_left_out_is_forgotten_with_its_commit(demo) -> None:
    head = demo.head
    hostile = put_before_the_last(demo, in_po(demo, "x" * 300))
    with Shadow(required(str(demo.path))) as shadow:
        shadow.at(hostile)
        assert shadow.left_out == ["po/" + "x" * 300]
        shadow.at(head)
        assert shadow.left_out == []


def test_a_small_tree_of_many_paths_is_read_once(demo) -> None:
    tree = bomb(demo, 5)
    with Objects(required(str(demo.path))) as objects:
        trees = Trees(objects)
        assert trees.extent(tree) == (10**5 + sum(10**level for level in range(1, 6)), 6, 0)
        with pytest.raises(BeyondLimitsError, match="holds more than 1,000,000"):
            trees.extent(bomb(demo, 7))
        assert len(trees._known) == 8


def test_a_tree_is_refused_by_its_depth_wherever_it_is_met_first(demo) -> None:
    with Objects(required(str(demo.path))) as objects:
        trees = Trees(objects)
        inner = nested(demo, limits.DEEPEST - 1)
        assert trees.extent(inner).depth == limits.DEEPEST
        with pytest.raises(BeyondLimitsError, match="is deeper than 200 folders"):
            trees.extent(demo.store_tree({"one/": inner}))


def test_an_object_that_is_too_large_is_not_read(demo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("transtats_cli.git.objects.LARGEST_OBJECT", 100)
    with Objects(required(str(demo.path))) as objects:
        assert objects.read(demo.store("blob", b"x" * 100)) == b"x" * 100
        with pytest.raises(BeyondLimitsError, match="has 101 bytes; at most 100 are read"):
            objects.read(demo.store("blob", b"x" * 101))


def test_a_commit_that_fills_the_disk_is_refused(demo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("transtats_cli.git.shadow.LARGEST_COMMIT", 100)
    blob = demo.store("blob", b"x" * 60)
    hostile = demo.store_commit(demo.store_tree({"a.po": blob, "b.po": blob}))
    with Shadow(required(str(demo.path))) as shadow, pytest.raises(BeyondLimitsError, match="more than 100 bytes"):
        shadow.at(hostile)


def test_a_head_that_is_no_commit_is_an_error_of_git(demo, run) -> None:
    (demo.path / ".git" / "HEAD").write_text(demo.store("blob", b"\xff\xfe") + "\n", encoding="ascii")
    done = run("history", "demo", "po", "--root", demo.path)
    assert done.status == 2
    done = run("stats", "demo", "po", "--root", demo.path)
    assert (done.status, "is a blob and should be a commit" in done.stderr) == (0, True)


def test_a_temporary_directory_without_space_is_an_error_with_what_to_do(demo) -> None:
    """The largest file that may be written has one block, which shows it without a full disk."""
    demo.commit("large", {"po/de.po": PO.format("Eins" * 5000)})
    temporary = demo.path.parent / "tmp"
    temporary.mkdir()
    done = subprocess.run(
        ["sh", "-c", 'ulimit -f 1; exec "$0" -m transtats_cli history demo po --no-cache', sys.executable],
        cwd=demo.path,
        env={"PATH": os.environ["PATH"], "HOME": str(demo.path.parent), "TMPDIR": str(temporary)} | UNWRITTEN,
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode == 2, done.stderr
    assert "cannot be written to a temporary directory: File too large; TMPDIR names one with space" in done.stderr
    assert list(temporary.iterdir()) == []


def test_no_temporary_directory_is_an_error_with_what_to_do(
    demo, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))
    with pytest.raises(GitError, match=r"to a temporary directory: No such file"), Shadow(required(str(demo.path))):
        pass


SETTINGS = {
    "a map of names that never ends": {"mailmap.file": "/dev/zero"},
    "a map of names in an object": {"mailmap.blob": "HEAD:po/de.po", "log.mailmap": "true"},
    "UTF-16": {"i18n.logOutputEncoding": "UTF-16"},
    "UTF-7": {"i18n.logOutputEncoding": "UTF-7", "i18n.commitEncoding": "UTF-16"},
    "renames are followed": {"log.follow": "true", "diff.renames": "copies"},
    "merges differ otherwise": {"log.diffMerges": "remerge", "log.showRoot": "false"},
    "another form": {
        "format.pretty": "raw",
        "log.date": "format:%%",
        "log.decorate": "full",
        "log.abbrevCommit": "true",
    },
    "another order": {"diff.orderFile": "/dev/zero", "diff.relative": "true", "diff.noprefix": "true"},
    "programs": {"diff.external": "false", "core.pager": "false", "core.fsmonitor": "false", "gpg.program": "false"},
    "notes and signatures": {"notes.displayRef": "*", "log.showSignature": "true", "core.notesRef": "refs/heads/main"},
    "colours": {"color.ui": "always", "color.diff": "always", "diff.colorMoved": "zebra"},
}


@pytest.mark.parametrize("name", SETTINGS)
def test_no_setting_of_a_repository_changes_what_is_read(demo, short, name: str) -> None:
    def read() -> tuple[object, ...]:
        found = required(str(demo.path))
        return (
            points(found, Wanted()),
            points(found, Wanted(tags=True)),
            list(changes(found, "HEAD", ["po/de.po"])),
            differences(found, "HEAD~1", "HEAD"),
        )

    demo.git("mv", "po/de.po", "po/at.po")
    demo.commit("renamed")
    demo.git("mv", "po/at.po", "po/de.po")
    demo.commit("renamed again")
    demo.git("tag", "v1")
    before = read()
    for key, value in SETTINGS[name].items():
        demo.git("config", key, value)
    assert read() == before


def test_no_file_of_a_checkout_is_read_with_its_past(demo, short) -> None:
    """Pipes show it: whoever opens one waits for a writer."""
    os.mkfifo(demo.path / ".mailmap")
    os.mkfifo(demo.path / ".gitmodules")
    os.mkfifo(demo.path / ".gitattributes")
    found = required(str(demo.path))
    assert len(points(found, Wanted())) == 2
    assert len(differences(found, "HEAD~1", "HEAD")) == 1
    assert len(list(changes(found, "HEAD", ["po/de.po"]))) == 2


def differences(repository: Repository, *revisions: str) -> list[Difference]:
    with Objects(repository) as objects, Steps(repository, lambda *_: None) as steps:
        older, newer = map(Trees(objects).of, (commit(repository, revision) for revision in revisions))
        (found,) = steps.between([(older, newer)])
        return found


HANGING = "#!/bin/sh\nsleep 1000 &\necho $! > {0}\nwhile :; do sleep 1000; done\n"


@pytest.fixture
def hanging(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, short: None) -> Path:
    """A git that starts a child and does nothing else; the file with the child's number."""
    file = tmp_path / "child"
    program = tmp_path / "bin" / "git"
    program.parent.mkdir()
    program.write_text(HANGING.format(file), encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent), prepend=os.pathsep)
    return file


def is_gone(process: int) -> bool:
    """True if a process has ended; its parent may not have taken notice of that."""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(") ")[2].startswith("Z")
    except FileNotFoundError:
        return True


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs the processes as files")
@pytest.mark.parametrize("how", ["run", "answers", "questions"])
def test_git_that_takes_too_long_is_ended_with_its_children(hanging: Path, tmp_path: Path, how: str) -> None:
    def ask() -> None:
        if how == "run":
            run(str(tmp_path), "log")
        with started(str(tmp_path), "log") as git:
            git.ask(b"HEAD\n" if how == "answers" else b"HEAD\n" * 100_000)
            git.answers.readline()

    with pytest.raises(GitTimeoutError) as caught:
        ask()
    assert str(caught.value) == (
        f"{tmp_path}: git log was stopped after 1 seconds; for a very large repository allow more with --git-timeout"
        " SECONDS or TRANSTATS_GIT_TIMEOUT, otherwise look for pipes or damage in .git"
    )
    wait_for(lambda: is_gone(int(hanging.read_text(encoding="ascii"))))


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs the processes as files")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_that_ends_a_run_ends_git(hanging: Path, tmp_path: Path, number: int) -> None:
    script = f"from transtats_cli.git.process import run\nrun({str(tmp_path)!r}, 'log')\n"
    environment = os.environ | {TIMEOUT_VARIABLE: "1000"}
    with subprocess.Popen([sys.executable, "-c", script], env=environment, stderr=subprocess.DEVNULL) as process:
        wait_for(lambda: hanging.exists() and hanging.read_text(encoding="ascii").endswith("\n"))
        process.send_signal(number)
        assert process.wait(30) == -number
    wait_for(lambda: is_gone(int(hanging.read_text(encoding="ascii"))))


def wait_for(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_handlers_of_signals_are_restored(demo) -> None:
    before = signal.getsignal(signal.SIGTERM)
    with started(str(demo.path), "log"), started(str(demo.path), "log"):
        assert signal.getsignal(signal.SIGTERM) is not before
    assert signal.getsignal(signal.SIGTERM) is before


@pytest.mark.parametrize("value", ["", "0", "-1", "soon", "nan", "inf"])
def test_a_time_limit_that_is_none_is_the_default(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv(TIMEOUT_VARIABLE, value)
    assert time_limit() == TIMEOUT_SECONDS


def test_the_option_of_a_command_is_the_time_limit(demo, run, tmp_path: Path) -> None:
    program = tmp_path / "bin" / "git"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\nexec sleep 1000\n", encoding="utf-8")
    program.chmod(0o755)
    path = {"PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}"}
    done = run("history", "demo", "po", "--git-timeout", "1", "--root", demo.path, env=path)
    assert (done.status, done.stderr.startswith(f"Error: {demo.path}: git log was stopped after 1 seconds")) == (
        2,
        True,
    )
    done = run("stats", "demo", "po", "--root", demo.path, env=path | {TIMEOUT_VARIABLE: "1"})
    assert (done.status, done.stderr.startswith(f"warning: {demo.path}: git cat-file was stopped after 1")) == (0, True)


def test_a_repository_that_git_takes_too_long_for_is_asked_once(demo, run, tmp_path: Path) -> None:
    """Three components would otherwise take three times the limit."""
    for name in ("one", "two", "three"):
        demo.write({f"{name}/locale/de.po": PO.format("Eins")})
    demo.commit("components")
    calls = tmp_path / "calls"
    program = tmp_path / "bin" / "git"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\necho x >> {calls}\nexec sleep 1000\n", encoding="utf-8")
    program.chmod(0o755)
    path = {"PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}"}
    done = run("stats", "--all", "--git-timeout", "1", "--root", demo.path, env=path)
    assert (done.status, done.stderr.count("was stopped after 1 seconds")) == (0, 4)
    assert calls.read_text(encoding="ascii").count("x") == 1


PIPES = ["HEAD", "config", "index", "packed-refs", "shallow", "refs/heads/main", "info/exclude"]


@pytest.mark.parametrize("name", PIPES)
def test_a_pipe_in_the_place_of_a_file_of_git_holds_nothing_up(demo, run, name: str) -> None:
    path = demo.path / ".git" / name
    path.unlink(missing_ok=True) if not path.is_dir() else path.rmdir()
    demo.write({"po/it.po": PO.format("Uno")})
    path.parent.mkdir(exist_ok=True)
    os.mkfifo(path)
    began = time.monotonic()
    for command in ("stats", "history"):
        done = run(command, "demo", "po", "--git-timeout", "1", "--root", demo.path)
        assert done.status in (0, 2), done.stderr
        assert "Traceback" not in done.stderr
    assert time.monotonic() - began < TIME_LIMITS


def test_an_object_that_is_a_pipe_holds_nothing_up(demo, run) -> None:
    blob = demo.git("rev-parse", "HEAD:po/de.po")
    path = demo.path / ".git" / "objects" / blob[:2] / blob[2:]
    path.unlink()
    os.mkfifo(path)
    demo.write({"po/de.po": PO.format("Changed")})
    done = run("stats", "demo", "po", "--git-timeout", "1", "--root", demo.path)
    assert (done.status, "was stopped after 1 seconds" in done.stderr) == (0, True)
    assert run("diff", "demo", "po", "HEAD", "--git-timeout", "1", "--root", demo.path).status == 2


def test_git_has_no_more_memory_than_its_limit(demo) -> None:
    import resource

    with started(str(demo.path), "cat-file", "--batch") as git:
        if not hasattr(resource, "prlimit"):
            pytest.skip("needs Linux")
        soft, _ = resource.prlimit(git._process.pid, resource.RLIMIT_DATA)
        assert 0 < soft <= limits.MEMORY
