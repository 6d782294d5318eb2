"""Select the strings of a scan that the option `where` describes, and count only these strings.

The strings are selected after all files were read and checked, because some checks compare all strings of a component.
"""

from collections.abc import Sequence

from transtats_cli.checks.runner import Findings
from transtats_cli.columns import UnitColumns, columns_of
from transtats_cli.languages import Language
from transtats_cli.model import Unit
from transtats_cli.report import LocatedUnit
from transtats_cli.scanning.pipeline.file_comparison import FileComparer
from transtats_cli.scanning.pipeline.file_scanner import FileResult
from transtats_cli.scanning.pipeline.options import ScanOptions, StringSlice
from transtats_cli.scanning.pipeline.reference import ReferenceStrings, locate_missing_string
from transtats_cli.scanning.reading.reader import ComponentReader, StringsByIdentity
from transtats_cli.scanning.reading.strings import count_units


class SliceCounter:
    """Counter of the strings of a component that a slice contains."""

    def __init__(self, where: StringSlice, options: ScanOptions, reader: ComponentReader) -> None:
        self._matches = where.matches
        self._options = options
        self._reader = reader
        self._component = reader.component

    def select_units(
        self, language: Language, paths: Sequence[str], units: Sequence[Unit], findings: Findings
    ) -> tuple[list[int], Findings]:
        """Return the indexes of the units in the slice, and the findings of these units by their new indexes.

        `paths` contains the path of the file of each unit.
        """
        shown = {path: self._component.path_for_messages(path) for path in set(paths)}
        indexes = [
            index
            for index, (path, unit) in enumerate(zip(paths, units, strict=True))
            if self._matches(LocatedUnit(language, shown[path], unit, findings.get(index, ())))
        ]
        return indexes, {new: findings[old] for new, old in enumerate(indexes) if old in findings}

    def select_results(
        self, results: Sequence[FileResult], findings: Sequence[Findings]
    ) -> tuple[list[FileResult], list[Findings]]:
        """Return the results and the findings of all files with the strings in the slice only."""
        reference = self._read_reference(results)
        comparer = FileComparer(self._reader, [unit for _, unit in reference.values()])
        selected_results: list[FileResult] = []
        selected_findings: list[Findings] = []
        for result, found in zip(results, findings, strict=True):
            units = columns_of(result.units or ())
            language, path = result.file.language, result.file.path
            indexes, selected = self.select_units(language, [path] * len(units), units, found)
            in_slice = units.select(indexes)
            statistics = count_units(
                in_slice, cjk=self._reader.source_language.is_cjk, file_notes=self._options.with_file_notes
            )
            counts = result.counts._replace(statistics=statistics._replace(failing=len(selected)))
            if counts.comparison is not None:
                keys = self._find_keys(result, units, indexes, reference)
                completeness = comparer.compare_strings(in_slice, result.keys, keys)
                counts = counts._replace(comparison=counts.comparison._replace(completeness=completeness))
            selected_results.append(result._replace(counts=counts, units=in_slice))
            selected_findings.append(selected)
        return selected_results, selected_findings

    def _read_reference(self, results: Sequence[FileResult]) -> StringsByIdentity:
        """Return the strings with which the files were compared. Empty if they were not compared."""
        compared = [result for result in results if result.counts.comparison is not None]
        if compared and self._reader.reference_path:
            return ReferenceStrings(self._reader).strings
        found: StringsByIdentity = {}
        for result in compared:
            self._reader.add_strings(found, result.file.path, result.units or ())
        return found

    def _find_keys(
        self, result: FileResult, units: UnitColumns, indexes: Sequence[int], reference: StringsByIdentity
    ) -> set[str]:
        """Return the identities of the strings of a file and of the reference that are in the slice.

        `indexes` are those of the units in the slice. A string that the file lacks is one without a translation.
        """
        language, path = result.file.language, result.file.path
        identities = self._reader.identity_function(units)
        keys, known = {identities[index] for index in indexes}, set(identities)
        for key, (reference_path, unit) in reference.items():
            if key not in known:
                missing = locate_missing_string(self._component, language, reference_path, unit)
                keys.update([key] if self._matches(missing) else ())
        # In a monolingual component, the units are those of the template.
        if stale := set(result.keys) - known:
            shown = self._component.path_for_messages(path)
            for key, unit in self._reader.read_units_of_file(path, language).items():
                if key in stale and self._matches(LocatedUnit(language, shown, unit)):
                    keys.add(key)
        return keys
