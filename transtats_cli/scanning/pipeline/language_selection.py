"""Select the files of a component that a scan reads, and the languages that it reports."""

from collections.abc import Collection, Iterable
from itertools import compress
from operator import not_
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.languages import by_code
from transtats_cli.report import Failure
from transtats_cli.scanning.filemask import files
from transtats_cli.scanning.filemask.files import Files, TranslationFile
from transtats_cli.scanning.filemask.folders import Folders


class LanguageSelection(NamedTuple):
    """Files of a component, and the languages to report."""

    found: Files
    """Files of all languages."""
    codes: frozenset[str]
    """Codes of the languages to report."""

    def files(self, *, all_languages: bool) -> tuple[TranslationFile, ...]:
        """Return the files of all languages, or of the languages to report."""
        if all_languages:
            return self.found.translations
        return tuple(file for file in self.found.translations if file.language.code in self.codes)

    def relevant(self, failures: Iterable[Failure]) -> tuple[Failure, ...]:
        """Return the failures that do not belong to other languages only."""
        return tuple(failure for failure in failures if self.found.concerns(failure.path, self.codes))

    def refuse_source(self, source_code: str) -> None:
        """Raise TranstatsError if the languages to report include the source language."""
        if source_code in self.codes:
            raise TranstatsError(f"{source_code} is the source language, which is printed with --with-source")


def select(
    component: Component, languages: Collection[str], folders: Folders | None = None, *, must_exist: bool = True
) -> LanguageSelection:
    """Find the files of a component and resolve the languages, in any spelling. Without languages, all are selected.

    Raises TranstatsError if there is no file, or for a language that must exist and does not.
    """
    found = find_translations(component, folders)
    codes = found.choose(languages, by_code(component.source_language), must_exist=must_exist)
    return LanguageSelection(found, codes)


def find_translations(component: Component, folders: Folders | None = None) -> Files:
    """Find the files of a component, one for each language. Files are read only if several have the same language.

    Raises TranstatsError if there is no file. `folders` are the listings of a run that scans several components.
    """
    found = files.find(component, folders)
    number = len({file.language.code for file in found.translations})
    return found if number == len(found.translations) else _one_for_each_language(component, found)


def _one_for_each_language(component: Component, found: Files) -> Files:
    """Leave out all but one of the files of a language, with a warning for each language."""
    # Imported late, because few components have such files.
    from transtats_cli.scanning.pipeline.duplicates import choose

    by_language: dict[str, list[TranslationFile]] = {}
    for file in found.translations:
        by_language.setdefault(file.language.code, []).append(file)
    choices = [choose(component, same) for same in by_language.values() if len(same) > 1]
    chosen = {choice.chosen.language.code: choice.chosen for choice in choices}
    counts = [file is chosen.get(file.language.code, file) for file in found.translations]
    return found._replace(
        translations=tuple(compress(found.translations, counts)),
        left_out=tuple(compress(found.translations, map(not_, counts))),
        failures=(*found.failures, *(failure for choice in choices for failure in choice.failures)),
        warnings=(*found.warnings, *(choice.warning for choice in choices)),
        notes=(*found.notes, *(note for choice in choices for note in choice.notes)),
    )
