"""Read configuration files of other translation tools, and convert these to components and settings."""

import os
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from itertools import islice

from transtats_cli.languages import find_code_in_path
from transtats_cli.scanning.discovery.definition import Definition
from transtats_cli.scanning.filemask.folders import compile_mask
from transtats_cli.settings.documents import SettingsError, display_path
from transtats_cli.settings.keys import validate_setting
from transtats_cli.settings.kinds import SettingValue
from transtats_cli.settings.layers import Setting, SettingsLayer

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


def read_components(folder: str, document_path: str, files: Iterable[str]) -> Sequence[Definition]:
    """Return the components that a configuration file in a folder describes.

    `document_path` is the path of the configuration file in the folder. `files` are the paths of all files below the
    folder, which are matched with patterns. Raises SettingsError if the configuration file is invalid, or if it
    describes too many components.
    """
    module = import_module(f"{__name__}.{READER_MODULES[document_path]}")
    definitions: Iterable[Definition] = module.read_components(folder, document_path, files)
    kept = list(islice(definitions, _MAX_COMPONENTS + 1))
    if len(kept) > _MAX_COMPONENTS:
        place = display_path(os.path.join(folder, document_path))
        raise SettingsError(place, f"describes more than {_MAX_COMPONENTS} components, too many to be true")
    return kept


def build_settings_layer(document: str, values: Mapping[str, object]) -> SettingsLayer:
    """Convert values to a layer of settings. Empty values are left out.

    Raises SettingsError for a wrong value.
    """
    written = {key: value for key, value in values.items() if value not in ("", None, {})}
    return {key: Setting(require_value(document, key, value), document) for key, value in written.items()}


def require_value(document: str, setting: str, value: object, key: str = "") -> SettingValue:
    """Return the value of a setting in normalised form.

    Raises SettingsError if the value is invalid. `key` is the name of the setting in the configuration file, if it is
    another one.
    """
    try:
        return validate_setting(setting, value)
    except ValueError as error:
        raise SettingsError(document, str(error), key=key or setting) from error


def require_path(document: str, key: str, value: str) -> str:
    """Return a path in a configuration file. Raises SettingsError if it leads out of the folder of the file."""
    return str(require_value(document, "path", value, key))


def find_language_of_source(mask: str, source_path: str) -> str:
    """Return the language in the path of a source file, if the mask of its translations also matches this path.

    For the source `locale/en_US/app.po` and the mask `locale/*/app.po`, the language is `en_US`. Otherwise, return ''.
    """
    found = compile_mask(mask).fullmatch(source_path)
    return (found and find_code_in_path(found.groups())) or ""


def text_or_empty(value: object) -> str:
    """Return a value of a configuration file if it is a text, or else ''."""
    return value if isinstance(value, str) else ""
