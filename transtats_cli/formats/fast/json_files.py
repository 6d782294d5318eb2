"""Fast reader for nested JSON, i18next, ARB and browser extensions, without translate-toolkit.

The reader takes a seventh (ARB) to a thirtieth (nested texts) of the time of the readers in `formats.json_files`, whose
catalogs are the same: 4 to 30 ms for 5,000 strings. It raises IrregularFile for a file that
is not UTF-8, has a byte order mark, is malformed or nested deeply, or in which a value has an unexpected type.
tests/formats/fast/test_json_files.py compares the readers.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Set
from functools import partial
from itertools import takewhile
from typing import Any, NamedTuple

from transtats_cli.flags import Flags
from transtats_cli.formats import IrregularFile, ReadOptions, refuse_many_units
from transtats_cli.formats.json_lines import find_lines, flags_of_named_placeholders
from transtats_cli.formats.keyed import KeyedStrings, create_catalog, find_plural_categories
from transtats_cli.formats.lines import Path
from transtats_cli.model import PLURAL_SEPARATOR, Catalog
from transtats_cli.plurals import PLURAL_CATEGORIES

_MAX_REGULAR_NESTING = 50


def _read_json(walk: "_Walker", content: bytes, options: ReadOptions) -> Catalog:
    """Return the Catalog of a regular file. Raises IrregularFile for other files."""
    try:
        text = content.decode()
        data = json.loads(text)
        if not isinstance(data, (dict, list)):
            raise IrregularFile
        collector = _StringCollector(text)
        walk(collector, data, options)
    except (ValueError, RecursionError) as error:
        raise IrregularFile from error
    strings = KeyedStrings(
        collector.keys, collector.texts, collector.notes, collector.flags, empty_indices=collector.empty_indices
    )
    return create_catalog(strings, options, collector.find_lines)


class _StringCollector:
    def __init__(self, text: str) -> None:
        self.keys: list[str] = []
        self.texts: list[str] = []
        self.notes: dict[int, str] = {}
        self.flags: dict[int, Flags] = {}
        self.empty_indices: list[int] = []
        self._paths: list[tuple[Path, Iterable[str | int]]] = []
        """Places of the values from which the strings get their line numbers, in the order of the strings.

        An item contains the path of an object or a list, and the keys or indices of values in it.
        """
        self._text = text

    def add_string(self, key: str, text: str, parents: Path, last: str | int) -> None:
        """Add a string. Its line number is that of the value at the path `(*parents, last)`."""
        self.keys.append(key)
        self.texts.append(text)
        self._paths.append((parents, (last,)))

    def add_texts(self, prefix: str, texts: dict[str, str], parents: Path) -> None:
        """Add the strings of an object that contains only texts. `parents` is the path of the object."""
        self.keys += [prefix + key for key in texts] if prefix else texts
        self.texts += texts.values()
        self._paths.append((parents, texts))

    def add_value(self, key: str, value: object, parents: Path, last: str | int) -> None:
        """Add a number, a boolean or null, which has the path `(*parents, last)`.

        Zero, false and null count as empty strings.
        """
        if not value:
            self.empty_indices.append(len(self.keys))
        self.add_string(key, "" if value is None else str(value), parents, last)

    def find_lines(self) -> list[int]:
        found = find_lines(self._text)
        return [found[*parents, last] for parents, keys in self._paths for last in keys]


_Walker = Callable[[_StringCollector, Any, ReadOptions], None]
FormFinder = Callable[[dict[str, Any]], "PluralStrings"]
"""Function that returns the strings with plural forms in an object."""


class PluralStrings(NamedTuple):
    """Keys of an object that belong to strings with plural forms."""

    forms_by_key: Mapping[str, tuple[str, list[str]]] = {}
    """Name of each string with plural forms, and the keys of its forms.

    The mapping key is the first key of the string in the object. The string is added in the place of this key.
    """
    other_keys: Set[str] = frozenset()
    """Keys of forms. They are not added as separate strings."""


def _walk_value(
    collector: _StringCollector, data: Any, find_forms: FormFinder, name: str = "", parents: Path = ()
) -> None:
    """Add the strings in an object or a list. Their keys begin with `name`. `parents` is the path of `data`."""
    if len(parents) > _MAX_REGULAR_NESTING:
        raise IrregularFile
    refuse_many_units(len(collector.keys) + len(data))
    if isinstance(data, list):
        for index, value in enumerate(data):
            _walk_child(collector, value, find_forms, f"{name}[{index}]", parents, index)
    elif isinstance(data, dict):
        prefix = f"{name}." if parents else ""
        forms_by_key, other_keys = find_forms(data)
        if not forms_by_key and not other_keys and _ONLY_TEXT.issuperset(map(type, data.values())):
            collector.add_texts(prefix, data, parents)
            return
        for key, value in data.items():
            if key in forms_by_key:
                base, forms = forms_by_key[key]
                text = PLURAL_SEPARATOR.join([_require_text(data.get(form, "")) for form in forms])
                collector.add_string(prefix + base, text, parents, next(filter(data.__contains__, forms)))
            elif key not in other_keys:
                _walk_child(collector, value, find_forms, prefix + key, parents, key)


def _walk_child(
    collector: _StringCollector, value: Any, find_forms: FormFinder, name: str, parents: Path, key: str | int
) -> None:
    if type(value) is str:
        collector.add_string(name, value, parents, key)
    elif isinstance(value, (dict, list)):
        _walk_value(collector, value, find_forms, name, (*parents, key))
    else:
        collector.add_value(name, value, parents, key)


def _find_numbered_forms(data: dict[str, Any]) -> PluralStrings:
    """Return the strings with plural forms of i18next 3: `key` and `key_plural`, or `key_0`, `key_1` and so on."""
    numbered = {key[:-2] for key in data if key.endswith("_0")}
    simple = {key.removesuffix("_plural") for key in data if key.endswith("_plural")}
    if numbered & simple or any(key.endswith("_plural") for key in simple):
        raise IrregularFile
    forms_by_key: dict[str, tuple[str, list[str]]] = {}
    other_keys: set[str] = set()
    passed_keys: set[str] = set()
    for key in data if numbered or simple else ():
        base, _, number = key.rpartition("_")
        if key in other_keys:
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
        other_keys.update(forms)
        forms_by_key[key] = base, forms
    return PluralStrings(forms_by_key, other_keys)


def _find_forms_of_categories(language_code: str, data: dict[str, Any]) -> PluralStrings:
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
        return _NO_FORMS
    categories = find_plural_categories(language_code)
    if any(not any(f"{base}_{category}" in data for category in categories) for base in bases):
        raise IrregularFile
    return PluralStrings(
        {keys[0]: (base, [f"{base}_{category}" for category in categories]) for base, keys in bases.items()},
        {key for keys in bases.values() for key in keys},
    )


def _walk_web_extension(collector: _StringCollector, data: Any, _: ReadOptions) -> None:
    for key, value in _require_object(data).items():
        message = _require_object(value)
        _add_described_string(collector, key, _require_text(message.get("message", "")), message)


def _walk_arb(collector: _StringCollector, data: Any, _: ReadOptions) -> None:
    for key, value in _require_object(data).items():
        if not key.startswith("@"):
            if not isinstance(value, (str, int)):
                raise IrregularFile
            if value == 0:
                collector.empty_indices.append(len(collector.keys))
            _add_described_string(collector, key, str(value), _require_object(data.get(f"@{key}", {})))


def _add_described_string(collector: _StringCollector, key: str, text: str, description: dict[str, Any]) -> None:
    note = _require_text(description.get("description", ""))
    placeholders = description.get("placeholders")
    if note:
        collector.notes[len(collector.keys)] = note
    if placeholders is not None and _require_object(placeholders):
        collector.flags[len(collector.keys)] = flags_of_named_placeholders(placeholders)
    collector.add_string(key.removeprefix("."), text, (), key)


def _require_object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise IrregularFile
    return value


def _require_text(value: Any) -> str:
    if not isinstance(value, str):
        raise IrregularFile
    return value


_NO_FORMS = PluralStrings()
_ONLY_TEXT = frozenset({str})
read_nested = partial(_read_json, lambda strings, data, _: _walk_value(strings, data, lambda _: _NO_FORMS))
read_i18next = partial(_read_json, lambda strings, data, _: _walk_value(strings, data, _find_numbered_forms))
read_i18next_v4 = partial(
    _read_json,
    lambda strings, data, options: _walk_value(
        strings, data, partial(_find_forms_of_categories, options.language_code)
    ),
)
read_web_extension = partial(_read_json, _walk_web_extension)
read_arb = partial(_read_json, _walk_arb)
