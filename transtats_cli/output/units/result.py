"""Result of one `units` search."""

from collections.abc import Callable, Iterable
from itertools import tee
from typing import NamedTuple

from transtats_cli.report import FoundUnit, Report


class UnitSearchResult(NamedTuple):
    """Strings of a component, with the context that the formats for CI systems need."""

    units: Iterable[FoundUnit]
    """The strings. An iterator yields them while files are read."""
    owner: str = ""
    """Names of the component: `project/component`."""
    top: str = ""
    """Directory that the paths in CI reports are relative to."""
    report: Callable[[], Report | None] = lambda: None
    """Returns the report with the unreadable files. It is complete after the last string was read."""

    def copies(self, number: int) -> list["UnitSearchResult"]:
        """Return results that yield the same strings independently. Each string is read once."""
        return [self._replace(units=units) for units in tee(self.units, number)]
