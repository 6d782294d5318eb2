"""The strings of a file that changed last, with their old and new targets."""

from pathlib import Path

import pytest

from tests.git_repositories import ScriptedRepository
from transtats_cli.changes.recent_strings import find_recent_changes
from transtats_cli.component import Component
from transtats_cli.git.process import GitError
from transtats_cli.model import State

FILE = "de.po"


@pytest.fixture
def repository(tmp_path: Path) -> ScriptedRepository:
    return ScriptedRepository(tmp_path / "repository")


def write_entries(repository: ScriptedRepository, **entries: str) -> None:
    (repository.path / FILE).write_text(repository.po(entries), encoding="utf-8")


def commit_entries(repository: ScriptedRepository, **entries: str) -> str:
    write_entries(repository, **entries)
    repository.git("add", "--all")
    repository.git("commit", "--quiet", "--message", "change")
    return repository.git("rev-parse", "HEAD").strip()


def list_changes(repository: ScriptedRepository, most: int = 10) -> list[tuple[str, str, str | None, str]]:
    found = find_recent_changes(Component("p", "c", str(repository.path), "*.po"), FILE, most)
    assert found is not None
    return [
        (each.commit, each.identity[1], None if each.before is None else each.before[0], each.after[0])
        for each in found
    ]


def test_the_last_change_of_each_string_is_listed_newest_first(repository: ScriptedRepository) -> None:
    commit_entries(repository, A="a", B="b", C="c")
    commit_entries(repository, A="a2", B="b", C="c")
    second = commit_entries(repository, A="a2", B="b2", C="c")
    third = commit_entries(repository, A="a3", B="b2", C="c")
    assert list_changes(repository) == [(third, "A", "a2", "a3"), (second, "B", "b", "b2")]
    assert list_changes(repository, most=1) == [(third, "A", "a2", "a3")]


def test_changes_that_are_not_committed_come_first(repository: ScriptedRepository) -> None:
    commit_entries(repository, A="a", B="b")
    second = commit_entries(repository, A="a", B="b2")
    write_entries(repository, A="new", B="b2")
    assert list_changes(repository) == [("", "A", "a", "new"), (second, "B", "b", "b2")]


def test_a_string_is_listed_when_it_is_added_with_a_target(repository: ScriptedRepository) -> None:
    commit_entries(repository, A="a")
    second = commit_entries(repository, A="a", B="b", C="")
    assert list_changes(repository) == [(second, "B", None, "b")]


def test_a_change_that_was_reverted_is_listed_with_its_last_result_only(repository: ScriptedRepository) -> None:
    commit_entries(repository, A="a", B="b")
    commit_entries(repository, A="wrong", B="b")
    third = commit_entries(repository, A="a", B="b")
    assert list_changes(repository) == [(third, "A", "wrong", "a")]


def test_a_change_that_a_merge_discarded_is_not_listed(repository: ScriptedRepository) -> None:
    commit_entries(repository, A="a", B="b")
    repository.git("checkout", "--quiet", "-b", "side")
    commit_entries(repository, A="side", B="b")
    repository.git("checkout", "--quiet", "main")
    ours = commit_entries(repository, A="a", B="b2")
    repository.git("merge", "--quiet", "--strategy", "ours", "--message", "merge", "side")
    assert list_changes(repository) == [(ours, "B", "b", "b2")]


def test_a_change_of_the_state_is_a_change(repository: ScriptedRepository) -> None:
    commit_entries(repository, A="~a")
    commit_entries(repository, A="a")
    found = find_recent_changes(Component("p", "c", str(repository.path), "*.po"), FILE, 10)
    assert found is not None
    (change,) = found
    assert (change.before, change.after) == (("a", State.NEEDS_EDITING), ("a", State.TRANSLATED))


def test_a_file_without_commits_has_no_changes(repository: ScriptedRepository) -> None:
    write_entries(repository, A="a")
    assert list_changes(repository) == []
    (repository.path / "other").write_text("")
    repository.git("add", "other")
    repository.git("commit", "--quiet", "--message", "other")
    assert list_changes(repository) == []


def test_a_file_outside_of_git_has_no_list(tmp_path: Path, repository: ScriptedRepository) -> None:
    (tmp_path / FILE).write_text(repository.po({"A": "a"}))
    assert find_recent_changes(Component("p", "c", str(tmp_path), "*.po"), FILE, 10) is None


def test_a_damaged_repository_is_an_error(repository: ScriptedRepository) -> None:
    commit_entries(repository, A="a")
    commit_entries(repository, A="b")
    for path in sorted((repository.path / ".git" / "objects").rglob("*")):
        if path.is_file():
            path.unlink()
    with pytest.raises(GitError):
        list_changes(repository)


def test_few_versions_are_compared(repository: ScriptedRepository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("transtats_cli.changes.recent_strings._MAX_VERSIONS", 2)
    for number in range(5):
        last = commit_entries(repository, **{f"S{place}": "new" if place < number else "old" for place in range(5)})
    assert [each[1] for each in list_changes(repository)] == ["S3", "S2"]
    assert list_changes(repository)[0][0] == last
