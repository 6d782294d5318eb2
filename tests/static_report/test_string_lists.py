"""Strings that a static report shows."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fixture_types import WriteTree
from transtats_cli.pages.translations import FAILING, TO_DO
from transtats_cli.scanning import scan
from transtats_cli.scanning.discovery.lookup import locate_component
from transtats_cli.static_report.string_lists import ALL, MAX_LISTED_STRINGS, find_strings

HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
MakePo = Callable[..., str]


def format_po(*pairs: tuple[str, str]) -> str:
    return "\n".join([HEAD, *(f'msgid "{source}"\nmsgstr "{target}"\n' for source, target in pairs)])


@pytest.fixture
def root(tree: WriteTree) -> Path:
    """Component with German strings for long lists, and Czech strings that fail a check that compares strings."""
    failing = [(f"Word {number}.", f"Wort {number}") for number in range(MAX_LISTED_STRINGS + 50)]
    unfinished = [(f"New {number}", "") for number in range(MAX_LISTED_STRINGS + 50)]
    return tree(
        {
            "shop/app/po/de.po": format_po(*failing, *unfinished, ("Last", "Zuletzt  hier")),
            "shop/app/po/cs.po": format_po(("One", "Jedna"), ("Two", "Jedna"), ("Three", "")),
        }
    )


@pytest.mark.parametrize("all_strings", [False, True])
def test_the_lengths_of_the_lists_equal_the_statistics(root: Path, all_strings: bool) -> None:
    report = scan("shop", "app", root=str(root))
    found = find_strings(locate_component(str(root), "shop", "app"), all_strings=all_strings)
    for record in report.translations:
        lists, statistics = found[record.language.code].lists, record.statistics
        unfinished = statistics.total.strings - statistics.translated.strings
        assert lists[TO_DO].string_count == unfinished
        assert (lists[FAILING].string_count if FAILING in lists else 0) == statistics.failing


def test_a_long_list_is_shortened_and_keeps_a_string_of_each_check(root: Path) -> None:
    found = find_strings(locate_component(str(root), "shop", "app"), all_strings=False)["de"]
    assert {query: len(each.units) for query, each in found.lists.items()} == dict.fromkeys(
        (TO_DO, FAILING), MAX_LISTED_STRINGS
    )
    shown = {finding.check for _, unit in found.lists[FAILING].units for finding in unit.findings}
    assert shown == set(found.unit_counts_by_check) == {"end_stop", "double_space"}
    assert found.unit_counts_by_check["end_stop"] == MAX_LISTED_STRINGS + 50
    positions = [position for position, _ in found.lists[FAILING].units]
    assert positions == [*range(1, MAX_LISTED_STRINGS), 2 * MAX_LISTED_STRINGS + 101]


def test_all_strings_are_in_the_order_of_the_file(root: Path) -> None:
    found = find_strings(locate_component(str(root), "shop", "app"), all_strings=True)
    assert [position for position, _ in found["de"].lists[ALL].units] == [*range(1, 2 * MAX_LISTED_STRINGS + 102)]
    assert [unit.unit.source for _, unit in found["cs"].lists[ALL].units] == ["One", "Two", "Three"]


def test_the_strings_to_do_are_those_of_the_template(tree: WriteTree) -> None:
    files = {
        "po/app.pot": format_po(("One", ""), ("Two", ""), ("Three", "")),
        "po/de.po": format_po(("Two", ""), ("Old", ""), ("Three", "Drei")),
        "transtats.toml": '[project.shop.component.app]\nfilemask = "po/*.po"\nnew_base = "po/app.pot"\n',
    }
    component = locate_component(str(tree(files)), "shop", "app")
    to_do = find_strings(component, all_strings=False)["de"].lists[TO_DO]
    assert [(number, found.unit.source) for number, found in to_do.units] == [(1, "Two")]
    assert [unit.source for unit in to_do.missing] == ["One"]
    assert to_do.string_count == 2
    source = find_strings(component, all_strings=True)["en"].lists[ALL]
    assert [found.unit.source for _, found in source.units] == ["One", "Two", "Three"]
    assert source.string_count == 3
