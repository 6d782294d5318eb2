"""Scan the files of a component one after another, and provide the units of each file. Used to print strings."""

from collections.abc import Iterator, Sequence

from transtats_cli.budget import CheckTimeBudget
from transtats_cli.component import Component
from transtats_cli.scanning.filemask.files import TranslationFile
from transtats_cli.scanning.pipeline.combining import ScanResult, combine_results
from transtats_cli.scanning.pipeline.file_scanner import BatchResult, FileResult, FileScanner, ScannedFile
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.reading.reader import ComponentReader


class UnitScan:
    """Scan of the files of one component. Units are not kept in memory, except by the caller."""

    def __init__(self, component: Component, options: ScanOptions, files: Sequence[TranslationFile]) -> None:
        """Prepare the scan without reading a file."""
        self._options = options._replace(with_units=True, budget=options.budget or CheckTimeBudget())
        self._files = files
        self._reader = ComponentReader(component)
        self._scanner = FileScanner(self._options, self._reader)

    def scan_files(self) -> Iterator[ScannedFile]:
        """Yield the result and the units of each file. Unreadable files are included.

        Raises UnreadableFile if the template of a monolingual component is unreadable.
        """
        if self._reader.component.template:
            self._reader.read_template()
        for file in self._files:
            yield self._scanner.scan_file(file)

    def combine_file_results(self, file_results: list[FileResult]) -> ScanResult:
        """Combine the results of all files. The caller may have removed findings from the results."""
        batch = BatchResult(file_results, self._scanner.source_strings)
        return combine_results(self._options, [batch], self._reader)
