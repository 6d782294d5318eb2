"""Pages of the strings of a translation."""

import os
from collections.abc import Sequence
from typing import NamedTuple

from transtats_cli.checks.subject import LanguagePair
from transtats_cli.component import Component
from transtats_cli.envelope import escape_slug
from transtats_cli.languages import language_by_code
from transtats_cli.pages.components import make_component_crumbs
from transtats_cli.pages.links import Links, make_query_string
from transtats_cli.pages.page import Page
from transtats_cli.pages.strings import StringContext, StringView, published_path
from transtats_cli.pages.tables import Chip, Pager
from transtats_cli.report import Record
from transtats_cli.scanning.pipeline.checking import find_plural_rule
from transtats_cli.scanning.reading.reader import Translation
from transtats_cli.statistics import Statistics


class StringSelection(NamedTuple):
    """Strings on one page, and the number of strings that match the query."""

    string_count: int
    """Number of strings that match the query."""
    strings: Sequence[StringView]
    """Strings on this page."""
    pager: Pager
    query: str = ""
    error: str = ""
    """Description of the error in a malformed query."""
    shown_count: int | None = None
    """Number of strings on all pages, if it is smaller than `string_count`. None if all matching strings are shown."""


class StringQuery(NamedTuple):
    """Common query for strings, with a title."""

    title: str
    query: str
    strings: int | None
    """Number of strings that match. None if they are not counted."""


def make_strings_page(
    component: Component,
    record: Record,
    selection: StringSelection,
    chips: Sequence[Chip],
    links: Links,
    root: str,
) -> Page:
    """Return one page of strings. Paths on the page are relative to `root`."""
    code = record.language.code
    path = f"translations/{component.project}/{escape_slug(component.slug)}/{code}/units/"
    parameters = [("q", selection.query)]
    return Page(
        "strings.html",
        {
            "title": f"Strings: {record.language.name}",
            "crumbs": [
                *make_component_crumbs(component, links),
                (record.language.name, links.translation(component, code)),
            ],
            "component": component,
            "language": record.language,
            "source_language": language_by_code(component.source_language),
            "path": published_path(component, record.path, root),
            "query": selection.query,
            "error": selection.error,
            "chips": chips,
            "count": selection.string_count,
            "shown_count": selection.shown_count,
            "strings": selection.strings,
            "pager": selection.pager,
            "downloads": [
                ("These strings as JSON", links.api(path, parameters=parameters)),
                ("CSV", links.api(path, parameters=[*parameters, ("format", "csv")])),
            ],
        },
    )


def make_string_context(
    component: Component, translation: Translation, root: str, editor_link: str = ""
) -> StringContext:
    """Return the values that all strings of a translation have in common. They are needed to show the strings.

    The path of the translation is empty if the source language has no file. `editor_link` is the template of links to
    an editor.
    """
    source, path = language_by_code(component.source_language), translation.path
    no_translation = Translation(source, "", ())
    rule, _ = find_plural_rule(component, translation)
    source_rule, _ = find_plural_rule(component, no_translation)
    file = os.path.join(component.root, path) if path else ""
    languages = LanguagePair(translation.language, source, rule, source_rule)
    return StringContext(languages, file, published_path(component, path, root), editor_link)


def list_string_queries(statistics: Statistics) -> list[StringQuery]:
    """Return common queries, with the numbers of strings from the statistics."""
    total, translated, fuzzy, approved, readonly, failing = statistics[:6]
    return [
        StringQuery("All", "", total.strings),
        StringQuery("Unfinished", "is:untranslated", total.strings - translated.strings),
        StringQuery("Untranslated", "is:empty", total.strings - translated.strings - fuzzy.strings),
        StringQuery("Fuzzy", "is:fuzzy", fuzzy.strings),
        StringQuery("Failing checks", "has:check", failing),
        StringQuery("Translated", "is:translated", translated.strings),
        StringQuery("Approved", "is:approved", approved.strings),
        StringQuery("Read-only", "is:readonly", readonly.strings),
        StringQuery("Plurals", "has:plural", None),
    ]


def make_string_chips(statistics: Statistics, query: str, checksum: str = "") -> list[Chip]:
    """Return links to the strings of common queries. `query` is the query of the page.

    Queries without strings are left out, except for the query of the page and the query for all strings. If the page
    shows only the string with a `checksum`, no link is the current one.
    """
    return [
        Chip(title, make_query_string([("q", text)]) or "?", text == query and not checksum, count)
        for title, text, count in list_string_queries(statistics)
        if count is None or count or not text or text == query
    ]
