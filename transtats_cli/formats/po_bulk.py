"""Counts regular PO files in bulk, where nobody asks for the units themselves.

No rule is decided here: whatever could be read in two ways hands the file over to the unit reader. One regular
expression takes the file apart, a row an entry, without a gap between them, which proves the file regular as it counts.
Of a target no more is kept than whether it is empty; heads are understood together, and once for all files.
"""

import re
from collections.abc import Iterator, Sequence, Set
from functools import cached_property
from itertools import compress
from operator import add, not_

from transtats_cli.formats import BulkCount, BulkPlan
from transtats_cli.formats.bulk_sizes import Doubtful, has_any, sizes
from transtats_cli.formats.po_bulk_heads import Heads, Identify, Known, Memory, bilingual, monolingual, source_of
from transtats_cli.formats.po_text import Marks, catalog, normalised, unescaped
from transtats_cli.model import State
from transtats_cli.statistics import NOTHING, Counts, Statistics

# A string behind its first quote, as lines of which nothing is known.
_LINES = rb'.*+\n(?:".*+\n)*+'
# The same where no line but ends with a quote that stands after no backslash, or one or two escaped ones; more of them
# are left to the unit reader. Loops around an assertion are atomic, not possessive: Python 3.11.2 forgets where the
# attempt began that failed.
_LINE_END = rb'(?:(?<=[^\\]")|(?<=[^\\]\\\\")|(?<=[^\\]\\\\\\\\"))\n'
_STRING = rb'.++%b(?>(?:".++%b)*)' % (_LINE_END, _LINE_END)
_ROW = re.compile(
    rb"""
    \n*+(?:\#[^,=\n].*+\n++)*+              # comments and obsolete entries above the first flags,
    (?:
        (\#.*+\n(?:\#[,=].*+\n)*+)          # the flags, or a comment without text,
        \n*+(?:\#[^,=~\n].*+\n++)*+
        ((?:\#.*+\n++)*+)                   # and whatever below them may change them again
    |)
    (?:
        msg(?:ctxt\ "(%b)msg)?+id\ "(%b)
        msg(?:
            str\ "(?:"(\n)(?:""\n)*+(?!")|%b)
        |
            id_plural\ "(%b)
            ((?>(?:msgstr\[[0-9]\]\ "%b)+))
        )
    |
        ((?s:.++))?                         # no entry: the end, or something irregular
    )
    """
    % (_LINES, _LINES, _STRING, _LINES, _STRING),
    re.VERBOSE,
)
_Row = tuple[bytes, bytes, bytes, bytes, bytes, bytes, bytes, bytes]
_HEADER = re.compile(rb'(?:\#.*+\n|\n)*+(?:msgctxt (?:""\n)++)?msgid (?:""\n)++(?!")(?:msgstr "(%b))?' % _STRING)
_EMPTY_FORMS = re.compile(rb'(?:msgstr\[[0-9]\] (?:""\n)++)++')
_FLAGS = re.compile(rb"^#[,=].*", re.MULTILINE)
_CONTROL_CHARACTERS = bytes({*range(32)} - {*b"\t\n"})
_NONCHARACTERS = (b"\xef\xbf\xbe", b"\xef\xbf\xbf")
# Bytes; with all that is made of them they fit into a processor's cache.
_CHUNK = 1 << 16
# Bytes: a file that hardly has more like it.
_HUGE = 1 << 22
# Bytes: obsolete entries, which hardly come again.
_LONG = 200
# Entries that are counted together.
_GROUP = 256
_FUZZY, _READ_ONLY = 1, 2


class Counter:
    """Counts the files of a component, whose entries have the source texts. PO has neither options nor reviews."""

    def __init__(self, plan: BulkPlan, chunk: int = _CHUNK) -> None:
        self._heads = Memory(self._identify(plan))
        self._marks = _KnownMarks()
        self._chunk = chunk

    def __call__(self, content: bytes) -> BulkCount | None:
        content = normalised(content)
        try:
            return BulkCount(self._statistics(self._entries(content)), _changed(content))
        except (Doubtful, ValueError):  # bytes that are no UTF-8, or flags that cannot be read
            return None

    def _identify(self, plan: BulkPlan) -> Identify:
        return bilingual

    def _statistics(self, entries: "_Entries") -> Statistics:
        total, empty, fuzzy, read_only = entries.total, entries.empty, entries.fuzzy, entries.read_only
        return Statistics(total, total.minus(empty).minus(fuzzy), fuzzy, NOTHING, read_only)

    def _entries(self, content: bytes) -> "_Entries":
        found = _Entries()
        known_of = self._heads.known if len(content) < _HUGE else self._heads.understood
        for rows in _groups(content, self._chunk):
            flags, below, contexts, sources, empty, plurals, forms, _ = zip(*rows, strict=True)
            found.add(
                known_of(Heads(contexts, sources, plurals)),
                _with_forms(empty, forms) if has_any(forms) else [*empty],
                [*map(self._marks.__getitem__, map(add, flags, below) if has_any(below) else flags)],
            )
        return found


class MonolingualCounter(Counter):
    """Counts the files of a component whose entries have keys; what the strings are, its template says."""

    def __init__(self, plan: BulkPlan, chunk: int = _CHUNK) -> None:
        super().__init__(plan, chunk)
        self._marks = _KnownMarks(heeded=_FUZZY)
        self._template = plan.template

    def _identify(self, plan: BulkPlan) -> Identify:
        return monolingual(plan.template)

    def _statistics(self, entries: "_Entries") -> Statistics:
        _, finished, fuzzy, *_ = super()._statistics(entries)
        total, read_only = self._said
        return Statistics(total, finished.plus(read_only), fuzzy, NOTHING, read_only)

    @cached_property
    def _said(self) -> tuple[Counts, Counts]:
        """What the template says: how much there is, and how much of it is read-only."""
        read_only = [unit for unit in self._template if unit.state is State.READ_ONLY]
        return sizes([*map(source_of, self._template)]), sizes([*map(source_of, read_only)])


class _Entries:
    """What the entries of a file count so far."""

    def __init__(self) -> None:
        self.total = self.empty = self.fuzzy = NOTHING
        self.read_only = NOTHING
        """They are finished, whatever else they are."""
        self._seen: set[bytes] = set()
        self._last: Set[bytes] = frozenset()
        """Seen as well; a set for all of them takes time, and most files have no more than these."""

    def add(self, known: Known, empty: list[bytes], marks: list[int]) -> None:
        self._prove_distinct(known.strings)
        for place in known.uncounted:
            empty[place], marks[place] = b"", 0
        read_only, fuzzy = [], []
        for place in compress(range(len(marks)), marks):
            if marks[place] & _READ_ONLY:
                empty[place] = b""
                read_only.append(known.sources[place])
            elif not empty[place]:
                fuzzy.append(known.sources[place])
        self.total = self.total.plus(known.total)
        self.empty = self.empty.plus(_sizes_where(empty, known))
        if fuzzy:
            self.fuzzy = self.fuzzy.plus(sizes(fuzzy))
        if read_only:
            self.read_only = self.read_only.plus(sizes(read_only))

    def _prove_distinct(self, strings: Set[bytes]) -> None:
        """Be sure that no string comes twice: only the first would count."""
        self._seen |= self._last
        if not self._seen.isdisjoint(strings):
            raise Doubtful
        self._last = strings


def _sizes_where(chosen: list[bytes], known: Known) -> Counts:
    """The sizes of sources beside something; measured are those or all others, whichever are fewer."""
    strings = len(chosen) - chosen.count(b"")
    if strings * 2 <= len(chosen):
        return sizes([*compress(known.sources, chosen)])
    others = sizes([*compress(known.sources, map(not_, chosen))])
    return Counts(strings, known.total.words - others.words, known.total.chars - others.chars)


def _groups(content: bytes, chunk: int) -> Iterator[list[_Row]]:
    """The entries of a file, many at a time: as many of any file, so that the same ones come together."""
    waiting: list[_Row] = []
    for rows in _chunks(content, chunk):
        waiting += rows
        while len(waiting) >= _GROUP:
            yield waiting[:_GROUP]
            del waiting[:_GROUP]
    if waiting:
        yield waiting


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
    # To look for one byte costs next to nothing; so does looking for each of them.
    if any(map(chunk.__contains__, _CONTROL_CHARACTERS)):
        raise Doubtful
    if not chunk.isascii():
        chunk.decode()
        if b"\xef" in chunk and any(character in chunk for character in _NONCHARACTERS):
            raise Doubtful


class _KnownMarks(dict[bytes, int]):
    """What comment lines say: read-only, fuzzy, both or neither; the same ones come again and again."""

    def __init__(self, heeded: int = _FUZZY | _READ_ONLY) -> None:
        super().__init__({b"": 0})
        self._marks = Marks("")
        self._heeded = heeded

    def __missing__(self, comments: bytes) -> int:
        # An obsolete entry takes the lines above it with it.
        own = comments[comments.rfind(b"\n#~") + 1 :]
        flags, is_fuzzy = self._marks.of(b"\n".join(_FLAGS.findall(own)).decode())
        mark = self._heeded & (_FUZZY * is_fuzzy | _READ_ONLY * ("read-only" in flags))
        if len(comments) < _LONG:
            self[comments] = mark
        return mark


def _with_forms(empty: Sequence[bytes], forms: Sequence[bytes]) -> list[bytes]:
    """Something where there is no target, with or without plural forms."""
    found = [*empty]
    for place in compress(range(len(found)), forms):
        if _EMPTY_FORMS.fullmatch(forms[place]):
            found[place] = forms[place]
    return found


def _changed(content: bytes) -> str | None:
    """When the header says that the file changed."""
    header = _HEADER.match(content)
    if header is None:
        return None
    if header[1] is None:
        raise Doubtful  # it has plural forms
    return catalog([], unescaped(header[1][:-2].replace(b'"\n"', b"").decode())).changed
