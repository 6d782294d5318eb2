"""Work items of a run and their results. All of them are picklable, because they are sent to other processes.

A content key is a digest of the files of a root. A large root is divided into batches of components. The results of a
root are complete if all its batches were scanned with the same content key and the same division into batches.
"""

from collections.abc import Mapping
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.fleet.roots.limits import RootLimits
from transtats_cli.fleet.schema import Row
from transtats_cli.git import DEFAULT_TIMEOUT_SECONDS


class Root(NamedTuple):
    """Root of a run."""

    name: str
    """Name in the output: the address without credentials and lone surrogates."""
    address: str
    """Address to open. A local path is absolute."""
    known_keys: tuple[str, ...] = ()
    """Content keys of the complete results that the data set already contains."""


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
    """Number of batches of the root. 1 for a whole root."""
    failures: tuple[RootFailure, ...] = ()
    division: str = ""
    """Digest of the components in each batch of the root. Empty for a whole root."""


class RootBatch(NamedTuple):
    """Work item: scan several roots, or find the components of a large local root and divide them into batches."""

    roots: tuple[Root, ...]
    batch_bytes: int = 0
    """Size of the batches in bytes. 0 to scan the roots."""

    @property
    def root_names(self) -> tuple[str, ...]:
        return tuple(root.name for root in self.roots)


class ComponentBatch(NamedTuple):
    """Work item: scan some components of a large root."""

    folder: str
    """Absolute path of the root's local folder."""
    components: tuple[Component, ...]
    result: RootInPart
    """Result of the batch before the scan. Its failures are components that cannot be used."""

    @property
    def root_names(self) -> tuple[str, ...]:
        return (self.result.root,)


WorkItem = RootBatch | ComponentBatch


class WorkOptions(NamedTuple):
    """Options of a run that influence the results of the items."""

    version: str
    """Version of transtats."""
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


class ItemResult(NamedTuple):
    """Result of a work item."""

    scanned: tuple[RootInPart, ...] = ()
    rows: Mapping[str, list[Row]] = {}
    """Rows of the scanned roots."""
    unchanged: tuple[tuple[str, str], ...] = ()
    """Names and content keys of the roots that were not scanned, because the data set contains their results."""
    failed: tuple[RootFailure, ...] = ()
    """Failures of roots that could not be read at all."""
    batches: tuple[ComponentBatch, ...] = ()
    """Work items that replace this item."""


class LostItem(NamedTuple):
    """Result of an item whose worker ended before the result was received, with the reason."""

    reason: str
