"""Scan the files of a component one after another, and provide the units of each file. Used to print strings."""

from collections.abc import Callable, Iterator, Sequence

from transtats_cli.budget import CheckTimeBudget
from transtats_cli.scanning.pipeline.combining import ScanResult, combine_results
from transtats_cli.scanning.pipeline.file_scanner import (
    BatchResult,
    FileResult,
    FileScanner,
    FileTask,
    ScannedFile,
    ScanPlan,
)
from transtats_cli.scanning.reading.reader import ComponentReader


class UnitScan:
    """Scan of the files of one component. Units are not kept in memory, except by the caller."""

    def __init__(
        self,
        plan: ScanPlan,
        tasks: Sequence[FileTask],
        budget: CheckTimeBudget | None = None,
        progress: Callable[[str], None] | None = None,
    ) -> None:
        """Prepare the scan without reading a file. `plan.with_units` must be True."""
        self._plan = plan
        self._tasks = tasks
        self._budget = budget or CheckTimeBudget()
        self._reader = ComponentReader(plan.component)
        self._scanner = FileScanner(plan, self._reader, self._budget, progress)

    def scan_files(self) -> Iterator[ScannedFile]:
        """Yield the result and the units of each file. Unreadable files are included.

        Raises UnreadableFile if the template of a monolingual component is unreadable.
        """
        if self._plan.component.template:
            self._reader.read_template()
        for task in self._tasks:
            yield self._scanner.scan_file(task)

    def combine_file_results(self, file_results: list[FileResult]) -> ScanResult:
        """Combine the results of all files. The caller may have removed findings from the results."""
        batch = BatchResult(file_results, self._scanner.source_strings)
        return combine_results(self._plan, self._tasks, [batch], self._reader, self._budget)
