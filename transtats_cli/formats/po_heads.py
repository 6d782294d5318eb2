"""What the unit reader of PO makes of heads, the lines of an entry in front of its target.

The languages of a component mostly have the same heads in the same order, so they are understood many at a time, and
what was understood last is known.
"""

import re
from collections.abc import Sequence
from itertools import chain, compress, count
from operator import add, attrgetter, is_, not_
from typing import NamedTuple

from transtats_cli.formats.bulk_sizes import Doubtful, sizes
from transtats_cli.formats.po_strings import STRING, TEXT_OR_STRING, Irregular, texts_of
from transtats_cli.formats.po_text import unescaped, without_comment
from transtats_cli.model import PLURAL_SEPARATOR
from transtats_cli.statistics import NOTHING, Counts

_AT_ONCE = 256
_ROOM = 16_000_000
"""Characters: what is remembered of the heads of a component, and more than nearly all of them have."""
_END = "\x1f"
"""Stands behind each head. No file may hold it."""
_BETWEEN = f"\n{_END}"
_MARK_OF_COMMENT = re.compile('"_:')
_HEAD = re.compile(rf"(?:msgctxt\ ({STRING}))?msgid\ {TEXT_OR_STRING}(?:msgid_plural\ ({STRING}))?{_END}|((?s:.+))")


class Heads(NamedTuple):
    """What heads say."""

    contexts: list[str]
    sources: list[str]
    texts: list[str]
    """Both together."""
    plural: list[int]
    """The places of those with a msgid_plural."""
    total: Counts | None
    """What all sources count together, unless they count in an unusual way."""
    are_distinct: bool
    """Whether no two name the same string."""


_NONE = Heads([], [], [], [], NOTHING, are_distinct=True)
_COLUMNS = tuple(map(attrgetter, ("contexts", "sources", "texts")))


def understood(written: Sequence[str]) -> list[Heads]:
    """What heads say, each without its last line end; raises Irregular where one cannot be understood.

    What is returned must not be changed.
    """
    starts = range(0, len(written), _AT_ONCE)
    return [_known[_BETWEEN.join([*written[start : start + _AT_ONCE], ""])] for start in starts]


def joined(parts: Sequence[Heads]) -> Heads:
    """What all of them say."""
    return parts[0] if len(parts) == 1 else _known.joined(parts)


def plurals_of(parts: Sequence[Heads]) -> list[int]:
    """The places of all heads with a msgid_plural."""
    places: list[int] = []
    first = 0
    for part in parts:
        places += [first + place for place in part.plural] if first else part.plural
        first += len(part.sources)
    return places


def _joined(parts: Sequence[Heads]) -> Heads:
    contexts, sources, texts = ([*chain.from_iterable(map(column, parts))] for column in _COLUMNS)
    total: Counts | None = NOTHING
    for part in parts:
        total = total.plus(part.total) if total and part.total else None
    return Heads(contexts, sources, texts, plurals_of(parts), total, _are_distinct(texts))


class _Known(dict[str, Heads]):
    """What was understood, until there is too much of it."""

    def __init__(self) -> None:
        super().__init__()
        self.clear()

    def clear(self) -> None:
        super().clear()
        self._room = _ROOM
        self._last: tuple[Sequence[Heads], Heads] = (), _NONE

    def joined(self, parts: Sequence[Heads]) -> Heads:
        """All of them; mostly they are the same ones as in the last file."""
        # Both are taken and put down in one step, as several threads may read files.
        last, whole = self._last
        if len(parts) != len(last) or not all(map(is_, parts, last)):
            whole = _joined(parts)
            self._last = parts, whole
        return whole

    def __missing__(self, written: str) -> Heads:
        heads = _understood(written)
        if len(written) > self._room:
            self.clear()
        if len(written) <= self._room:
            self._room -= len(written)
            self[written] = heads
        return heads


_known = _Known()


def forget() -> None:
    """Another component has other heads."""
    _known.clear()


def _understood(written: str) -> Heads:
    found = _HEAD.findall(written)
    if not found:
        return _NONE
    msgctxts, texts, msgids, plurals, rests = map(list, zip(*found, strict=True))
    if any(rests):
        raise Irregular
    contexts = _filled(msgctxts)
    sources = _filled(msgids, texts)
    for place in compress(count(), map(_MARK_OF_COMMENT.search, msgids)):
        sources[place], comment = _without_comment(msgids[place])
        contexts[place] += comment
    if not all(contexts[place] for place in compress(count(), map(not_, sources))):
        raise Irregular  # one that names no string is the header of another file
    plural = [*compress(count(), plurals)]
    for place, text in zip(plural, texts_of([plurals[place] for place in plural]), strict=True):
        other = _without_comment(plurals[place])[0] if '"_:' in plurals[place] else text
        sources[place] += PLURAL_SEPARATOR + other
    identities = [*map(add, sources, contexts)] if any(contexts) else sources
    return Heads(contexts, sources, identities, plural, _total(sources), _are_distinct(identities))


def _filled(strings: Sequence[str], texts: Sequence[str] | None = None) -> list[str]:
    """The texts of strings; those that are known, or nothing, where there is no string."""
    filled = [*texts] if texts else [""] * len(strings)
    places = [*compress(count(), strings)]
    for place, text in zip(places, texts_of([strings[place] for place in places]), strict=True):
        filled[place] = text
    return filled


def _are_distinct(texts: Sequence[str]) -> bool:
    return len(set(texts)) == len(texts)


def _total(sources: Sequence[str]) -> Counts | None:
    try:
        return sizes([*map(str.encode, sources)])
    except Doubtful:
        return None


def _without_comment(msgid: str) -> tuple[str, str]:
    """The text without a comment of KDE, and what the comment adds to the context."""
    pieces, comment = without_comment(msgid.split("\n")[:-1])
    return unescaped("".join(piece[1:-1] for piece in pieces)), comment
