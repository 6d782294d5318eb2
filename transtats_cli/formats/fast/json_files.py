"""Fast reader for nested JSON and i18next 3, without translate-toolkit.

The reader takes a quarter (i18next) to a thirtieth (nested texts) of the time of the readers in `formats.json_files`,
whose catalogs are the same: 4 to 30 ms for 5,000 strings. It raises IrregularFile for a file that is not UTF-8, has a
byte order mark, is malformed or nested deeply, or in which a plural form is no text or is above the first form.
tests/formats/fast/test_json_files.py compares the readers.
"""

import json
from collections.abc import Iterator
from itertools import islice, takewhile
from typing import Any

from transtats_cli.formats import MAX_UNITS, IrregularFile, ReadOptions
from transtats_cli.formats.keyed import build_unit, create_catalog
from transtats_cli.formats.lines import Path, find_json_lines
from transtats_cli.model import PLURAL_SEPARATOR, Catalog, Unit

_MAX_REGULAR_NESTING = 50


def read_nested(content: bytes, options: ReadOptions) -> Catalog:
    return _read_json(content, options, has_forms=False)


def read_i18next(content: bytes, options: ReadOptions) -> Catalog:
    return _read_json(content, options, has_forms=True)


def _read_json(content: bytes, options: ReadOptions, *, has_forms: bool) -> Catalog:
    try:
        text = content.decode()
        data = json.loads(text)
        if not isinstance(data, (dict, list)):
            raise IrregularFile
        # More strings than the limit are refused later, so they need not be read.
        strings = [*islice(_walk_value(data, has_forms), MAX_UNITS + 1)]
    except (ValueError, RecursionError) as error:
        raise IrregularFile from error
    return create_catalog(
        (unit for unit, _ in strings),
        options,
        find_lines=lambda: [*map(find_json_lines(text).__getitem__, (path for _, path in strings))],
    )


def _walk_value(value: Any, has_forms: bool, name: str = "", path: Path = ()) -> Iterator[tuple[Unit, Path]]:
    """Yield the strings in an object or a list, each with the place of the value that has its line number.

    The keys of the strings begin with `name`. Any other value is a string. Zero, false and null are empty strings. If
    `has_forms`, several keys may be the plural forms of one string.
    """
    if not isinstance(value, (dict, list)):
        yield build_unit(name, "" if value is None else str(value), is_empty=not value), path
        return
    if len(path) > _MAX_REGULAR_NESTING:
        raise IrregularFile
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from _walk_value(item, has_forms, f"{name}[{index}]", (*path, index))
        return
    prefix = f"{name}." if path else ""
    forms_by_key = _find_plural_forms(value) if has_forms else {}
    for key, item in value.items():
        if key not in forms_by_key:
            yield from _walk_value(item, has_forms, prefix + key, (*path, key))
        elif forms := forms_by_key[key]:
            texts = [value[form] for form in forms]
            if not all(isinstance(text, str) for text in texts):
                raise IrregularFile
            yield build_unit(prefix + key.removesuffix("_0"), PLURAL_SEPARATOR.join(texts)), (*path, key)


def _find_plural_forms(data: dict[str, Any]) -> dict[str, list[str]]:
    """Return the keys of plural forms of i18next 3: `key` and `key_plural`, or `key_0`, `key_1` and so on.

    The value of the first key of a string contains all its keys. The values of the other keys are empty.
    """
    forms_by_key: dict[str, list[str]] = {}
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
            forms = [key, f"{key}_plural"]
        elif ending == "0":
            forms = [*takewhile(data.__contains__, (f"{base}_{order}" for order in range(10)))]
        if forms:
            forms_by_key.update({form: [] for form in forms} | {key: forms})
    return forms_by_key
