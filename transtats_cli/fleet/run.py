"""Run a fleet: create the work items of the roots, give them to an engine, and write the results as they arrive."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from transtats_cli.fleet.engines import Engine
from transtats_cli.fleet.items import (
    ComponentBatch,
    ItemResult,
    LargeRoot,
    LostItem,
    Root,
    RootBatch,
    RootFailure,
    RootInPart,
    WorkItem,
    WorkOptions,
)
from transtats_cli.fleet.output.dataset import Dataset
from transtats_cli.fleet.output.manifest import ResultOptions
from transtats_cli.fleet.plan import BYTES_PER_WORK_ITEM, create_items
from transtats_cli.fleet.roots import make_absolute, mask_address, normalize_address
from transtats_cli.fleet.schema import RECORDS_TABLE, escape_surrogates


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
        self._batches: deque[ComponentBatch] = deque()
        """Batches of large roots that are not scanned yet."""
        self._keys: dict[str, str] = {}
        """Content keys of the roots that were opened in this run."""
        self._failures: list[RootFailure] = []
        self._scanned_roots: set[str] = set()
        self._roots_with_records: set[str] = set()
        self._unchanged_count = 0

    def run(self, roots: Sequence[str], engine: Engine) -> RunSummary:
        """Scan the roots, and return a summary after all results are written.

        If the run is interrupted, the results that are written remain, and the next run continues. Items whose workers
        have ended are repeated at the end of the run, each root alone. If a worker ends again, the root is a failure.
        """
        self._dataset.check_files()
        if not roots:
            # A part without roots distinguishes the output of an empty shard from a directory without a data set.
            self._dataset.add_part((), {}, self._result_options)
        lost = [item for item, _ in self._run_items(create_items(self._prepare_roots(roots), self._item_bytes), engine)]
        for item in [alone for each in lost for alone in _divide_item(each)]:
            for again, reason in self._run_items(iter([item]), engine):
                name = again.result.root if isinstance(again, ComponentBatch) else _get_first_root(again).name
                text = f"workers ended while they read this root ({reason}); perhaps memory ran out"
                self._add_failed_root(RootFailure(name, "", None, text))
        left = self._dataset.remove_replaced_rows(self._keys)
        return self._summarize(roots, left)

    def _run_items(self, items: Iterator[WorkItem], engine: Engine) -> list[tuple[WorkItem, str]]:
        """Run items and the batches that replace them, write their results, and return the lost items with reasons."""

        def take_item() -> WorkItem | None:
            return self._batches.popleft() if self._batches else next(items, None)

        lost = []
        for item, outcome in engine.run(take_item, self._options):
            if isinstance(outcome, LostItem):
                lost.append((item, outcome.reason))
            else:
                self._add_result(outcome)
        return lost

    def _prepare_roots(self, roots: Iterable[str]) -> Iterator[Root]:
        """Yield a Root for each address.

        Its name contains no credentials. Its known keys are the content keys of the complete results in the data set.
        """
        for root in roots:
            name = name_root(root)
            yield Root(name, make_absolute(root), self._dataset.list_complete_keys(name, self._result_options))

    def _add_result(self, result: ItemResult) -> None:
        for name, content_key in result.unchanged:
            self._keys[name] = content_key
            self._unchanged_count += 1
            self._callbacks.on_step_done(name)
        for failure in result.failed:
            self._add_failed_root(failure)
        if result.scanned:
            self._dataset.add_part(result.scanned, result.rows, self._result_options)
            self._roots_with_records |= {str(row[0]) for row in result.rows[RECORDS_TABLE]}
            for scanned in result.scanned:
                self._add_scanned_root(scanned)
        if result.batches:
            self._add_batches(result.batches)

    def _add_scanned_root(self, scanned: RootInPart) -> None:
        self._keys[scanned.root] = scanned.content_key
        self._scanned_roots.add(scanned.root)
        for failure in scanned.failures:
            self._callbacks.on_failure(failure)
        self._callbacks.on_step_done(scanned.root)

    def _add_failed_root(self, failure: RootFailure) -> None:
        self._failures.append(failure)
        self._callbacks.on_failure(failure)
        self._callbacks.on_step_done(failure.root)

    def _add_batches(self, batches: Sequence[ComponentBatch]) -> None:
        """Add the batches of a large root that are not in the data set."""
        root = batches[0].result.root
        self._keys[root] = batches[0].result.content_key
        self._scanned_roots.add(root)
        self._callbacks.on_steps_added(len(batches) - 1)
        missing = self._dataset.list_missing_batches(batches, self._result_options)
        self._batches += missing
        for _ in range(len(batches) - len(missing)):
            self._roots_with_records.add(root)
            self._callbacks.on_step_done(root)

    def _summarize(self, roots: Sequence[str], replaced_parts_left: int) -> RunSummary:
        """Write the list of failures, and return the summary of the run.

        The list keeps the failures in lists of earlier runs that belong to roots outside of this run. Failures of files
        must be in a part of the data set. Failures of whole roots are only in lists.
        """
        names = set(map(name_root, roots))
        known = dict.fromkeys(self._dataset.list_failures(self._keys))
        own = [failure for failure in known if failure.root in names]
        others = [
            failure
            for failure in self._dataset.read_listed_failures()
            if failure.root not in names and (not failure.file or failure in known)
        ]
        self._dataset.write_failures([*(own if self._dataset.shard_prefix else known), *self._failures, *others])
        failed = {failure.root for failure in self._failures}
        scanned = self._scanned_roots - failed
        return RunSummary(
            len(scanned),
            self._unchanged_count,
            len(failed),
            len(scanned - self._roots_with_records),
            tuple(dict.fromkeys([*self._failures, *own])),
            self._dataset.failure_list,
            replaced_parts_left,
        )


def _divide_item(item: WorkItem) -> list[WorkItem]:
    """Return an item for each root."""
    return [RootBatch((root,)) for root in item.roots] if isinstance(item, RootBatch) else [item]


def _get_first_root(item: RootBatch | LargeRoot) -> Root:
    return item.root if isinstance(item, LargeRoot) else item.roots[0]
