"""Index of the strings of a report, which a script of its page of the search loads.

The index consists of scripts, because a page that is opened as a file cannot load data. One file contains the keys and
the sources of all strings, another one their notes and locations, and one file for each language contains the
translations in the same order.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from transtats_cli.component import Component
from transtats_cli.languages import language_by_code
from transtats_cli.model import PLURAL_SEPARATOR, State
from transtats_cli.pages.rendering import STATE_TITLES, language_tag
from transtats_cli.report import LocatedUnit, Report
from transtats_cli.static_report.page_paths import LIST_PAGE_NAMES, PagePaths
from transtats_cli.static_report.string_lists import ALL, TranslationStrings
from transtats_cli.unit_queries.checksums import unit_checksum

STRINGS_PER_PAGE = 100
_MAX_FILE_BYTES = 5_000_000
"""Size of a file after which the strings of further components are left out. A browser has to load the file."""
_MAX_TEXT_LENGTH = 500
_PLACE_PATTERN = re.compile("^#[^,=|~]", re.MULTILINE)
"""Comment line that is part of a note, or contains locations."""


class IndexedComponent(NamedTuple):
    """Part of the index with the strings of one component, as JSON."""

    strings: str
    """Keys, sources and checksums of the strings, and the number of languages in which each of them is translated. Only
    strings on a page of the report need checksums."""
    places: str
    """Notes and locations of the strings."""
    translations: Mapping[str, str]
    """By language code: the texts, the numbers of the strings on each list of strings, of those that fail each check
    and of those in each state, the path of the file, and the steps between the lines of the strings in the file."""


class _IndexedTranslation(NamedTuple):
    """Texts and properties of the strings of one language by the numbers of the strings."""

    targets: dict[int, str | int]
    """1 is a string that only the template has."""
    lines: dict[int, int]
    failing: dict[str, dict[int, None]]
    """Numbers of the strings that fail checks, by check id."""
    states: dict[str, list[int]]
    """Numbers of strings by title of their state, except for those that are translated, missing or without a text."""

    def add(self, number: int, found: LocatedUnit) -> bool:
        """Add a string, and return True. If the string was added before, add its new findings, and return False."""
        for finding in found.findings:
            self.failing.setdefault(finding.check, {})[number] = None
        if number in self.targets:
            return False
        self.targets[number] = 1 if found.is_missing else _format_text(found.unit.target)
        self.lines[number] = 0 if found.is_missing else found.unit.line
        if found.unit.state not in (State.TRANSLATED, State.EMPTY) or found.is_stale or found.source_change:
            self.states.setdefault(STATE_TITLES.get(found.state_name, found.state_name), []).append(number)
        return True


class IndexBuilder:
    """Collects the texts of the strings of one component."""

    def __init__(self, component: Component) -> None:
        self._source_code = language_by_code(component.source_language).code
        self._numbers: dict[tuple[str, str], int] = {}
        """Numbers of the strings by context and source."""
        self._translations: dict[str, _IndexedTranslation] = {}
        """Translations by language code."""
        self._places: dict[int, tuple[str, str]] = {}
        """Note and locations of each string that has some, those of the source language if it has some."""
        self._translation_counts = Counter[int]()
        """Numbers of the languages in which the strings are translated, by the number of the string."""

    def add(self, located_unit: LocatedUnit) -> None:
        unit, code = located_unit.unit, located_unit.language.code
        number = self._numbers.setdefault((unit.context, unit.source), len(self._numbers))
        if code not in self._translations:
            self._translations[code] = _IndexedTranslation({}, {}, {}, {})
        is_new = self._translations[code].add(number, located_unit)
        if is_new and code != self._source_code and not located_unit.is_missing and unit.state >= State.TRANSLATED:
            self._translation_counts[number] += 1
        if number in self._places and code != self._source_code:
            return
        # Files often lack the locations that the reference has.
        reference = located_unit.reference
        described = reference if reference and reference.comments else unit
        if _PLACE_PATTERN.search(described.comments):
            self._places[number] = (_format_text(described.note), _format_text("\n".join(described.references)))

    def make_index(self, strings: Mapping[str, TranslationStrings], paths: Mapping[str, str]) -> IndexedComponent:
        """Return the index. `strings` contains the lists of strings, and `paths` those of the files, by language."""
        checksums: dict[int, str] = {}
        translations: dict[str, str] = {}
        for code, (targets, lines, failing, states) in self._translations.items():
            lists = strings[code].lists if code in strings else {}
            pages: dict[str, list[int]] = {}
            for query in (ALL,) if ALL in lists else lists:
                units = [located_unit.unit for _, located_unit in lists[query].units]
                pages[LIST_PAGE_NAMES[query]] = [self._numbers[each.context, each.source] for each in units]
                for each in (*units, *lists[query].missing):
                    number = self._numbers[each.context, each.source]
                    # Many languages lack the same strings.
                    checksums[number] = checksums.get(number) or unit_checksum(each)
            if code == self._source_code:
                targets, states = dict.fromkeys(targets, ""), {}
            by_check = {check: [*numbers] for check, numbers in failing.items()}
            path = paths.get(code, "")
            present = [lines[number] for number in sorted(targets) if targets[number] != 1]
            translations[code] = _format_json(
                [
                    [targets.get(number, 0) for number in range(max(targets, default=-1) + 1)],
                    *(pages, by_check, states, path),
                    # The step from the line of a string to that of the next one is a shorter number.
                    [line - before for before, line in pairwise([0, *present])] if path else [],
                ]
            )
        keys, sources = zip(*self._numbers, strict=True) if self._numbers else ((), ())
        sums = [checksums.get(number, 0) for number in range(len(keys))]
        counts = [self._translation_counts[number] for number in range(len(keys))]
        texts = [[*map(_format_text, keys)] if any(keys) else [], [*map(_format_text, sources)], sums, counts]
        return IndexedComponent(_format_json(texts), _format_json(self._places), translations)


def generate_index_files(
    components: Sequence[tuple[Report, IndexedComponent]], paths: PagePaths
) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the index."""
    parts = [f"{_format_json(_make_head(report, paths))[:-1]},{index.strings[1:]}" for report, index in components]
    yield _make_file("sources", dict(enumerate(parts)))
    yield _make_file("places", {number: index.places for number, (_, index) in enumerate(components)})
    for code, directory in paths.language_directories.items():
        in_language = {
            number: index.translations[code]
            for number, (_, index) in enumerate(components)
            if code in index.translations
        }
        yield _make_file(f"languages/{directory}", in_language)


def _make_head(report: Report, paths: PagePaths) -> list[str | int]:
    """Return the title, the folder, the language of the sources and its name in the index, and the number of the other
    languages."""
    component = report.component
    source_code = language_by_code(component.source_language).code
    return [
        f"{component.project_title} / {component.title}",
        paths.find(("projects", component.project, component.slug)).removesuffix("/index.html"),
        language_tag(source_code),
        paths.language_directories.get(source_code, ""),
        sum(not report.is_source(record) for record in report.records),
    ]


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
