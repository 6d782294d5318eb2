"""Parser of the heads of PO entries, a part of the reader `units`.

The head of an entry consists of its msgctxt, msgid and msgid_plural. The languages of a component mostly have the same
heads in the same order. So heads are parsed in batches, and the results are cached.
"""

import re
from collections.abc import Sequence
from itertools import chain, compress, count
from operator import add, attrgetter, is_, not_
from typing import NamedTuple

from transtats_cli.formats import IrregularFile
from transtats_cli.formats.po.fast.strings import STRING, TEXT_OR_STRING, texts_of
from transtats_cli.formats.po.text import unescaped, without_comment
from transtats_cli.formats.sizes import sizes
from transtats_cli.model import PLURAL_SEPARATOR
from transtats_cli.statistics import NO_STRINGS, Counts

_AT_ONCE = 256
_CACHE_CHARACTERS = 16_000_000
"""Maximum number of characters of all cached heads together. It is sufficient for nearly all components."""
_HEAD_END = "\x1f"
"""Character after each head in the text of a batch. Regular PO files cannot contain this character."""
_BETWEEN_HEADS = f"\n{_HEAD_END}"
_COMMENT_START = re.compile('"_:')
_HEAD = re.compile(
    rf"(?:msgctxt\ ({STRING}))?msgid\ {TEXT_OR_STRING}(?:msgid_plural\ ({STRING}))?{_HEAD_END}|((?s:.+))"
)


class Heads(NamedTuple):
    """Parsed heads (msgctxt, msgid and msgid_plural) of a batch of PO entries, in one list per field."""

    contexts: list[str]
    sources: list[str]
    texts: list[str]
    """Source and context of each string joined to one text, which identifies the string."""
    plural: list[int]
    """Indices of heads with a msgid_plural."""
    total: Counts | None
    """Sum of the counts of all sources. None if a source contains a plural form whose words do not count."""
    are_distinct: bool
    """True if no two of `texts` are equal."""


_NO_HEADS = Heads([], [], [], [], NO_STRINGS, are_distinct=True)
_TEXT_FIELDS = tuple(map(attrgetter, ("contexts", "sources", "texts")))


def plurals_of(parts: Sequence[Heads]) -> list[int]:
    """Return the indices of all heads with a msgid_plural. Indices continue from one batch to the next."""
    places: list[int] = []
    first = 0
    for part in parts:
        places += [first + place for place in part.plural] if first else part.plural
        first += len(part.sources)
    return places


def _join_batches(parts: Sequence[Heads]) -> Heads:
    contexts, sources, texts = ([*chain.from_iterable(map(column, parts))] for column in _TEXT_FIELDS)
    total: Counts | None = NO_STRINGS
    for part in parts:
        total = total.plus(part.total) if total and part.total else None
    return Heads(contexts, sources, texts, plurals_of(parts), total, _are_distinct(texts))


class HeadCache(dict[str, Heads]):
    """Parser of the heads of PO entries, with a cache of parsed batches by their text. It is not thread-safe.

    A full cache is cleared.
    """

    def __init__(self, room: int = _CACHE_CHARACTERS) -> None:
        super().__init__()
        self._capacity = room
        self._free_characters = room
        self._last_joined: tuple[Sequence[Heads], Heads] = (), _NO_HEADS

    def parse(self, written: Sequence[str]) -> list[Heads]:
        """Return the parsed heads in batches. Each item of `written` is a head without its last line end.

        Raises IrregularFile if a head is not regular. The results come from the cache, and must not be changed.
        """
        starts = range(0, len(written), _AT_ONCE)
        return [self[_BETWEEN_HEADS.join([*written[start : start + _AT_ONCE], ""])] for start in starts]

    def join(self, parts: Sequence[Heads]) -> Heads:
        """Return parsed batches of heads as one batch, which must not be changed.

        The last result is cached, because the next file of a component mostly has the same batches.
        """
        if len(parts) == 1:
            return parts[0]
        last_parts, joined = self._last_joined
        if len(parts) != len(last_parts) or not all(map(is_, parts, last_parts)):
            joined = _join_batches(parts)
            self._last_joined = parts, joined
        return joined

    def __missing__(self, written: str) -> Heads:
        heads = _parse_batch(written)
        if len(written) > self._free_characters:
            self.clear()
            self._free_characters = self._capacity
        if len(written) <= self._free_characters:
            self._free_characters -= len(written)
            self[written] = heads
        return heads


def _parse_batch(written: str) -> Heads:
    found = _HEAD.findall(written)
    if not found:
        return _NO_HEADS
    msgctxts, texts, msgids, plurals, irregular = map(list, zip(*found, strict=True))
    if any(irregular):
        raise IrregularFile
    contexts = _unescape_or_default(msgctxts)
    sources = _unescape_or_default(msgids, texts)
    for place in compress(count(), map(_COMMENT_START.search, msgids)):
        sources[place], comment = _split_off_comment(msgids[place])
        contexts[place] += comment
    if not all(contexts[place] for place in compress(count(), map(not_, sources))):
        raise IrregularFile  # a head without source and context is a header that is not the first entry
    plural = [*compress(count(), plurals)]
    for place, text in zip(plural, texts_of([plurals[place] for place in plural]), strict=True):
        plural_source = _split_off_comment(plurals[place])[0] if '"_:' in plurals[place] else text
        sources[place] += PLURAL_SEPARATOR + plural_source
    identities = [*map(add, sources, contexts)] if any(contexts) else sources
    return Heads(contexts, sources, identities, plural, _sum_sizes(sources), _are_distinct(identities))


def _unescape_or_default(strings: Sequence[str], defaults: Sequence[str] | None = None) -> list[str]:
    """Return the unescaped texts of quoted strings. The text of an empty item is its item in `texts`, or empty."""
    filled = [*defaults] if defaults else [""] * len(strings)
    places = [*compress(count(), strings)]
    for place, text in zip(places, texts_of([strings[place] for place in places]), strict=True):
        filled[place] = text
    return filled


def _are_distinct(texts: Sequence[str]) -> bool:
    return len(set(texts)) == len(texts)


def _sum_sizes(sources: Sequence[str]) -> Counts | None:
    try:
        return sizes([*map(str.encode, sources)])
    except IrregularFile:
        return None


def _split_off_comment(msgid: str) -> tuple[str, str]:
    """Return the unescaped text of a msgid without KDE comments, and the text that these add to the context."""
    pieces, comment = without_comment(msgid.split("\n")[:-1])
    return unescaped("".join(piece[1:-1] for piece in pieces)), comment
