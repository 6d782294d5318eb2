"""Units of one translation: each unit once, with its position, in pages."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from transtats_cli.component import Component
from transtats_cli.envelope import ResponsePage
from transtats_cli.errors import TranstatsError
from transtats_cli.serving.http.content import LAST_PAGE_NUMBER
from transtats_cli.serving.http.problems import HttpProblem
from transtats_cli.serving.options import ServeOptions
from transtats_cli.serving.unit_page import UnitQuery, find_string_page, find_unit_objects
from transtats_cli.serving.view_types import JsonObject, ListPage
from transtats_cli.unit_queries.query import QueryError

OPTIONS = ServeOptions("/")
GERMAN = """
# A menu
#: src/menu.c:12
#, fuzzy
msgid "Open"
msgstr "Auf"

msgctxt "door"
msgid "Close"
msgstr "Zu"

msgid "Shut."
msgstr "Zu"

msgid "%d day"
msgid_plural "%d days"
msgstr[0] ""
msgstr[1] ""
"""


@pytest.fixture
def component(tree: Callable[..., Path]) -> Component:
    root = tree({"de.po": GERMAN, "fr.po": 'msgid "Only here"\nmsgstr "Seulement"\n'})
    return Component("demo", "app", str(root), "*.po", base_url="https://example.org")


def find_page(
    component: Component, query: str = "", number: int = 1, size: int = 50, code: str = "de"
) -> ListPage[JsonObject]:
    return find_unit_objects(component, UnitQuery(code, 1, query, ResponsePage(number, size), OPTIONS))


def select_values(page: ListPage[JsonObject], *keys: str) -> list[Any]:
    return [unit[keys[0]] if len(keys) == 1 else tuple(unit[key] for key in keys) for unit in page.rows]


def test_units_are_in_file_order_with_findings_of_comparing_checks(component: Component) -> None:
    page = find_page(component)
    assert select_values(page, "position", "source", "has_failing_check") == [
        (1, ["Open"], False),
        (2, ["Close"], True),
        (3, ["Shut."], True),
        (4, ["%d day", "%d days"], False),
    ]


def test_the_source_language_has_the_units_of_all_files(component: Component) -> None:
    page = find_page(component, code="en")
    assert select_values(page, "target") == [["Open"], ["Close"], ["Shut."], ["%d day", "%d days"], ["Only here"]]
    assert set(select_values(page, "state")) == {100}


def test_state_numbers_are_those_of_weblate(component: Component) -> None:
    page = find_page(component)
    assert select_values(page, "state", "fuzzy", "translated") == [
        (10, True, False),
        (20, False, True),
        (20, False, True),
        (0, False, False),
    ]


def test_a_unit_has_locations_and_notes(component: Component) -> None:
    first, second, *_ = find_page(component).rows
    assert (first["note"], first["location"], first["num_words"]) == ("A menu", "src/menu.c:12", 1)
    assert second["context"] == "door"
    assert first["web_url"].startswith("https://example.org/translate/demo/app/de/?checksum=")
    assert first["translation"] == "https://example.org/api/translations/demo/app/de/"


def test_ids_are_unique_and_hashes_depend_on_the_source(component: Component) -> None:
    german, english = find_page(component).rows, find_page(component, code="en").rows
    assert len({unit["id"] for unit in (*german, *english)}) == 9
    assert all(0 < unit["id"] < 2**53 for unit in german)
    assert [unit["id_hash"] for unit in german] == [unit["id_hash"] for unit in english[:4]]
    assert [unit["content_hash"] for unit in german] == [unit["id_hash"] for unit in german]
    assert [unit["source_unit"] for unit in german] == [unit["url"] for unit in english[:4]]


def test_units_found_by_a_query_keep_their_positions(component: Component) -> None:
    page = find_page(component, "check:reused")
    assert (page.row_count, select_values(page, "position")) == (2, [2, 3])


@pytest.mark.parametrize(
    ("number", "positions"),
    [
        pytest.param(1, [1, 2, 3], id="first"),
        pytest.param(2, [4], id="second"),
        pytest.param(LAST_PAGE_NUMBER, [4], id="last"),
    ],
)
def test_a_page_contains_a_part_of_the_units(component: Component, number: int, positions: list[int]) -> None:
    page = find_page(component, number=number, size=3)
    assert (page.row_count, select_values(page, "position")) == (4, positions)


def test_a_page_after_the_last_is_an_error(component: Component) -> None:
    with pytest.raises(HttpProblem) as caught:
        find_page(component, number=3, size=2, query="is:translated")
    assert caught.value.status == 404


def test_a_malformed_query_is_an_error(component: Component) -> None:
    with pytest.raises(QueryError):
        find_page(component, "state:")


def test_units_are_cached_until_the_version_changes(component: Component) -> None:
    assert find_page(component).row_count == 4
    (Path(component.root) / "de.po").write_text('msgid "New"\nmsgstr ""\n')
    assert find_page(component).row_count == 4
    assert find_unit_objects(component, UnitQuery("de", 2, "", ResponsePage(1, 50), OPTIONS)).row_count == 1


def test_an_unreadable_file_is_an_error(component: Component) -> None:
    (Path(component.root) / "de.po").write_text('msgid "open\n')
    with pytest.raises(TranstatsError, match=r"de\.po:1"):
        find_page(component)
    assert select_values(find_page(component, code="fr"), "source") == [["Only here"]]


def test_an_unreadable_file_that_is_not_counted_is_no_error(tree: Callable[..., Path]) -> None:
    """Both files are German. The first is counted, and has no strings yet."""
    root = tree(
        {"de.po": 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n', "de_DE.po": 'msgid "open\n'}
    )
    assert find_page(Component("demo", "app", str(root), "*.po")).row_count == 0


def test_each_query_and_page_of_a_cached_translation_has_its_own_units(component: Component) -> None:
    for _ in range(2):
        assert select_values(find_page(component, "target:zu"), "source") == [["Close"], ["Shut."]]
        assert select_values(find_page(component, "target:zu", number=2, size=1), "source") == [["Shut."]]
        assert select_values(find_page(component, "NOT target:zu"), "source") == [["Open"], ["%d day", "%d days"]]
        assert find_page(component).row_count == 4


def test_a_checksum_selects_one_string_with_its_neighbours_in_the_list(component: Component) -> None:
    checksums = [unit["web_url"].rpartition("=")[2] for unit in find_page(component).rows]
    sources = [unit["source"][0] for unit in find_page(component).rows]

    def find_one(query: str, checksum: str) -> tuple[str, list[int], tuple[str, str]]:
        unit_query = UnitQuery("de", 1, query, ResponsePage(1, 50), OPTIONS, checksum=checksum)
        found = find_string_page(component, unit_query, "de.po")
        return found.query, [each.position for each in found.strings.rows], found.neighbours

    close, shut = sources.index("Close"), sources.index("Shut.")
    assert find_one("", checksums[1]) == ("", [2], (checksums[0], checksums[2]))
    assert find_one("target:zu", checksums[close]) == ("target:zu", [close + 1], ("", checksums[shut]))
    assert find_one("target:nothing", checksums[3]) == ("", [4], (checksums[2], ""))
    assert find_one("target:zu", "0") == ("target:zu", [], ("", ""))


@pytest.mark.parametrize(
    ("query", "on_page", "in_api"),
    [
        pytest.param("", "One Two Old", "One Two Old", id="all"),
        pytest.param("three", "Three", "", id="text"),
        pytest.param("is:untranslated", "Two Three", "Two Old", id="to do"),
        pytest.param("is:empty", "Two Old Three", "Two Old", id="state"),
        pytest.param("is:missing", "Three", "", id="missing"),
        pytest.param('NOT is:translated target:=""', "Two Old Three", "Two Old", id="without a translation"),
        pytest.param("is:translated OR is:fuzzy OR has:check", "One", "One", id="other states"),
    ],
)
def test_only_pages_find_the_strings_that_a_file_lacks(
    tree: Callable[..., Path], po: Callable[..., str], query: str, on_page: str, in_api: str
) -> None:
    root = tree({"app.pot": po("", One="", Two="", Three=""), "de.po": po("de", One="Eins", Two="", Old="")})
    component = Component("demo", "app", str(root), "*.po", new_base="app.pot")
    page = find_string_page(component, UnitQuery("de", 1, query, ResponsePage(1, 50), OPTIONS), "de.po")
    assert [each.title for each in page.strings.rows] == on_page.split()
    assert [source for (source,) in select_values(find_page(component, query), "source")] == in_api.split()


def test_a_second_page_of_strings_reads_no_file(component: Component) -> None:
    header = 'msgid ""\nmsgstr "Plural-Forms: nplurals=3; plural=n==1 ? 0 : n==2 ? 1 : 2;\\n"\n'
    path = Path(component.root) / "de.po"
    path.write_text(header + GERMAN)

    def find_labels(number: int) -> list[list[str]]:
        query = UnitQuery("de", 3, "", ResponsePage(number, 2), OPTIONS)
        page = find_string_page(component, query, "de.po")
        return [[label for label, _ in string.targets] for string in page.strings.rows]

    find_labels(1)
    path.unlink()
    assert find_labels(2) == [[""], ["1", "2", "0, 3, 4, 5, 6, …"]]
