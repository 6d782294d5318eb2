"""The strings and the records of recorded components in other formats than PO and XLIFF are those of a server."""

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from transtats_cli.component import Component
from transtats_cli.envelope import statistics_response
from transtats_cli.languages import language_by_code
from transtats_cli.model import Unit
from transtats_cli.scanning.discovery.assembly import Overrides
from transtats_cli.scanning.discovery.lookup import locate_component
from transtats_cli.scanning.pipeline.file_scanner import ScanPlan, build_file_tasks
from transtats_cli.scanning.pipeline.language_selection import find_translations
from transtats_cli.scanning.pipeline.scan import ScanOptions, scan_component
from transtats_cli.scanning.pipeline.unit_scan import UnitScan
from transtats_cli.statistics import count_words

pytestmark = pytest.mark.slow

RECORDED = Path(__file__).parent.parent.parent.parent / "shared" / "conformance-formats"
FIELDS = ("context", "source", "target", "state", "words", "chars", "flags", "note", "location", "checks")
HISTORY = {"last_change", "recent_changes"}
"""Keys about the history of a server. Files do not contain it."""
KNOWN_DIFFERENCES = {
    "fmt-po-mono": "the note of a string that a translation lacks ends with an empty line",
}
"""Components whose notes or locations do not agree, with the reason."""
NAMES = sorted(path.parent.name for path in RECORDED.glob("expected/*/main.json"))
Strings = dict[str, Counter[tuple[Any, ...]]]


def list_parameters() -> list[Any]:
    if not NAMES:
        return [pytest.param("", marks=pytest.mark.skip("needs ../shared/conformance-formats, which is not there"))]
    return [
        pytest.param(
            name,
            marks=[pytest.mark.xfail(reason=KNOWN_DIFFERENCES[name], strict=True)] if name in KNOWN_DIFFERENCES else [],
        )
        for name in NAMES
    ]


@pytest.mark.parametrize("name", list_parameters())
def test_strings_checks_and_records_are_those_of_a_server(name: str) -> None:
    component = locate_component(
        str(RECORDED / "components"), name, "main", Overrides(base_url="https://weblate.example.org")
    )
    recorded = json.loads((RECORDED / "expected" / name / "main.json").read_text(encoding="utf-8"))
    report = scan_component(component, ScanOptions(with_source=True))
    assert report.failures == ()
    records = statistics_response(component, report.records, extended=True)["results"]
    assert [drop_history(record) for record in records] == [drop_history(record) for record in recorded["results"]]
    assert read_strings(component) == read_recorded_strings(name)


def drop_history(record: dict[str, Any]) -> list[tuple[str, type, Any]]:
    return [(key, type(value), value) for key, value in record.items() if key not in HISTORY]


def read_strings(component: Component) -> Strings:
    """Return the strings of all languages, with the checks that they fail."""
    tasks = build_file_tasks(find_translations(component).translations)
    scan = UnitScan(ScanPlan(component, with_source=True, with_units=True), tasks)
    files = list(scan.scan_files())
    result = scan.combine_file_results([file.result for file in files])
    source = result.source_result
    assert source is not None
    found = {source.record.language.code: (source.units, source.findings)}
    for file, findings in zip(files, result.findings, strict=True):
        if file.translation is not None and file.translation.language.code not in found:
            found[file.translation.language.code] = file.translation.units, findings
    is_cjk = language_by_code(component.source_language).is_cjk
    return {
        code: Counter(describe_string(unit, findings.get(index, ()), is_cjk) for index, unit in enumerate(units))
        for code, (units, findings) in found.items()
        if units
    }


def describe_string(unit: Unit, findings: Any, is_cjk: bool) -> tuple[Any, ...]:
    checks = tuple(sorted({finding.check for finding in findings}))
    words = count_words(unit.source, cjk=is_cjk)
    location = ", ".join(unit.references)
    counted_fields = (unit.context, unit.source, unit.target, int(unit.state), words, len(unit.source), str(unit.flags))
    return (*counted_fields, unit.note, location, checks)


def read_recorded_strings(name: str) -> Strings:
    strings: Strings = {}
    for unit in load_recorded_units(name):
        values = (tuple(sorted(unit[field])) if field == "checks" else unit[field] for field in FIELDS)
        strings.setdefault(unit["language"], Counter())[tuple(values)] += 1
    return strings


def load_recorded_units(name: str) -> Iterator[dict[str, Any]]:
    with gzip.open(RECORDED / "units" / name / "main.jsonl.gz", "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)
