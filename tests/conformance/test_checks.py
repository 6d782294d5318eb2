"""Every string of every real component fails the checks that a server said it fails, and no others."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from transtats_cli.model import Unit
from transtats_cli.scanning.filemask.files import find
from transtats_cli.scanning.pipeline.checking import checker, plural_rule
from transtats_cli.scanning.reading.reader import Reading


class Failure(NamedTuple):
    """One check that one string of one language fails."""

    check: str
    language: str
    context: str
    source: str


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
    reading = Reading(case.component, find(case.component), keep_source=True)
    translations = list(reading.translations())
    source = reading.source()
    checks = checker(case.component, explain=True)
    outcomes = [checks.check(each.language, plural_rule(case.component, each), each.units) for each in translations]
    verdict = checks.combine(outcomes, source.units)
    for translation, findings in zip([source, *translations], [verdict.source, *verdict.translations], strict=True):
        for index, found in findings.items():
            unit: Unit = translation.units[index]
            for finding in found:
                yield Failure(finding.check, translation.language.code, unit.context, unit.source)


def _recorded(case: Any) -> Iterator[Failure]:
    for unit in case.expected_units():
        for check in unit["checks"]:
            yield Failure(check, unit["language"], unit["context"], unit["source"])
