"""Describe the strings of a translation for a page: texts, plural forms, findings and places."""

import os
import re
from collections.abc import Collection, Sequence
from typing import NamedTuple
from urllib.parse import quote

from transtats_cli.checks import CHECKS_BY_ID
from transtats_cli.checks.pairing import source_form_indices
from transtats_cli.checks.subject import CheckedString, LanguagePair, find_highlight_spans
from transtats_cli.component import Component
from transtats_cli.limits import NotChecked
from transtats_cli.pages.problem_spans import compares_placeholders, find_problem_spans
from transtats_cli.pages.visible_text import Span, VisibleText, make_visible_text
from transtats_cli.plurals import PluralRule, example_counts
from transtats_cli.report import LocatedUnit

_MAX_PAGE_TEXT_BYTES = 170_000
"""Size of the markup of all texts of a page, estimated."""
_MAX_TEXT_BYTES = 40_000
_MAX_HIGHLIGHTED_LENGTH = 5_000
_MAX_EXAMPLE_COUNTS = 5
_MAX_LOCATIONS = 5
_MAX_FINDINGS = 10
_MAX_DETAIL_LENGTH = 1_000
_MAX_DETAILS_LENGTH = 16_000
"""Number of characters that all details of a page together may have before they are shortened."""
_TAG_PATTERN = re.compile(r"</?[A-Za-z][^<>]{0,200}>")


class TextForm(NamedTuple):
    """One text of a string. `label` describes a plural form, and is empty for a string without plural forms."""

    label: str
    text: VisibleText


class StringFinding(NamedTuple):
    """Problem that a check found in a string: the id of the check, and a sentence."""

    check_id: str
    message: str


class StringView(NamedTuple):
    """String of a translation with all values that a page shows. Long texts are cut."""

    position: int
    """Number of the string in its file, counted from 1."""
    checksum: str
    """Text that identifies the string in addresses."""
    state: str
    sources: tuple[TextForm, ...]
    targets: tuple[TextForm, ...]
    findings: tuple[StringFinding, ...]
    context: str
    note: str
    flags: str
    locations: tuple[str, ...]
    more_locations: int
    """Number of locations that are left out of `locations`."""
    path: str
    """Path of the translation file, relative to the served directory."""
    line: int
    editor_address: str
    """Address that opens the string in an editor. Empty if there is none."""


class _TextLimits(NamedTuple):
    """Limits of one page: size of the markup of one text in bytes, and length of a detail in characters.

    Details are contexts, notes, flags, locations and messages.
    """

    max_text_bytes: int
    max_detail_length: int


class StringContext(NamedTuple):
    """Values that the strings of one page have in common."""

    languages: LanguagePair
    file: str
    """Absolute path of the translation file. Empty if the translation has no file."""
    shown_path: str
    """Path of the translation file on pages, relative to the root of the site."""
    editor_link: str = ""
    """Template of an address with `{path}` and `{line}`. Empty if there are no links to an editor."""


def make_string_views(units: Sequence[tuple[int, str, LocatedUnit]], context: StringContext) -> tuple[StringView, ...]:
    """Return a StringView for each string of a page.

    Each item of `units` contains the position of a string in its file, its checksum and its unit. Long texts are cut,
    so that the size of a page has a limit.
    """
    text_count = sum(len(found.unit.sources) + len(found.unit.targets) for _, _, found in units)
    limit = min(_MAX_TEXT_BYTES, _MAX_PAGE_TEXT_BYTES // max(1, text_count))
    limits = _TextLimits(limit, _detail_limit([found for _, _, found in units]))
    return tuple(_make_view(position, checksum, found, context, limits) for position, checksum, found in units)


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


def _detail_limit(units: Sequence[LocatedUnit]) -> int:
    """Return the maximum number of characters of a note, a message or another detail.

    With this limit, all details of a page together have at most _MAX_DETAILS_LENGTH characters.
    """
    lengths = [
        len(detail)
        for found in units
        for detail in (
            found.unit.context,
            found.unit.note,
            str(found.unit.flags),
            *found.unit.references[:_MAX_LOCATIONS],
            *(finding.message for finding in found.findings[:_MAX_FINDINGS]),
        )
    ]
    is_short = sum(lengths) <= _MAX_DETAILS_LENGTH
    return _MAX_DETAIL_LENGTH if is_short else min(_MAX_DETAIL_LENGTH, _MAX_DETAILS_LENGTH // len(lengths))


def _make_view(
    position: int, checksum: str, located_unit: LocatedUnit, context: StringContext, limits: "_TextLimits"
) -> StringView:
    unit = located_unit.unit
    sources, targets = _make_text_forms(located_unit, context.languages, limits.max_text_bytes)
    locations = unit.references
    return StringView(
        position,
        checksum,
        located_unit.state_name,
        sources,
        targets,
        tuple(
            StringFinding(each.check, _shorten_text(each.message, limits.max_detail_length))
            for each in located_unit.findings[:_MAX_FINDINGS]
        ),
        _shorten_text(unit.context, limits.max_detail_length),
        _shorten_text(unit.note, limits.max_detail_length),
        _shorten_text(str(unit.flags), limits.max_detail_length),
        tuple(_shorten_text(each, limits.max_detail_length) for each in locations[:_MAX_LOCATIONS]),
        max(0, len(locations) - _MAX_LOCATIONS),
        context.shown_path,
        unit.line,
        editor_address(context.editor_link, context.file, unit.line) if context.file else "",
    )


def _make_text_forms(
    located_unit: LocatedUnit, languages: LanguagePair, limit: int
) -> tuple[tuple[TextForm, ...], tuple[TextForm, ...]]:
    """Return the texts of the source and of the target, with placeholders and problems marked."""
    sources, targets = located_unit.unit.sources, located_unit.unit.targets
    checked = CheckedString.from_unit(located_unit.unit, targets, languages)
    highlights = {text: _find_highlights(text, checked) for text in (*sources, *targets)}
    pairs = source_form_indices(len(sources), len(targets), languages.source_plural, languages.plural)
    checks = {finding.check for finding in located_unit.findings}

    def make_form(label: str, text: str, other_text: str, check_ids: Collection[str]) -> TextForm:
        problems = find_problem_spans(text, other_text, check_ids, highlights[text], highlights[other_text])
        return TextForm(label, make_visible_text(text, highlights[text], problems, limit))

    source_checks = {check_id for check_id in checks if compares_placeholders(check_id) or _checks_source(check_id)}
    partners = dict(zip(reversed(pairs), reversed(targets), strict=True))
    source_labels = plural_labels(languages.source_plural, len(sources))
    target_labels = plural_labels(languages.plural, len(targets))
    return (
        tuple(
            make_form(label, text, partners.get(index, targets[-1]), source_checks)
            for index, (label, text) in enumerate(zip(source_labels, sources, strict=True))
        ),
        tuple(
            make_form(label, text, sources[pair], checks)
            for label, text, pair in zip(target_labels, targets, pairs, strict=True)
        ),
    )


def _checks_source(check_id: str) -> bool:
    return CHECKS_BY_ID[check_id].checks_source


def _find_highlights(text: str, checked: CheckedString) -> Sequence[Span]:
    """Return the spans of placeholders and markup in a text.

    For a text that is too long, return no spans. If the search takes too long, return only the spans of tags.
    """
    if len(text) > _MAX_HIGHLIGHTED_LENGTH:
        return ()
    try:
        spans = find_highlight_spans(text, checked)
    except NotChecked:
        spans = []
    inside = {position for start, end in spans for position in range(start, end)}
    # Tags of invalid markup are no highlights. They are marked, so that their direction is always left to right.
    tags = [match.span() for match in _TAG_PATTERN.finditer(text) if inside.isdisjoint(range(*match.span()))]
    return sorted([*spans, *tags])


def _shorten_text(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[:length]}…"


def published_path(component: Component, path: str, root: str) -> str:
    """Return the path of a file of a component relative to `root`, the root of the site.

    Pages show only such paths, because absolute paths must not be published. Return an empty text for an empty path.
    """
    return os.path.relpath(os.path.join(component.root, path), root) if path else ""
