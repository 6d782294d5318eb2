"""Select the files of a component that a scan reads, and the languages that the report contains.

Of several files of the same language, one is chosen, because a Weblate server does not accept several files.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError, UnreadableFile
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.languages import language_by_code, resolve_language
from transtats_cli.nearest import unknown_language_message
from transtats_cli.problems import Problem
from transtats_cli.report import LeftOutFile, Record, Report
from transtats_cli.scanning.filemask import files
from transtats_cli.scanning.filemask.files import ComponentFiles, TranslationFile
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.pipeline.file_scanner import FileResult, scan_batch
from transtats_cli.scanning.pipeline.options import ScanOptions
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
        others = self._list_other_paths()
        return tuple(failure for failure in failures if failure.path not in others)

    def _list_other_paths(self) -> set[str]:
        codes_by_path: dict[str, set[str]] = {}
        for file in (*self.component_files.translations, *self.component_files.duplicates):
            codes_by_path.setdefault(file.path, set()).add(file.language.code)
        return {path for path, codes in codes_by_path.items() if codes.isdisjoint(self.language_codes)}

    def build_report(
        self, component: Component, records: Iterable[Record] = (), failures: Iterable[Problem] = ()
    ) -> Report:
        """Return a report with the records of the languages to report, and with the messages of the search for files.

        `failures` are the failures of the scan, in any language.
        """
        found = self.component_files
        others = {component.path_for_messages(path) for path in self._list_other_paths()} if found.warnings else ()
        return Report(
            component,
            tuple(record for record in records if record.language.code in self.language_codes),
            failures=self.select_failures(dict.fromkeys((*found.failures, *failures))),
            warnings=tuple(each for each in found.warnings if each.path not in others),
            notes=found.notes,
            left_out=found.left_out,
        )

    def refuse_source(self, source_language_code: str) -> None:
        if source_language_code in self.language_codes:
            raise _create_source_language_error(source_language_code)


def select_languages(
    component: Component, languages: Collection[str], listings: FolderListings | None = None, *, must_exist: bool = True
) -> LanguageSelection:
    """Find the files of a component, and select languages. If `languages` is empty, all languages are selected.

    The languages may have any spelling. Raises TranstatsError if there is no file. With `must_exist`, also raises
    TranstatsError for a language without a file.
    """
    found, source = find_translations(component, listings), language_by_code(component.source_language).code
    if not languages:
        return LanguageSelection(found, frozenset({source, *(file.language.code for file in found.translations)}))
    by_spelling = _index_codes_by_spelling(component, found)
    # If the only file, which has all languages, is unreadable, its languages are not known.
    must_exist = must_exist and bool(found.translations or not found.failures)
    return LanguageSelection(found, frozenset(_find_codes(languages, by_spelling, must_exist=must_exist)))


def refuse_absent_languages(
    components: Iterable[Component],
    languages: Collection[str],
    listings: FolderListings | None = None,
    *,
    with_source: bool = False,
) -> None:
    """Raise TranstatsError for a language that none of several components has.

    Without `with_source`, also raise TranstatsError for a language that is the source language only. Components without
    files, which cannot be scanned, have no languages.
    """
    by_spelling: dict[str, str] = {}
    translated: set[str] = set()
    for component in components if languages else ():
        try:
            found = find_translations(component, listings)
        except TranstatsError:
            continue
        if found.failures and not found.translations:
            return
        by_spelling |= _index_codes_by_spelling(component, found)
        translated.update(file.language.code for file in found.translations)
    for code in _find_codes(languages, by_spelling):
        if not with_source and code not in translated:
            raise _create_source_language_error(code)


def _index_codes_by_spelling(component: Component, found: ComponentFiles) -> dict[str, str]:
    """Return the codes of the source language and of all files, by code and by the spelling in the path."""
    source = language_by_code(component.source_language).code
    by_spelling = {source: source}
    for file in (*found.duplicates, *found.translations):
        by_spelling[file.language_part] = by_spelling[file.language.code] = file.language.code
    return by_spelling


def _find_codes(
    languages: Iterable[str], codes_by_spelling: Mapping[str, str], *, must_exist: bool = True
) -> Iterator[str]:
    """Yield the codes of languages in any spelling. With `must_exist`, raise TranstatsError for an unknown language."""
    for name in languages:
        code = codes_by_spelling.get(name) or codes_by_spelling.get(resolve_language(name).code)
        if code is not None:
            yield code
        elif must_exist:
            known = codes_by_spelling
            raise TranstatsError(unknown_language_message(name, known.values(), other_names=known))


def _create_source_language_error(code: str) -> TranstatsError:
    return TranstatsError(f"{code} is the source language, which is printed with --with-source")


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
        language = component.resolve_language(part)
        translations.setdefault(language.code, TranslationFile(path, part, language))
    del translations[source.code]
    return found._replace(translations=tuple(translations.values()))


def choose_file_per_language(component: Component, found: ComponentFiles) -> ComponentFiles:
    """Choose one file for each language. The other files of the language are left out, with a warning.

    The file with the most translated strings is chosen. If several files have this number, the file whose path spells
    the language like the language table is chosen. If there are still several files, the first path is chosen.
    """
    by_language: dict[str, list[TranslationFile]] = {}
    for file in found.translations:
        by_language.setdefault(file.language.code, []).append(file)
    failures, warnings, left_out = [*found.failures], [*found.warnings], [*found.left_out]
    duplicates: list[TranslationFile] = []
    for same_language_files in by_language.values():
        if len(same_language_files) == 1:
            continue
        best, *others = sorted(_count_files(component, same_language_files), key=_build_sort_key)
        for each in others:
            duplicates.append(each.file)
            reason = f"{component.path_for_messages(best.file.path)} {_explain_choice(best, each)}"
            left_out.append(LeftOutFile(each.file.path, reason, needs_message=False, counted_path=best.file.path))
            path = component.path_for_messages(each.file.path)
            count = "cannot be read" if each.failure else str(_count_translated(each))
            detail = f"{reason}: {_count_translated(best)}, {count}"
            warnings.append(Problem(path, "left out, because another file of its language counts", detail=detail))
            # The scan reports a template that cannot be read.
            if each.failure is not None and each.failure.path == each.file.path:
                failures.append(each.failure)
    return found._replace(
        translations=tuple(file for file in found.translations if file not in duplicates),
        duplicates=tuple(duplicates),
        failures=tuple(failures),
        warnings=tuple(warnings),
        left_out=tuple(left_out),
    )


def _count_files(component: Component, files: Sequence[TranslationFile]) -> Sequence[FileResult]:
    try:
        return scan_batch((component, ScanOptions(runs_checks=False), files)).file_results
    except UnreadableFile as error:
        failure = Problem(component.template, error.reason, error.line)
        return [FileResult(file, failure=failure) for file in files]


def _count_translated(result: FileResult) -> int:
    """Return the number of translated strings, or -1 if the file cannot be read."""
    return -1 if result.failure is not None else result.counts.statistics.translated.strings


def _build_sort_key(result: FileResult) -> tuple[int, bool, bool, str]:
    """Return the key by which the best file comes first: its language is spelled like the language table, or similar.

    In a similar spelling, only case or separator differ (`pt-br`).
    """
    part, code = result.file.language_part, result.file.language.code
    is_other = part != code and part.replace("-", "_").lower() != code.lower()
    return -_count_translated(result), is_other, part != code, result.file.path


def _explain_choice(best: FileResult, second: FileResult) -> str:
    if _count_translated(best) > _count_translated(second):
        return "has more translated strings"
    if _build_sort_key(best)[:3] < _build_sort_key(second)[:3]:
        return "has the code of the language table"
    return "comes first"
