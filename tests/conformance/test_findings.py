"""The strings that are said to fail are as many as the statistics count, in every real component."""

from collections.abc import Iterator
from typing import Any

from transtats_cli.scanning.pipeline.findings import Search, Wanted
from transtats_cli.scanning.pipeline.scan import ScanOptions, scan_component


def test_failing_strings_agree_with_the_statistics(cases: Iterator[Any]) -> None:
    for case in cases:
        component = case.component
        failing: dict[str, set[tuple[str, str]]] = {}
        for found in Search(component, Wanted(failing=True, with_source=True)).units():
            failing.setdefault(found.language.code, set()).add((found.unit.context, found.unit.source))
        records = scan_component(component, ScanOptions(with_source=True)).records
        counted = {record.language.code: record.statistics.failing for record in records if record.statistics.failing}
        assert {code: len(strings) for code, strings in failing.items()} == counted, component.project
