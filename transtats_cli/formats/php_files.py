"""Readers of PHP files, based on translate-toolkit. The files are parsed. They are never executed."""

import re
from bisect import bisect_left
from functools import partial
from operator import attrgetter
from typing import Any

from phply import phpparse
from ply import yacc
from translate.storage import php

from transtats_cli.formats.toolkit import ToolkitReader, get_source, is_blank, is_not_translatable

_TEXT_TOKENS = frozenset({"CONSTANT_ENCAPSED_STRING", "QUOTE", "START_HEREDOC", "START_NOWDOC"})


class _LocatingLexer(php.PHPLexer):
    """Lexer that finds the line number of each string: that of its key, or else of its text.

    The toolkit calls `extract_name` for the key of a string, if it has one, and then `extract_comments`, which returns
    the line number and the comments.
    """

    def __init__(self) -> None:
        super().__init__()
        self._sign_after_key = ""
        self._start = 0

    def extract_name(self, terminator: str, start: int, end: int) -> Any:
        self._sign_after_key, self._start = terminator, start
        return super().extract_name(terminator, start, end)  # type: ignore[no-untyped-call]

    def extract_array(self) -> Any:
        self._sign_after_key = ""
        return super().extract_array()

    def extract_comments(self, end: int) -> Any:
        line = self._find_line(end)
        self._sign_after_key = ""
        return line, super().extract_comments(end)  # type: ignore[no-untyped-call]

    def _find_line(self, end: int) -> int:
        """Return the line number of the string whose text begins at the offset `end`, or ends in front of it."""
        in_array = self._sign_after_key in ("", "DOUBLE_ARROW")
        place = bisect_left(self.tokens, end if in_array else self._start, key=attrgetter("lexpos"))
        if in_array:
            wanted = {self._sign_after_key} if self._sign_after_key else _TEXT_TOKENS
            while self.tokens[place].type not in wanted:
                place -= 1
        # The key of an element of an array ends in front of the arrow.
        while self.tokens[place].type in ("DOUBLE_ARROW", "WHITESPACE", "COMMENT", "DOC_COMMENT"):
            place -= 1
        return int(self.tokens[place].lineno)


# The toolkit creates the lexer and the parser itself. The parser uses the tables that are installed with phply: with
# Python 3.13 or later, PLY takes them for outdated. It would compute them in each process, which takes seconds, and
# overwrite them in the folder of the library, where another process may read a half-written file.
vars(php).update(
    PHPLexer=_LocatingLexer,
    make_parser=partial(yacc.yacc, module=phpparse, optimize=True, write_tables=False),
)


def _parse(store: Any, content: bytes) -> None:
    """Parse a PHP file, and set `line` of each unit."""
    # The toolkit parses a file without such a mark a second time, with a line above.
    added_lines = 0 if re.search(rb"<[?%]", content) else 1
    create_unit = store.create_and_add_unit

    def create_located_unit(name: str, value: str, quote: str, located_comments: tuple[int, list[str]]) -> None:
        line, comments = located_comments
        create_unit(name, value, quote, comments)
        store.units[-1].line = line - added_lines

    store.create_and_add_unit = create_located_unit
    store.parse(content)


# A value without a text is read-only. A comment without a value is no string.
PHP = ToolkitReader(
    "php:phpfile",
    parse=_parse,
    skip=is_blank,
    target=get_source,
    is_read_only=is_not_translatable,
    line=attrgetter("line"),
)
LARAVEL = PHP._replace(store="php:LaravelPHPFile")
