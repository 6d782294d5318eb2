"""Split a PO file into the parts of its entries, for the reader `units` (as text) and the counter `counts` (as bytes).

The head of an entry consists of its msgctxt, msgid and msgid_plural. One regular expression matches the text between
two heads. Text that the expression does not match remains in a head, and `heads` raises IrregularFile when it parses
this head. So if all heads are parsed, the whole file is regular.
"""

import re
from collections.abc import Iterator
from typing import Any, AnyStr, Generic, NamedTuple

from transtats_cli.formats import IrregularFile


class EntrySyntax(NamedTuple, Generic[AnyStr]):
    """Expression that splits a file, and what is added to a file so that each head is between two matches."""

    between_heads: re.Pattern[AnyStr]
    """Pattern of the text between two heads. Its last two groups are parts of the lines above the second head, and the
    groups before them are parts of the target of the first entry."""
    target_start: AnyStr
    """Start of a match of `between_heads`, before the text of the target. A long file is divided at these places."""
    first_target: AnyStr
    """Target that is added before the file. It ends with an empty line."""
    end: AnyStr
    """Text that is added after the file."""
    line_end: AnyStr


def split_into_batches(
    text: AnyStr, syntax: EntrySyntax[AnyStr], batch_size: int, chunk_size: int
) -> Iterator[list[list[Any]]]:
    """Yield the entries of a file in batches of `batch_size` entries, which do not depend on `chunk_size`.

    A batch contains one list for each part of an entry: the two parts of the lines above it, its head, and the parts of
    its target. A long file is split in chunks of at least `chunk_size` characters or bytes. Raises IrregularFile if
    text before the first entry or after the last entry is not a comment.
    """
    row_length = syntax.between_heads.groups + 1
    batch_length = batch_size * row_length
    pieces: list[Any] = []
    for found in _split_chunks(text, syntax, chunk_size):
        pieces = pieces + found if pieces else found
        start = 0
        while len(pieces) - start > batch_length:
            yield [pieces[start + column : start + batch_length : row_length] for column in range(row_length)]
            start += batch_length
        del pieces[:start]
    # The text after the last target has the form of an entry without a target. Its head has to be empty.
    if pieces.pop():
        raise IrregularFile
    del pieces[-2:]
    if pieces:
        yield [pieces[column::row_length] for column in range(row_length)]


def _split_chunks(text: AnyStr, syntax: EntrySyntax[AnyStr], chunk_size: int) -> Iterator[list[Any]]:
    """Yield the parts of entries in flat lists. A list may begin and end inside of an entry."""
    start, above = 0, syntax.first_target
    while start >= 0:
        end = text.find(syntax.target_start, start + chunk_size)
        # Python 3.11.2 matches lines without a line end incorrectly.
        chunk = text[start:] + syntax.end if end < 0 else text[start:end] + syntax.line_end
        pieces: list[Any] = syntax.between_heads.split(above + chunk)
        if pieces[0]:
            raise IrregularFile
        if end >= 0:
            pieces[-1] = pieces[-1].removesuffix(syntax.line_end)
        # The target before the first entry is the one that was added.
        del pieces[: syntax.between_heads.groups - 1 if above else 1]
        yield pieces
        start, above = end, text[:0]
