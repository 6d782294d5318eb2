"""Count the strings, words and characters of units by state."""

from collections.abc import Iterable, Sequence
from functools import reduce

from transtats_cli.columns import UnitColumns, columns_of
from transtats_cli.model import State, Unit
from transtats_cli.statistics import NO_STRINGS, Counts, Statistics, count_sources


def count_units(units: Sequence[Unit], *, cjk: bool = False, file_notes: bool = False) -> Statistics:
    """Return the statistics of units. Words and characters are counted in the sources.

    The states of the units must be effective, as `strings.make_units_effective` returns them. With `cjk`, each Chinese,
    Japanese or Korean character counts as a word. With `file_notes`, suggestions and comments are also counted.
    """
    columns = columns_of(units)
    counts = _count_by_state(columns, cjk=cjk)
    return Statistics(
        total=_sum_counts(counts.values()),
        translated=_sum_counts(part for state, part in counts.items() if state >= State.TRANSLATED),
        fuzzy=_sum_counts(part for state, part in counts.items() if state.is_fuzzy),
        approved=counts.get(State.APPROVED, NO_STRINGS),
        readonly=counts.get(State.READ_ONLY, NO_STRINGS),
        suggestions=sum(unit.has_suggestion for unit in units) if file_notes else 0,
        comments=sum(unit.has_translator_comment for unit in units) if file_notes else 0,
    )


def _count_by_state(columns: UnitColumns, *, cjk: bool) -> dict[State, Counts]:
    """Count the units in each state.

    If the counts of all units are already known, the counts of the most frequent state are computed by subtraction.
    """
    states = [state for state in State if state in columns.states]
    if cjk or columns.total_counts is None or not states:
        return {state: count_sources([*columns.sources_in_state(state)], cjk=cjk) for state in states}
    usual = max(states, key=columns.states.count)
    counts = {state: count_sources([*columns.sources_in_state(state)]) for state in states if state is not usual}
    counts[usual] = columns.total_counts.minus(_sum_counts(counts.values()))
    return counts


def _sum_counts(counts_to_add: Iterable[Counts]) -> Counts:
    return reduce(Counts.plus, counts_to_add, NO_STRINGS)
