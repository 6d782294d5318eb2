"""Readers of PHP files with variables, constants and arrays, and of the language files of Laravel.

The files are parsed. They are never executed.
"""

from typing import Any

from translate.storage.php import LaravelPHPFile, phpfile

from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.php_files.lines import find_lines
from transtats_cli.formats.toolkit import build_unit, create_keyed_reader
from transtats_cli.model import Unit


def create_php_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(phpfile, _build_unit, options, find_lines)


def create_laravel_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(LaravelPHPFile, _build_unit, options, find_lines)


def _build_unit(unit: Any) -> Unit | None:
    """Return the Unit of a value. A unit with an empty value is read-only. None for comments without a value."""
    if unit.isblank():
        return None
    return build_unit(
        unit.getid(),
        unit.source,
        note=unit.getnotes(),
        is_read_only=not unit.istranslatable(),
    )
