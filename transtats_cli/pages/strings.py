"""Describe the strings of a translation for a page: texts, plural forms, findings and places."""

import os
from collections.abc import Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple
from urllib.parse import quote

from transtats_cli.checks.pairing import source_form_indices
from transtats_cli.checks.subject import CheckedString, LanguagePair, Span, find_highlight_spans, merge_spans
from transtats_cli.component import Component
from transtats_cli.flags import READ_ONLY
from transtats_cli.languages import language_by_code
from transtats_cli.limits import NotChecked
from transtats_cli.model import Finding, Unit
from transtats_cli.pages.faults import TextPair, find_source_faults, find_target_faults
from transtats_cli.pages.visible_text import (
    ADDED,
    BYTES_PER_CHARACTER,
    REMOVED,
    VisibleText,
    find_changed_spans,
    find_placeholders,
    make_visible_text,
)
from transtats_cli.paths import remove_root_from_text
from transtats_cli.plurals import PluralRule, example_counts
from transtats_cli.problems import Problem
from transtats_cli.report import LocatedUnit
from transtats_cli.scanning.pipeline.checking import find_plural_rule
from transtats_cli.scanning.reading.reader import Translation
from transtats_cli.unit_queries.checksums import unit_checksum

_MAX_PAGE_TEXT_BYTES = 170_000
"""Size of the markup of all texts of a page, estimated."""
_MAX_TEXT_BYTES = 40_000
_MAX_HIGHLIGHTED_LENGTH = 5_000
_MAX_EXAMPLE_COUNTS = 5
_MAX_LOCATIONS = 50
_MAX_FINDINGS = 10
_MAX_DETAIL_LENGTH = 1_000
_MAX_DETAILS_LENGTH = 16_000
"""Number of characters that all details of a page together may have before they are shortened."""

TextForm = tuple[str, VisibleText]
"""Label and text of a plural form. The label is empty for a string without plural forms."""


class MarkedText(NamedTuple):
    """Text with the spans of placeholders and of problems, and the words that only this version of the text has."""

    text: str
    placeholders: Sequence[Span] = ()
    problems: Sequence[Span] = ()
    added: Sequence[Span] = ()


class StringView(NamedTuple):
    """String of a translation with all values that a page shows. Long texts are cut."""

    position: int
    """Number of the string in its file, counted from 1. 0 if the list of the strings in the file lacks it."""
    checksum: str
    """Text that identifies the string in addresses."""
    state: str
    missing_in: str
    """Path of the file with the string, as messages contain it, if the file of the translation lacks the string."""
    sources: Sequence[TextForm]
    targets: Sequence[TextForm]
    findings: Sequence[Finding]
    context: str
    note: str
    flags: str
    locations: Sequence[str]
    more_locations: int
    """Number of locations that are left out of `locations`."""
    line: int
    editor_address: str
    """Address that opens the string in an editor. Empty if there is none."""
    old_sources: Sequence[TextForm] = ()
    """Source texts that were translated, if the string is outdated."""
    outdated_since: str = ""
    """Phrase with the commit that outdated the string. Empty if the string is not outdated."""
    title: str = ""
    """Source text, not cut, or the context of a string without one."""


def make_string_views(
    units: Sequence[tuple[int, LocatedUnit]],
    component: Component,
    translation: Translation,
    editor_link: str = "",
    language_count: int = 1,
) -> tuple[StringView, ...]:
    """Return a StringView for each string of a page. `units` contains their positions in the file.

    If the texts are too long for a page together, long ones are cut. The path of the translation is empty if the
    source language has no file. `editor_link` is the template of links to an editor, or empty. `language_count` is the
    number of languages on the page.
    """
    languages = make_language_pair(component, translation)
    of_source = languages._replace(language=languages.source_language, plural=languages.source_plural)
    file = os.path.join(component.root, translation.path)
    detail_limit = _find_detail_limit([found for _, found in units])

    def make_view(position: int, found: LocatedUnit, text_limit: int) -> StringView:
        if found.is_missing:
            found = found._replace(language=of_source.language)
            return _make_missing_view(found, of_source, text_limit, detail_limit)._replace(position=position)
        address = editor_address(editor_link, file, found.unit.line) if translation.path else ""
        view = _make_view(found, languages, text_limit, detail_limit)
        return view._replace(position=position, editor_address=address)

    texts = [text for _, found in units for text in _list_texts(found)]
    max_size = _MAX_PAGE_TEXT_BYTES // language_count
    if sum(map(len, texts)) <= max_size // BYTES_PER_CHARACTER:
        views = tuple(make_view(position, found, _MAX_TEXT_BYTES) for position, found in units)
        if sum(map(_measure_texts, views)) <= max_size:
            return views
    text_limit = min(_MAX_TEXT_BYTES, max_size // max(1, len(texts)))
    return tuple(make_view(position, found, text_limit) for position, found in units)


def _list_texts(found: LocatedUnit) -> Sequence[str]:
    return [*found.unit.sources, *found.unit.targets, *(found.source_change.old_sources if found.source_change else ())]


def _measure_texts(view: StringView) -> int:
    """Return the estimated size of the markup of the texts in bytes."""
    return sum(text.size for _, text in (*view.sources, *view.targets, *view.old_sources))


def _make_view(located_unit: LocatedUnit, languages: LanguagePair, text_limit: int, detail_limit: int) -> StringView:
    """Return the StringView of a string, without its position and without an address of an editor."""

    def shorten(detail: str) -> str:
        return detail if len(detail) <= detail_limit else f"{detail[:detail_limit]}…"

    unit, locations = located_unit.unit, located_unit.references
    # All source strings are read-only.
    is_source = languages.language == languages.source_language and not located_unit.is_missing
    return StringView(
        0,
        unit_checksum(unit),
        located_unit.state_name,
        located_unit.path if located_unit.is_missing else "",
        *_make_text_forms(located_unit, languages, text_limit),
        [each._replace(message=shorten(each.message)) for each in located_unit.findings[:_MAX_FINDINGS]],
        shorten(unit.context),
        shorten(located_unit.note),
        shorten(str(unit.flags.without(READ_ONLY) if is_source else unit.flags)),
        [shorten(each) for each in locations[:_MAX_LOCATIONS]],
        max(0, len(locations) - _MAX_LOCATIONS),
        unit.line,
        "",
        _make_old_sources(located_unit, languages.source_plural, text_limit),
        located_unit.source_change.description if located_unit.source_change else "",
        unit.sources[0] or unit.context,
    )


_make_missing_view = lru_cache(maxsize=1024)(_make_view)
"""The same for a missing string, with the languages of the source. Many languages lack the same strings."""


def make_language_pair(component: Component, translation: Translation) -> LanguagePair:
    source = language_by_code(component.source_language)
    rule, _ = find_plural_rule(component, translation)
    source_rule, _ = find_plural_rule(component, Translation(source, "", ()))
    return LanguagePair(translation.language, source, rule, source_rule)


def plural_labels(rule: PluralRule, form_count: int) -> tuple[str, ...]:
    """Return a label for each plural form: examples of numbers with this form, such as `1` and `2, 3, 4`.

    For a string without plural forms, return one empty label.
    """
    if form_count < 2:
        return ("",) * form_count
    labels = []
    for counts in example_counts(rule)[:form_count]:
        shown = counts[:_MAX_EXAMPLE_COUNTS]
        more = [] if len(shown) == len(counts) or shown[-1:] == ("…",) else ["…"]
        labels.append(", ".join([*shown, *more]))
    return (*labels, *("unused",) * (form_count - len(labels)))


def editor_address(template: str, path: str, line: int) -> str:
    """Return the address that opens a file in an editor. If `template` is empty, return an empty text.

    `path` is absolute. A slash in front of `{path}` is not doubled.
    """
    encoded = quote(path, safe="/:", errors="replace")
    if "/{path}" in template:
        encoded = encoded.removeprefix("/")
    return template.replace("{path}", encoded).replace("{line}", str(max(1, line))) if template else ""


def _find_detail_limit(units: Sequence[LocatedUnit]) -> int:
    """Return the maximum number of characters of a note, a message or another detail.

    With this limit, all details of a page together have at most _MAX_DETAILS_LENGTH characters.
    """
    lengths = [
        len(detail)
        for found in units
        for detail in (
            found.unit.context,
            found.note,
            str(found.unit.flags),
            *found.references[:_MAX_LOCATIONS],
            # The page has a list of languages in place of some messages.
            *("" if finding.codes_by_check else finding.message for finding in found.findings[:_MAX_FINDINGS]),
        )
    ]
    is_short = sum(lengths) <= _MAX_DETAILS_LENGTH
    return _MAX_DETAIL_LENGTH if is_short else min(_MAX_DETAIL_LENGTH, _MAX_DETAILS_LENGTH // len(lengths))


def _make_old_sources(located_unit: LocatedUnit, rule: PluralRule, limit: int) -> Sequence[TextForm]:
    """Return the source texts that were translated, with the words marked that the present ones lack."""
    change, sources = located_unit.source_change, located_unit.unit.sources
    if change is None:
        return ()
    texts = change.old_sources
    spans = (find_changed_spans(text, new)[0] for text, new in zip_longest(texts, sources[: len(texts)], fillvalue=""))
    marked = [
        make_visible_text(text, find_placeholders(text), limit=limit, changes=(REMOVED, removed))
        for text, removed in zip(texts, spans, strict=True)
    ]
    return [*zip(plural_labels(rule, len(texts)), marked, strict=True)]


def _make_text_forms(
    located_unit: LocatedUnit, languages: LanguagePair, limit: int
) -> tuple[Sequence[TextForm], Sequence[TextForm]]:
    """Return the texts of the source and of the target, with placeholders and problems marked."""

    def make_forms(rule: PluralRule, texts: Sequence[MarkedText]) -> Sequence[TextForm]:
        shown = [make_visible_text(*each[:3], limit, changes=(ADDED, each.added)) for each in texts]
        return [*zip(plural_labels(rule, len(texts)), shown, strict=True)]

    sources, targets = mark_texts(located_unit, languages)
    return make_forms(languages.source_plural, sources), make_forms(languages.plural, targets)


def mark_texts(located_unit: LocatedUnit, languages: LanguagePair) -> tuple[Sequence[MarkedText], Sequence[MarkedText]]:
    """Return the texts of the source and of the target with the spans to mark.

    A missing string has no texts of the target.
    """
    if located_unit.is_missing:
        of_source = languages._replace(language=languages.source_language, plural=languages.source_plural)
        return _mark_missing_texts(located_unit.unit, of_source), ()
    sources, targets = located_unit.unit.sources, located_unit.unit.targets
    checked = CheckedString.from_unit(located_unit.unit, targets, languages)
    highlights = {text: _find_highlights(text, checked) for text in (*sources, *targets)}
    pairs = source_form_indices(len(sources), len(targets), languages.source_plural, languages.plural)
    check_ids = {finding.check for finding in located_unit.findings}

    def pair_texts(source: str, target: str) -> TextPair:
        return TextPair(checked, source, target)

    def mark_source(source: str, target: str, old_source: str | None) -> MarkedText:
        faults = find_source_faults(pair_texts(source, target), check_ids)
        added = [] if old_source is None else find_changed_spans(old_source, source)[1]
        return MarkedText(source, highlights[source], faults, added)

    def mark_target(source: str, target: str) -> MarkedText:
        return MarkedText(target, highlights[target], find_target_faults(pair_texts(source, target), check_ids))

    partners = dict(zip(reversed(pairs), reversed(targets), strict=True))
    old_texts = dict(enumerate(located_unit.source_change.old_sources if located_unit.source_change else ()))
    return (
        [
            mark_source(text, partners.get(index, targets[-1]), old_texts.get(index))
            for index, text in enumerate(sources)
        ],
        [mark_target(sources[index], text) for index, text in zip(pairs, targets, strict=True)],
    )


# Many languages lack the same strings.
@lru_cache(maxsize=1024)
def _mark_missing_texts(unit: Unit, languages: LanguagePair) -> Sequence[MarkedText]:
    checked = CheckedString.from_unit(unit, unit.targets, languages)
    return [MarkedText(text, _find_highlights(text, checked)) for text in unit.sources]


def _find_highlights(text: str, checked: CheckedString) -> Sequence[Span]:
    """Return the spans of placeholders and markup in a text.

    For a text that is too long, return no spans. If the search takes too long, return only common ones.
    """
    if len(text) > _MAX_HIGHLIGHTED_LENGTH:
        return ()
    try:
        spans = find_highlight_spans(text, checked)
    except NotChecked:
        spans = []
    # Tags of invalid markup are no highlights, nor are placeholders of strings without a flag.
    return merge_spans([*spans, *find_placeholders(text)])


def published_path(component: Component, path: str, root: str) -> str:
    """Return the path of a file of a component relative to `root`, the root of the site.

    Pages show only such paths, because absolute paths must not be published. Return an empty text for an empty path.
    """
    return os.path.relpath(os.path.join(component.root, path), root) if path else ""


def publish_problem(component: Component, problem: Problem, root: str) -> Problem:
    """Return a problem of a file of a component without absolute paths, as `published_path`."""
    reason = remove_root_from_text(problem.reason, root)
    return problem._replace(path=published_path(component, problem.path, root), reason=reason)
