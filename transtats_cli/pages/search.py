"""Page of the strings that a search over all components finds, by component and language, with found texts marked."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from transtats_cli.checks.subject import Span
from transtats_cli.component import Component
from transtats_cli.languages import Language, language_by_code
from transtats_cli.pages.rendering import Page
from transtats_cli.pages.visible_text import FOUND, VisibleText, make_visible_text
from transtats_cli.problems import Problem
from transtats_cli.report import LocatedUnit
from transtats_cli.unit_queries.checksums import unit_checksum

SEARCH_TEMPLATE = "search.html"
MAX_SHOWN_PER_LANGUAGE = 3
_MAX_SHOWN_PER_COMPONENT = 12
_MAX_TEXT_LENGTH = 300
_LENGTH_BEFORE_FOUND_TEXT = 80
_NO_TEXT = VisibleText(())


class FoundString(NamedTuple):
    """Found string with its texts, of which long ones are cut around the found text."""

    language: Language
    checksum: str
    """Text that identifies the string in addresses."""
    state: str
    context: VisibleText
    source: VisibleText
    target: VisibleText
    comment: VisibleText
    """Note or location, if the found text is there. Otherwise, without fragments."""


class LanguageMatches(NamedTuple):
    """Strings of one language that match the query."""

    language: Language
    string_count: int
    units: Sequence[LocatedUnit]
    """The first strings, at most MAX_SHOWN_PER_LANGUAGE."""


class ComponentMatches(NamedTuple):
    """Strings of one component that match the query."""

    component: Component
    counts: Sequence[tuple[Language, int]] = ()
    """Languages with matching strings, and the numbers of these. The source language is the first."""
    strings: Sequence[FoundString] = ()
    """Some of the strings, in the order of the languages."""
    broken_files: Sequence[Problem] = ()

    @property
    def source_language(self) -> Language:
        return language_by_code(self.component.source_language)


class SearchResult(NamedTuple):
    """Result of the search in some of the components."""

    found: Sequence[ComponentMatches]
    """Components with matching strings."""
    start: int
    """Number of components before the first one that was searched."""
    end: int
    """Number of components up to the last one that was searched."""
    component_count: int
    """Number of all components."""
    next_address: str
    """Address of the search in the following components."""
    broken_files: Sequence[Problem] = ()

    @property
    def string_count(self) -> int:
        return sum(count for each in self.found for _, count in each.counts)


def select_shown_strings(
    languages: Sequence[LanguageMatches], searched_texts: Sequence[tuple[str, str]]
) -> list[FoundString]:
    """Return the strings of a component that the page shows, with the searched texts marked.

    `searched_texts` contains the field and the text of each condition of the query. A string with a searched text in
    its source or key is found in all languages, but shown only with the first one.
    """
    by_field: dict[str, list[str]] = {}
    for field, text in searched_texts:
        by_field.setdefault({"key": "context"}.get(field, field), []).append(text)
    anywhere, patterns = by_field.get("", []), {}
    for field in ("source", "target", "context", "note", "location"):
        if texts := [*anywhere, *by_field.get(field, [])]:
            # Of two texts at the same place, the longer one is marked.
            regex = "|".join(re.escape(text) for text in sorted(texts, key=len, reverse=True))
            patterns[field] = re.compile(regex, re.IGNORECASE)
    shown: dict[str, FoundString] = {}
    found: list[FoundString] = []
    for matches in languages:
        for located_unit in matches.units:
            string, is_same_everywhere = _make_found_string(located_unit, patterns)
            if len(found) < _MAX_SHOWN_PER_COMPONENT and not (is_same_everywhere and string.checksum in shown):
                shown[string.checksum] = string
                found.append(string)
    return found


def _make_found_string(located_unit: LocatedUnit, patterns: Mapping[str, re.Pattern[str]]) -> tuple[FoundString, bool]:
    """Return a string for the page, and True if a searched text is in its source or context."""
    unit = located_unit.unit

    def show(field: str, texts: Sequence[str]) -> tuple[VisibleText, bool]:
        pattern = patterns.get(field)
        spans = [[match.span() for match in pattern.finditer(text)] if pattern else [] for text in texts]
        index = next((index for index, found in enumerate(spans) if found), 0)
        return (_cut_text(texts[index], spans[index]), bool(spans[index])) if texts else (_NO_TEXT, False)

    (context, is_in_context), (source, is_in_source) = show("context", (unit.context,)), show("source", unit.sources)
    target, is_in_target = show("target", unit.targets)
    comment = _NO_TEXT
    if not (is_in_context or is_in_source or is_in_target):
        comments = (show("note", (unit.note,)), show("location", unit.references))
        comment = next((text for text, is_found in comments if is_found), _NO_TEXT)
    string = FoundString(
        located_unit.language, unit_checksum(unit), located_unit.state_name, context, source, target, comment
    )
    return string, is_in_context or is_in_source


def _cut_text(text: str, spans: Sequence[Span]) -> VisibleText:
    """Return the part of a text around the first span, with all spans marked."""
    start = max(0, spans[0][0] - _LENGTH_BEFORE_FOUND_TEXT) if spans and len(text) > _MAX_TEXT_LENGTH else 0
    before, after = "…" if start else "", "…" if len(text) > start + _MAX_TEXT_LENGTH else ""
    part = text[start : start + _MAX_TEXT_LENGTH]
    offset = len(before) - start
    marked = [(max(0, first + offset), last + offset) for first, last in spans]
    return make_visible_text(f"{before}{part}{after}", changes=(FOUND, marked))


def make_search_page(
    query: str = "", language_code: str = "", result: SearchResult | None = None, error: str = ""
) -> Page:
    """Return the page of a search. `error` describes the error in a malformed query."""
    values = {"title": "Search", "query": query, "language_code": language_code, "result": result, "error": error}
    return Page(SEARCH_TEMPLATE, values)
