"""Search the strings of a component that a static report shows."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from transtats_cli.budget import CheckTimeBudget
from transtats_cli.component import Component
from transtats_cli.report import FoundUnit
from transtats_cli.scanning.pipeline.findings import SearchOptions, StringSearch
from transtats_cli.unit_queries.conditions import UnitCondition
from transtats_cli.unit_queries.query import parse_unit_query

UNFINISHED, FAILING, ALL = "is:untranslated", "has:check", ""
MOST_STRINGS = 500
"""Largest number of strings of a list, unless all strings are shown."""


class StringList(NamedTuple):
    """Strings that match a query, with their positions in the file. A long list contains only the first strings."""

    string_count: int
    """Number of strings that match."""
    units: list[tuple[int, FoundUnit]]


TranslationLists = Mapping[str, StringList]
"""Lists of one translation by query, without lists that are empty."""


def find_string_lists(
    component: Component, *, all_strings: bool, budget: CheckTimeBudget | None = None
) -> dict[str, TranslationLists]:
    """Return the lists of each translation by language code: unfinished strings, and strings that fail each check.

    With `all_strings`, there is also a list of all strings, and no list is shortened.
    """
    found: dict[str, _TranslationStrings] = {}
    search = StringSearch(component, SearchOptions(with_source=True, budget=budget))
    for unit in search.find_units():
        code = unit.language.code
        if code not in found:
            found[code] = _TranslationStrings(all_strings=all_strings)
        found[code].add(unit)
    return {code: strings.make_lists() for code, strings in found.items()}


class _TranslationStrings:
    """Strings of one translation. Only those that a list contains are kept."""

    def __init__(self, *, all_strings: bool) -> None:
        self._all_strings = all_strings
        self._positions: dict[int, int] = {}
        """Positions of all strings by a hash of context and source, which needs less memory than the texts."""
        self._kept: dict[int, FoundUnit] = {}
        self._unfinished_count = 0

    def add(self, found: FoundUnit) -> None:
        """Add a string. If it was added before, add its new findings."""
        key = hash((found.unit.context, found.unit.source))
        is_new = key not in self._positions
        self._positions.setdefault(key, len(self._positions) + 1)
        is_unfinished = is_new and _parse_query(UNFINISHED)(found)
        self._unfinished_count += is_unfinished
        if key in self._kept:
            earlier = self._kept[key]
            self._kept[key] = earlier._replace(findings=earlier.findings + found.findings)
        elif found.findings or self._all_strings or (is_unfinished and self._unfinished_count <= MOST_STRINGS):
            self._kept[key] = found

    def make_lists(self) -> TranslationLists:
        units = sorted((self._positions[key], found) for key, found in self._kept.items())
        check_ids = sorted({finding.check for _, found in units for finding in found.findings})
        queries = [UNFINISHED, FAILING, *(f"check:{check_id}" for check_id in check_ids)]
        lists = {query: _select_strings(units, query) for query in queries}
        lists[UNFINISHED] = lists[UNFINISHED]._replace(string_count=self._unfinished_count)
        if self._all_strings:
            lists = {ALL: StringList(len(units), units), **lists}
        else:
            lists = {query: each._replace(units=each.units[:MOST_STRINGS]) for query, each in lists.items()}
        return {query: each for query, each in lists.items() if each.units}


def _select_strings(units: list[tuple[int, FoundUnit]], query: str) -> StringList:
    matches = _parse_query(query)
    selected = [each for each in units if matches(each[1])]
    return StringList(len(selected), selected)


@cache
def _parse_query(query: str) -> UnitCondition:
    return parse_unit_query(query) or (lambda found: True)
