"""Reader of DTD files with entities, as Mozilla uses them."""

from typing import Any

from translate.storage.dtd import dtdfile

from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.toolkit import build_unit, create_keyed_reader
from transtats_cli.model import Unit


def create_dtd_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(dtdfile, _build_unit, options)


def _build_unit(unit: Any) -> Unit | None:
    return None if unit.isblank() else build_unit(unit.getid(), unit.target, line=unit.line_number or 0)
