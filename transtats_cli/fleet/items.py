"""Roots, work items and their results, which contain the rows of the tables of a data set.

All of them are picklable, because they are sent to other processes.

A content key is a digest of the files of a root. A large root is divided into batches of components. The results of a
root are complete if all its batches were scanned with the same content key and the same division into batches.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from transtats_cli.component import Component
from transtats_cli.envelope import counts_and_dates
from transtats_cli.fleet.roots.addresses import Address
from transtats_cli.fleet.roots.limits import RootLimits
from transtats_cli.git import DEFAULT_TIMEOUT_SECONDS
from transtats_cli.statistics import Statistics

ColumnKind = Literal["text", "integer", "number", "boolean"]
CellValue = str | int | float | None
Row = tuple[CellValue, ...]
Rows = Mapping[str, list[Row]]
"""Rows by the name of their table."""

RECORDS_TABLE = "records"
FINDINGS_TABLE = "findings"
WITH_OUTDATED = "+outdated"
"""Part of `WorkOptions.result_key` if the outdated strings are counted."""
WITHOUT_CHECKS = "no-checks"
"""Beginning of `WorkOptions.result_key` if the checks are not run."""

TABLES: dict[str, dict[str, ColumnKind]] = {
    RECORDS_TABLE: {
        **dict.fromkeys(("root", "project", "component"), "text"),
        # The names and the order of the JSON record.
        **{name: "number" if "_percent" in name else "integer" for name in counts_and_dates(Statistics(), None, 0)},
        "last_change": "text",
        **dict.fromkeys(("code", "name", "url", "translate_url", "measure"), "text"),
        **dict.fromkeys(("outdated", "share_part", "share_whole"), "integer"),
        **dict.fromkeys(("content_key", "version"), "text"),
        "checks": "boolean",
    },
    FINDINGS_TABLE: {
        **dict.fromkeys(("root", "project", "component", "code", "path"), "text"),
        "line": "integer",
        **dict.fromkeys(("check", "message", "context", "source", "target", "content_key", "version"), "text"),
    },
}
"""Kinds of the columns of each table, by name. The first column is the root. Any value may be missing.

The last column of records is True if the checks were run. Without them, no string counts as failing.
"""


def sort_key(row: Row) -> tuple[tuple[bool, CellValue], ...]:
    """Return a key for sorting the rows of a table. A missing value is less than any other value."""
    return tuple((value is not None, value) for value in row)


class Root(NamedTuple):
    """Root of a run."""

    address: Address
    known_keys: tuple[str, ...] = ()
    """Content keys of the complete results that the data set already contains."""

    @property
    def name(self) -> str:
        return self.address.shown


class RootFailure(NamedTuple):
    """File or component that could not be read. `file` is relative to the root, and empty for the whole root."""

    root: str
    file: str
    line: int | None
    reason: str


class RootInPart(NamedTuple):
    """Root, or one batch of its components, whose rows are in a part of the data set."""

    root: str
    content_key: str
    part: int = 0
    """Index of the batch. 0 for a whole root."""
    part_count: int = 1
    failures: tuple[RootFailure, ...] = ()
    division: str = ""
    """Digest of the components in each batch of the root. Empty for a whole root."""


class WorkItem(NamedTuple):
    """Roots to scan, or one batch of the components of a large local root."""

    roots: tuple[Root, ...]
    batch_bytes: int = 0
    """If not 0, the components of the root are divided into batches of this size in bytes, and not scanned."""
    components: tuple[Component, ...] = ()
    result: RootInPart | None = None
    """Result of the batch before the scan, with failures of components that cannot be used. None to open the roots."""


class WorkOptions(NamedTuple):
    """Options of a run that influence the results of the items."""

    version: str
    runs_checks: bool = True
    with_findings: bool = False
    with_outdated: bool = False
    limits: RootLimits = RootLimits()
    git_seconds: float = DEFAULT_TIMEOUT_SECONDS
    scratch: str = ""
    """Directory for copies of roots. Empty for the one of the operating system."""

    @property
    def result_key(self) -> str:
        """Text that contains all options that change the rows of the output.

        All limits are left out. A root that exceeds a limit cannot be read, but the rows of other roots stay the same.
        """
        added = f"{'+findings' if self.with_findings else ''}{WITH_OUTDATED if self.with_outdated else ''}"
        return f"{'checks' if self.runs_checks else WITHOUT_CHECKS}{added}"


@dataclass
class ItemResult:
    """Result of a work item."""

    scanned: list[RootInPart] = field(default_factory=list)
    rows: Mapping[str, list[Row]] = field(default_factory=lambda: {table: [] for table in TABLES})
    unchanged: dict[str, str] = field(default_factory=dict)
    """Content keys by name of the roots that were not scanned, because the data set contains their results."""
    failed: list[RootFailure] = field(default_factory=list)
    """Failures of roots that could not be read at all."""
    batches: list[WorkItem] = field(default_factory=list)
    """Work items that replace this item."""


ItemSupplier = Callable[[], WorkItem | None]
"""Function that returns the next item, or None if there is none at the moment."""
ItemOutcome = tuple[WorkItem, ItemResult | str]
"""Item with its result, or with the reason why its worker ended before the result was received."""
Engine = Callable[[ItemSupplier, WorkOptions], Iterator[ItemOutcome]]
"""Function that runs work items in other processes, and yields the outcome of each item when it has finished.

The supplier is called whenever a worker is free. It is called again after each outcome, even if it has returned None
before. The iterator ends when nothing is running and the supplier returns None. Raises TranstatsError if no item can be
run any more.
"""
