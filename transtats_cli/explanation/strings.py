"""Explain one string: its state, words and characters, flags, and the outcome of each check."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from transtats_cli.checks.outcomes import CheckOutcome, ExplainedString, list_outcomes
from transtats_cli.columns import columns_of
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError, UnreadableFile
from transtats_cli.explanation.scan import ScannedLanguage
from transtats_cli.explanation.states import (
    FlagOrigin,
    StateRule,
    WrittenUnit,
    explain_flags,
    explain_state,
)
from transtats_cli.languages import Language, language_by_code
from transtats_cli.model import PLURAL_SEPARATOR, Unit
from transtats_cli.report import LocatedUnit
from transtats_cli.scanning.pipeline.checking import build_checker, find_plural_rule, select_enabled_checks
from transtats_cli.scanning.reading.reader import ComponentReader
from transtats_cli.settings.layers import Setting
from transtats_cli.statistics import list_words


class StringExplanation(NamedTuple):
    """State, size, flags and checks of one string, with the reasons for them."""

    component: Component
    located_unit: LocatedUnit
    state_rule: StateRule
    state_reason: str
    """Sentence that explains the rule."""
    words: tuple[str, ...]
    """Words of the source."""
    counts_characters: bool
    """True if each Chinese, Japanese or Korean character of the source counts as a word."""
    flags: tuple[FlagOrigin, ...]
    removed_flags: tuple[FlagOrigin, ...]
    """Flags that `discard:FLAG` in the string removes."""
    outcomes: Sequence[CheckOutcome]

    @property
    def separator_chars(self) -> int:
        """Number of the characters of the source that separate plural forms."""
        return self.located_unit.unit.source.count(PLURAL_SEPARATOR) * len(PLURAL_SEPARATOR)


class StringExplainer:
    """Explainer of the strings of one language.

    The files are read once more. Raises TranstatsError if a file was changed or removed after the scan.
    """

    def __init__(self, scanned: ScannedLanguage, settings_by_key: Mapping[str, Setting]) -> None:
        component = scanned.component
        self._scanned = scanned
        self._component = component
        self._settings = settings_by_key
        checker = build_checker(component, explain=True)
        self._languages = (
            checker.source_pair
            if scanned.translation is None
            else checker.pair_languages(scanned.language, find_plural_rule(component, scanned.translation)[0])
        )
        self._reader = ComponentReader(component)
        self._identities = self._reader.identity_function(columns_of(scanned.units))
        self._read_by_identity = lru_cache(self._read_units_by_identity)
        template = self._read_template() if component.template else ()
        self._templates = {unit.context: unit for unit in template}
        # In a bilingual component, the source language has no file of its own. Its units are in the files of the
        # translations, and are read when they are needed.
        self._written: Sequence[Unit] = template
        self._file_keys = frozenset(self._identities)
        if scanned.translation is not None:
            self._written, keys = self._read_units(scanned.record.path, scanned.language)
            self._file_keys = frozenset(keys)

    def explain(self, index: int) -> StringExplanation:
        """Return the explanation of the string at an index of the scanned units."""
        scanned, component = self._scanned, self._component
        unit = scanned.units[index]
        findings = scanned.findings.get(index, ())
        written = self._find_written_unit(index)
        template = None if scanned.is_source else self._templates.get(written.unit.context)
        template_path = component.path_for_messages(component.template)
        is_cjk = language_by_code(component.source_language).is_cjk
        return StringExplanation(
            component,
            LocatedUnit(scanned.language, component.path_for_messages(scanned.find_path(index)), unit, findings),
            *explain_state(
                component,
                unit,
                written.unit,
                is_source=scanned.is_source,
                is_in_file=self._identities[index] in self._file_keys,
                review_origin=self._settings["review"].origin,
            ),
            tuple(list_words(unit.source, cjk=is_cjk)),
            is_cjk,
            *explain_flags(
                component,
                self._settings["check_flags"].origin,
                unit,
                written,
                None if template is None else WrittenUnit(template, template_path),
            ),
            list_outcomes(
                ExplainedString(unit, self._languages, scanned.is_source, findings),
                select_enabled_checks(component.checks),
            ),
        )

    def _read_units(self, path: str, language: Language) -> tuple[Sequence[Unit], Sequence[str]]:
        try:
            return self._reader.read_written_units(path, language)
        except UnreadableFile as error:
            raise self._create_error(path) from error

    def _read_template(self) -> Sequence[Unit]:
        try:
            return self._reader.read_written_template()
        except UnreadableFile as error:
            raise self._create_error(self._component.template or self._component.new_base) from error

    def _create_error(self, path: str) -> TranstatsError:
        return TranstatsError(f"{self._component.path_for_messages(path)} was changed at the same time; try again")

    def _find_written_unit(self, index: int) -> WrittenUnit:
        path = self._scanned.find_path(index)
        if self._written:
            written = self._written[index] if index < len(self._written) else None
        else:
            written = self._read_by_identity(path).get(self._identities[index])
        if written is None:
            raise self._create_error(path)
        return WrittenUnit(written, self._component.path_for_messages(path))

    def _read_units_by_identity(self, path: str) -> dict[str, Unit]:
        """Return the units of a file by identity. If several units have the same identity, return the first of them."""
        file = next((file for file in self._scanned.files if file.path == path), None)
        units = self._read_template() if file is None else self._read_units(path, file.language)[0]
        identities = self._reader.identity_function(columns_of(units))
        return dict(zip(reversed(identities), reversed([*units]), strict=True))
