"""Read configuration files of other translation tools, and convert these to components and settings."""

import os
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from itertools import islice
from typing import NamedTuple

from transtats_cli.settings import Setting, SettingsLayer
from transtats_cli.settings.documents import SettingsError, display_path
from transtats_cli.settings.keys import validate_setting

READER_MODULES = {
    ".tx/config": "transifex",
    "crowdin.yml": "crowdin",
    "crowdin.yaml": "crowdin",
    "l10n.toml": "mozilla",
}
"""Name of the module that reads a configuration file, by path of the configuration file.

If a folder contains several configuration files, the first file that describes components is used.
"""


_MAX_COMPONENTS = 5000


class ForeignComponent(NamedTuple):
    """Component that the configuration file of another tool describes."""

    settings_layer: SettingsLayer
    """Settings of the component, at least the filemask."""
    origin: str
    project: str = ""
    slug: str = ""
    """Name of the component. '' if the configuration contains no names."""
    paths_by_language: Mapping[str, str] = {}
    """Paths of translation files that the mask does not match, by language."""
    source_path: str = ""
    """Path of the file with the source texts. '' if the configuration contains no such path."""


def read_components(folder: str, document_path: str, files: Iterable[str]) -> Sequence[ForeignComponent]:
    """Return the components that a configuration file in a folder describes.

    `document_path` is the path of the configuration file in the folder. `files` are the paths of all files below the
    folder, which are matched with patterns. Raises SettingsError if the configuration file is invalid, or if it
    describes too many components.
    """
    module = import_module(f"{__name__}.{READER_MODULES[document_path]}")
    definitions: Iterable[ForeignComponent] = module.read_components(folder, document_path, files)
    kept = list(islice(definitions, _MAX_COMPONENTS + 1))
    if len(kept) > _MAX_COMPONENTS:
        place = display_path(os.path.join(folder, document_path))
        raise SettingsError(place, f"describes more than {_MAX_COMPONENTS} components, too many to be true")
    return kept


def build_settings_layer(document: str, line: int | None, values: Mapping[str, object]) -> SettingsLayer:
    """Convert values to a layer of settings. Empty values are left out.

    Raises SettingsError for a wrong value.
    """
    origin = document if line is None else f"{document}:{line}"
    checked = {}
    for key, value in values.items():
        if value in ("", None, {}):
            continue
        try:
            checked[key] = Setting(validate_setting(key, value), origin)
        except ValueError as error:
            raise SettingsError(document, str(error), line=line, key=key) from error
    return checked


def require_file_mask(document: str, mask: str) -> str:
    """Return the file mask of a component. Raises SettingsError if the mask is invalid.

    Comparing an invalid mask with a path may take very long, because the mask may have many stars.
    """
    return str(build_settings_layer(document, None, {"filemask": mask})["filemask"].value)


def require_path_below_document(document: str, key: str, value: str) -> str:
    """Return the path `value` that a configuration file contains under `key`, in normalised form.

    Raises SettingsError if the path leads out of the folder of the configuration file.
    """
    try:
        return str(validate_setting("path", value))
    except ValueError as error:
        raise SettingsError(document, str(error), key=key) from error


def text_or_empty(value: object) -> str:
    """Return a value of a configuration file if it is a text, or else ''."""
    return value if isinstance(value, str) else ""
