"""Snapshot of a component: all its strings at one time, with their states and findings."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from transtats_cli.budget import Budget
from transtats_cli.columns import with_columns
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.languages import Language, by_code, resolve
from transtats_cli.model import Finding, Unit
from transtats_cli.nearest import nearest
from transtats_cli.report import Failure, Record, Report
from transtats_cli.scanning.filemask import files
from transtats_cli.scanning.filemask.folders import Folders
from transtats_cli.scanning.pipeline.checking import checker, plural_rule
from transtats_cli.scanning.reading import strings
from transtats_cli.scanning.reading.counting import count
from transtats_cli.scanning.reading.reader import Reading, Translation
from transtats_cli.statistics import Counts, words


class Text(NamedTuple):
    """One string of one language."""

    unit: Unit
    """The unit with its effective state and flags."""
    findings: tuple[Finding, ...] = ()


class LanguageStrings(NamedTuple):
    """Strings of one language, with their statistics."""

    record: Record
    """The record that `stats` prints for the language."""
    texts: Mapping[str, Text]
    """Strings by identity: the key in a monolingual component, else source and context."""

    @property
    def language(self) -> Language:
        return self.record.language


class Snapshot(NamedTuple):
    """Strings of a component at one time, with the failures and messages of reading them."""

    component: Component
    languages: Mapping[str, LanguageStrings]
    """Strings by language code, sorted by path."""
    failures: tuple[Failure, ...] = ()
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    language_codes: frozenset[str] = frozenset()
    """Codes of all languages with a file, including unreadable files and languages that were not requested."""
    unchecked: int = 0
    """Number of strings that were not checked because the time ran out. They count as not failing."""

    def report(self) -> Report:
        """Return the report that a scan of the component would return, without the source language."""
        records = tuple(each.record for each in self.languages.values())
        return Report(self.component, records, None, self.failures, self.warnings, self.notes, self.unchecked)

    def size(self, unit: Unit) -> Counts:
        """Return the counts of one string: 1, and the words and characters of its source."""
        cjk = by_code(self.component.source_language).is_cjk
        return Counts(1, words(unit.source, cjk=cjk), len(unit.source))


class SnapshotOptions(NamedTuple):
    """Options of `take`."""

    checks: bool = True
    languages: tuple[str, ...] = ()
    """Languages to include, in any spelling. If empty, all languages are included."""
    languages_must_exist: bool = True
    progress: Callable[[str], None] | None = None
    """Called with the path of each file after it was read."""
    budget: Budget | None = None
    """Processor time for the checks. If None, each snapshot has its own budget."""


def take_snapshot(
    component: Component,
    options: SnapshotOptions = SnapshotOptions(),  # noqa: B008  it is immutable
    folders: Folders | None = None,
) -> Snapshot:
    """Read and check all strings of a component. An unreadable file becomes a failure; its language is left out.

    Raises TranstatsError if a requested language must exist and has no file.
    """
    found = files.find(component, folders)
    codes = found.choose(options.languages, by_code(component.source_language), must_exist=options.languages_must_exist)
    # Some checks compare all languages, so with checks all files are read.
    reading = Reading(component, found if options.checks else found.only(codes))
    translations: list[Translation] = []
    for translation in reading.translations():
        translations.append(translation)
        if options.progress is not None:
            options.progress(translation.path)
    checked = (
        _check(component, translations, options.budget) if options.checks else _Checked([{} for _ in translations])
    )
    languages = {
        translation.language.code: _strings(component, translation, failing)
        for translation, failing in zip(translations, checked.findings, strict=True)
        if translation.language.code in codes
    }
    language_codes = frozenset(file.language.code for file in found.translations)
    failures = tuple(failure for failure in reading.failures if found.concerns(failure.path, codes))
    warnings = (*reading.warnings, *checked.warnings)
    return Snapshot(component, languages, failures, warnings, reading.notes, language_codes, checked.unchecked)


def require_languages(names: Iterable[str], *snapshots: Snapshot) -> None:
    """Raise TranstatsError for a language, in any spelling, that has a file in none of the snapshots."""
    language_codes = sorted({code for snapshot in snapshots for code in snapshot.language_codes})
    for name in names:
        codes = {
            resolve(name, source_language=each.source_language, aliases=each.aliases).code
            for each in (snapshot.component for snapshot in snapshots)
        }
        if codes.isdisjoint(language_codes):
            suggestion = nearest(name, language_codes, likeness=0.5)
            hint = f"; did you mean {suggestion!r}?" if suggestion else "."
            raise TranstatsError(f"there is no language {name!r} here{hint} There are: {', '.join(language_codes)}")


class _Checked(NamedTuple):
    """Result of the checks of all translations."""

    findings: Sequence[Mapping[int, tuple[Finding, ...]]]
    """Findings of each translation, by the index of the string."""
    warnings: tuple[str, ...] = ()
    unchecked: int = 0


def _check(component: Component, translations: Sequence[Translation], budget: Budget | None) -> _Checked:
    checks = checker(component, explain=True, budget=budget)
    outcomes = [
        checks.check(translation.language, plural_rule(component, translation), translation.units)
        for translation in translations
    ]
    warnings = [
        f"{component.from_here(translation.path)}: {warning}"
        for translation, outcome in zip(translations, outcomes, strict=True)
        for warning in outcome.warnings
    ]
    combined = checks.combine(outcomes, ())
    unchecked = sum(outcome.unchecked for outcome in outcomes)
    return _Checked(combined.translations, (*warnings, *combined.warnings), unchecked)


def _strings(
    component: Component, translation: Translation, findings: Mapping[int, tuple[Finding, ...]]
) -> LanguageStrings:
    identity = strings.by_key if component.template else strings.by_text
    cjk = by_code(component.source_language).is_cjk
    statistics = count(translation.units, cjk=cjk)._replace(failing=len(findings))
    changed = translation.changed if statistics.total.strings else None
    record = Record(translation.language, translation.path, statistics, changed)
    units = with_columns(translation.units)
    texts = {
        key: Text(unit, findings.get(index, ()))
        for index, (key, unit) in enumerate(zip(identity(units.columns), units, strict=True))
    }
    return LanguageStrings(record, texts)
