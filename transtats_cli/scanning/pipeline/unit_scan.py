"""Scan a component with the units of its files, one file after another, for commands that print strings."""

from collections.abc import Callable, Iterator, Sequence

from transtats_cli.budget import Budget
from transtats_cli.scanning.pipeline.combining import ScanResult, combine_results
from transtats_cli.scanning.pipeline.file_scanner import (
    BatchResult,
    FileResult,
    FileScanner,
    FileTask,
    Plan,
    ScannedFile,
)
from transtats_cli.scanning.reading.reader import Reader


class UnitScan:
    """Scan of one component. The caller decides which units it keeps."""

    def __init__(
        self,
        plan: Plan,
        tasks: Sequence[FileTask],
        budget: Budget | None = None,
        progress: Callable[[str], None] | None = None,
    ) -> None:
        """`plan.units` must be set."""
        self._plan = plan
        self._tasks = tasks
        self._budget = budget or Budget()
        self._reader = Reader(plan.component)
        self._scanner = FileScanner(plan, self._reader, self._budget, progress)

    def files(self) -> Iterator[ScannedFile]:
        """Yield each file, also an unreadable one. Raises UnreadableFile if a monolingual template is unreadable."""
        if self._plan.component.template:
            self._reader.template()
        for task in self._tasks:
            yield self._scanner.scan(task)

    def combine(self, results: list[FileResult]) -> ScanResult:
        """Combine the results of all files, from which the caller may have removed findings."""
        batch = BatchResult(results, self._scanner.sources)
        return combine_results(self._plan, self._tasks, [batch], self._reader, self._budget)
