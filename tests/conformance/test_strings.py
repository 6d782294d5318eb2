"""The strings of every real component, and the checks that they fail, are those of a server.

Each string has the state, size, flags and context that a server gave it.
"""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, NamedTuple

import pytest

from transtats_cli.languages import language_by_code
from transtats_cli.report import LocatedUnit
from transtats_cli.scanning.pipeline.findings import StringSearch
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.statistics import count_words

FIELDS = ("language", "context", "source", "state", "words", "chars", "flags")


class Failure(NamedTuple):
    """Failing check of a string in a language."""

    check: str
    language: str
    context: str
    source: str


@pytest.mark.slow
def test_the_strings_and_the_checks_that_they_fail_are_those_of_a_server(case: Any) -> None:
    search = StringSearch(case.component, ScanOptions(with_source=True))
    found, recorded = list(search.find_units()), list(case.expected_units())
    assert search.build_report().failures == ()
    cjk = language_by_code(case.component.source_language).is_cjk
    strings = [_describe_unit(each, cjk=cjk) for each in found if not each.is_returned_again]
    theirs = [tuple(unit[field] for field in FIELDS) for unit in recorded]
    # The order is not compared: a server lists source strings by their place in the last file that moved them.
    assert [pair for pair in zip_longest(sorted(strings), sorted(theirs)) if pair[0] != pair[1]][:3] == []
    _compare_failures(set(_find_failures(found)), set(_find_recorded_failures(recorded)), case.expected["results"])


def _compare_failures(ours: set[Failure], theirs: set[Failure], records: list[dict[str, Any]]) -> None:
    assert {"missing": sorted(theirs - ours)[:20], "extra": sorted(ours - theirs)[:20]} == {"missing": [], "extra": []}
    failing: dict[str, set[tuple[str, str]]] = {}
    for failure in ours:
        failing.setdefault(failure.language, set()).add((failure.context, failure.source))
    counted = {record["code"]: record["failing"] for record in records if record["failing"]}
    assert {code: len(strings) for code, strings in failing.items()} == counted


def _describe_unit(found: LocatedUnit, *, cjk: bool) -> tuple[Any, ...]:
    unit = found.unit
    words = count_words(unit.source, cjk=cjk)
    return (found.language.code, unit.context, unit.source, int(unit.state), words, len(unit.source), str(unit.flags))


def _find_failures(found: list[LocatedUnit]) -> Iterator[Failure]:
    for each in found:
        for finding in each.findings:
            yield Failure(finding.check, each.language.code, each.unit.context, each.unit.source)


def _find_recorded_failures(units: list[dict[str, Any]]) -> Iterator[Failure]:
    for unit in units:
        for check in unit["checks"]:
            yield Failure(check, unit["language"], unit["context"], unit["source"])
