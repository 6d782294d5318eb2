"""Syntax checker of PO files. It rejects invalid lines, and rewrites the few notations that polib misreads.

polib accepts unterminated strings, and reports errors without the reason. So each line is checked before polib parses
the file. The checker does not create entries, and does not determine states. It rewrites the following notations. Each
line is replaced by one line, so that line numbers stay valid.

- Escapes other than `\\n \\t \\r \\" \\\\` lose the backslash. polib replaces `\\v \\b \\f`, and keeps all others.
- Quotes inside a string get a backslash. Without it, polib rejects the file.
- Keywords and comment marks get a blank after them: `#,fuzzy`, `msgid"a"`. Without it, polib rejects the file.
- `#=` becomes `#,`.
- Previous strings (`#|`) become EMPTY_FLAGS_COMMENT. polib rejects the file if previous strings are malformed.
- Obsolete entries and the comments above them become empty lines, because no reader uses them.
- Plural forms are numbered in file order, because polib reads only one digit of their index. See FORM_NUMBER_MARK.
- A mark is inserted before each quoted line of a msgid if a quoted line may be a KDE comment. See LINE_MARK.
"""

import re

from transtats_cli.errors import UnreadableFile

BLANKS = " \t\r\v\f"
LINE_MARK, COMMENT_LINE_MARK = "\ud803", "\ud804"
"""Marks at the start of each quoted line of a msgid and a msgid_plural, in a file that may contain KDE comments.

COMMENT_LINE_MARK marks the quoted lines that start with `_:`. LINE_MARK marks all other quoted lines.
"""
FORM_NUMBER_MARK = "\ud805"
"""Character before and after the number of a plural form whose text is appended to the text of the previous form.

Used for a form with a repeated index and from the eleventh form on, because polib cannot number these forms.
"""
EMPTY_FLAGS_COMMENT = "#, ,"
"""Comment line that polib accepts at any position, and that polib does not add to the text of other comments."""

_KEYWORD_PATTERN = re.compile(r"(msgctxt|msgid_plural|msgid|msgstr(?:\[\s*([0-9]{1,9})\s*\])?)(?=\s|\"|\Z)\s*")
_ESCAPE_OR_QUOTE_PATTERN = re.compile(r'(\\.)|"')
_ESCAPE_OR_BACKSLASH_PATTERN = re.compile(r'(\\[ntr"\\])|\\')
_FINAL_BACKSLASH_PATTERN = re.compile(r"(?<!\\)(?:\\\\)*+\\\Z")
_STRING_PATTERN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_CONFLICT_MARKERS = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")
_ALLOWED_NEXT = {
    "": ("msgctxt", "msgid"),
    "msgctxt": ("msgid",),
    "msgid": ("msgid_plural", "msgstr"),
    "msgid_plural": ("msgstr[N]",),
    "msgstr": ("msgctxt", "msgid"),
    "msgstr[N]": ("msgstr[N]", "msgctxt", "msgid"),
}
_MISSING_KEYWORD = {"msgctxt": "msgid", "msgid": "msgstr", "msgid_plural": "msgstr[0]"}
_REQUIRED_KEYWORD = {"msgid_plural": "msgid", "msgstr": "msgid", "msgstr[N]": "msgid_plural"}
_MAX_PLURAL_FORMS = 10


def prepare_lines_for_polib(text: str) -> list[str]:
    """Return the lines of a PO file. Lines that polib would misread are rewritten. The number of lines stays the same.

    Raises UnreadableFile for the first invalid line.
    """
    preparer = _LinePreparer(may_have_kde_comments='"_:' in text)
    for line_number, line in enumerate(text.split("\n"), start=1):
        preparer.prepare_line(line_number, line.lstrip(BLANKS))
    preparer.end_entry()
    return preparer.lines


def shorten_text(text: str, max_length: int = 40) -> str:
    text = text.strip()
    return text if len(text) <= max_length else text[: max_length - 1] + "…"


class _LinePreparer:
    """Checker of the lines of one PO file. Lines that polib would misread are rewritten in `lines`."""

    def __init__(self, *, may_have_kde_comments: bool) -> None:
        self.lines: list[str] = []
        self._marks_pieces = may_have_kde_comments
        self._keyword = ""
        """Last keyword of the current entry. Empty if the next line cannot belong to the same entry."""
        self._keyword_line = 0
        """Number of the line of the last keyword."""
        self._comments: list[int] = []
        """Indices of the comment lines above the next entry."""
        self._form_positions: dict[str, int] = {}
        """Position of each plural form of the current entry, counted from 0, by the index in the file."""

    def prepare_line(self, line_number: int, line: str) -> None:
        """Check the next line of the file, and append one line for polib to `lines`.

        `line` has no leading blanks. Raises UnreadableFile if this line, or the entry before it, is invalid.
        """
        if not line:
            self.lines.append("")
        elif line.startswith("#~"):
            self.end_entry()
            for index in self._comments:
                self.lines[index] = ""
            self._comments = []
            self.lines.append("")
        elif line.startswith("#"):
            self.end_entry()
            self._comments.append(len(self.lines))
            self.lines.append(_rewrite_comment(line))
        elif line.startswith('"'):
            if not self._keyword:
                raise UnreadableFile("a string that no keyword stands in front of", line_number)
            self._add_string(line, line_number)
        else:
            self._add_keyword_line(line_number, line)

    def _add_keyword_line(self, line_number: int, line: str) -> None:
        match = _KEYWORD_PATTERN.match(line)
        if match is None:
            raise _stray_text_error(line, line_number)
        keyword, index = match[1], match[2]
        name = keyword if index is None else "msgstr[N]"
        self._check_keyword_order(name, line_number)
        string = line[match.end() :]
        if not string.startswith('"'):
            raise UnreadableFile(f"{keyword} is not followed by a string in quotes", line_number)
        self._comments = []
        if self._keyword != "msgstr[N]":
            self._form_positions = {}
        self._keyword, self._keyword_line = name, line_number
        if index is None:
            self._add_string(string, line_number, before=f"{keyword} ")
        else:
            self._add_plural_form(index.lstrip("0"), string, line_number)

    def _add_plural_form(self, index: str, string: str, line_number: int) -> None:
        """Add a line with the first string of a plural form, numbered by its position in the entry.

        If polib cannot number the form, append its text to the text of the previous form. See FORM_NUMBER_MARK.
        """
        is_new = index not in self._form_positions
        position = self._form_positions.setdefault(index, len(self._form_positions))
        if is_new and position < _MAX_PLURAL_FORMS:
            self._add_string(string, line_number, before=f"msgstr[{position}] ")
        else:
            self._add_string(string, line_number, f"{FORM_NUMBER_MARK}{position}{FORM_NUMBER_MARK}")

    def _add_string(self, string: str, line_number: int, mark: str = "", *, before: str = "") -> None:
        if self._marks_pieces and self._keyword.startswith("msgid"):
            mark = COMMENT_LINE_MARK if string.startswith('"_:') else LINE_MARK
        string = _rewrite_quoted_string(string, line_number)
        self.lines.append(f'{before}"{mark}{string[1:]}')

    def end_entry(self) -> None:
        """Raise UnreadableFile if the current entry is incomplete. Called after the last line, too."""
        if self._keyword in _MISSING_KEYWORD:
            raise UnreadableFile(
                f"{_MISSING_KEYWORD[self._keyword]} is missing after this {self._keyword}", self._keyword_line
            )
        self._keyword = ""

    def _check_keyword_order(self, keyword: str, line_number: int) -> None:
        if keyword in _ALLOWED_NEXT[self._keyword]:
            return
        if keyword in ("msgctxt", "msgid"):
            self.end_entry()
        if keyword == "msgstr[N]" and self._keyword == "msgid":
            raise UnreadableFile("msgstr[N] for a msgid without msgid_plural", line_number)
        if keyword == "msgstr" and self._keyword == "msgid_plural":
            raise UnreadableFile("msgstr for a msgid with msgid_plural: it has to be msgstr[0]", line_number)
        raise UnreadableFile(
            f"{keyword} is out of place: a {_REQUIRED_KEYWORD[keyword]} has to come before it", line_number
        )


def _rewrite_quoted_string(string: str, line_number: int) -> str:
    """Return a quoted string in a notation that polib parses correctly.

    `string` begins with a quote. A quote inside the string gets a backslash. An escape other than `\\n`, `\\t`, `\\r`,
    `\\"` and `\\\\` loses its backslash. Raises UnreadableFile if the string is not closed, or if text follows the
    closing quote.
    """
    string = string.rstrip(BLANKS)
    match = _STRING_PATTERN.match(string)
    if match is None:
        raise UnreadableFile("the string is not closed", line_number)
    inner = string[1:-1]
    if match.end() < len(string):
        if not string.endswith('"') or _FINAL_BACKSLASH_PATTERN.search(inner):
            raise UnreadableFile(f"text after the closing quote: {shorten_text(string[match.end() :])!r}", line_number)
        # The last quote closes the string. A server treats quotes before it as text.
        inner = _ESCAPE_OR_QUOTE_PATTERN.sub(lambda found: found[1] or '\\"', inner)
    if "\\" in inner:
        inner = _ESCAPE_OR_BACKSLASH_PATTERN.sub(r"\1", inner)
    return f'"{inner}"'


def _rewrite_comment(line: str) -> str:
    mark, rest = line[:2], line[2:].strip()
    if mark == "#.":
        return f"#. {rest}" if rest else EMPTY_FLAGS_COMMENT
    if mark in ("#,", "#=", "#:", "#|"):
        rest = " ".join(rest.split())
        if rest and mark in ("#,", "#="):
            return f"#, {rest}"
        return f"#: {rest}" if rest and mark == "#:" else EMPTY_FLAGS_COMMENT
    return line if line[1:2] == " " else f"# {line[1:]}"


def _stray_text_error(line: str, line_number: int) -> UnreadableFile:
    if line.startswith(_CONFLICT_MARKERS):
        return UnreadableFile("a conflict marker of version control", line_number)
    word, blank, string = line.partition(" ")
    if blank and string.lstrip(BLANKS).startswith('"'):
        return UnreadableFile(f"the keyword {shorten_text(word)!r} is unknown", line_number)
    return UnreadableFile(f"text outside of quotes: {shorten_text(line)!r}", line_number)
