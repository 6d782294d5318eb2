"""Fast reader for nested JSON and i18next, without translate-toolkit.

The reader takes a third (i18next 4) to a thirtieth (nested texts) of the time of the readers in `formats.json_files`,
whose catalogs are the same: 4 to 30 ms for 5,000 strings. It raises IrregularFile for a file that is not UTF-8, has a
byte order mark, is malformed or nested deeply, or in which a plural form is no text or is above the first form.
tests/formats/fast/test_json_files.py compares the readers.
"""

import json
from collections.abc import Callable, Iterator
from itertools import islice, takewhile
from typing import Any

from transtats_cli.formats import MAX_UNITS, IrregularFile, ReadOptions
from transtats_cli.formats.keyed import build_unit, create_catalog, find_plural_categories
from transtats_cli.formats.lines import Path, find_json_lines
from transtats_cli.model import PLURAL_SEPARATOR, Catalog, Unit
from transtats_cli.plurals import PLURAL_CATEGORIES

_MAX_REGULAR_NESTING = 50

_PluralForms = dict[str, tuple[str, list[str]] | None]
"""Keys of an object that belong to strings with plural forms.

The value of a key is the name of a string and the keys of its forms. The string is added in the place of this key. The
value is None for the keys of forms that are not added as separate strings.
"""
_FormFinder = Callable[[dict[str, Any]], _PluralForms]


def read_nested(content: bytes, options: ReadOptions) -> Catalog:
    return _read_json(content, options, lambda _: {})


def read_i18next(content: bytes, options: ReadOptions) -> Catalog:
    return _read_json(content, options, _find_numbered_forms)


def read_i18next_v4(content: bytes, options: ReadOptions) -> Catalog:
    categories = find_plural_categories(options.language_code)
    return _read_json(content, options, lambda data: _find_forms_of_categories(data, categories))


def _read_json(content: bytes, options: ReadOptions, find_forms: _FormFinder) -> Catalog:
    try:
        text = content.decode()
        data = json.loads(text)
        if not isinstance(data, (dict, list)):
            raise IrregularFile
        # More strings than the limit are refused later, so they need not be read.
        strings = [*islice(_walk_value(data, find_forms), MAX_UNITS + 1)]
    except (ValueError, RecursionError) as error:
        raise IrregularFile from error
    return create_catalog(
        (unit for unit, _ in strings),
        options,
        find_lines=lambda: [*map(find_json_lines(text).__getitem__, (path for _, path in strings))],
    )


def _walk_value(value: Any, find_forms: _FormFinder, name: str = "", path: Path = ()) -> Iterator[tuple[Unit, Path]]:
    """Yield the strings in an object or a list, each with the place of the value that has its line number.

    The keys of the strings begin with `name`. Any other value is a string. Zero, false and null are empty strings.
    """
    if not isinstance(value, (dict, list)):
        yield build_unit(name, "" if value is None else str(value), is_empty=not value), path
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
            texts = [value.get(form, "") for form in forms]
            if not all(isinstance(text, str) for text in texts):
                raise IrregularFile
            yield (
                build_unit(prefix + base, PLURAL_SEPARATOR.join(texts)),
                (*path, next(filter(value.__contains__, forms))),
            )


def _find_numbered_forms(data: dict[str, Any]) -> _PluralForms:
    """Return the strings with plural forms of i18next 3: `key` and `key_plural`, or `key_0`, `key_1` and so on."""
    forms_by_key: _PluralForms = {}
    for key in data:
        if key in forms_by_key:
            continue
        base, _, ending = key.rpartition("_")
        has_plural = f"{key}_plural" in data
        forms: list[str] = []
        first = base if ending == "plural" else f"{base}_0" if ending.isdigit() else key
        if first != key:
            # A form above the first form is a string of its own, too.
            if has_plural or base.endswith("_plural") or (first in data and first not in forms_by_key):
                raise IrregularFile
        elif has_plural:
            if ending == "0":
                raise IrregularFile
            base, forms = key, [key, f"{key}_plural"]
        elif ending == "0":
            forms = [*takewhile(data.__contains__, (f"{base}_{order}" for order in range(10)))]
        if forms:
            forms_by_key.update(dict.fromkeys(forms))
            forms_by_key[key] = base, forms
    return forms_by_key


def _find_forms_of_categories(data: dict[str, Any], categories: list[str]) -> _PluralForms:
    """Return the strings with plural forms of i18next 4: `key_one`, `key_other` and so on."""
    forms_by_key: _PluralForms = {}
    for key in data:
        base, separator, category = key.rpartition("_")
        if key in forms_by_key or not separator or category not in PLURAL_CATEGORIES:
            continue
        written = [form for each in PLURAL_CATEGORIES if (form := f"{base}_{each}") in data]
        if all(isinstance(data[form], str) for form in written):
            forms = [f"{base}_{each}" for each in categories]
            if data.keys().isdisjoint(forms):
                raise IrregularFile
            forms_by_key.update(dict.fromkeys(written))
            forms_by_key[key] = base, forms
    return forms_by_key
