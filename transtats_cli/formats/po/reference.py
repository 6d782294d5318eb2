"""Reference reader of PO files, based on polib. The entries that polib returns define the units and their states.

`syntax` first checks the lines, and rewrites notations that polib misreads. Results in which polib differs from a
Weblate server are corrected. This is the only module that uses polib.
"""

import re
from collections.abc import Sequence

import polib

from transtats_cli.errors import UnreadableFile
from transtats_cli.flags import Flags, parse_flag_lines, parse_flags
from transtats_cli.formats import DEFAULT_OPTIONS, ReadOptions
from transtats_cli.formats.characters import find_control_characters
from transtats_cli.formats.po.charset import decode_po_file
from transtats_cli.formats.po.syntax import (
    BLANKS,
    COMMENT_LINE_MARK,
    FORM_NUMBER_MARK,
    LINE_MARK,
    prepare_lines_for_polib,
    shorten_text,
)
from transtats_cli.formats.po.text import create_catalog, to_monolingual
from transtats_cli.formats.references import flags_of_references
from transtats_cli.model import FORBIDDEN_CHARACTER_REGEX, PLURAL_SEPARATOR, Catalog, State, Unit

# No path contains NUL, so polib does not open a file whose name is the text.
_FIRST_LINE = "# \0"
_MARK_PATTERN = re.compile(f"([{LINE_MARK}{COMMENT_LINE_MARK}])")


def read_monolingual(content: bytes, options: ReadOptions) -> Catalog:
    """Read a PO file in which each msgid is a key, as `text.to_monolingual` describes."""
    return to_monolingual(read_with_polib(content, options))


def read_with_polib(content: bytes, options: ReadOptions = DEFAULT_OPTIONS) -> Catalog:
    """Read a PO file with polib, and return its Catalog.

    Raises UnreadableFile, with the line and the reason, for an invalid file. A control character in a string of a unit
    adds a warning to the Catalog, or raises UnreadableFile, depending on the options.
    """
    text = decode_po_file(content)
    lines = text.split("\n")
    written: list[tuple[int, str]] = []
    may_have_controls = re.search(FORBIDDEN_CHARACTER_REGEX, text) is not None
    units: list[Unit] = []
    header: str | None = None
    entries = _parse_entries(text)
    # Index of the first line of each entry, which may be a comment. polib counts from 1, and one line precedes the
    # text. The first entry has the number 0.
    starts = [max((entry.linenum or 0) - 2, 0) for entry in entries]
    for entry, start, end in zip(entries, starts, [*starts[1:], len(lines)], strict=False):  # there may be no entries
        unit = _create_unit(entry, lines, start)
        if unit is not None:
            units.append(unit)
            for number in range(unit.line, end + 1) if may_have_controls else ():
                line = lines[number - 1].lstrip(BLANKS)
                if line and not line.startswith("#"):
                    written.append((number, line[line.index('"') :]))
        elif header is None:
            header = PLURAL_SEPARATOR.join(_list_plural_forms(entry))
        header = header or ""  # only the first entry can be the header
    warnings = find_control_characters(written, strict=options.refuses_control_characters)
    return create_catalog(units, header or "")._replace(warnings=warnings)


class _PoText(str):
    """Text of a PO file, whose lines end only at line feeds. polib calls `splitlines`."""

    __slots__ = ()

    def splitlines(self, keepends: bool = False) -> list[str]:
        return self.split("\n")


class _PolibFile(polib.POFile):
    """All entries of a PO file as polib parses them, including the header."""

    def find(self, *_: object, **__: object) -> None:
        """Return None, so that polib finds no header. polib would remove the header, or a unit without a msgid."""


def _parse_entries(text: str) -> Sequence[polib.POEntry]:
    """Return the entries that polib parses from the text of a PO file. Raises UnreadableFile for invalid lines."""
    written = _PoText("\n".join([_FIRST_LINE, *prepare_lines_for_polib(text)]))
    try:
        entries = polib.pofile(written, encoding="utf-8", klass=_PolibFile)
    except (OSError, ValueError) as error:
        raise UnreadableFile(f"polib cannot read the file: {error}") from error
    for entry in entries:
        if FORM_NUMBER_MARK in "".join(entry.msgstr_plural.values()):
            _restore_plural_forms(entry)
    return entries


def _restore_plural_forms(entry: polib.POEntry) -> None:
    """Move plural forms that `syntax` has appended to the text of another form to their own numbers.

    polib cannot number some forms. The module `syntax` appends such a form to the previous form, with its number
    between two FORM_NUMBER_MARK characters. If several forms have the same number, their texts are joined.
    """
    forms: dict[int, list[str]] = {}
    for number, text in entry.msgstr_plural.items():
        first, *others = text.split(FORM_NUMBER_MARK)
        forms.setdefault(number, []).append(first)
        for position, form in zip(others[::2], others[1::2], strict=True):
            forms.setdefault(int(position), []).append(form)
    entry.msgstr_plural = {number: "".join(form) for number, form in sorted(forms.items())}


def _create_unit(entry: polib.POEntry, lines: Sequence[str], start: int) -> Unit | None:
    """Return the Unit of an entry, or None if the entry has no source and no context, like the header."""
    source, comment = _split_off_kde_comment(entry.msgid)
    context = (entry.msgctxt or "") + comment
    if not (source or context):
        return None
    if entry.msgstr_plural:
        source += PLURAL_SEPARATOR + _split_off_kde_comment(entry.msgid_plural)[0]
    comments, line = _collect_entry_comments(lines, start)
    written = "\n".join(comment for _, comment in comments)
    forms = _list_plural_forms(entry)
    state = State.EMPTY  # even if it is fuzzy
    # `translated()` of polib requires all plural forms, a server one of them.
    if any(forms):
        state = State.NEEDS_EDITING if entry.fuzzy else State.TRANSLATED
    flags = _parse_entry_flags(entry, comments)
    return Unit(context, source, PLURAL_SEPARATOR.join(forms), state, flags, comments=written, line=line)


def _split_off_kde_comment(msgid: str) -> tuple[str, str]:
    """Return a msgid without KDE comments, and the text that the first KDE comment adds to the context.

    A KDE comment starts with a quoted line that begins with `_:`, and ends with the first quoted line that contains a
    line end. This may be the same line.
    """
    if COMMENT_LINE_MARK not in msgid:
        return msgid.replace(LINE_MARK, ""), ""
    texts: tuple[list[str], list[str]] = [], []
    is_comment = False
    _, *pieces = _MARK_PATTERN.split(msgid)
    for mark, piece in zip(pieces[::2], pieces[1::2], strict=True):
        is_comment = is_comment or mark == COMMENT_LINE_MARK
        texts[is_comment].append(piece)
        is_comment = is_comment and not ("\n" in piece or "\\n" in piece)
    source, comment = map("".join, texts)
    return source, comment.partition("\n")[0].replace("_: ", "", 1)


def _list_plural_forms(entry: polib.POEntry) -> list[str]:
    """Return the plural forms of an entry in file order. Without plural forms, return a list with the msgstr."""
    return [*entry.msgstr_plural.values()] or [entry.msgstr]


def _collect_entry_comments(lines: Sequence[str], start: int) -> tuple[list[tuple[int, str]], int]:
    """Return the comment lines of an entry, each with its line number, and the line number of the first keyword.

    The comments of polib are not used: polib sorts comments by kind, and loses the first comment of a file.
    """
    comments: list[tuple[int, str]] = []
    number = start + 1
    while not (line := lines[number - 1].lstrip(BLANKS)).startswith("msg"):
        if line.startswith("#~"):
            comments = []
        elif line:
            comments.append((number, line))
        number += 1
    return comments, number


def _parse_entry_flags(entry: polib.POEntry, comments: Sequence[tuple[int, str]]) -> Flags:
    """Return the flags of an entry: the flags that follow from its references, then the flags in its comments.

    Flags are parsed from `comments`, because polib splits quoted values at commas. Raises UnreadableFile for malformed
    flags.
    """
    implied = flags_of_references(f"{path}:{number}" if number else path for path, number in entry.occurrences)
    written_flags = [(number, comment[2:]) for number, comment in comments if comment.startswith(("#,", "#="))]
    if not written_flags:
        return implied
    try:
        return implied.joined_with(parse_flag_lines(flags for _, flags in written_flags))
    except ValueError:
        for number, flags in written_flags:
            try:
                parse_flags(flags)
            except ValueError as error:
                raise UnreadableFile(shorten_text(str(error), 200), number) from error
        raise
