"""Select the files of a component that a scan reads, and the languages that the report contains."""

from collections.abc import Collection, Iterable
from functools import partial
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError, UnreadableFile
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.languages import Language, language_by_code, resolve_language
from transtats_cli.nearest import unknown_language_message
from transtats_cli.problems import Problem
from transtats_cli.report import Record, Report
from transtats_cli.scanning.filemask import files
from transtats_cli.scanning.filemask.files import ComponentFiles, TranslationFile
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.pipeline.duplicates import choose_file_per_language
from transtats_cli.scanning.reading import safe_reading


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
        codes_by_path: dict[str, set[str]] = {}
        for file in (*self.component_files.translations, *self.component_files.duplicates):
            codes_by_path.setdefault(file.path, set()).add(file.language.code)
        others = {path for path, codes in codes_by_path.items() if codes.isdisjoint(self.language_codes)}
        return tuple(failure for failure in failures if failure.path not in others)

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
            failures=self.select_failures(dict.fromkeys((*found.failures, *failures))),
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
    # If the only file, which has all languages, is unreadable, its languages are not known.
    must_exist = must_exist and bool(found.translations or not found.failures)
    codes = choose_language_codes(found, languages, language_by_code(component.source_language), must_exist=must_exist)
    return LanguageSelection(found, codes)


def choose_language_codes(
    found: ComponentFiles, wanted_names: Collection[str], source_language: Language, *, must_exist: bool
) -> frozenset[str]:
    """Return the codes of the wanted languages. If `wanted_names` is empty, return the codes of all languages.

    The names in `wanted_names` may have any spelling. With `must_exist`, a language without a file raises
    TranstatsError.
    """
    if not wanted_names:
        return frozenset({source_language.code, *(translation.language.code for translation in found.translations)})
    by_spelling = {source_language.code: source_language.code}
    for translation in (*found.duplicates, *found.translations):
        by_spelling[translation.language_part] = by_spelling[translation.language.code] = translation.language.code
    codes = {name: by_spelling.get(name) or by_spelling.get(resolve_language(name).code) for name in wanted_names}
    for name, code in codes.items():
        if code is None and must_exist:
            raise TranstatsError(unknown_language_message(name, by_spelling.values(), other_names=by_spelling))
    return frozenset(code for code in codes.values() if code)


def find_translations(component: Component, listings: FolderListings | None = None) -> ComponentFiles:
    """Find the translation files of a component, one file for each language.

    If a file contains the strings of all languages, the result contains this file once for each language.

    If several files have the same language, these files are read to choose one file.

    `listings` caches the folder listings of a run that scans several components. Raises TranstatsError if there is no
    file.
    """
    found = files.find_translation_files(component, listings)
    if FILE_FORMATS[component.file_format].multilingual_module:
        found = _add_languages_of_file(component, found)
    number = len({file.language.code for file in found.translations})
    return found if number == len(found.translations) else choose_file_per_language(component, found)


def _add_languages_of_file(component: Component, found: ComponentFiles) -> ComponentFiles:
    """Add the file with the strings of all languages to the translations, once for each language."""
    path, source = component.filemask, language_by_code(component.source_language)
    try:
        parts = FILE_FORMATS[component.file_format].list_languages(safe_reading.read_bytes(component, path))
    except UnreadableFile as error:
        return found._replace(failures=(*found.failures, Problem(path, error.reason, error.line)))
    translations: dict[str, TranslationFile] = {source.code: TranslationFile(path, "", source)}
    for part in filter(partial(files.accepts_language, component), parts):
        language = resolve_language(part, source_language=component.source_language, aliases=component.aliases)
        translations.setdefault(language.code, TranslationFile(path, part, language))
    del translations[source.code]
    return found._replace(translations=tuple(translations.values()))
