"""Reader of the string catalogs of Xcode (`.xcstrings`): JSON files that contain the strings of all languages.

A string has its key as the context. A string that varies by device is one unit for each device of the source language,
and each substitution in the source language is another unit. Their contexts are those of Xcode's XLIFF files, such as
`KEY|==|device.iphone`. A string without a value in the source language has its key as the text.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from transtats_cli.columns import UnitColumns
from transtats_cli.errors import UnreadableFile
from transtats_cli.flags import NO_FLAGS
from transtats_cli.formats import ReadOptions, refuse_many_units
from transtats_cli.formats.keyed import find_plural_categories, to_comment_lines
from transtats_cli.formats.lines import Path, find_json_lines
from transtats_cli.model import PLURAL_SEPARATOR, Catalog, State, Unit

_LANGUAGE_REGEX = r"[A-Za-z0-9_@-]{1,50}"
_SOURCE_LANGUAGE_PATTERN = re.compile(rb'"sourceLanguage"\s*+:\s*+"(' + _LANGUAGE_REGEX.encode() + rb')"')
_STATES = {
    "new": State.EMPTY,
    "needs_review": State.NEEDS_EDITING,
    "stale": State.NEEDS_EDITING,
    "translated": State.TRANSLATED,
}
_Object = Mapping[str, Any]


class _StringCatalog(NamedTuple):
    source_language: str
    strings: Mapping[str, _Object]
    languages: tuple[str, ...]
    """Languages of the file as they are spelled, sorted, with the source language."""


class _Part(NamedTuple):
    """Part of a string that is a unit of its own: a device, a substitution, or the whole string."""

    suffix: str = ""
    device: str = ""
    substitution: str = ""


_Value = tuple[str, State]
"""Target and state of a string in one language."""


def list_languages(content: bytes) -> tuple[str, ...]:
    """Return the languages of a file as they are spelled, with the source language. Raises UnreadableFile."""
    return _parse(content).languages


def read_source_language(beginning: bytes) -> str:
    """Return the source language that the beginning of a file declares, or ''."""
    found = _SOURCE_LANGUAGE_PATTERN.search(beginning)
    return found[1].decode() if found else ""


def read_catalog(content: bytes, options: ReadOptions) -> Catalog:
    """Return the strings of the language `options.language_code`, spelled as in the file.

    Strings without a value in this language are left out. Without a language, the strings of all languages are
    returned, with the language as the source. Raises UnreadableFile.
    """
    catalog = _parse(content)
    units: list[Unit] = []
    paths: list[Path] = []
    for language in (options.language_code,) if options.language_code else catalog.languages:
        source = "" if options.language_code else language
        for key, entry in catalog.strings.items():
            is_read_only = entry.get("shouldTranslate") is False
            comments = to_comment_lines(str(entry.get("comment") or ""))
            for part, (target, state) in _list_values(catalog, key, entry, language):
                units.append(Unit(key + part.suffix, source, target, state, NO_FLAGS, is_read_only, comments))
                paths.append(("strings", key, "localizations", language))

    def find_line_numbers() -> list[int]:
        lines = _find_lines(content)
        return [lines.get(path) or lines[path[:2]] for path in paths]

    return Catalog(UnitColumns.from_units(units, find_line_numbers))


# The languages of a file are read one after another, each from the whole file.
@lru_cache(maxsize=1)
def _parse(content: bytes) -> _StringCatalog:
    try:
        data = json.loads(content.decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        raise UnreadableFile(error.msg, error.lineno) from error
    except UnicodeDecodeError as error:
        raise UnreadableFile("the file is not UTF-8") from error
    except RecursionError as error:
        raise UnreadableFile("the file is nested too deeply") from error
    except ValueError as error:
        raise UnreadableFile("a number has too many digits") from error
    if not isinstance(data, dict) or not isinstance(data.get("strings"), dict):
        raise UnreadableFile("the file is no string catalog: it has no object `strings`")
    strings = {key: _get_object(data["strings"], key) for key in data["strings"]}
    source_language = str(data.get("sourceLanguage", "en"))
    found = (code for entry in strings.values() for code in _get_object(entry, "localizations"))
    languages = sorted({source_language, *found})
    for language in languages:
        if not re.fullmatch(_LANGUAGE_REGEX, language):
            raise UnreadableFile(f"{language[:50]!r} is no language")
    refuse_many_units(len(strings) * len(languages))
    return _StringCatalog(source_language, strings, tuple(languages))


@lru_cache(maxsize=1)
def _find_lines(content: bytes) -> Mapping[Path, int]:
    return find_json_lines(content.decode("utf-8-sig"))


def _list_values(catalog: _StringCatalog, key: str, entry: _Object, language: str) -> Iterator[tuple[_Part, _Value]]:
    """Yield the parts of a string with their values in a language. Parts without a value are left out."""
    localizations = _get_object(entry, "localizations")
    source = _get_object(localizations, catalog.source_language)
    is_source = language == catalog.source_language
    localization = _get_object(localizations, language)
    for part in _list_parts(source):
        states, forms = _read_forms(localization, part, language)
        text = "" if not any(forms) else PLURAL_SEPARATOR.join(forms)
        if is_source and not localization:
            text = key
        if is_source:
            if text or key:
                yield part, (text, State.TRANSLATED if text else State.EMPTY)
        elif states:
            state = states.pop() if len(states) == 1 else State.NEEDS_EDITING
            if state is State.TRANSLATED and entry.get("extractionState") == "stale":
                state = State.NEEDS_EDITING
            # The value of a new string is a copy of the source.
            yield part, (text, state) if text and state is not State.EMPTY else ("", State.EMPTY)


def _list_parts(source: _Object) -> list[_Part]:
    devices = _get_object(_get_object(source, "variations"), "device")
    parts = [_Part(f"|==|device.{device}", device) for device in devices] or [_Part()]
    return parts + [
        _Part(f"|==|substitutions.{name}", substitution=name) for name in _get_object(source, "substitutions")
    ]


def _read_forms(localization: _Object, part: _Part, language: str) -> tuple[set[State], list[str]]:
    """Return the states and the texts of the plural forms of a part. Both are empty if the part has no value.

    A device without a value of its own has that of the device `other`, or else of the first device.
    """
    node = localization
    if part.substitution:
        node = _get_object(_get_object(node, "substitutions"), part.substitution)
    devices = _get_object(_get_object(node, "variations"), "device")
    if devices:
        names = (part.device, "other", *devices)
        node = _get_object(devices, next(name for name in names if name in devices))
    plural = _get_object(_get_object(node, "variations"), "plural")
    categories = find_plural_categories(language) if plural else []
    states, texts = set(), []
    for form in [_get_object(plural, category) for category in categories] or [node]:
        unit = _get_object(form, "stringUnit")
        texts.append(str(unit.get("value") or ""))
        if unit:
            states.add(_STATES.get(str(unit.get("state", "translated")), State.NEEDS_EDITING))
    return states, texts


def _get_object(parent: _Object, name: str) -> _Object:
    """Return the object with a name, or {} if there is none. Raises UnreadableFile for another value."""
    value = parent.get(name, {})
    if not isinstance(value, dict):
        raise UnreadableFile(f"the value of {name[:100]!r} is no object")
    return value
