"""Every string of every real component has the state, size, flags and context that a server gave it."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from transtats_cli.languages import by_code
from transtats_cli.model import Unit
from transtats_cli.scanning.filemask.files import find
from transtats_cli.scanning.reading.reader import Reading
from transtats_cli.statistics import words


def test_the_units_are_those_of_a_server(case: Any) -> None:
    cjk = by_code(case.component.source_language).is_cjk
    reading = Reading(case.component, find(case.component), keep_source=True)
    translations = {translation.language.code: translation.units for translation in reading.translations()}
    source = reading.source()
    assert reading.failures == []
    ours = [
        (code, *facts)
        for code, units in {source.language.code: source.units, **translations}.items()
        for facts in _facts(units, cjk=cjk)
    ]
    theirs = [_recorded(unit) for unit in case.expected_units()]
    # A server lists source strings by their place in the last file that moved them, which no number depends on.
    differing = [pair for pair in zip_longest(sorted(ours), sorted(theirs)) if pair[0] != pair[1]]
    assert differing[:3] == []


def _facts(units: Sequence[Unit], *, cjk: bool) -> Iterator[tuple[Any, ...]]:
    for unit in units:
        yield unit.context, unit.source, int(unit.state), words(unit.source, cjk=cjk), len(unit.source), str(unit.flags)


def _recorded(unit: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(unit[key] for key in ("language", "context", "source", "state", "words", "chars", "flags"))
