"""Reference of a component: the strings that the file of each language should have, with their paths and lines.

The reference is the source file of a monolingual component, the gettext template, or the PO file of the source
language. Without any of them, it is the union of the strings of all languages.
"""

import sys
from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import suppress

from transtats_cli.columns import columns_of
from transtats_cli.component import Component
from transtats_cli.errors import UnreadableFile
from transtats_cli.languages import Language, language_by_code
from transtats_cli.model import State, Unit
from transtats_cli.problems import Problem
from transtats_cli.report import LocatedUnit, Report, StringPlace
from transtats_cli.scanning.filemask.files import TranslationFile
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.pipeline.file_comparison import find_untranslatable_keys
from transtats_cli.scanning.pipeline.language_selection import find_translations, select_languages
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.reading.reader import ComponentReader, StringsByIdentity


def read_reference(component: Component, listings: FolderListings | None = None) -> StringsByIdentity:
    """Return the strings of the reference of a component, in the order of the file.

    If the component has a reference file, these are its strings. Raises UnreadableFile if it cannot be read. Without a
    reference file, these are the strings of all translation files that can be read. Raises TranstatsError if the
    component has no translation files.
    """
    reader = ComponentReader(component)
    reference = ReferenceStrings(reader)
    if not reference.has_file:
        for file in find_translations(component, listings).translations:
            with suppress(UnreadableFile):
                translation, _ = reader.read_translation_and_keys(file.path, file.language)
                reader.add_strings(reference.strings, file.path, translation.units)
    return reference.strings


def locate_missing_string(component: Component, language: Language, path: str, unit: Unit) -> LocatedUnit:
    """Return a string of the reference as a string without a translation that the file of a language lacks."""
    untranslated = unit._replace(target="", state=State.EMPTY)
    return LocatedUnit(language, component.path_for_messages(path), untranslated, is_missing=True)


def is_counted(component: Component, found: LocatedUnit) -> bool:
    """Return True if pages count a string that a search `with_missing` has found among all strings of its language.

    Those of the source language are the strings of the reference, and those of another language the same as in the
    statistics of a server.
    """
    if found.language == language_by_code(component.source_language):
        return not found.is_stale
    return component.counts_missing_strings or not found.is_missing


class ReferenceStrings:
    """Strings that the file of each language should have, to be compared with those in the files."""

    def __init__(self, reader: ComponentReader) -> None:
        """Read the reference file. Without one, there are no strings yet. Raises UnreadableFile."""
        template = reader.read_reference()
        self.has_file = template is not None
        self.strings: StringsByIdentity = {}
        if template is not None:
            reader.add_strings(self.strings, template.path, template.units)
        self._component = reader.component
        self._untranslatable = find_untranslatable_keys(reader)
        self._missing: dict[str, LocatedUnit] = {}
        """Strings that a file lacked. Many languages lack the same ones."""

    def find_missing(self, language: Language, keys: Iterable[str]) -> dict[str, LocatedUnit]:
        """Return the strings that a file lacks, in the order of the reference. `keys` identify those in the file."""
        there = self._untranslatable.union(keys)
        missing: dict[str, LocatedUnit] = {}
        for key in (key for key in self.strings if key not in there):
            if key not in self._missing:
                self._missing[key] = locate_missing_string(self._component, language, *self.strings[key])
            missing[key] = LocatedUnit(language, *self._missing[key][1:])
        return missing


class MissingStringSearch:
    """Search for the strings of the reference that translation files lack or leave to translate, or for stale strings.

    The constructor raises TranstatsError if the component has no translation files. With `languages_must_exist`, it
    also raises TranstatsError for an unknown language.
    """

    def __init__(
        self,
        component: Component,
        options: ScanOptions,
        *,
        with_unfinished: bool = False,
        only_stale: bool = False,
        outdated: Container[StringPlace] = (),
    ) -> None:
        """`with_unfinished` also finds the strings of the reference that are empty or fuzzy in the file, and those at
        the places in `outdated`. `only_stale` finds the strings of files that the reference lacks, instead.
        """
        self._component = component
        self._with_unfinished = with_unfinished
        self._only_stale = only_stale
        self._outdated = outdated
        self._warnings: tuple[Problem, ...] = ()
        self._progress = options.progress
        self._selection = select_languages(component, options.languages, must_exist=options.languages_must_exist)
        self._failures: list[Problem] = []

    def find_units(self) -> Iterator[LocatedUnit]:
        """Yield the strings, file by file, in the order of the reference, or of the file if only stale ones are found.

        The path and the line of a missing string are those in the reference.
        """
        component = self._component
        reader = ComponentReader(component)
        try:
            reference = ReferenceStrings(reader)
        except UnreadableFile as error:
            self._failures.append(Problem(reader.reference_path, error.reason, error.line))
            return
        if self._only_stale and not reference.has_file:
            reason = "no file lists all strings, so none is stale; `template` or `new_base` in the settings names one"
            self._warnings = (Problem(component.full_name, reason),)
            return
        files = self._read_files(reader, reference)
        # Without a template, the reference is complete after the last file.
        for file, keys, unfinished in files if reference.has_file else [*files]:
            if file.language.code not in self._selection.language_codes:
                continue
            if self._only_stale:
                stale = set(keys).difference(reference.strings)
                units = reader.read_units_of_file(file.path, file.language) if stale else {}
                for unit in (unit for key, unit in units.items() if key in stale):
                    yield LocatedUnit(file.language, component.path_for_messages(file.path), unit, is_stale=True)
                continue
            missing = reference.find_missing(file.language, keys)
            for key in reference.strings:
                if key in missing:
                    yield missing[key]
                elif key in unfinished:
                    yield LocatedUnit(file.language, component.path_for_messages(file.path), unfinished[key][1])

    def build_report(self) -> Report:
        """Return the failures, warnings and notes as a report without statistics.

        The report is complete after `find_units` has yielded the last string.
        """
        report = self._selection.build_report(self._component, failures=self._failures)
        return report._replace(warnings=(*report.warnings, *self._warnings))

    def _read_files(
        self, reader: ComponentReader, reference: ReferenceStrings
    ) -> Iterator[tuple[TranslationFile, Sequence[str], StringsByIdentity]]:
        """Yield each readable file with the identities of its strings, and with the unfinished strings if requested.

        Without a template, the files of all languages are read, and their strings are added to the reference.
        """
        for file in self._selection.select_files(all_languages=not reference.has_file):
            try:
                translation, keys = reader.read_translation_and_keys(file.path, file.language)
            except UnreadableFile as error:
                self._failures.append(Problem(file.path, error.reason, error.line))
            else:
                if not reference.has_file:
                    reader.add_strings(reference.strings, file.path, translation.units)
                path = self._component.path_for_messages(file.path)
                units = columns_of(translation.units)
                unfinished = [
                    index
                    for index, state in enumerate(units.states if self._with_unfinished else ())
                    if state < State.TRANSLATED
                    or (self._outdated and (path, units.contexts[index], units.line_numbers[index]) in self._outdated)
                ]
                found = reader.identify_units(file.path, units.select(unfinished))
                # Equal texts of many files take memory once.
                yield file, [*map(sys.intern, keys)], dict(found)
            if self._progress is not None:
                self._progress(file.path)
