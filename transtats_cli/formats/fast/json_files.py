"""Fast reader for nested JSON, i18next, ARB and browser extensions, without translate-toolkit.

The reader takes a seventh (ARB) to a thirtieth (nested texts) of the time of the readers in `formats.json_files`, whose
catalogs are the same: 4 to 30 ms for 5,000 strings. It raises IrregularFile for a file that
is not UTF-8, has a byte order mark, is malformed or nested deeply, or in which a value has an unexpected type.
tests/formats/fast/test_json_files.py compares the readers.
"""

import json
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice, takewhile
from typing import Any

from transtats_cli.flags import NO_FLAGS, Flags
from transtats_cli.formats import MAX_UNITS, IrregularFile, ReadOptions
from transtats_cli.formats.keyed import build_unit, create_catalog, find_plural_categories, flags_of_named_placeholders
from transtats_cli.formats.lines import Path, find_json_lines
from transtats_cli.model import PLURAL_SEPARATOR, Catalog, Unit
from transtats_cli.plurals import PLURAL_CATEGORIES

_MAX_REGULAR_NESTING = 50


_Strings = Iterator[tuple[Unit, Path]]
"""Strings of a file, each with the place of the value from which the string gets its line number."""
_Walker = Callable[[Any, ReadOptions], _Strings]


def _read_json(walk: _Walker, content: bytes, options: ReadOptions) -> Catalog:
    try:
        text = content.decode()
        data = json.loads(text)
        if not isinstance(data, (dict, list)):
            raise IrregularFile
        # More strings than the limit are refused later, so they need not be read.
        strings = [*islice(walk(data, options), MAX_UNITS + 1)]
    except (ValueError, RecursionError) as error:
        raise IrregularFile from error
    return create_catalog(
        (unit for unit, _ in strings),
        options,
        find_lines=lambda: [*map(find_json_lines(text).__getitem__, (path for _, path in strings))],
    )


def _build_unit(key: str, value: object, note: str = "", flags: Flags = NO_FLAGS) -> Unit:
    """Return the unit of a text, a number, a boolean or null. Zero, false and null count as empty strings."""
    return build_unit(key, "" if value is None else str(value), note=note, flags=flags, is_empty=not value)


_PluralForms = dict[str, tuple[str, list[str]] | None]
"""Keys of an object that belong to strings with plural forms.

The value of a key is the name of a string and the keys of its forms. The string is added in the place of this key. The
value is None for the keys of forms that are not added as separate strings.
"""
_FormFinder = Callable[[dict[str, Any]], _PluralForms]


def _walk_value(value: Any, find_forms: _FormFinder, name: str = "", path: Path = ()) -> _Strings:
    """Yield the strings in an object or a list, whose keys begin with `name`. Any other value is a string."""
    if not isinstance(value, (dict, list)):
        yield _build_unit(name, value), path
        return
    if len(path) > _MAX_REGULAR_NESTING:
        raise IrregularFile
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from _walk_value(item, find_forms, f"{name}[{index}]", (*path, index))
        return
    prefix = f"{name}." if path else ""
    forms_by_key = find_forms(value)
    for key, item in value.items():
        if key not in forms_by_key:
            yield from _walk_value(item, find_forms, prefix + key, (*path, key))
        elif string := forms_by_key[key]:
            base, forms = string
            text = PLURAL_SEPARATOR.join([_require_text(value.get(form, "")) for form in forms])
            yield _build_unit(prefix + base, text), (*path, next(filter(value.__contains__, forms)))


def _find_numbered_forms(data: dict[str, Any]) -> _PluralForms:
    """Return the strings with plural forms of i18next 3: `key` and `key_plural`, or `key_0`, `key_1` and so on."""
    numbered = {key[:-2] for key in data if key.endswith("_0")}
    simple = {key.removesuffix("_plural") for key in data if key.endswith("_plural")}
    if numbered & simple or any(key.endswith("_plural") for key in simple):
        raise IrregularFile
    forms_by_key: _PluralForms = {}
    passed_keys: set[str] = set()
    for key in data if numbered or simple else ():
        base, _, number = key.rpartition("_")
        if key in forms_by_key:
            continue
        if key in simple:
            simple.remove(key)
            base, possible_forms = key, [key, f"{key}_plural"]
        elif base in numbered and number.isdigit():
            numbered.remove(base)
            possible_forms = [f"{base}_{order}" for order in range(10)]
        else:
            passed_keys.add(key)
            continue
        forms = [*takewhile(data.__contains__, possible_forms)]
        # A form above the first key of its string is a form and another string.
        if not passed_keys.isdisjoint(forms):
            raise IrregularFile
        for form in forms:
            forms_by_key.setdefault(form)
        forms_by_key[key] = base, forms
    return forms_by_key


def _find_forms_of_categories(language_code: str, data: dict[str, Any]) -> _PluralForms:
    """Return the strings with plural forms of i18next 4: `key_one`, `key_other` and so on."""
    bases: dict[str, list[str]] = {}
    excluded: set[str] = set()
    for key, value in data.items():
        base, separator, category = key.rpartition("_")
        if separator and category in PLURAL_CATEGORIES:
            bases.setdefault(base, []).append(key)
            if type(value) is not str:
                excluded.add(base)
    bases = {base: keys for base, keys in bases.items() if base not in excluded}
    if not bases:
        return {}
    categories = find_plural_categories(language_code)
    if any(not any(f"{base}_{category}" in data for category in categories) for base in bases):
        raise IrregularFile
    forms_by_key: _PluralForms = dict.fromkeys(key for keys in bases.values() for key in keys)
    for base, keys in bases.items():
        forms_by_key[keys[0]] = base, [f"{base}_{category}" for category in categories]
    return forms_by_key


def _walk_web_extension(data: Any, _: ReadOptions) -> _Strings:
    for key, value in _require_object(data).items():
        message = _require_object(value)
        yield _build_described_unit(key, _require_text(message.get("message", "")), message), (key,)


def _walk_arb(data: Any, _: ReadOptions) -> _Strings:
    for key, value in _require_object(data).items():
        if not key.startswith("@"):
            if not isinstance(value, (str, int)):
                raise IrregularFile
            yield _build_described_unit(key, value, _require_object(data.get(f"@{key}", {}))), (key,)


def _build_described_unit(key: str, value: object, description: dict[str, Any]) -> Unit:
    note = _require_text(description.get("description", ""))
    placeholders = description.get("placeholders")
    flags = NO_FLAGS
    if placeholders is not None and _require_object(placeholders):
        flags = flags_of_named_placeholders(placeholders)
    return _build_unit(key.removeprefix("."), value, note, flags)


def _require_object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise IrregularFile
    return value


def _require_text(value: Any) -> str:
    if not isinstance(value, str):
        raise IrregularFile
    return value


read_nested = partial(_read_json, lambda data, _: _walk_value(data, lambda _: {}))
read_i18next = partial(_read_json, lambda data, _: _walk_value(data, _find_numbered_forms))
read_i18next_v4 = partial(
    _read_json,
    lambda data, options: _walk_value(data, partial(_find_forms_of_categories, options.language_code)),
)
read_web_extension = partial(_read_json, _walk_web_extension)
read_arb = partial(_read_json, _walk_arb)
