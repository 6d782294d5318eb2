"""Readers of Windows resource scripts (RC) and of the localization files of WiX (WXL)."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from transtats_cli.columns import UnitList
from transtats_cli.errors import UnreadableFile
from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.lines import refuse_long_lines
from transtats_cli.formats.toolkit import build_unit, library_errors_as_unreadable
from transtats_cli.model import Catalog

_MAX_LINE_BYTES = 8192
"""Maximum length of a line of a resource script, in bytes. The parser of the toolkit takes quadratic time for a long
word. Resource compilers have similar limits."""
_MAX_UNFINISHED = 20
"""Maximum number of blocks without a beginning in a row, of blocks without an end, and of comments without an end. For
each of them, the parser of the toolkit reads the rest of the file."""
_STRING_OR_COMMENT_PATTERN = re.compile(rb'"[^"\n]*+"?|//[^\n]*+|/\*(?:.*?\*/)?', re.DOTALL)
_BLOCK_PATTERN = re.compile(
    rb"\b(?P<name>(?:DIALOG|MENU)(?:EX)?|STRINGTABLE)\b|(?P<start>\bBEGIN\b|\{)|(?P<end>\bEND\b|\})"
)
"""Keyword of a block, or the beginning or end of a block."""
_CONTROL_WITHOUT_VALUES_PATTERN = re.compile(rb'(?:\bBEGIN|\bEND|[{}"])\s*+(?!BEGIN\b|END\b)\w++\s++END\b')
"""Control without values at the end of a block. The parser takes `END` for its value, so that the block has no end."""


def create_rc_reader(options: ReadOptions) -> Reader:
    from translate.storage.rc import rcfile

    return partial(_read_rc, rcfile)


def create_wxl_reader(options: ReadOptions) -> Reader:
    from translate.storage.wxl import WxlFile

    return partial(_read_wxl, WxlFile)


def _read_rc(create_store: Callable[[], Any], content: bytes) -> Catalog:
    refuse_long_lines(content, _MAX_LINE_BYTES)
    _refuse_unfinished_parts(content)
    with library_errors_as_unreadable():
        store = create_store()
        store.parse(content, encoding="auto")
        names = ("".join(unit.getlocations()) for unit in store.units)
        return Catalog(
            UnitList(
                build_unit(name, unit.source, locations=(name,))
                for name, unit in zip(names, store.units, strict=True)
                if not unit.isblank()
            )
        )


def _refuse_unfinished_parts(content: bytes) -> None:
    """Raise UnreadableFile if very many blocks or comments have no end, or very many blocks have no beginning."""
    text = content.replace(b"\0", b"")  # UTF-16
    if text.count(b"/*", text.rfind(b"*/") + 1) > _MAX_UNFINISHED:
        raise UnreadableFile("there are many comments without an end")
    text = _STRING_OR_COMMENT_PATTERN.sub(lambda found: b'"' if found[0].startswith(b'"') else b" ", text)
    without_beginning, without_end = 0, len(_CONTROL_WITHOUT_VALUES_PATTERN.findall(text))
    for found in _BLOCK_PATTERN.finditer(text):
        if found["name"]:
            without_beginning += 1
        elif found["start"]:
            without_beginning, without_end = 0, without_end + 1
        elif found["end"]:
            without_end = max(without_end - 1, 0)
        if without_beginning > _MAX_UNFINISHED or without_end > _MAX_UNFINISHED:
            raise UnreadableFile("there are many blocks without BEGIN or END")


def _read_wxl(create_store: Callable[[], Any], content: bytes) -> Catalog:
    with library_errors_as_unreadable():
        store = create_store()
        store.parse(content)
        return Catalog(
            UnitList(build_unit(unit.getid(), unit.target, locations=(unit.getid(),)) for unit in store.units)
        )
