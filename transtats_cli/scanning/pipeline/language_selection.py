"""Select the files of a component that a scan reads, and the languages that the report contains."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.languages import language_by_code
from transtats_cli.problems import Problem
from transtats_cli.report import Record, Report
from transtats_cli.scanning.filemask import files
from transtats_cli.scanning.filemask.files import ComponentFiles, TranslationFile
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.pipeline.duplicates import choose_file_per_language


class LanguageSelection(NamedTuple):
    """Files of a component, and the languages that the report contains."""

    component_files: ComponentFiles
    """Files of all languages of the component."""
    language_codes: frozenset[str]
    """Codes of the languages that the report contains."""

    def select_files(self, *, all_languages: bool) -> tuple[TranslationFile, ...]:
        """Return the files of the languages to report. With `all_languages`, return the files of all languages."""
        if all_languages:
            return self.component_files.translations
        return tuple(file for file in self.component_files.translations if file.language.code in self.language_codes)

    def select_failures(self, failures: Iterable[Problem]) -> tuple[Problem, ...]:
        """Return the failures that concern the languages to report. Failures in other languages are left out."""
        return tuple(
            failure
            for failure in failures
            if self.component_files.concerns_languages(failure.path, self.language_codes)
        )

    def build_report(
        self, component: Component, records: Iterable[Record] = (), failures: Iterable[Problem] = ()
    ) -> Report:
        """Return a report with the records of the languages to report, and with the messages of the search for files.

        `failures` are the failures of the scan, in any language.
        """
        found = self.component_files
        return Report(
            component,
            tuple(record for record in records if record.language.code in self.language_codes),
            failures=self.select_failures((*found.failures, *failures)),
            warnings=found.warnings,
            notes=found.notes,
            left_out=found.left_out,
        )

    def refuse_source(self, source_language_code: str) -> None:
        """Raise TranstatsError if the languages to report include the source language."""
        if source_language_code in self.language_codes:
            raise TranstatsError(f"{source_language_code} is the source language, which is printed with --with-source")


def select_languages(
    component: Component, languages: Collection[str], listings: FolderListings | None = None, *, must_exist: bool = True
) -> LanguageSelection:
    """Find the files of a component, and select languages. If `languages` is empty, all languages are selected.

    The languages may have any spelling. Raises TranstatsError if there is no file. With `must_exist`, also raises
    TranstatsError for a language without a file.
    """
    found = find_translations(component, listings)
    codes = found.choose_language_codes(languages, language_by_code(component.source_language), must_exist=must_exist)
    return LanguageSelection(found, codes)


def find_translations(component: Component, listings: FolderListings | None = None) -> ComponentFiles:
    """Find the translation files of a component, one file for each language.

    If several files have the same language, these files are read to choose one file.

    `listings` caches the folder listings of a run that scans several components. Raises TranstatsError if there is no
    file.
    """
    found = files.find_translation_files(component, listings)
    number = len({file.language.code for file in found.translations})
    return found if number == len(found.translations) else choose_file_per_language(component, found)
