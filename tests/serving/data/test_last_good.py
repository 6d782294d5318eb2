"""A file that cannot be read keeps its last good record."""

import pytest

from transtats_cli.component import Component
from transtats_cli.languages import language_by_code
from transtats_cli.problems import Problem
from transtats_cli.report import Record, Report
from transtats_cli.serving.data.component_state import keep_last_good_records
from transtats_cli.statistics import Counts, Statistics

COMPONENT = Component("demo", "app", "/srv", "*.po")


def make_record(path: str, strings: int = 1) -> Record:
    return Record(language_by_code(path.partition("/")[0].removesuffix(".po")), path, Statistics(Counts(strings)))


def make_report(*records: Record, failures: tuple[str, ...] = (), template: str = "") -> Report:
    component = COMPONENT._replace(template=template)
    return Report(component, records, failures=tuple(Problem(path, "broken") for path in failures))


BEFORE = make_report(make_record("cs.po"), make_record("de.po"), make_record("fr.po"))


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        pytest.param(make_report(make_record("de.po", 2)), {"de.po": 2}, id="no-file-is-broken"),
        pytest.param(make_report(failures=("c", "d")), {}, id="beginning-of-a-name"),
        pytest.param(
            make_report(make_record("cs.po", 2), make_record("fr.po", 2), failures=("de.po",)),
            {"cs.po": 2, "de.po": 1, "fr.po": 2},
            id="one-file-is-broken",
        ),
        pytest.param(make_report(failures=("xx.po",)), {}, id="file-was-never-readable"),
        pytest.param(make_report(failures=(".",)), {"cs.po": 1, "de.po": 1, "fr.po": 1}, id="folder-is-unreadable"),
        pytest.param(
            make_report(failures=("en.json",), template="en.json"),
            {"cs.po": 1, "de.po": 1, "fr.po": 1},
            id="template-is-broken",
        ),
    ],
)
def test_records_of_unreadable_files_are_kept(now: Report, expected: dict[str, int]) -> None:
    kept = keep_last_good_records(now, BEFORE)
    assert {each.path: each.statistics.total.strings for each in kept.translations} == expected
    assert [each.path for each in kept.translations] == sorted(expected)
    assert kept.failures == now.failures


def test_records_below_an_unreadable_folder_are_kept() -> None:
    before = make_report(make_record("cs/app.po"), make_record("de/app.po"))
    kept = keep_last_good_records(make_report(make_record("de/app.po", 2), failures=("cs",)), before)
    assert [each.path for each in kept.translations] == ["cs/app.po", "de/app.po"]
