"""Parse component.json, which contains fields of a component as the API of a Weblate server returns them."""

import os
from functools import lru_cache
from typing import Any

from transtats_cli.settings.documents import SettingsError, display_path, read_document
from transtats_cli.settings.keys import FORMAT_PARAMETERS, SETTING_SPECS, require_valid_flags
from transtats_cli.settings.layers import Setting, SettingsLayer

COMPONENT_FILE = "component.json"

_FIELD_NAMES = (
    "name",
    "filemask",
    "file_format",
    "file_format_params",
    "template",
    "new_base",
    "source_language",
    "language_regex",
    "check_flags",
)


def read_component_settings(
    folder: str, *, is_real_path: bool = False, shown_folder: str | None = None
) -> SettingsLayer | None:
    """Return the settings in the component.json of a folder.

    If there is no component.json, or it has no `filemask`, return None. Set `is_real_path` only if no part of the path
    is a symbolic link. `shown_folder` is the result of `display_path` for the folder, if it is known. Raises
    SettingsError if the file is invalid.
    """
    # There may be thousands of files, and os.path.join would take longer.
    path = f"{folder}{os.sep}{COMPONENT_FILE}"
    text = read_document(path, is_real_path=is_real_path)
    if text is None:
        return None
    # Imported late, because most projects have no component.json.
    import json

    name = display_path(path) if shown_folder is None else f"{shown_folder}{os.sep}{COMPONENT_FILE}"
    try:
        fields: Any = json.loads(text)
    except json.JSONDecodeError as error:
        raise SettingsError(name, f"not valid JSON: {error.msg}", line=error.lineno) from error
    except (RecursionError, ValueError) as error:
        raise SettingsError(name, "not valid JSON: nested too deep, or a number too long") from error
    if not isinstance(fields, dict):
        raise SettingsError(name, "must be an object, as a server describes a component")
    if not fields.get("filemask"):
        return None
    layer: dict[str, Setting] = {}
    for key in _FIELD_NAMES:
        value = fields.get(key)
        # A server exports a field without a value as null.
        if value is not None:
            layer[key] = Setting(_validate_field(name, text, key, value), name)
    return layer


def _select_parsing_parameters(parameters: Any) -> Any:
    """Return the `file_format_params` that affect how files are read, without all other parameters of a server."""
    if not isinstance(parameters, dict):
        return parameters
    return {name: parameter for name, parameter in parameters.items() if name in FORMAT_PARAMETERS}


# The components of a tree mostly have the same few values.
@lru_cache(maxsize=1024)
def _validate_text(key: str, value: str) -> Any:
    # A server may have more checks, whose flags have no effect here.
    return require_valid_flags(value) if key == "check_flags" else SETTING_SPECS[key].validate(value)


def _validate_field(document: str, json_text: str, key: str, value: Any) -> Any:
    try:
        if isinstance(value, str):
            return _validate_text(key, value)
        return SETTING_SPECS[key].validate(_select_parsing_parameters(value) if key == "file_format_params" else value)
    except ValueError as error:
        from transtats_cli.settings.lines import find_json_key_line

        raise SettingsError(document, str(error), line=find_json_key_line(json_text, key), key=key) from error
