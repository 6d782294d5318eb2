"""Parse component.json, which contains fields of a component as the API of a Weblate server returns them."""

import json
import os
from typing import Any

from transtats_cli.formats.lines import find_json_lines
from transtats_cli.settings.documents import SettingsError, display_path, read_document
from transtats_cli.settings.keys import SETTING_SPECS
from transtats_cli.settings.layers import Setting, SettingsLayer

COMPONENT_FILE = "component.json"


def read_component_settings(folder: str, *, is_real_path: bool = False) -> SettingsLayer | None:
    """Return the settings in the component.json of a folder.

    If there is no component.json, or it has no `filemask`, return None. Set `is_real_path` only if no part of the path
    is a symbolic link. Raises SettingsError if the file is invalid.
    """
    # There may be thousands of files, and os.path.join would take longer.
    path = f"{folder}{os.sep}{COMPONENT_FILE}"
    text = read_document(path, is_real_path=is_real_path)
    if text is None:
        return None
    name = display_path(path)
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
            try:
                validate = spec.kind.validate_exported or spec.kind.validate
                layer[key] = Setting(validate(value), name)
            except ValueError as error:
                line = find_json_lines(text).get((key,))
                raise SettingsError(name, str(error), line=line, key=key) from error
    return layer
