"""Fast counter for regular PO files. It takes a thirtieth of the time of `reference.read`: 0.18 s for 12 MB.

It returns the counts of the units that `reference.read` returns. If part of a file could be read in two ways, it
declines the file, and a unit reader reads it. tests/formats/po/fast/test_counts.py holds them equal.

No units are created. Targets are only tested for being empty. Heads are parsed in batches, and the results are cached
for the other files of the component.
"""

import re
from collections.abc import Set
from functools import cached_property
from itertools import compress
from operator import not_

from transtats_cli.formats import BulkCount, BulkPlan, IrregularFile
from transtats_cli.formats.po.fast.count_entries import STRING, Entries, entries_of
from transtats_cli.formats.po.fast.count_heads import HeadBatch, HeadParser, Identify, bilingual, monolingual, source_of
from transtats_cli.formats.po.text import Marks, catalog, moment, normalised, unescaped
from transtats_cli.formats.sizes import sizes
from transtats_cli.model import State
from transtats_cli.statistics import NOTHING, Counts, Statistics

_HEADER = re.compile(rb'(?:\#.*+\n|\n)*+(?:msgctxt (?:""\n)++)?msgid (?:""\n)++(?!")(?:msgstr "(%b))?' % STRING)
_EMPTY_FORMS = re.compile(rb'\[[0-9]\] (?:""\n)++(?:msgstr\[[0-9]\] (?:""\n)++)*+')
_DATE = b"PO-Revision-Date"
_LINE_END = rb'\n"' + b"\n"
_BEFORE_DATE = _LINE_END + b'"' + _DATE + b":"
_FLAGS = re.compile(rb"^#[,=].*", re.MULTILINE)
# Bytes per piece of a file. A piece and its results fit into the cache of a processor.
_CHUNK = 1 << 16
# Bytes. The heads of files of this size or larger are not cached: few components have several such files.
_HUGE = 1 << 22
# Bytes. Comments of this length or longer are not cached: mostly obsolete entries, which are rarely repeated.
_LONG = 200
_FUZZY, _READ_ONLY = 1, 2


class Counter:
    """Counter for the files of a bilingual component. Options and review of the plan do not affect PO files."""

    def __init__(self, plan: BulkPlan, chunk: int = _CHUNK) -> None:
        self._heads = HeadParser(self._identify(plan))
        self._marks = _MarkCache()
        self._chunk = chunk

    def __call__(self, content: bytes) -> BulkCount | None:
        content = normalised(content)
        try:
            return BulkCount(self._statistics(self._entries(content)), _changed(content))
        except (IrregularFile, ValueError):  # bytes that are not UTF-8, or malformed flags
            return None

    def _identify(self, plan: BulkPlan) -> Identify:
        return bilingual

    def _statistics(self, entries: "_Entries") -> Statistics:
        total, empty, fuzzy, read_only = entries.total, entries.empty, entries.fuzzy, entries.read_only
        return Statistics(total, total.minus(empty).minus(fuzzy), fuzzy, NOTHING, read_only)

    def _entries(self, content: bytes) -> "_Entries":
        found = _Entries()
        parse = self._heads.parse if len(content) < _HUGE else self._heads.parse_uncached
        for entries in entries_of(content, self._chunk):
            batch = parse(entries)
            found.add(batch, _empty(entries, batch.plurals), self._marks.by_place(entries.flags))
        return found


class MonolingualCounter(Counter):
    """Counter for the files of a monolingual component. The template of the plan defines its strings."""

    def __init__(self, plan: BulkPlan, chunk: int = _CHUNK) -> None:
        super().__init__(plan, chunk)
        self._marks = _MarkCache(wanted=_FUZZY)
        self._template = plan.template

    def _identify(self, plan: BulkPlan) -> Identify:
        return monolingual(plan.template)

    def _statistics(self, entries: "_Entries") -> Statistics:
        _, finished, fuzzy, *_ = super()._statistics(entries)
        total, read_only = self._template_counts
        return Statistics(total, finished.plus(read_only), fuzzy, NOTHING, read_only)

    @cached_property
    def _template_counts(self) -> tuple[Counts, Counts]:
        """Counts of all units of the template, and of its read-only units."""
        read_only = [unit for unit in self._template if unit.state is State.READ_ONLY]
        return sizes([*map(source_of, self._template)]), sizes([*map(source_of, read_only)])


class _Entries:
    """Counts of the entries of a file that were added so far."""

    def __init__(self) -> None:
        self.total = self.empty = self.fuzzy = NOTHING
        self.read_only = NOTHING
        """Counts of read-only units. These count as translated even if they are fuzzy or empty."""
        self._seen: set[bytes] = set()
        self._last: Set[bytes] = frozenset()
        """Strings of the last batch. Merged into `_seen` only if another batch follows: most files have one batch."""

    def add(self, batch: HeadBatch, empty: list[bytes | None], marks: dict[int, int]) -> None:
        self._require_distinct(batch.strings)
        for place in batch.uncounted:
            empty[place] = None
            marks.pop(place, None)
        read_only, fuzzy = [], []
        for place, mark in marks.items():
            if mark & _READ_ONLY:
                empty[place] = None
                read_only.append(batch.sources[place])
            elif not empty[place]:
                fuzzy.append(batch.sources[place])
        self.total = self.total.plus(batch.total)
        self.empty = self.empty.plus(_sizes_where(empty, batch))
        if fuzzy:
            self.fuzzy = self.fuzzy.plus(sizes(fuzzy))
        if read_only:
            self.read_only = self.read_only.plus(sizes(read_only))

    def _require_distinct(self, strings: Set[bytes]) -> None:
        """Raise IrregularFile if a string is repeated from an earlier batch, since only the first occurrence counts."""
        self._seen |= self._last
        if not self._seen.isdisjoint(strings):
            raise IrregularFile
        self._last = strings


def _sizes_where(chosen: list[bytes | None], batch: HeadBatch) -> Counts:
    """Return the counts of the sources at the indices where `chosen` is not None.

    If these are more than half, measure the others and subtract their counts from the total.
    """
    strings = len(chosen) - chosen.count(None)
    if strings * 2 <= len(chosen):
        return sizes([*compress(batch.sources, chosen)])
    others = sizes([*compress(batch.sources, map(not_, chosen))])
    return Counts(strings, batch.total.words - others.words, batch.total.chars - others.chars)


class _MarkCache(dict[bytes | None, int]):
    """Cache of marks by comment lines. A mark combines the bits _FUZZY and _READ_ONLY, limited to those in `wanted`."""

    def __init__(self, wanted: int = _FUZZY | _READ_ONLY) -> None:
        super().__init__({None: 0})
        self._marks = Marks("")
        self._wanted = wanted

    def __missing__(self, comments: bytes) -> int:
        # Lines above an obsolete entry belong to that entry.
        own = comments[comments.rfind(b"\n#~") + 1 :]
        flags, is_fuzzy = self._marks.of(b"\n".join(_FLAGS.findall(own)).decode())
        mark = self._wanted & (_FUZZY * is_fuzzy | _READ_ONLY * flags.is_read_only)
        if len(comments) < _LONG:
            self[comments] = mark
        return mark

    def by_place(self, comments: list[bytes | None]) -> dict[int, int]:
        """Return the marks by index of the entry, for entries whose mark is not 0."""
        marked = {*filter(self.__getitem__, {*comments})}
        if not marked:
            return {}
        places = compress(range(len(comments)), map(marked.__contains__, comments))
        return {place: self[comments[place]] for place in places}


def _empty(entries: Entries, plurals: list[int]) -> list[bytes | None]:
    """Add entries whose plural forms are all empty to the column `empty`, and return the column."""
    empty = entries.empty
    for place in plurals:
        if _EMPTY_FORMS.fullmatch(entries.forms[place] or b""):
            empty[place] = entries.forms[place]
    return empty


def _changed(content: bytes) -> str | None:
    """Return the date of the last change, or None. Raise IrregularFile if the header has plural forms."""
    header = _HEADER.match(content)
    if header is None:
        return None
    if header[1] is None:
        raise IrregularFile  # the header has plural forms
    written = header[1]
    above, _, below = written.partition(_BEFORE_DATE)
    date, end, rest = below.partition(_LINE_END)
    rest = rest.replace(b'"\n"', b"")
    # Fast path for most headers: the date is a line without escapes, only line ends are escaped after it, and no second
    # date follows. If there are several, the last one is used.
    is_field = end and not above.endswith(b"\\") and b"\\" not in date and b'"' not in date
    if is_field and _DATE not in rest and rest.count(b"\\") == rest.count(rb"\n"):
        return moment(date.decode().strip())
    return catalog([], unescaped(written[:-2].replace(b'"\n"', b"").decode())).changed
