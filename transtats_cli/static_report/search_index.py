"""Index of the strings of a report, which a script of its page of the search loads.

The index consists of scripts, because a page that is opened as a file cannot load data. One file contains the keys and
the sources of all strings, another one their notes and locations, and one file for each language contains the
translations in the same order.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from transtats_cli.component import Component
from transtats_cli.languages import language_by_code
from transtats_cli.model import PLURAL_SEPARATOR
from transtats_cli.pages.rendering import language_tag
from transtats_cli.report import LocatedUnit, Report
from transtats_cli.static_report.page_paths import LIST_PAGE_NAMES, PagePaths
from transtats_cli.static_report.string_lists import ALL, TranslationStrings
from transtats_cli.unit_queries.checksums import unit_checksum

STRINGS_PER_PAGE = 50
_MAX_FILE_BYTES = 5_000_000
"""Size of a file after which the strings of further components are left out. A browser has to load the file."""
_MAX_TEXT_LENGTH = 500
_PLACE_PATTERN = re.compile("^#[^,=|~]", re.MULTILINE)
"""Comment line that is part of a note, or contains locations."""


class IndexedComponent(NamedTuple):
    """Part of the index with the strings of one component, as JSON."""

    strings: str
    """Keys, sources and checksums of the strings. Only strings on a page of the report need checksums."""
    places: str
    """Notes and locations of the strings."""
    translations: Mapping[str, str]
    """By language code: the translations, and the numbers of the strings on each list of strings and of those that fail
    each check."""


class IndexBuilder:
    """Collects the texts of the strings of one component."""

    def __init__(self, component: Component) -> None:
        self._source_code = language_by_code(component.source_language).code
        self._numbers: dict[tuple[str, str], int] = {}
        """Numbers of the strings by context and source."""
        self._targets: dict[str, list[str | int]] = {}
        """Translations by language code. 0 for a string that neither the file of the language nor the template has, and
        1 for a string that only the template has."""
        self._places: dict[int, tuple[str, str]] = {}
        """Note and locations of each string that has some, those of the source language if it has some."""
        self._failing: dict[str, dict[str, dict[int, None]]] = {}
        """Numbers of the strings that fail checks, by language code and check id."""

    def add(self, located_unit: LocatedUnit) -> None:
        unit, code = located_unit.unit, located_unit.language.code
        number = self._numbers.setdefault((unit.context, unit.source), len(self._numbers))
        targets = self._targets.setdefault(code, [])
        targets += [0] * (number + 1 - len(targets))
        targets[number] = targets[number] or (1 if located_unit.is_missing else _format_text(unit.target))
        for finding in located_unit.findings:
            self._failing.setdefault(code, {}).setdefault(finding.check, {})[number] = None
        if (number not in self._places or code == self._source_code) and _PLACE_PATTERN.search(unit.comments):
            self._places[number] = (_format_text(unit.note), _format_text("\n".join(unit.references)))

    def make_index(self, strings: Mapping[str, TranslationStrings]) -> IndexedComponent:
        """Return the index. `strings` contains the lists of strings of the report, by language code."""
        checksums: dict[int, str] = {}
        translations: dict[str, str] = {}
        for code, targets in self._targets.items():
            lists = strings[code].lists if code in strings else {}
            pages: dict[str, list[int]] = {}
            for query in (ALL,) if ALL in lists else lists:
                units = [located_unit.unit for _, located_unit in lists[query].units]
                numbers = [self._numbers[each.context, each.source] for each in units]
                pages[LIST_PAGE_NAMES[query]] = numbers
                checksums.update(zip(numbers, map(unit_checksum, units), strict=True))
            if code == self._source_code:
                targets = [text and "" for text in targets]
            failing = {check: [*numbers] for check, numbers in self._failing.get(code, {}).items()}
            translations[code] = _format_json([targets, pages, failing])
        keys, sources = zip(*self._numbers, strict=True) if self._numbers else ((), ())
        sums = [checksums.get(number, 0) for number in range(len(keys))]
        texts = [[*map(_format_text, keys)] if any(keys) else [], [*map(_format_text, sources)], sums]
        return IndexedComponent(_format_json(texts), _format_json(self._places), translations)


def generate_index_files(
    reports: Sequence[Report], indexes: Sequence[IndexedComponent], paths: PagePaths
) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the index."""
    heads = [
        [
            f"{component.project_title} / {component.title}",
            paths.find(("projects", component.project, component.slug)).removesuffix("/index.html"),
            language_tag(language_by_code(component.source_language).code),
        ]
        for component in (report.component for report in reports)
    ]
    parts = [f"{_format_json(head)[:-1]},{index.strings[1:]}" for head, index in zip(heads, indexes, strict=True)]
    yield _make_file("sources", dict(enumerate(parts)))
    yield _make_file("places", {number: index.places for number, index in enumerate(indexes)})
    for code, directory in paths.language_directories.items():
        in_language = {
            number: index.translations[code] for number, index in enumerate(indexes) if code in index.translations
        }
        yield _make_file(f"languages/{directory}", in_language)


def _make_file(name: str, parts: Mapping[int, str]) -> tuple[str, bytes]:
    """Return a file with the parts of components by their numbers. It calls a function of the script of the page."""
    lines: list[str] = []
    size = 0
    for number, part in parts.items():
        size += len(part.encode("utf-8", "surrogatepass"))
        if size <= _MAX_FILE_BYTES:
            lines.append(f"{number}:{part}")
    content = ",\n".join(lines)
    text = f'addIndex("{name}",{STRINGS_PER_PAGE},{len(parts) - len(lines)},{{{content}}});\n'
    return f"search/{name}.js", text.encode("utf-8", "backslashreplace")


def _format_text(text: str) -> str:
    return text.replace(PLURAL_SEPARATOR, "\n")[:_MAX_TEXT_LENGTH]


def _format_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
