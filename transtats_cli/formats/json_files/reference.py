"""Readers of the JSON formats, based on translate-toolkit. Slow, but complete."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from translate.misc.multistring import multistring
from translate.storage import jsonl10n

from transtats_cli.flags import NO_FLAGS, Flags
from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.json_files import lines
from transtats_cli.formats.json_files.lines import Path
from transtats_cli.formats.json_files.placeholders import flags_of_gotext_placeholders, flags_of_named_placeholders
from transtats_cli.formats.toolkit import build_unit, create_keyed_reader, create_store_reader
from transtats_cli.model import State, Unit

FlagBuilder = Callable[[Any], Flags]
"""Function that returns the flags of a string from the placeholders that its file declares."""
PathFinder = Callable[[int, Any], Iterable[Path]]
"""Function that returns paths for the index of a unit and the unit of translate-toolkit.

The line number of the unit is that of the first path that exists in the file.
"""

_PLURAL_CATEGORIES = ("zero", "one", "two", "few", "many", "other")


def create_json_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(jsonl10n.JsonFile, _build_keyed_unit, options, _find_lines)


def create_nested_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(jsonl10n.JsonNestedFile, _build_keyed_unit, options, _find_lines)


def create_web_extension_reader(options: ReadOptions) -> Reader:
    build = partial(_build_keyed_unit, flags_of=flags_of_named_placeholders)
    return create_keyed_reader(jsonl10n.WebExtensionJsonFile, build, options, _find_lines)


def create_i18next_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(
        jsonl10n.I18NextFile, _build_keyed_unit, options, partial(_find_lines, find_paths=_find_numbered_paths)
    )


def create_i18next_v4_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(jsonl10n.I18NextV4File, _build_keyed_unit, options, _find_i18next_v4_lines)


def create_go_i18n_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(
        jsonl10n.GoI18NJsonFile, _build_keyed_unit, options, partial(_find_lines, find_paths=_find_list_paths)
    )


def create_go_i18n_v2_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(jsonl10n.GoI18NV2JsonFile, _build_keyed_unit, options, _find_lines)


def create_gotext_reader(options: ReadOptions) -> Reader:
    build = partial(_build_keyed_unit, flags_of=flags_of_gotext_placeholders)
    return create_keyed_reader(
        jsonl10n.GoTextJsonFile, build, options, partial(_find_lines, find_paths=_find_message_paths)
    )


def create_arb_reader(options: ReadOptions) -> Reader:
    build = partial(_build_keyed_unit, flags_of=flags_of_named_placeholders)
    return create_keyed_reader(jsonl10n.ARBJsonFile, build, options, _find_lines)


def create_formatjs_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(jsonl10n.FormatJSJsonFile, _build_keyed_unit, options, _find_lines)


def create_nextcloud_reader(options: ReadOptions) -> Reader:
    return create_store_reader(
        jsonl10n.NextcloudJsonFile,
        _build_nextcloud_unit,
        options,
        partial(_find_lines, find_paths=_find_nextcloud_paths),
    )


def create_resjson_reader(options: ReadOptions) -> Reader:
    return create_store_reader(jsonl10n.RESJSONFile, _build_resjson_unit, options, _find_lines)


def _build_keyed_unit(unit: Any, *, flags_of: FlagBuilder | None = None) -> Unit | None:
    if unit.isheader():
        return None
    flags = flags_of(unit.placeholders) if flags_of is not None and unit.placeholders else NO_FLAGS
    target = unit.target
    built = build_unit(unit.getid().removeprefix("."), target, note=unit.getnotes(), flags=flags)
    # Zero and false count as empty strings.
    return built if target else built._replace(state=State.EMPTY)


def _build_nextcloud_unit(unit: Any) -> Unit:
    return build_unit("", unit.target, source=unit.source, note=unit.getnotes(), locations=(unit.getid(),))


def _build_resjson_unit(unit: Any) -> Unit:
    """Return the Unit of a key with its source text. If the source text is missing, the unit is read-only."""
    return build_unit(
        unit.getid(),
        unit.target,
        source=unit.source,
        note=unit.getnotes(),
        locations=(unit.getid(),),
        is_read_only=not unit.source,
    )


def _find_paths(_: int, unit: Any) -> Iterable[Path]:
    return [tuple(key for _, key in unit.get_unitid().parts)]


def _find_lines(content: bytes, store: Any, find_paths: PathFinder = _find_paths) -> list[int]:
    found = lines.find_lines(store.preprocess_input(content.decode(store.encoding)))
    return [
        next((found[path] for path in find_paths(index, unit) if path in found), 0)
        for index, unit in enumerate(store.units)
    ]


def _find_numbered_paths(index: int, unit: Any) -> Iterable[Path]:
    """Return the possible paths of a unit of i18next 3: `key`, and for plural forms first `key_0`."""
    ((*parents, key),) = _find_paths(index, unit)
    forms = [(*parents, f"{key}_0")] if isinstance(unit.target, multistring) else []
    return [*forms, (*parents, key)]


def _find_category_paths(store: Any, index: int, unit: Any) -> Iterable[Path]:
    """Return the possible paths of a unit of i18next 4: `key`, or `key_one`, `key_other` and so on for plural forms.

    The categories of the language come first. The paths of all other categories follow, because a file may contain only
    forms that the language does not have.
    """
    ((*parents, key),) = _find_paths(index, unit)
    if not isinstance(unit.target, multistring):
        return [(*parents, key)]
    return [(*parents, f"{key}_{category}") for category in (*store.get_plural_tags(), *_PLURAL_CATEGORIES)]


def _find_i18next_v4_lines(content: bytes, store: Any) -> list[int]:
    return _find_lines(content, store, partial(_find_category_paths, store))


def _find_list_paths(index: int, _: Any) -> Iterable[Path]:
    """Return the possible paths of a unit of go-i18n: the key `id` in a list element, or the list element."""
    return [(index, "id"), (index,)]


def _find_message_paths(index: int, _: Any) -> Iterable[Path]:
    """Return the possible paths of a unit of gotext: the key `id` in an element of `messages`, or the element."""
    return [("messages", index, "id"), ("messages", index)]


def _find_nextcloud_paths(_: int, unit: Any) -> Iterable[Path]:
    return [("translations", unit.getid())]
