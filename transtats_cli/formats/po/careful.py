"""Complete reader of PO files, for files that the fast reader declines. The only module that uses polib.

polib only groups lines into entries. It accepts unquoted text and unterminated strings, splits lines at U+2028, and
does not replace the same escapes as a server. So each line is checked before polib reads it, and unescaped after.
"""

import re
from collections.abc import Iterator

import polib

from transtats_cli.errors import UnreadableFile
from transtats_cli.flags import Flags, parse
from transtats_cli.formats.po.charset import decoded
from transtats_cli.formats.po.control_characters import FORBIDDEN, ControlCharacters
from transtats_cli.formats.po.text import Marks, catalog, hide_pairs, reveal, without_comment
from transtats_cli.model import PLURAL_SEPARATOR, Catalog, State, Unit

_BLANKS = " \t\r\v\f"
_KEYWORD = re.compile(r"(msgctxt|msgid_plural|msgid|msgstr(?:\[\s*([0-9]{1,9})\s*\])?)(?=\s|\"|\Z)\s*")
_ESCAPED_OR_QUOTE = re.compile(r'(\\.)|"')
_ENDS_IN_ESCAPE = re.compile(r"(?<!\\)(?:\\\\)*+\\\Z")
_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_CONFLICT_MARKERS = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")
_HIDDEN_BACKSLASH = "\ud804"
_FOLLOWS = {
    "": ("msgctxt", "msgid"),
    "msgctxt": ("msgid",),
    "msgid": ("msgid_plural", "msgstr"),
    "msgid_plural": ("msgstr[N]",),
    "msgstr": ("msgctxt", "msgid"),
    "msgstr[N]": ("msgstr[N]", "msgctxt", "msgid"),
}
_MISSING = {"msgctxt": "msgid", "msgid": "msgstr", "msgid_plural": "msgstr[0]"}
_REQUIRES = {"msgid_plural": "msgid", "msgstr": "msgid", "msgstr[N]": "msgid_plural"}


def read(content: bytes, *, strict: bool = False) -> Catalog:
    """Read any PO file. Raises UnreadableFile with the line and the reason.

    If strict, a control character in a string of a unit makes the file unreadable; otherwise it gives a warning.
    """
    text = decoded(content)
    entries = _Outline(text).entries
    marks = Marks(text)
    units = []
    controls = ControlCharacters()
    header: str | None = None
    for entry, read_by_polib in zip(entries, _read_by_polib(entries), strict=True):
        unit = _unit(entry, read_by_polib, marks)
        if unit is not None:
            units.append(unit)
            if entry.controls is not None:
                controls.join(entry.controls)
        elif header is None:
            header = _revealed(PLURAL_SEPARATOR.join(_forms(read_by_polib)))
        header = header or ""
    if strict and controls.number:
        raise UnreadableFile(*controls.reason())
    return catalog(units, header or "")._replace(warnings=controls.warnings())


class _Entry:
    """Checked lines of one entry. `strings` contains the quoted pieces of each string by keyword."""

    __slots__ = ("comments", "controls", "flags", "line", "strings")

    def __init__(self, line: int, comments: list[str], flags: list[tuple[int, str]]) -> None:
        self.line = line
        self.comments = "\n".join(comments)
        self.flags = flags
        self.strings: dict[str, list[str]] = {}
        self.controls: ControlCharacters | None = None

    def add_controls(self, number: int, string: str) -> None:
        if FORBIDDEN.search(string):
            self.controls = self.controls or ControlCharacters()
            self.controls.add(number, string)


class _Outline:
    """Checker that assigns the lines of a text to entries. Raises UnreadableFile for the first invalid line."""

    __slots__ = ("_comments", "_flags", "_has_controls", "_keyword", "_line", "_pieces", "entries")

    def __init__(self, text: str) -> None:
        self.entries: list[_Entry] = []
        self._comments: list[str] = []
        self._flags: list[tuple[int, str]] = []
        self._keyword = ""
        self._pieces: list[str] = []
        self._line = 0
        self._has_controls = FORBIDDEN.search(text) is not None
        for number, line in enumerate(text.split("\n"), start=1):
            line = line.lstrip(_BLANKS)
            if line:
                self._take(number, line)
        self._end_entry()

    def _take(self, number: int, line: str) -> None:
        if line.startswith("#"):
            self._take_comment(number, line)
        elif line.startswith('"'):
            if not self._keyword:
                raise UnreadableFile("a string that no keyword stands in front of", number)
            self._take_string(number, line)
        else:
            self._take_keyword(number, line)

    def _take_comment(self, number: int, line: str) -> None:
        self._end_entry()
        if line.startswith("#~"):
            self._comments, self._flags = [], []
            return
        self._comments.append(line)
        if line.startswith(("#,", "#=")):
            self._flags.append((number, line[2:]))

    def _take_keyword(self, number: int, line: str) -> None:
        match = _KEYWORD.match(line)
        if match is None:
            raise _stray(line, number)
        keyword, index = match[1], match[2]
        name = keyword if index is None else "msgstr[N]"
        self._check_order(name, number)
        if name in ("msgctxt", "msgid") and self._keyword != "msgctxt":
            self.entries.append(_Entry(number, self._comments, self._flags))
            self._comments, self._flags = [], []
        string = line[match.end() :]
        if not string.startswith('"'):
            raise UnreadableFile(f"{keyword} is not followed by a string in quotes", number)
        # A repeated plural form is appended to the first one.
        key = keyword if index is None else f"msgstr[{int(index)}]"
        self._pieces = self.entries[-1].strings.setdefault(key, [])
        self._take_string(number, string)
        self._keyword, self._line = name, number

    def _take_string(self, number: int, string: str) -> None:
        self._pieces.append(_checked(string, number))
        if self._has_controls:
            self.entries[-1].add_controls(number, string)

    def _check_order(self, name: str, number: int) -> None:
        if name in _FOLLOWS[self._keyword]:
            return
        if name in ("msgctxt", "msgid"):
            self._end_entry()
        if name == "msgstr[N]" and self._keyword == "msgid":
            raise UnreadableFile("msgstr[N] for a msgid without msgid_plural", number)
        if name == "msgstr" and self._keyword == "msgid_plural":
            raise UnreadableFile("msgstr for a msgid with msgid_plural: it has to be msgstr[0]", number)
        raise UnreadableFile(f"{name} is out of place: a {_REQUIRES[name]} has to come before it", number)

    def _end_entry(self) -> None:
        if self._keyword in _MISSING:
            raise UnreadableFile(f"{_MISSING[self._keyword]} is missing after this {self._keyword}", self._line)
        self._keyword = ""


def _checked(string: str, number: int) -> str:
    """Return a quoted string, its inner quotes escaped. Raise UnreadableFile if it is not closed or text follows it."""
    string = string.rstrip(_BLANKS)
    match = _STRING.match(string)
    if match is None:
        raise UnreadableFile("the string is not closed", number)
    inner = string[1:-1]
    if match.end() < len(string) and string.endswith('"') and not _ENDS_IN_ESCAPE.search(inner):
        # The last quote closes the string. A server treats quotes before it as text.
        string = f'"{_ESCAPED_OR_QUOTE.sub(_with_escape, inner)}"'
    elif match.end() < len(string):
        raise UnreadableFile(f"text after the closing quote: {_shortened(string[match.end() :])!r}", number)
    return string


def _with_escape(found: re.Match[str]) -> str:
    return found[1] or '\\"'


def _stray(line: str, number: int) -> UnreadableFile:
    if line.startswith(_CONFLICT_MARKERS):
        return UnreadableFile("a conflict marker of version control", number)
    word, blank, string = line.partition(" ")
    if blank and string.lstrip(_BLANKS).startswith('"'):
        return UnreadableFile(f"the keyword {_shortened(word)!r} is unknown", number)
    return UnreadableFile(f"text outside of quotes: {_shortened(line)!r}", number)


def _shortened(text: str, length: int = 40) -> str:
    text = text.strip()
    return text if len(text) <= length else text[: length - 1] + "…"


class _Lines(str):
    """Text with given lines. polib calls `splitlines`, which would also split the text at U+0085 and U+2028."""

    lines: list[str]

    def splitlines(self, keepends: bool = False) -> list[str]:
        return self.lines


def _read_by_polib(entries: list[_Entry]) -> list[polib.POEntry]:
    text = _Lines()
    text.lines = [line for entry in entries for line in _plain_lines(entry)]
    # polib uses the last entry without msgid and msgctxt as the header, and removes the first entry equal to it.
    text.lines += ["#: the-header-of-polib", 'msgid ""', 'msgstr ""']
    try:
        return list(polib.pofile(text, encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UnreadableFile(f"polib cannot read the file: {error}") from error


def _plain_lines(entry: _Entry) -> Iterator[str]:
    """Yield one line per string, without backslashes and inner quotes. Plural forms are in file order."""
    forms = []
    for keyword, pieces in entry.strings.items():
        kept = without_comment(pieces)[0] if keyword.startswith("msgid") else pieces
        string = hide_pairs("".join(piece[1:-1] for piece in kept)).replace("\\", _HIDDEN_BACKSLASH)
        if keyword.startswith("msgstr["):
            forms.append(string)
        else:
            yield f'{keyword} "{string}"'
    # polib reads one digit of an index, so the forms from the tenth on are joined.
    for index, string in enumerate([*forms[:9], PLURAL_SEPARATOR.join(forms[9:])] if len(forms) > 9 else forms):
        yield f'msgstr[{index}] "{string}"'


def _revealed(text: str) -> str:
    return reveal(text.replace(_HIDDEN_BACKSLASH, "\\"))


def _forms(read_by_polib: polib.POEntry) -> list[str]:
    return list(read_by_polib.msgstr_plural.values()) or [read_by_polib.msgstr]


def _unit(entry: _Entry, read_by_polib: polib.POEntry, marks: Marks) -> Unit | None:
    context = _revealed(read_by_polib.msgctxt or "") + without_comment(entry.strings["msgid"])[1]
    source = _revealed(read_by_polib.msgid)
    if not (source or context):
        return None
    if read_by_polib.msgstr_plural:
        source += PLURAL_SEPARATOR + _revealed(read_by_polib.msgid_plural)
    forms = _forms(read_by_polib)
    target = _revealed(PLURAL_SEPARATOR.join(forms))
    flags, is_fuzzy = _marks_of(entry, marks)
    state = (State.NEEDS_EDITING if is_fuzzy else State.TRANSLATED) if any(forms) else State.EMPTY
    return Unit(context, source, target, state, flags, comments=entry.comments, line=entry.line)


def _marks_of(entry: _Entry, marks: Marks) -> tuple[Flags, bool]:
    try:
        return marks.of(entry.comments)
    except ValueError:
        for number, flags in entry.flags:
            try:
                parse(flags)
            except ValueError as error:
                raise UnreadableFile(_shortened(str(error), 200), number) from error
        raise
