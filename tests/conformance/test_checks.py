"""Every string of every real component fails the checks that a server said it fails, and no others."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from transtats_cli.model import Unit
from transtats_cli.scanning.pipeline.file_scanner import ScanPlan, build_file_tasks
from transtats_cli.scanning.pipeline.language_selection import find_translations
from transtats_cli.scanning.pipeline.unit_scan import UnitScan


class Failure(NamedTuple):
    """One check that one string of one language fails."""

    check: str
    language: str
    context: str
    source: str


@pytest.mark.slow
def test_the_failing_checks_are_those_of_a_server(cases: Iterator[Any]) -> None:
    true: Counter[str] = Counter()
    missing: Counter[str] = Counter()
    extra: Counter[str] = Counter()
    examples: list[str] = []
    for case in cases:
        ours, theirs = set(_found(case)), set(_recorded(case))
        true.update(failure.check for failure in ours & theirs)
        missing.update(failure.check for failure in theirs - ours)
        extra.update(failure.check for failure in ours - theirs)
        examples += [f"{case.component.project}: missing {failure}" for failure in sorted(theirs - ours)]
        examples += [f"{case.component.project}: extra {failure}" for failure in sorted(ours - theirs)]
    # Shown by `pytest -s`, and where the test fails.
    for check in sorted(true | missing | extra):
        print(f"{check:32} true {true[check]:6} missing {missing[check]:4} extra {extra[check]:4}")
    assert examples[:20] == []


def _found(case: Any) -> Iterator[Failure]:
    tasks = build_file_tasks(find_translations(case.component).translations)
    scan = UnitScan(ScanPlan(case.component, with_source=True, with_units=True), tasks)
    files = list(scan.scan_files())
    result = scan.combine_file_results([file.result for file in files])
    assert result.source_result is not None
    found = [(result.source_result.record.language, result.source_result.units, result.source_result.findings)]
    found += [
        (file.translation.language, file.translation.units, findings)
        for file, findings in zip(files, result.findings, strict=True)
        if file.translation is not None
    ]
    for language, units, findings_of in found:
        for index, findings in findings_of.items():
            unit: Unit = units[index]
            for finding in findings:
                yield Failure(finding.check, language.code, unit.context, unit.source)


def _recorded(case: Any) -> Iterator[Failure]:
    for unit in case.expected_units():
        for check in unit["checks"]:
            yield Failure(check, unit["language"], unit["context"], unit["source"])
