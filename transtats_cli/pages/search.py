"""Page of the strings that a search over all components finds, by component, with found texts marked."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from transtats_cli.checks.subject import Span
from transtats_cli.component import Component
from transtats_cli.languages import Language, language_by_code
from transtats_cli.model import Finding
from transtats_cli.pages.own_languages import find_language_tags, select_own_languages
from transtats_cli.pages.rendering import Page
from transtats_cli.pages.strings import MarkedText, make_language_pair, mark_texts
from transtats_cli.pages.visible_text import FOUND, VisibleText, make_visible_text
from transtats_cli.problems import Problem
from transtats_cli.report import LocatedUnit
from transtats_cli.scanning.reading.reader import Translation
from transtats_cli.unit_queries.checksums import unit_checksum

SEARCH_TEMPLATE = "search.html"
MAX_SHOWN_PER_COMPONENT, MAX_SHOWN_OF_ONE_COMPONENT = 12, 100
_MAX_SHOWN_TRANSLATIONS = 3
_MAX_NAMED_LANGUAGES = 4
_MAX_TEXT_LENGTH = 300
_MAX_FINDINGS = 5
_LENGTH_BEFORE_FOUND_TEXT = 80
_NO_TEXT = VisibleText(())


class FoundTranslation(NamedTuple):
    language: Language
    state: str
    target: VisibleText
    """Without fragments if the string is not translated."""
    findings: Sequence[Finding]
    """Faults that checks found. Empty unless the query is about checks."""


class FoundString(NamedTuple):
    """Found string with its texts, of which long ones are cut around the found text."""

    checksum: str
    """Text that identifies the string in addresses."""
    context: VisibleText
    source: VisibleText
    note: VisibleText
    """Without fragments, unless it contains a found text."""
    location: VisibleText
    """First location, or the first one that contains a found text."""
    translations: Sequence[FoundTranslation]
    """Translations to show: those of the reader's languages, and those that contain a found text."""
    findings: Sequence[Finding]
    """Faults that checks found in the string of the source language."""
    others: Sequence[Language]
    """Some of the other languages in which the string matches the query."""
    more_languages: int
    """Number of the remaining languages."""
    page_language: Language
    """Language whose page of the string has the texts in all languages: the source language if it has the string."""


class LanguageMatches(NamedTuple):
    """Strings of one language that match the query."""

    language: Language
    keys: Collection[int]
    """Keys of the strings. A string has the same key in all languages of its component."""
    units: Mapping[int, LocatedUnit]
    """Some of the strings by key: the first ones of each rank, and source strings with failing translations. The worst
    are first."""


class ComponentMatches(NamedTuple):
    """Strings of one component that match the query."""

    component: Component
    string_count: int = 0
    """Number of strings. A string that is found in several languages counts once."""
    own_counts: Sequence[tuple[Language, int, str]] = ()
    """Numbers of strings that are found in the languages of the reader, with the tags of the language."""
    other_counts: Sequence[tuple[Language, int, str]] = ()
    """Numbers of strings that are found in other languages. The source language is the last."""
    strings: Sequence[FoundString] = ()
    """Some of the strings, first those in the languages of the reader."""
    broken_files: Sequence[Problem] = ()

    @property
    def source_language(self) -> Language:
        return language_by_code(self.component.source_language)

    @property
    def languages(self) -> set[str]:
        """Codes of the languages other than the source in which strings are found."""
        found = {language.code for language, *_ in (*self.own_counts, *self.other_counts)}
        return found - {self.source_language.code}


class FoundCounts(NamedTuple):
    strings: int = 0
    components: int = 0

    def add(self, matches: Sequence[ComponentMatches]) -> "FoundCounts":
        return FoundCounts(self.strings + sum(each.string_count for each in matches), self.components + len(matches))


class SearchResult(NamedTuple):
    """Result of the search in some of the components."""

    found: Sequence[ComponentMatches]
    """Components with matching strings, which the page shows."""
    counted: Sequence[ComponentMatches]
    """The following components with matching strings, which only the totals contain because the page is full."""
    start: int
    """Number of components before the first one that was searched."""
    end: int
    """Number of components up to the last one that the page can show."""
    counted_end: int
    """Number of components up to the last one that was searched."""
    component_count: int
    """Number of all components."""
    earlier: FoundCounts
    """Numbers that were found before the first component that was searched."""
    next_address: str
    """Address of the components after those that the page shows."""
    count_address: str
    """Address of the search in the components that were not searched. Its page has the totals up to its last one."""
    is_page_full: bool
    """True if the page shows enough, and False if all components or the time of the search are used up."""
    broken_files: Sequence[Problem] = ()

    @property
    def totals(self) -> FoundCounts:
        """Numbers that were found up to the last component that was searched."""
        return self.earlier.add(self.found).add(self.counted)

    @property
    def language_count(self) -> int:
        return len(set().union(*(each.languages for each in (*self.found, *self.counted))))


def make_component_matches(
    component: Component,
    languages: Sequence[LanguageMatches],
    searched_texts: Sequence[tuple[str, str]],
    reader_languages: Sequence[str],
    limit: int = MAX_SHOWN_PER_COMPONENT,
) -> ComponentMatches:
    """Return up to `limit` strings of a component for the page, with the searched texts marked, and their numbers.

    `searched_texts` contains the field and the text of each condition of the query.
    """
    source = language_by_code(component.source_language)
    tags = find_language_tags([each.language.code for each in languages], [source.code])
    own_codes = select_own_languages(tags, reader_languages)
    own = sorted(
        (each for each in languages if each.language.code in own_codes),
        key=lambda each: own_codes.index(each.language.code),
    )
    others = sorted(
        (each for each in languages if each.language.code not in own_codes),
        key=lambda each: (each.language == source, each.language.name),
    )
    ranks: dict[int, list[int]] = {}
    for each in (*own, *others):
        for key, found in each.units.items():
            ranks.setdefault(key, []).append(rank_by_texts(found, searched_texts))
    in_own = {key for each in own for key in each.units}
    # A string that is found in many languages is more likely what the reader looks for.
    keys = sorted(
        ranks, key=lambda key: (min(ranks[key]), key not in in_own, -sum(key in each.keys for each in languages))
    )[:limit]
    patterns = _make_patterns(searched_texts)
    shown = [_make_found_string(key, own, others, component, patterns) for key in keys]
    own_counts, other_counts = (
        [(each.language, len(each.keys), tags.get(each.language.code, "")) for each in group] for group in (own, others)
    )
    string_count = len(set().union(*(each.keys for each in languages)))
    return ComponentMatches(component, string_count, own_counts, other_counts, shown)


def rank_by_texts(found: LocatedUnit, searched_texts: Sequence[tuple[str, str]]) -> int:
    """Return the number of searched texts that the key and the texts of a string lack. Notes do not count.

    If the key or a text of the string equals the query, return -1.
    """
    unit = found.unit
    words = [text.casefold() for field, text in searched_texts if field not in ("note", "location")]
    texts = [text.casefold() for text in (unit.context, *unit.sources, *unit.targets)]
    if words and " ".join(words) in texts:
        return -1
    return sum(not any(word in text for text in texts) for word in words)


def _make_patterns(searched_texts: Sequence[tuple[str, str]]) -> dict[str, re.Pattern[str]]:
    """Return a pattern that finds the searched texts for each field in which texts are searched."""
    by_field: dict[str, list[str]] = {}
    for field, text in searched_texts:
        by_field.setdefault({"key": "context"}.get(field, field), []).append(text)
    anywhere, patterns = by_field.get("", []), {}
    for field in ("source", "target", "context", "note", "location"):
        if texts := [*anywhere, *by_field.get(field, [])]:
            # Of two texts at the same place, the longer one is marked.
            regex = "|".join(re.escape(text) for text in sorted(texts, key=len, reverse=True))
            patterns[field] = re.compile(regex, re.IGNORECASE)
    return patterns


def _make_found_string(
    key: int,
    own: Sequence[LanguageMatches],
    others: Sequence[LanguageMatches],
    component: Component,
    patterns: Mapping[str, re.Pattern[str]],
) -> FoundString:
    units = [matches.units[key] for matches in (*own, *others) if key in matches.units]
    unit, source_language = units[0].unit, language_by_code(component.source_language)
    marked = [mark_texts(each, make_language_pair(component, Translation(each.language, "", ()))) for each in units]
    context, is_in_context = _mark_text([MarkedText(unit.context)], patterns.get("context"))
    source, is_in_source = _mark_text([each._replace(problems=()) for each in marked[0][0]], patterns.get("source"))
    own_languages = {matches.language for matches in own}
    translations, source_findings = [], list[Finding]()
    for each, (sources, targets) in zip(units, marked, strict=True):
        findings = [finding._replace(message=finding.message[:_MAX_TEXT_LENGTH]) for finding in each.findings]
        del findings[_MAX_FINDINGS:]
        if each.language == source_language and findings:
            source_findings, (source, _) = findings, _mark_text(sources, patterns.get("source"))
            continue
        target, is_found = _mark_text(targets, patterns.get("target"))
        # The same text of the source is found in all languages, whose translations are then no answer to the query.
        is_answer = is_found or not (is_in_source or is_in_context or not each.unit.target)
        is_shown = each.language != source_language and (each.language in own_languages or is_answer)
        if is_shown or each.findings:
            translations.append(FoundTranslation(each.language, each.state_name, target, findings))
    del translations[_MAX_SHOWN_TRANSLATIONS:]
    shown = {each.language for each in translations}
    holders = [each.language for each in (*own, *others) if key in each.keys and each.language not in shown]
    if translations or len(holders) > 1:
        holders = [each for each in holders if each != source_language]
    note, is_in_note = _mark_text([MarkedText(each.note) for each in units], patterns.get("note"))
    locations = dict.fromkeys(location for each in units for location in each.references)
    location, _ = _mark_text([MarkedText(each) for each in locations], patterns.get("location"))
    named, more = holders[:_MAX_NAMED_LANGUAGES], max(0, len(holders) - _MAX_NAMED_LANGUAGES)
    checksum = unit_checksum(unit)
    note, last = note if is_in_note else _NO_TEXT, units[-1].language
    return FoundString(checksum, context, source, note, location, translations, source_findings, named, more, last)


def _mark_text(texts: Sequence[MarkedText], pattern: re.Pattern[str] | None) -> tuple[VisibleText, bool]:
    """Return the first text that contains a found text, and True.

    If there is none, return the first text with a problem, or else the first text, and False.
    """
    spans = [[match.span() for match in pattern.finditer(each.text)] if pattern else [] for each in texts]
    problems = [each.problems for each in texts]
    index = next((index for found in (spans, problems) for index, each in enumerate(found) if each), 0)
    return (_cut_text(texts[index], spans[index]), bool(spans[index])) if texts else (_NO_TEXT, False)


def _cut_text(marked: MarkedText, found: Sequence[Span]) -> VisibleText:
    """Return the part of a text around the first found text or problem, with all spans marked."""
    text, important = marked.text, sorted(found or marked.problems)
    start = max(0, important[0][0] - _LENGTH_BEFORE_FOUND_TEXT) if important and len(text) > _MAX_TEXT_LENGTH else 0
    before, after = "…" if start else "", "…" if len(text) > start + _MAX_TEXT_LENGTH else ""
    part = text[start : start + _MAX_TEXT_LENGTH]
    offset = len(before) - start

    def move(spans: Sequence[Span]) -> list[Span]:
        return [(max(0, first + offset), last + offset) for first, last in spans if last + offset >= 0]

    placeholders, problems = move(marked.placeholders), move(marked.problems)
    return make_visible_text(f"{before}{part}{after}", placeholders, problems, changes=(FOUND, move(found)))


def make_search_page(
    query: str = "",
    language_code: str = "",
    result: SearchResult | None = None,
    error: str = "",
    *,
    codes: Collection[str] = (),
    sources: Collection[str] = (),
    reader_languages: Sequence[str] = (),
    project: Component | None = None,
    component: Component | None = None,
) -> Page:
    """Return the page of a search. `error` describes the error in a malformed query.

    `codes` are those of the languages to choose from, of which `sources` are the source languages. `project` is a
    component of the project if only one of several projects is searched, and `component` the only one searched.
    """
    languages = list_languages({*codes, *filter(None, [language_code])}, sources, reader_languages)
    values = {"title": "Search", "query": query, "language_code": language_code, "languages": languages}
    return Page(
        SEARCH_TEMPLATE, {**values, "result": result, "error": error, "project": project, "component": component}
    )


def list_languages(
    codes: Collection[str], sources: Collection[str], reader_languages: Sequence[str] = ()
) -> list[tuple[Language, str]]:
    """Return languages to choose from, those of the reader first, with the tags by which a script finds them."""
    tags = find_language_tags(codes, sources)
    own = select_own_languages(tags, reader_languages)
    by_name = sorted(codes, key=lambda code: (language_by_code(code).name.casefold(), code))
    return [(language_by_code(code), tags.get(code, "")) for code in dict.fromkeys([*own, *by_name])]
