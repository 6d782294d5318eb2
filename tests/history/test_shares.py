"""Shares of components and of their sums at some commits."""

from collections.abc import Sequence

import pytest

from transtats_cli.history.commits import Commit
from transtats_cli.history.component_history import ComponentHistory
from transtats_cli.history.figures import ComponentFigures, HistoryEntry, LanguageFigures
from transtats_cli.history.shares import ShareHistory, create_share_history, select_commits
from transtats_cli.measures import Share
from transtats_cli.statistics import Statistics

DAY = 24 * 3600


def make_commits(*days: int | None) -> list[Commit]:
    """Return commits of these days, which are days since 1970, newest first."""
    return [Commit(f"c{day}", f"t{day}", None if day is None else day * DAY) for day in days]


def list_days(commits: Sequence[Commit]) -> list[int]:
    return [(commit.time or 0) // DAY for commit in commits]


def test_the_last_commit_of_each_month_of_two_years_is_shown() -> None:
    days = [*range(2_000, 0, -1)]
    shown = list_days(select_commits(make_commits(*days)))
    # Months, and one commit 30 days before the newest one.
    assert len(shown) == 26
    assert shown[0] == 2_000
    assert 1_970 in shown
    assert 2_000 - shown[-1] == pytest.approx(2 * 365, abs=31)
    assert shown == sorted(shown, reverse=True)


def test_the_last_commit_of_each_week_of_a_young_repository_is_shown() -> None:
    shown = list_days(select_commits(make_commits(*range(170, 0, -1))))
    assert len(shown) == 26
    assert 140 in shown


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        pytest.param([], [], id="none"),
        pytest.param([9], [9], id="one"),
        pytest.param([None, 9], [9], id="unknown time"),
        pytest.param([400, 5], [400, 5], id="two"),
    ],
)
def test_few_commits_are_all_shown(days: list[int | None], expected: list[int]) -> None:
    assert list_days(select_commits(make_commits(*days))) == expected


def make_history(slug: str, shares: dict[int, dict[str, Share]], project: str = "demo") -> ComponentHistory:
    """Return the history of a component. `shares` contains the shares by language at each day."""
    entries = []
    for day, by_code in sorted(shares.items()):
        languages = tuple(LanguageFigures(code, code, "", Statistics(), share) for code, share in by_code.items())
        (commit,) = make_commits(day)
        entries.append(HistoryEntry(commit, ComponentFigures((project, slug), languages)))
    return ComponentHistory((project, slug), tuple(entries))


@pytest.fixture
def history() -> ShareHistory:
    app = {10: {"de": Share(1, 10)}, 50: {"de": Share(5, 10), "fr": Share(0, 10)}}
    site = {50: {"de": Share(30, 30)}}
    return create_share_history([make_history("app", app), make_history("site", site)], make_commits(50, 10))


def test_components_languages_and_projects_are_summed_by_strings(history: ShareHistory) -> None:
    assert history.dates == ["1970-01-11", "1970-02-20"]
    assert history.percentages == {
        ("demo", "app", "de"): (10.0, 50.0),
        ("demo", "app", "fr"): (None, 0.0),
        ("demo", "app", ""): (10.0, 25.0),
        ("demo", "site", "de"): (None, 100.0),
        ("demo", "site", ""): (None, 100.0),
        ("demo", "", "de"): (10.0, 87.5),
        ("demo", "", "fr"): (None, 0.0),
        ("demo", "", ""): (10.0, 70.0),
        ("", "", "de"): (10.0, 87.5),
        ("", "", "fr"): (None, 0.0),
        ("", "", ""): (10.0, 70.0),
    }


@pytest.mark.parametrize(
    ("key", "change"),
    [
        pytest.param(("demo", "app", "de"), 40.0, id="known"),
        pytest.param(("demo", "app", "fr"), None, id="new language"),
        pytest.param(("demo", "app", "it"), None, id="no such language"),
    ],
)
def test_the_change_is_that_of_the_last_30_days(
    history: ShareHistory, key: tuple[str, str, str], change: float | None
) -> None:
    assert history.find_change(*key) == change


def test_the_change_in_a_repository_younger_than_30_days_is_unknown() -> None:
    shares = {10: {"de": Share(1, 10)}, 30: {"de": Share(5, 10)}}
    history = create_share_history([make_history("app", shares)], make_commits(30, 10))
    assert history.find_change("demo", "app", "de") is None
