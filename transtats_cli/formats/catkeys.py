"""Reader of the catkeys files of Haiku."""

from typing import Any

from translate.storage.catkeys import CatkeysFile

from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.toolkit import build_unit, create_store_reader
from transtats_cli.model import Unit


def create_catkeys_reader(options: ReadOptions) -> Reader:
    return create_store_reader(CatkeysFile, _build_unit, options)


def _build_unit(unit: Any) -> Unit | None:
    if unit.isheader() or unit.isblank():
        return None
    return build_unit(
        unit.getcontext() or "", unit.target, source=unit.source, note=unit.getnotes(), line=unit.line_number or 0
    )
