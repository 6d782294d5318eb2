"""Tables that a script sorts and filters with the same result as on a server, and pages of a long table."""

import pytest

from transtats_cli.component import Component
from transtats_cli.measures import TRANSLATED_MEASURE, measure_translated
from transtats_cli.pages import overviews
from transtats_cli.pages.links import Links
from transtats_cli.pages.progress import TranslationProgress
from transtats_cli.pages.rendering import Page
from transtats_cli.pages.rows import CheckRow, TableRow
from transtats_cli.pages.tables import MAX_SCRIPT_ROWS, ROW_SELECTIONS, TABLE_COLUMNS, Pager, TableBuilder
from transtats_cli.report import Coverage, Report
from transtats_cli.static_report.page_paths import PagePaths, make_links, make_page_paths
from transtats_cli.static_report.pages import divide_rows, generate_table_pages
from transtats_cli.statistics import Counts, Statistics


def make_row(name: str, translated: int, words: int = 20, failing: int = 0) -> TableRow:
    statistics = Statistics(
        Counts(10, words), Counts(translated, 2 * translated), fuzzy=Counts(failing), failing=failing
    )
    share = measure_translated(statistics)
    progress = TranslationProgress(statistics, share, TRANSLATED_MEASURE, outdated=Counts(failing))
    change = translated / 10 - failing
    return TableRow(
        name,
        name[:2].lower(),
        (),
        progress,
        change=change,
        coverage=Coverage(translated, 10, Counts(10 - translated)),
    )


ROWS = [
    make_row("German", 10, failing=1),
    make_row("Czech", 3),
    make_row("Arabic", 9, 90),
    make_row("danish", 0),
    make_row("Dutch", 3, 10),
]


@pytest.mark.parametrize("order", ["asc", "desc"])
@pytest.mark.parametrize("place", range(len(TABLE_COLUMNS) - 1))
def test_ranks_sort_the_rows_like_a_server(place: int, order: str) -> None:
    table = TableBuilder().make_table(ROWS)
    sign = -1 if order == "desc" else 1
    ranks = [[*map(int, ranks.split())] for ranks, _ in table.script_rows]
    sorted_pairs = sorted(zip(ranks, table.rows, strict=True), key=lambda each: (sign * each[0][place], each[0][0]))
    served = TableBuilder({"sort": TABLE_COLUMNS[place].key, "order": order}).make_table(ROWS)
    assert [each.name for _, each in sorted_pairs] == [each.name for each in served.rows]


@pytest.mark.parametrize("key", [key for key in ROW_SELECTIONS if key])
def test_selections_contain_the_same_rows_as_on_a_server(key: str) -> None:
    table = TableBuilder().make_table(ROWS)
    pairs = zip(table.script_rows, table.rows, strict=True)
    selected = {each.name for (_, selections), each in pairs if key in selections.split()}
    assert selected == {each.name for each in TableBuilder({"show": key}).make_table(ROWS).rows}


@pytest.mark.parametrize(("key", "place"), [("nearest", -2), ("farthest", -1)])
def test_the_last_ranks_sort_the_rows_by_the_work_left(key: str, place: int) -> None:
    table = TableBuilder().make_table(ROWS)
    served = [each.name for each in TableBuilder({"show": key}).make_table(ROWS).rows]
    pairs = zip(table.script_rows, table.rows, strict=True)
    sorted_pairs = sorted(pairs, key=lambda each: int(each[0][0].split()[place]))
    assert [each.name for _, each in sorted_pairs if each.name != "German"] == served


def test_chips_that_select_no_row_are_left_out() -> None:
    assert [chip.key for chip in TableBuilder().make_table(ROWS).chips] == [
        "",
        "unfinished",
        "nearest",
        "farthest",
        "complete",
        "failing",
    ]
    assert [chip.key for chip in TableBuilder().make_table(ROWS[:1]).chips] == ["", "complete", "failing"]


def test_a_long_table_has_pages_and_no_controls() -> None:
    rows = [make_row(f"Language {number:04}", 5) for number in range(MAX_SCRIPT_ROWS + 1)]
    table = TableBuilder().make_table(rows)
    first, last = divide_rows(table.rows, MAX_SCRIPT_ROWS, "de/index.html")
    assert first == ("de/index.html", rows[:MAX_SCRIPT_ROWS], Pager(1, 2, "", "index-2.html"))
    assert last == ("de/index-2.html", rows[MAX_SCRIPT_ROWS:], Pager(2, 2, "index.html", ""))
    assert (table.row_count, table.script_rows) == (MAX_SCRIPT_ROWS + 1, ())
    links = make_links(make_page_paths([]), {}, "de/index.html")
    html = overviews._make_overview("Languages", ("Languages", "language"), table, ()).render(links)
    assert b"Language 1000" in html
    assert b"data-controls" not in html


def test_an_empty_table_has_one_page() -> None:
    table = TableBuilder().make_table([])
    ((_, rows, pager),) = divide_rows(table.rows, MAX_SCRIPT_ROWS, "index.html")
    assert (rows, pager.page_count, table.has_filters) == ([], 1, False)


def test_headers_are_not_links_and_dates_are_optional() -> None:
    without, dated = (TableBuilder(shows_dates=each).make_table(ROWS) for each in (False, True))
    assert {each.address for each in without.columns} == {""}
    assert [each.title for each in dated.columns] == [*(each.title for each in without.columns), "Last change"]


def test_checks_are_sorted_by_the_number_of_strings() -> None:
    checks = [CheckRow(name, name, count, 1, "", "", count) for name, count in (("a", 1), ("b", 3), ("c", 3))]
    table = TableBuilder().make_check_table(checks)
    assert [each.name for each in table.rows] == ["b", "c", "a"]
    assert [ranks for ranks, _ in table.script_rows] == ["1 1 0", "2 1 0", "0 0 0"]


NAMES = [f"p{number:04}" for number in range(2 * MAX_SCRIPT_ROWS + 1)]


def test_the_rows_of_a_long_table_are_made_once() -> None:
    made: list[Page] = []
    reports = [Report(Component(name, "app", "/", "*.po"), ()) for name in NAMES]

    def make_page(links: Links, tables: TableBuilder) -> Page:
        made.append(overviews.make_home_page(overviews.PageData(reports), links, tables))
        return made[-1]

    paths = PagePaths({name: name for name in NAMES}, {}, {})
    files = list(generate_table_pages("index.html", make_links(paths, {}, "index.html"), make_page))
    assert [path for path, _ in files] == ["index.html", "index-2.html", "index-3.html"]
    assert [content.count(b'<a href="projects/p') for _, content in files] == [MAX_SCRIPT_ROWS, MAX_SCRIPT_ROWS, 1]
    assert b'<a rel="prev" href="index.html">' in files[1][1]
    assert b'<a rel="next" href="index-3.html">' in files[1][1]
    assert len(made) == 1
