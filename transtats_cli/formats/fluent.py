"""Reader of Fluent files."""

from typing import Any

from translate.storage.fluent import FluentFile

from transtats_cli.flags import Flags
from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.toolkit import build_unit, create_keyed_reader
from transtats_cli.model import Unit


def create_fluent_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(FluentFile, _build_unit, options)


def _build_unit(unit: Any) -> Unit | None:
    """Return the Unit of a message or a term, or None for a comment."""
    if unit.isheader():
        return None
    flags = Flags({"fluent-type": (unit.fluent_type,)})
    return build_unit(unit.getid(), unit.target, note=unit.getnotes(), flags=flags, line=unit.line_number or 0)
