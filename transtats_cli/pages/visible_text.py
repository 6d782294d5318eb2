"""Split texts into fragments in which white space, control characters, placeholders and problems are visible."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from operator import itemgetter
from typing import NamedTuple

from transtats_cli.checks.subject import Span

REMOVED, ADDED, FOUND = "del", "ins", "mark"
"""Names of the marks of words that only the old or only the new version of a text has, and of found texts."""

_CONTROL_RANGES = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb"
    "\ufffe\uffff\ud800-\udfff\U000e0000-\U000e0fff"
)
_CONTROL_CHARACTER_PATTERN = re.compile(f"[{_CONTROL_RANGES}]")
_SPACE_RANGES = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_SPECIAL_CHARACTER_PATTERN = re.compile(
    r"(?P<newline>\n)|(?P<tab>\t)|(?P<space>^ +| +$|  +| +(?=\n)|(?<=\n) +)"
    rf"|(?P<wide>[{_SPACE_RANGES}])|(?P<control>[{_CONTROL_RANGES}])"
)
_JOINERS = "\u200c\u200d"
"""Zero-width joiners, which many scripts need between letters. They are shown as they are."""
_MARKUP_BYTES_PER_FRAGMENT = 75
"""Estimated size of the markup of one fragment, in bytes."""
BYTES_PER_CHARACTER = 4
"""Estimated size of a character in the markup, in bytes."""
_MAX_TEXT_LENGTH = 5_000
_WORD_PATTERN = re.compile(r"\w+|\s+|[^\w\s]")
_PLACEHOLDER_PATTERN = re.compile(
    r"</?[A-Za-z][^<>]{0,200}>|%\(\w{1,99}\)[A-Za-z]|%(?:[0-9]\$)?[ds@]|\{\{[\w.]{1,99}\}\}|\{[\w.]{1,99}\}"
)


class Fragment(NamedTuple):
    """Part of a text in which all characters are shown in the same style."""

    text: str
    """Text to show. For an invisible character, a mark that represents it."""
    classes: str = ""
    """Classes of the style sheet, separated by blanks. Empty for plain text."""
    title: str = ""
    """Description of a character that the mark represents."""
    parts: "VisibleText | None" = None
    """Parts of a placeholder in different styles, in place of the text. The placeholder remains one unit."""

    @property
    def tag(self) -> str:
        """Name of the HTML element: the name of the mark of changed words and of found texts, or `span`."""
        classes = self.classes.split()
        return next((name for name in (REMOVED, ADDED, FOUND) if name in classes), "span")

    @property
    def size(self) -> int:
        """Estimated size of the markup in bytes."""
        size = BYTES_PER_CHARACTER * len(self.text) + (_MARKUP_BYTES_PER_FRAGMENT if self.classes else 0)
        return size + (self.parts.size if self.parts else 0)


_GAP = Fragment("", "bad slot", "a character is missing here")


class VisibleText(NamedTuple):
    """Text as fragments. The end of a long text is left out."""

    fragments: tuple[Fragment, ...]
    omitted: int = 0
    """Number of characters that are left out."""

    @property
    def size(self) -> int:
        return sum(each.size for each in self.fragments)


_MAX_COMPARED_WORDS = 200
"""Maximum number of words of a text that is compared word by word. All words of a longer text count as changed."""


def find_changed_words(old: Sequence[str], new: Sequence[str]) -> tuple[set[int], set[int]]:
    """Return the indexes of the words that only the old text has, and of those that only the new text has."""
    # Only outdated strings need this module, and its import takes as long as a small run takes to print.
    from difflib import SequenceMatcher

    removed, added = set(range(len(old))), set(range(len(new)))
    if max(len(old), len(new)) > _MAX_COMPARED_WORDS:
        # The time of the comparison may be cubic.
        return removed, added
    for start, new_start, count in SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks():
        removed.difference_update(range(start, start + count))
        added.difference_update(range(new_start, new_start + count))
    return removed, added


def show_control_characters(text: str) -> str:
    """Return the text with a code such as `\\u202e` for each control character, except for zero-width joiners.

    Characters that change the direction of text count as control characters.
    """
    if text.isascii() and text.isprintable():
        return text
    return _CONTROL_CHARACTER_PATTERN.sub(
        lambda found: found[0] if found[0] in _JOINERS else f"\\u{ord(found[0]):04x}", text
    )


def find_changed_spans(old: str, new: str) -> tuple[list[Span], list[Span]]:
    """Return the spans of the words that only the old text has, and of those that only the new text has.

    If one of the texts is longer than 5000 characters, there are no spans.
    """
    if max(len(old), len(new)) > _MAX_TEXT_LENGTH:
        return [], []
    words = [[match.span() for match in _WORD_PATTERN.finditer(text)] for text in (old, new)]
    removed, added = find_changed_words(_WORD_PATTERN.findall(old), _WORD_PATTERN.findall(new))
    found: list[list[Span]] = []
    for spans, indexes in zip(words, (removed, added), strict=True):
        merged: list[Span] = []
        for start, end in (spans[index] for index in sorted(indexes)):
            if merged and merged[-1][1] == start:
                start = merged.pop()[0]
            merged.append((start, end))
        found.append(merged)
    return found[0], found[1]


def find_placeholders(text: str) -> list[Span]:
    """Return the spans of tags and of common placeholders, which always run from left to right."""
    return [match.span() for match in _PLACEHOLDER_PATTERN.finditer(text)]


def make_visible_text(
    text: str,
    placeholders: Sequence[Span] = (),
    problems: Sequence[Span] = (),
    limit: int = 20_000,
    *,
    changes: tuple[str, Sequence[Span]] = (ADDED, ()),
) -> VisibleText:
    """Split a text into fragments. `placeholders` and `problems` are the spans to mark.

    An empty span of a problem is the place where a character is missing. It becomes an empty fragment with a title.
    `changes` are the spans of the words that only this version of the text has, or of found texts, with the name of
    their mark. `limit` is the approximate maximum size of the markup in bytes. The end of a longer text is left out.
    """
    shown = text[: max(1, limit // 2)]
    marked_spans = (("ph", placeholders), ("bad", problems), changes)
    marks = {name: _mark_spans(len(shown), spans) for name, spans in marked_spans}
    edges = (edge for _, spans in marked_spans for span in spans for edge in span)
    cuts = sorted({0, len(shown), *(min(edge, len(shown)) for edge in edges)})
    gaps = {start for start, end in problems if start == end}
    first_places = {start for start, _ in placeholders}
    fragments: list[tuple[int, Fragment]] = [(0, _GAP)] if 0 in gaps else []
    cost = position = number = 0
    for start, end in pairwise(cuts):
        classes = " ".join(name for name, marked in marks.items() if marked[start])
        number += start in first_places
        placeholder = number if marks["ph"][start] else 0
        for fragment, length in _split_into_fragments(shown, start, end, classes):
            cost += fragment.size
            if cost > limit and fragments:
                return VisibleText(_join_placeholders(fragments), len(text) - position)
            fragments.append((placeholder, fragment))
            position += length
        fragments += [(0, _GAP)] if end in gaps else []
    return VisibleText(_join_placeholders(fragments), len(text) - position)


def _join_placeholders(fragments: Iterable[tuple[int, Fragment]]) -> tuple[Fragment, ...]:
    """Return the fragments, of which those with the same number of a placeholder are the parts of one fragment."""
    joined: list[Fragment] = []
    for number, group in groupby(fragments, key=itemgetter(0)):
        parts = [fragment for _, fragment in group]
        if number and len(parts) > 1:
            bare = [each._replace(classes=each.classes.replace("ph", "").strip()) for each in parts]
            parts = [Fragment("", "ph", parts=VisibleText(tuple(bare)))]
        joined += parts
    return tuple(joined)


def _mark_spans(length: int, spans: Iterable[Span]) -> bytearray:
    """Return one byte for each character of a text with this length: 1 inside of a span, otherwise 0."""
    marked = bytearray(length)
    for start, end in spans:
        marked[start:end] = b"\x01" * len(marked[start:end])
    return marked


def _split_into_fragments(text: str, start: int, end: int, classes: str) -> Iterable[tuple[Fragment, int]]:
    """Yield the fragments of the text from `start` to `end`, each with the number of characters that it represents."""
    position = start
    for match in _SPECIAL_CHARACTER_PATTERN.finditer(text, start):
        first, last = max(match.start(), start), min(match.end(), end)
        if match.start() >= end:
            break
        if first >= last or match[0] in _JOINERS:
            continue
        if position < first:
            yield Fragment(text[position:first], classes), first - position
        yield _make_special_fragment(match.lastgroup or "", text[first:last], classes), last - first
        position = last
    # Long texts without special characters are divided, so that they can be cut.
    for piece in range(position, end, 200):
        yield Fragment(text[piece : min(piece + 200, end)], classes), min(piece + 200, end) - piece


def _make_special_fragment(kind: str, text: str, classes: str) -> Fragment:
    mark, title = {
        "newline": ("↵\n", "line break"),
        "tab": ("⇥\t", "tab"),
        "space": ("·" * len(text), "space" if len(text) == 1 else f"{len(text)} spaces"),
    }.get(kind, ("", ""))
    if not mark:
        code = f"U+{ord(text):04X}"
        mark, title = code, f"{code} {unicodedata.name(text, '')}".strip()
    if kind == "wide":
        mark = "⍽"
    style = "code" if kind == "control" else "ws"
    return Fragment(mark, f"{style} {classes}".strip(), title)
