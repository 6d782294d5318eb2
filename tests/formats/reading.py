"""Functions that read small samples of a format, and return their strings as short tuples.

The plural forms of a string are separated by `¦`.
"""

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from transtats_cli.component import Component
from transtats_cli.formats import ReadOptions
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.languages import language_by_code
from transtats_cli.model import PLURAL_SEPARATOR, Unit
from transtats_cli.scanning.reading.reader import ComponentReader, StringsByIdentity
from transtats_cli.scanning.reading.strings import to_source_unit

READERS = pytest.mark.parametrize(
    "uses_reference_readers", [pytest.param(False, id="fast"), pytest.param(True, id="reference")]
)
"""Runs a test with both readers of a format."""


class Row(NamedTuple):
    """Key, source, target and state number of a string."""

    key: str
    source: str
    target: str
    state: int


class Pair(NamedTuple):
    """Strings of the source language and of a translation."""

    source: list[Row]
    translation: list[Row]


def to_bytes(content: str | bytes) -> bytes:
    return content.encode() if isinstance(content, str) else content


def read_units(file_format: str, content: str | bytes, *, language: str = "en", **fields: Any) -> list[Unit]:
    """Return the units of a file. If the format may have a template, the file is read as a monolingual file."""
    known = FILE_FORMATS[file_format]
    options = ReadOptions(is_monolingual=known.may_have_template)._replace(**fields)
    if known.depends_on_language:
        options = options._replace(language_code=language)
    return list(known.create_reader(options)(to_bytes(content)).units)


def read_texts(file_format: str, content: str | bytes, *, language: str = "en", **fields: Any) -> dict[str, str]:
    """Return the texts of a monolingual file by their keys."""
    return {
        unit.context: show_forms(unit.target) for unit in read_units(file_format, content, language=language, **fields)
    }


def read_pair(
    folder: Path,
    file_format: str,
    template: str | bytes,
    translation: str | bytes,
    *,
    language: str = "cs",
    options: ReadOptions | None = None,
) -> Pair:
    """Return the strings of a template, and the strings of a translation of that template."""
    source, target = read_paired_units(folder, file_format, template, translation, language=language, options=options)
    return Pair(to_rows(source), to_rows(target))


def read_paired_units(
    folder: Path,
    file_format: str,
    template: str | bytes,
    translation: str | bytes,
    *,
    language: str = "cs",
    options: ReadOptions | None = None,
) -> tuple[list[Unit], list[Unit]]:
    """Return the units of the template, and the units of a translation, with states and flags as in a scan."""
    (folder / "template").write_bytes(to_bytes(template))
    component = Component(
        "demo",
        "app",
        str(folder),
        "*.x",
        file_format=file_format,
        template="template",
        read_options=(options or ReadOptions())._replace(is_monolingual=True),
    )
    reader = ComponentReader(component)
    source = reader.read_template()
    assert source is not None
    found = reader.read_translation_and_keys("cs.x", language_by_code(language), to_bytes(translation))[0]
    return list(source.units), list(found.units)


def read_bilingual(
    folder: Path, file_format: str, *contents: str | bytes, language: str = "cs", options: ReadOptions | None = None
) -> list[list[Row]]:
    """Return the source strings of all files of a bilingual component, followed by the strings of each file."""
    component = Component(
        "demo", "app", str(folder), "*.x", file_format=file_format, read_options=options or ReadOptions()
    )
    reader = ComponentReader(component)
    language_found = language_by_code(language)
    read = reader.read_translation_and_keys
    files = [read(f"{index}.x", language_found, to_bytes(each))[0] for index, each in enumerate(contents)]
    sources: StringsByIdentity = {}
    for file in files:
        reader.add_strings(sources, file.path, file.units)
    units = [to_source_unit(unit) for _, unit in sources.values()]
    return [to_rows([*each]) for each in (units, *(file.units for file in files))]


def to_rows(units: list[Unit]) -> list[Row]:
    return [Row(unit.context, show_forms(unit.source), show_forms(unit.target), int(unit.state)) for unit in units]


def show_forms(text: str) -> str:
    return text.replace(PLURAL_SEPARATOR, "¦")
