"""Reader of the catkeys files of Haiku."""

from typing import Any

from translate.storage.catkeys import CatkeysFile

from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.toolkit import build_unit, create_store_reader
from transtats_cli.model import Unit


def create_catkeys_reader(options: ReadOptions) -> Reader:
    return create_store_reader(CatkeysFile, _build_unit, options, _find_lines)


def _build_unit(unit: Any) -> Unit | None:
    if unit.isheader() or unit.isblank():
        return None
    return build_unit(unit.getcontext() or "", unit.target, source=unit.source, note=unit.getnotes())


def _find_lines(content: bytes, _: Any) -> list[int]:
    """Return the line numbers of all lines that are not empty, without the header."""
    lines = content.decode("utf-8").split("\n")
    return [number for number, line in enumerate(lines, start=1) if line.strip("\r")][1:]
