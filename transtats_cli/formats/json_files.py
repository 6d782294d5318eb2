"""Readers of the JSON formats."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from translate.storage import jsonl10n

from transtats_cli.flags import NO_FLAGS, Flags
from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.toolkit import build_unit, create_keyed_reader, create_store_reader
from transtats_cli.model import Unit

FlagBuilder = Callable[[Any], Flags]
"""Function that returns the flags of a string from the placeholders that its file declares."""


def create_json_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(jsonl10n.JsonFile, _build_keyed_unit, options)


def create_nested_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(jsonl10n.JsonNestedFile, _build_keyed_unit, options)


def create_web_extension_reader(options: ReadOptions) -> Reader:
    build = partial(_build_keyed_unit, flags_of=_flags_of_named_placeholders)
    return create_keyed_reader(jsonl10n.WebExtensionJsonFile, build, options)


def create_i18next_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(jsonl10n.I18NextFile, _build_keyed_unit, options)


def create_i18next_v4_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(jsonl10n.I18NextV4File, _build_keyed_unit, options)


def create_go_i18n_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(jsonl10n.GoI18NJsonFile, _build_keyed_unit, options)


def create_go_i18n_v2_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(jsonl10n.GoI18NV2JsonFile, _build_keyed_unit, options)


def create_gotext_reader(options: ReadOptions) -> Reader:
    build = partial(_build_keyed_unit, flags_of=_flags_of_gotext_placeholders)
    return create_keyed_reader(jsonl10n.GoTextJsonFile, build, options)


def create_arb_reader(options: ReadOptions) -> Reader:
    build = partial(_build_keyed_unit, flags_of=_flags_of_named_placeholders)
    return create_keyed_reader(jsonl10n.ARBJsonFile, build, options)


def create_formatjs_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(jsonl10n.FormatJSJsonFile, _build_keyed_unit, options)


def create_nextcloud_reader(options: ReadOptions) -> Reader:
    return create_store_reader(jsonl10n.NextcloudJsonFile, _build_nextcloud_unit, options)


def create_resjson_reader(options: ReadOptions) -> Reader:
    return create_store_reader(jsonl10n.RESJSONFile, _build_resjson_unit, options)


def _build_keyed_unit(unit: Any, *, flags_of: FlagBuilder | None = None) -> Unit | None:
    if unit.isheader():
        return None
    flags = flags_of(unit.placeholders) if flags_of is not None and unit.placeholders else NO_FLAGS
    return build_unit(unit.getid().removeprefix("."), unit.target, note=unit.getnotes(), flags=flags)


def _flags_of_named_placeholders(placeholders: Mapping[str, Any]) -> Flags:
    """Return the flags of ARB files and browser extensions. A placeholder has the form `$NAME$`, in any case."""
    return _placeholder_flags((f"${name.upper()}$" for name in placeholders), {"case-insensitive": ()})


def _flags_of_gotext_placeholders(placeholders: Iterable[Mapping[str, Any]]) -> Flags:
    return _placeholder_flags((f"{{{placeholder['id']}}}" for placeholder in placeholders), {})


def _placeholder_flags(placeholders: Iterable[str], more: dict[str, tuple[str, ...]]) -> Flags:
    return Flags({"placeholders": tuple(placeholders), **more})


def _build_nextcloud_unit(unit: Any) -> Unit:
    return build_unit("", unit.target, source=unit.source, note=unit.getnotes(), locations=(unit.getid(),))


def _build_resjson_unit(unit: Any) -> Unit:
    """Return the Unit of a key with its source text. Without a source text, the unit is not translatable."""
    return build_unit(
        unit.getid(),
        unit.target,
        source=unit.source,
        note=unit.getnotes(),
        locations=(unit.getid(),),
        is_read_only=not unit.source,
    )
