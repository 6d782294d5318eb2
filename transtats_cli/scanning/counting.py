"""Units become statistics."""

from collections.abc import Iterable, Sequence

from transtats_cli.formats.bulk_sizes import UNUSED_SINGULAR, sizes
from transtats_cli.model import State, Unit
from transtats_cli.statistics import NOTHING, Counts, Statistics, words

_ODD = UNUSED_SINGULAR.decode()


def count(units: Iterable[Unit], *, cjk: bool = False, file_notes: bool = False) -> Statistics:
    """The statistics of one translation's effective units; words and characters are the sources'."""
    units = list(units)
    by_state: dict[State, list[str]] = {state: [] for state in State}
    for _, source, _, state, _, _, _, _, _ in units:
        by_state[state].append(source)
    counts = {state: _sizes(sources, cjk=cjk) for state, sources in by_state.items() if sources}
    return Statistics(
        total=_sum(counts.values()),
        translated=_sum(part for state, part in counts.items() if state >= State.TRANSLATED),
        fuzzy=counts.get(State.NEEDS_EDITING, NOTHING),
        approved=counts.get(State.APPROVED, NOTHING),
        readonly=counts.get(State.READ_ONLY, NOTHING),
        suggestions=sum(unit.suggested for unit in units) if file_notes else 0,
        comments=sum(unit.is_commented for unit in units) if file_notes else 0,
    )


def _sizes(sources: Sequence[str], *, cjk: bool) -> Counts:
    """The sizes of all texts together."""
    text = "\n".join(sources)
    chars = len(text) - (len(sources) - 1)
    if cjk or _ODD in text:
        return Counts(len(sources), sum(words(source, cjk=cjk) for source in sources), chars)
    # As one text, which has as many words as all of them.
    return Counts(len(sources), sizes([text.encode("utf-8", "surrogatepass")]).words, chars)


def _sum(parts: Iterable[Counts]) -> Counts:
    total = NOTHING
    for part in parts:
        total = total.plus(part)
    return total
