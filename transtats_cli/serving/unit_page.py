"""Search the units of a translation, and return one page of the results. Runs in worker processes."""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

from transtats_cli.budget import DEFAULT_SCAN_SECONDS, CheckTimeBudget
from transtats_cli.component import Component
from transtats_cli.envelope import ResponsePage
from transtats_cli.errors import TranstatsError
from transtats_cli.languages import language_by_code
from transtats_cli.report import LocatedUnit
from transtats_cli.scanning.pipeline.findings import StringSearch
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.serving.http.pagination import PageRequest
from transtats_cli.serving.objects import unit_to_json
from transtats_cli.unit_queries.checksums import unit_checksum
from transtats_cli.unit_queries.conditions import UnitCondition
from transtats_cli.unit_queries.query import parse_unit_query

Key = TypeVar("Key")
Value = TypeVar("Value")
_MAX_CACHED_TRANSLATIONS = 2
"""Maximum number of translations whose units a process caches.

Clients usually request all pages of a translation one after another.
"""
_MAX_CACHED_QUERIES = 8
"""Maximum number of queries of a translation whose results a process caches."""
_cached_translations: "OrderedDict[tuple[str, ...], _CachedTranslation]" = OrderedDict()


class _CachedTranslation(NamedTuple):
    """Units of one translation, and the results of queries."""

    units: list[LocatedUnit]
    plural_forms_header: str
    """Value of the header Plural-Forms of the file."""
    matches: "OrderedDict[tuple[str, str], Sequence[int]]"
    """Indexes of the units that match, by query and checksum."""


class UnitQuery(NamedTuple):
    """Search query for units of one translation, and the requested page of the results."""

    language_code: str
    snapshot_version: str
    """Version of the component's snapshot. Cached units are used only for queries with the same version."""
    query: str
    page_request: PageRequest
    check_time: float = DEFAULT_SCAN_SECONDS
    """Maximum processor time of the checks, in seconds. 0 means no limit."""
    checksum: str = ""
    """Checksum in the address of a unit. Only this unit is searched. If empty, all units are searched."""


class UnitObjectPage(NamedTuple):
    """One page of units as JSON objects, and the number of units on all pages."""

    unit_count: int
    page: ResponsePage
    unit_objects: list[dict[str, Any]]


class UnitPage(NamedTuple):
    """One page of units with their positions in the file, and the number of units on all pages."""

    unit_count: int
    page: ResponsePage
    units: list[tuple[int, LocatedUnit]]
    plural_forms_header: str = ""
    """Value of the header Plural-Forms of the file."""


def find_unit_object_page(component: Component, unit_query: UnitQuery) -> UnitObjectPage:
    """Return one page of the units that match a query, as JSON.

    Raises HttpProblem if the page does not exist, and QueryError if the query is malformed.
    """
    found = find_unit_page(component, unit_query)
    return UnitObjectPage(
        found.unit_count,
        found.page,
        [unit_to_json(located_unit, position, component) for position, located_unit in found.units],
    )


def find_unit_page(component: Component, unit_query: UnitQuery) -> UnitPage:
    """Return one page of the units that match a query. Raises the same errors as `find_unit_object_page`."""
    condition = parse_unit_query(unit_query.query)
    translation = _get_cached_translation(component, unit_query)
    matches = _find_matches(translation, unit_query, condition)
    page = unit_query.page_request.resolve_page(len(matches))
    shown = matches[(page.number - 1) * page.size : page.number * page.size]
    numbered_units = [(index + 1, translation.units[index]) for index in shown]
    return UnitPage(len(matches), page, numbered_units, translation.plural_forms_header)


def _find_matches(
    translation: _CachedTranslation, unit_query: UnitQuery, condition: UnitCondition | None
) -> Sequence[int]:
    """Return the indexes of the units that match a query. `condition` is the parsed query, or None for all units."""
    if condition is None and not unit_query.checksum:
        return range(len(translation.units))
    key = (unit_query.query, unit_query.checksum)
    matches = translation.matches.pop(key, None)
    if matches is None:
        matches = [
            index
            for index, located_unit in enumerate(translation.units)
            if (condition is None or condition(located_unit))
            and (not unit_query.checksum or unit_checksum(located_unit.unit) == unit_query.checksum)
        ]
    _add_to_cache(translation.matches, key, matches, _MAX_CACHED_QUERIES)
    return matches


def _get_cached_translation(component: Component, unit_query: UnitQuery) -> _CachedTranslation:
    key = (component.root, component.project, component.slug, unit_query.language_code, unit_query.snapshot_version)
    found = _cached_translations.pop(key, None) or _scan_translation(component, unit_query)
    _add_to_cache(_cached_translations, key, found, _MAX_CACHED_TRANSLATIONS)
    return found


def _add_to_cache(cache: "OrderedDict[Key, Value]", key: Key, value: Value, size: int) -> None:
    """Add a value to a cache. If the cache then has more than `size` values, remove those that were added first."""
    cache[key] = value
    while len(cache) > size:
        cache.popitem(last=False)


def _scan_translation(component: Component, unit_query: UnitQuery) -> _CachedTranslation:
    """Return the units of a translation in file order, with the findings of all checks.

    Checks that compare several units are included. Raises TranstatsError if the file is unreadable, because an empty
    list would be wrong.
    """
    code = unit_query.language_code
    is_source = code == language_by_code(component.source_language).code
    options = ScanOptions(is_source, languages=(code,), budget=CheckTimeBudget(unit_query.check_time))
    located_units: dict[tuple[str, str], LocatedUnit] = {}
    search = StringSearch(component, options)
    for located_unit in search.find_units():
        if located_unit.language.code != code:
            continue
        key = (located_unit.unit.context, located_unit.unit.source)
        earlier = located_units.get(key)
        located_units[key] = (
            located_unit if earlier is None else earlier._replace(findings=earlier.findings + located_unit.findings)
        )
    report = search.build_report()
    if report.failures and not any(record.language.code == code for record in report.records):
        raise TranstatsError(str(report.failures[0]))
    return _CachedTranslation(list(located_units.values()), search.plural_forms_headers.get(code, ""), OrderedDict())
