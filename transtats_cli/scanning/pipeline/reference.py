"""Reference of a component: the strings that the file of each language should have, with their paths and lines.

The reference is the source file of a monolingual component, the gettext template, or the PO file of the source
language. Without any of them, it is the union of the strings of all languages.
"""

import sys
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
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
from transtats_cli.scanning.reading.reader import ComponentReader, StringsByIdentity, Translation
from transtats_cli.scanning.reading.strings import to_source_unit


def read_reference(component: Component, listings: FolderListings | None = None) -> StringsByIdentity:
    """Return the strings of the reference of a component, in the order of the file.

    If the component has a reference file, these are its strings. Raises UnreadableFile if it cannot be read. Without a
    reference file, these are the strings of all translation files that can be read. Raises TranstatsError if the
    component has no translation files.
    """
    reader = ComponentReader(component)
    found: StringsByIdentity = {}
    template = reader.read_reference()
    if template is not None:
        reader.add_strings(found, template.path, template.units)
        return found
    for file in find_translations(component, listings).translations:
        with suppress(UnreadableFile):
            translation, _ = reader.read_translation_and_keys(file.path, file.language)
            reader.add_strings(found, file.path, translation.units)
    return found


def locate_missing_string(component: Component, language: Language, path: str, unit: Unit) -> LocatedUnit:
    """Return a string of the reference as a string without a translation that the file of a language lacks."""
    untranslated = unit._replace(target="", state=State.EMPTY)
    return LocatedUnit(language, component.path_for_messages(path), untranslated, is_missing=True)


def complete_source(component: Component, units: Iterable[LocatedUnit]) -> Iterator[LocatedUnit]:
    """Yield the strings, of which those of the source language come last, in the order of the reference.

    Those of the reference that no file of a language has yet are added. Those that the reference lacks are stale.
    """
    source, found = language_by_code(component.source_language), list[LocatedUnit]()
    for each in units:
        if each.language == source:
            found.append(each)
        else:
            yield each
    try:
        reference = read_reference(component)
    except UnreadableFile:
        yield from found
        return
    keys = ComponentReader(component).identity_function(columns_of([each.unit for each in found]))
    by_key = dict(zip(keys, found, strict=True))
    for key, (path, unit) in reference.items():
        new = LocatedUnit(source, component.path_for_messages(path), to_source_unit(unit))
        yield by_key.pop(key, new)
    yield from (each._replace(is_stale=True) for each in by_key.values())


def find_in_languages(component: Component, unit: Unit) -> Iterator[tuple[Translation, LocatedUnit]]:
    """Yield a string in each language whose file has it, with the translation without its other strings.

    No checks are run.
    """
    reader, text = ComponentReader(component), unit.source + unit.context
    for file in find_translations(component).translations:
        with suppress(UnreadableFile):
            translation, _ = reader.read_translation_and_keys(file.path, file.language)
            texts = columns_of(translation.units).identifying_texts
            if text in texts:
                found = LocatedUnit(file.language, file.path, translation.units[texts.index(text)])
                yield translation._replace(units=()), found


class MissingStringSearch:
    """Search for the strings of the reference that translation files lack or leave to translate, or for stale strings.

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
        with_unfinished: bool = False,
        only_stale: bool = False,
        outdated: Container[StringPlace] = (),
        listings: FolderListings | None = None,
    ) -> None:
        """`progress` is called with the path of each file after it was read.

        `with_unfinished` also finds the strings of the reference that are empty or fuzzy in the file, and those at the
        places in `outdated`. `only_stale` finds the strings of files that the reference lacks, instead. `listings`
        caches the folder listings of a run.
        """
        self._component = component
        self._with_unfinished = with_unfinished
        self._only_stale = only_stale
        self._outdated = outdated
        self._warnings: tuple[Problem, ...] = ()
        self._progress = progress or (lambda _: None)
        self._selection = select_languages(component, languages, listings, must_exist=languages_must_exist)
        self._failures: list[Problem] = []

    def find_units(self) -> Iterator[LocatedUnit]:
        """Yield the strings, file by file, in the order of the reference, or of the file if only stale ones are found.

        The path and the line of a missing string are those in the reference.
        """
        component = self._component
        reader = ComponentReader(component)
        reference: StringsByIdentity = {}
        try:
            template = reader.read_reference()
        except UnreadableFile as error:
            self._failures.append(Problem(reader.reference_path, error.reason, error.line))
            return
        if template is not None:
            reader.add_strings(reference, template.path, template.units)
        elif self._only_stale:
            reason = "no file lists all strings, so none is stale; `template` or `new_base` in the settings names one"
            self._warnings = (Problem(component.full_name, reason),)
            return
        untranslatable = find_untranslatable_keys(reader)
        missing: dict[str, LocatedUnit] = {}
        """Strings that a file lacked. Many languages lack the same ones."""
        files = self._read_files(reader, reference, has_template=template is not None)
        # Without a template, the reference is complete after the last file.
        for file, keys, unfinished in files if template is not None else [*files]:
            if file.language.code not in self._selection.language_codes:
                continue
            there = untranslatable.union(keys)
            if self._only_stale:
                stale = there - reference.keys()
                units = reader.read_units_of_file(file.path, file.language) if stale else {}
                for unit in (unit for key, unit in units.items() if key in stale):
                    yield LocatedUnit(file.language, component.path_for_messages(file.path), unit, is_stale=True)
                continue
            for key, (path, unit) in reference.items():
                if key not in there:
                    if key not in missing:
                        missing[key] = locate_missing_string(component, file.language, path, unit)
                    yield LocatedUnit(file.language, *missing[key][1:])
                elif key in unfinished:
                    yield LocatedUnit(file.language, component.path_for_messages(file.path), unfinished[key][1])

    def build_report(self) -> Report:
        """Return the failures, warnings and notes as a report without statistics.

        The report is complete after `find_units` has yielded the last string.
        """
        report = self._selection.build_report(self._component, failures=self._failures)
        return report._replace(warnings=(*report.warnings, *self._warnings))

    def _read_files(
        self, reader: ComponentReader, reference: StringsByIdentity, *, has_template: bool
    ) -> Iterator[tuple[TranslationFile, Sequence[str], StringsByIdentity]]:
        """Yield each readable file with the identities of its strings, and with the unfinished strings if requested.

        Without a template, the files of all languages are read, and their strings are added to the reference.
        """
        for file in self._selection.select_files(all_languages=not has_template):
            try:
                translation, keys = reader.read_translation_and_keys(file.path, file.language)
            except UnreadableFile as error:
                self._failures.append(Problem(file.path, error.reason, error.line))
            else:
                if not has_template:
                    reader.add_strings(reference, file.path, translation.units)
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
            self._progress(file.path)
