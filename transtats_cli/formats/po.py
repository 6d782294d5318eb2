"""The fast reader of regular PO files, and the door for all PO: what is irregular goes to `po_careful.py`.

One regular expression takes a file apart where one head ends and the next begins. Whatever it does not fit stays with a
head, and no head is understood that does not prove itself, as does each string: so a file of which all heads are
understood is proven to be regular. The first doubt hands the whole file over.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import accumulate, chain, compress, count, islice
from operator import add, not_
from typing import Any, NamedTuple

from transtats_cli.columns import Columns, Table, with_columns
from transtats_cli.formats import ReadOptions
from transtats_cli.formats.po_comments import Above
from transtats_cli.formats.po_heads import understood
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
    ((?:\#[^,=\n].*+\n|\n)*+)                  # comments and obsolete entries
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
_COLUMNS = _BETWEEN_HEADS.groups + 1


def read(content: bytes, options: ReadOptions) -> Catalog:
    """The units of a bilingual file; there are no options for PO."""
    found = read_regular(content)
    if found is None:
        from transtats_cli.formats import po_careful

        found = po_careful.read(content)
    return found


def read_monolingual(content: bytes, options: ReadOptions) -> Catalog:
    """The units of a file whose msgids are keys: the key is their context, the msgctxt in front of it."""
    found = read(content, options)
    units = with_columns(found.units)
    columns = units.columns
    keys = [*map(_key, columns.contexts, columns.sources)]
    keyed = Columns(keys, [""] * len(keys), columns.targets, columns.states, columns.flags, texts=keys)
    return found._replace(units=Table(keyed, units.comments, units.lines))


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
    pieces = _BETWEEN_HEADS.split(text)
    # With the line end that was split off, so that no line is without one: Python 3.11.2 is wrong about those.
    top = _TOP.match(f"{pieces[0]}\n")
    assert top is not None  # it matches nothing, too
    head = pieces[0][top.end() :]
    if pieces[-1] if len(pieces) > 1 else head:
        raise Irregular  # a head without a target
    if len(pieces) == 1:
        return catalog([], "")
    # What stands behind the last target is above no entry.
    above = Above(["", *pieces[4:-_COLUMNS:_COLUMNS]], [top[0], *pieces[5:-_COLUMNS:_COLUMNS]])
    heads = [head, *pieces[_COLUMNS:-1:_COLUMNS]]
    entries = _Entries(above, heads, *(pieces[place::_COLUMNS] for place in (1, 2, 3)))
    header, first_line = entries.take_header() if _HEAD_OF_HEADER.fullmatch(head) else ("", 1)
    return catalog(entries.table(first_line), header)


class _Entries(NamedTuple):
    """The entries of a file, piece by piece, as they are written."""

    above: Above
    heads: list[str]
    targets: list[Any]
    """Ready to use; where one is None, there is a string, or there are the strings of its plural forms."""
    strings: list[Any]
    forms: list[Any]

    def take_header(self) -> tuple[str, int]:
        """The header, which is no entry from now on, and the line behind it. Its flags need not be flags at all."""
        _, above, head, target, string, forms = (column.pop(0) for column in (*self.above, *self[1:]))
        if forms:
            raise Irregular
        lines = above.count("\n") + head.count("\n") + 1 + (string.count("\n") if string else 1)
        return text_of(string) if string else target, 1 + lines

    def table(self, first_line: int) -> Table:
        """All entries; the first line is where those begin that are left."""
        heads = understood(self.heads)
        flags, fuzzy = self.above.marks()
        targets = self.targets
        unfilled = self._finish_targets(heads.plural)
        states = bytearray([_TRANSLATED]) * len(targets)
        for places, state in ((fuzzy, _NEEDS_EDITING), (unfilled, _EMPTY)):
            for place in places:
                states[place] = state
        columns = Columns(
            heads.contexts,
            heads.sources,
            targets,
            bytes(states),
            flags,
            texts=heads.texts,
            plural=heads.plural,
            total=heads.total,
            are_distinct=heads.are_distinct,
        )
        return Table(columns, self.above.comments, lambda: self._lines(first_line))

    def _finish_targets(self, plural: Sequence[int]) -> Iterable[int]:
        """Make all targets ready to use, and tell which of them are not filled."""
        targets = self.targets
        places = [*compress(count(), self.strings)]
        for place, text in zip(places, texts_of([self.strings[place] for place in places]), strict=True):
            targets[place] = text
        with_forms = [*compress(count(), self.forms)]
        if with_forms != plural:
            raise Irregular
        found = [_FORM.findall(self.forms[place]) for place in with_forms]
        texts = iter(texts_of([string for forms in found for _, string in forms]))
        unfilled: list[int] = []
        for place, forms in zip(with_forms, found, strict=True):
            if len({index for index, _ in forms}) < len(forms):
                raise Irregular
            parts = [*islice(texts, len(forms))]
            targets[place] = PLURAL_SEPARATOR.join(parts)
            if not any(parts):
                unfilled.append(place)
        return chain(unfilled, compress(count(), map(not_, targets)))

    def _lines(self, first: int) -> list[int]:
        """The line of each entry's first keyword."""
        above = [*map(self.above.height, range(len(self.heads)))]
        # A head has no last line end, and most targets have one line.
        heights = [head.count("\n") + 2 for head in self.heads]
        for column in (self.strings, self.forms):
            for place in compress(count(), column):
                heights[place] += column[place].count("\n") - 1
        return [*map(add, accumulate(map(add, above, heights), initial=first), above)]
