"""Split a PO file into entries, a part of the counter `counts`. The parts of an entry are the fields of EntryBatch.

The sources have the place of the heads in `splitting`.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from transtats_cli.formats import IrregularFile
from transtats_cli.formats.characters import has_forbidden_characters
from transtats_cli.formats.po.fast.splitting import EntrySyntax, split_into_batches

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
_SYNTAX = EntrySyntax(
    _BETWEEN_SOURCES_PATTERN,
    target_start=b'"\nmsgstr "',
    first_target=b'"\nmsgstr ""\n\n',
    end=b'\nmsgid "',
    line_end=b"\n",
)
_BATCH_SIZE = 256
"""Number of entries per batch, in all files. So files with the same sources have batches with the same sources, and the
cached results of a batch are used for several files."""


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


def split_into_entry_batches(content: bytes, chunk_size: int) -> Iterator[EntryBatch]:
    """Return the entries of a PO file in batches. The last batch may be smaller than the others.

    Raises IrregularFile for control characters and carriage returns, and if text before the first entry or after the
    last entry is not a comment. Raises UnicodeDecodeError for invalid UTF-8.
    """
    if b"\r" in content or has_forbidden_characters(content):
        raise IrregularFile
    if not content.isascii():
        content.decode()
    return map(EntryBatch._make, split_into_batches(content, _SYNTAX, _BATCH_SIZE, chunk_size))
