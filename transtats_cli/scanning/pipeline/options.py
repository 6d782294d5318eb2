"""Options of the scan of a component."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from transtats_cli.component import Component
from transtats_cli.limits import CheckTimeBudget
from transtats_cli.measures import COMPLETE_MEASURE
from transtats_cli.report import LocatedUnit

MapInWorkers = Callable[[Callable[[Any], Any], Iterable[Any], int], Iterator[Any]]
"""Type of `parallel.map_in_workers`: a function, its arguments, and the number of processes."""


class StringSlice(NamedTuple):
    """Part of the strings of components. Picklable, because worker processes scan components."""

    matches: Callable[[LocatedUnit], bool]
    description: str
    needs_checks: bool
    """True if `matches` depends on the findings of checks."""


class ScanOptions(NamedTuple):
    """Options for scanning a component."""

    with_source: bool = False
    """True to count the strings of the source language."""
    runs_checks: bool = True
    """True to run the checks. If False, no string counts as failing."""
    with_file_notes: bool = False
    """True to count suggestions and comments in the files."""
    with_completeness: bool = False
    """True to compare the file of each language with the reference, or with the union of all languages."""
    with_shares: bool = False
    """True to compare files if the measure of the component needs it, for `Record.share`."""
    with_units: bool = False
    """True to return the units of each file, and all findings of each string.

    If False, the checks only determine if a string fails.
    """
    with_missing: bool = False
    """True to return also the strings of the reference that a file lacks, and to mark the stale strings of the file.

    Only a search for strings has them, if the measure of the component counts missing strings. `where` does not apply
    to them.
    """
    where: StringSlice | None = None
    """Strings that are counted and returned. If None, all strings are. Checks compare all strings in both cases."""
    languages: tuple[str, ...] = ()
    """Languages that the report contains, in any spelling. If empty, the report contains all languages."""
    languages_must_exist: bool = True
    progress: Callable[[str], None] | None = None
    """Function that is called with the path of each file after the file was read."""
    jobs: int = 1
    """Maximum number of worker processes. If there is little work, the files are scanned in this process."""
    map_in_workers: MapInWorkers | None = None
    """Function that uses worker processes. If None, there are none.

    It is an option, because its module takes longer to import than a small scan.
    """
    cache_directory: str = ""
    """Cache directory. If '', nothing is cached."""
    budget: CheckTimeBudget | None = None
    """Limit of the processor time of checks, which several scans may share.

    If None, each scan starts with a new budget.
    """

    @property
    def needs_units(self) -> bool:
        """True if the units of each file, and all findings of each string, are needed."""
        return self.with_units or self.where is not None

    def compares_with_reference(self, component: Component) -> bool:
        """Return True if files are compared with the reference file of a component, if it has one."""
        return self.with_completeness or (self.with_shares and component.measure in ("", COMPLETE_MEASURE))

    def compares_with_union(self, component: Component) -> bool:
        """Return True if the files of a component without a reference file are compared with each other."""
        return self.with_completeness or (self.with_shares and component.measure == COMPLETE_MEASURE)


DEFAULT_OPTIONS = ScanOptions()
