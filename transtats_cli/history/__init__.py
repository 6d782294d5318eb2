"""What a component's translations counted, from commit to commit."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from transtats_cli.history.figures import Figures, Moment, Names, State
from transtats_cli.history.points import Point, Wanted
from transtats_cli.statistics import Statistics, percent

__all__ = ["Course", "Figures", "Moment", "Names", "Point", "State", "Wanted"]


class Course(NamedTuple):
    """The moments of one component, the oldest first."""

    names: Names
    """What it is called now."""
    moments: tuple[Moment, ...]

    @property
    def languages(self) -> list[tuple[str, str]]:
        """Code and name of each language that there ever was, in the order of their codes; each has its last name."""
        named = {figures.code: figures.name for moment in self.moments for figures in moment.state.languages}
        return sorted(named.items())

    @property
    def times(self) -> list[int]:
        """Seconds of each moment, for a chart; one at an unknown time is placed where the moment before it is."""
        known = [moment.point.time for moment in self.moments if moment.point.time is not None]
        last = min(known, default=0)
        return [last := last if moment.point.time is None else moment.point.time for moment in self.moments]

    def of(self, code: str) -> list[float | None]:
        """How much of a language was translated, in percent; None where there was none of it."""
        found = ([each for each in moment.state.languages if each.code == code] for moment in self.moments)
        return [translated(each[0].statistics) if each else None for each in found]

    @property
    def total(self) -> list[float | None]:
        """How much of all languages together was translated, in percent; None where there was none."""
        return [translated(moment.state.total) if moment.state.languages else None for moment in self.moments]


def turns(moments: Sequence[Moment]) -> list[Moment]:
    """The moments, the newest first, at which anything is other than at the one before; and the oldest."""
    older = [moment.state for moment in moments[1:]]
    return [
        moment
        for moment, before in zip_longest(moments, older)
        if moment.state is not before and moment.state != before
    ]


def translated(statistics: Statistics) -> float:
    return percent(statistics.translated.strings, statistics.total.strings, of_nothing=100.0)
