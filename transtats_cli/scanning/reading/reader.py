"""Read the translations and the source language of a component from its files."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from transtats_cli import flags, formats
from transtats_cli.columns import Units, as_units_with_columns, columns_of
from transtats_cli.component import Component
from transtats_cli.errors import OtherFormatError
from transtats_cli.formats import FILE_FORMATS
from transtats_cli.languages import Language, language_by_code
from transtats_cli.model import Catalog, Unit
from transtats_cli.scanning.filemask import files
from transtats_cli.scanning.reading import safe_reading, strings


class Translation(NamedTuple):
    """Strings of one language of a component, with effective states and flags."""

    language: Language
    path: str
    units: Sequence[Unit]
    plural_forms: str = ""
    changed: str | None = None
    warnings: tuple[str, ...] = ()
    """Warnings from reading the file at `path`."""


class Reader:
    """Reader of a component's files. Raises UnreadableFile for a file that cannot be read."""

    def __init__(self, component: Component) -> None:
        self.component = component
        self.source_language = language_by_code(component.source_language)
        self._readers: dict[str, formats.Reader] = {}
        self._flags = flags.parse_flags(component.check_flags)
        self._keys: Units | None = None
        self._template: Translation | None = None

    @property
    def identity(self) -> strings.Identity:
        """Function that identifies the strings of the component."""
        return strings.by_key if self.component.template else strings.by_text

    def translation(self, path: str, language: Language, content: bytes | None = None) -> Translation:
        """Read a translation. `content` is the content of the file if it has been read already."""
        return self.translation_with_keys(path, language, content)[0]

    def translation_with_keys(
        self, path: str, language: Language, content: bytes | None = None
    ) -> tuple[Translation, Sequence[str]]:
        """Read a translation, and return the identities of the strings that its file contains as well.

        They may repeat. The translation of a monolingual component has exactly the strings of the template instead.
        """
        catalog = self._catalog(path, content)
        if self.component.template:
            paired = strings.paired(self._template_keys(), catalog.units)
            return self._effective(language, path, catalog, paired), strings.by_key(columns_of(catalog.units))
        units = strings.distinct(catalog.units, strings.by_text)
        return self._effective(language, path, catalog, units), strings.by_text(columns_of(units))

    def template(self) -> Translation | None:
        """Read the source language from the template of a monolingual component, or from a gettext template.

        None if the component has no template. The file is read once.
        """
        component = self.component
        if self._template is not None:
            return self._template
        if component.template:
            catalog = self._catalog(component.template)
            self._keys = strings.template_units(catalog.units)
            self._template = self._effective(self.source_language, component.template, catalog, self._keys)
        elif self.has_reference:
            catalog = self._catalog(component.new_base)
            template = self._effective(
                self.source_language, component.new_base, catalog, as_units_with_columns(catalog.units)
            )
            # The revision date in a gettext template has no meaning.
            self._template = template._replace(changed=None)
        return self._template

    def _template_keys(self) -> Units:
        if self._keys is None:
            self._keys = strings.template_units(self._catalog(self.component.template).units)
        return self._keys

    def _effective(self, language: Language, path: str, catalog: Catalog, units: Units) -> Translation:
        effective = strings.effective(units, flags=self._flags, review=self.component.review)
        return Translation(
            language, path, effective, catalog.plural_forms_header, catalog.last_change, catalog.warnings
        )

    def _catalog(self, path: str, content: bytes | None = None) -> Catalog:
        if content is None:
            content = safe_reading.read_bytes(self.component, path)
        try:
            return self._read(self.component.file_format, content)
        except OtherFormatError as error:
            if not self.component.detects_xliff_version:
                raise
            return self._read(error.format, content)

    def _read(self, file_format: str, content: bytes) -> Catalog:
        read = self._readers.get(file_format)
        if read is None:
            read = self._readers[file_format] = FILE_FORMATS[file_format].create_reader(self.component.read_options)
        return read(content)

    @property
    def has_reference(self) -> bool:
        """True if the component has a template, monolingual or gettext, that lists the strings of each language."""
        component = self.component
        if component.template:
            return True
        return self._has_gettext_template and safe_reading.exists(component, component.new_base)

    @property
    def _has_gettext_template(self) -> bool:
        """True if `new_base` of the component is a `.pot` file, or a `.po` file that is not one of the translations."""
        base = self.component.new_base
        if self.component.file_format != "po" or not base.endswith((".po", ".pot")):
            return False
        return base.endswith(".pot") or files.language_of(self.component, base) is None


class Sources:
    """Source strings of a component, collected from its template and its translations."""

    def __init__(self, language: Language, template: Translation | None, *, monolingual: bool) -> None:
        """Start with the strings of the template. If `monolingual`, strings of translations are not added."""
        self._template = template or Translation(language, "", [])
        self._monolingual = monolingual
        self._units: dict[str, tuple[int, Unit]] = {}
        if not monolingual:
            self.add(-1, self._template.units)

    def add(self, place: int, units: Iterable[Unit]) -> None:
        """Add the strings of the translation file with this index.

        If several files contain the same string, the flags and comments in the file with the lowest index are used.
        """
        if self._monolingual:
            return
        units = as_units_with_columns(units)
        for key, unit in zip(strings.by_text(units.columns), units, strict=True):
            self._take(key, place, unit)

    def merge(self, other: "Sources") -> None:
        for key, (place, unit) in other._units.items():
            self._take(key, place, unit)

    def translation(self) -> Translation:
        if self._monolingual:
            return self._template
        return self._template._replace(units=[strings.as_source(unit) for _, unit in self._units.values()])

    def place_of(self, unit: Unit) -> int:
        """Return the index of the translation file that a source string was read from. -1 for the template."""
        (key,) = strings.by_text(columns_of([unit]))
        return -1 if self._monolingual else self._units[key][0]

    def _take(self, key: str, place: int, unit: Unit) -> None:
        known = self._units.get(key)
        if known is None or place < known[0]:
            self._units[key] = place, unit
