"""What the bulk counter of PO makes of heads, the lines of an entry in front of its target: strings and their sources.

Languages of a component mostly have the same heads in the same order, so what is understood once is known.
"""

import re
from collections.abc import Callable, Iterable, Sequence, Set
from itertools import compress
from operator import add, not_
from typing import NamedTuple

from transtats_cli.formats.bulk_sizes import FORM_SEPARATOR, SEPARATOR, Doubtful, has_any, sizes
from transtats_cli.formats.po_bulk_pieces import Entries
from transtats_cli.model import State, Unit
from transtats_cli.statistics import Counts

# Bytes: what most components have of heads, twice. Whatever is kept makes the rest slower, as it fits into no cache.
_ROOM = 1 << 21
_PLURAL = b'"\nmsgid_plural "'
# Expressions, because to look for more than one byte is faster with them.
_NEXT_LINE = re.compile(rb'"\n"')
_COMMENT = re.compile(rb"_:")
_ESCAPE = re.compile(rb"(\\.)")
# Each pair becomes a byte that stands for nothing else, and is white space where the character is.
_MEANINGS = {rb"\\": b"\1", rb"\"": b"\2", rb"\n": b"\v", rb"\t": b"\t", rb"\r": b"\r"}
_UNESCAPED = bytes.maketrans(b'\\"\n', b"\1\2\v")

Identify = Callable[[list[bytes], list[bytes], list[bytes]], tuple[list[bytes], list[bytes]]]
"""What tells the string of each head from all others, and its source text; both empty where there is none that counts.

It is asked with unescaped contexts, sources, and plural sources behind what separates them from the source.
"""
_Meaning = tuple[bytes, bytes, bool]
"""What tells the string of a head from all others, its source text, and whether it has a plural."""


class Known(NamedTuple):
    """What heads mean together."""

    strings: Set[bytes]
    """What tells those that count from all others."""
    sources: Sequence[bytes]
    uncounted: list[int]
    """The places of those that name no string, as the header's."""
    plurals: list[int]
    """The places of those that have one."""
    total: Counts


class Memory:
    """Understands heads, and remembers those that it understood first."""

    def __init__(self, identify: Identify) -> None:
        self._identify = identify
        self._meanings: dict[bytes, _Meaning] = {}
        self._known: dict[tuple[int, bytes], Known] = {}
        self._room = _ROOM

    def known(self, entries: Entries) -> Known:
        """Raises Doubtful where a head can be read in two ways."""
        heads = entries.sources
        if has_some(entries.contexts):
            heads = [context or b"" for context in entries.contexts] + heads
        written = len(entries.sources), SEPARATOR.join(heads)
        known = self._known.get(written)
        if known is None:
            strings, sources, has_plural = zip(*self._recalled(entries), strict=True)
            known = _together(strings, sources, [*compress(range(len(sources)), has_plural)])
            if self._takes(len(written[1])):
                self._known[written] = known
        # The same head may be known from an entry of the other kind.
        if (known.plurals or has_some(entries.forms)) and known.plurals != places_of(entries.forms):
            raise Doubtful
        return known

    def understood(self, entries: Entries) -> Known:
        """The same of heads that are not to be remembered."""
        strings, sources = self._strings_of(entries)
        return _together(strings, sources, places_of(entries.forms))

    def _recalled(self, entries: Entries) -> list[_Meaning]:
        """What each head means, as others have told before."""
        written = _written(entries)
        known = [*map(self._meanings.get, written)]
        others = self._learned(written, entries, [meaning is None for meaning in known]) if None in known else []
        following = iter(others)
        return [meaning or next(following) for meaning in known]

    def _learned(self, written: list[bytes], entries: Entries, new: list[bool]) -> list[_Meaning]:
        """What new heads mean."""
        entries = Entries._make([*compress(column, new)] for column in entries)
        strings, sources = self._strings_of(entries)
        meanings = [*zip(strings, sources, map(bool, entries.forms), strict=True)]
        heads = [*compress(written, new)]
        if self._takes(sum(map(len, heads))):
            self._meanings.update(zip(heads, meanings, strict=True))
        return meanings

    def _strings_of(self, entries: Entries) -> tuple[list[bytes], list[bytes]]:
        """What tells the strings from each other, and their source texts."""
        sources = [*entries.sources]
        contexts, plurals = [b""] * len(sources), [b""] * len(sources)
        for place in places_of(entries.contexts):
            contexts[place] = (entries.contexts[place] or b"")[:-1]
        places = places_of(entries.forms)
        for place in places:
            sources[place], is_plural, plurals[place] = sources[place].partition(_PLURAL)
            if not is_plural:
                raise Doubtful
        contexts, sources, plurals = map(_texts, (contexts, sources, plurals))
        for place in places:
            plurals[place] = FORM_SEPARATOR + plurals[place]
        return self._identify(contexts, sources, plurals)

    def _takes(self, size: int) -> bool:
        """Whether there is room for so many bytes."""
        has_room = size <= self._room
        if has_room:
            self._room -= size
        return has_room


def places_of(found: Sequence[bytes | None]) -> list[int]:
    """The places where there is something."""
    return [*compress(range(len(found)), found)] if has_some(found) else []


def has_some(found: Sequence[bytes | None]) -> bool:
    """Whether anything is there, found out faster than by `any`."""
    return found.count(None) < len(found)


def _written(entries: Entries) -> list[bytes]:
    """What makes a head: its source, and its context if there is one."""
    if not has_some(entries.contexts):
        return entries.sources
    pairs = zip(entries.contexts, entries.sources, strict=True)
    return [context + SEPARATOR + source if context else source for context, source in pairs]


def _together(keys: Sequence[bytes], sources: Sequence[bytes], plurals: list[int]) -> Known:
    strings = set(keys)
    uncounted = [place for place, key in enumerate(keys) if not key] if b"" in strings else []
    strings.discard(b"")
    if len(strings) < len(keys) - len(uncounted):
        raise Doubtful  # one comes twice, and only the first would count
    return Known(strings, sources, uncounted, plurals, sizes([*compress(sources, keys)]))


def bilingual(contexts: list[bytes], sources: list[bytes], plurals: list[bytes]) -> tuple[list[bytes], list[bytes]]:
    """The string is what the file says."""
    if has_any(plurals):
        if has_any([*compress(plurals, map(not_, sources))]):
            raise Doubtful  # whether it is an entry depends on its context alone
        sources = [*map(add, sources, plurals)]
    return [*map(add, sources, contexts)] if has_any(contexts) else sources, sources


def monolingual(template: Iterable[Unit]) -> Identify:
    """The string is what a template says; what it lacks does not count, nor what is read-only there: all is said."""
    known = {
        _bytes(unit.context).translate(_UNESCAPED): source_of(unit)
        for unit in template
        if unit.state is not State.READ_ONLY
    }

    def identify(contexts: list[bytes], keys: list[bytes], plurals: list[bytes]) -> tuple[list[bytes], list[bytes]]:
        keys = [b".".join(filter(None, parts)) for parts in zip(contexts, keys, strict=True)]
        return [key if key in known else b"" for key in keys], [known.get(key, b"") for key in keys]

    return identify


def source_of(unit: Unit) -> bytes:
    return _bytes(unit.source)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _texts(strings: list[bytes]) -> list[bytes]:
    """Each string unescaped and on one line, where it is written in the only way that gives this text."""
    if not has_any(strings):
        return strings
    together = SEPARATOR.join(strings)
    if b"\t" in together:
        raise Doubtful
    if b"\\" in together:
        together = _without_escapes(together)
    if _COMMENT.search(together) and (b'"_:' in together or SEPARATOR + b"_:" in SEPARATOR + together):
        raise Doubtful  # a comment of KDE
    if b"\n" in together:
        together = b"".join(_NEXT_LINE.split(together))
    # Other quotes and lines are none of a string.
    if b'"' in together or b"\n" in together:
        raise Doubtful
    return together.split(SEPARATOR)


def _without_escapes(strings: bytes) -> bytes:
    pieces = _ESCAPE.split(strings)
    try:
        pieces[1::2] = map(_MEANINGS.__getitem__, pieces[1::2])
    except KeyError as error:
        raise Doubtful from error
    without = b"".join(pieces)
    if b"\\" in without:
        raise Doubtful  # the last quote is escaped
    return without
