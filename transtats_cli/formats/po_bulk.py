"""Counts regular PO files in bulk, where nobody asks for the units themselves.

No rule is decided here: whatever could be read in two ways hands the file over to the unit reader. One regular
expression takes the file apart, a row an entry, without a gap between them, which proves the file regular as it counts.
Of a target no more is kept than whether it is empty, and the sources are sized many at a time.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import compress

from transtats_cli.formats import BulkCount, ReadOptions
from transtats_cli.formats.bulk_sizes import FORM_SEPARATOR, SEPARATOR, Doubtful, Sources
from transtats_cli.formats.po_text import Marks, catalog, normalised, unescaped
from transtats_cli.statistics import Statistics

# A quote closes its line after no backslash, or one or two escaped ones; more of them are left to the unit reader.
_END = rb'(?:(?<=[^\\]")|(?<=[^\\]\\\\")|(?<=[^\\]\\\\\\\\"))\n'
# A string behind its first quote; no line is looked at twice. Loops around an assertion are atomic, not possessive:
# Python 3.11.2 forgets where the attempt began that failed.
_STRING = rb'.++%b(?>(?:".++%b)*)' % (_END, _END)
# The same without comments of KDE.
_TEXT = rb"(?!_:)(.++%b(?>(?:\"(?!_:).++%b)*))" % (_END, _END)
_ROW = re.compile(
    rb"""
    \n*+(?>(?:\#(?![,=]).*+\n++)*)          # comments and obsolete entries above the first flags,
    (?:
        (\#[,=].*+\n(?:\#[,=].*+\n)*+)      # the flags,
        \n*+(?>(?:\#(?![,=~]).*+\n++)*)
        ((?:\#.*+\n++)*+)                   # and whatever below them may change them again
    |)
    (?:
        msg(?:ctxt\ "%bmsg|)                # what one letter decides is decided quickly
        id\ "%b
        msg(?:
            str\ "(?:"(\n)(?:""\n)*+(?!")|%b)
        |
            id_plural\ "%b
            ((?>(?:msgstr\[[0-9]\]\ "%b)+))
        )
    |
        ((?s:.++))?                         # no entry: the end, or something irregular
    )
    """
    % (_TEXT, _TEXT, _STRING, _TEXT, _STRING),
    re.VERBOSE,
)
_Row = tuple[bytes, bytes, bytes, bytes, bytes, bytes, bytes, bytes]
_HEADER = re.compile(rb'(?:\#.*+\n|\n)*+(?:msgctxt (?:""\n)++)?msgid (?:""\n)++(?!")(?:msgstr "(%b))?' % _STRING)
_EMPTY_FORMS = re.compile(rb'(?:msgstr\[[0-9]\] (?:""\n)++)++')
_FLAGS = re.compile(rb"^#[,=].*", re.MULTILINE)
_ESCAPE = re.compile(rb"\\.")
# Each pair becomes a byte that stands for nothing else, and is white space where the character is.
_MEANINGS = {rb"\\": b"\1", rb"\"": b"\2", rb"\n": b"\v", rb"\t": b"\t", rb"\r": b"\r"}
_CONTROL_CHARACTERS = bytes({*range(32)} - {*b"\t\n"})
_NONCHARACTERS = (b"\xef\xbf\xbe", b"\xef\xbf\xbf")
# Bytes; with all that is made of them they fit into a processor's cache.
_CHUNK = 1 << 16


def count(content: bytes, options: ReadOptions, review: bool, *, chunk: int = _CHUNK) -> BulkCount | None:
    """The numbers of a bilingual file; None where the unit reader has to look. PO has neither options nor reviews."""
    content = normalised(content)
    tally = _Tally()
    try:
        for rows in _chunks(content, chunk):
            tally.add(rows)
        return BulkCount(tally.statistics, _changed(content))
    except (Doubtful, ValueError):  # bytes that are no UTF-8, or flags that cannot be read
        return None


def _chunks(content: bytes, size: int) -> Iterator[list[_Row]]:
    """The entries of a file, many at a time."""
    start, carried = 0, b""
    while start < len(content):
        # What is carried along again and again must not cost more than the file.
        end = start + size + len(carried)
        end = content.rfind(b"\n\n", start, end) + 1 if end < len(content) else 0
        chunk = carried + content[start : end or len(content)]
        _prove_characters(chunk)
        rows: list[_Row] = _ROW.findall(chunk)
        start, carried = end or len(content), b""
        while rows and not rows[-1][3]:
            flags, below, *_, rest = rows.pop()
            if rest:
                raise Doubtful
            # Flags must not be cut off from their entry. The last row of all is empty.
            carried = flags + below or carried
        if rows:
            yield rows


def _prove_characters(chunk: bytes) -> None:
    """Be sure that there is none which the unit reader refuses, or takes for one of another charset."""
    if len(chunk.translate(None, _CONTROL_CHARACTERS)) < len(chunk):
        raise Doubtful
    if not chunk.isascii():
        chunk.decode()
        # Looking for one byte costs nothing, and hardly a file has it.
        if b"\xef" in chunk and any(character in chunk for character in _NONCHARACTERS):
            raise Doubtful


class _Tally:
    """The numbers so far, and the strings that made them."""

    def __init__(self) -> None:
        self._seen: set[bytes] = set()
        self._marks = _KnownMarks()
        self.statistics = Statistics()

    def add(self, rows: list[_Row]) -> None:
        flags, below, contexts, sources, empty, plurals, forms, _ = zip(*rows, strict=True)
        texts, are_empty = _texts(sources), list(empty)
        if any(forms):
            _add_plurals(texts, are_empty, plurals, forms)
        keys = _with_contexts(texts, contexts) if any(contexts) else texts
        self._prove_distinct(keys)
        # An entry without any text is none: it is the header.
        self._count(compress(zip(texts, are_empty, flags, below, strict=True), keys))

    def _prove_distinct(self, keys: list[bytes]) -> None:
        known = len(self._seen)
        self._seen.update(keys)
        self._seen.discard(b"")
        if len(self._seen) - known < len(keys) - keys.count(b""):
            raise Doubtful

    def _count(self, entries: Iterator[tuple[bytes, bytes, bytes, bytes]]) -> None:
        sources, marks = Sources.none(), self._marks
        for text, is_empty, flags, below in entries:
            state = sources.empty if is_empty else sources.translated
            if flags:
                is_read_only, is_fuzzy = marks[flags + below]
                if is_read_only:
                    state = sources.read_only
                elif is_fuzzy and not is_empty:
                    state = sources.fuzzy
            state.append(text)
        self.statistics = self.statistics.plus(sources.statistics())


class _KnownMarks(dict[bytes, tuple[bool, bool]]):
    """Whether comment lines say read-only and fuzzy; the same ones come again and again."""

    def __init__(self) -> None:
        super().__init__()
        self._marks = Marks("")

    def __missing__(self, comments: bytes) -> tuple[bool, bool]:
        # An obsolete entry takes the lines above it with it.
        own = comments[comments.rfind(b"\n#~") + 1 :]
        flags, is_fuzzy = self._marks.of(b"\n".join(_FLAGS.findall(own)).decode())
        self[comments] = found = "read-only" in flags, is_fuzzy
        return found


def _texts(strings: Sequence[bytes]) -> list[bytes]:
    """Each string unescaped and on one line, where it is written in the only way that gives this text."""
    together = SEPARATOR.join(strings)
    if b"\t" in together:
        raise Doubtful
    if b"\\" in together:
        together = _ESCAPE.sub(_meaning, together)
    texts = together.translate(None, b'"\n')
    # No quotes were left in them but those around each line end; the last of a string has but one.
    if len(together) - len(texts) != 3 * together.count(b"\n") - len(strings):
        raise Doubtful
    return texts.split(SEPARATOR)


def _meaning(escape: re.Match[bytes]) -> bytes:
    meaning = _MEANINGS.get(escape[0])
    if meaning is None:
        raise Doubtful
    return meaning


def _add_plurals(texts: list[bytes], are_empty: list[bytes], plurals: Sequence[bytes], forms: Sequence[bytes]) -> None:
    """Complete, in place, what is known of the entries with plural forms."""
    places = [place for place, form in enumerate(forms) if form]
    for place, plural in zip(places, _texts([plurals[place] for place in places]), strict=True):
        if not texts[place]:
            raise Doubtful  # whether it is an entry depends on its context alone
        texts[place] += FORM_SEPARATOR + plural
        if _EMPTY_FORMS.fullmatch(forms[place]):
            are_empty[place] = forms[place]


def _with_contexts(texts: list[bytes], contexts: Sequence[bytes]) -> list[bytes]:
    keys = texts.copy()
    places = [place for place, context in enumerate(contexts) if context]
    for place, context in zip(places, _texts([contexts[place] for place in places]), strict=True):
        keys[place] += context
    return keys


def _changed(content: bytes) -> str | None:
    """When the header says that the file changed."""
    header = _HEADER.match(content)
    if header is None:
        return None
    if header[1] is None:
        raise Doubtful  # it has plural forms
    return catalog([], unescaped(header[1][:-2].replace(b'"\n"', b"").decode())).changed
