"""The strings of every real component that fail checks are those of a server, with the same checks."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from transtats_cli.scanning.pipeline.findings import SearchOptions, StringSearch


class Failure(NamedTuple):
    """One check that one string of one language fails."""

    check: str
    language: str
    context: str
    source: str


@pytest.mark.slow
def test_the_failing_strings_are_those_of_a_server(case: Any) -> None:
    ours, theirs = set(_found(case)), set(_recorded(case))
    assert {"missing": sorted(theirs - ours)[:20], "extra": sorted(ours - theirs)[:20]} == {"missing": [], "extra": []}
    failing: dict[str, set[tuple[str, str]]] = {}
    for failure in ours:
        failing.setdefault(failure.language, set()).add((failure.context, failure.source))
    counted = {record["code"]: record["failing"] for record in case.expected["results"] if record["failing"]}
    assert {code: len(strings) for code, strings in failing.items()} == counted


def _found(case: Any) -> Iterator[Failure]:
    for found in StringSearch(case.component, SearchOptions(only_failing=True, with_source=True)).find_units():
        assert found.findings
        for finding in found.findings:
            yield Failure(finding.check, found.language.code, found.unit.context, found.unit.source)


def _recorded(case: Any) -> Iterator[Failure]:
    for unit in case.expected_units():
        for check in unit["checks"]:
            yield Failure(check, unit["language"], unit["context"], unit["source"])
