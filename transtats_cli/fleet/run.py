"""Run a fleet: create the work items of the roots, give them to an engine, and write the results as they arrive."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from typing import NamedTuple

from transtats_cli.fleet.engines import Engine
from transtats_cli.fleet.items import (
    Assignment,
    ComponentBatch,
    ItemResult,
    LargeRoot,
    LostItem,
    Root,
    RootBatch,
    RootFailure,
    RootResult,
    WorkItem,
    WorkOptions,
)
from transtats_cli.fleet.output import failures as failure_lists
from transtats_cli.fleet.output.dataset import Dataset, ResultOptions
from transtats_cli.fleet.plan import BYTES_PER_WORK_ITEM, create_items
from transtats_cli.fleet.roots import make_absolute, mask_address, normalize_address
from transtats_cli.fleet.schema import escape_surrogates

MAX_LOST_WORKERS = 3
"""Number of workers that may end while they run an item, before the roots of the item count as failures.

An item is repeated once in any case, because a cluster reports several lost workers at a time.
"""


def name_root(address: str) -> str:
    """Return the name of a root in the output: the address without credentials and lone surrogates.

    The spellings `a`, `a/` and `./a` of a path have the same name, so that later runs replace the rows of earlier ones.
    """
    return escape_surrogates(mask_address(normalize_address(address)))


class RunSummary(NamedTuple):
    """Numbers of roots of a run, and their failures."""

    scanned: int
    unchanged: int
    failed: int
    roots_without_records: int
    """Number of scanned roots without any record."""
    failures: tuple[RootFailure, ...]
    """Failures of the roots of this run, also of unchanged roots."""
    failure_list: str
    """Name of the file that contains the failures."""
    replaced_parts_left: int = 0
    """Number of parts of other shards that contain replaced rows. A run over one shard does not remove these rows."""


class ProgressCallbacks(NamedTuple):
    """Callbacks for the progress and the failures of a run."""

    on_step_done: Callable[[str], None]
    """Function that is called with the name of a root when the root, or a batch of its components, is done."""
    on_steps_added: Callable[[int], None]
    """Function that is called with the number of batches into which a root was divided, minus one."""
    on_failure: Callable[[RootFailure], None]
    on_waiting: Callable[[str], None]
    """Function that is called with a message if a cluster does not answer, or has no worker."""


class FleetRun:
    """State of one run over some roots."""

    def __init__(
        self,
        dataset: Dataset,
        options: WorkOptions,
        formats: tuple[str, ...],
        callbacks: ProgressCallbacks,
        item_bytes: int = BYTES_PER_WORK_ITEM,
    ) -> None:
        self._dataset = dataset
        self._options = options
        self._result_options = ResultOptions(options.version, options.result_key, formats)
        self._callbacks = callbacks
        self._item_bytes = item_bytes
        self._numbers = count()
        self._waiting: deque[Assignment] = deque()
        self._keys: dict[str, str] = {}
        """Content keys of the roots that were opened in this run."""
        self._failures: list[RootFailure] = []
        self._failed_roots: set[str] = set()
        self._scanned_roots: set[str] = set()
        self._unchanged_count = 0
        self._roots_with_records: set[str] = set()

    def run(self, roots: Sequence[str], engine: Engine, prefix: str = "") -> RunSummary:
        """Scan the roots, and return a summary after all results are written.

        `prefix` is the `Shard.file_prefix` of the run, or '' for a run over all roots. If the run is interrupted, the
        results that are written remain, and the next run continues.
        """
        self._dataset.check_files()
        if not roots:
            # A part without roots distinguishes the output of an empty shard from a directory without a data set.
            self._dataset.add_part((), self._result_options)
        items: Iterator[WorkItem] = create_items(self._prepare_roots(roots), self._item_bytes)

        def take_assignment() -> Assignment | None:
            if self._waiting:
                return self._waiting.popleft()
            item = next(items, None)
            return None if item is None else Assignment(next(self._numbers), item)

        for assignment, outcome in engine.run(take_assignment, self._options):
            if isinstance(outcome, LostItem):
                self._retry_item(assignment, outcome)
            else:
                self._add_result(outcome)
        left = self._dataset.remove_replaced_rows(self._keys)
        return self._summarize(roots, prefix, left)

    def _prepare_roots(self, roots: Iterable[str]) -> Iterator[Root]:
        """Yield a Root for each address.

        Its name contains no credentials. Its known keys are the content keys of the complete results in the data set.
        """
        for root in roots:
            name = name_root(root)
            address = make_absolute(root)
            yield Root(name, address, self._dataset.list_complete_keys(name, self._result_options))

    def _add_result(self, result: ItemResult) -> None:
        for name, content_key in result.unchanged:
            self._keys[name] = content_key
            self._unchanged_count += 1
            self._callbacks.on_step_done(name)
        for failure in result.failed:
            self._add_failed_root(failure)
        if result.scanned:
            self._dataset.add_part(result.scanned, self._result_options)
            for scanned in result.scanned:
                self._add_scanned_root(scanned)
        if result.batches:
            self._add_batches(result.batches)

    def _add_scanned_root(self, scanned: RootResult) -> None:
        self._keys[scanned.root] = scanned.content_key
        self._scanned_roots.add(scanned.root)
        if scanned.records:
            self._roots_with_records.add(scanned.root)
        for failure in scanned.failures:
            self._callbacks.on_failure(failure)
        self._callbacks.on_step_done(scanned.root)

    def _add_failed_root(self, failure: RootFailure) -> None:
        self._failed_roots.add(failure.root)
        self._failures.append(failure)
        self._callbacks.on_failure(failure)
        self._callbacks.on_step_done(failure.root)

    def _add_batches(self, batches: Sequence[ComponentBatch]) -> None:
        """Add the batches of a large root that are not in the data set."""
        root, content_key = batches[0].root.name, batches[0].content_key
        self._keys[root] = content_key
        self._scanned_roots.add(root)
        self._callbacks.on_steps_added(len(batches) - 1)
        missing = self._dataset.list_missing_batches(batches, self._result_options)
        self._waiting += [Assignment(next(self._numbers), batch) for batch in missing]
        for _ in range(len(batches) - len(missing)):
            self._roots_with_records.add(root)
            self._callbacks.on_step_done(root)

    def _retry_item(self, assignment: Assignment, lost: LostItem) -> None:
        """Repeat an item whose worker has ended.

        If the worker of the repeated item has ended, too, each root gets an item of its own. An item of one root is
        repeated until MAX_LOST_WORKERS workers have ended. Then the root is a failure.
        """
        earlier, number = assignment.lost_worker_count, assignment.lost_worker_count + lost.worker_count
        item = assignment.item
        if isinstance(item, RootBatch) and len(item.roots) > 1 and earlier:
            for root in item.roots:
                self._waiting.append(Assignment(next(self._numbers), RootBatch((root,)), earlier))
        elif not earlier or number < MAX_LOST_WORKERS:
            self._waiting.append(assignment._replace(lost_worker_count=number))
        else:
            root = item.root if isinstance(item, LargeRoot | ComponentBatch) else item.roots[0]
            reason = f"{number} workers ended while they read this root ({lost.reason}); perhaps memory ran out"
            self._add_failed_root(RootFailure(root.name, "", None, reason))

    def _summarize(self, roots: Sequence[str], prefix: str, replaced_parts_left: int) -> RunSummary:
        """Write the list of failures, and return the summary of the run."""
        names = set(map(name_root, roots))
        known = failure_lists.list_valid_failures(self._dataset.parts, self._keys)
        own = [failure for failure in known if failure.root in names]
        listed = [
            *(own if prefix else known),
            *self._failures,
            *self._list_failures_of_other_roots(names, known, prefix),
        ]
        failure_lists.write_failures(self._dataset.store, listed, prefix)
        scanned = self._scanned_roots - self._failed_roots
        return RunSummary(
            len(scanned),
            self._unchanged_count,
            len(self._failed_roots),
            len(scanned - self._roots_with_records),
            tuple(dict.fromkeys([*self._failures, *own])),
            failure_lists.name_failure_list(prefix),
            replaced_parts_left,
        )

    def _list_failures_of_other_roots(
        self, names: set[str], known: Sequence[RootFailure], prefix: str
    ) -> Iterator[RootFailure]:
        """Yield the failures in the lists of earlier runs that belong to roots outside of this run.

        Failures of files must be among the `known` failures of the data set. Failures of whole roots are only in lists.
        """
        valid = set(known)
        for failure in failure_lists.read_failures(self._dataset.store, prefix):
            if failure.root not in names and (not failure.file or failure in valid):
                yield failure
