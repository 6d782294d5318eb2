"""Divide the files of a component into batches, and scan the batches in several processes."""

from collections.abc import Sequence
from heapq import heapify, heapreplace

from transtats_cli.budget import CheckTimeBudget
from transtats_cli.scanning.filemask.files import TranslationFile
from transtats_cli.scanning.pipeline.file_scanner import BatchResult, FileBatch, scan_batch
from transtats_cli.scanning.pipeline.parallel import map_in_workers

BATCHES_PER_JOB = 2
"""Number of batches for each worker process.

With more than one batch for each process, all processes finish at about the same time. With many batches, the scan
would be slower, because each batch has to process the source strings again.
"""


def scan_in_batches(batch: FileBatch, file_sizes: Sequence[int]) -> list[BatchResult]:
    """Divide a batch into smaller batches, and scan these in worker processes.

    `file_sizes` are the sizes of the files in bytes. The processor time of the checks in the smaller batches is added
    to the spent time in the budget of the options.
    """
    options = batch.options
    batches = divide_batch(batch, file_sizes, options.jobs * BATCHES_PER_JOB)
    budget = options.budget or CheckTimeBudget()
    shares = [budget.share_for_task(len(batches)) for _ in batches]
    batches = [
        each._replace(options=options._replace(budget=share, progress=None))
        for each, share in zip(batches, shares, strict=True)
    ]
    found: list[BatchResult] = []
    for each, result in zip(batches, map_in_workers(scan_batch, batches, options.jobs), strict=True):
        found.append(result)
        budget.seconds_spent += result.budget_seconds_spent
        if options.progress is not None:
            for file in each.files:
                options.progress(file.path)
    return found


def divide_batch(batch: FileBatch, file_sizes: Sequence[int], batch_count: int) -> list[FileBatch]:
    """Divide a batch into at most `batch_count` batches of about equal size.

    The files are sorted by size, the largest file first. Each file is added to the batch that is smallest at that time.
    """
    loads = [(0, index) for index in range(batch_count)]
    shares: list[list[TranslationFile]] = [[] for _ in range(batch_count)]
    heapify(loads)
    for size, file in sorted(zip(file_sizes, batch.files, strict=True), key=lambda pair: (-pair[0], pair[1].path)):
        load, index = loads[0]
        shares[index].append(file)
        heapreplace(loads, (load + size + 1, index))
    return [batch._replace(files=tuple(share)) for share in shares if share]
