"""Configuration files of other tools: what they know of components, in our words."""

import os
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from itertools import islice
from typing import NamedTuple

from transtats_cli.settings import Layer, Setting
from transtats_cli.settings.documents import SettingsError, shown
from transtats_cli.settings.keys import check

READERS = {
    ".tx/config": "transifex",
    "crowdin.yml": "crowdin",
    "crowdin.yaml": "crowdin",
    "l10n.toml": "mozilla",
}
"""Each document, and the module here that reads it; the first that names a component wins."""


_MOST_DEFINITIONS = 5000


class Definition(NamedTuple):
    """One component, as another tool's configuration describes it."""

    layer: Layer
    """At least its filemask."""
    origin: str
    project: str = ""
    slug: str = ""
    """Empty where the tool has no names."""
    paths: Mapping[str, str] = {}
    """Files of single languages outside the mask."""


def read(folder: str, document: str, files: Iterable[str]) -> Sequence[Definition]:
    """The components of a document in a folder; `files` are the paths below it, which patterns are held against."""
    module = import_module(f"{__name__}.{READERS[document]}")
    definitions: Iterable[Definition] = module.read(folder, document, files)
    kept = list(islice(definitions, _MOST_DEFINITIONS + 1))
    if len(kept) > _MOST_DEFINITIONS:
        place = shown(os.path.join(folder, document))
        raise SettingsError(place, f"describes more than {_MOST_DEFINITIONS} components, too many to be true")
    return kept


def layer(document: str, line: int | None, values: Mapping[str, object]) -> Layer:
    """The values as checked settings; those that say nothing are left out."""
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
    """The path, once it is certain that it stays inside the document's folder."""
    try:
        return str(check("path", value))
    except ValueError as error:
        raise SettingsError(document, str(error), key=key) from error
