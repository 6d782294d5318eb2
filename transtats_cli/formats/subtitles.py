"""Readers of subtitles: SubRip, MicroDVD, SubStation Alpha and Advanced SubStation Alpha."""

import re
from collections.abc import Iterable
from typing import Any

from translate.storage.subtitles import AdvSubStationAlphaFile, MicroDVDFile, SubRipFile, SubStationAlphaFile

from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.lines import assign_lines, find_matches
from transtats_cli.formats.toolkit import build_unit, create_keyed_reader
from transtats_cli.model import Unit

_TIME_REGEX = r"(\d+):(\d+):(\d+)[.,](\d+)"
_TIMES_PATTERN = re.compile(rf"^(?:Dialogue:[^,\n]*,)?[ \t]*{_TIME_REGEX}\s*(?:-->|,)\s*{_TIME_REGEX}", re.MULTILINE)
_FRAMES_PATTERN = re.compile(r"^\{(\d+)\}\{(\d+)\}", re.MULTILINE)


def create_subrip_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(SubRipFile, _build_unit, options, _find_lines)


def create_microdvd_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(MicroDVDFile, _build_unit, options, _find_lines)


def create_advanced_substation_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(AdvSubStationAlphaFile, _build_unit, options, _find_lines)


def create_substation_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(SubStationAlphaFile, _build_unit, options, _find_lines)


def _build_unit(unit: Any) -> Unit | None:
    """Return the Unit of a subtitle, or None if the subtitle has no text. The key is its start and end time."""
    if not unit.target:
        return None
    key = unit.getid()
    return build_unit(key, unit.target, note=unit.getnotes(), locations=(key,))


def _find_lines(content: bytes, store: Any) -> list[int]:
    text = content.decode("utf-8", errors="replace").removeprefix("\ufeff")
    pattern = _FRAMES_PATTERN if isinstance(store, MicroDVDFile) else _TIMES_PATTERN
    found = ((_to_key(match.groups()), line) for match, line in find_matches(pattern, text))
    return assign_lines([_to_key(re.findall(r"\d+", unit.getid())) for unit in store.units], found)


def _to_key(numbers: Iterable[str]) -> str:
    """Return a key for the numbers in the start and end time of a subtitle.

    Equal times have equal keys, with or without leading zeros, and with two or three digits for a fraction of a second.
    """
    return " ".join(f"{number:0<3}" if place % 4 == 3 else number.lstrip("0") for place, number in enumerate(numbers))
