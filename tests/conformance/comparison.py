"""Comparison of records and strings with those of a server."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from transtats_cli.component import Component
from transtats_cli.envelope import record_fields, whole_list
from transtats_cli.languages import language_by_code
from transtats_cli.model import Unit
from transtats_cli.scanning.pipeline.combining import combine_scanned_files
from transtats_cli.scanning.pipeline.file_scanner import FileScanner
from transtats_cli.scanning.pipeline.language_selection import find_translations
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.pipeline.scan import scan_component
from transtats_cli.scanning.reading.reader import ComponentReader
from transtats_cli.statistics import count_words

FIELDS = ("context", "source", "target", "state", "words", "chars", "flags", "note", "location", "checks")
HISTORY = {"last_change", "recent_changes"}
"""Keys about the history of a server. Files do not contain it."""
Strings = dict[str, Counter[tuple[Any, ...]]]
"""Strings of each language, as values of FIELDS."""


def assert_records_are_equal(component: Component, expected: Mapping[str, Any]) -> None:
    """Assert that the statistics of a component are the response of a server, except the keys in HISTORY."""
    report = scan_component(component, ScanOptions(with_source=True))
    assert report.failures == ()
    records = [record_fields(record, component, extended=True) for record in report.records]
    assert_responses_are_equal(whole_list(records), expected)


def assert_responses_are_equal(ours: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
    """Assert that two responses with statistics are equal, also in the order of keys, except the keys in HISTORY."""
    pages = ("count", "next", "previous")
    assert {key: ours[key] for key in pages} == {key: expected[key] for key in pages}
    assert [_drop_history(record) for record in ours["results"]] == [
        _drop_history(record) for record in expected["results"]
    ]


def _drop_history(record: Mapping[str, Any]) -> list[tuple[str, type, Any]]:
    return [(key, type(value), value) for key, value in record.items() if key not in HISTORY]


def read_strings(component: Component) -> Strings:
    """Return the strings of all languages, with the checks that they fail."""
    scanner = FileScanner(ScanOptions(with_source=True, with_units=True), ComponentReader(component))
    files = list(scanner.scan_files(find_translations(component).translations))
    result = combine_scanned_files(scanner, [file_result for file_result, _ in files])
    source = result.source_result
    assert source is not None
    found = {source.record.language.code: (source.units, source.findings)}
    for (_, translation), findings in zip(files, result.findings, strict=True):
        if translation is not None and translation.language.code not in found:
            found[translation.language.code] = translation.units, findings
    is_cjk = language_by_code(component.source_language).is_cjk
    return {
        code: Counter(_describe_string(unit, findings.get(index, ()), is_cjk) for index, unit in enumerate(units))
        for code, (units, findings) in found.items()
        if units
    }


def _describe_string(unit: Unit, findings: Any, is_cjk: bool) -> tuple[Any, ...]:
    checks = tuple(sorted({finding.check for finding in findings}))
    words = count_words(unit.source, cjk=is_cjk)
    location = ", ".join(unit.references)
    counted_fields = (unit.context, unit.source, unit.target, int(unit.state), words, len(unit.source), str(unit.flags))
    return (*counted_fields, unit.note, location, checks)


def group_recorded_strings(units: Iterable[Mapping[str, Any]], fields: Sequence[str] = FIELDS) -> Strings:
    """Return the strings of a server by language."""
    strings: Strings = {}
    for unit in units:
        values = (tuple(sorted(unit[field])) if field == "checks" else unit[field] for field in fields)
        strings.setdefault(unit["language"], Counter())[tuple(values)] += 1
    return strings
