"""Readers of subtitles: SubRip, MicroDVD, SubStation Alpha and Advanced SubStation Alpha."""

from typing import Any

from translate.storage.subtitles import AdvSubStationAlphaFile, MicroDVDFile, SubRipFile, SubStationAlphaFile

from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.toolkit import build_unit, create_keyed_reader
from transtats_cli.model import Unit


def create_subrip_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(SubRipFile, _build_unit, options)


def create_microdvd_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(MicroDVDFile, _build_unit, options)


def create_advanced_substation_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(AdvSubStationAlphaFile, _build_unit, options)


def create_substation_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(SubStationAlphaFile, _build_unit, options)


def _build_unit(unit: Any) -> Unit:
    """Return the Unit of a subtitle. The times of its start and its end are its key."""
    key = unit.getid()
    return build_unit(key, unit.target, note=unit.getnotes(), locations=(key,))
