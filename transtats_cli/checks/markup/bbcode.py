"""
A translation has the BBCode tags of its source, nested in the same way.

Good:  "[b]Save[/b] now"  ->  "[b]Uložit[/b] hned"
Bad:   "[b]Save[/b] now"  ->  "[b]Uložit hned"
Off:   the flag `ignore-bbcode`

The flag `bbcode-text` switches it on. Only an opening tag with its closing tag counts. Parameters and the order of
neighbours are free.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from transtats_cli.checks.markup.differences import difference
from transtats_cli.checks.subject import Subject

ID = "bbcode"

_TAG = re.compile(r"\[(?P<slash>/?)(?P<name>[^\s=@\[\]]+)(?P<after>[\]\s=@])")


class _Opening(NamedTuple):
    name: str
    span: tuple[int, int]
    inside: "list[_Pair]"


class _Pair(NamedTuple):
    name: str
    opening: tuple[int, int]
    closing: tuple[int, int]
    shape: tuple[str, tuple[int, ...]]
    """Name of the tag, and the sorted shape numbers of the tag pairs inside."""


class _TagReader:
    """Search for pairs of BBCode tags.

    Equal shapes have equal numbers in all texts, so shapes are compared without recursion.
    """

    __slots__ = ("_numbers",)

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, tuple[int, ...]], int] = {}

    def pairs(self, text: str) -> tuple[list[_Pair], list[int]]:
        """Return the tag pairs of a text, and the sorted shape numbers of the outermost pairs.

        The tag pairs are in the order of the closing tags.
        """
        found: list[_Pair] = []
        outermost: list[_Pair] = []
        openings: list[_Opening] = []
        indices: dict[str, list[int]] = {}
        for name, span, is_closing in _tags(text):
            if not is_closing:
                indices.setdefault(name, []).append(len(openings))
                openings.append(_Opening(name, span, []))
            elif indices.get(name):
                index = indices[name][-1]
                dropped = openings[index:]
                del openings[index:]
                for opening in dropped:
                    indices[opening.name].pop()
                pair = self._pair(dropped[0], span, [pair for opening in dropped for pair in opening.inside])
                found.append(pair)
                (openings[-1].inside if openings else outermost).append(pair)
        outermost += [pair for opening in openings for pair in opening.inside]
        return found, self._sorted_numbers(outermost)

    def _pair(self, opening: _Opening, closing: tuple[int, int], inside: list[_Pair]) -> _Pair:
        shape = (opening.name, tuple(self._sorted_numbers(inside)))
        self._numbers.setdefault(shape, len(self._numbers))
        return _Pair(opening.name, opening.span, closing, shape)

    def _sorted_numbers(self, pairs: list[_Pair]) -> list[int]:
        return sorted(self._numbers[pair.shape] for pair in pairs)


def problem(source: str, target: str, subject: Subject) -> str | None:
    if "[/" not in source and "[/" not in target:
        return None
    reader = _TagReader()
    expected, expected_shapes = reader.pairs(source)
    found, found_shapes = reader.pairs(target)
    if expected_shapes == found_shapes:
        return None
    return difference(_names(expected), _names(found)) or "the BBCode tags are nested in another way"


def highlights(text: str, subject: Subject) -> Iterator[tuple[int, int]]:
    """Yield the spans of the opening tag and the closing tag of each pair of BBCode tags."""
    if "[/" in text:
        for pair in _TagReader().pairs(text)[0]:
            yield pair.opening
            yield pair.closing


def _names(pairs: list[_Pair]) -> list[str]:
    return [f"[{pair.name}]…[/{pair.name}]" for pair in pairs]


def _tags(text: str) -> Iterator[tuple[str, tuple[int, int], bool]]:
    position = 0
    while tag := _TAG.search(text, position):
        position = tag.end()
        if tag["after"] != "]":
            if tag["slash"]:
                continue
            position = text.find("]", position) + 1
            if not position:
                return
        yield tag["name"], (tag.start(), position), bool(tag["slash"])
