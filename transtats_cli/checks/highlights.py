"""Highlights: spans of placeholders and markup in a string. The modules of the checks find these spans."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from transtats_cli.checks import BY_ID, CHECKS, Check, Kind
from transtats_cli.checks.subject import Subject
from transtats_cli.flags import Flags

Span = tuple[int, int]

_MARKUP_IDS = frozenset(
    {"icu_message_format", "placeholders", "bbcode", "md-syntax", "rst-references", "asciidoc-markup"}
)
_XML_CHECK = BY_ID["xml-tags"]
_HIGHLIGHTING_CHECKS = tuple(check for check in CHECKS if check.kind is Kind.FORMAT or check.id in _MARKUP_IDS)


def spans(text: str, subject: Subject, *, with_syntax: bool = False) -> list[Span]:
    """Return the spans of placeholders and markup in a text, in order. Overlapping spans are merged.

    The result is cached in `subject`. If `with_syntax` is True and the text is reStructuredText, the result includes
    the markup that Pygments finds.
    """
    key = (text, with_syntax)
    found = subject.highlights.get(key)
    if found is None:
        found = subject.highlights[key] = _merged_spans(text, subject, with_syntax=with_syntax)
    return found


def _merged_spans(text: str, subject: Subject, *, with_syntax: bool) -> list[Span]:
    merged: list[Span] = []
    if not _may_have_highlights(text, subject.flags):
        return merged
    for start, end in sorted(_find_spans(text, subject, with_syntax=with_syntax)):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        elif end > start:
            merged.append((start, end))
    return merged


def without(text: str, removed: list[Span]) -> str:
    """Return a text without the given spans. The spans must be in order and must not overlap."""
    if not removed:
        return text
    kept = []
    position = 0
    for start, end in removed:
        kept.append(text[position:start])
        position = end
    kept.append(text[position:])
    return "".join(kept)


def _may_have_highlights(text: str, flags: Flags) -> bool:
    if "<" in text or "&" in text:
        return True
    return bool(flags) and ("rst-text" in flags or bool(_highlighting_checks(flags)))


def _find_spans(text: str, subject: Subject, *, with_syntax: bool) -> Iterator[Span]:
    flags = subject.flags
    if ("<" in text or "&" in text) and _XML_CHECK.is_on(flags):
        yield from _XML_CHECK.module.highlights(text, subject)
    if flags:
        for check in _highlighting_checks(flags):
            yield from _find_spans_of_check(check, text, subject)
    if with_syntax and "rst-text" in flags:
        from transtats_cli.checks.markup import rst_tokens

        yield from rst_tokens.highlights(text)


@lru_cache(maxsize=256)
def _highlighting_checks(flags: Flags) -> tuple[Check, ...]:
    """Return the checks that find highlights in strings with the given flags."""
    return tuple(check for check in _HIGHLIGHTING_CHECKS if check.is_on(flags))


def _find_spans_of_check(check: Check, text: str, subject: Subject) -> Iterable[Span]:
    if check.kind is Kind.FORMAT:
        from transtats_cli.checks.placeholders import format_strings

        return format_strings.highlights(check.module.FORMAT, text, subject)
    protected: Iterable[Span] = check.module.highlights(text, subject)
    return protected
