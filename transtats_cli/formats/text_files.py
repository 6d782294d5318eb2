"""Readers of formats with a key and a text on each line or block: INI, DTD, Fluent, catkeys, subtitles and YAML."""

import re
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from typing import Any

from transtats_cli.flags import Flags
from transtats_cli.formats.lines import assign_lines, blank_out, find_matches
from transtats_cli.formats.toolkit import (
    ToolkitReader,
    get_source,
    id_as_location,
    is_blank,
    is_header,
)

_DTD_COMMENT_PATTERN = re.compile(r"<!--.*?-->", re.DOTALL)
_DTD_ENTITY_PATTERN = re.compile(r"<!ENTITY\s+(?:%\s+)?([^\s%]+)")
_SECTION_OR_KEY_PATTERN = re.compile(r"^(?:\[([^\]\n]+)\]|([^:=\s\[;#][^:=\n]*)[:=])", re.MULTILINE)
_FLUENT_MESSAGE_PATTERN = re.compile(r"^(-?[A-Za-z][\w-]*) *=", re.MULTILINE | re.ASCII)
_TIME_REGEX = r"(\d+):(\d+):(\d+)[.,](\d+)"
_TIMES_PATTERN = re.compile(rf"^(?:Dialogue:[^,\n]*,)?[ \t]*{_TIME_REGEX}\s*(?:-->|,)\s*{_TIME_REGEX}", re.MULTILINE)
_FRAMES_PATTERN = re.compile(r"^\{(\d+)\}\{(\d+)\}", re.MULTILINE)


def _find_lines_of_catkeys(content: bytes, _: Any) -> list[int]:
    """Return the line numbers of all lines that are not empty, without the header."""
    lines = content.decode("utf-8").split("\n")
    return [number for number, line in enumerate(lines, start=1) if line.strip("\r")][1:]


def _find_lines_of_ini(content: bytes, store: Any) -> list[int]:
    section, lines = "", {}
    for found, line in find_matches(_SECTION_OR_KEY_PATTERN, content.decode(store.encoding).removeprefix("\ufeff")):
        if found[1]:
            section = found[1]
        else:
            # If a key is repeated, the toolkit returns one unit with the last value.
            lines[f"[{section}]{found[2].rstrip()}"] = line
    return [lines.get(unit.location, 0) for unit in store.units]


def _find_lines_of_ids(pattern: re.Pattern[str], text: str, store: Any) -> list[int]:
    found = ((match[1], line) for match, line in find_matches(pattern, text))
    return assign_lines([unit.getid() for unit in store.units], found)


def _find_lines_of_subtitles(pattern: re.Pattern[str], content: bytes, store: Any) -> list[int]:
    text = content.decode("utf-8", errors="replace").removeprefix("\ufeff")
    found = ((_to_key(match.groups()), line) for match, line in find_matches(pattern, text))
    return assign_lines([_to_key(re.findall(r"\d+", unit.getid())) for unit in store.units], found)


def _to_key(numbers: Iterable[str]) -> str:
    """Return a key for the numbers in the start and end time of a subtitle.

    Equal times have equal keys, with or without leading zeros, and with two or three digits for a fraction of a second.
    """
    return " ".join(f"{number:0<3}" if place % 4 == 3 else number.lstrip("0") for place, number in enumerate(numbers))


def _find_lines_of_yaml(_: bytes, store: Any) -> list[int]:
    root = store.preprocess(store._original)
    return [_find_line_of_yaml(root, [key for _, key in unit.get_unitid().parts]) for unit in store.units]


def _find_line_of_yaml(node: Any, path: list[Any]) -> int:
    """Return the line number of the last key or list index in a path, or of the nearest parent that has one.

    A key that is merged from an anchor has no line number of its own.
    """
    line = 1
    for key in path:
        with suppress(AttributeError, KeyError, TypeError):
            positions = node.lc
            line = (positions.key(key) if isinstance(node, dict) else positions.item(key))[0] + 1
        node = node[key]
    return line


CATKEYS = ToolkitReader(
    "catkeys:CatkeysFile",
    skip=lambda unit: is_header(unit) or is_blank(unit),
    key=lambda unit: unit.getcontext() or "",
    source=get_source,
    find_lines=_find_lines_of_catkeys,
)
INI = ToolkitReader("ini:inifile", key=lambda unit: unit.location, find_lines=_find_lines_of_ini)
INNO_SETUP = INI._replace(create_store=lambda store_class, _: store_class(dialect="inno"))
DTD = ToolkitReader(
    "dtd:dtdfile",
    skip=is_blank,
    find_lines=lambda content, store: _find_lines_of_ids(
        _DTD_ENTITY_PATTERN, blank_out(_DTD_COMMENT_PATTERN, content.decode(store.encoding)), store
    ),
)
FLUENT = ToolkitReader(
    "fluent:FluentFile",
    skip=is_header,
    flags=lambda unit: Flags({"fluent-type": (unit.fluent_type,)}),
    find_lines=lambda content, store: _find_lines_of_ids(_FLUENT_MESSAGE_PATTERN, content.decode(), store),
)
# The key of a subtitle is its start and end time.
SUBRIP = ToolkitReader(
    "subtitles:SubRipFile",
    skip=lambda unit: not unit.target,
    locations=id_as_location,
    find_lines=partial(_find_lines_of_subtitles, _TIMES_PATTERN),
)
MICRODVD = SUBRIP._replace(
    store="subtitles:MicroDVDFile", find_lines=partial(_find_lines_of_subtitles, _FRAMES_PATTERN)
)
ADVANCED_SUBSTATION = SUBRIP._replace(store="subtitles:AdvSubStationAlphaFile")
SUBSTATION = SUBRIP._replace(store="subtitles:SubStationAlphaFile")
YAML = ToolkitReader("yaml:YAMLFile", find_lines=_find_lines_of_yaml)
RUBY_YAML = YAML._replace(store="yaml:RubyYAMLFile")
