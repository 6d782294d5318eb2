"""Search the strings of a component that a static report shows."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.languages import language_by_code
from transtats_cli.limits import CheckTimeBudget
from transtats_cli.model import Unit
from transtats_cli.pages.translations import FAILING, OUTDATED, TO_DO
from transtats_cli.report import LocatedUnit, SourceChanges, mark_outdated
from transtats_cli.scanning.pipeline.findings import StringSearch
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.pipeline.reference import is_counted
from transtats_cli.unit_queries.query import parse_unit_query

ALL = ""
NO_CHANGES: SourceChanges = {}
MAX_LISTED_STRINGS = 200
"""Largest number of strings of a list, unless all strings are shown."""
_MAX_SOURCE_STRINGS = 1_000
"""The same for the failing strings of the source language. They show which checks fail in many languages."""
_MAX_MISSING_STRINGS = 2_000
"""Largest number of missing strings, which are shown as items of a list. Many languages lack the same strings."""

NumberedUnits = list[tuple[int, LocatedUnit]]
"""Strings with their positions in the file, in the order of the file. Those that the file lacks follow.

Failing source strings are sorted by the number of their translations that fail checks, most first.
"""


class ListedStrings(NamedTuple):
    """Strings that match a query."""

    string_count: int
    """Number of strings that match."""
    units: NumberedUnits
    """Strings that the report shows. These are not all strings that match if there are too many."""
    missing: Sequence[Unit] = ()
    """Missing strings that are not in `units`. The report shows them as items of a list."""
    unit_counts_by_check: Mapping[str, int] = {}
    """Number of failing strings by check id, with the checks that the translations of source strings fail.

    For each check, `units` contains at least one string.
    """


class TranslationStrings(NamedTuple):
    """Strings of one translation that the report shows."""

    lists: Mapping[str, ListedStrings] = {}
    """Lists by query: unfinished, failing and outdated strings and, on request, all strings. No list is empty."""
    unit_counts_by_check: Mapping[str, int] = {}
    """Number of strings that fail each check, by check id."""
    plural_forms_header: str = ""
    """Value of the header Plural-Forms of the file."""


def find_strings(
    component: Component,
    *,
    all_strings: bool,
    budget: CheckTimeBudget | None = None,
    changes: SourceChanges = NO_CHANGES,
    runs_checks: bool = True,
    on_string: Callable[[LocatedUnit], None] = lambda _: None,
) -> dict[str, TranslationStrings]:
    """Return the unfinished, the failing and the outdated strings of each translation by language code.

    `changes` are the changes that outdated strings, by the places of the strings. If `all_strings` is True, there is
    also a list of all strings, and no list is shortened. Otherwise, a list contains about MAX_LISTED_STRINGS strings at
    most. `on_string` is called with each string. Without `runs_checks`, no string counts as failing.
    """
    found = defaultdict[str, _TranslationCollector](lambda: _TranslationCollector(component, all_strings=all_strings))
    options = ScanOptions(with_source=True, runs_checks=runs_checks, budget=budget, with_missing=True)
    search = StringSearch(component, options)
    for unit in mark_outdated(search.find_units(), changes):
        found[unit.language.code].add(unit)
        on_string(unit)
    source_code = language_by_code(component.source_language).code
    return {
        code: collector.make_lists(is_source=code == source_code)._replace(
            plural_forms_header=search.plural_forms_headers.get(code, "")
        )
        for code, collector in found.items()
    }


class _TranslationCollector:
    """Collector of the strings of one translation. Strings that no list can contain are only counted."""

    def __init__(self, component: Component, *, all_strings: bool) -> None:
        self._component = component
        self._all_strings = all_strings
        self._positions: dict[int, int] = {}
        """Positions of all strings by a hash of context and source, which needs less memory than the texts."""
        self._kept: dict[int, LocatedUnit] = {}
        self._unfinished_count = 0
        self._missing: list[Unit] = []

    def add(self, located_unit: LocatedUnit) -> None:
        """Add a string. If it was added before, add its new findings."""
        key = hash((located_unit.unit.context, located_unit.unit.source))
        is_new = key not in self._positions
        self._positions.setdefault(key, len(self._positions) + 1)
        is_unfinished = is_new and _is_unfinished(located_unit)
        self._unfinished_count += is_unfinished
        if located_unit.is_missing and not self._all_strings:
            if len(self._missing) < _MAX_MISSING_STRINGS:
                self._missing.append(located_unit.unit)
        elif key in self._kept:
            earlier = self._kept[key]
            self._kept[key] = earlier._replace(findings=earlier.findings + located_unit.findings)
        elif (
            located_unit.findings
            or located_unit.source_change
            or self._all_strings
            or (is_unfinished and self._unfinished_count <= MAX_LISTED_STRINGS)
        ):
            self._kept[key] = located_unit

    def make_lists(self, *, is_source: bool) -> TranslationStrings:
        units = sorted((self._positions[key], found) for key, found in self._kept.items())
        to_do = [each for each in units if _is_unfinished(each[1])]
        counted = [each for each in units if is_counted(self._component, each[1])]
        failing = [each for each in units if _is_failing(each[1])]
        failing.sort(key=lambda each: -each[1].failing_translation_count)
        outdated = [each for each in units if each[1].source_change]
        checks = Counter(check_id for _, found in failing for check_id in {each.check for each in found.findings})
        if self._all_strings:
            shown = {ALL: counted, TO_DO: to_do, FAILING: failing, OUTDATED: outdated}
        else:
            shown = {
                TO_DO: to_do[:MAX_LISTED_STRINGS],
                FAILING: _select_examples(failing, _MAX_SOURCE_STRINGS if is_source else MAX_LISTED_STRINGS),
                OUTDATED: outdated[:MAX_LISTED_STRINGS],
            }
        counts = {ALL: len(counted), TO_DO: self._unfinished_count, FAILING: len(failing), OUTDATED: len(outdated)}
        lists = {query: ListedStrings(counts[query], listed) for query, listed in shown.items() if listed}
        if failing:
            listed_checks = Counter(check_id for _, found in failing for check_id in found.failing_checks)
            lists[FAILING] = lists[FAILING]._replace(unit_counts_by_check=listed_checks)
        if self._missing:
            lists[TO_DO] = ListedStrings(self._unfinished_count, shown[TO_DO], self._missing)
        return TranslationStrings(lists, dict(sorted(checks.items())))


def _select_examples(failing: NumberedUnits, limit: int) -> NumberedUnits:
    """Return some of the failing strings, in the same order.

    These are the first string that fails each check, and then the first other strings, up to `limit` strings. There are
    more if more checks fail.
    """
    first_by_check = {check_id: each for each in reversed(failing) for check_id in each[1].failing_checks}
    chosen = dict(first_by_check.values())
    others = [each for each in failing if each[0] not in chosen]
    chosen.update(others[: max(0, limit - len(chosen))])
    return [each for each in failing if each[0] in chosen]


_is_unfinished, _is_failing = filter(None, map(parse_unit_query, (TO_DO, FAILING)))
