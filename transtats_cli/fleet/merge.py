"""Join the parts of several data sets, or the small parts of one data set."""

import math
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from transtats_cli.fleet.items import TABLES, RootFailure
from transtats_cli.fleet.output.dataset import Dataset
from transtats_cli.fleet.output.manifest import select_valid_roots
from transtats_cli.fleet.plan import pack

ROWS_PER_PART = 50_000
"""Maximum number of rows of a joined part, which are in memory at once."""


class MergeSummary(NamedTuple):
    """Numbers of roots, parts and failures in a merged data set."""

    root_count: int
    part_count: int
    failure_count: int
    failure_list: str = "failures.ndjson"


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
    failures: list[RootFailure] = []
    for dataset in datasets:
        # A list also contains roots that have rows from an earlier run, and can no longer be read.
        names = {root.root for part in dataset.parts for root in part.roots}
        failures = [*(each for each in failures if each.root not in names), *dataset.read_listed_failures()]
    owners = {root.root: dataset for dataset in datasets for part in dataset.parts for root in part.roots}
    small_parts = {part.name for part in target.parts if sum(part.row_counts.values()) * 2 < rows_per_part}
    pieces = [
        (dataset, part, tuple(root for root in roots if owners[root.root] is dataset))
        for dataset in datasets
        for part, roots in select_valid_roots(dataset.parts)
        if dataset is not target or (part.name in small_parts and len(small_parts) > 1)
    ]
    content_keys = {root.root: root.content_key for _, _, roots in pieces for root in roots}
    sized_pieces = ((piece, sum(piece[1].row_counts.values())) for piece in pieces if piece[2])
    for options, same in groupby(sized_pieces, key=lambda sized: sized[0][1].options):
        for joined, _ in pack(same, rows_per_part, math.inf):
            all_roots = tuple(root for _, _, roots in joined for root in roots)
            rows = {
                table: [row for dataset, part, roots in joined for row in dataset.read_rows(part, roots, table)]
                for table in TABLES
            }
            target.add_part(all_roots, rows, options)
    target.remove_replaced_rows(content_keys)
    # Failures of whole roots are only in the lists. Failures of files are also in the parts.
    names = {root.root for part in target.parts for root in part.roots}
    failures = [*target.list_failures(), *(each for each in failures if not each.file or each.root not in names)]
    target.write_failures(failures)
    return MergeSummary(len(names), len(target.parts), len(set(failures)), target.failure_list)
