"""The strings of one translation: each once, with its place in the file, page by page."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.serving.pagination import LAST, PageRequest
from transtats_cli.serving.problems import Problem
from transtats_cli.serving.strings.query import QueryError
from transtats_cli.serving.strings.unit_page import UnitPage, UnitQuery, find_page

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


def asked(component: Component, query: str = "", number: int = 1, size: int = 50, code: str = "de") -> UnitPage:
    return find_page(component, UnitQuery(code, "1", query, PageRequest(number, size)))


def values(found: UnitPage, *keys: str) -> list[Any]:
    return [unit[keys[0]] if len(keys) == 1 else tuple(unit[key] for key in keys) for unit in found.units]


def test_strings_stand_in_the_order_of_their_file_with_what_fails_by_comparison(component: Component) -> None:
    found = asked(component)
    assert values(found, "position", "source", "has_failing_check") == [
        (1, ["Open"], False),
        (2, ["Close"], True),
        (3, ["Shut."], True),
        (4, ["%d day", "%d days"], False),
    ]


def test_the_source_language_has_the_strings_of_all_files(component: Component) -> None:
    found = asked(component, code="en")
    assert values(found, "target") == [["Open"], ["Close"], ["Shut."], ["%d day", "%d days"], ["Only here"]]
    assert set(values(found, "state")) == {100}


def test_states_are_those_of_a_server(component: Component) -> None:
    found = asked(component)
    assert values(found, "state", "fuzzy", "translated") == [
        (10, True, False),
        (20, False, True),
        (20, False, True),
        (0, False, False),
    ]


def test_a_string_says_where_it_is_used_and_what_is_noted(component: Component) -> None:
    first, second, *_ = asked(component).units
    assert (first["note"], first["location"], first["num_words"]) == ("A menu", "src/menu.c:12", 1)
    assert second["context"] == "door"
    assert first["web_url"].startswith("https://example.org/translate/demo/app/de/?checksum=")
    assert first["translation"] == "https://example.org/api/translations/demo/app/de/"


def test_ids_tell_strings_apart_and_hashes_are_those_of_the_source(component: Component) -> None:
    german, english = asked(component).units, asked(component, code="en").units
    assert len({unit["id"] for unit in german + english}) == 9
    assert all(0 < unit["id"] < 2**53 for unit in german)
    assert [unit["id_hash"] for unit in german] == [unit["id_hash"] for unit in english[:4]]
    assert [unit["source_unit"] for unit in german] == [unit["url"] for unit in english[:4]]


def test_a_query_keeps_the_places_of_what_it_finds(component: Component) -> None:
    found = asked(component, "check:reused")
    assert (found.total, values(found, "position")) == (2, [2, 3])


@pytest.mark.parametrize(
    ("number", "positions"),
    [pytest.param(1, [1, 2, 3], id="first"), pytest.param(2, [4], id="second"), pytest.param(LAST, [4], id="last")],
)
def test_a_page_is_part_of_all(component: Component, number: int, positions: list[int]) -> None:
    found = asked(component, number=number, size=3)
    assert (found.total, values(found, "position")) == (4, positions)


def test_there_is_no_page_behind_the_last(component: Component) -> None:
    with pytest.raises(Problem) as caught:
        asked(component, number=3, size=2, query="is:translated")
    assert caught.value.status == 404


def test_a_query_that_cannot_be_read_is_refused(component: Component) -> None:
    with pytest.raises(QueryError):
        asked(component, "state:")


def test_strings_are_read_anew_for_another_version_only(component: Component) -> None:
    assert asked(component).total == 4
    (Path(component.root) / "de.po").write_text('msgid "New"\nmsgstr ""\n')
    assert asked(component).total == 4
    assert find_page(component, UnitQuery("de", "2", "", PageRequest(1, 50))).total == 1


def test_a_file_that_cannot_be_read_has_no_strings_to_count(component: Component) -> None:
    (Path(component.root) / "de.po").write_text('msgid "open\n')
    with pytest.raises(TranstatsError, match=r"de\.po:1"):
        asked(component)
    assert values(asked(component, code="fr"), "source") == [["Only here"]]
