"""Page of the strings of a translation, with search and filters."""

import os
from typing import NamedTuple

from transtats_cli.checks.subject import LanguagePair
from transtats_cli.component import Component
from transtats_cli.envelope import ResponsePage
from transtats_cli.errors import TranstatsError
from transtats_cli.languages import language_by_code
from transtats_cli.pages.links import PageLinks, query_string
from transtats_cli.pages.strings import StringContext, StringView, make_string_views, published_path
from transtats_cli.pages.tables import Chip, make_pager
from transtats_cli.report import Record
from transtats_cli.scanning.pipeline.checking import find_plural_rule
from transtats_cli.scanning.reading.reader import ComponentReader, Translation
from transtats_cli.serving.data.component_cache import CacheReader
from transtats_cli.serving.http import problems
from transtats_cli.serving.http.pagination import PageSizes, parse_page_request
from transtats_cli.serving.objects.components import get_project_display_name
from transtats_cli.serving.objects.units import unit_checksum
from transtats_cli.serving.pages.page_response import make_page, make_page_links
from transtats_cli.serving.strings.query import QueryError, parse_unit_query
from transtats_cli.serving.strings.unit_page import UnitQuery, find_units
from transtats_cli.serving.view_types import RawContent, ViewRequest
from transtats_cli.statistics import Statistics

_PAGE_SIZES = PageSizes(25, 50)
_LONGEST_CHECKSUM = 32


class StringPage(NamedTuple):
    """One page of strings, and the number of strings on all pages."""

    string_count: int
    page: ResponsePage
    strings: tuple[StringView, ...]


async def translation_strings(request: ViewRequest, reader: CacheReader, component: Component, code: str) -> RawContent:
    """Return one page of the strings that match the query `q`. A malformed query is explained on the page."""
    links = make_page_links(reader.options)
    snapshot = await reader.read_snapshot(component)
    record = next((each for each in snapshot.report.records if each.language.code == code), None)
    if record is None:
        raise problems.not_found()
    query = (request.get_parameter("q") or "").strip()
    checksum = (request.get_parameter("checksum") or "")[:_LONGEST_CHECKSUM]
    found, error = StringPage(0, ResponsePage(), ()), ""
    try:
        parse_unit_query(query)
        page_request = parse_page_request(request.query, _PAGE_SIZES)
        unit_query = UnitQuery(code, snapshot.version, query, page_request, reader.options.check_time, checksum)
        found = await reader.run_on_component(
            component, find_string_page, unit_query, record.path, reader.options.root, reader.options.editor_link
        )
    except QueryError as problem:
        error = str(problem)
    except TranstatsError as problem:
        # The file was deleted or became unreadable after the snapshot.
        raise problems.not_found() from problem
    return _make_string_page(links, reader, component, record, (query, checksum, error), found)


def find_string_page(component: Component, unit_query: UnitQuery, path: str, root: str, editor_link: str) -> StringPage:
    """Return one page of strings. Runs in a worker process. Raises Problem and QueryError."""
    found = find_units(component, unit_query)
    language = language_by_code(unit_query.language_code)
    source = language_by_code(component.source_language)
    no_translation = Translation(source, "", ())
    translation = ComponentReader(component).read_translation(path, language) if path else Translation(language, "", ())
    rules = find_plural_rule(component, translation), find_plural_rule(component, no_translation)
    file = os.path.join(component.root, path) if path else ""
    context = StringContext(
        LanguagePair(language, source, *rules), file, published_path(component, path, root), editor_link
    )
    units = [(position, unit_checksum(each.unit), each) for position, each in found.units]
    return StringPage(found.unit_count, found.page, make_string_views(units, context))


def make_string_chips(statistics: Statistics, query: str, checksum: str = "") -> list[Chip]:
    """Return the links of common queries, with the numbers of strings from the statistics."""
    total, translated, fuzzy, approved, readonly, failing = statistics[:6]
    queries = [
        ("All", "", total.strings),
        ("Unfinished", "is:untranslated", total.strings - translated.strings),
        ("Untranslated", "is:empty", total.strings - translated.strings - fuzzy.strings),
        ("Fuzzy", "is:fuzzy", fuzzy.strings),
        ("Failing checks", "has:check", failing),
        ("Translated", "is:translated", translated.strings),
        ("Approved", "is:approved", approved.strings),
        ("Read-only", "is:readonly", readonly.strings),
        ("Plurals", "has:plural", None),
    ]
    return [
        Chip(title, query_string([("q", text)]) or "?", text == query and not checksum, count)
        for title, text, count in queries
        if count is None or count or not text or text == query
    ]


def _make_string_page(
    links: PageLinks,
    reader: CacheReader,
    component: Component,
    record: Record,
    search: tuple[str, str, str],
    found: StringPage,
) -> RawContent:
    query, checksum, error = search
    code = record.language.code
    units_path = f"translations/{component.project}/{component.slug.replace('/', '%2F')}/{code}/units/"
    return make_page(
        "strings.html",
        reader.options,
        title=f"Strings: {record.language.name}",
        crumbs=[
            (get_project_display_name(component), links.project(component.project)),
            (component.name or component.slug, links.component(component)),
            (record.language.name, links.translation(component, code)),
        ],
        component=component,
        language=record.language,
        source_language=language_by_code(component.source_language),
        path=published_path(component, record.path, reader.options.root),
        query=query,
        error=error,
        chips=make_string_chips(record.statistics, query, checksum),
        count=found.string_count,
        strings=found.strings,
        pager=make_pager(found.page, found.string_count, [("q", query), ("checksum", checksum)]),
        downloads=[
            ("These strings as JSON", links.api(units_path, parameters=[("q", query)])),
            ("CSV", links.api(units_path, parameters=[("q", query), ("format", "csv")])),
        ],
    )
