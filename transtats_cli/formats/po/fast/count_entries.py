"""Split a PO file into entries, a part of the counter `counts`. The parts of an entry are the fields of EntryBatch.

One regular expression matches the text between two sources. Text that the expression does not match remains in a
source, and `count_heads` raises IrregularFile when it parses this source. So if all sources are parsed, the whole file
is regular.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from transtats_cli.formats import IrregularFile
from transtats_cli.formats.characters import has_forbidden_characters

# A line of a string after its first quote. The line ends with a quote after no backslash, or after one or two escaped
# backslashes. Lines with more are left to the unit reader. Loops around an assertion are atomic, not possessive,
# because Python 3.11.2 loses the start position of a failed attempt in possessive loops.
_LINE_AFTER_QUOTE_REGEX = rb'.++(?:(?<=[^\\]")|(?<=[^\\]\\\\")|(?<=[^\\]\\\\\\\\"))\n'
# A string after its first quote. Most strings have one line, and testing for that is faster than entering a loop.
STRING_AFTER_QUOTE_REGEX = rb'%b(?:"%b(?>(?:"%b)*)|)' % (
    _LINE_AFTER_QUOTE_REGEX,
    _LINE_AFTER_QUOTE_REGEX,
    _LINE_AFTER_QUOTE_REGEX,
)
_BETWEEN_SOURCES_PATTERN = re.compile(
    rb"""
    "\nmsgstr                               # the end of a source,
    (?:
        \ "(?:"(\n)(?:""\n)*+(?!")|%b)      # the target, which is empty or not,
    |
        (\[[0-9]\]\ "%b(?>(?:msgstr\[[0-9]\]\ "%b){0,9}))
    )
    \n*+(?:\#[^,=\n].*+\n++)*+              # comments and obsolete entries above the next one's first flags,
    (?:
        (                                   # the flags, or a comment without text, and whatever changes them again,
            \#.*+\n
            (?:\n*+(?:\#[^,=~\n].*+\n++)*+\#(?:[,=~].*+)?+\n)*+
        )
        \n*+(?:\#.*+\n++)*+
    )?+
    (?:msgid\ "|msgctxt\ "(.++(?:\n".*+)*+)(?<=")\nmsgid\ ")
    """
    % (STRING_AFTER_QUOTE_REGEX, STRING_AFTER_QUOTE_REGEX, STRING_AFTER_QUOTE_REGEX),
    re.VERBOSE,
)
_TARGET_START = b'"\nmsgstr "'
# Added before and after a file, so that each source is between two matches. Empty lines separate them from the content.
_ADDED_ABOVE, _ADDED_BELOW = b'"\nmsgstr ""\n\n', b'\nmsgid "'
# Added after a piece of a file: Python 3.11.2 matches lines without a line end incorrectly.
_ADDED_AT_CUT = b"\n"


class EntryBatch(NamedTuple):
    """Batch of PO entries, one list per part of an entry. An item is None if the entry does not have this part."""

    flags: list[bytes | None]
    """Comment lines of an entry from the first to the last line that may contain flags, with all lines between them."""
    contexts: list[bytes | None]
    """Contexts as written in the file, without the opening quote, but with the closing quote."""
    sources: list[bytes]
    """Sources as written in the file, without the first and the last quote. A source includes the msgid_plural."""
    empty_targets: list[bytes | None]
    """A line feed if an entry without plural forms has an empty target. None for all other entries."""
    plural_forms: list[bytes | None]
    """Plural forms as written in the file. The text starts with the index of the first form: `[0]`."""


_COLUMN_COUNT = len(EntryBatch._fields)
# Number of pieces in a batch.
_PIECES_PER_BATCH = 256 * _COLUMN_COUNT


def split_into_entry_batches(content: bytes, chunk_size: int) -> Iterator[EntryBatch]:
    """Yield the entries of a PO file in batches of 256 entries. The last batch may be smaller.

    A long file is split in chunks of at least `chunk_size` bytes. The batches do not depend on `chunk_size`. All files
    have the same batch size. So files with the same sources have batches with the same sources, and the cached results
    of a batch are used for several files.

    Raises IrregularFile for control characters, and if text before the first entry or after the last entry is not a
    comment. Raises UnicodeDecodeError for invalid UTF-8.
    """
    pieces: list[bytes] = []
    for chunk_pieces in _split_into_entry_parts(content, chunk_size):
        pieces = pieces + chunk_pieces if pieces else chunk_pieces
        batch_start = 0
        while len(pieces) - batch_start > _PIECES_PER_BATCH:
            yield EntryBatch._make(
                pieces[batch_start + column : batch_start + _PIECES_PER_BATCH : _COLUMN_COUNT]
                for column in range(_COLUMN_COUNT)
            )
            batch_start += _PIECES_PER_BATCH
        del pieces[:batch_start]
    # The text after the last target has the form of an entry. Its source has to be empty.
    if pieces.pop():
        raise IrregularFile
    del pieces[-2:]
    if pieces:
        yield EntryBatch._make(pieces[column::_COLUMN_COUNT] for column in range(_COLUMN_COUNT))


def _split_into_entry_parts(content: bytes, chunk_size: int) -> Iterator[list[bytes]]:
    """Yield the parts of entries in flat lists, entry by entry in the order of the fields of EntryBatch.

    A long file is processed in chunks of at least `chunk_size` bytes. Each chunk ends before a target, as in `units`,
    which splits texts. tests/formats/po/test_readers_agree.py compares both with polib.
    """
    start, above, below = 0, _ADDED_ABOVE, _ADDED_AT_CUT
    while below is _ADDED_AT_CUT:
        end = content.find(_TARGET_START, start + chunk_size)
        if end < 0:
            end, below = len(content), _ADDED_BELOW
        chunk = content[start:end]
        _refuse_irregular_characters(chunk)
        pieces: list[bytes] = _BETWEEN_SOURCES_PATTERN.split(b"".join((above, chunk, below)))
        if below is _ADDED_AT_CUT:
            pieces[-1] = pieces[-1].removesuffix(_ADDED_AT_CUT)
        if pieces[0]:
            raise IrregularFile
        # The target before the first entry is the one that was added.
        del pieces[: 3 if above else 1]
        yield pieces
        start, above = end, b""


def _refuse_irregular_characters(content: bytes) -> None:
    """Raise IrregularFile for control characters and carriage returns, and UnicodeDecodeError for invalid UTF-8."""
    if b"\r" in content or has_forbidden_characters(content):
        raise IrregularFile
    if not content.isascii():
        content.decode()
