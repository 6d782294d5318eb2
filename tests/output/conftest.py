"""Reports made by hand for the renderers."""

from collections.abc import Sequence

import pytest

from transtats_cli.component import Component
from transtats_cli.languages import Language
from transtats_cli.plurals import PluralRule
from transtats_cli.report import Record, Report
from transtats_cli.statistics import Counts, Statistics


def record_of(code: str, name: str, statistics: Statistics) -> Record:
    return Record(Language(code, name, PluralRule(2, "n != 1")), f"po/{code}.po", statistics, "2026-02-03T04:05:06Z", 2)


def report_of(slug: str, *records: Record, project: str = "garden") -> Report:
    return Report(Component(project, slug, "/garden", "po/*.po", base_url="https://l10n.example"), records)


@pytest.fixture
def app() -> Report:
    """Six languages in the order of their paths, with all that needs care in a table."""
    whole = Counts(40, 200, 1000)
    return report_of(
        "app",
        record_of("cs", "Czech", Statistics(whole, whole)),
        record_of("de", "German", Statistics(whole, Counts(39, 190, 980), Counts(1, 10, 20), failing=3)),
        record_of("fr", "French", Statistics(whole, failing=0)),
        record_of(
            "he", "עברית", Statistics(whole, Counts(12, 50, 300), Counts(11, 60, 320), suggestions=1, comments=2)
        ),
        record_of("ja", "日本語の訳", Statistics(whole, Counts(1, 3, 9))),
        record_of("zh_Hant_HK", "Chinese (Traditional Han script, Hong Kong)", Statistics(whole, Counts(20, 99, 500))),
    )


@pytest.fixture
def sourced(app: Report) -> Report:
    """The same with the source language in front, all of it read-only."""
    whole = Counts(40, 200, 1000)
    return app._replace(source=record_of("en", "English", Statistics(whole, whole, readonly=whole)))


@pytest.fixture
def reviewed() -> Report:
    """A component with approved and read-only strings."""
    counted = Statistics(
        Counts(10, 50, 200), Counts(9, 40, 170), Counts(1, 10, 30), Counts(4, 20, 80), Counts(2, 3, 15), failing=1
    )
    return report_of("manual", record_of("pt_BR", "Portuguese (Brazil)", counted))


@pytest.fixture
def empty() -> Report:
    return report_of("new")


@pytest.fixture
def hostile() -> Report:
    """Names that want to be more than names."""
    counted = Statistics(Counts(2, 4, 8), Counts(1, 2, 4))
    return report_of(
        "=1+1|[red]",
        record_of("@a", "\x1b[31mRed\nline", counted),
        record_of("_b_", "`code` *bold* <b> | \u202eback", counted),
        record_of("c\u2028d", "", counted),
        project="-garden",
    )


@pytest.fixture
def everything(app: Report, reviewed: Report, empty: Report, hostile: Report) -> Sequence[Report]:
    return app, reviewed, empty, hostile
