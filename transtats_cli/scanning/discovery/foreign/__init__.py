"""Configuration files of other translation tools, converted to components and settings."""

import os
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from itertools import islice
from typing import NamedTuple

from transtats_cli.settings import Layer, Setting
from transtats_cli.settings.documents import SettingsError, display_path
from transtats_cli.settings.keys import check

READERS = {
    ".tx/config": "transifex",
    "crowdin.yml": "crowdin",
    "crowdin.yaml": "crowdin",
    "l10n.toml": "mozilla",
}
"""Module of this package that reads each document. The first document with components is used."""


_MOST_DEFINITIONS = 5000


class ForeignComponent(NamedTuple):
    """A component that the configuration of another tool describes."""

    layer: Layer
    """Settings, at least the filemask."""
    origin: str
    project: str = ""
    slug: str = ""
    """Name of the component. Empty if the tool has no names."""
    paths: Mapping[str, str] = {}
    """Path by language part, for files that the mask does not match."""


def read(folder: str, document: str, files: Iterable[str]) -> Sequence[ForeignComponent]:
    """Return the components in a document of a folder. `files` are the paths below the folder, for matching patterns.

    Raises SettingsError for mistakes, and for more components than any real document has.
    """
    module = import_module(f"{__name__}.{READERS[document]}")
    definitions: Iterable[ForeignComponent] = module.read(folder, document, files)
    kept = list(islice(definitions, _MOST_DEFINITIONS + 1))
    if len(kept) > _MOST_DEFINITIONS:
        place = display_path(os.path.join(folder, document))
        raise SettingsError(place, f"describes more than {_MOST_DEFINITIONS} components, too many to be true")
    return kept


def layer(document: str, line: int | None, values: Mapping[str, object]) -> Layer:
    """Return the values as checked settings. Empty values are left out. Raises SettingsError for wrong values."""
    origin = document if line is None else f"{document}:{line}"
    checked = {}
    for key, value in values.items():
        if value in ("", None, {}):
            continue
        try:
            checked[key] = Setting(check(key, value), origin)
        except ValueError as error:
            raise SettingsError(document, str(error), line=line, key=key) from error
    return checked


def path_inside(document: str, key: str, value: str) -> str:
    """Return the path. Raises SettingsError if the path leads out of the document's folder."""
    try:
        return str(check("path", value))
    except ValueError as error:
        raise SettingsError(document, str(error), key=key) from error
