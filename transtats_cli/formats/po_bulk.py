"""Counts regular PO files in bulk, where nobody asks for the units themselves.

No rule is decided here: whatever could be read in two ways hands the file over to the unit reader. Of a target no more
is kept than whether it is empty; heads are understood together, and once for all files.
"""

import re
from collections.abc import Set
from functools import cached_property
from itertools import compress
from operator import not_

from transtats_cli.formats import BulkCount, BulkPlan
from transtats_cli.formats.bulk_sizes import Doubtful, sizes
from transtats_cli.formats.po_bulk_heads import Identify, Known, Memory, bilingual, monolingual, source_of
from transtats_cli.formats.po_bulk_pieces import STRING, Entries, entries_of
from transtats_cli.formats.po_text import Marks, catalog, moment, normalised, unescaped
from transtats_cli.model import State
from transtats_cli.statistics import NOTHING, Counts, Statistics

_HEADER = re.compile(rb'(?:\#.*+\n|\n)*+(?:msgctxt (?:""\n)++)?msgid (?:""\n)++(?!")(?:msgstr "(%b))?' % STRING)
_EMPTY_FORMS = re.compile(rb'\[[0-9]\] (?:""\n)++(?:msgstr\[[0-9]\] (?:""\n)++)*+')
_DATE = b"PO-Revision-Date"
_LINE_END = rb'\n"' + b"\n"
_BEFORE_DATE = _LINE_END + b'"' + _DATE + b":"
_FLAGS = re.compile(rb"^#[,=].*", re.MULTILINE)
# Bytes; with all that is made of them they fit into a processor's cache.
_CHUNK = 1 << 16
# Bytes: a file that hardly has more like it.
_HUGE = 1 << 22
# Bytes: obsolete entries, which hardly come again.
_LONG = 200
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
        for entries in entries_of(content, self._chunk):
            known = known_of(entries)
            found.add(known, _empty(entries, known.plurals), self._marks.by_place(entries.flags))
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

    def add(self, known: Known, empty: list[bytes | None], marks: dict[int, int]) -> None:
        self._prove_distinct(known.strings)
        for place in known.uncounted:
            empty[place] = None
            marks.pop(place, None)
        read_only, fuzzy = [], []
        for place, mark in marks.items():
            if mark & _READ_ONLY:
                empty[place] = None
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


def _sizes_where(chosen: list[bytes | None], known: Known) -> Counts:
    """The sizes of sources beside something; measured are those or all others, whichever are fewer."""
    strings = len(chosen) - chosen.count(None)
    if strings * 2 <= len(chosen):
        return sizes([*compress(known.sources, chosen)])
    others = sizes([*compress(known.sources, map(not_, chosen))])
    return Counts(strings, known.total.words - others.words, known.total.chars - others.chars)


class _KnownMarks(dict[bytes | None, int]):
    """What comment lines say: read-only, fuzzy, both or neither; the same ones come again and again."""

    def __init__(self, heeded: int = _FUZZY | _READ_ONLY) -> None:
        super().__init__({None: 0})
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

    def by_place(self, comments: list[bytes | None]) -> dict[int, int]:
        """The marks of entries that have any."""
        marked = {*filter(self.__getitem__, {*comments})}
        if not marked:
            return {}
        places = compress(range(len(comments)), map(marked.__contains__, comments))
        return {place: self[comments[place]] for place in places}


def _empty(entries: Entries, plurals: list[int]) -> list[bytes | None]:
    """Something where there is no target, with or without plural forms."""
    empty = entries.empty
    for place in plurals:
        if _EMPTY_FORMS.fullmatch(entries.forms[place] or b""):
            empty[place] = entries.forms[place]
    return empty


def _changed(content: bytes) -> str | None:
    """When the header says that the file changed."""
    header = _HEADER.match(content)
    if header is None:
        return None
    if header[1] is None:
        raise Doubtful  # it has plural forms
    written = header[1]
    above, _, below = written.partition(_BEFORE_DATE)
    date, end, rest = below.partition(_LINE_END)
    rest = rest.replace(b'"\n"', b"")
    # Mostly it is written in the ordinary way, nothing but line ends is escaped behind it, and there is no other: of
    # several the last holds.
    is_field = end and not above.endswith(b"\\") and b"\\" not in date and b'"' not in date
    if is_field and _DATE not in rest and rest.count(b"\\") == rest.count(rb"\n"):
        return moment(date.decode().strip())
    return catalog([], unescaped(written[:-2].replace(b'"\n"', b"").decode())).changed
