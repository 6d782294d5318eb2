"""The fast reader of regular PO files, and the door for all PO: what is irregular goes to `po_careful.py`.

One regular expression takes a file apart where one head ends and the next begins. Whatever it does not fit stays with a
head, and no head is understood that does not prove itself, as does each string: so a file of which all heads are
understood is proven to be regular. The first doubt hands the whole file over.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, compress, count, islice
from operator import not_
from typing import Any

from transtats_cli.columns import Columns, UnitTable, with_columns
from transtats_cli.flags import Flags
from transtats_cli.formats import ReadOptions
from transtats_cli.formats.po_comments import Above
from transtats_cli.formats.po_heads import Heads, joined, plurals_of, understood
from transtats_cli.formats.po_strings import STRING, Irregular, text_of, texts_of
from transtats_cli.formats.po_text import catalog, normalised
from transtats_cli.model import PLURAL_SEPARATOR, Catalog, State

_ABOVE = r"(?:\#.*+\n|\n)*+"
_BETWEEN_HEADS = re.compile(
    rf"""
    \nmsgstr(?:
        \ (?:"([^"\\\n]*+)"\n(?!")|({STRING}))  # most targets are one line without an escape
    |
        (\[[0-9]\]\ {STRING}(?:msgstr\[[0-9]\]\ {STRING})*+)
    )
    ((?:\#[^,=\n].*+\n|\n)*+)                   # comments and obsolete entries
    ({_ABOVE})                                  # from the first flags on
    """,
    re.VERBOSE,
)
_TOP = re.compile(_ABOVE)
_HEAD_OF_HEADER = re.compile(r'(?:msgctxt ""\n(?:""\n)*+)?msgid ""(?:\n"")*+')
_FORM = re.compile(rf"\[([0-9])\]\ ({STRING})")
_CONTROL_CHARACTERS = bytes({*range(32)} - {*b"\t\n\r"})
_NONCHARACTERS = ("\ufffe", "\uffff")
_EMPTY, _NEEDS_EDITING, _TRANSLATED = State.EMPTY, State.NEEDS_EDITING, State.TRANSLATED
_WIDTH = _BETWEEN_HEADS.groups + 1
_HEAD = 2
_TARGET = '\nmsgstr "'
_CHUNK, _AT_ONCE = 1 << 18, 1024
"""Characters and entries: so many, with all that is made of them, fit into a processor's cache."""


def read(content: bytes, options: ReadOptions) -> Catalog:
    """Return the units of a bilingual file."""
    found = read_regular(content)
    if found is None:
        from transtats_cli.formats import po_careful

        found = po_careful.read(content, strict=options.strict)
    return found


def read_monolingual(content: bytes, options: ReadOptions) -> Catalog:
    """The units of a file whose msgids are keys: the key is their context, the msgctxt in front of it."""
    found = read(content, options)
    units = with_columns(found.units)
    columns = units.columns
    keys = [*map(_key, columns.contexts, columns.sources)]
    keyed = Columns(keys, [""] * len(keys), columns.targets, columns.states, columns.flags, texts=keys)
    return found._replace(units=UnitTable(keyed, units.comments, units.lines))


def _key(context: str, source: str) -> str:
    if PLURAL_SEPARATOR in source:
        source = source.partition(PLURAL_SEPARATOR)[0]
    return f"{context}.{source}" if context and source else context or source


def read_regular(content: bytes) -> Catalog | None:
    """The units of a regular file in UTF-8; None where there is anything to doubt."""
    content = normalised(content)
    # To look for one byte costs next to nothing; so does looking for each of them.
    if any(map(content.__contains__, _CONTROL_CHARACTERS)):
        return None
    try:
        text = content.decode()
        return None if any(character in text for character in _NONCHARACTERS) else _catalog(text)
    except (Irregular, ValueError):  # bytes that are no UTF-8, or flags that cannot be read
        return None


def _catalog(text: str) -> Catalog:
    header, headers = "", 0
    entries = _Entries()
    for number, rows in enumerate(_groups(text)):
        if number == 0 and _HEAD_OF_HEADER.fullmatch(rows[_HEAD]):
            header, headers = _header(rows), 1
        else:
            entries.add(rows)
    return catalog(entries.table(lambda: _lines(text)[headers:]), header)


def _groups(text: str) -> Iterator[list[Any]]:
    """The entries of a file, one row after the other, many at a time; the first, which may be the header, is alone.

    A row has what is above the entry, in two pieces as `Above` has them, its head, and its target: ready to use, a
    string, or the strings of its plural forms.
    """
    rows: list[Any] = []
    wanted = 1
    for pieces in _pieces(text):
        if rows:
            rows += pieces
        else:
            # With the line end that was split off, so that no line is without one: Python 3.11.2 is wrong about those.
            top = _TOP.match(f"{pieces[0]}\n")
            assert top is not None  # it matches nothing, too
            rows = ["", top[0], pieces[0][top.end() :], *pieces[1:]]
        first = 0
        while len(rows) - first > wanted * _WIDTH:
            yield rows[first : first + wanted * _WIDTH]
            first += wanted * _WIDTH
            wanted = _AT_ONCE
        del rows[:first]
    # What stands behind the last target looks like an entry without a head, and without a target.
    if rows.pop():
        raise Irregular
    if len(rows) > _WIDTH:
        yield rows[:-2]


def _pieces(text: str) -> Iterator[list[Any]]:
    """What stands in and between the heads of a file; a long one is cut in front of targets."""
    start = 0
    while start >= 0:
        end = text.find(_TARGET, start + _CHUNK)
        # With the line end in front of the target, for the same reason as above the first head.
        pieces = _BETWEEN_HEADS.split(text[start : end + 1 if end >= 0 else len(text)])
        if start and pieces.pop(0):
            raise Irregular
        if end >= 0:
            pieces[-1] = pieces[-1].removesuffix("\n")
        yield pieces
        start = end


def _header(rows: list[Any]) -> str:
    """The text of the first entry; its flags need not be flags at all."""
    *_, target, string, forms = rows
    if forms:
        raise Irregular
    return text_of(string) if string else target


def _lines(text: str) -> list[int]:
    """The line of each entry's first keyword."""
    lines: list[int] = []
    line = 1
    for above, rest, head, _, string, forms in chain.from_iterable(map(_entries, _groups(text))):
        line += above.count("\n") + rest.count("\n")
        lines.append(line)
        # A head has no last line end, and most targets have one line.
        line += head.count("\n") + 1 + (string or forms or "\n").count("\n")
    return lines


def _entries(rows: list[Any]) -> Iterator[tuple[Any, ...]]:
    return zip(*[iter(rows)] * _WIDTH, strict=True)


class _Entries:
    """The entries of a file, of which as much is kept as somebody may ask for."""

    def __init__(self) -> None:
        self._above = Above([], [])
        self._heads: list[Heads] = []
        self._targets: list[str] = []
        self._states = bytearray()
        self._flags: list[Flags] = []

    def add(self, rows: list[Any]) -> None:
        plain, rest, written, targets, strings, forms = (rows[place::_WIDTH] for place in range(_WIDTH))
        heads = understood(written)
        flags, fuzzy = Above(plain, rest).marks()
        states = bytearray([_TRANSLATED]) * len(targets)
        for places, state in ((fuzzy, _NEEDS_EDITING), (_finish(targets, strings, forms, plurals_of(heads)), _EMPTY)):
            for place in places:
                states[place] = state
        self._heads += heads
        self._states += states
        self._above.plain.extend(plain)
        self._above.rest.extend(rest)
        self._targets += targets
        self._flags += flags

    def table(self, lines: Callable[[], Sequence[int]]) -> UnitTable:
        heads = joined(self._heads)
        columns = Columns(
            heads.contexts,
            heads.sources,
            self._targets,
            bytes(self._states),
            self._flags,
            texts=heads.texts,
            plural=heads.plural,
            total=heads.total,
            are_distinct=heads.are_distinct,
        )
        return UnitTable(columns, self._above.comments, lines)


def _finish(targets: list[Any], strings: list[Any], forms: list[Any], plural: Sequence[int]) -> Iterable[int]:
    """Make all targets ready to use, and tell which of them are not filled."""
    places = [*compress(count(), strings)]
    for place, text in zip(places, texts_of([strings[place] for place in places]), strict=True):
        targets[place] = text
    with_forms = [*compress(count(), forms)]
    if with_forms != plural:
        raise Irregular
    found = [_FORM.findall(forms[place]) for place in with_forms]
    texts = iter(texts_of([string for numbered in found for _, string in numbered]))
    unfilled: list[int] = []
    for place, numbered in zip(with_forms, found, strict=True):
        if len({number for number, _ in numbered}) < len(numbered):
            raise Irregular
        parts = [*islice(texts, len(numbered))]
        targets[place] = PLURAL_SEPARATOR.join(parts)
        if not any(parts):
            unfilled.append(place)
    return chain(unfilled, compress(count(), map(not_, targets)))
