"""What a component's languages count at one commit, in a form that is small to keep."""

import os
from collections.abc import Iterable
from typing import Any, NamedTuple

from transtats_cli.git.checkout import Checkout
from transtats_cli.history.points import Point
from transtats_cli.report import Failure, Report
from transtats_cli.statistics import Counts, Statistics

Names = tuple[str, str]
"""A project's and a component's."""


class Figures(NamedTuple):
    """The counted strings of one language."""

    code: str
    name: str
    path: str
    """The file, from the top of the repository."""
    statistics: Statistics


class State(NamedTuple):
    """What a component was."""

    names: Names
    """What it was called."""
    languages: tuple[Figures, ...]
    failures: tuple[Failure, ...] = ()
    """Their paths start at the top of the repository."""
    unchecked: int = 0
    """Number of strings that were not checked for lack of time; such a state is not cached."""

    @property
    def total(self) -> Statistics:
        total = Statistics()
        for figures in self.languages:
            total = total.plus(figures.statistics)
        return total

    def only(self, codes: frozenset[str]) -> "State":
        return self._replace(languages=tuple(figures for figures in self.languages if figures.code in codes))


class Moment(NamedTuple):
    """What a component was at a commit."""

    point: Point
    state: State


def state_of(report: Report, checkout: Checkout) -> State:
    """What a scan found where a commit was laid out."""
    component = report.component
    return State(
        (component.project, component.slug),
        tuple(
            Figures(
                record.language.code,
                record.language.name,
                checkout.relative_path(os.path.join(component.root, record.path)),
                record.statistics,
            )
            for record in report.translations
        ),
        tuple(
            Failure(
                checkout.relative_path(os.path.join(component.root, failure.path)),
                checkout.without_temporary_path(failure.reason),
                failure.line,
            )
            for failure in report.failures
        ),
        report.unchecked,
    )


class Table:
    """States as plain lists for a cache: most commits change one language, so each is written once."""

    def __init__(self, rows: Iterable[Any] = ()) -> None:
        self.rows: list[Any] = list(rows)
        self._known: dict[int, Figures] = {}
        self._places: dict[Figures, int] = {}

    def packed(self, state: State) -> list[Any]:
        return [state.names, [self._place(figures) for figures in state.languages], state.failures]

    def unpacked(self, names: list[str], places: list[int], failures: list[list[Any]]) -> State:
        (project, component) = names
        return State(
            (project, component), tuple(map(self._figures, places)), tuple(Failure(*failure) for failure in failures)
        )

    def has(self, places: list[int]) -> bool:
        """Return True if there is a row at each of these places."""
        return all(0 <= place < len(self.rows) for place in places)

    def _figures(self, place: int) -> Figures:
        found = self._known.get(place)
        if found is None:
            code, name, path, numbers = self.rows[place]
            statistics = Statistics._make([*(Counts(*each) for each in numbers[:5]), *numbers[5:]])
            found = self._known[place] = Figures(code, name, path, statistics)
            self._places[found] = place
        return found

    def _place(self, figures: Figures) -> int:
        place = self._places.get(figures)
        if place is None:
            place = self._places[figures] = len(self.rows)
            self._known[place] = figures
            self.rows.append(list(figures))
        return place
