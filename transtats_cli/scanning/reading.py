"""A component's files become its translations; what cannot be read is kept apart."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from transtats_cli import flags
from transtats_cli.columns import Units, columns_of, with_columns
from transtats_cli.component import Component
from transtats_cli.errors import OtherFormatError, UnreadableFile
from transtats_cli.formats import READERS
from transtats_cli.languages import Language, by_code
from transtats_cli.model import Catalog, Unit
from transtats_cli.report import Failure
from transtats_cli.scanning import files, strings


class Translation(NamedTuple):
    """One language of a component: its strings with the state and flags that hold."""

    language: Language
    path: str
    units: Sequence[Unit]
    plural_forms: str = ""
    changed: str | None = None
    warnings: tuple[str, ...] = ()
    """Faults of the file at `path`."""


class Reader:
    """Reads a component's files, each for itself. A file that cannot be read raises UnreadableFile."""

    def __init__(self, component: Component) -> None:
        self.component = component
        self.source_language = by_code(component.source_language)
        self._format = READERS[component.file_format]
        self._flags = flags.parse(component.check_flags)
        self._keys: Units | None = None
        self._template: Translation | None = None

    def translation(self, path: str, language: Language, content: bytes | None = None) -> Translation:
        """A translation; its content may have been read already."""
        catalog = self._catalog(path, content)
        if self.component.template:
            return self._effective(language, path, catalog, strings.paired(self._template_keys(), catalog.units))
        return self._effective(language, path, catalog, strings.distinct(catalog.units, strings.by_text))

    def template(self) -> Translation | None:
        """The source language as a file has it: the template of a monolingual component, or a gettext template."""
        component = self.component
        if component.template:
            if self._template is None:
                catalog = self._catalog(component.template)
                self._keys = strings.template_units(catalog.units)
                self._template = self._effective(self.source_language, component.template, catalog, self._keys)
            return self._template
        if not self._has_gettext_template or not files.exists(component, component.new_base):
            return None
        catalog = self._catalog(component.new_base)
        # When a template was last translated means nothing.
        template = self._effective(self.source_language, component.new_base, catalog, with_columns(catalog.units))
        return template._replace(changed=None)

    def _template_keys(self) -> Units:
        if self._keys is None:
            self._keys = strings.template_units(self._catalog(self.component.template).units)
        return self._keys

    def _effective(self, language: Language, path: str, catalog: Catalog, units: Units) -> Translation:
        effective = strings.effective(units, flags=self._flags, review=self.component.review)
        return Translation(language, path, effective, catalog.plural_forms, catalog.changed, catalog.warnings)

    def _catalog(self, path: str, content: bytes | None = None) -> Catalog:
        if content is None:
            content = files.read_bytes(self.component, path)
        try:
            return self._format.load()(content, self.component.options)
        except OtherFormatError as error:
            if not self.component.any_xliff:
                raise
            return READERS[error.format].load()(content, self.component.options)

    @property
    def _has_gettext_template(self) -> bool:
        """A `.po` file is a template, too, where its name does not say a language."""
        base = self.component.new_base
        if self.component.file_format != "po" or not base.endswith((".po", ".pot")):
            return False
        return base.endswith(".pot") or files.language_of(self.component, base) is None


class Sources:
    """The source language of a component: what its template and its translations hold, gathered file by file."""

    def __init__(self, language: Language, template: Translation | None, *, monolingual: bool) -> None:
        """A monolingual component has exactly its template's strings."""
        self._template = template or Translation(language, "", [])
        self._monolingual = monolingual
        self._units: dict[str, tuple[int, Unit]] = {}
        if not monolingual:
            self.add(-1, self._template.units)

    def add(self, place: int, units: Iterable[Unit]) -> None:
        """The strings of the file at this place; the first file that has a string decides its flags and comments."""
        if self._monolingual:
            return
        units = with_columns(units)
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
        """Of the file that a string is from; -1 is the template."""
        (key,) = strings.by_text(columns_of([unit]))
        return -1 if self._monolingual else self._units[key][0]

    def _take(self, key: str, place: int, unit: Unit) -> None:
        known = self._units.get(key)
        if known is None or place < known[0]:
            self._units[key] = place, unit


class Reading:
    """A component being read. Failures and warnings are complete when all translations have been taken."""

    def __init__(self, component: Component, found: files.Files, *, keep_source: bool = False) -> None:
        self.warnings = found.warnings
        self.notes = found.notes
        self.failures = list(found.failures)
        self._files = found.translations
        self._reader = Reader(component)
        self._keeps_source = keep_source
        self._sources: Sources | None = None

    def translations(self) -> Iterator[Translation]:
        """Each readable translation, in the order of paths."""
        component = self._reader.component
        if self._keeps_source or component.template:
            try:
                template = self._reader.template()
            except UnreadableFile as error:
                self.failures.append(Failure(component.template or component.new_base, error.reason, error.line))
                template = None
                if component.template:
                    return
            if template is not None:
                self._warn(template)
            self._sources = Sources(self._reader.source_language, template, monolingual=bool(component.template))
        for place, (path, _, language, _) in enumerate(self._files):
            try:
                translation = self._reader.translation(path, language)
            except UnreadableFile as error:
                self.failures.append(Failure(path, error.reason, error.line))
                continue
            self._warn(translation)
            if self._keeps_source and self._sources is not None:
                self._sources.add(place, translation.units)
            yield translation

    def _warn(self, translation: Translation) -> None:
        component = self._reader.component
        self.warnings += tuple(
            f"{component.from_here(translation.path)}: {warning}" for warning in translation.warnings
        )

    def source(self) -> Translation:
        """The source language, where it is kept; of a bilingual component all that its translations together hold."""
        if self._sources is None:
            return Translation(self._reader.source_language, "", [])
        return self._sources.translation()

    def home_of(self, unit: Unit) -> str:
        """The file that a string of the source language, and its line, is from."""
        place = -1 if self._sources is None else self._sources.place_of(unit)
        component = self._reader.component
        return self._files[place].path if place >= 0 else component.template or component.new_base
