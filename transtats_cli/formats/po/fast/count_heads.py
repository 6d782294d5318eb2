"""Parser of the heads of PO entries, a part of the counter `counts`.

The head of an entry consists of its msgctxt, msgid and msgid_plural. The languages of a component mostly have the same
heads in the same order, so the results are cached. `heads` parses the same heads to texts, for the reader: escapes
and plurals follow the same rules there. tests/formats/po/test_readers_agree.py compares both with polib.
"""

import re
from collections.abc import Sequence, Set
from itertools import compress, count
from operator import add
from typing import NamedTuple

from transtats_cli.formats import IrregularFile
from transtats_cli.formats.po.fast.count_entries import EntryBatch
from transtats_cli.model import PLURAL_SEPARATOR
from transtats_cli.statistics import Counts, count_joined_sources

# Bytes of heads in the cache: twice what most components need. A larger one would exceed the cache of a processor.
_MAX_CACHE_BYTES = 1 << 21
_TEXT_SEPARATOR = b"\x1f"
_PLURAL_SEPARATOR = PLURAL_SEPARATOR.encode()
"""Separators of strings and of plural forms in one bytes object. Regular PO files cannot contain these characters."""
_PLURAL_START = b'"\nmsgid_plural "'
# Regular expressions, because they find sequences of bytes faster than methods of bytes.
_LINE_BREAK_PATTERN = re.compile(rb'"\n"')
_KDE_COMMENT_START_PATTERN = re.compile(rb"_:")
_ESCAPE_PATTERN = re.compile(rb"(\\.)")
# Each escape, and each character that files escape, becomes one byte that has no other meaning, and that is white space
# if the character is.
_BYTE_OF_ESCAPE = {rb"\\": b"\1", rb"\"": b"\2", rb"\n": b"\v", rb"\t": b"\t", rb"\r": b"\r"}
_BYTE_OF_CHARACTER = bytes.maketrans(b'\\"\n', b"\1\2\v")


class EntryHeadBatch(NamedTuple):
    """Parsed heads (msgctxt, msgid and msgid_plural) of a batch of PO entries."""

    string_keys: Set[bytes]
    """Keys that identify the counted strings of the batch."""
    sources: Sequence[bytes]
    """Source text of each head. Empty if the head is not counted."""
    uncounted_indices: list[int]
    """Indices of heads that are not counted, such as the head of the header."""
    plural_head_indices: list[int]
    """Indices of heads with plural forms."""
    total_counts: Counts
    """Sum of the counts of all counted sources."""


class EntryHeadParser:
    """Parser of the heads of PO entries, with a cache of parsed batches. If the cache is full, no batch is added."""

    def __init__(self) -> None:
        self._batches: dict[tuple[int, tuple[int, ...], bytes], EntryHeadBatch] = {}
        self._free_bytes = _MAX_CACHE_BYTES

    def parse_heads(self, entries: EntryBatch) -> EntryHeadBatch:
        """Return the parsed heads of a batch of entries.

        Raises IrregularFile if a head contains a rare notation, or if the batch contains a string twice.
        """
        heads = entries.sources
        if any(entries.contexts):
            heads = [context or b"" for context in entries.contexts] + heads
        plural_head_indices = [*compress(count(), entries.plural_forms)]
        written = _TEXT_SEPARATOR.join(heads)
        key = len(entries.sources), tuple(plural_head_indices), written
        batch = self._batches.get(key)
        if batch is None:
            strings, sources = _identify_strings(entries, plural_head_indices)
            batch = _create_head_batch(strings, sources, plural_head_indices)
            if len(written) <= self._free_bytes:
                self._free_bytes -= len(written)
                self._batches[key] = batch
        return batch


def _create_head_batch(
    keys: Sequence[bytes], sources: Sequence[bytes], plural_head_indices: list[int]
) -> EntryHeadBatch:
    strings = set(keys)
    uncounted = [place for place, key in enumerate(keys) if not key] if b"" in strings else []
    strings.discard(b"")
    if len(strings) < len(keys) - len(uncounted):
        raise IrregularFile  # a string is repeated, and only its first occurrence counts
    counts = count_source_texts([*compress(sources, keys)])
    return EntryHeadBatch(strings, sources, uncounted, plural_head_indices, counts)


def count_source_texts(sources: Sequence[bytes]) -> Counts:
    """Return the counts of source texts in UTF-8, with one byte for each escape."""
    return count_joined_sources(_PLURAL_SEPARATOR.join(sources).decode(), len(sources))


def _identify_strings(entries: EntryBatch, plural_head_indices: list[int]) -> tuple[list[bytes], list[bytes]]:
    """Return two lists: a key that identifies the string of each head, and the source text of this string.

    A key is the source with the context. It is empty for the header, which is not counted.
    """
    sources = [*entries.sources]
    contexts, plurals = [b""] * len(sources), [b""] * len(sources)
    for place in compress(count(), entries.contexts):
        contexts[place] = (entries.contexts[place] or b"")[:-1]
    for place in plural_head_indices:
        sources[place], is_plural, plurals[place] = sources[place].partition(_PLURAL_START)
        if not is_plural:
            raise IrregularFile
    contexts, sources, plurals = map(_unescape_strings, (contexts, sources, plurals))
    for place in plural_head_indices:
        if not sources[place]:
            raise IrregularFile  # a plural without a singular: the context decides if this is a unit
        sources[place] += _PLURAL_SEPARATOR + plurals[place]
    return [*map(add, sources, contexts)] if any(contexts) else sources, sources


def _unescape_strings(strings: list[bytes]) -> list[bytes]:
    """Return quoted strings with their escapes replaced and their lines joined.

    Raises IrregularFile for a tab, an unusual escape, a KDE comment, and text outside of the quotes.
    """
    if not any(strings):
        return strings
    joined = _TEXT_SEPARATOR.join(strings)
    if b"\t" in joined:
        raise IrregularFile
    if b"\\" in joined:
        joined = _replace_escapes(joined)
    if _KDE_COMMENT_START_PATTERN.search(joined) and (
        b'"_:' in joined or _TEXT_SEPARATOR + b"_:" in _TEXT_SEPARATOR + joined
    ):
        raise IrregularFile  # a KDE comment
    if b"\n" in joined:
        joined = b"".join(_LINE_BREAK_PATTERN.split(joined))
    # Regular strings contain no other quotes and line ends.
    if b'"' in joined or b"\n" in joined:
        raise IrregularFile
    return joined.split(_TEXT_SEPARATOR)


def _replace_escapes(strings: bytes) -> bytes:
    pieces = _ESCAPE_PATTERN.split(strings)
    try:
        pieces[1::2] = map(_BYTE_OF_ESCAPE.__getitem__, pieces[1::2])
    except KeyError as error:
        raise IrregularFile from error
    unescaped = b"".join(pieces)
    if b"\\" in unescaped:
        raise IrregularFile  # the closing quote is escaped
    return unescaped
