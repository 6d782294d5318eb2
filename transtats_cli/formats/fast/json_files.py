"""Fast reader for nested JSON and i18next 3, without translate-toolkit.

The reader takes a quarter (i18next) to a thirtieth (nested texts) of the time of the readers in `formats.json_files`,
whose catalogs are the same: 4 to 30 ms for 5,000 strings. It raises IrregularFile for a file that is not UTF-8, has a
byte order mark, is malformed or nested deeply, or in which a plural form is no text or is above the first form.
tests/formats/fast/test_json_files.py compares the readers.
"""

import json
from collections.abc import Iterable, Iterator
from itertools import islice, takewhile
from typing import Any

from transtats_cli.columns import UnitColumns
from transtats_cli.flags import NO_FLAGS
from transtats_cli.formats import MAX_UNITS, IrregularFile, ReadOptions
from transtats_cli.formats.keyed import create_catalog, find_state
from transtats_cli.formats.lines import Path, find_json_lines
from transtats_cli.model import PLURAL_SEPARATOR, Catalog

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
    names, texts, is_empty, paths = [[*values] for values in zip(*strings, strict=True)] or ([],) * 4
    columns = UnitColumns(
        names,
        [""] * len(names),
        texts,
        bytes(map(find_state, texts, is_empty)),
        [NO_FLAGS] * len(names),
        find_comments=lambda _: "",
        find_line_numbers=lambda: [*map(find_json_lines(text).__getitem__, paths)],
    )
    return create_catalog(columns, options)


def _walk_value(value: Any, has_forms: bool, name: str = "", path: Path = ()) -> Iterator[tuple[str, str, bool, Path]]:
    """Yield the strings in an object or a list: key, text, True if it is empty, and the place of its line number.

    The keys of the strings begin with `name`. Any other value is a string. Zero, false and null are empty strings. If
    `has_forms`, several keys may be the plural forms of one string.
    """
    if len(path) > _MAX_REGULAR_NESTING:
        raise IrregularFile
    is_list = isinstance(value, list)
    prefix = f"{name}." if path else ""
    forms_by_key = _find_plural_forms(value) if has_forms and not is_list else {}
    items: Iterable[tuple[Any, Any]] = enumerate(value) if is_list else value.items()
    for key, item in items:
        place = (*path, key)
        if forms := forms_by_key.get(key):
            texts = [value[form] for form in forms]
            if not all(isinstance(text, str) for text in texts):
                raise IrregularFile
            yield prefix + key.removesuffix("_0"), PLURAL_SEPARATOR.join(texts), False, place
        elif key not in forms_by_key:
            item_name = f"{name}[{key}]" if is_list else prefix + key
            if isinstance(item, (dict, list)):
                yield from _walk_value(item, has_forms, item_name, place)
            else:
                yield item_name, "" if item is None else str(item), not item, place


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
