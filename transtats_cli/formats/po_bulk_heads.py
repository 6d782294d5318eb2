"""What the bulk counter of PO makes of heads, the lines of an entry in front of its target: strings and their sources.

Languages of a component mostly have the same heads in the same order, so what is understood once is known.
"""

import re
from collections.abc import Callable, Iterable, Sequence, Set
from itertools import compress
from operator import add, not_
from typing import NamedTuple

from transtats_cli.formats.bulk_sizes import FORM_SEPARATOR, SEPARATOR, Doubtful, has_any, sizes
from transtats_cli.model import State, Unit
from transtats_cli.statistics import Counts

# Bytes: what most components have of heads. Whatever is kept makes the rest slower, as it does not fit into a cache.
_ROOM = 1 << 20
_ESCAPE = re.compile(rb"(\\.)")
# Each pair becomes a byte that stands for nothing else, and is white space where the character is.
_MEANINGS = {rb"\\": b"\1", rb"\"": b"\2", rb"\n": b"\v", rb"\t": b"\t", rb"\r": b"\r"}
_UNESCAPED = bytes.maketrans(b'\\"\n', b"\1\2\v")


class Heads(NamedTuple):
    """Heads as they are written, behind the first quote of each string; empty where there is none."""

    contexts: tuple[bytes, ...]
    sources: tuple[bytes, ...]
    plurals: tuple[bytes, ...]


Identify = Callable[[list[bytes], list[bytes], list[bytes]], tuple[list[bytes], list[bytes]]]
"""What tells the string of each head from all others, and its source text; both empty where there is none that counts.

It is asked with unescaped contexts, sources, and plural sources behind what separates them from the source.
"""


class Known(NamedTuple):
    """What heads mean."""

    strings: Set[bytes]
    """What tells those that count from all others."""
    sources: list[bytes]
    uncounted: list[int]
    """The places of those that name no string, as the header's."""
    total: Counts


class Memory:
    """Understands heads, and remembers those that it understood first."""

    def __init__(self, identify: Identify) -> None:
        self._identify = identify
        self._known: dict[tuple[int, bytes], Known] = {}
        self._room = _ROOM

    def known(self, heads: Heads) -> Known:
        """Raises Doubtful where a head can be read in two ways."""
        has_more = has_any(heads.contexts) or has_any(heads.plurals)
        strings = heads.contexts + heads.sources + heads.plurals if has_more else heads.sources
        written = len(heads.sources), SEPARATOR.join(strings)
        known = self._known.get(written)
        if known is None:
            known = self.understood(heads)
            if len(written[1]) <= self._room:
                self._room -= len(written[1])
                self._known[written] = known
        return known

    def understood(self, heads: Heads) -> Known:
        """The same of heads that are not to be remembered."""
        contexts, sources, plurals = map(_texts, heads)
        if has_any(heads.plurals):
            written = zip(heads.plurals, plurals, strict=True)
            plurals = [string and FORM_SEPARATOR + text for string, text in written]
        keys, sources = self._identify(contexts, sources, plurals)
        uncounted = [place for place, key in enumerate(keys) if not key] if b"" in keys else []
        strings = set(keys)
        strings.discard(b"")
        if len(strings) < len(keys) - len(uncounted):
            raise Doubtful  # one comes twice, and only the first would count
        return Known(strings, sources, uncounted, sizes([*compress(sources, keys)]))


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


def _texts(strings: Sequence[bytes]) -> list[bytes]:
    """Each string unescaped and on one line, where it is written in the only way that gives this text."""
    written = [*filter(None, strings)]
    if not written:
        return [*strings]
    together = SEPARATOR.join(written)
    if b"\t" in together:
        raise Doubtful
    if b"\\" in together:
        together = _without_escapes(together)
    texts = together.translate(None, b'"\n')
    lines = together.count(b"\n")
    # Each line ends with a quote, and there are no others but where the second line of a string and later ones begin.
    if together.count(b'"\n') < lines or len(together) - len(texts) != 3 * lines - len(written):
        raise Doubtful
    if b"_:" in together and (b'"_:' in together or SEPARATOR + b"_:" in SEPARATOR + together):
        raise Doubtful  # a comment of KDE
    found = texts.split(SEPARATOR)
    if len(written) == len(strings):
        return found
    everywhere = [*strings]
    for place, text in zip(compress(range(len(strings)), strings), found, strict=True):
        everywhere[place] = text
    return everywhere


def _without_escapes(strings: bytes) -> bytes:
    pieces = _ESCAPE.split(strings)
    try:
        pieces[1::2] = map(_MEANINGS.__getitem__, pieces[1::2])
    except KeyError as error:
        raise Doubtful from error
    return b"".join(pieces)
