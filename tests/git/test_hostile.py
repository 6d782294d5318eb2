"""Hostile objects, settings and files of git end in an error message within the time limit."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.fixture_types import Run
from tests.git_repositories import CopyRepository, ScriptedRepository
from tests.processes import start_process
from tests.waiting import has_ended, wait_until
from transtats_cli.git import (
    DEFAULT_TIMEOUT_SECONDS,
    TIMEOUT_VARIABLE,
    limits,
    log,
    process,
    time_limit,
    tree_comparison,
)
from transtats_cli.git.checkout import Checkout
from transtats_cli.git.log import CHANGE_OPTIONS, read_log
from transtats_cli.git.objects import ObjectReader
from transtats_cli.git.process import BeyondLimitsError, GitError, GitTimeoutError, run_git, start_git
from transtats_cli.git.repository import Repository, require_repository
from transtats_cli.git.revisions import find_commit
from transtats_cli.git.tree_comparison import EntryDifference, TreeComparison
from transtats_cli.git.trees import TreeReader
from transtats_cli.history.commits import HistoryRequest, list_commits

pytestmark = pytest.mark.slow

PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "One"\nmsgstr "{}"\n'
NO_COMPILED_MODULES = {"PYTHONDONTWRITEBYTECODE": "1"}
"""Variable that prevents damaged compiled modules when the size of files is limited."""
MAX_SECONDS = 30
"""Bound in seconds, far above the time that the commands need and far below the time without a limit."""


def commit_translations(made: ScriptedRepository) -> None:
    made.commit("one", {"po/de.po": PO.format(""), "po/fr.po": PO.format("")})
    made.commit("two", {"po/de.po": PO.format("Eins")})


@pytest.fixture
def demo(repository_copy: CopyRepository) -> ScriptedRepository:
    return repository_copy("demo", commit_translations)


@pytest.fixture
def short_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the time limit of git to one second."""
    monkeypatch.setenv(TIMEOUT_VARIABLE, "1")


def commit_before_the_last(demo: ScriptedRepository, tree: str, *, time: str = "") -> str:
    """Add a commit with this tree, and a child with the tree of the previous commit. Return the first one."""
    last = demo.git("rev-parse", "HEAD^{tree}")
    hostile = demo.store_commit(tree, time)
    demo.store_commit(last)
    return hostile


def store_nested_folders(demo: ScriptedRepository, depth: int, leaf: str = "file") -> str:
    """Return a tree of nested folders, with a file in the innermost one."""
    tree = demo.store_tree({leaf: demo.store("blob", b"x")})
    for _ in range(depth):
        tree = demo.store_tree({"d/": tree})
    return tree


def store_many_paths(demo: ScriptedRepository, levels: int) -> str:
    """Return a tree in which each folder contains ten folders. It has one object per level, and very many paths."""
    tree = demo.store_tree({"file": demo.store("blob", b"x")})
    for _ in range(levels):
        tree = demo.store_tree({f"{number}/": tree for number in range(10)})
    return tree


def store_po_folder(demo: ScriptedRepository, name: str) -> str:
    """Return a tree with a folder of two translations and another file."""
    there: dict[str | bytes, str] = {file: demo.git("rev-parse", f"HEAD:po/{file}") for file in ("de.po", "fr.po")}
    return demo.store_tree({"po/": demo.store_tree({**there, name: demo.store("blob", b"x")})})


MakeTree = Callable[..., str]
HOSTILE_TREES: dict[str, tuple[MakeTree, str]] = {
    "1,500 folders inside each other": (
        lambda demo: store_nested_folders(demo, 1500),
        "has more than 200 nested folders",
    ),
    "ten billion paths": (lambda demo: store_many_paths(demo, 10), "contains more than 1,000,000 files and folders"),
    "a folder that is a file": (
        lambda demo: demo.store_tree({"po/": demo.store("blob", b"no tree")}),
        "is a blob and should be a tree|ended early",
    ),
    "an entry that is cut off": (
        lambda demo: demo.store("tree", b"100644 file\0abc"),
        "is a damaged tree|ended early",
    ),
    "no entry at all": (lambda demo: demo.store("tree", b"\xff" * 40), "is a damaged tree|ended early"),
    "a translation with a name of 303 bytes": (
        lambda demo: store_po_folder(demo, "x" * 300 + ".po"),
        "cannot be checked out",
    ),
    "a translation at a path of 9,000 bytes": (
        lambda demo: demo.store_tree({"d" * 250 + "/": store_deep_path(demo)}),
        "cannot be checked out",
    ),
    "a link with the name of a translation and an empty target": (
        lambda demo: demo.store_tree({"po/": demo.store_tree({"de.po": demo.store("blob", b"")}, mode="120000")}),
        "cannot be checked out",
    ),
}


def store_deep_path(demo: ScriptedRepository) -> str:
    tree = demo.store_tree({"de.po": demo.store("blob", b"x")})
    for _ in range(35):
        tree = demo.store_tree({"d" * 250 + "/": tree})
    return tree


@pytest.mark.parametrize("command", ["history", "diff"])
@pytest.mark.parametrize("name", HOSTILE_TREES)
def test_a_hostile_tree_of_a_past_commit_is_an_error(
    demo: ScriptedRepository, run: Run, name: str, command: str
) -> None:
    make, expected = HOSTILE_TREES[name]
    commit_before_the_last(demo, make(demo))
    revision = ["HEAD~1"] if command == "diff" else []
    done = run(command, "demo", "po", *revision, "--root", demo.path)
    assert (done.status, done.stderr.count("\n")) == (2, 1), done.stderr
    assert done.stderr.startswith(f"Error: {demo.path}: ")
    assert re.search(expected, done.stderr), done.stderr


OMITTED_PATHS: dict[str, MakeTree] = {
    "a name of 300 bytes": lambda demo: store_po_folder(demo, "x" * 300),
    "a folder with a name of 300 bytes": lambda demo: store_po_folder_and_another(demo),
}


def store_po_folder_and_another(demo: ScriptedRepository) -> str:
    there: dict[str | bytes, str] = {file: demo.git("rev-parse", f"HEAD:po/{file}") for file in ("de.po", "fr.po")}
    return demo.store_tree({"po/": demo.store_tree(there), "x" * 300 + "/": store_nested_folders(demo, 3, "main.c")})


@pytest.mark.parametrize("make", OMITTED_PATHS.values(), ids=OMITTED_PATHS.keys())
def test_a_path_that_git_cannot_check_out_is_left_out_with_a_warning(
    demo: ScriptedRepository, run: Run, make: MakeTree
) -> None:
    commit_before_the_last(demo, make(demo))
    done = run("diff", "demo", "po", "HEAD~1", "--root", demo.path)
    assert done.status == 0
    assert re.fullmatch(
        r"warning: HEAD~1:(po/)?x{300}: left out, because git cannot check it out either\n", done.stderr
    )
    assert "German" not in done.stdout
    assert run("history", "demo", "po", "--root", demo.path).status == 0


def test_omitted_paths_are_those_of_the_current_commit(demo: ScriptedRepository) -> None:
    head = demo.head
    hostile = commit_before_the_last(demo, store_po_folder(demo, "x" * 300))
    with Checkout(require_repository(str(demo.path))) as checkout:
        checkout.check_out(hostile)
        assert checkout.omitted_paths == ["po/" + "x" * 300]
        checkout.check_out(head)
        assert checkout.omitted_paths == []


def test_a_folder_that_is_repeated_in_a_tree_is_read_once(demo: ScriptedRepository) -> None:
    tree = store_many_paths(demo, 5)
    with ObjectReader(require_repository(str(demo.path))) as objects:
        trees = TreeReader(objects)
        assert trees.measure(tree) == (10**5 + sum(10**level for level in range(1, 6)), 6, 0)
        with pytest.raises(BeyondLimitsError, match="contains more than 1,000,000"):
            trees.measure(store_many_paths(demo, 7))
        assert len(trees._listings) == 8


def test_a_tree_is_too_deep_even_if_a_part_of_it_was_read_before(demo: ScriptedRepository) -> None:
    with ObjectReader(require_repository(str(demo.path))) as objects:
        trees = TreeReader(objects)
        inner = store_nested_folders(demo, limits.MAX_FOLDER_DEPTH - 1)
        assert trees.measure(inner).depth == limits.MAX_FOLDER_DEPTH
        with pytest.raises(BeyondLimitsError, match="has more than 200 nested folders"):
            trees.measure(demo.store_tree({"one/": inner}))


def test_a_long_tree_without_entries_is_refused_at_once(demo: ScriptedRepository) -> None:
    tree = demo.store("tree", b"0 " * 500_000)
    with ObjectReader(require_repository(str(demo.path))) as objects:
        began = time.process_time()
        with pytest.raises(GitError, match=r"is a damaged tree|ended early"):
            TreeReader(objects).read_listing(tree)
        assert time.process_time() - began < 5


def test_an_object_that_is_too_large_is_not_read(demo: ScriptedRepository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("transtats_cli.git.objects.MAX_OBJECT_BYTES", 100)
    with ObjectReader(require_repository(str(demo.path))) as objects:
        assert objects.read(demo.store("blob", b"x" * 100)) == b"x" * 100
        with pytest.raises(BeyondLimitsError, match="has 101 bytes; the limit is 100"):
            objects.read(demo.store("blob", b"x" * 101))


def test_a_commit_that_would_fill_the_disk_is_refused(
    demo: ScriptedRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("transtats_cli.git.checkout.MAX_COMMIT_BYTES", 100)
    blob = demo.store("blob", b"x" * 60)
    hostile = demo.store_commit(demo.store_tree({"a.po": blob, "b.po": blob}))
    with (
        Checkout(require_repository(str(demo.path))) as checkout,
        pytest.raises(BeyondLimitsError, match="more than 100 bytes"),
    ):
        checkout.check_out(hostile)


def test_a_head_that_is_not_a_commit_is_an_error(demo: ScriptedRepository, run: Run) -> None:
    (demo.path / ".git" / "HEAD").write_text(demo.store("blob", b"\xff\xfe") + "\n", encoding="ascii")
    done = run("history", "demo", "po", "--root", demo.path)
    assert done.status == 2
    done = run("stats", "demo", "po", "--root", demo.path)
    assert (done.status, "is a blob and should be a commit" in done.stderr) == (0, True)


def test_a_full_temporary_directory_is_an_error_that_names_a_solution(demo: ScriptedRepository) -> None:
    """A limit on the size of files has the effect of a full disk."""
    demo.commit("large", {"po/de.po": PO.format("Eins" * 5000)})
    temporary = demo.path.parent / "tmp"
    temporary.mkdir()
    done = subprocess.run(
        ["sh", "-c", 'ulimit -f 1; exec "$0" -m transtats_cli history demo po --no-cache', sys.executable],
        cwd=demo.path,
        env={"PATH": os.environ["PATH"], "HOME": str(demo.path.parent), "TMPDIR": str(temporary)} | NO_COMPILED_MODULES,
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode == 2, done.stderr
    assert (
        "cannot be written to a temporary directory: File too large; set TMPDIR to a directory with more space"
        in done.stderr
    )
    assert list(temporary.iterdir()) == []


def test_a_missing_temporary_directory_is_an_error(
    demo: ScriptedRepository, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))
    with (
        pytest.raises(GitError, match=r"to a temporary directory: No such file"),
        Checkout(require_repository(str(demo.path))),
    ):
        pass


SETTINGS = {
    "an endless mailmap": {"mailmap.file": "/dev/zero"},
    "a mailmap in an object": {"mailmap.blob": "HEAD:po/de.po", "log.mailmap": "true"},
    "UTF-16": {"i18n.logOutputEncoding": "UTF-16"},
    "UTF-7": {"i18n.logOutputEncoding": "UTF-7", "i18n.commitEncoding": "UTF-16"},
    "renames are followed": {"log.follow": "true", "diff.renames": "copies"},
    "another diff of merges": {"log.diffMerges": "remerge", "log.showRoot": "false"},
    "another format": {
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
def test_settings_of_a_repository_do_not_change_the_result(
    demo: ScriptedRepository, short_time_limit: None, name: str
) -> None:
    def read() -> tuple[object, ...]:
        found = require_repository(str(demo.path))
        return (
            list_commits(found, HistoryRequest()),
            list_commits(found, HistoryRequest(only_tagged_commits=True)),
            list(read_log(found, ["HEAD"], CHANGE_OPTIONS, ["po/de.po"])),
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


def test_no_file_of_the_work_tree_is_read_with_the_log(demo: ScriptedRepository, short_time_limit: None) -> None:
    """Opening one of the pipes would block."""
    os.mkfifo(demo.path / ".mailmap")
    os.mkfifo(demo.path / ".gitmodules")
    os.mkfifo(demo.path / ".gitattributes")
    found = require_repository(str(demo.path))
    assert len(list_commits(found, HistoryRequest())) == 2
    assert len(differences(found, "HEAD~1", "HEAD")) == 1
    assert len(list(read_log(found, ["HEAD"], CHANGE_OPTIONS, ["po/de.po"]))) == 2


def differences(repository: Repository, *revisions: str) -> list[EntryDifference]:
    with ObjectReader(repository) as objects, TreeComparison(repository, lambda *_: None) as comparison:
        older, newer = map(TreeReader(objects).find_tree, (find_commit(repository, revision) for revision in revisions))
        (found,) = comparison.compare([(older, newer)])
        return found


HANGING = "#!/bin/sh\nsleep 1000 &\necho $! > {0}\nwhile :; do sleep 1000; done\n"


@pytest.fixture
def hanging(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, short_time_limit: None) -> Iterator[Path]:
    """Replace `git` by a program that starts a child and hangs. Yield the file with the process id of the child."""
    file = tmp_path / "child"
    program = tmp_path / "bin" / "git"
    program.parent.mkdir()
    program.write_text(HANGING.format(file), encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent), prepend=os.pathsep)
    yield file
    # They have ended unless the test fails. The package starts git in a process group of its own.
    with suppress(FileNotFoundError, ProcessLookupError):
        os.killpg(os.getpgid(int(file.read_text(encoding="ascii"))), signal.SIGKILL)


@pytest.mark.parametrize("how", ["run", "read", "write"])
def test_git_is_killed_with_its_children_at_the_time_limit(hanging: Path, tmp_path: Path, how: str) -> None:
    def wait_for_git() -> None:
        if how == "run":
            run_git(str(tmp_path), "log")
        with start_git(str(tmp_path), "log") as git:
            git.write(b"HEAD\n" if how == "read" else b"HEAD\n" * 100_000)
            git.output.readline()

    with pytest.raises(GitTimeoutError) as caught:
        wait_for_git()
    assert str(caught.value) == (
        f"{tmp_path}: git log was stopped after 1 seconds; if the repository is very large, increase"
        " the limit with --git-timeout SECONDS or TRANSTATS_GIT_TIMEOUT, otherwise check .git for pipes or damage"
    )
    wait_until(lambda: has_ended(int(hanging.read_text(encoding="ascii"))))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_that_ends_the_process_ends_git(hanging: Path, tmp_path: Path, number: int) -> None:
    script = f"from transtats_cli.git.process import run_git\nrun_git({str(tmp_path)!r}, 'log')\n"
    environment = os.environ | {TIMEOUT_VARIABLE: "1000"}
    with start_process([sys.executable, "-c", script], env=environment, stderr=subprocess.DEVNULL) as process:
        wait_until(lambda: hanging.exists() and hanging.read_text(encoding="ascii").endswith("\n"))
        process.send_signal(number)
        assert process.wait(30) == -number
    wait_until(lambda: has_ended(int(hanging.read_text(encoding="ascii"))))


def test_signal_handlers_are_restored(demo: ScriptedRepository) -> None:
    before = signal.getsignal(signal.SIGTERM)
    with start_git(str(demo.path), "log"), start_git(str(demo.path), "log"):
        assert signal.getsignal(signal.SIGTERM) is not before
    assert signal.getsignal(signal.SIGTERM) is before


@pytest.mark.parametrize("value", ["", "0", "-1", "soon", "nan", "inf"])
def test_an_invalid_time_limit_is_replaced_by_the_default(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv(TIMEOUT_VARIABLE, value)
    assert time_limit() == DEFAULT_TIMEOUT_SECONDS


def test_the_option_git_timeout_sets_the_time_limit(demo: ScriptedRepository, run: Run, tmp_path: Path) -> None:
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


def test_a_time_limit_that_is_too_long_is_refused(
    demo: ScriptedRepository, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = run("stats", "demo", "po", "--git-timeout", "1000001", "--root", demo.path)
    assert (done.status, done.stdout) == (2, "")
    monkeypatch.setenv(TIMEOUT_VARIABLE, "1000000")
    assert time_limit() == 1_000_000


def test_git_is_run_once_for_a_repository_that_reaches_the_time_limit(
    demo: ScriptedRepository, run: Run, tmp_path: Path
) -> None:
    """Three components must not take three times the limit."""
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
    assert (done.status, done.stderr.count("was stopped after 1 seconds")) == (0, 1)
    assert calls.read_text(encoding="ascii").count("x") == 1


PIPES = ["HEAD", "config", "index", "packed-refs", "shallow", "refs/heads/main", "info/exclude"]


@pytest.mark.parametrize("name", PIPES)
def test_a_pipe_in_the_git_directory_does_not_block(demo: ScriptedRepository, run: Run, name: str) -> None:
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
    assert time.monotonic() - began < MAX_SECONDS


def test_an_object_that_is_a_pipe_does_not_block(demo: ScriptedRepository, run: Run) -> None:
    blob = demo.git("rev-parse", "HEAD:po/de.po")
    path = demo.path / ".git" / "objects" / blob[:2] / blob[2:]
    path.unlink()
    os.mkfifo(path)
    demo.write({"po/de.po": PO.format("Changed")})
    done = run("stats", "demo", "po", "--git-timeout", "1", "--root", demo.path)
    assert (done.status, "was stopped after 1 seconds" in done.stderr) == (0, True)
    assert run("diff", "demo", "po", "HEAD", "--git-timeout", "1", "--root", demo.path).status == 2


def test_the_memory_of_git_is_limited(demo: ScriptedRepository) -> None:
    import resource

    with start_git(str(demo.path), "cat-file", "--batch") as git:
        if not hasattr(resource, "prlimit"):
            pytest.skip("needs Linux")
        soft, _ = resource.prlimit(git._process.pid, resource.RLIMIT_DATA)
        assert 0 < soft <= limits.MAX_MEMORY_BYTES


def count_logged_files(repository: Repository) -> int:
    return len(next(read_log(repository, ["HEAD"], CHANGE_OPTIONS, ["."])).changes)


def count_differing_files(repository: Repository) -> int:
    return len(differences(repository, "HEAD~1", "HEAD"))


@pytest.mark.parametrize("count", [count_logged_files, count_differing_files], ids=["log", "difference"])
def test_a_commit_that_changes_too_many_files_is_refused(
    demo: ScriptedRepository, monkeypatch: pytest.MonkeyPatch, count: Callable[[Repository], int]
) -> None:
    for module in (log, tree_comparison):
        monkeypatch.setattr(module, "MAX_FILES", 1_000)
    # The output of git arrives in chunks, and the end of a chunk may be anywhere.
    monkeypatch.setattr(process, "CHUNK_SIZE", 100)
    repository = require_repository(str(demo.path))
    one, other = demo.store("blob", b"one"), demo.store("blob", b"other")
    demo.store_commit(demo.store_tree({}))
    demo.store_commit(demo.store_tree({f"{number:04}.po": one for number in range(990)}))
    assert count(repository) == 990
    demo.store_commit(demo.store_tree({f"{number:04}.po": other for number in range(1_001)}))
    with pytest.raises(BeyondLimitsError, match=r"(a commit|[0-9a-f]{40}) changes more than 1,000 files"):
        count(repository)


@pytest.mark.parametrize("count", [count_logged_files, count_differing_files], ids=["log", "difference"])
def test_a_path_of_more_than_a_megabyte_is_refused(
    demo: ScriptedRepository, count: Callable[[Repository], int]
) -> None:
    repository = require_repository(str(demo.path))
    blob = demo.store("blob", b"x")
    demo.store_commit(demo.store_tree({"x" * 1_000_000: blob}))
    assert count(repository) > 0
    demo.store_commit(demo.store_tree({"x" * 1_200_000: blob}))
    with pytest.raises(BeyondLimitsError, match="has a path of more than 1,048,576 bytes"):
        count(repository)
