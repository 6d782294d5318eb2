"""Read the translations and the source language of a component from its files."""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from typing import NamedTuple

from transtats_cli import flags, formats
from transtats_cli.columns import UnitColumns, columns_of
from transtats_cli.component import Component
from transtats_cli.errors import OtherFormatError, UnreadableFile
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.languages import (
    Language,
    default_plural_rule,
    find_gettext_plural_rule,
    language_by_code,
)
from transtats_cli.measures import COMPLETE_MEASURE, TRANSLATED_MEASURE
from transtats_cli.model import Catalog, Unit
from transtats_cli.problems import Problem
from transtats_cli.scanning.filemask import files
from transtats_cli.scanning.reading import documents, safe_reading, strings

_FORMATS_OF_SOURCE_FILES = ("po", "xliff", "xliff2", "poxliff", "apple-xliff")
"""Bilingual formats whose file of the source language has all strings. That of Qt often has only plural forms."""
EMPTY_TEMPLATE_REASON = "contains no strings, but the translations do"


StringsByIdentity = dict[str, tuple[str, Unit]]
"""Strings of several files: the path of the file that contains a string, and its unit, by identity of the string."""


class Translation(NamedTuple):
    """Strings of one language of a component, with effective states and flags."""

    language: Language
    path: str
    units: Sequence[Unit]
    plural_forms_header: str = ""
    last_change: str | None = None
    warnings: tuple[Problem, ...] = ()
    """Warnings from reading the file at `path`, without its path."""


class ComponentReader:
    """Reader of a component's files. Raises UnreadableFile for a file that cannot be read."""

    def __init__(self, component: Component) -> None:
        self.defined_component = component
        """Component as settings and discovery define it."""
        self.source_language = language_by_code(component.source_language)
        self._create_reader = lru_cache(lambda name, *arguments: FILE_FORMATS[name].create_reader(*arguments))
        self._file_format = FILE_FORMATS[component.file_format]
        self._component_flags = flags.parse_flag_lines(
            filter(None, (self._file_format.flags_of_strings, component.check_flags))
        )

    @cached_property
    def component(self) -> Component:
        """Component as it is read: without its template, if discovery has chosen a template without strings."""
        component = self.defined_component
        if self._file_format.is_monolingual or not (component.is_template_found and self.has_empty_template):
            return component
        return component._replace(template="", read_options=component.read_options._replace(is_monolingual=False))

    @cached_property
    def has_empty_template(self) -> bool:
        """True if the component is defined with a template that contains no strings."""
        try:
            return self.defined_component.template != "" and not any(self._template_units.contexts)
        except UnreadableFile:
            return False

    @property
    def identity_function(self) -> strings.IdentityFunction:
        return strings.select_identity(self.component)

    def identify_units(self, path: str, units: Iterable[Unit]) -> Iterator[tuple[str, tuple[str, Unit]]]:
        """Yield the identity, and the path and the unit, of each string of a file."""
        columns = columns_of(units)
        return zip(self.identity_function(columns), ((path, unit) for unit in columns), strict=True)

    def add_strings(self, found: StringsByIdentity, path: str, units: Iterable[Unit]) -> None:
        """Add the strings of a file to those of other files. Units are only created of strings that are added."""
        columns = columns_of(units)
        keys = self.identity_function(columns)
        indices = [index for index, key in enumerate(keys) if replaces_string(found, key, path)]
        for key, located in self.identify_units(path, columns.select(indices)):
            if replaces_string(found, key, path):
                found[key] = located

    def read_translation_and_keys(
        self, path: str, language: Language, content: bytes | None = None
    ) -> tuple[Translation, Sequence[str]]:
        """Return a translation, and the keys that identify the strings in its file.

        `content` is the content of the file if it has been read already. The file may contain a key several times. In a
        monolingual component, the translation has exactly the strings of the template, which may differ from the
        strings in the file.
        """
        catalog = self.read_catalog(path, language, content)
        units, keys = self._pair_with_template(language, catalog)
        return self._build_translation(language, path, catalog, units), keys

    def read_units_of_file(self, path: str, language: Language) -> dict[str, Unit]:
        """Return the units that a file contains, by key.

        A unit that the template lacks has its key of `read_translation_and_keys`.
        """
        if not self.component.template:
            units, keys = self.read_written_units(path, language)
        else:
            units = columns_of(self.read_catalog(path, language).units)
            keys = strings.identify_by_key(units)
        return dict(zip(keys, units, strict=True))

    def read_bytes(self, path: str, listed_status: os.stat_result | None = None) -> bytes:
        """Return the content of a file, as `safe_reading.read_bytes`. A file with all languages is read once."""
        if self._file_format.multilingual_module:
            return self._content_of_all_languages
        return safe_reading.read_bytes(self.defined_component, path, listed_status)

    @cached_property
    def _content_of_all_languages(self) -> bytes:
        return safe_reading.read_bytes(self.defined_component, self.defined_component.filemask)

    def read_written_units(self, path: str, language: Language) -> tuple[UnitColumns, Sequence[str]]:
        """Return the units of a translation with the states and flags of its file, and the identities of the strings.

        Unlike `read_translation_and_keys`, this method does not apply settings and rules of the format to states and
        flags. The order of units and identities is the same.
        """
        return self._pair_with_template(language, self.read_catalog(path, language))

    def read_written_template(self) -> UnitColumns:
        """Return the units of the template with the states and flags of its file, in the order of `read_template`.

        Empty if the component has no template.
        """
        if self.component.template:
            return self._template_units
        units = self.read_catalog(self.component.new_base, self.source_language).units if self.has_reference else ()
        return columns_of(units)

    def _pair_with_template(self, language: Language, catalog: Catalog) -> tuple[UnitColumns, Sequence[str]]:
        """Return the units that count as strings, and the identities of the strings that the file contains."""
        if self._file_format.is_document:
            template = self._template_units
            paired = documents.pair_with_template(template, catalog.units, self._file_format)
            return paired, documents.identify_strings(template, paired, catalog.units, self._file_format)
        if self.component.template:
            matched = strings.pair_with_template(
                self._template_units,
                catalog.units,
                self._count_plural_forms(language, catalog),
                adds_flags=self._file_format.has_flags_in_translations,
            )
            if self._file_format.has_multiple_values:
                matched = strings.repeat_sources(matched)
            return matched, strings.identify_by_key(columns_of(catalog.units))
        identify = self.identity_function
        units = strings.drop_repeated_units(catalog.units, identify)
        units = strings.adjust_plural_forms(units, self._count_plural_forms(language, catalog))
        return units, identify(units)

    def read_template(self) -> Translation | None:
        """Read the source language from the template of a monolingual component, or from a gettext template.

        None if the component has no template. The file is read once, even if it cannot be read.
        """
        if isinstance(self._template, UnreadableFile):
            raise self._template
        return self._template

    @cached_property
    def _template(self) -> Translation | UnreadableFile | None:
        try:
            return self._read_template_file()
        except UnreadableFile as error:
            return error

    def _read_template_file(self) -> Translation | None:
        component = self.component
        if component.template:
            catalog, units = self._template_catalog, self._template_units
            if component.is_template_found and self.has_empty_template and self._has_translated_strings():
                raise UnreadableFile(
                    f"{EMPTY_TEMPLATE_REASON}, and the format {component.file_format} needs a template; add the strings"
                )
            if self._file_format.is_document:
                units = documents.to_source_units(units, has_keys=self._file_format.is_keyed_document)
            return self._build_translation(self.source_language, component.template, catalog, units)
        if self.has_reference:
            catalog = self.read_catalog(component.new_base, self.source_language)
            template = self._build_translation(
                self.source_language, component.new_base, catalog, columns_of(catalog.units)
            )
            # The revision date in a gettext template has no meaning.
            return template._replace(last_change=None)
        return None

    def _has_translated_strings(self) -> bool:
        for file in files.find_translation_files(self.component).translations:
            with suppress(UnreadableFile):
                if len(self.read_catalog(file.path, file.language).units):
                    return True
        return False

    @cached_property
    def _template_catalog(self) -> Catalog:
        return self.read_catalog(self.defined_component.template, self.source_language)

    @cached_property
    def _template_units(self) -> UnitColumns:
        catalog = self._template_catalog
        if self._file_format.is_document:
            merges_duplicates = self.defined_component.read_options.parameter("merge_duplicates", "false") == "true"
            return documents.to_template_units(catalog.units, self._file_format, merges_duplicates=merges_duplicates)
        units = strings.to_template_units(catalog.units, self._count_plural_forms(self.source_language, catalog))
        return strings.repeat_sources(units) if self._file_format.has_multiple_values else units

    def _count_plural_forms(self, language: Language, catalog: Catalog) -> int:
        """Return the number of plural forms of a language. 0 for a format with values."""
        if self._file_format.has_multiple_values:
            return 0
        if catalog.plural_forms_header:
            return find_gettext_plural_rule(language, catalog.plural_forms_header)[0].form_count
        return default_plural_rule(language, self._file_format.plural_table).form_count

    def _build_translation(self, language: Language, path: str, catalog: Catalog, units: UnitColumns) -> Translation:
        if self._file_format.marks_unchanged_texts and path != self.component.template:
            units = strings.mark_unchanged_texts(units, self._component_flags)
        effective = strings.make_units_effective(
            units, component_flags=self._component_flags, has_review=self.component.review
        )
        return Translation(
            language, path, effective, catalog.plural_forms_header, catalog.last_change, catalog.warnings
        )

    def read_catalog(self, path: str, language: Language, content: bytes | None = None) -> Catalog:
        if content is None:
            content = self.read_bytes(path)
        # The template is read before it is known if the component has one.
        component = self.defined_component if path == self.defined_component.template else self.component
        try:
            return self._parse_content(component.file_format, language, content, component.read_options)
        except OtherFormatError as error:
            if not component.detects_xliff_version:
                raise
            return self._parse_content(error.format, language, content, component.read_options)

    def _parse_content(
        self, format_name: str, language: Language, content: bytes, options: formats.ReadOptions
    ) -> Catalog:
        file_format = FILE_FORMATS[format_name]
        code = language.code if file_format.depends_on_language else ""
        if file_format.multilingual_module:
            code = self._find_spelling(language, file_format.list_languages(content))
        return self._create_reader(format_name, options, code)(content)

    def _find_spelling(self, language: Language, spellings: Sequence[str]) -> str:
        """Return the spelling of a language in a file that contains the strings of all languages."""
        for spelling in spellings:
            if self.defined_component.resolve_language(spelling).code == language.code:
                return spelling
        return language.code

    @cached_property
    def has_reference(self) -> bool:
        """True if the component has a file that lists the strings of all languages.

        This file is the template of a monolingual component, or an existing gettext template: the file `new_base` if it
        is a `.pot` file, or a `.po` file that is not one of the translations.
        """
        component, base = self.component, self.component.new_base
        if component.template or component.file_format != "po":
            return bool(component.template)
        is_base = base.endswith(".pot") or (base.endswith(".po") and files.find_language_part(component, base) is None)
        return is_base and os.path.isfile(os.path.join(component.root, base))

    @cached_property
    def reference_path(self) -> str:
        """Path of the file with which the files of languages are compared. '' if there is none.

        It is the template, `new_base` if it is none of the translations, or the file of the source language.
        """
        component, base = self.component, self.component.new_base
        if self.has_reference:
            return component.template or base
        is_base = base and component.file_format != "po" and files.find_language_part(component, base) is None
        if is_base and os.path.isfile(os.path.join(component.root, base)):
            return base
        return files.find_source_file(component) if component.file_format in _FORMATS_OF_SOURCE_FILES else ""

    @property
    def measure(self) -> str:
        """Measure of the shares that stand for the languages of the component."""
        return self.component.measure or (COMPLETE_MEASURE if self.reference_path else TRANSLATED_MEASURE)

    def read_reference(self) -> Translation | None:
        """Read the file with which the files of languages are compared. None if there is none.

        Raises UnreadableFile.
        """
        if self.has_reference or not self.reference_path:
            return self.read_template()
        return self.read_translation_and_keys(self.reference_path, self.source_language)[0]


def replaces_string(found: StringsByIdentity, key: str, path: str) -> bool:
    """Return True if a string is not found, or only in files with higher paths. That with the lowest path is kept."""
    return key not in found or path < found[key][0]
