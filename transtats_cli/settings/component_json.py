"""Parse component.json, which contains fields of a component as the API of a Weblate server returns them."""

import json
import os
from functools import lru_cache
from typing import Any

from transtats_cli.settings.documents import SettingsError, display_path, read_document
from transtats_cli.settings.keys import SETTING_SPECS
from transtats_cli.settings.kinds import Kind, SettingValue
from transtats_cli.settings.layers import Setting, SettingsLayer
from transtats_cli.settings.lines import find_json_key_line

COMPONENT_FILE = "component.json"


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
    for key, spec in SETTING_SPECS.items():
        value = fields.get(key) if spec.is_in_component_json else None
        # A server exports a field without a value as null.
        if value is not None:
            layer[key] = Setting(_validate_field(name, text, key, value), name)
    return layer


# The components of a tree mostly have the same few values.
@lru_cache(maxsize=1024)
def _validate_text(kind: Kind, value: str) -> SettingValue:
    return kind.validate_exported(value)


def _validate_field(document: str, json_text: str, key: str, value: object) -> SettingValue:
    kind = SETTING_SPECS[key].kind
    try:
        return _validate_text(kind, value) if isinstance(value, str) else kind.validate_exported(value)
    except ValueError as error:
        raise SettingsError(document, str(error), line=find_json_key_line(json_text, key), key=key) from error
