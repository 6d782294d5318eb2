"""Units become statistics."""

from collections.abc import Iterable

from transtats_cli.model import State, Unit
from transtats_cli.statistics import NOTHING, Counts, Statistics, words


def count(units: Iterable[Unit], *, cjk: bool = False, file_notes: bool = False) -> Statistics:
    """The statistics of one translation's effective units; words and characters are the sources'."""
    by_state: dict[State, list[int]] = {}
    suggestions = comments = 0
    for unit in units:
        source = unit.source
        tally = by_state.get(unit.state)
        if tally is None:
            tally = by_state[unit.state] = [0, 0, 0]
        tally[0] += 1
        tally[1] += words(source, cjk=cjk)
        tally[2] += len(source)
        if file_notes:
            suggestions += unit.suggested
            comments += unit.is_commented
    counts = {state: Counts(*tally) for state, tally in by_state.items()}
    return Statistics(
        total=_sum(counts.values()),
        translated=_sum(part for state, part in counts.items() if state >= State.TRANSLATED),
        fuzzy=counts.get(State.NEEDS_EDITING, NOTHING),
        approved=counts.get(State.APPROVED, NOTHING),
        readonly=counts.get(State.READ_ONLY, NOTHING),
        suggestions=suggestions,
        comments=comments,
    )


def _sum(parts: Iterable[Counts]) -> Counts:
    total = NOTHING
    for part in parts:
        total = total.plus(part)
    return total
