"""What the unit reader of PO makes of heads, the lines of an entry in front of its target.

The languages of a component mostly have the same heads in the same order, so they are understood many at a time, and
what was understood last is known.
"""

import re
from collections.abc import Sequence
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from transtats_cli.formats.bulk_sizes import Doubtful, sizes
from transtats_cli.formats.po_strings import STRING, TEXT_OR_STRING, Irregular, text_of
from transtats_cli.formats.po_text import unescaped, without_comment
from transtats_cli.model import PLURAL_SEPARATOR
from transtats_cli.statistics import NOTHING, Counts

_AT_ONCE = 256
_ROOM = 16_000_000
"""Characters: what is remembered of the heads of a component, and more than nearly all of them have."""
_END = "\x1f"
"""Stands behind each head. No file may hold it."""
_BETWEEN = f"\n{_END}"
_HEAD = re.compile(rf"(?:msgctxt\ ({STRING}))?msgid\ {TEXT_OR_STRING}(?:msgid_plural\ ({STRING}))?{_END}|((?s:.+))")


class Heads(NamedTuple):
    """What heads say."""

    contexts: list[str]
    sources: list[str]
    texts: list[str]
    """Both together."""
    heights: list[int]
    """How many lines each entry has if its target has one."""
    plural: list[int]
    """The places of those with a msgid_plural."""
    total: Counts | None
    """What all sources count together, unless they count in an unusual way."""


_COLUMNS = tuple(map(attrgetter, ("contexts", "sources", "texts", "heights")))


def understood(written: Sequence[str]) -> Heads:
    """What heads say, each without its last line end; raises Irregular where one cannot be understood.

    What is returned must not be changed.
    """
    if len(written) <= _AT_ONCE:
        return _known[_together(written)]
    starts = range(0, len(written), _AT_ONCE)
    return _joined([_known[_together(written[start : start + _AT_ONCE])] for start in starts])


def _together(written: Sequence[str]) -> str:
    return _BETWEEN.join(written) + _BETWEEN if written else ""


def _joined(parts: Sequence[Heads]) -> Heads:
    contexts, sources, texts, heights = ([*chain.from_iterable(map(column, parts))] for column in _COLUMNS)
    plural: list[int] = []
    total: Counts | None = NOTHING
    for number, part in enumerate(parts):
        plural += [number * _AT_ONCE + place for place in part.plural]
        total = total.plus(part.total) if total and part.total else None
    return Heads(contexts, sources, texts, heights, plural, total)


class _Known(dict[str, Heads]):
    """What was understood, until there is too much of it."""

    def __init__(self) -> None:
        super().__init__()
        self._room = _ROOM

    def clear(self) -> None:
        super().clear()
        self._room = _ROOM

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
    found = Heads([], [], [], [], [], None)
    for place, (msgctxt, source, msgid, plural, rest) in enumerate(_HEAD.findall(written)):
        context = text_of(msgctxt) if msgctxt else ""
        if msgid:
            source = text_of(msgid)
            if "_" in source and '"_:' in msgid:
                source, context = _without_comment(msgid, context)
        if rest or not (source or context):
            raise Irregular  # one that names no string is the header of another file
        if plural:
            found.plural.append(place)
            source += PLURAL_SEPARATOR + _msgid_plural(plural)
        found.contexts.append(context)
        found.sources.append(source)
        found.texts.append(source + context)
        found.heights.append(msgctxt.count("\n") + (msgid.count("\n") or 1) + plural.count("\n") + 1)
    return found._replace(total=_total(found.sources))


def _total(sources: Sequence[str]) -> Counts | None:
    try:
        return sizes([source.encode() for source in sources])
    except Doubtful:
        return None


def _without_comment(msgid: str, context: str) -> tuple[str, str]:
    pieces, comment = without_comment(msgid.split("\n")[:-1])
    return unescaped("".join(piece[1:-1] for piece in pieces)), context + comment


def _msgid_plural(string: str) -> str:
    text = text_of(string)
    return _without_comment(string, "")[0] if '"_:' in string else text
