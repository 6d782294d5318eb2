"""A file that cannot be read keeps its last good record."""

import pytest

from transtats_cli.component import Component
from transtats_cli.languages import language_by_code
from transtats_cli.report import Failure, Record, Report
from transtats_cli.serving.data.last_good import keep_last_good_records
from transtats_cli.statistics import Counts, Statistics

COMPONENT = Component("demo", "app", "/srv", "*.po")


def record(path: str, strings: int = 1) -> Record:
    return Record(language_by_code(path.partition("/")[0].removesuffix(".po")), path, Statistics(Counts(strings)))


def report(*records: Record, failures: tuple[str, ...] = (), template: str = "") -> Report:
    component = COMPONENT._replace(template=template)
    return Report(component, records, failures=tuple(Failure(path, "broken") for path in failures))


BEFORE = report(record("cs.po"), record("de.po"), record("fr.po"))


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        pytest.param(report(record("de.po", 2)), {"de.po": 2}, id="nothing-is-broken"),
        pytest.param(
            report(record("cs.po", 2), record("fr.po", 2), failures=("de.po",)),
            {"cs.po": 2, "de.po": 1, "fr.po": 2},
            id="one-is-broken",
        ),
        pytest.param(report(failures=("xx.po",)), {}, id="never-good"),
        pytest.param(report(failures=(".",)), {"cs.po": 1, "de.po": 1, "fr.po": 1}, id="the-folder-is-locked"),
        pytest.param(
            report(failures=("en.json",), template="en.json"),
            {"cs.po": 1, "de.po": 1, "fr.po": 1},
            id="the-template-is-broken",
        ),
    ],
)
def test_records_of_unreadable_files_are_kept(now: Report, expected: dict[str, int]) -> None:
    kept = keep_last_good_records(now, BEFORE)
    assert {each.path: each.statistics.total.strings for each in kept.translations} == expected
    assert [each.path for each in kept.translations] == sorted(expected)
    assert kept.failures == now.failures


def test_the_latest_earlier_record_is_used() -> None:
    now = report(failures=("cs.po", "de.po"))
    kept = keep_last_good_records(now, report(record("cs.po", 3)), report(record("cs.po", 2), record("de.po", 2)))
    assert {each.path: each.statistics.total.strings for each in kept.translations} == {"cs.po": 3, "de.po": 2}
    without = keep_last_good_records(report(failures=("en.json",), template="en.json"), report(), BEFORE)
    assert without.translations == BEFORE.translations
    never = report(failures=("en.json",), template="en.json")
    assert keep_last_good_records(never) == keep_last_good_records(never, report()) == never


def test_records_below_an_unreadable_folder_are_kept() -> None:
    before = report(record("cs/app.po"), record("de/app.po"))
    kept = keep_last_good_records(report(record("de/app.po", 2), failures=("cs",)), before)
    assert [each.path for each in kept.translations] == ["cs/app.po", "de/app.po"]
