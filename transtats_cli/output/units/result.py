"""Result of one `units` search."""

from collections.abc import Callable, Iterable, Sequence
from itertools import tee
from typing import NamedTuple

from transtats_cli.report import LocatedUnit, Report


class UnitSearchResult(NamedTuple):
    """Strings that a `units` search yields, with the context that the formats for CI systems need."""

    units: Iterable[LocatedUnit]
    """Strings that match the search.

    If `units` is an iterator, the iterator reads the files while it yields strings.
    """
    component_name: str = ""
    """Project and name of the component: `project/component`. Empty if several components are searched.

    In this case, each string contains the name of its component.
    """
    repository_top: str = ""
    """Directory relative to which paths are printed in formats for CI systems."""
    get_reports: Callable[[], Sequence[Report]] = tuple
    """Function that returns the reports of the components. The reports contain the unreadable files.

    Call the function after the last string was read. Before that, some reports are missing.
    """

    def create_copies(self, copy_count: int) -> list["UnitSearchResult"]:
        """Return copies of this result that yield the same strings independently. Each string is read only once."""
        return [self._replace(units=units) for units in tee(self.units, copy_count)]
