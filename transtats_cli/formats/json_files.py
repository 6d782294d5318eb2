"""Readers of the JSON formats, based on translate-toolkit."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from translate.misc.multistring import multistring

from transtats_cli.flags import NO_FLAGS, Flags
from transtats_cli.formats.lines import Path, find_json_lines
from transtats_cli.formats.toolkit import ToolkitReader, get_source, id_as_location, is_header
from transtats_cli.plurals import PLURAL_CATEGORIES

PathFinder = Callable[[Any, int, Any], Iterable[Path]]
"""Function that returns paths for the store, the index of a unit, and the unit.

The line number of the unit is that of the first path that exists in the file.
"""


def _find_path(_store: Any, _index: int, unit: Any) -> list[Path]:
    return [tuple(key for _, key in unit.get_unitid().parts)]


def _find_lines(content: bytes, store: Any, find_paths: PathFinder = _find_path) -> list[int]:
    found = find_json_lines(store.preprocess_input(content.decode(store.encoding)))
    return [
        next((found[path] for path in find_paths(store, index, unit) if path in found), 0)
        for index, unit in enumerate(store.units)
    ]


def _find_numbered_paths(store: Any, index: int, unit: Any) -> Iterable[Path]:
    """Return the possible paths of a unit of i18next 3: `key`, and for plural forms first `key_0`."""
    ((*parents, key),) = _find_path(store, index, unit)
    forms = [(*parents, f"{key}_0")] if isinstance(unit.target, multistring) else []
    return [*forms, (*parents, key)]


def _find_category_paths(store: Any, index: int, unit: Any) -> Iterable[Path]:
    """Return the possible paths of a unit of i18next 4: `key`, or `key_one`, `key_other` and so on for plural forms.

    The categories of the language come first. The paths of all other categories follow, because a file may contain only
    forms that the language does not have.
    """
    ((*parents, key),) = _find_path(store, index, unit)
    if not isinstance(unit.target, multistring):
        return [(*parents, key)]
    return [(*parents, f"{key}_{category}") for category in (*store.get_plural_tags(), *PLURAL_CATEGORIES)]


def _flags_of_gotext(unit: Any) -> Flags:
    placeholders = tuple(f"{{{placeholder['id']}}}" for placeholder in unit.placeholders or ())
    return Flags({"placeholders": placeholders}) if placeholders else NO_FLAGS


def _flags_of_named_placeholders(unit: Any) -> Flags:
    """Return the flags for placeholders of the form `$NAME$`, in upper or lower case."""
    placeholders = tuple(f"${name.upper()}$" for name in unit.placeholders or ())
    return Flags({"placeholders": placeholders, "case-insensitive": ()}) if placeholders else NO_FLAGS


FLAT = ToolkitReader(
    "jsonl10n:JsonFile",
    skip=is_header,
    key=lambda unit: unit.getid().removeprefix("."),
    # Zero and false count as empty strings.
    is_empty=lambda unit: not unit.target,
    find_lines=_find_lines,
)
NESTED = FLAT._replace(store="jsonl10n:JsonNestedFile")
WEB_EXTENSION = FLAT._replace(store="jsonl10n:WebExtensionJsonFile", flags=_flags_of_named_placeholders)
ARB = FLAT._replace(store="jsonl10n:ARBJsonFile", flags=_flags_of_named_placeholders)
I18NEXT = FLAT._replace(store="jsonl10n:I18NextFile", find_lines=partial(_find_lines, find_paths=_find_numbered_paths))
I18NEXT_V4 = FLAT._replace(
    store="jsonl10n:I18NextV4File", find_lines=partial(_find_lines, find_paths=_find_category_paths)
)
# The line of a message is that of its key `id`, or that of the list element if it has no id.
GO_I18N = FLAT._replace(
    store="jsonl10n:GoI18NJsonFile",
    find_lines=partial(_find_lines, find_paths=lambda _store, index, _unit: [(index, "id"), (index,)]),
)
GO_I18N_V2 = FLAT._replace(store="jsonl10n:GoI18NV2JsonFile")
GOTEXT = FLAT._replace(
    store="jsonl10n:GoTextJsonFile",
    flags=_flags_of_gotext,
    find_lines=partial(
        _find_lines, find_paths=lambda _store, index, _unit: [("messages", index, "id"), ("messages", index)]
    ),
)
FORMATJS = FLAT._replace(store="jsonl10n:FormatJSJsonFile")
NEXTCLOUD = ToolkitReader(
    "jsonl10n:NextcloudJsonFile",
    key=lambda _: "",
    source=get_source,
    locations=id_as_location,
    find_lines=partial(_find_lines, find_paths=lambda _store, _index, unit: [("translations", unit.getid())]),
)
# A string whose source text is missing is read-only.
RESJSON = ToolkitReader(
    "jsonl10n:RESJSONFile",
    source=get_source,
    locations=id_as_location,
    is_read_only=lambda unit: not unit.source,
    find_lines=_find_lines,
)
