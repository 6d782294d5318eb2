"""Highlights: spans of placeholders and markup in a string. The modules of the checks find these spans."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from transtats_cli.checks import CHECKS, CHECKS_BY_ID, Check, CheckKind
from transtats_cli.checks.subject import CheckedString
from transtats_cli.flags import Flags

Span = tuple[int, int]

_MARKUP_CHECK_IDS = frozenset(
    {
        "icu_message_format",
        "placeholders",
        "bbcode",
        "md-syntax",
        "rst-references",
        "asciidoc-markup",
        "fluent-parts",
        "fluent-references",
    }
)
_XML_CHECK = CHECKS_BY_ID["xml-tags"]
_HIGHLIGHTING_CHECKS = tuple(
    check for check in CHECKS if check.kind is CheckKind.FORMAT or check.id in _MARKUP_CHECK_IDS
)


def find_highlight_spans(text: str, checked_string: CheckedString, *, with_syntax: bool = False) -> list[Span]:
    """Return the spans of placeholders and markup in a text, in order. Overlapping spans are merged.

    The result is cached in `checked_string`. If `with_syntax` is True and the text is reStructuredText, the result
    includes the markup that Pygments finds.
    """
    key = (text, with_syntax)
    found = checked_string.cached_highlights.get(key)
    if found is None:
        found = checked_string.cached_highlights[key] = _find_merged_spans(
            text, checked_string, with_syntax=with_syntax
        )
    return found


def _find_merged_spans(text: str, checked_string: CheckedString, *, with_syntax: bool) -> list[Span]:
    merged: list[Span] = []
    if not _may_have_highlights(text, checked_string.flags):
        return merged
    for start, end in sorted(_find_unmerged_spans(text, checked_string, with_syntax=with_syntax)):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        elif end > start:
            merged.append((start, end))
    return merged


def remove_spans(text: str, spans: list[Span]) -> str:
    """Return a text without the given spans. The spans must be in order and must not overlap."""
    if not spans:
        return text
    kept = []
    position = 0
    for start, end in spans:
        kept.append(text[position:start])
        position = end
    kept.append(text[position:])
    return "".join(kept)


def _may_have_highlights(text: str, flags: Flags) -> bool:
    if "<" in text or "&" in text:
        return True
    return bool(flags) and ("rst-text" in flags or bool(_select_highlighting_checks(flags)))


def _find_unmerged_spans(text: str, checked_string: CheckedString, *, with_syntax: bool) -> Iterator[Span]:
    flags = checked_string.flags
    if ("<" in text or "&" in text) and _XML_CHECK.is_on_for_flags(flags):
        yield from _XML_CHECK.module.find_highlights(text, checked_string)
    if flags:
        for check in _select_highlighting_checks(flags):
            yield from _find_spans_of_check(check, text, checked_string)
    if with_syntax and "rst-text" in flags:
        from transtats_cli.checks.markup import rst_tokens

        yield from rst_tokens.find_rst_markup_spans(text)


@lru_cache(maxsize=256)
def _select_highlighting_checks(flags: Flags) -> tuple[Check, ...]:
    """Return the checks that find highlights in strings with the given flags."""
    return tuple(check for check in _HIGHLIGHTING_CHECKS if check.is_on_for_flags(flags))


def _find_spans_of_check(check: Check, text: str, checked_string: CheckedString) -> Iterable[Span]:
    if check.kind is CheckKind.FORMAT:
        from transtats_cli.checks.placeholders import format_strings

        return format_strings.find_highlights(check.module.FORMAT, text, checked_string)
    protected: Iterable[Span] = check.module.find_highlights(text, checked_string)
    return protected
