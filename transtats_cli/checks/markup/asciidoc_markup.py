"""
A translation has the AsciiDoc macros, cross references, anchors and passthroughs of its source.

Good:  "See <<intro,the start>>"  ->  "Viz <<intro,začátek>>"
Bad:   "See <<intro,the start>>"  ->  "Viz <<úvod,začátek>>"
Off:   the flag `ignore-asciidoc-markup`

The flag `asciidoc-text` switches it on. Names, targets and ids stay as they are, texts and attributes are translated,
and passthroughs stay as a whole. A backslash before a construct takes its meaning away.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from transtats_cli.checks.markup.differences import difference
from transtats_cli.checks.markup.offsets import first_from, is_escaped
from transtats_cli.checks.subject import Subject

ID = "asciidoc-markup"

_WORD = re.compile(r"[^\s\[]+")
_MACRO_HEAD = re.compile(r"(?<![a-z0-9])[a-z][a-z0-9]*::?")
_ATTRIBUTES_END = re.compile(r"\\.|\]", re.DOTALL)
_REFERENCE = re.compile("(?<!<)<<")
_ANCHOR = re.compile(r"(?<!\[)\[\[")
_PASSTHROUGH_START = re.compile(r"(?=\+\+|`\+|\$\$)")
_PASSTHROUGHS = (("+++", "+++"), ("++", "++"), ("`+", "+`"), ("$$", "$$"))


class _Construct(NamedTuple):
    start: int
    end: int
    fixed: str
    """Part of the construct that a translation must contain unchanged."""


def problem(source: str, target: str, subject: Subject) -> str | None:
    if source == target:
        return None
    expected = (construct.fixed for construct in _constructs(source))
    return difference(expected, (construct.fixed for construct in _constructs(target)))


def highlights(text: str, subject: Subject) -> Iterator[tuple[int, int]]:
    """Yield the spans of all AsciiDoc constructs in a text.

    A span includes the attributes and the text of the construct.
    """
    for start, end, _ in _constructs(text):
        yield start, end


def _constructs(text: str) -> Iterator[_Construct]:
    """Yield all AsciiDoc constructs in a text, including macros in the text of a cross reference.

    Each kind of construct is searched separately.
    """
    if "[" in text:
        if ":" in text:
            yield from _macros(text)
        yield from _bracketed(text, _ANCHOR, "]")
    if "<<" in text:
        yield from _bracketed(text, _REFERENCE, ">")
    if "+" in text or "$$" in text:
        yield from _passthroughs(text)


def _macros(text: str) -> Iterator[_Construct]:
    """Yield the AsciiDoc macros in a text: `name:target[attributes]`.

    The name may begin inside a word. The target ends at the end of the word, where the opening bracket must follow.
    """
    ends = [end.start() for end in _ATTRIBUTES_END.finditer(text) if end[0] == "]"]
    position = 0
    for word in _WORD.finditer(text):
        bracket = word.end()
        if bracket <= position or not text.startswith("[", bracket):
            continue
        end = first_from(ends, bracket)
        if end is None:
            return
        for head in _MACRO_HEAD.finditer(text, max(word.start(), position), bracket):
            if not is_escaped(text, head.start()):
                position = end + 1
                is_kept = head[0].rstrip(":") == "pass"
                yield _Construct(head.start(), position, text[head.start() : position if is_kept else bracket])
                break


def _bracketed(text: str, opening: re.Pattern[str], closing: str) -> Iterator[_Construct]:
    """Yield AsciiDoc constructs of the form `<<id>>` and `<<id,text>>`, or `[[id]]` and `[[id,text]]`."""
    closings = [match.start() for match in re.finditer(re.escape(closing), text)]
    position = 0
    for start in opening.finditer(text):
        end = first_from(closings, start.end())
        if end is None:
            return
        if start.start() < position or not text.startswith(closing, end + 1) or is_escaped(text, start.start()):
            continue
        name = text[start.end() : end].partition(",")[0]
        if name:
            position = end + 2
            yield _Construct(start.start(), position, start[0] + name + closing * 2)


def _passthroughs(text: str) -> Iterator[_Construct]:
    """Yield the AsciiDoc passthroughs in a text: the shortest non-empty text between a pair of marks."""
    ends = {mark: _all_offsets(mark, text) for _, mark in _PASSTHROUGHS}
    position = 0
    for match in _PASSTHROUGH_START.finditer(text):
        start = match.start()
        if start < position or is_escaped(text, start):
            continue
        for opening, closing in _PASSTHROUGHS:
            if not text.startswith(opening, start):
                continue
            end = first_from(ends[closing], start + len(opening) + 1)
            if end is not None:
                position = end + len(closing)
                yield _Construct(start, position, text[start:position])
                break


def _all_offsets(mark: str, text: str) -> list[int]:
    return [match.start() for match in re.finditer(f"(?={re.escape(mark)})", text)]
