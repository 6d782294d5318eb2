"""
French has a blank before a colon, a semicolon, a question mark and an exclamation mark.

Good:  "Name: %s"  ->  "Nom : %s"
Bad:   "Name: %s"  ->  "Nom: %s"
Off:   the flag `ignore-punctuation-spacing`

Any of the blank, the no-break one and the two narrow ones will do. A sign that something else than a blank or a bracket
follows is part of a word (`http://`). Placeholders and markup are left alone, and so is French of Canada.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from transtats_cli.checks import highlights
from transtats_cli.checks.subject import CheckedString
from transtats_cli.languages import Language

ID = "punctuation_spacing"

_SPACED_MARKS = ":;?!"
_MARK_PATTERN = re.compile(f"[{_SPACED_MARKS}]")
_CHARACTERS_ALLOWED_BEFORE = f" \u00a0\u202f\u2009{_SPACED_MARKS}"
_UNICODE_CATEGORIES_AFTER = frozenset({"Zs", "Ps", "Pe"})


def find_problem(source: str, target: str, checked_string: CheckedString) -> str | None:
    if not applies_to_language(checked_string.language):
        return None
    text = target
    if "&" in target or "<" in target:
        from transtats_cli.checks.tags import entities

        text = entities.strip_entities(target)
    wrong = [sign.start() for sign in _MARK_PATTERN.finditer(text) if _lacks_blank(text, sign.start())]
    if not wrong:
        return None
    for offset in _filter_offsets_outside_spans(wrong, _protected_spans(text, checked_string)):
        return f"a blank is missing before {text[offset]!r} at character {offset + 1}"
    return None


def applies_to_language(language: Language) -> bool:
    return language.base_code == "fr" and language.code != "fr_CA"


@cache
def screening_pattern() -> re.Pattern[str]:
    """Return a pattern that matches in each text in which a blank is missing before a mark.

    The pattern does not match a mark at the start.
    """
    return re.compile(f"[^{_CHARACTERS_ALLOWED_BEFORE}][{_SPACED_MARKS}]")


def _lacks_blank(text: str, offset: int) -> bool:
    if offset == 0:
        return True
    if text[offset - 1] in _CHARACTERS_ALLOWED_BEFORE:
        return False
    from unicodedata import category

    following = text[offset + 1 : offset + 2]
    return not following or category(following) in _UNICODE_CATEGORIES_AFTER


def _filter_offsets_outside_spans(offsets: Iterable[int], spans: Iterable[tuple[int, int]]) -> Iterator[int]:
    """Yield the offsets that are outside of all spans. The offsets must be in ascending order."""
    ahead = sorted(spans, reverse=True)
    covered_to = 0
    for offset in offsets:
        while ahead and ahead[-1][0] <= offset:
            covered_to = max(covered_to, ahead.pop()[1])
        if offset >= covered_to:
            yield offset


def _protected_spans(text: str, checked_string: CheckedString) -> list[tuple[int, int]]:
    """Return the spans of placeholders and markup, in which marks need no blank."""
    spans = highlights.find_highlight_spans(text, checked_string, with_syntax=True)
    if "md-text" not in checked_string.flags:
        return spans
    from transtats_cli.checks.markup import markdown_links

    return [*spans, *markdown_links.find_link_syntax_spans(text)]
