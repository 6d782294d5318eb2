"""Figures and bars of translations."""

import pytest

from transtats_cli.measures import COMPLETE_MEASURE, TRANSLATED_MEASURE, Share, measure_complete, measure_translated
from transtats_cli.pages.progress import TOTAL_BAR_WIDTH, TranslationProgress
from transtats_cli.statistics import Completeness, Counts, Statistics


def make_statistics(total: int, translated: int = 0, fuzzy: int = 0, failing: int = 0) -> Statistics:
    return Statistics(Counts(total, total * 3), Counts(translated, translated * 3), Counts(fuzzy), failing=failing)


def create_progress(counted: Statistics, found: Completeness | None = None) -> TranslationProgress:
    share = measure_translated(counted) if found is None else measure_complete(found)
    return TranslationProgress(
        counted, share, TRANSLATED_MEASURE if found is None else COMPLETE_MEASURE, completeness=found
    )


@pytest.mark.parametrize(
    ("counted", "missing", "kinds"),
    [
        pytest.param(make_statistics(10, 10), 0, ["good"], id="complete"),
        pytest.param(make_statistics(10, 10, failing=1), 0, ["good", "failing"], id="one failing"),
        pytest.param(make_statistics(1_000_000, 999_999), 0, ["good", "untranslated"], id="one in a million"),
        pytest.param(make_statistics(1_000_000, 999_999, 1), 0, ["good", "fuzzy"], id="one fuzzy"),
        pytest.param(make_statistics(10, 10), 1, ["good", "missing"], id="complete, but one is missing"),
        pytest.param(make_statistics(10), 0, ["untranslated"], id="empty"),
        pytest.param(
            make_statistics(10, 2, failing=5), 0, ["failing", "untranslated"], id="more failing than translated"
        ),
        pytest.param(
            make_statistics(9_999, 2, 1, 1), 1, ["good", "failing", "fuzzy", "untranslated", "missing"], id="all kinds"
        ),
        pytest.param(make_statistics(0), 0, [], id="no strings"),
    ],
)
def test_each_kind_of_strings_is_a_visible_part_of_the_bar(counted: Statistics, missing: int, kinds: list[str]) -> None:
    total, translated = counted.total.strings, counted.translated.strings
    bar = create_progress(counted, Completeness(total + missing, missing, translated=translated)).bar
    assert [part.kind for part in bar] == kinds
    assert sum(part.width for part in bar) == (TOTAL_BAR_WIDTH if kinds else 0)
    assert all(part.width >= 10 for part in bar)
    assert [part.start for part in bar] == [sum(each.width for each in bar[:index]) for index in range(len(bar))]


def test_a_fully_translated_file_that_lacks_strings_is_not_complete() -> None:
    progress = create_progress(make_statistics(9, 9), Completeness(10, missing=1, missing_words=4, translated=9))
    assert (progress.percent, progress.phrase) == (90.0, "complete")
    assert (progress.strings_left, progress.words_left) == (1, 4)


def test_the_numbers_of_the_bar_are_those_of_the_share_without_stale_strings() -> None:
    # Of 8 strings in the file, 3 are stale: 2 translated ones, and a fuzzy one.
    found = Completeness(10, missing=5, stale=3, translated=4)
    progress = create_progress(make_statistics(8, 6, 2, failing=1), found)
    numbers = {part.kind: part.strings for part in progress.bar}
    assert numbers == {"good": 3, "failing": 1, "fuzzy": 1, "missing": 5}
    assert progress.share == (4, sum(numbers.values()))


@pytest.mark.parametrize(
    ("translated", "expected"),
    [
        pytest.param(1, {"good": 1, "untranslated": 1, "missing": 2}, id="missing strings are not translated"),
        pytest.param(4, {"good": 4}, id="missing strings are read-only"),
    ],
)
def test_a_missing_string_that_is_part_of_the_total_is_in_one_part_of_the_bar(
    translated: int, expected: dict[str, int]
) -> None:
    found = Completeness(
        4, missing=2, missing_words=6, translated=translated, counted_missing=2, counted_missing_words=6
    )
    progress = create_progress(make_statistics(4, translated), found)
    assert {part.kind: part.strings for part in progress.bar} == expected
    assert (progress.strings_left, progress.words_left) == (4 - translated, 12 - 3 * translated)


def test_the_summary_describes_the_bar_in_words() -> None:
    progress = create_progress(make_statistics(10, 6, 1, 2))
    assert (
        progress.summary == "60.0% translated: 4 translated, 2 translated with failing checks, 1 fuzzy, 3 untranslated"
    )


@pytest.mark.parametrize(
    ("measure", "share", "summary"),
    [
        pytest.param(
            "words", Share(12, 30), "40.0% of the words translated: 12 words translated, 18 words to translate"
        ),
        pytest.param("approved", Share(1, 10), "10.0% approved: 1 approved, 9 strings to approve"),
        pytest.param(
            "translated-and-not-failing",
            Share(4, 10),
            "40.0% translated and not failing: 4 translated and not failing, 6 strings to translate or correct",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) and " " not in value else "",
)
def test_the_bar_agrees_with_the_share_by_any_measure(measure: str, share: Share, summary: str) -> None:
    progress = TranslationProgress(make_statistics(10, 6, 1, 2), share, measure)
    assert progress.summary == summary
    assert progress.bar[0].width == pytest.approx(TOTAL_BAR_WIDTH * share.part / share.whole)
