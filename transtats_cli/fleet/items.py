"""Work items of a run and their results. All of them are picklable, because they are sent to other processes.

A content key is a digest of the files of a root. A large root is divided into batches of components. The results of a
root are complete if all its batches were scanned with the same content key and the same division into batches.
"""

from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.fleet.roots import RootLimits
from transtats_cli.fleet.schema import Row
from transtats_cli.git import DEFAULT_TIMEOUT_SECONDS
from transtats_cli.problems import Problem


class Root(NamedTuple):
    """Root of a run."""

    name: str
    """Name in the output: the address without credentials and lone surrogates."""
    address: str
    """Address to open. A local path is absolute."""
    known_keys: tuple[str, ...] = ()
    """Content keys of the complete results that the data set already contains."""


class RootBatch(NamedTuple):
    """Work item: scan several roots."""

    roots: tuple[Root, ...]


class LargeRoot(NamedTuple):
    """Work item: find the components of a large local root, and divide them into batches."""

    root: Root
    batch_bytes: int


class ComponentBatch(NamedTuple):
    """Work item: scan some components of a large root."""

    root: Root
    folder: str
    """Absolute path of the root's local folder."""
    content_key: str
    components: tuple[Component, ...]
    part: int
    """Index of this batch among the batches of the root."""
    part_count: int
    """Number of batches of the root."""
    discovery_problems: tuple[Problem, ...] = ()
    """Messages about components that cannot be used. Only the first batch of a root has any."""
    division: str = ""
    """Digest of the components in each batch of the root. Empty for a whole root."""


WorkItem = RootBatch | LargeRoot | ComponentBatch


class WorkOptions(NamedTuple):
    """Options of a run that influence the results of the items."""

    version: str
    """Version of transtats that must run the items."""
    runs_checks: bool = True
    with_findings: bool = False
    limits: RootLimits = RootLimits()
    git_seconds: float = DEFAULT_TIMEOUT_SECONDS
    """Time limit of git."""
    scratch: str = ""
    """Directory for copies of roots. Empty for the one of the operating system."""

    @property
    def result_key(self) -> str:
        """Text that contains all options that change the rows of the output.

        All limits are left out. A root that exceeds a limit cannot be read, but the rows of other roots stay the same.
        """
        return f"{'checks' if self.runs_checks else 'no-checks'}{'+findings' if self.with_findings else ''}"


class RootFailure(NamedTuple):
    """File or component that could not be read. `file` is relative to the root, and empty for the whole root."""

    root: str
    file: str
    line: int | None
    reason: str


class RootResult(NamedTuple):
    """Result of one root, or of one batch of its components."""

    root: str
    content_key: str
    part: int = 0
    """Index of the batch. 0 for a whole root."""
    part_count: int = 1
    """Number of batches of the root."""
    records: tuple[Row, ...] = ()
    findings: tuple[Row, ...] = ()
    failures: tuple[RootFailure, ...] = ()
    division: str = ""
    """`ComponentBatch.division` of the batch."""


class ItemResult(NamedTuple):
    """Result of a work item."""

    scanned: tuple[RootResult, ...] = ()
    unchanged: tuple[tuple[str, str], ...] = ()
    """Names and content keys of the roots that were not scanned, because the data set contains their results."""
    failed: tuple[RootFailure, ...] = ()
    """Failures of roots that could not be read at all."""
    batches: tuple[ComponentBatch, ...] = ()
    """Work items that replace this item."""


class LostItem(NamedTuple):
    """Result of an item whose worker ended before the result was received, with the reason."""

    reason: str
    worker_count: int = 1
    """Number of workers that ended while they ran the item."""


class Assignment(NamedTuple):
    """Work item that was given to an engine, and the number of workers that have ended while they ran the item."""

    number: int
    item: WorkItem
    lost_worker_count: int = 0
