"""Search the units of a translation, and return one page of the results. Runs in worker processes."""

from collections import Counter, OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.envelope import ResponsePage
from transtats_cli.errors import TranstatsError
from transtats_cli.languages import language_by_code
from transtats_cli.limits import CheckTimeBudget
from transtats_cli.model import Unit
from transtats_cli.outdated.search import OutdatedSearch
from transtats_cli.pages.strings import StringView, make_string_views
from transtats_cli.pages.translations import FAILING, TO_DO
from transtats_cli.report import LocatedUnit, SourceChanges, mark_outdated
from transtats_cli.scanning.pipeline.findings import StringSearch
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.pipeline.reference import is_counted
from transtats_cli.scanning.reading.reader import Translation
from transtats_cli.serving.http.content import select_page
from transtats_cli.serving.objects import unit_to_json
from transtats_cli.serving.options import ServeOptions
from transtats_cli.serving.view_types import JsonObject, ListPage
from transtats_cli.unit_queries.checksums import unit_checksum
from transtats_cli.unit_queries.query import needs_findings, parse_unit_query

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
    options: ServeOptions
    checksum: str = ""
    """Checksum in the address of a unit, for a page of this unit alone. If empty, the page has several units."""
    all_languages: bool = False
    """True to read the only unit of a page in all languages."""
    with_missing: bool = False
    """True to find also units that the file lacks, unless the query is empty. No server has them in its API."""


NumberedUnits = list[tuple[int, LocatedUnit]]
"""Units with their positions in the file. The position of a unit that does not count is 0, see `is_counted`."""


class _CachedTranslation(NamedTuple):
    """Units of one translation in file order, and the value of the header Plural-Forms of the file."""

    units: NumberedUnits
    plural_forms_header: str


def find_unit_objects(component: Component, unit_query: UnitQuery) -> ListPage[JsonObject]:
    """Return one page of the units that match a query, as JSON. Raises the same errors as `find_units`."""
    units, _ = find_units(component, unit_query)
    found = select_page(units, unit_query.page_request)
    rows = [unit_to_json(located_unit, position, component) for position, located_unit in found.rows]
    return ListPage(found.row_count, found.page, rows)


def find_units(component: Component, unit_query: UnitQuery) -> tuple[NumberedUnits, str]:
    """Return all units that match a query with their positions in the file, and the header Plural-Forms.

    Raises QueryError if the query is malformed, and TranstatsError if the file cannot be read.
    """
    condition = parse_unit_query(unit_query.query, knows_outdated=unit_query.options.outdated)
    code, version, with_missing = unit_query.language_code, unit_query.snapshot_version, unit_query.with_missing
    key = (component.root, component.project, component.slug, code, version, with_missing)
    translation = _cached_translations.pop(key, None) or _scan_translation(component, unit_query)
    _cached_translations[key] = translation
    if len(_cached_translations) > _MAX_CACHED_TRANSLATIONS:
        _cached_translations.popitem(last=False)
    matches = [each for each in translation.units if (condition(each[1]) if condition else each[0])]
    return matches, translation.plural_forms_header


class StringPage(NamedTuple):
    """Strings on one page, or the only string of a page with its place in the list with the query."""

    strings: ListPage[StringView]
    """For one string, the list is divided into pages of one string."""
    query: str
    neighbours: tuple[str, str] = ("", "")
    """Checksums of the strings before and after the only string in the list. Empty if there is none."""
    checks: Mapping[str, int] = {}
    """Number of failing strings by check id, for the query for all of them or for those that fail one check."""
    texts: Mapping[str, StringView] | None = None
    """The only string in each other language whose file has it, by language code. None if they are not requested."""


def find_string_page(component: Component, unit_query: UnitQuery, path: str) -> StringPage:
    """Return one page of the strings that match a query, also of those that the file lacks.

    For a query for findings, the source strings with the most failing translations are first, for `fails:ID` those that
    fail this check. `path` is the path of the translation file. A string that does not match the query is shown in the
    list of all strings, or of those to do. Raises HttpProblem if the page does not exist, and the same errors as
    `find_units`.
    """
    checksum, query, neighbours = unit_query.checksum, unit_query.query, ("", "")
    checks: Mapping[str, int] = {}

    def find(query: str) -> tuple[NumberedUnits, str]:
        units, header = find_units(component, unit_query._replace(query=query, with_missing=True))
        if needs_findings(query):
            check = query.partition("fails:")[2]
            units.sort(key=lambda each: -each[1].failing_translation_count)
            units.sort(key=lambda each: -each[1].count_failing_translations(check))
        return units, header

    if checksum:
        for query in dict.fromkeys((unit_query.query, "", TO_DO)):
            units, header = find(query)
            checksums = ["", *(unit_checksum(each.unit) for _, each in units), ""]
            if checksum in checksums:
                number = checksums.index(checksum)
                neighbours = checksums[number - 1], checksums[number + 1]
                found = select_page(units, ResponsePage(number, 1))
                break
        else:
            query, found = unit_query.query, ListPage(0, ResponsePage(), ())
    else:
        units, header = find(query)
        found = select_page(units, unit_query.page_request)
        if query.startswith((FAILING, "check:", "fails:")) and " " not in query:
            checks = Counter(check_id for _, each in find(FAILING)[0] for check_id in each.failing_checks)
    translation = Translation(language_by_code(unit_query.language_code), path, (), header)
    views = make_string_views(found.rows, component, translation, unit_query.options.editor_link)
    is_shown = checksum and unit_query.all_languages and found.rows
    texts = _find_in_other_languages(component, unit_query, found.rows[0][1].unit) if is_shown else None
    return StringPage(ListPage(found.row_count, found.page, views), query, neighbours, checks, texts)


def _find_in_other_languages(component: Component, unit_query: UnitQuery, unit: Unit) -> dict[str, StringView]:
    """Return a string in each other language whose file has it, with the findings of all checks."""
    search = StringSearch(component, ScanOptions(budget=CheckTimeBudget(unit_query.options.check_time)))
    left_out = (unit_query.language_code, language_by_code(component.source_language).code)
    found: dict[str, LocatedUnit] = {}
    for each in search.find_units():
        code = each.language.code
        if (each.unit.source, each.unit.context) == (unit.source, unit.context) and code not in left_out:
            found[code] = _add_findings(found.get(code), each)
    views = {}
    for code, each in found.items():
        translation = Translation(each.language, "", (), search.plural_forms_headers[code])
        (views[code],) = make_string_views([(0, each)], component, translation, "", len(found))
    return views


def _add_findings(earlier: LocatedUnit | None, found: LocatedUnit) -> LocatedUnit:
    """Return a string with the findings of other checks, for which the search returned it before."""
    return earlier._replace(findings=earlier.findings + found.findings) if earlier else found


def find_source_changes(component: Component, codes: Sequence[str], options: ServeOptions) -> SourceChanges:
    """Return the changes that make strings outdated, or none if the pages do not show them."""
    if options.outdated:
        # The page of the component reports the error.
        with suppress(TranstatsError):
            return OutdatedSearch([component], codes, options.cache_directory).find(component)
    return {}


def _scan_translation(component: Component, unit_query: UnitQuery) -> _CachedTranslation:
    """Return the units of a translation in file order, with the findings of all checks.

    Checks that compare several units are included. Raises TranstatsError if the file is unreadable, because an empty
    list would be wrong.
    """
    code = unit_query.language_code
    is_source = code == language_by_code(component.source_language).code
    budget = CheckTimeBudget(unit_query.options.check_time)
    options = ScanOptions(is_source, languages=(code,), budget=budget, with_missing=unit_query.with_missing)
    located_units: dict[tuple[str, str], LocatedUnit] = {}
    search = StringSearch(component, options)
    changes = {} if is_source else find_source_changes(component, (code,), unit_query.options)
    for located_unit in mark_outdated(search.find_units(), changes):
        if located_unit.language.code != code:
            continue
        key = (located_unit.unit.context, located_unit.unit.source)
        located_units[key] = _add_findings(located_units.get(key), located_unit)
    report = search.build_report()
    if report.failures and not any(record.language.code == code for record in report.translations):
        raise TranstatsError(str(report.failures[0]))
    units = [
        (position if is_counted(component, each) else 0, each)
        for position, each in enumerate(located_units.values(), 1)
    ]
    return _CachedTranslation(units, search.plural_forms_headers.get(code, ""))
