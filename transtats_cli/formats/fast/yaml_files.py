"""Fast reader for YAML files that consist of nested mappings, lists of texts, and block texts.

The reader takes a twenty-fifth of the time of `text_files.YAML`, whose catalog is the same: 17 ms for 1,500 strings. A
value is plain, a block text, or a quoted text. The reader raises IrregularFile for a file with anything else: nested
lists, anchors, tags, flow collections, values that may be dates or other numbers than whole ones, repeated keys, a
comment beside a value or below a block text, a block text with unusual white space, or a quoted text with an empty
line.
tests/formats/fast/test_yaml_files.py compares the readers.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from transtats_cli.formats import IrregularFile, ReadOptions
from transtats_cli.formats.keyed import KeyedStrings, create_catalog, find_plural_categories
from transtats_cli.model import PLURAL_SEPARATOR, Catalog
from transtats_cli.plurals import PLURAL_CATEGORIES

_PROLOG_PATTERN = re.compile(r"(?:\#[^\n]*+\n|\ *+\n)*+(?:---\ *+\n)?(?:\#[^\n]*+\n|\ *+\n)*+", re.VERBOSE)
"""Comments at the beginning of a file, and the start of the document."""
_PLAIN_REST_REGEX = r"(?: [^\n:\#] | :(?!\ |\n) | (?<!\ )\# )*+"
_NEXT_LINE_REGEX = r"\n \1 \ ++ (?=\S)"
"""Line end in a quoted text, and the spaces before the next line, which must be more than those before the key."""
_TEXT_REGEX = rf"""
    "((?: [^"\\\n] | \\. | {_NEXT_LINE_REGEX} )*+)"
    | '((?: [^'\n] | '' | {_NEXT_LINE_REGEX} )*+)'
    | ((?: [A-Za-z0-9(/$\u00a1-\U0010ffff] | :(?=[A-Za-z]) ) {_PLAIN_REST_REGEX}
        (?: \n \1 \ ++ [^\s\#:] {_PLAIN_REST_REGEX} )*+ )
"""
"""Quoted text, or plain text, of one or several lines. Group 1 must be the indent of the key or the list item."""
_LINE_PATTERN = re.compile(
    rf"""
    (\ *+)
    (?: ((?:[A-Za-z]|[1-9][0-9]*+[A-DF-Za-df-z])(?:[\w./\ -]*[\w./-])?) | "([^"\\\n]++)" | '([^'\n]++)' ) :
    (?:
        \ ++ ([|>][1-9]?[+-]?) \ *+\n ( (?: \ *+\n | \1\ [^\n]*+\n )*+ )  # the lines of a block text
        | (?: \ ++ (?: {_TEXT_REGEX} ) )? \ *+\n
    )
    ((?:\ *+(?:\#[^\n]*+)?\n)*+)
    """,
    re.VERBOSE,
)
_LIST_ITEM_PATTERN = re.compile(rf"(\ *+) - (?: \ ++ (?: {_TEXT_REGEX} ) )? (?:\ *+\n)++", re.VERBOSE)
_ESCAPE_PATTERN = re.compile(r"\\(?:u(?![dD][89a-fA-F])([0-9a-fA-F]{4})|(.))")
_CHARACTERS_BY_ESCAPE = {'"': '"', "\\": "\\", "/": "/", "n": "\n", "t": "\t"}
_FORBIDDEN_CHARACTER_PATTERN = re.compile(
    r"[^\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
"""Characters that YAML does not allow, treats as line ends, or treats as white space in some places."""
_LINE_END_PATTERN = re.compile(r" *+\n *+")
_DOCUMENT_END = "...\n"
_LINE_ENDS_PATTERN = re.compile(r"\n+")
_WORDS_WITH_OTHER_TYPES = frozenset("true True TRUE false False FALSE null Null NULL".split())
_BOOLEANS = {"true": "True", "false": "False"}
"""Texts of the usual booleans."""
_INTEGER_PATTERN = re.compile("0|[1-9][0-9]{0,8}", re.ASCII)
_NUMBER_PATTERN = re.compile(r"0[^ ]*+ | [0-9][0-9_.:eEtTzZ+\ -]*(?<=[0-9_.:zZ+-])", re.VERBOSE)
"""Plain text that may be a number or a date. No number ends with `e`, and only those that begin with 0 contain other
letters."""
_MAX_REGULAR_NESTING = 50
_MAX_REGULAR_LINES = 20_000
_MAX_REGULAR_KEY_LENGTH = 100
"""Maximum length of a key in characters. YAML allows 1,024 characters, but long keys are rare."""


class _Mapping:
    """Mapping or list in a YAML file, with the line number of each value."""

    __slots__ = ("indent", "notes", "values")

    def __init__(self, indent: int) -> None:
        self.indent = indent
        """Number of spaces before the keys."""
        self.values: dict[str, tuple[str | _Mapping | None, int]] = {}
        """Value and line number by key. A missing value is None. The keys of a list are `[0]`, `[1]` and so on."""
        self.notes: dict[str, str] = {}
        """Comments above an entry, by key."""


class _String(NamedTuple):
    key: str
    text: str
    line: int
    note: str


def read_yaml(content: bytes, options: ReadOptions) -> Catalog:
    """Return the Catalog of a regular file. Raises IrregularFile for other files."""
    return _read_catalog(content, options, is_ruby=False)


def read_ruby_yaml(content: bytes, options: ReadOptions) -> Catalog:
    """Return the Catalog of a regular file of Ruby. Raises IrregularFile for other files."""
    return _read_catalog(content, options, is_ruby=True)


def _read_catalog(content: bytes, options: ReadOptions, *, is_ruby: bool) -> Catalog:
    try:
        root = _parse_mapping(content.decode().replace("\r\n", "\n"))
        strings = [*(_list_strings_of_ruby_file(root) if is_ruby else _list_strings(root, "", ()))]
    except ValueError as error:
        raise IrregularFile from error
    keys, texts = [string.key for string in strings], [string.text for string in strings]
    notes = {index: string.note for index, string in enumerate(strings) if string.note}
    return create_catalog(KeyedStrings(keys, texts, notes), options, lambda: [string.line for string in strings])


def _parse_mapping(text: str) -> _Mapping:
    lacks_final_line_end = not text.endswith("\n")
    if lacks_final_line_end:
        text += "\n"
    if _FORBIDDEN_CHARACTER_PATTERN.search(text) or text.count("\n") > _MAX_REGULAR_LINES:
        raise IrregularFile
    return _Parser(text, lacks_final_line_end=lacks_final_line_end).parse()


class _Parser:
    """Parser of one file. An entry is a key with its value, and the comments below the value.

    `lacks_final_line_end` is True if the file did not end with a line end, and a line end was added.
    """

    def __init__(self, text: str, *, lacks_final_line_end: bool) -> None:
        head = _PROLOG_PATTERN.match(text)
        assert head is not None  # the pattern also matches an empty string
        self._text = text
        self._lacks_final_line_end = lacks_final_line_end
        self._has_document_start = "---" in head[0]
        self._position = head.end()
        self._line = head[0].count("\n") + 1
        self._root = _Mapping(0)
        self._mappings = [self._root]
        """Stack of mappings: the outermost mapping first, and the mapping of the last entry at the end."""
        self._open_key: str | None = None
        """Key of the last entry if its value may be a mapping in the next lines. None for an entry with a value."""
        self._comments = head[0]
        """Comments above the next entry."""
        self._commented_mapping = self._root
        """Mapping of the entry above the lines in `_comments`."""

    def parse(self) -> _Mapping:
        # A search would try every position of a long line that does not match.
        while entry := _LINE_PATTERN.match(self._text, self._position):
            self._add_entry(entry)
        if self._text[self._position :] == _DOCUMENT_END:
            self._position = len(self._text)
        first_key = next(iter(self._root.values), "")
        if (
            not first_key
            or self._position < len(self._text)
            or (first_key in self._root.notes and self._has_document_start)
        ):
            raise IrregularFile
        return self._root

    def _add_entry(self, entry: re.Match[str]) -> None:
        spaces, plain_key, quoted_key, single_key, style, block, quoted, single, plain, comments_below = entry.groups()
        key = plain_key or quoted_key or single_key
        mapping = self._find_mapping(len(spaces))
        if key in mapping.values or len(key) > _MAX_REGULAR_KEY_LENGTH or plain_key in _WORDS_WITH_OTHER_TYPES:
            raise IrregularFile
        self._position = entry.end()
        value = _read_block(style, block, len(spaces)) if style else _read_value(quoted, single, plain)
        if plain and key in PLURAL_CATEGORIES and (plain in _BOOLEANS or plain.isdigit()):
            # The library cannot read a plural form that is no text.
            raise IrregularFile
        if "#" in comments_below and (style or value is None):
            # ruamel.yaml keeps comments below a block text in another place.
            raise IrregularFile
        if style and self._lacks_final_line_end and self._position == len(self._text):
            raise IrregularFile
        # A comment is a note for a text only if the entry above it is in the same mapping.
        if value is not None and self._commented_mapping is mapping and "#" in self._comments:
            lines = filter(None, map(str.strip, self._comments.split("\n")))
            mapping.notes[key] = "\n".join(line[1:].strip() for line in lines)
        self._comments, self._commented_mapping = comments_below, mapping
        items = self._read_list(entry, len(spaces)) if value is None else None
        mapping.values[key] = items or value, self._line
        self._open_key = key if value is None and items is None else None
        self._line += self._text.count("\n", entry.start(), self._position)

    def _find_mapping(self, indent: int) -> _Mapping:
        """Return the mapping that contains the next entry. `indent` is the number of spaces before this entry.

        If the last key has no value yet, and the entry has more spaces than this key, the entry begins a new mapping.
        This mapping becomes the value of the key. Raises IrregularFile if the spaces fit no mapping, or if mappings are
        nested too deeply.
        """
        mapping = self._mappings[-1]
        if self._open_key is not None and indent > mapping.indent:
            child = _Mapping(indent)
            mapping.values[self._open_key] = child, mapping.values[self._open_key][1]
            self._mappings.append(child)
            if len(self._mappings) > _MAX_REGULAR_NESTING:
                raise IrregularFile
            return child
        while mapping.indent > indent:
            self._mappings.pop()
            mapping = self._mappings[-1]
        if mapping.indent != indent:
            raise IrregularFile
        return mapping

    def _read_list(self, entry: re.Match[str], indent: int) -> _Mapping | None:
        """Return the list below the key of an entry, or None if no list follows.

        The list is returned as a mapping with keys as in translate-toolkit: `[0]`, `[1]` and so on.
        """
        items = [*_read_items(self._text, self._position, indent)]
        if not items:
            return None
        values = _Mapping(0)
        line, position = self._line, entry.start()
        for index, (text, _, start) in enumerate(items):
            line += self._text.count("\n", position, start)
            values.values[f"[{index}]"] = text, line
            position = start
        self._position = items[-1][1]
        return values


def _read_value(quoted: str | None, single: str | None, plain: str | None) -> str | None:
    """Return the text of a value between double quotes, between single quotes, or without quotes.

    Return None if there is no value, so that all arguments are None. A whole number or a boolean is a text. Raises
    IrregularFile for another value that is no text, such as `null` or a date.
    """
    if quoted is not None:
        quoted = _join_lines(quoted)
        return _ESCAPE_PATTERN.sub(_unescape, quoted) if "\\" in quoted else quoted
    if single is not None:
        return _join_lines(single).replace("''", "'")
    if plain is None:
        return None
    text = _join_lines(plain).rstrip(" ")
    if text in _BOOLEANS:
        return _BOOLEANS[text]
    is_other = text in _WORDS_WITH_OTHER_TYPES or _NUMBER_PATTERN.fullmatch(text)
    if is_other and not _INTEGER_PATTERN.fullmatch(text):
        raise IrregularFile
    return text


def _join_lines(text: str) -> str:
    """Return a quoted or plain text of several lines as one line. The first space of the first line is kept."""
    return _LINE_END_PATTERN.sub(" ", text) if "\n" in text else text


def _read_block(style: str, block: str, indent: int) -> str:
    """Return the text of a block. `indent` is the number of spaces before its key.

    `style` is `|` or `>`, which may be followed by a digit, and by `+` or `-`. The digit is the number of additional
    spaces before the text. With `+`, all line ends at the end of the text are kept. With `-`, they are removed. With
    neither, one line end is kept.
    """
    lines = block.rstrip("\n").split("\n")
    digit = style[1:].rstrip("+-")
    spaces = " " * (indent + int(digit)) if digit else lines[0][: len(lines[0]) - len(lines[0].lstrip(" "))]
    if (
        not (digit or lines[0].strip())
        or not any(lines)
        or any(line and (not line.startswith(spaces) or line.isspace()) for line in lines)
    ):
        raise IrregularFile
    lines = [line.removeprefix(spaces) for line in lines]
    text = _fold_lines(lines) if style[0] == ">" else "\n".join(lines)
    if style.endswith("-"):
        return text
    return text + ("\n" * (len(block) - len(block.rstrip("\n"))) if style.endswith("+") else "\n")


def _fold_lines(lines: list[str]) -> str:
    """Return the text of a folded block: line ends become spaces, and an empty line becomes a line end."""
    if any(line.startswith(" ") or line.endswith(" ") for line in lines):
        raise IrregularFile
    return _LINE_ENDS_PATTERN.sub(lambda found: found[0][1:] or " ", "\n".join(lines))


def _read_items(text: str, position: int, indent: int) -> Iterator[tuple[str | None, int, int]]:
    """Yield the text, the end position and the start position of each item of a list that starts at `position`.

    The text of an empty item is None. `indent` is the number of spaces before the key of the list. Raises IrregularFile
    if the first item has fewer spaces than the key, if another item has more or fewer spaces than the first, or if an
    item has no regular value.
    """
    first_indent = -1
    while found := _LIST_ITEM_PATTERN.match(text, position):
        start, position = position, found.end()
        spaces, quoted, single, plain = found.groups()
        if first_indent < 0:
            first_indent = len(spaces)
        value = _read_value(quoted, single, plain)
        if len(spaces) != first_indent or first_indent < indent:
            raise IrregularFile
        yield value, position, start


def _unescape(match: re.Match[str]) -> str:
    if match[1]:
        return chr(int(match[1], 16))
    character = _CHARACTERS_BY_ESCAPE.get(match[2])
    if character is None:
        raise IrregularFile
    return character


def _list_strings(mapping: _Mapping, prefix: str, categories: tuple[str, ...]) -> Iterator[_String]:
    """Yield the strings in a mapping. `prefix` is the beginning of their keys.

    `categories` are the plural categories of the language of a Ruby file. They are empty for all other files.
    """
    for key, (value, line) in mapping.values.items():
        if isinstance(value, str):
            yield _String(prefix + key, value, line, mapping.notes.get(key, ""))
        elif value is not None:
            if categories and set(PLURAL_CATEGORIES).issuperset(value.values):
                forms = [value.values[category][0] for category in categories if category in value.values]
                if forms:
                    yield _String(prefix + key, PLURAL_SEPARATOR.join(map(_require_text, forms)), line, "")
            else:
                yield from _list_strings(value, f"{prefix}{key}->", categories)


def _require_text(value: str | _Mapping | None) -> str:
    if not isinstance(value, str):
        raise IrregularFile
    return value


def _list_strings_of_ruby_file(root: _Mapping) -> Iterator[_String]:
    """Return the strings in a Ruby file. Its only key is the language, and the value is the mapping with the strings.

    Raises IrregularFile for several languages, and if the value is no such mapping.
    """
    language, (strings, _) = next(iter(root.values.items()))
    if (
        len(root.values) > 1
        or not isinstance(strings, _Mapping)
        or "[0]" in strings.values
        or set(PLURAL_CATEGORIES).issuperset(strings.values)
    ):
        raise IrregularFile
    return _list_strings(strings, "", tuple(find_plural_categories(language)))
