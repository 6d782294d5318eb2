"""Search for strings of a component and their findings, file by file.

Findings from comparing all files follow after the last file.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import NamedTuple

from transtats_cli.budget import Budget
from transtats_cli.checks import Check
from transtats_cli.checks.batch import reused
from transtats_cli.checks.runner import Checker, Findings, Outcome
from transtats_cli.component import CheckSettings, Component
from transtats_cli.errors import TranstatsError
from transtats_cli.languages import Language, by_code
from transtats_cli.model import Finding, State, Unit
from transtats_cli.report import FoundUnit, Report
from transtats_cli.scanning.filemask import files
from transtats_cli.scanning.pipeline.checking import check_named, checker, chosen, plural_rule
from transtats_cli.scanning.reading.reader import Reading, Translation


class Wanted(NamedTuple):
    """Filters and options of a search. By default all strings are returned."""

    failing: bool = False
    checks: tuple[str, ...] = ()
    """Ids of the checks whose findings count. If empty, all."""
    states: Collection[State] = ()
    languages: tuple[str, ...] = ()
    """Languages in any spelling. If empty, all."""
    with_source: bool = False
    """Include the strings of the source language, after all others."""
    runs_checks: bool = True
    progress: Callable[[str], None] | None = None
    """Callback that receives the path of each file that has been read."""
    budget: Budget | None = None
    """Processor time of the checks. By default each search has its own."""

    def counting(self, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
        return tuple(each for each in findings if each.check in self.checks) if self.checks else findings

    def includes(self, unit: Unit, findings: tuple[Finding, ...]) -> bool:
        """True if a string matches the filters. `findings` are those of its findings that count."""
        if self.states and unit.state not in self.states:
            return False
        return bool(findings) or not (self.failing or self.checks)


class _Compared(NamedTuple):
    """Strings of one translation that comparing all files may report, kept until the last file is read."""

    language: Language
    path: str
    units: Mapping[int, Unit]
    listed: Collection[int]
    """Indexes of the strings that were already returned."""


class Search:
    """Search for strings of a component. Failures are complete after the last string.

    Raises TranstatsError for an unknown language or check before any file is read.
    """

    def __init__(self, component: Component, wanted: Wanted) -> None:
        checks = _checks(component.checks, wanted)
        source_language = by_code(component.source_language)
        self._files = files.find(component)
        self._codes = self._files.choose(wanted.languages, source_language, must_exist=True)
        with_source = wanted.with_source or any(check_named(check).looks_at_source for check in wanted.checks)
        if wanted.languages and not with_source:
            files.refuse_source(self._codes, source_language)
        self._with_source = with_source and source_language.code in self._codes
        # The source is built from all files, and some checks compare each string with all others.
        needs_all = self._with_source or any(check.id == reused.ID for check in checks)
        self._reading = Reading(
            component,
            self._files if needs_all else self._files.only(self._codes),
            keep_source=self._with_source,
        )
        self._component = component
        self._wanted = wanted
        self._checker: Checker | None = None
        if checks:
            settings = component.checks._replace(select=tuple(check.id for check in checks), ignore=())
            self._checker = checker(component._replace(checks=settings), explain=True, budget=wanted.budget)
        self._outcomes: list[Outcome] = []
        self._compared: list[_Compared] = []
        self._warnings: list[str] = []

    def units(self) -> Iterator[FoundUnit]:
        """Yield the strings of each translation after reading its file, then those found by comparing, then sources."""
        for translation in self._reading.translations():
            yield from self._of_translation(translation)
            if self._wanted.progress is not None:
                self._wanted.progress(translation.path)
        source = self._reading.source()
        of_translations: list[Findings] = []
        of_source: Findings = {}
        if self._checker is not None:
            of_translations, of_source, warnings, _ = self._checker.combine(self._outcomes, source.units)
            self._warnings += warnings
        for compared, findings in zip(self._compared, of_translations, strict=True):
            yield from self._of_comparison(compared, findings)
        if self._with_source:
            yield from self._of_source(source, of_source)

    def report(self) -> Report:
        """Return the failures, warnings and notes as a report without statistics."""
        return Report(
            self._component,
            (),
            failures=tuple(each for each in self._reading.failures if self._files.concerns(each.path, self._codes)),
            warnings=(*self._reading.warnings, *self._warnings),
            notes=self._reading.notes,
        )

    def _of_translation(self, translation: Translation) -> Iterator[FoundUnit]:
        findings = self._check(translation)
        listed: set[int] = set()
        if translation.language.code in self._codes:
            path = self._component.from_here(translation.path)
            for index, unit in enumerate(translation.units):
                counting = self._wanted.counting(findings.get(index, ()))
                if self._wanted.includes(unit, counting):
                    listed.add(index)
                    yield FoundUnit(translation.language, path, unit, counting)
        self._keep(translation, listed)

    def _check(self, translation: Translation) -> Findings:
        if self._checker is None:
            return {}
        rule = plural_rule(self._component, translation)
        outcome = self._checker.check(translation.language, rule, translation.units)
        place = self._component.from_here(translation.path) if outcome.warnings else ""
        self._warnings += [f"{place}: {warning}" for warning in outcome.warnings]
        self._outcomes.append(outcome)
        return outcome.findings

    def _keep(self, translation: Translation, listed: set[int]) -> None:
        """Release everything that the final comparison does not need, to limit the memory for large components."""
        if self._checker is None:
            return
        outcome = self._outcomes[-1]
        compared = {member.position for group in outcome.groups for member in group.members}
        if self._with_source:
            self._outcomes[-1] = outcome._replace(findings=dict.fromkeys(outcome.findings, ()))
        else:
            identities = {index: outcome.identities[index] for index in compared}
            self._outcomes[-1] = outcome._replace(findings={}, identities=identities)
        units = {index: translation.units[index] for index in sorted(compared)}
        self._compared.append(_Compared(translation.language, translation.path, units, listed & compared))

    def _of_comparison(self, compared: _Compared, findings: Findings) -> Iterator[FoundUnit]:
        if compared.language.code not in self._codes:
            return
        path = self._component.from_here(compared.path)
        for index, unit in compared.units.items():
            found = tuple(each for each in findings.get(index, ()) if each.check == reused.ID)
            counting = self._wanted.counting(found)
            if counting and self._wanted.includes(unit, counting):
                repeated = index in compared.listed
                yield FoundUnit(compared.language, path, unit, counting, is_compared=True, is_repeated=repeated)

    def _of_source(self, source: Translation, findings: Findings) -> Iterator[FoundUnit]:
        for index, unit in enumerate(source.units):
            counting = self._wanted.counting(findings.get(index, ()))
            if self._wanted.includes(unit, counting):
                path = self._component.from_here(self._reading.home_of(unit))
                yield FoundUnit(source.language, path, unit, counting)


def _checks(settings: CheckSettings, wanted: Wanted) -> tuple[Check, ...]:
    """Return the checks to run. Raises TranstatsError if the settings disable a requested check."""
    asked = [check_named(check_id) for check_id in wanted.checks]
    if not wanted.runs_checks:
        return ()
    on = chosen(settings)
    for check in asked:
        if check not in on:
            raise TranstatsError(f"the check {check.id} is switched off by the settings (checks.select, checks.ignore)")
    # The findings of a check do not depend on other checks, except those of `multiple_failures`, which counts them.
    alone = asked and not any(check.id == "multiple_failures" for check in asked)
    return tuple(check for check in on if check in asked) if alone else on
