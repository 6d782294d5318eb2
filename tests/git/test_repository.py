"""Repositories, revisions and objects are found; errors name a solution."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.git_repositories import CopyRepository, ScriptedRepository
from transtats_cli.git import TIMEOUT_VARIABLE, revisions
from transtats_cli.git.objects import ObjectReader
from transtats_cli.git.process import GitError, run_git
from transtats_cli.git.repository import Repository, find_repository, require_repository
from transtats_cli.git.tree_comparison import TreeComparison

pytestmark = pytest.mark.slow


def commit_translations(made: ScriptedRepository) -> None:
    made.commit("one", {"po/de.po": "", "src/main.c": ""})
    made.git("tag", "v1.0")
    made.commit("two")


@pytest.fixture
def demo(repository_copy: CopyRepository) -> ScriptedRepository:
    return repository_copy("demo", commit_translations)


def test_a_repository_is_found_from_any_folder_of_its_work_tree(demo: ScriptedRepository) -> None:
    top = find_repository(str(demo.path))
    assert top == find_repository(str(demo.path / "po"))
    assert top == Repository(str(demo.path), str(demo.path / ".git"), str(demo.path / ".git"))
    assert top.read_head_commit() == demo.head
    assert (top.relative_path(str(demo.path / "po")), top.relative_path(str(demo.path))) == ("po", "")
    with pytest.raises(GitError, match="is not in the work tree"):
        top.relative_path(str(demo.path.parent))


@pytest.mark.parametrize("how", ["branch", "detached", "packed", "unborn"])
def test_head_is_the_commit_that_git_returns(demo: ScriptedRepository, how: str) -> None:
    if how == "detached":
        demo.git("checkout", "--quiet", "--detach", "HEAD~1")
    elif how == "packed":
        demo.git("pack-refs", "--all")
        assert not (demo.path / ".git" / "refs" / "heads" / "main").exists()
    elif how == "unborn":
        demo.git("checkout", "--quiet", "--orphan", "new")
    expected = demo.git("rev-parse", "--verify", "--quiet", "HEAD", check=False)
    assert require_repository(str(demo.path)).read_head_commit() == expected


@pytest.mark.parametrize("refs", ["files", "reftable"])
def test_the_position_changes_when_head_moves(repository: Callable[[str], ScriptedRepository], refs: str) -> None:
    demo = repository("demo")
    if refs == "reftable":
        (demo.path / ".git").rename(demo.path / "old")
        demo.git("init", "--quiet", "--ref-format=reftable", check=False)
        if not (demo.path / ".git").exists():
            pytest.skip("this git does not support reftable")
    found = require_repository(str(demo.path))
    seen = [found.read_head_position()]
    demo.commit("one", {"po/de.po": ""})
    seen.append(found.read_head_position())
    demo.commit("two")
    seen.append(found.read_head_position())
    demo.write({"README": ""})
    demo.git("add", "README")
    assert found.read_head_position() == seen[-1]
    assert len(set(seen)) == 3
    if refs == "files":
        demo.git("pack-refs", "--all")
        demo.git("checkout", "--quiet", "--detach")
        assert found.read_head_position() == seen[-1]


def test_a_linked_work_tree_has_its_own_head_and_shares_the_branches(demo: ScriptedRepository, tmp_path: Path) -> None:
    other = tmp_path / "other"
    demo.git("worktree", "add", "--quiet", "-b", "side", str(other), "HEAD~1")
    found = require_repository(str(other))
    assert found.read_head_commit() == demo.git("rev-parse", "side") != demo.head
    assert found.common_directory == str(demo.path / ".git")


def test_an_invalid_git_directory_is_not_a_repository(tmp_path: Path) -> None:
    (tmp_path / "demo" / ".git").mkdir(parents=True)
    assert find_repository(str(tmp_path / "demo")) is None
    (tmp_path / "file").mkdir()
    (tmp_path / "file" / ".git").write_text("gitdir: elsewhere\n", encoding="utf-8")
    assert find_repository(str(tmp_path / "file")) is None
    with pytest.raises(GitError, match="is not in a git repository; choose a work tree with --root"):
        require_repository(str(tmp_path / "demo"))
    run_git(str(tmp_path), "init", "--quiet", "--bare", "bare")
    with pytest.raises(GitError, match="is a bare git repository; create a work tree with: git worktree add"):
        require_repository(str(tmp_path / "bare"))
    with pytest.raises(GitError, match="no such directory; name the one that holds your projects with --root"):
        require_repository(str(tmp_path / "nowhere"))


@pytest.mark.parametrize("name", ["main", "HEAD", "HEAD~1", "v1.0", "refs/tags/v1.0", "@"])
def test_a_revision_is_resolved_as_git_does(demo: ScriptedRepository, name: str) -> None:
    assert revisions.find_commit(require_repository(str(demo.path)), name) == demo.git(
        "rev-parse", f"{name}^{{commit}}"
    )


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        pytest.param("mian", "; did you mean 'main'?", id="a branch"),
        pytest.param("v1.1", "; did you mean 'v1.0'?", id="a tag"),
        pytest.param("main~9", "; 'main' exists, but does not have so many ancestors", id="too far back"),
        pytest.param("--all", "; `git branch --all` and `git tag` list", id="an option"),
        pytest.param("", "", id="nothing"),
        pytest.param("^main", "", id="an exclusion"),
        pytest.param("HEAD:po", "", id="a folder"),
        pytest.param("a\0b", "", id="no text"),
        pytest.param("HEAD\nmain", "", id="two lines"),
    ],
)
def test_an_unknown_revision_is_an_error_with_a_hint(demo: ScriptedRepository, name: str, hint: str) -> None:
    with pytest.raises(GitError) as caught:
        revisions.find_commit(require_repository(str(demo.path)), name)
    assert f"there is no revision {name!r} in {demo.path}" in str(caught.value)
    assert hint in str(caught.value)


def test_the_error_for_an_unknown_revision_of_a_shallow_clone_names_git_fetch(
    demo: ScriptedRepository, tmp_path: Path
) -> None:
    demo.git("clone", "--quiet", "--depth=1", demo.path.as_uri(), str(tmp_path / "shallow"))
    shallow = require_repository(str(tmp_path / "shallow"))
    assert shallow.shallow_boundary() == {demo.head}
    with pytest.raises(GitError, match="git fetch --unshallow"):
        revisions.find_commit(shallow, "0123456")
    with pytest.raises(GitError, match=r"there is no revision 'HEAD~1' .*: git fetch --unshallow$"):
        revisions.find_commit(shallow, "HEAD~1")


def test_many_objects_are_read_at_once_and_a_missing_object_is_an_error(demo: ScriptedRepository) -> None:
    for number in range(600):
        demo.write({f"many/{number}": f"content {number}\n" * number})
    demo.commit("many")
    listed = demo.git("ls-tree", "-r", "HEAD", "many").splitlines()
    names = {line.split("\t")[1]: line.split(" ")[2].split("\t")[0] for line in listed}
    with ObjectReader(require_repository(str(demo.path))) as objects:
        contents = list(objects.read_all(names.values()))
        for path, content in zip(names, contents, strict=True):
            assert (demo.path / path).read_bytes() == content
        with pytest.raises(GitError, match=r"the object 0{40} is missing; the repository may be damaged"):
            objects.read("0" * 40)
        assert objects.read(names["many/1"]) == b"content 1\n"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can change the size of a pipe")
def test_requests_for_objects_fit_into_a_small_pipe(demo: ScriptedRepository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(TIMEOUT_VARIABLE, "5")
    large = demo.store("blob", b"content\n" * 20_000)
    with ObjectReader(require_repository(str(demo.path))) as objects:
        objects.read(large)
        assert objects._git is not None
        shrink_pipe(objects._git._descriptor)
        assert len(list(objects.read_all([large] * 500))) == 500


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can change the size of a pipe")
def test_requests_for_differences_fit_into_a_small_pipe(
    demo: ScriptedRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(TIMEOUT_VARIABLE, "5")
    demo.commit("three", {f"{'long' * 50}{number}": "" for number in range(500)})
    pair = demo.git("rev-parse", "HEAD~1^{tree}"), demo.git("rev-parse", "HEAD^{tree}")
    with TreeComparison(require_repository(str(demo.path)), lambda *_: None) as comparison:
        list(comparison.compare([pair]))
        assert comparison._git is not None
        shrink_pipe(comparison._git._descriptor)
        assert [len(each) for each in comparison.compare([pair] * 300)] == [500] * 300


def shrink_pipe(descriptor: int) -> None:
    """Set the size of a pipe to 4096 bytes, the size on Windows."""
    import fcntl

    fcntl.fcntl(descriptor, fcntl.F_SETPIPE_SZ, 4096)


def test_the_search_for_a_repository_stops_at_the_ceiling_of_git(
    demo: ScriptedRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(demo.path))
    assert find_repository(str(demo.path / "po")) is None
    assert find_repository(str(demo.path)) is not None


def test_an_error_contains_the_message_of_git(demo: ScriptedRepository) -> None:
    with pytest.raises(GitError, match=r"demo: git: Not a valid object name"):
        run_git(str(demo.path), "ls-tree", "nonsense")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a repository away")
def test_a_repository_of_another_user_is_an_error_that_names_a_solution(demo: ScriptedRepository) -> None:
    for path in (demo.path, demo.path / ".git"):
        os.chown(path, 65534, -1)
    with pytest.raises(
        GitError, match=r"dubious ownership .*; if you trust it: git config --global --add safe.directory /"
    ):
        revisions.find_commit(require_repository(str(demo.path)), "main")


def test_variables_that_git_sets_for_hooks_are_ignored(
    demo: ScriptedRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    monkeypatch.setenv("GIT_INDEX_FILE", "/nowhere/index")
    assert revisions.find_commit(require_repository(str(demo.path)), "main") == demo.git("rev-parse", "main")
