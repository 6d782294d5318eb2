"""Join the parts of several data sets, or the small parts of one data set."""

from collections.abc import Sequence
from typing import NamedTuple

from transtats_cli.fleet.items import RootFailure, RootInPart
from transtats_cli.fleet.output.dataset import Dataset
from transtats_cli.fleet.output.manifest import DatasetPart, ResultOptions
from transtats_cli.fleet.schema import TABLES, Rows

ROWS_PER_PART = 50_000
"""Number of rows at which a new part begins. So many rows are in memory at once."""


class MergeSummary(NamedTuple):
    """Numbers of roots, parts and failures in a merged data set."""

    root_count: int
    part_count: int
    failure_count: int
    failure_list: str = "failures.ndjson"
    """Name of the file that contains the failures."""


def merge_datasets(addresses: Sequence[str], output: str, rows_per_part: int = ROWS_PER_PART) -> MergeSummary:
    """Join data sets into one. If several data sets contain the same root, the rows of the last data set are used.

    The output may be one of the data sets. If it contains a data set that is not among them, this one is the first. No
    other run may write to the output at the same time. Raises TranstatsError if a directory contains no data set.
    """
    sources = [Dataset(address) for address in addresses]
    for source in sources:
        source.require_parts()
    target = Dataset(output)
    target.check_files()
    datasets = [target if source.store.address == target.store.address else source for source in sources]
    if target not in datasets:
        # An earlier merge may have written the output.
        datasets.insert(0, target)
    failures = _read_listed_failures(datasets)
    owners = {root.root: dataset for dataset in datasets for part in dataset.parts for root in part.roots}
    writer = _PartWriter(target, rows_per_part)
    for part, roots in _select_small_parts(target, rows_per_part, owners):
        writer.add_part(target, part, roots)
    for dataset in datasets:
        if dataset is not target:
            for part, roots in dataset.list_valid_roots():
                writer.add_part(dataset, part, tuple(root for root in roots if owners[root.root] is dataset))
    writer.write()
    target.remove_replaced_rows(writer.content_keys)
    # Failures of whole roots are only in the lists. Failures of files are also in the parts.
    names = {root.root for part in target.parts for root in part.roots}
    failures = [*target.list_failures(), *(each for each in failures if not each.file or each.root not in names)]
    target.write_failures(failures)
    return MergeSummary(len(names), len(target.parts), len(set(failures)), target.failure_list)


def _select_small_parts(
    target: Dataset, rows_per_part: int, owners: dict[str, Dataset]
) -> list[tuple[DatasetPart, tuple[RootInPart, ...]]]:
    """Return the parts of the output with less than half of `rows_per_part` rows, if there are several such parts.

    A part is left out if it contains a root that another data set owns.
    """
    small = [
        (part, roots)
        for part, roots in target.list_valid_roots()
        if sum(part.row_counts.values()) * 2 < rows_per_part and all(owners[root.root] is target for root in part.roots)
    ]
    return small if len(small) > 1 else []


def _read_listed_failures(datasets: Sequence[Dataset]) -> list[RootFailure]:
    """Return the failures in the lists of several data sets. Failures of roots that a later data set has are left out.

    A list also contains roots that have rows from an earlier run, and can no longer be read.
    """
    found: list[RootFailure] = []
    for dataset in datasets:
        names = {root.root for part in dataset.parts for root in part.roots}
        found = [each for each in found if each.root not in names]
        found += dataset.read_listed_failures()
    return found


class _PartWriter:
    """Writer of parts. Rows are collected until there are enough for a new part."""

    def __init__(self, target: Dataset, rows_per_part: int) -> None:
        self.content_keys: dict[str, str] = {}
        self._target = target
        self._limit = rows_per_part
        self._options: ResultOptions | None = None
        self._roots: tuple[RootInPart, ...] = ()
        self._rows: Rows = {table: [] for table in TABLES}

    def add_part(self, source: Dataset, part: DatasetPart, roots: tuple[RootInPart, ...]) -> None:
        """Add the rows of some roots of a part."""
        if not roots:
            return
        if part.result_options != self._options:
            self.write()
            self._options = part.result_options
        for table, rows in self._rows.items():
            rows += source.read_rows(part, roots, table)
        self._roots += roots
        self.content_keys |= {root.root: root.content_key for root in roots}
        if sum(map(len, self._rows.values())) >= self._limit:
            self.write()

    def write(self) -> None:
        """Write the collected rows as a part."""
        if self._options is not None and self._roots:
            self._target.add_part(self._roots, self._rows, self._options)
        self._roots, self._rows = (), {table: [] for table in TABLES}
