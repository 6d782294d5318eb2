"""Sorting, filters and pages of tables."""

import pytest

from transtats_cli.measures import TRANSLATED_MEASURE, measure_translated
from transtats_cli.pages.progress import TranslationProgress
from transtats_cli.pages.rows import TableRow
from transtats_cli.pages.tables import PAGE_SIZE, TableBuilder
from transtats_cli.report import Coverage
from transtats_cli.statistics import Counts, Statistics


def make_row(name: str, translated: int, failing: int = 0, changed: str | None = None) -> TableRow:
    statistics = Statistics(Counts(10, 20), Counts(translated, 2 * translated), failing=failing)
    progress = TranslationProgress(statistics, measure_translated(statistics), TRANSLATED_MEASURE, changed)
    return TableRow(name, name[:2].lower(), ("languages", name), progress)


ROWS = [
    make_row("German", 10, 1),
    make_row("Czech", 3, 0, "2026-01-01T00:00:00Z"),
    make_row("Arabic", 9),
    make_row("danish", 0),
]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        pytest.param({}, ["Arabic", "Czech", "danish", "German"], id="by name"),
        pytest.param({"order": "desc"}, ["German", "danish", "Czech", "Arabic"], id="descending"),
        pytest.param({"sort": "translated"}, ["German", "Arabic", "Czech", "danish"], id="most translated first"),
        pytest.param(
            {"sort": "left", "order": "asc"}, ["German", "Arabic", "Czech", "danish"], id="fewest words first"
        ),
        pytest.param({"sort": "changed"}, ["Czech", "Arabic", "danish", "German"], id="latest change first"),
        pytest.param({"sort": "nope"}, ["Arabic", "Czech", "danish", "German"], id="unknown column"),
        pytest.param({"show": "unfinished"}, ["Arabic", "Czech", "danish"], id="unfinished"),
        pytest.param({"show": "nearest"}, ["Arabic", "Czech", "danish"], id="nearest"),
        pytest.param({"show": "farthest"}, ["danish", "Czech", "Arabic"], id="farthest"),
        pytest.param({"show": "complete"}, ["German"], id="complete"),
        pytest.param({"show": "failing"}, ["German"], id="failing"),
        pytest.param({"name": "CZ"}, ["Czech"], id="name"),
        pytest.param({"name": "zz"}, [], id="no match"),
        pytest.param({"page": "9" * 5_000}, ["Arabic", "Czech", "danish", "German"], id="no such page"),
        pytest.param({"page": "-1", "show": "<b>"}, ["Arabic", "Czech", "danish", "German"], id="invalid values"),
    ],
)
def test_parameters_sort_and_select_rows(query: dict[str, str], names: list[str]) -> None:
    assert [each.name for each in TableBuilder(query).make_table(ROWS).rows] == names


@pytest.mark.parametrize("order", ["asc", "desc"])
def test_the_source_language_is_the_last_row(order: str) -> None:
    row = make_row("English", 5)
    source = row._replace(progress=row.progress._replace(is_source=True))
    table = TableBuilder({"sort": "translated", "order": order}).make_table([source, *ROWS])
    assert table.rows[-1] is source


def test_the_source_language_is_none_of_the_complete_languages() -> None:
    german = next(row for row in ROWS if row.name == "German")
    source = german._replace(progress=german.progress._replace(is_source=True))
    assert TableBuilder({"show": "complete"}).make_table([source, *ROWS]).rows == [german]


def test_the_farthest_language_has_the_least_of_all_strings() -> None:
    serbian = make_row("Serbian", 3)._replace(coverage=Coverage(1, 2, Counts(90)))
    urdu = make_row("Urdu", 10)._replace(coverage=Coverage(1, 2, Counts(40)))
    table = TableBuilder({"show": "farthest"}).make_table([make_row("Hindi", 2), serbian, make_row("Thai", 10), urdu])
    assert [(each.name, each.share_of_all.percent) for each in table.rows] == [
        ("Serbian", 3.0),
        ("Hindi", 20.0),
        ("Urdu", 20.0),
    ]
    assert {each.key: each.aria_sort for each in table.columns if each.aria_sort} == {"of-all": "ascending"}
    assert "of-all" not in TableBuilder().make_table(ROWS).column_keys


def test_the_header_of_the_sorted_column_reverses_the_order() -> None:
    columns = {
        each.title: each for each in TableBuilder({"sort": "left", "show": "unfinished"}).make_table(ROWS).columns
    }
    assert (columns["Words left"].aria_sort, columns["Name"].aria_sort) == ("descending", "")
    assert columns["Words left"].address == "?show=unfinished&sort=left&order=asc"
    assert columns["Translated"].address == "?show=unfinished&sort=translated&order=asc"


def test_a_table_without_fuzzy_strings_has_no_column_for_them() -> None:
    row = make_row("German", 5)
    fuzzy = row._replace(progress=row.progress._replace(statistics=Statistics(Counts(10), fuzzy=Counts(1))))
    tables = [TableBuilder().make_table(rows) for rows in ([row], [row, fuzzy])]
    assert ["fuzzy" in table.column_keys for table in tables] == [False, True]


def test_a_long_table_has_pages_that_keep_the_filters() -> None:
    rows = [make_row(f"Language {number:03}", 1) for number in range(PAGE_SIZE + 1)]
    first = TableBuilder({"name": "lang"}).make_table(rows)
    assert (first.row_count, len(first.rows), first.pager.page_count) == (PAGE_SIZE + 1, PAGE_SIZE, 2)
    assert (first.pager.previous, first.pager.following) == ("", "?name=lang&page=2")
    last = TableBuilder({"name": "lang", "page": "2"}).make_table(rows)
    assert ([each.name for each in last.rows], last.pager.previous) == ([f"Language {PAGE_SIZE:03}"], "?name=lang")
