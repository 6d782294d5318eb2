"""Takes regular PO files apart for the bulk counter: the sources of the entries, and what says how they count.

One regular expression finds what stands between two sources. Whatever is irregular ends up inside of a source, which
is refused when the source is understood: so the sources of a file prove all of it regular.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from transtats_cli.formats.bulk_sizes import Doubtful

# No line of a string but ends with a quote that stands after no backslash, or one or two escaped ones; more of them are
# left to the unit reader. Loops around an assertion are atomic, not possessive: Python 3.11.2 forgets where the attempt
# began that failed.
_LINE = rb'.++(?:(?<=[^\\]")|(?<=[^\\]\\\\")|(?<=[^\\]\\\\\\\\"))\n'
# A string behind its first quote; most have one line, and to find that out takes less than to begin a loop.
STRING = rb'%b(?:"%b(?>(?:"%b)*)|)' % (_LINE, _LINE, _LINE)
_BETWEEN = re.compile(
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
    % (STRING, STRING, STRING),
    re.VERBOSE,
)
_TARGET = b'"\nmsgstr "'
# Put around a file, so that each source is between two of those; empty lines keep it from being part of them.
_ABOVE, _BELOW = b'"\nmsgstr ""\n\n', b'\nmsgid "'
# Put below a piece of a file, so that no line is without an end: Python 3.11.2 is wrong about those.
_CUT = b"\n"
_CONTROL_CHARACTERS = bytes({*range(32)} - {*b"\t\n"})
_NONCHARACTERS = (b"\xef\xbf\xbe", b"\xef\xbf\xbf")


class Entries(NamedTuple):
    """Some entries of a file, a column for each thing that they may have; None where one has it not."""

    flags: list[bytes | None]
    """Comment lines, which need not all be flags."""
    contexts: list[bytes | None]
    """As they are written, behind the first quote."""
    sources: list[bytes]
    """As they are written, between the first quote and the last: a plural source is part of them."""
    empty: list[bytes | None]
    """Something where there is one target, and it is empty."""
    forms: list[bytes | None]
    """The targets of those that have a plural."""


_COLUMNS = len(Entries._fields)
# The pieces of the entries that are counted together.
_GROUP = 256 * _COLUMNS


def entries_of(content: bytes, chunk: int) -> Iterator[Entries]:
    """The entries of a file, many at a time: as many of any file, so that the same ones come together."""
    pieces: list[bytes] = []
    for more in _pieces(content, chunk):
        pieces = pieces + more if pieces else more
        first = 0
        while len(pieces) - first > _GROUP:
            yield Entries._make(pieces[first + column : first + _GROUP : _COLUMNS] for column in range(_COLUMNS))
            first += _GROUP
        del pieces[:first]
    # What stands behind the last target looks like an entry without a source.
    if pieces.pop():
        raise Doubtful
    del pieces[-2:]
    if pieces:
        yield Entries._make(pieces[column::_COLUMNS] for column in range(_COLUMNS))


def _pieces(content: bytes, size: int) -> Iterator[list[bytes]]:
    """What the columns of a file hold, entry by entry; a long file is cut in front of targets."""
    start, above, below = 0, _ABOVE, _CUT
    while below is _CUT:
        end = content.find(_TARGET, start + size)
        if end < 0:
            end, below = len(content), _BELOW
        chunk = content[start:end]
        _prove_characters(chunk)
        found: list[bytes] = _BETWEEN.split(b"".join((above, chunk, below)))
        if below is _CUT:
            found[-1] = found[-1].removesuffix(_CUT)
        if found[0]:
            raise Doubtful
        # Above the first entry there is no target.
        del found[: 3 if above else 1]
        yield found
        start, above = end, b""


def _prove_characters(chunk: bytes) -> None:
    """Be sure that there is none which the unit reader refuses, or takes for one of another charset."""
    # To look for one byte costs next to nothing; so does looking for each of them.
    if any(map(chunk.__contains__, _CONTROL_CHARACTERS)):
        raise Doubtful
    if not chunk.isascii():
        chunk.decode()
        if b"\xef" in chunk and any(character in chunk for character in _NONCHARACTERS):
            raise Doubtful
