"""Search the units of a translation, and return one page of the results. Runs in worker processes."""

from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.envelope import ResponsePage
from transtats_cli.errors import TranstatsError
from transtats_cli.languages import language_by_code
from transtats_cli.limits import DEFAULT_SCAN_SECONDS, CheckTimeBudget
from transtats_cli.outdated.search import OutdatedSearch
from transtats_cli.report import LocatedUnit, SourceChange, StringPlace, mark_outdated
from transtats_cli.scanning.pipeline.findings import StringSearch
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.serving.http.content import select_page
from transtats_cli.serving.objects import unit_to_json
from transtats_cli.serving.options import ServeOptions
from transtats_cli.serving.view_types import JsonObject, ListPage
from transtats_cli.unit_queries.checksums import unit_checksum
from transtats_cli.unit_queries.query import parse_unit_query

_MAX_CACHED_TRANSLATIONS = 2
"""Maximum number of translations whose units a process caches.

Clients usually request all pages of a translation one after another.
"""
_cached_translations: "OrderedDict[tuple[str | int, ...], _CachedTranslation]" = OrderedDict()


class UnitQuery(NamedTuple):
    """Search query for units of one translation, and the requested page of the results."""

    language_code: str
    snapshot_version: int
    """Version of the component's snapshot. Cached units are used only for queries with the same version."""
    query: str
    page_request: ResponsePage
    check_time: float = DEFAULT_SCAN_SECONDS
    """Maximum processor time of the checks, in seconds. 0 means no limit."""
    checksum: str = ""
    """Checksum in the address of a unit. Only this unit is searched. If empty, all units are searched."""
    outdated: bool = False
    """True to mark outdated units, for which the history of the file is read."""
    cache_directory: str = ""
    """Cache directory for the history. '' means no cache."""


class _CachedTranslation(NamedTuple):
    """Units of one translation in file order, and the value of the header Plural-Forms of the file."""

    units: list[LocatedUnit]
    plural_forms_header: str


def make_unit_query(
    options: ServeOptions, code: str, version: int, query: str, page_request: ResponsePage, checksum: str = ""
) -> UnitQuery:
    """Return the query of a request for the units of a language. `version` is that of the component's snapshot."""
    outdated, cache = options.outdated, options.cache_directory
    return UnitQuery(code, version, query, page_request, options.check_time, checksum, outdated, cache)


def find_unit_objects(component: Component, unit_query: UnitQuery) -> ListPage[JsonObject]:
    """Return one page of the units that match a query, as JSON. Raises the same errors as `find_units`."""
    found, _ = find_units(component, unit_query)
    rows = [unit_to_json(located_unit, position, component) for position, located_unit in found.rows]
    return ListPage(found.row_count, found.page, rows)


def find_units(component: Component, unit_query: UnitQuery) -> tuple[ListPage[tuple[int, LocatedUnit]], str]:
    """Return one page of the units that match a query with their positions in the file, and the header Plural-Forms.

    Raises HttpProblem if the page does not exist, QueryError if the query is malformed, and TranstatsError if the file
    cannot be read.
    """
    condition = parse_unit_query(unit_query.query, knows_outdated=unit_query.outdated)
    checksum = unit_query.checksum
    key = (component.root, component.project, component.slug, unit_query.language_code, unit_query.snapshot_version)
    translation = _cached_translations.pop(key, None) or _scan_translation(component, unit_query)
    _cached_translations[key] = translation
    if len(_cached_translations) > _MAX_CACHED_TRANSLATIONS:
        _cached_translations.popitem(last=False)
    matches = [
        (position, located_unit)
        for position, located_unit in enumerate(translation.units, 1)
        if (condition is None or condition(located_unit))
        and (not checksum or unit_checksum(located_unit.unit) == checksum)
    ]
    return select_page(matches, unit_query.page_request), translation.plural_forms_header


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
    changes: Mapping[StringPlace, SourceChange] = {}
    if unit_query.outdated and not is_source:
        # The page of the component reports the error.
        with suppress(TranstatsError):
            changes = OutdatedSearch([component], (code,), unit_query.cache_directory).find(component)
    for located_unit in mark_outdated(search.find_units(), changes):
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
    return _CachedTranslation(list(located_units.values()), search.plural_forms_headers.get(code, ""))
