"""The reader of histories compares only the commits of the history."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.git_repositories import CopyRepository, ScriptedRepository, commit_forty_times
from transtats_cli.git.checkout import Checkout
from transtats_cli.git.repository import require_repository
from transtats_cli.git.tree_comparison import TreeComparison
from transtats_cli.history import reader
from transtats_cli.history.commits import HistoryRequest, list_commits
from transtats_cli.history.reader import ComponentLocation, read_histories
from transtats_cli.scanning.pipeline.options import ScanOptions


@pytest.fixture
def demo(repository_copy: CopyRepository) -> ScriptedRepository:
    """Repository of forty commits, of which every tenth changes a translation."""
    return repository_copy("demo", commit_forty_times)


@pytest.fixture
def pairs(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Pairs of trees that git has compared."""
    found: list[tuple[str, str]] = []

    class Counting(TreeComparison):
        def compare(self, pairs: Sequence[tuple[str, str]]) -> Any:
            for pair, differences in zip(pairs, super().compare(pairs), strict=True):
                found.append(pair)
                yield differences

    monkeypatch.setattr(reader, "TreeComparison", Counting)
    return found


def count_entries(demo: ScriptedRepository, request: HistoryRequest, cache: str = "") -> int:
    location = ComponentLocation(require_repository(str(demo.path)), str(demo.path), ("demo", "po"))
    commits = list_commits(location.repository, request)
    (entries,) = read_histories([location], commits, ScanOptions(cache_directory=cache))
    assert isinstance(entries, list)
    return len(entries)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("commits", "found"),
    [
        pytest.param(HistoryRequest("HEAD~3..HEAD"), 3, id="range"),
        pytest.param(HistoryRequest("HEAD~30..HEAD~20"), 10, id="range in the past"),
        pytest.param(HistoryRequest(since="2023-11-17T20:00:00"), 6, id="since"),
        pytest.param(HistoryRequest(every="day"), 4, id="a commit a day"),
        pytest.param(HistoryRequest(), 40, id="all"),
    ],
)
def test_only_selected_commits_are_compared(
    demo: ScriptedRepository, pairs: list[object], commits: HistoryRequest, found: int
) -> None:
    assert count_entries(demo, commits) == found
    assert len(pairs) == found - 1


@pytest.mark.slow
def test_only_new_commits_are_compared_if_the_others_are_cached(
    demo: ScriptedRepository, pairs: list[object], tmp_path: Path
) -> None:
    assert count_entries(demo, HistoryRequest(), str(tmp_path)) == 40
    for number in range(3):
        demo.commit("code", {"src/new.c": f"int y{number};\n"})
    pairs.clear()
    assert count_entries(demo, HistoryRequest(), str(tmp_path)) == 43
    assert len(pairs) == 3


@pytest.mark.slow
def test_new_and_removed_code_is_not_read(demo: ScriptedRepository, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a commit with a difference in the checked-out files is checked out."""
    trees: list[str] = []
    check_out = Checkout.check_out_tree
    monkeypatch.setattr(
        Checkout, "check_out_tree", lambda self, tree, commit="": trees.append(tree) or check_out(self, tree, commit)
    )
    for number in range(10):
        demo.commit("comes", {f"src/new{number}.c": "", "src/old.c": str(number)})
        demo.git("rm", "--quiet", f"src/new{number}.c")
        demo.commit("goes")
    assert count_entries(demo, HistoryRequest("HEAD~20")) == 40
    usual = len(trees)
    trees.clear()
    assert count_entries(demo, HistoryRequest()) == 60
    assert len(trees) <= usual + 1
