"""Join the parts of several data sets, or the small parts of one data set."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from transtats_cli.errors import TranstatsError
from transtats_cli.fleet.items import RootFailure
from transtats_cli.fleet.output import failures as failure_lists
from transtats_cli.fleet.output import joined
from transtats_cli.fleet.output.dataset import Dataset, ResultOptions
from transtats_cli.fleet.output.manifest import DatasetPart, RootInPart
from transtats_cli.fleet.output.store import open_store
from transtats_cli.fleet.schema import TABLES, Row

ROWS_PER_PART = 50_000
"""Number of rows at which a new part begins. So many rows are in memory at once."""


class MergeSummary(NamedTuple):
    """Numbers of roots, parts and failures in a merged data set."""

    root_count: int
    part_count: int
    failure_count: int
    failure_list: str = failure_lists.name_failure_list()
    """Name of the file that contains the failures."""


def merge_datasets(addresses: Sequence[str], output: str, rows_per_part: int = ROWS_PER_PART) -> MergeSummary:
    """Join data sets into one. If several data sets contain the same root, the rows of the last data set are used.

    The output may be one of the data sets. If it contains a data set that is not among them, this one is the first. No
    other run may write to the output at the same time. Raises TranstatsError if a directory contains no data set.
    """
    sources = [_open_source(address) for address in addresses]
    target_store = open_store(output)
    target = Dataset(target_store)
    target.check_files()
    datasets = [target if source.store.address == target_store.address else source for source in sources]
    if target not in datasets:
        # An earlier merge may have written the output.
        datasets.insert(0, target)
    failures = _read_listed_failures(datasets)
    owners = {root.root: dataset for dataset in datasets for part in dataset.parts for root in part.roots}
    replaced = {root for root, owner in owners.items() if owner is not target}
    writer = _PartWriter(target, rows_per_part)
    valid_roots = target.select_valid_roots()
    for part in _select_small_parts(target, rows_per_part, replaced):
        writer.add_part(target, part, valid_roots[part.name])
    for dataset in datasets:
        if dataset is target:
            continue
        valid_roots = dataset.select_valid_roots()
        for part in dataset.parts:
            writer.add_part(dataset, part, {root for root in valid_roots[part.name] if owners[root[0]] is dataset})
    writer.write()
    target.remove_replaced_rows(writer.content_keys)
    if joined.has_sqlite_part(target):
        joined.write_joined_database(target)
    return _write_failures_and_summarize(target, failures)


def _open_source(address: str) -> Dataset:
    dataset = Dataset(open_store(address))
    if not dataset.parts:
        raise TranstatsError(f"{dataset.store.address} contains no data set of `transtats fleet`: no manifest")
    return dataset


def _select_small_parts(target: Dataset, rows_per_part: int, replaced: set[str]) -> list[DatasetPart]:
    """Return the parts of the output with less than half of `rows_per_part` rows, if there are several such parts.

    A part is left out if it contains a root in `replaced`, the roots that other data sets contain.
    """
    small = [
        part
        for part in target.parts
        if sum(part.row_counts.values()) * 2 < rows_per_part and not replaced & {root.root for root in part.roots}
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
        found += failure_lists.read_failures(dataset.store)
    return found


def _write_failures_and_summarize(target: Dataset, listed_failures: Sequence[RootFailure]) -> MergeSummary:
    """Write one list of failures, and return the numbers of roots, parts and failures.

    `listed_failures` contains the failures in the lists of the data sets before the merge. Failures of whole roots are
    only in these lists. Failures of files are also in the parts, which contain the valid ones.
    """
    names = {root.root for part in target.parts for root in part.roots}
    failures = failure_lists.list_valid_failures(target.parts)
    failures += [each for each in listed_failures if not each.file or each.root not in names]
    failure_lists.write_failures(target.store, failures)
    return MergeSummary(len(names), len(target.parts), len(set(failures)))


class _PartWriter:
    """Writer of parts. Rows are collected until there are enough for a new part."""

    def __init__(self, target: Dataset, rows_per_part: int) -> None:
        self.content_keys: dict[str, str] = {}
        self._target = target
        self._limit = rows_per_part
        self._options: ResultOptions | None = None
        self._clear_rows()

    def add_part(self, source: Dataset, part: DatasetPart, valid_roots: set[tuple[str, int]]) -> None:
        """Add the rows of a part that belong to the valid roots.

        `valid_roots` contains names of roots and indexes of batches.
        """
        roots = tuple(root for root in part.roots if (root.root, root.part) in valid_roots)
        if not roots:
            return
        options = ResultOptions(part.version, part.options, part.formats)
        if options != self._options:
            self.write()
            self._options = options
        names = {root.root for root in roots}
        for table, row in _read_valid_rows(source, part, names):
            self._rows[table].append(row)
        self._roots += roots
        self.content_keys |= {root.root: root.content_key for root in roots}
        if sum(map(len, self._rows.values())) >= self._limit:
            self.write()

    def write(self) -> None:
        """Write the collected rows as a part."""
        if self._options is not None and self._roots:
            self._target.write_part(tuple(self._roots), self._rows, self._options)
        self._clear_rows()

    def _clear_rows(self) -> None:
        self._roots: list[RootInPart] = []
        self._rows: dict[str, list[Row]] = {table: [] for table in TABLES}


def _read_valid_rows(source: Dataset, part: DatasetPart, names: set[str]) -> Iterator[tuple[str, Row]]:
    """Yield the name of the table and the row, for each row of the named roots."""
    for table in TABLES:
        yield from ((table, row) for row in source.read_rows(table, part) if row[0] in names)
