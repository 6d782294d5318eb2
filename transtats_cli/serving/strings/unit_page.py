"""Search the units of a translation, and return one page of the results. Each unit has all of its findings."""

from collections import OrderedDict
from typing import Any, NamedTuple

from transtats_cli.budget import SCAN_SECONDS, CheckTimeBudget
from transtats_cli.component import Component
from transtats_cli.envelope import ResponsePage
from transtats_cli.errors import TranstatsError
from transtats_cli.languages import language_by_code
from transtats_cli.report import FoundUnit
from transtats_cli.scanning.pipeline import findings
from transtats_cli.serving.http.pagination import PageRequest
from transtats_cli.serving.objects import units
from transtats_cli.unit_queries.checksums import unit_checksum
from transtats_cli.unit_queries.query import parse_unit_query

_CACHED_TRANSLATIONS = 2
"""Maximum number of translations whose units a process caches.

Clients usually request all pages of a translation one after another.
"""
_cached_units_by_translation: "OrderedDict[tuple[str, ...], list[FoundUnit]]" = OrderedDict()


class UnitQuery(NamedTuple):
    """Search query for units of one translation, and the requested page of the results."""

    language_code: str
    snapshot_version: str
    """Version of the component's snapshot. Cached units are used only for queries with the same version."""
    query: str
    page_request: PageRequest
    check_time: float = SCAN_SECONDS
    """Maximum processor time of the checks, in seconds. 0 means no limit."""
    checksum: str = ""
    """Checksum of a single unit, as in the addresses of units. If empty, all units are searched."""


class UnitPage(NamedTuple):
    """One page of units as JSON objects, and the number of units on all pages."""

    unit_count: int
    page: ResponsePage
    unit_objects: list[dict[str, Any]]


class FoundUnits(NamedTuple):
    """One page of units with their positions in the file, and the number of units on all pages."""

    unit_count: int
    page: ResponsePage
    units: list[tuple[int, FoundUnit]]


def find_unit_page(component: Component, unit_query: UnitQuery) -> UnitPage:
    """Return one page of the units that match a query, as JSON.

    Raises Problem if the page does not exist, and QueryError if the query is malformed.
    """
    found = find_units(component, unit_query)
    return UnitPage(
        found.unit_count,
        found.page,
        [units.unit_to_json(found_unit, position, component) for position, found_unit in found.units],
    )


def find_units(component: Component, unit_query: UnitQuery) -> FoundUnits:
    """Return one page of the units that match a query. Raises Problem and QueryError as `find_unit_page` does."""
    condition = parse_unit_query(unit_query.query)
    numbered_units = list(enumerate(_get_cached_units(component, unit_query), start=1))
    if condition is not None:
        numbered_units = [(position, found_unit) for position, found_unit in numbered_units if condition(found_unit)]
    if unit_query.checksum:
        numbered_units = [each for each in numbered_units if unit_checksum(each[1].unit) == unit_query.checksum]
    page = unit_query.page_request.resolve_page(len(numbered_units))
    return FoundUnits(
        len(numbered_units), page, numbered_units[(page.number - 1) * page.size : page.number * page.size]
    )


def _get_cached_units(component: Component, unit_query: UnitQuery) -> list[FoundUnit]:
    key = (component.root, component.project, component.slug, unit_query.language_code, unit_query.snapshot_version)
    found_units = _cached_units_by_translation.pop(key, None)
    if found_units is None:
        found_units = _find_translation_units(component, unit_query)
    _cached_units_by_translation[key] = found_units
    while len(_cached_units_by_translation) > _CACHED_TRANSLATIONS:
        _cached_units_by_translation.popitem(last=False)
    return found_units


def _find_translation_units(component: Component, unit_query: UnitQuery) -> list[FoundUnit]:
    """Return the units of a translation in file order, with the findings of all checks.

    Checks that compare several units are included. Raises TranstatsError if the file is unreadable, because an empty
    list would be wrong.
    """
    code = unit_query.language_code
    is_source = code == language_by_code(component.source_language).code
    wanted = findings.SearchOptions(
        languages=(code,), with_source=is_source, budget=CheckTimeBudget(unit_query.check_time)
    )
    found_units: dict[tuple[str, str], FoundUnit] = {}
    search = findings.StringSearch(component, wanted)
    for found_unit in search.find_units():
        if found_unit.language.code != code:
            continue
        key = (found_unit.unit.context, found_unit.unit.source)
        earlier = found_units.get(key)
        found_units[key] = (
            found_unit if earlier is None else earlier._replace(findings=earlier.findings + found_unit.findings)
        )
    failures = search.build_report().failures
    if failures and not found_units:
        raise TranstatsError(str(failures[0]))
    return list(found_units.values())
