"""AsciiDoc: its constructs, and the check that compares them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from transtats_cli.checks.markup.offsets import describe_difference, first_offset_from, is_escaped_character
from transtats_cli.checks.subject import CheckedString

_WORD_PATTERN = re.compile(r"[^\s\[]+")
_MACRO_NAME_PATTERN = re.compile(r"(?<![a-z0-9])[a-z][a-z0-9]*::?")
_ATTRIBUTES_END_PATTERN = re.compile(r"\\.|\]", re.DOTALL)
_REFERENCE_START_PATTERN = re.compile("(?<!<)<<")
_ANCHOR_START_PATTERN = re.compile(r"(?<!\[)\[\[")
_PASSTHROUGH_START_PATTERN = re.compile(r"(?=\+\+|`\+|\$\$)")
_PASSTHROUGH_MARKS = (("+++", "+++"), ("++", "++"), ("`+", "+`"), ("$$", "$$"))


class _AsciidocConstruct(NamedTuple):
    """AsciiDoc macro, cross reference, anchor or passthrough in a text."""

    start: int
    end: int
    unchanged_part: str
    """Part of the construct that a translation must contain unchanged."""


def asciidoc_markup(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    A translation has the AsciiDoc macros, cross references, anchors and passthroughs of its source.

    Good:  "See <<intro,the start>>"  ->  "Viz <<intro,začátek>>"
    Bad:   "See <<intro,the start>>"  ->  "Viz <<úvod,začátek>>"

    The flag `asciidoc-text` switches it on. Names, targets, ids and whole passthroughs must be the same. Texts and
    attributes are translated. A construct after a backslash is text.
    """
    if source == target:
        return None
    return describe_difference(
        *([construct.unchanged_part for construct in _find_constructs(text)] for text in (source, target))
    )


def highlight_asciidoc_markup(text: str, checked_string: CheckedString) -> Iterator[tuple[int, int]]:
    """Yield the spans of all AsciiDoc constructs in a text, with their attributes and texts."""
    for start, end, _ in _find_constructs(text):
        yield start, end


def _find_constructs(text: str) -> Iterator[_AsciidocConstruct]:
    if "[" in text:
        if ":" in text:
            yield from _find_macros(text)
        yield from _find_bracketed_constructs(text, _ANCHOR_START_PATTERN, "]")
    if "<<" in text:
        yield from _find_bracketed_constructs(text, _REFERENCE_START_PATTERN, ">")
    if "+" in text or "$$" in text:
        yield from _find_passthroughs(text)


def _find_macros(text: str) -> Iterator[_AsciidocConstruct]:
    """Yield the AsciiDoc macros in a text: `name:target[attributes]` or `name::target[attributes]`.

    The target contains no white space. The name may follow any character except for lower-case letters and digits.
    Macros with a backslash before the name are left out.
    """
    ends = [end.start() for end in _ATTRIBUTES_END_PATTERN.finditer(text) if end[0] == "]"]
    position = 0
    for word in _WORD_PATTERN.finditer(text):
        bracket = word.end()
        if bracket <= position or not text.startswith("[", bracket):
            continue
        end = first_offset_from(ends, bracket)
        if end is None:
            return
        for head in _MACRO_NAME_PATTERN.finditer(text, max(word.start(), position), bracket):
            if not is_escaped_character(text, head.start()):
                position = end + 1
                is_kept = head[0].rstrip(":") == "pass"
                yield _AsciidocConstruct(head.start(), position, text[head.start() : position if is_kept else bracket])
                break


def _find_bracketed_constructs(text: str, opening: re.Pattern[str], closing: str) -> Iterator[_AsciidocConstruct]:
    """Yield AsciiDoc constructs of the form `<<id>>` and `<<id,text>>`, or `[[id]]` and `[[id,text]]`."""
    closings = [match.start() for match in re.finditer(re.escape(closing), text)]
    position = 0
    for start in opening.finditer(text):
        end = first_offset_from(closings, start.end())
        if end is None:
            return
        if (
            start.start() < position
            or not text.startswith(closing, end + 1)
            or is_escaped_character(text, start.start())
        ):
            continue
        comma = text.find(",", start.end(), end)
        name = text[start.end() : end if comma < 0 else comma]
        if name:
            position = end + 2
            yield _AsciidocConstruct(start.start(), position, start[0] + name + closing * 2)


def _find_passthroughs(text: str) -> Iterator[_AsciidocConstruct]:
    """Yield the AsciiDoc passthroughs in a text: the shortest non-empty text between a pair of marks."""
    # A search that fails reads the rest of the text. So the search for a closing mark may fail only once.
    missing: set[str] = set()
    position = 0
    for match in _PASSTHROUGH_START_PATTERN.finditer(text):
        start = match.start()
        if start < position or is_escaped_character(text, start):
            continue
        for opening, closing in _PASSTHROUGH_MARKS:
            if closing in missing or not text.startswith(opening, start):
                continue
            end = text.find(closing, start + len(opening) + 1)
            if end >= 0:
                position = end + len(closing)
                yield _AsciidocConstruct(start, position, text[start:position])
                break
            missing.add(closing)
