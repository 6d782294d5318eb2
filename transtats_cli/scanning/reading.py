"""A component's files become its translations, one at a time; what cannot be read is kept apart."""

from collections.abc import Iterator
from typing import NamedTuple

from transtats_cli import flags
from transtats_cli.component import Component
from transtats_cli.errors import UnreadableFile
from transtats_cli.formats import READERS
from transtats_cli.languages import Language, by_code
from transtats_cli.model import Catalog, Unit
from transtats_cli.report import Failure
from transtats_cli.scanning import files, strings


class Translation(NamedTuple):
    """One language of a component: its strings with the state and flags that hold."""

    language: Language
    path: str
    units: list[Unit]
    plural_forms: str = ""
    changed: str | None = None


class Reading:
    """A component being read. Failures are complete when all translations have been taken."""

    def __init__(self, component: Component, found: files.Files, *, keep_source: bool = False) -> None:
        self.component = component
        self.warnings = found.warnings
        self.notes = found.notes
        self.failures = list(found.failures)
        self._files = found.translations
        self._format = READERS[component.file_format]
        self._flags = flags.parse(component.check_flags)
        self._keeps_source = keep_source
        self._source = Translation(by_code(component.source_language), "", [])
        self._sources: dict[str, Unit] = {}

    def translations(self) -> Iterator[Translation]:
        """Each readable translation, in the order of paths."""
        return self._monolingual() if self.component.template else self._bilingual()

    def source(self) -> Translation:
        """The source language, where it is kept; of a bilingual component all that its translations together hold."""
        return self._source._replace(units=list(self._sources.values()))

    def _bilingual(self) -> Iterator[Translation]:
        if self._keeps_source and self._has_gettext_template:
            path = self.component.new_base
            template = self._read(path)
            if template is not None:
                self._source = self._source._replace(path=path, plural_forms=template.plural_forms)
                self._keep(self._translation(self._source.language, path, template, iter(template.units)).units)
        for path, _, language in self._files:
            catalog = self._read(path)
            if catalog is None:
                continue
            translation = self._translation(language, path, catalog, strings.distinct(catalog.units, strings.by_text))
            if self._keeps_source:
                self._keep(translation.units)
            yield translation

    def _monolingual(self) -> Iterator[Translation]:
        path = self.component.template
        template = self._read(path)
        if template is None:
            return
        keys = list(strings.template_units(template.units))
        if self._keeps_source:
            self._source = self._translation(self._source.language, path, template, iter(keys))
            self._sources = {unit.context: unit for unit in self._source.units}
        for path, _, language in self._files:
            catalog = self._read(path)
            if catalog is not None:
                yield self._translation(language, path, catalog, strings.paired(keys, catalog.units))

    def _translation(self, language: Language, path: str, catalog: Catalog, units: Iterator[Unit]) -> Translation:
        effective = strings.effective(units, flags=self._flags, review=self.component.review)
        return Translation(language, path, list(effective), catalog.plural_forms, catalog.changed)

    def _read(self, path: str) -> Catalog | None:
        try:
            content = files.read_bytes(self.component, path)
            return self._format.load()(content, self.component.options)
        except UnreadableFile as error:
            self.failures.append(Failure(path, error.reason, error.line))
            return None

    def _keep(self, units: list[Unit]) -> None:
        """The first file that holds a string decides its flags and comments."""
        for unit in units:
            self._sources.setdefault(strings.by_text(unit), strings.as_source(unit))

    @property
    def _has_gettext_template(self) -> bool:
        """A `.po` file is a template, too, where its name does not say a language."""
        base = self.component.new_base
        if self.component.file_format != "po" or not base.endswith((".po", ".pot")):
            return False
        return base.endswith(".pot") or files.language_of(self.component, base) is None
