"""Reader of Fluent files."""

import re
from typing import Any

from translate.storage.fluent import FluentFile

from transtats_cli.flags import Flags
from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.lines import assign_lines, find_matches
from transtats_cli.formats.toolkit import build_unit, create_keyed_reader
from transtats_cli.model import Unit

_MESSAGE_START_PATTERN = re.compile(r"^(-?[A-Za-z][\w-]*) *=", re.MULTILINE | re.ASCII)


def create_fluent_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(FluentFile, _build_unit, options, _find_lines)


def _build_unit(unit: Any) -> Unit | None:
    """Return the Unit of a message or a term, or None for a comment."""
    if unit.isheader():
        return None
    flags = Flags({"fluent-type": (unit.fluent_type,)})
    return build_unit(unit.getid(), unit.target, note=unit.getnotes(), flags=flags)


def _find_lines(content: bytes, store: Any) -> list[int]:
    messages = ((found[1], line) for found, line in find_matches(_MESSAGE_START_PATTERN, content.decode()))
    return assign_lines([unit.getid() for unit in store.units], messages)
