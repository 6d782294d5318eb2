"""Reports for the tests of the renderers."""

from collections.abc import Sequence

import pytest

from transtats_cli.component import Component
from transtats_cli.languages import Language
from transtats_cli.plurals import PluralRule
from transtats_cli.report import Record, Report
from transtats_cli.statistics import Counts, Statistics


def build_record(code: str, name: str, statistics: Statistics) -> Record:
    return Record(Language(code, name, PluralRule(2, "n != 1")), f"po/{code}.po", statistics, "2026-02-03T04:05:06Z", 2)


def build_report(slug: str, *records: Record, project: str = "garden") -> Report:
    return Report(Component(project, slug, "/garden", "po/*.po", base_url="https://l10n.example"), records)


@pytest.fixture
def app() -> Report:
    """Component with six languages in the order of their paths, with long names and wide characters."""
    whole = Counts(40, 200, 1000)
    return build_report(
        "app",
        build_record("cs", "Czech", Statistics(whole, whole)),
        build_record("de", "German", Statistics(whole, Counts(39, 190, 980), Counts(1, 10, 20), failing=3)),
        build_record("fr", "French", Statistics(whole, failing=0)),
        build_record(
            "he", "עברית", Statistics(whole, Counts(12, 50, 300), Counts(11, 60, 320), suggestions=1, comments=2)
        ),
        build_record("ja", "日本語の訳", Statistics(whole, Counts(1, 3, 9))),
        build_record(
            "zh_Hant_HK", "Chinese (Traditional Han script, Hong Kong)", Statistics(whole, Counts(20, 99, 500))
        ),
    )


@pytest.fixture
def app_with_source(app: Report) -> Report:
    """The component `app` with its source language, of which all strings are read-only."""
    whole = Counts(40, 200, 1000)
    return app._replace(source=build_record("en", "English", Statistics(whole, whole, readonly=whole)))


@pytest.fixture
def reviewed() -> Report:
    """A component with approved and read-only strings."""
    counted = Statistics(
        Counts(10, 50, 200), Counts(9, 40, 170), Counts(1, 10, 30), Counts(4, 20, 80), Counts(2, 3, 15), failing=1
    )
    return build_report("manual", build_record("pt_BR", "Portuguese (Brazil)", counted))


@pytest.fixture
def empty() -> Report:
    return build_report("new")


@pytest.fixture
def hostile() -> Report:
    """Component with formulas, markup and control characters in its names."""
    counted = Statistics(Counts(2, 4, 8), Counts(1, 2, 4))
    return build_report(
        "=1+1|[red]",
        build_record("@a", "\x1b[31mRed\nline", counted),
        build_record("_b_", "`code` *bold* <b> | \u202eback", counted),
        build_record("c\u2028d", "", counted),
        project="-garden",
    )


@pytest.fixture
def all_reports(app: Report, reviewed: Report, empty: Report, hostile: Report) -> Sequence[Report]:
    return app, reviewed, empty, hostile
