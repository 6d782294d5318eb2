"""Sums of records. Percentages are computed from the sums."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.component import Component
from transtats_cli.languages import language_by_code
from transtats_cli.report import (
    Record,
    RecordTotals,
    Report,
    create_total_report,
    sum_statistics,
    sum_statistics_by_language,
)
from transtats_cli.serving import objects
from transtats_cli.statistics import Completeness, Counts, Statistics, add_statistics


def create_record(
    code: str, strings: int = 0, translated: int = 0, last_change: str | None = None, recent: int = 0
) -> Record:
    statistics = Statistics(Counts(strings, 2 * strings, 9 * strings), Counts(translated, 2 * translated))
    return Record(language_by_code(code), f"{code}.po", statistics, last_change, recent)


def test_percentages_are_computed_from_sums() -> None:
    both = sum_statistics([create_record("de", 3, 3), create_record("fr", 1, 0)])
    shown = objects.totals_to_json(both)
    assert (shown["total"], shown["translated"], shown["translated_percent"]) == (4, 3, 75.0)
    assert (shown["total_words"], shown["translated_words_percent"]) == (8, 75.0)


def test_an_empty_sum_is_completely_translated() -> None:
    shown = objects.totals_to_json(sum_statistics([]), extended=True)
    percentages = {key: value for key, value in shown.items() if key.endswith("_percent")}
    assert {key for key, value in percentages.items() if value == 100.0} == {
        "translated_percent",
        "translated_words_percent",
        "translated_chars_percent",
    }
    assert set(percentages.values()) == {0.0, 100.0}
    assert shown["last_change"] is None


@pytest.mark.parametrize(
    ("changes", "newest"),
    [
        pytest.param([None, "2026-01-02T00:00:00Z", "2025-12-31T00:00:00Z"], "2026-01-02T00:00:00Z", id="by day"),
        pytest.param(
            ["2026-01-01T10:00:00Z", "2026-01-01T10:00:00.250000Z"], "2026-01-01T10:00:00.250000Z", id="by fraction"
        ),
        pytest.param([None, None], None, id="never"),
    ],
)
def test_the_last_change_of_a_sum_is_the_latest_of_its_records(changes: list[str | None], newest: str | None) -> None:
    assert sum_statistics([create_record("de", last_change=change) for change in changes]).last_change == newest


def test_recent_changes_are_summed() -> None:
    assert sum_statistics([create_record("de", recent=2), create_record("fr", recent=3)]).recent_changes == 5


def test_records_are_summed_by_language_and_sorted_by_english_name() -> None:
    found = sum_statistics_by_language(
        [create_record("de", 1), create_record("zh_Hans", 2), create_record("ar", 4), create_record("de", 8)]
    )
    assert [(language.name, each.statistics.total.strings) for language, each in found] == [
        ("Arabic", 4),
        ("Chinese (Simplified Han script)", 2),
        ("German", 9),
    ]


@given(st.lists(st.tuples(st.sampled_from(["de", "fr", "cs"]), st.integers(0, 9)), max_size=9))
def test_the_sums_of_all_languages_add_up_to_the_sum_of_all_records(records: list[tuple[str, int]]) -> None:
    each = [create_record(code, strings, recent=strings) for code, strings in records]
    sums = [of_language for _, of_language in sum_statistics_by_language(each)]
    recent = sum(of_language.recent_changes for of_language in sums)
    assert RecordTotals(add_statistics([one.statistics for one in sums]), None, recent) == sum_statistics(each)


def create_report(slug: str, *records: Record, completeness: dict[str, Completeness] | None = None) -> Report:
    return Report(Component("demo", slug, "/", "*.po"), records, completeness=completeness or {})


def test_a_report_of_totals_has_one_record_for_each_language() -> None:
    found = create_total_report(
        [
            create_report("a", create_record("de", 3, 1), create_record("fr", 1)),
            create_report("b", create_record("de", 4, 4)),
        ],
        "demo",
    )
    assert found is not None
    assert (found.component.project, found.component.slug) == ("demo", "-")
    assert [(each.language.code, each.statistics.translated.strings) for each in found.records] == [
        ("fr", 0),
        ("de", 5),
    ]
    assert create_total_report([]) is None


def test_only_a_language_without_translations_is_a_source() -> None:
    english, german = create_record("en", 2, 2), create_record("de", 2, 2)
    found = create_total_report(
        [
            create_report("a", create_record("de", 1))._replace(source=english),
            create_report("b", create_record("fr", 1))._replace(source=german),
        ]
    )
    assert found is not None
    assert found.source_only_language_codes == {"en"}
    assert [found.is_source(each) for each in found.records] == [True, False, False]


def test_a_language_has_a_total_completeness_only_if_all_its_files_were_compared() -> None:
    compared = {"de": Completeness(9, missing=2, translated=5), "fr": Completeness(9)}
    found = create_total_report(
        [
            create_report("a", create_record("de", 7), create_record("fr", 9), completeness=compared),
            create_report("b", create_record("de", 9), completeness={"de": Completeness(9, stale=1, translated=9)}),
            create_report("c", create_record("fr", 1)),
        ],
        needs_completeness=True,
    )
    assert found is not None
    assert found.completeness == {"de": Completeness(18, missing=2, stale=1, translated=14)}
