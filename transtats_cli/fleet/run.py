"""Run a fleet: create the work items of the roots, give them to an engine, and write the results as they arrive."""

import os
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from transtats_cli.errors import TranstatsError
from transtats_cli.fleet.items import (
    RECORDS_TABLE,
    Engine,
    ItemResult,
    Root,
    RootFailure,
    RootInPart,
    WorkItem,
    WorkOptions,
)
from transtats_cli.fleet.output.dataset import Dataset
from transtats_cli.fleet.output.manifest import ResultOptions, find_complete_results
from transtats_cli.fleet.output.store import find_local_path
from transtats_cli.fleet.plan import Shard, create_items
from transtats_cli.fleet.roots.addresses import Address, list_roots
from transtats_cli.paths import is_below


class RunSummary(NamedTuple):
    """Numbers of roots of a run, and the failures of its roots, also of unchanged roots."""

    scanned: int
    unchanged: int
    failed: int
    roots_without_records: int
    failures: tuple[RootFailure, ...]
    failure_list: str
    replaced_parts_left: int
    """Number of parts of other shards that contain replaced rows. A run over one shard does not remove these rows."""


@dataclass
class FleetRun:
    """One run over some roots, and its state."""

    dataset: Dataset
    options: WorkOptions
    formats: tuple[str, ...]
    on_step_done: Callable[[str], None]
    """Function that is called with the name of a root when the root, or a batch of its components, is done."""
    on_steps_added: Callable[[int], None]
    """Function that is called with the number of batches into which a root was divided, minus one."""
    on_failure: Callable[[RootFailure], None]
    item_bytes: int
    _batches: deque[WorkItem] = field(default_factory=deque)
    """Batches of large roots that are not scanned yet."""
    _known_results: set[RootInPart] = field(default_factory=set)
    """Results that the data set contains at the start of the run, without failures."""
    _keys: dict[str, str] = field(default_factory=dict)
    """Content keys of the roots that were opened in this run."""
    _failures: list[RootFailure] = field(default_factory=list)
    _scanned_roots: set[str] = field(default_factory=set)
    _roots_with_records: set[str] = field(default_factory=set)

    @property
    def result_options(self) -> ResultOptions:
        return ResultOptions(self.options.version, self.options.result_key, self.formats)

    def run(self, roots: Sequence[Address], engine: Engine) -> RunSummary:
        """Scan the roots, and return a summary after all results are written.

        If the run is interrupted, the results that are written remain, and the next run continues. Items whose workers
        have ended are repeated at the end of the run, each root alone. If a worker ends again, the root is a failure.
        """
        self.dataset.check_files()
        self._known_results = self.dataset.find_results(self.result_options)
        known_keys = defaultdict(list)
        for known in find_complete_results(self._known_results):
            known_keys[known.root].append(known.content_key)
        if not roots:
            # A part without roots distinguishes the output of an empty shard from a directory without a data set.
            self.dataset.add_part((), {}, self.result_options)
        prepared = (Root(address, tuple(known_keys[address.shown])) for address in roots)
        for item, _ in self._run_items(create_items(prepared, self.item_bytes), engine):
            for root in item.roots:
                for _, reason in self._run_items(iter([item._replace(roots=(root,))]), engine):
                    text = f"workers ended while they read this root ({reason}); perhaps memory ran out"
                    self._add_failed_root(RootFailure(root.name, "", None, text))
        left = self.dataset.remove_replaced_rows(self._keys)
        return self._summarize({address.shown for address in roots}, left)

    def _run_items(self, items: Iterator[WorkItem], engine: Engine) -> list[tuple[WorkItem, str]]:
        """Run items and the batches that replace them, write their results, and return the lost items with reasons."""
        lost = []
        outcomes = engine(lambda: self._batches.popleft() if self._batches else next(items, None), self.options)
        for item, outcome in outcomes:
            if isinstance(outcome, str):
                lost.append((item, outcome))
            else:
                self._add_result(outcome)
        return lost

    def _add_result(self, result: ItemResult) -> None:
        self._keys |= result.unchanged
        for name in result.unchanged:
            self.on_step_done(name)
        for failure in result.failed:
            self._add_failed_root(failure)
        if result.scanned:
            self.dataset.add_part(tuple(result.scanned), result.rows, self.result_options)
            self._roots_with_records |= {str(row[0]) for row in result.rows[RECORDS_TABLE]}
        for scanned in result.scanned:
            for failure in scanned.failures:
                self.on_failure(failure)
            self._add_scanned(scanned)
        if result.batches:
            self.on_steps_added(len(result.batches) - 1)
        for batch in result.batches:
            if batch.result and batch.result._replace(failures=()) in self._known_results:
                self._roots_with_records.add(batch.result.root)
                self._add_scanned(batch.result)
            else:
                self._batches.append(batch)

    def _add_scanned(self, scanned: RootInPart) -> None:
        self._keys[scanned.root] = scanned.content_key
        self._scanned_roots.add(scanned.root)
        self.on_step_done(scanned.root)

    def _add_failed_root(self, failure: RootFailure) -> None:
        self._failures.append(failure)
        self.on_failure(failure)
        self.on_step_done(failure.root)

    def _summarize(self, names: Collection[str], replaced_parts_left: int) -> RunSummary:
        """Write the list of failures, and return the summary of the run.

        The list keeps the failures in lists of earlier runs that belong to roots outside of this run. Failures of files
        must be in a part of the data set. Failures of whole roots are only in lists.
        """
        known = dict.fromkeys(self.dataset.list_failures(self._keys))
        own = [failure for failure in known if failure.root in names]
        others = [
            failure
            for failure in self.dataset.read_listed_failures()
            if failure.root not in names and (not failure.file or failure in known)
        ]
        self.dataset.write_failures([*(own if self.dataset.shard_prefix else known), *self._failures, *others])
        failed = {failure.root for failure in self._failures}
        scanned = self._scanned_roots - failed
        return RunSummary(
            len(scanned),
            len(self._keys.keys() - self._scanned_roots),
            len(failed),
            len(scanned - self._roots_with_records),
            tuple(dict.fromkeys([*self._failures, *own])),
            self.dataset.failure_list,
            replaced_parts_left,
        )


def list_fleet_roots(arguments: Sequence[str], files_from: str, output: str, shard: Shard | None) -> list[Address]:
    """Return the addresses of the shard's roots. Raises TranstatsError if the arguments name no root."""
    roots = list_roots(arguments, files_from)
    if not roots:
        place = "standard input" if files_from == "-" else files_from
        no_arguments = "there are no roots; name directories, archives or repositories, or use --files-from"
        raise TranstatsError(f"{place} contains no root; write one root on each line" if place else no_arguments)
    local = find_local_path(output)
    for root in roots if local is not None else ():
        if os.path.isdir(root.location) and is_below(os.path.realpath(local or ""), os.path.realpath(root.location)):
            raise TranstatsError(f"{output} is in the root {root.shown}; choose an output outside of all roots")
    return [root for root in roots if shard is None or shard.includes(root.shown)]
