"""Readers of Windows resource scripts (RC) and of the localization files of WiX (WXL)."""

from collections.abc import Callable
from functools import partial
from typing import Any

from transtats_cli.columns import UnitList
from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.lines import refuse_long_lines
from transtats_cli.formats.toolkit import build_unit, library_errors_as_unreadable
from transtats_cli.model import Catalog

_MAX_LINE_BYTES = 8192
"""Maximum length of a line of a resource script, in bytes. The parser of the toolkit takes quadratic time for a long
word. Resource compilers have similar limits."""


def create_rc_reader(options: ReadOptions) -> Reader:
    from translate.storage.rc import rcfile

    return partial(_read_rc, rcfile)


def create_wxl_reader(options: ReadOptions) -> Reader:
    from translate.storage.wxl import WxlFile

    return partial(_read_wxl, WxlFile)


def _read_rc(create_store: Callable[[], Any], content: bytes) -> Catalog:
    refuse_long_lines(content, _MAX_LINE_BYTES)
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


def _read_wxl(create_store: Callable[[], Any], content: bytes) -> Catalog:
    with library_errors_as_unreadable():
        store = create_store()
        store.parse(content)
        return Catalog(
            UnitList(build_unit(unit.getid(), unit.target, locations=(unit.getid(),)) for unit in store.units)
        )
