"""Reference of a component: the strings that the file of each language should have, with their paths and lines.

The reference is the gettext template, or the source file of a monolingual component. Without either, it is the union of
the strings of all languages.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import NamedTuple

from transtats_cli.columns import columns_of
from transtats_cli.component import Component
from transtats_cli.errors import UnreadableFile
from transtats_cli.model import State, Unit
from transtats_cli.problems import Problem
from transtats_cli.report import LocatedUnit, Report
from transtats_cli.scanning.filemask.files import TranslationFile
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.pipeline.file_comparison import find_untranslatable_keys
from transtats_cli.scanning.pipeline.language_selection import find_translations, select_languages
from transtats_cli.scanning.reading.reader import ComponentReader, Translation


class ReferenceString(NamedTuple):
    """One string of the reference, without a translation."""

    unit: Unit
    path: str
    """Path of the template. In a union, path of the first file that contains the string."""


ReferenceStrings = Mapping[str, ReferenceString]
"""Strings of the reference by identity, in the order of the file."""


def read_reference(component: Component, listings: FolderListings | None = None) -> ReferenceStrings:
    """Return the strings of the reference of a component, by identity.

    If the component has a template, these are the strings of the template. Raises UnreadableFile if the template cannot
    be read. Without a template, these are the strings of all translation files that can be read. Raises TranstatsError
    if the component has no translation files.
    """
    reader = ComponentReader(component)
    found: dict[str, ReferenceString] = {}
    for translation in _read_reference_files(reader, listings):
        units = columns_of(translation.units)
        for key, unit in zip(reader.identity_function(units), units, strict=True):
            if key not in found:
                found[key] = ReferenceString(unit._replace(target="", state=State.EMPTY), translation.path)
    return found


def _read_reference_files(reader: ComponentReader, listings: FolderListings | None) -> Iterator[Translation]:
    """Yield the files that define the reference: the template, or else all readable translations."""
    template = reader.read_template()
    if template is not None:
        yield template
        return
    for file in find_translations(reader.component, listings).translations:
        with suppress(UnreadableFile):
            yield reader.read_translation(file.path, file.language)


class MissingStringSearch:
    """Search for the strings of the reference that translation files lack.

    The constructor raises TranstatsError if the component has no translation files. With `languages_must_exist`, it
    also raises TranstatsError for an unknown language.
    """

    def __init__(
        self,
        component: Component,
        languages: tuple[str, ...],
        progress: Callable[[str], None] | None = None,
        *,
        languages_must_exist: bool = True,
    ) -> None:
        """`progress` is called with the path of each file after it was compared."""
        self._component = component
        self._progress = progress
        self._selection = select_languages(component, languages, must_exist=languages_must_exist)
        self._failures: list[Problem] = []

    def find_units(self) -> Iterator[LocatedUnit]:
        """Yield the missing strings, file by file, in the order of the reference.

        The path and the line of each string are those in the reference.
        """
        component = self._component
        try:
            reference = read_reference(component)
        except UnreadableFile as error:
            path = component.template or component.new_base
            self._failures.append(Problem(path, error.reason, error.line))
            return
        reader = ComponentReader(component)
        for file in self._selection.select_files(all_languages=False):
            for string in self._find_missing_in_file(reader, file, reference):
                path = component.path_for_messages(string.path)
                yield LocatedUnit(file.language, path, string.unit, is_missing=True)
            if self._progress is not None:
                self._progress(file.path)

    def build_report(self) -> Report:
        """Return the failures, warnings and notes as a report without statistics.

        The report is complete after `find_units` has yielded the last string.
        """
        return self._selection.build_report(self._component, failures=self._failures)

    def _find_missing_in_file(
        self, reader: ComponentReader, file: TranslationFile, reference: ReferenceStrings
    ) -> list[ReferenceString]:
        try:
            _, keys = reader.read_translation_and_keys(file.path, file.language)
        except UnreadableFile as error:
            self._failures.append(Problem(file.path, error.reason, error.line))
            return []
        there = find_untranslatable_keys(reader).union(keys)
        return [string for key, string in reference.items() if key not in there]
