"""Every string of every real component has the state, size, flags and context that a server gave it."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

import pytest

from transtats_cli.languages import language_by_code
from transtats_cli.model import Unit
from transtats_cli.scanning.pipeline.file_scanner import ScanPlan, build_file_tasks
from transtats_cli.scanning.pipeline.language_selection import find_translations
from transtats_cli.scanning.pipeline.unit_scan import UnitScan
from transtats_cli.statistics import count_words


@pytest.mark.slow
def test_the_units_are_those_of_a_server(case: Any) -> None:
    cjk = language_by_code(case.component.source_language).is_cjk
    tasks = build_file_tasks(find_translations(case.component).translations)
    scan = UnitScan(ScanPlan(case.component, runs_checks=False, with_source=True, with_units=True), tasks)
    files = list(scan.scan_files())
    result = scan.combine_file_results([file.result for file in files])
    assert result.failures == ()
    assert result.source_result is not None
    units_of = {file.translation.language.code: file.translation.units for file in files if file.translation}
    ours = [
        (code, *facts)
        for code, units in {result.source_result.record.language.code: result.source_result.units, **units_of}.items()
        for facts in _facts(units, cjk=cjk)
    ]
    theirs = [_recorded(unit) for unit in case.expected_units()]
    # A server lists source strings by their place in the last file that moved them, which no number depends on.
    differing = [pair for pair in zip_longest(sorted(ours), sorted(theirs)) if pair[0] != pair[1]]
    assert differing[:3] == []


def _facts(units: Sequence[Unit], *, cjk: bool) -> Iterator[tuple[Any, ...]]:
    for unit in units:
        yield (
            unit.context,
            unit.source,
            int(unit.state),
            count_words(unit.source, cjk=cjk),
            len(unit.source),
            str(unit.flags),
        )


def _recorded(unit: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(unit[key] for key in ("language", "context", "source", "state", "words", "chars", "flags"))
