"""Readers of Windows resource scripts (RC) and of the localization files of WiX (WXL)."""

from functools import partial

from translate.storage.rc import rcfile
from translate.storage.wxl import WxlFile

from transtats_cli.columns import UnitList
from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.toolkit import build_document_unit, library_errors_as_unreadable
from transtats_cli.model import Catalog


def create_rc_reader(options: ReadOptions) -> Reader:
    return partial(_read_rc, options)


def create_wxl_reader(options: ReadOptions) -> Reader:
    return _read_wxl


def _read_rc(options: ReadOptions, content: bytes) -> Catalog:
    with library_errors_as_unreadable():
        store = rcfile()
        store.parse(content, encoding=options.encoding or "auto")
        names = ("".join(unit.getlocations()) for unit in store.units)
        return Catalog(
            UnitList(
                build_document_unit(name, unit.source, (name,))
                for name, unit in zip(names, store.units, strict=True)
                if not unit.isblank()
            )
        )


def _read_wxl(content: bytes) -> Catalog:
    with library_errors_as_unreadable():
        store = WxlFile()
        store.parse(content)
        return Catalog(
            UnitList(build_document_unit(unit.getid(), unit.target or "", (unit.getid(),)) for unit in store.units)
        )
