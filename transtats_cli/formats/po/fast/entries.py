"""Parts of PO entries, for the reader `units` (as text) and the counter `counts` (as bytes).

The head of an entry consists of its msgctxt, msgid and msgid_plural. One regular expression matches the text between
two heads. Text that the expression does not match remains in a head, and the parser of this head raises IrregularFile.
So if all heads are parsed, the whole file is regular. The languages of a component mostly have the same heads in the
same order. So heads are parsed in batches, and the results are cached.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, compress, count, filterfalse
from operator import add, not_
from typing import Any, AnyStr, Generic, NamedTuple

from transtats_cli.formats import IrregularFile
from transtats_cli.formats.characters import has_forbidden_characters
from transtats_cli.model import PLURAL_SEPARATOR
from transtats_cli.statistics import NO_STRINGS, Counts, count_words_of_each


class EntrySyntax(NamedTuple, Generic[AnyStr]):
    """Expression that splits a file, and what is added to a file so that each head is between two matches."""

    between_heads: re.Pattern[AnyStr]
    """Pattern of the text between two heads. Its last two groups are parts of the lines above the second head, and the
    groups before them are parts of the target of the first entry."""
    target_start: bytes
    """Start of a match of `between_heads`, before the text of the target. A long file is divided at these places."""
    first_target: AnyStr
    """Target that is added before the file. It ends with an empty line."""
    end: AnyStr
    """Text that is added after the file."""


def split_into_batches(content: bytes, syntax: EntrySyntax[AnyStr], chunk_size: int) -> Iterator[list[list[Any]]]:
    """Yield the entries of a file in batches of BATCH_SIZE entries, which do not depend on `chunk_size`.

    A batch contains one list for each part of an entry: the two parts of the lines above it, its head, and the parts of
    its target. A long file is split in chunks of at least `chunk_size` bytes. Raises IrregularFile if text before the
    first entry or after the last entry is not a comment, and if the file contains a forbidden character. Raises
    UnicodeDecodeError if the file is not UTF-8.
    """
    row_length = syntax.between_heads.groups + 1
    batch_length = BATCH_SIZE * row_length
    pieces: list[Any] = []
    for found in _split_chunks(content, syntax, chunk_size):
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


def _split_chunks(content: bytes, syntax: EntrySyntax[AnyStr], chunk_size: int) -> Iterator[list[Any]]:
    """Yield the parts of entries in flat lists. A list may begin and end inside of an entry."""
    start, above, no_text = 0, syntax.first_target, syntax.end[:0]
    line_end: Any = "\n" if isinstance(no_text, str) else b"\n"
    while start >= 0:
        end = content.find(syntax.target_start, start + chunk_size)
        chunk = content[start:] if end < 0 else content[start:end]
        # A chunk is in the cache of a processor. There, these searches take a third of the time.
        if has_forbidden_characters(chunk):
            raise IrregularFile
        decoded = chunk.decode()
        # Python 3.11.2 matches lines without a line end incorrectly.
        below = syntax.end if end < 0 else line_end
        text: Any = decoded if isinstance(no_text, str) else chunk
        pieces: list[Any] = syntax.between_heads.split(above + text + below)
        if pieces[0]:
            raise IrregularFile
        if end >= 0:
            pieces[-1] = pieces[-1].removesuffix(line_end)
        # The target before the first entry is the one that was added.
        del pieces[: syntax.between_heads.groups - 1 if above else 1]
        yield pieces
        start, above = end, no_text


# These patterns do not backtrack. A string of 50 MB or of 400,000 lines is scanned once and needs no stack.
QUOTED_STRING_REGEX = r'"(?:.*+\n")*+.*+\n'
# Most strings are one line without an escape. Their text is captured in the first group and needs no unescaping.
TEXT_OR_STRING_REGEX = rf'(?:"(?!_:)([^"\\\n]*+)"\n(?!")|({QUOTED_STRING_REGEX}))'
STRING_SEPARATOR = "\x1f"
_LINE_END_PLACEHOLDER, _QUOTE_PLACEHOLDER, _BACKSLASH_PLACEHOLDER = "\1", "\2", "\3"
"""Placeholders for escaped line ends, quotes and backslashes. Regular PO files contain none of these characters."""
BATCH_SIZE = 256
"""Number of entries that are read together, and of strings that are unescaped together. The same number for all files
and readers, so that files with the same sources have batches with the same sources, whose cached results are used for
several files."""


def unescape_strings(quoted_strings: Sequence[str]) -> list[str]:
    """Return the unescaped texts of PO strings. Each string consists of one or more quoted lines.

    Strings are unescaped in batches, because that is faster. Raises IrregularFile if a string is not regular.
    """
    starts = range(0, len(quoted_strings), BATCH_SIZE)
    batches = (STRING_SEPARATOR.join(quoted_strings[start : start + BATCH_SIZE]) for start in starts)
    return [*chain.from_iterable(map(unescape_joined, batches))]


def unescape_joined(joined: str) -> list[str]:
    """Return the unescaped texts of PO strings that are joined by STRING_SEPARATOR.

    The form of a msgid with its msgid_plural is a text with PLURAL_SEPARATOR. Raises IrregularFile if a string is not
    regular.
    """
    has_escapes = "\\" in joined
    if has_escapes:
        joined = replace_escapes(joined, line_end=_LINE_END_PLACEHOLDER, quote=_QUOTE_PLACEHOLDER)
    texts = joined[1:-2].replace(f'"\n{STRING_SEPARATOR}"', STRING_SEPARATOR).replace('"\n"', "")
    if "\n" in texts:
        texts = texts.replace('"\nmsgid_plural "', PLURAL_SEPARATOR)
    # All regular quotes and line ends were removed or replaced.
    if '"' in texts or "\n" in texts or not joined.endswith('"\n', 1):
        raise IrregularFile
    if has_escapes:
        texts = texts.replace(_LINE_END_PLACEHOLDER, "\n").replace(_QUOTE_PLACEHOLDER, '"')
    return texts.split(STRING_SEPARATOR)


def replace_escapes(text: str, *, line_end: str = "\n", quote: str = '"') -> str:
    r"""Return a text of a regular PO file with its escapes replaced.

    `line_end` and `quote` replace the escapes `\n` and `\"`. Escapes other than `\n`, `\t` and `\r` become their second
    character, as on a Weblate server. Raises IrregularFile if a backslash precedes the end of a line. The time is
    linear in the length, and no list of pieces is created, even for a text with many escapes.
    """
    if "\\" not in text:
        return text
    text = text.replace("\\\\", _BACKSLASH_PLACEHOLDER).replace('\\"', quote).replace("\\n", line_end)
    if "\\" in text:
        if "\\\n" in text:
            raise IrregularFile
        text = text.replace("\\t", "\t").replace("\\r", "\r").replace("\\", "")
    return text.replace(_BACKSLASH_PLACEHOLDER, "\\")


_MAX_CACHE_CHARACTERS = 16_000_000
"""Maximum number of characters of all cached heads together. Sufficient for nearly all components."""
MIN_HUGE_FILE_BYTES = 1 << 22
"""Size of a file from which on its heads are not cached. Few components have several such files."""
BETWEEN_HEADS = f"\n{STRING_SEPARATOR}"
"""Text between two heads of a batch, and after the last head."""
KDE_COMMENT_START = '"_:'
_HEAD_PATTERN = re.compile(
    rf"(?:msgctxt\ ({QUOTED_STRING_REGEX}))?msgid\ {TEXT_OR_STRING_REGEX}"
    rf"(?:msgid_plural\ ({QUOTED_STRING_REGEX}))?{STRING_SEPARATOR}|((?s:.+))"
)


class EntryHeads(NamedTuple):
    """Parsed heads (msgctxt, msgid and msgid_plural) of a batch of PO entries, in one list per field."""

    contexts: list[str]
    sources: list[str]
    identifying_texts: list[str]
    """Source and context of each string joined to one text, which identifies the string."""
    word_counts: list[int]
    """Number of words in each source."""
    lengths: list[int]
    """Number of characters in each source."""
    plural_head_indices: list[int]
    """Indices of heads with a msgid_plural."""
    has_distinct_texts: bool
    """True if no two of `identifying_texts` are equal."""

    @property
    def total_counts(self) -> Counts:
        """Sum of the counts of all sources."""
        return Counts(len(self.sources), sum(self.word_counts), sum(self.lengths))

    def count_chosen(self, places: Sequence[int]) -> Counts:
        """Return the sum of the counts of the sources with these indices."""
        if not places:
            return NO_STRINGS
        words, lengths = self.word_counts.__getitem__, self.lengths.__getitem__
        return Counts(len(places), sum(map(words, places)), sum(map(lengths, places)))


_NO_ENTRY_HEADS = EntryHeads([], [], [], [], [], [], has_distinct_texts=True)


def join_batches(batches: Sequence[EntryHeads]) -> EntryHeads:
    """Join parsed batches of heads to one batch. The caller must not change the result, which may be cached."""
    if len(batches) <= 1:
        return batches[0] if batches else _NO_ENTRY_HEADS
    return _create_batch(*([*chain.from_iterable(column)] for column in [*zip(*batches, strict=True)][:5]))


HeadParser = Callable[[Any], tuple[list[str], list[str]]]
"""Function that returns the contexts and the sources of heads as written in a file: a list of texts or of bytes.

Raises IrregularFile if a head is not regular.
"""


class EntryHeadCache:
    """Parser of the heads of PO entries, with a cache of parsed batches and of single heads. Not thread-safe.

    Most batches are equal to a batch of another file. The other batches mostly contain heads of other files. A full
    cache is cleared.
    """

    def __init__(self, parse: HeadParser, separator: Any, capacity: int = _MAX_CACHE_CHARACTERS) -> None:
        """`separator` is not part of any head. `capacity` is the number of characters or bytes of heads."""
        self._parse = parse
        self._separator = separator
        self._capacity = self._free_characters = capacity
        self._batches: dict[Any, EntryHeads] = {}
        self._heads: dict[Any, tuple[str, str, str, int, int]] = {}
        """Items of the first columns of EntryHeads."""

    def parse_heads(self, written_heads: Sequence[Any], *, is_cached: bool = True) -> EntryHeads:
        """Return the parsed heads of a batch. Each item of `written_heads` is a head without its last line end.

        Raises IrregularFile if a head is not regular. The results come from the cache, and must not be changed. Without
        `is_cached`, the cache is not used.
        """
        if not written_heads:
            return _NO_ENTRY_HEADS
        if not is_cached:
            return self._parse_new(written_heads)
        written = self._separator.join(written_heads)
        batch = self._batches.get(written)
        if batch is None:
            if len(written) > self._free_characters:
                self._batches.clear()
                self._heads.clear()
                self._free_characters = self._capacity
            new = [*filterfalse(self._heads.__contains__, written_heads)]
            if new:
                self._heads.update(zip(new, zip(*self._parse_new(new)[:5], strict=True), strict=True))
            columns = zip(*map(self._heads.__getitem__, written_heads), strict=True)
            batch = self._batches[written] = _create_batch(*map(list, columns))
            self._free_characters -= len(written)
        return batch

    def _parse_new(self, written_heads: Sequence[Any]) -> EntryHeads:
        contexts, sources = self._parse(written_heads)
        identities = [*map(add, sources, contexts)] if any(contexts) else sources
        batch = _create_batch(contexts, sources, identities, count_words_of_each(sources), [*map(len, sources)])
        # A header that is not the first entry has neither source nor context.
        plural = batch.plural_head_indices
        without_source = chain(
            compress(count(), map(not_, sources)),
            (place for place in plural if sources[place].startswith(PLURAL_SEPARATOR)),
        )
        if not all(contexts[place] for place in without_source):
            raise IrregularFile
        if any(sources[place].count(PLURAL_SEPARATOR) > 1 for place in plural):
            raise IrregularFile  # a second msgid_plural
        return batch


def _create_batch(*columns: Any) -> EntryHeads:
    """Return the heads with these contexts, sources, identifying texts, numbers of words, and lengths."""
    _, sources, texts, _, _ = columns
    return EntryHeads._make([*columns, _find_plurals(sources), len(set(texts)) == len(texts)])


def _find_plurals(sources: Sequence[str]) -> list[int]:
    # One long text is searched much faster than many short ones.
    if PLURAL_SEPARATOR not in "".join(sources):
        return []
    return [place for place, source in enumerate(sources) if PLURAL_SEPARATOR in source]


def parse_text_heads(written_heads: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the contexts and the sources of heads. Each head is the text of its lines, without the last line end."""
    joined = BETWEEN_HEADS.join([*written_heads, ""])
    if KDE_COMMENT_START in joined:
        raise IrregularFile
    msgctxts, texts, msgids, plurals, irregular = map(list, zip(*_HEAD_PATTERN.findall(joined), strict=True))
    if any(irregular):
        raise IrregularFile
    sources = _unescape_or_default(msgids, texts)
    plural = [*compress(count(), plurals)]
    for place, text in zip(plural, unescape_strings([plurals[place] for place in plural]), strict=True):
        sources[place] += PLURAL_SEPARATOR + text
    return _unescape_or_default(msgctxts), sources


def _unescape_or_default(quoted_strings: Sequence[str], default_texts: Sequence[str] | None = None) -> list[str]:
    """Return the unescaped texts of quoted strings.

    For an empty item of `quoted_strings`, return the item of `default_texts` with the same index. Without
    `default_texts`, return an empty text.
    """
    filled = [*default_texts] if default_texts else [""] * len(quoted_strings)
    places = [*compress(count(), quoted_strings)]
    for place, text in zip(places, unescape_strings([quoted_strings[place] for place in places]), strict=True):
        filled[place] = text
    return filled
