"""Readers of INI files, and of the message files of Inno Setup."""

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from translate.storage.ini import inifile

from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.lines import find_matches
from transtats_cli.formats.toolkit import build_unit, create_keyed_reader
from transtats_cli.model import Unit

_SECTION_OR_KEY_PATTERN = re.compile(r"^(?:\[([^\]\n]+)\]|([^:=\s\[;#][^:=\n]*)[:=])", re.MULTILINE)


def create_ini_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(inifile, _build_unit, options, _find_lines)


def create_inno_setup_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(partial(inifile, dialect="inno"), _build_unit, options, _find_lines)


def _build_unit(unit: Any) -> Unit:
    return build_unit(unit.location, unit.target, note=unit.getnotes())


def _find_lines(content: bytes, store: Any) -> list[int]:
    # If a key is repeated, the toolkit returns one unit with the last value.
    lines = dict(_find_places(content.decode(store.encoding)))
    return [lines.get(unit.location, 0) for unit in store.units]


def _find_places(text: str) -> Iterator[tuple[str, int]]:
    section = ""
    for found, line in find_matches(_SECTION_OR_KEY_PATTERN, text.removeprefix("\ufeff")):
        if found[1]:
            section = found[1]
        else:
            yield f"[{section}]{found[2].rstrip()}", line
