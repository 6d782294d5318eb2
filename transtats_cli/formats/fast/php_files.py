r"""Fast reader for PHP files that return or assign arrays of texts, or assign texts.

The reader takes a tenth of the time of `php_files.PHP` and `php_files.LARAVEL`, whose catalogs are the same: 0.1
seconds for 5,000 strings. A value is an array, a text between single quotes, or a text between double quotes without
`\`, `$` and `{`, and each value has a key or a variable. The reader raises IrregularFile for anything else.
tests/formats/fast/test_php_files.py compares the readers.
"""

import re
from collections.abc import Iterator
from functools import partial

from transtats_cli.formats import IrregularFile, ReadOptions
from transtats_cli.formats.keyed import build_unit, create_catalog
from transtats_cli.model import PLURAL_SEPARATOR, Catalog, State, Unit

_TOKEN_PATTERN = re.compile(
    r"""
    (?P<space> [ \t\r\n]++ )
    | (?P<comment> (?: // | \#(?!\[) ) (?: [^?%\n] | [?%](?!>) )*+ (?: \n | \Z ) | /\*(?!\*) .*?\*/ )
    | (?P<documentation> /\*\*(?!/) .*?\*/ )
    | (?P<single> ' (?: [^'\\] | \\. )*+ ' )
    | (?P<double> " [^"\\${]++ " )
    | (?P<number> (?: [1-9][0-9]{0,8} | 0 ) (?=\s*+=>) )
    | (?P<arrow> => )
    | (?P<open> \[ | array [ \t\r\n]*+ \( )
    | (?P<close> [\])] )
    | (?P<comma> , )
    | (?P<target> return\b (?=\s*+(?:\[|array\b))
      | \$[A-Za-z_]\w*+ (?: \[ (?: '[^'\\]*+' | "[^"\\${]*+" ) \] )*+ (?=\s*+=\s*+(?:['"\[]|array\b)) )
    | (?P<equals> = )
    | (?P<end> ; )
    | (?P<ignored> return [ \t\r\n]++ \$[A-Za-z_]\w*+ (?=;) | declare\(strict_types=1\) (?=;) )
    """,
    re.VERBOSE | re.DOTALL | re.ASCII,
)
_BEGINNING_PATTERN = re.compile(r"<\?php[ \t\r\n]")
_REST_PATTERN = re.compile(r"\?>\s*+")
_MAX_REGULAR_NESTING = 50
_KEYS = ("single", "double", "number")


_Token = re.Match[str]
"""Match of _TOKEN_PATTERN. The last group is the kind of the token."""


def _read_php(content: bytes, options: ReadOptions, *, is_laravel: bool) -> Catalog:
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise IrregularFile from error
    strings = [*_Parser(text).parse()]
    return create_catalog(map(_to_laravel_string, strings) if is_laravel else strings, options)


def _to_laravel_string(string: Unit) -> Unit:
    """Return a string of Laravel, whose plural forms are separated by `|`. Its key has no `return` and no quotes."""
    key = string.context.removeprefix("return[]->").removeprefix("return->")
    key = key[1:-1] if len(key) >= 2 and key[0] == key[-1] == "'" else key
    is_empty = not string.target.strip("|")
    state = State.EMPTY if is_empty else string.state
    target = string.target.replace("|", PLURAL_SEPARATOR)
    return string._replace(context=key, target=target, state=state, read_only=is_empty)


class _Parser:
    """Parser of one file. The name of an entry is the path of keys to it, as translate-toolkit writes it."""

    def __init__(self, text: str) -> None:
        beginning = _BEGINNING_PATTERN.match(text)
        if beginning is None:
            raise IrregularFile
        self._text = text
        self._position = beginning.end()
        self._comments: list[str] = []
        """Comments above the next entry."""
        self._marks: set[str] = set()
        """Marks of all arrays: `[]` for an array with brackets, and empty for `array()`."""
        self._has_empty_array = False
        self._line, self._counted = 1, 0
        """Line number of the last string, and the position up to which line ends are counted."""

    def parse(self) -> Iterator[Unit]:
        """Yield the entries of all statements. Raises IrregularFile."""
        while (token := self._read_token()) is not None:
            if token.lastgroup == "target":
                yield from self._parse_assignment(token)
            elif token.lastgroup == "ignored":
                self._require("end")
            else:
                raise IrregularFile

    def _parse_assignment(self, target: _Token) -> Iterator[Unit]:
        """Yield the entries of the array that is returned or assigned, or the assigned text, and read the `;`."""
        name = target[0]
        if "->" in name:
            raise IrregularFile
        if name == "return":
            value = self._require("open")
        else:
            self._require("equals")
            value = self._require("open", "single", "double")
        if value.lastgroup == "open":
            yield from self._parse_array(name, value, 0)
            self._require("end")
        else:
            self._require("end")
            yield self._create_string(name, value, target.start())

    def _create_string(self, name: str, value: _Token, position: int) -> Unit:
        """Return a string with the comments above it and beside its value. `position` is that of its key."""
        self._read_comments_beside_value()
        note = "\n".join(self._comments)
        self._comments.clear()
        self._line += self._text.count("\n", self._counted, position)
        self._counted = position
        text = _decode(value)
        return build_unit(name, text, note=note, is_read_only=not text, line=self._line)

    def _parse_array(self, name: str, opening: _Token, depth: int) -> Iterator[Unit]:
        """Yield the entries of an array up to its end. `opening` is `[` or `array(`."""
        mark = "[]" if opening[0] == "[" else ""
        name += mark
        self._marks.add(mark)
        comments_above = len(self._comments)
        token = self._require(*_KEYS, "close")
        is_empty = token.lastgroup == "close"
        self._has_empty_array = self._has_empty_array or is_empty
        # The library may take the mark of an empty array for that of the next array.
        if depth > _MAX_REGULAR_NESTING or (self._has_empty_array and len(self._marks) > 1):
            raise IrregularFile
        while token.lastgroup != "close":
            key = token[0] if token.lastgroup == "number" else f"'{_decode(token)}'"
            if "->" in key:
                raise IrregularFile
            self._require("arrow")
            value = self._require("single", "double", "open")
            if value.lastgroup == "open":
                yield from self._parse_array(f"{name}->{key}", value, depth + 1)
            else:
                yield self._create_string(f"{name}->{key}", value, token.start())
            token = self._require("comma", "close")
            if token.lastgroup == "comma":
                token = self._require(*_KEYS, "close")
        # The library drops a comment after the last value, or adds it to the last or the next entry.
        if token[0] != ("]" if mark else ")") or len(self._comments) > (comments_above if is_empty else 0):
            raise IrregularFile

    def _require(self, *kinds: str) -> _Token:
        token = self._read_token()
        if token is None or token.lastgroup not in kinds:
            raise IrregularFile
        return token

    def _read_token(self) -> _Token | None:
        """Return the next token that is no comment. None at the end of the file."""
        while (token := self._match_token()) is not None:
            if token.lastgroup in ("comment", "documentation"):
                self._comments.append(token[0].strip())
            elif token.lastgroup != "space":
                return token
        return None

    def _read_comments_beside_value(self) -> None:
        """Read the comments between a value and a comma, or after a `;`. They end at the first line end."""
        position = self._position
        token = self._match_token()
        while token is not None and token.lastgroup in ("space", "comment"):
            position = self._position
            if token.lastgroup == "comment":
                self._comments.append(token[0].strip())
            if "\n" in token[0]:
                break
            token = self._match_token()
        self._position = position

    def _match_token(self) -> _Token | None:
        token = _TOKEN_PATTERN.match(self._text, self._position)
        if token is not None:
            self._position = token.end()
        elif self._position < len(self._text) and not _REST_PATTERN.fullmatch(self._text, self._position):
            raise IrregularFile
        return token


def _decode(token: _Token) -> str:
    text = token[0][1:-1]
    # The library decodes the escapes in this order.
    return text.replace("\\'", "'").replace("\\\\", "\\") if token.lastgroup == "single" else text


read_php = partial(_read_php, is_laravel=False)
read_laravel = partial(_read_php, is_laravel=True)
