"""BBCode: its tags, and the check that compares them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from transtats_cli.checks.markup.offsets import describe_difference
from transtats_cli.checks.subject import CheckedString

_NAME_REGEX = r"[^\s=@\[\]]++"
_TAG_PATTERN = re.compile(rf"\[(?!/{_NAME_REGEX}[\s=@])(/?)({_NAME_REGEX})(?:[\s=@][^\]]*+)?\]")
"""Pattern for a tag. The name of an opening tag may be followed by parameters."""


class _BbcodeOpeningTag(NamedTuple):
    """Opening tag whose closing tag has not been found yet, with the tag pairs after it."""

    name: str
    span: tuple[int, int]
    nested: "list[_BbcodeTagPair]"


class _BbcodeTagPair(NamedTuple):
    name: str
    opening: tuple[int, int]
    closing: tuple[int, int]
    shape: int
    """Hash of the name and of the sorted shapes of the tag pairs inside. It compares nesting without recursion."""


def _find_pairs(text: str) -> tuple[list[_BbcodeTagPair], list[int]]:
    """Return the pairs of tags of a text, and the sorted shapes of the outermost pairs.

    The tag pairs are in the order of the closing tags.
    """
    found: list[_BbcodeTagPair] = []
    outermost: list[_BbcodeTagPair] = []
    openings: list[_BbcodeOpeningTag] = []
    indices: dict[str, list[int]] = {}
    # Without the end position, a search after the last bracket would read the rest of the text for each tag. A text
    # without closing tags has no pairs.
    for tag in _TAG_PATTERN.finditer(text, 0, text.rfind("]") + 1 if "[/" in text else 0):
        (slash, name), span = tag.groups(), tag.span()
        if not slash:
            indices.setdefault(name, []).append(len(openings))
            openings.append(_BbcodeOpeningTag(name, span, []))
        elif indices.get(name):
            index = indices[name][-1]
            dropped = openings[index:]
            del openings[index:]
            for opening in dropped:
                indices[opening.name].pop()
            inner_shapes = sorted(pair.shape for opening in dropped for pair in opening.nested)
            pair = _BbcodeTagPair(name, dropped[0].span, span, hash((name, *inner_shapes)))
            found.append(pair)
            (openings[-1].nested if openings else outermost).append(pair)
    outermost += [pair for opening in openings for pair in opening.nested]
    return found, sorted(pair.shape for pair in outermost)


def bbcode(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    A translation has the BBCode tags of its source, nested in the same way.

    Good:  "[b]Save[/b] now"  ->  "[b]Uložit[/b] hned"
    Bad:   "[b]Save[/b] now"  ->  "[b]Uložit hned"

    The flag `bbcode-text` switches it on. Only an opening tag with its closing tag counts. Parameters and the order of
    neighbouring tags may differ.
    """
    expected, expected_shapes = _find_pairs(source)
    found, found_shapes = _find_pairs(target)
    if expected_shapes == found_shapes:
        return None
    return (
        describe_difference(_list_pair_names(expected), _list_pair_names(found))
        or "the BBCode tags are nested in another way"
    )


def highlight_bbcode(text: str, checked_string: CheckedString) -> Iterator[tuple[int, int]]:
    """Yield the spans of the opening tag and the closing tag of each pair of BBCode tags."""
    for pair in _find_pairs(text)[0]:
        yield pair.opening
        yield pair.closing


def _list_pair_names(tag_pairs: list[_BbcodeTagPair]) -> list[str]:
    return [f"[{pair.name}]…[/{pair.name}]" for pair in tag_pairs]
