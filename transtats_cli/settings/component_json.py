"""Parse component.json, which contains fields of a component as the API of a Weblate server returns them."""

import os
from typing import Any

from transtats_cli.settings.documents import SettingsError, display_path, read
from transtats_cli.settings.keys import KEYS
from transtats_cli.settings.layers import Layer, Setting

FILE = "component.json"

_FIELDS = (
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


def layer(folder: str, *, is_real: bool = False) -> Layer | None:
    """Return the settings in the component.json of a folder.

    If there is no component.json, or it has no `filemask`, return None. Set `is_real` only if no part of the path is a
    symbolic link. Raises SettingsError if the file is invalid.
    """
    path = os.path.join(folder, FILE)
    text = read(path, is_real=is_real)
    if text is None:
        return None
    # Imported late, because most projects have no component.json.
    import json

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
    return {key: Setting(_validate_field(name, text, key, value), name) for key, value in _present_fields(fields)}


def _present_fields(fields: dict[str, Any]) -> list[tuple[str, Any]]:
    # A server exports a field without a value as null.
    present = [(key, fields[key]) for key in _FIELDS if fields.get(key) is not None]
    return [(key, _reading_parameters(value) if key == "file_format_params" else value) for key, value in present]


def _reading_parameters(value: Any) -> Any:
    """Return the `file_format_params` that affect how files are read, without all other parameters of a server."""
    if not isinstance(value, dict):
        return value
    return {
        name: parameter for name, parameter in value.items() if name in ("xliff_placeables", "xml_whitespace_handling")
    }


def _validate_field(document: str, text: str, key: str, value: Any) -> Any:
    try:
        return KEYS[key].check(value)
    except ValueError as error:
        from transtats_cli.settings.lines import line_of_json_key

        raise SettingsError(document, str(error), line=line_of_json_key(text, key), key=key) from error
