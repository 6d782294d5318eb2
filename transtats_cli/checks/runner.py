"""The door of the checks: the strings of a component's translations in, what fails and why out.

A `Checker` checks one translation after the other, in any order and on any number of processes. What several of them
decide together comes last: `verdict` takes what was found in all translations, and the strings of the source language.
"""

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from transtats_cli.budget import Budget, FileBudget
from transtats_cli.checks import CHECKS, Check, Kind, multiple_failures, reused
from transtats_cli.checks.evaluation import Evaluation
from transtats_cli.checks.neutral_words import words_of
from transtats_cli.checks.screening import Memory, Screen, SourceScreen
from transtats_cli.checks.subject import Subject, Translation, forms
from transtats_cli.columns import Columns, columns_of, with_columns
from transtats_cli.languages import Language
from transtats_cli.model import Finding, Unit
from transtats_cli.plurals import PluralRule

Findings = dict[int, tuple[Finding, ...]]
"""What fails, by the index of the string; where strings are only counted, the first finding may stand for all."""


class Options(NamedTuple):
    """What is wanted of the checks."""

    checks: Collection[Check] = CHECKS
    words: tuple[str, ...] = ()
    """The names of the project and the component, and what else may stay untranslated."""
    explain: bool = True
    """Find all that is wrong with a string; it is enough to know that something is otherwise."""


ALL = Options()


class Outcome(NamedTuple):
    """What one translation tells by itself; small, and fit to be sent to another process."""

    findings: Findings
    identities: dict[int, str]
    """Of the strings that fail, or turn out to be reused."""
    groups: list[reused.Group]
    warnings: tuple[str, ...] = ()
    unchecked: int = 0
    """Number of strings that are not checked for lack of time; the outcome is not to be cached then."""


class Verdict(NamedTuple):
    """What fails in a whole component: in each translation, in the order they were given, and in its source."""

    translations: list[Findings]
    source: Findings
    warnings: tuple[str, ...] = ()
    unchecked: int = 0
    """Number of strings of the source that are not checked for lack of time."""


class Checker:
    """Checks a component. Units come with the flags and the state that hold for them, and without repeated ones."""

    def __init__(
        self,
        source_language: Language,
        source_plural: PluralRule,
        identity: Callable[[Columns], Sequence[str]],
        options: Options = ALL,
        budget: Budget | None = None,
    ) -> None:
        """The identities of units are what all translations of one source have in common.

        The budget is that of the run; without one, the checker has one of its own.
        """
        self._budget = budget or Budget()
        self._source = Translation(source_language, source_language, source_plural, source_plural)
        self._identity = identity
        self._words = words_of(*options.words)
        self._explain = options.explain
        self._memory = Memory(check.id for check in options.checks)
        self._checks = options.checks
        self._batch_checks = {check.id for check in options.checks if check.kind is Kind.BATCH}

    def check(self, language: Language, plural: PluralRule, units: Sequence[Unit]) -> Outcome:
        """What fails in one translation, as far as it tells by itself."""
        time = self._budget.of_file()
        units = with_columns(units)
        source = self._source
        translation = Translation(language, source.language, plural, source.plural, self._words)
        screen = Screen(translation, self._memory, time)
        evaluation = Evaluation(explain=self._explain)
        findings: Findings = {}
        suspects_of = screen.suspects(units)
        time.start()
        for index, suspects in suspects_of.items():
            if time.is_spent:
                time.unchecked += 1
                continue
            unit = units.without_line(index)
            targets = forms(unit.source, unit.target, plural.number)
            found = evaluation.findings(suspects, Subject(unit, targets, translation))
            if found:
                findings[index] = found
            time.charge(len(unit.source) + len(unit.target))
        time.close()
        groups = reused.groups(translation, units) if reused.ID in self._batch_checks else []
        failing = {*findings, *(member.place for group in groups for member in group.members)}
        identities = self._identity(units.columns)
        told = {index: identities[index] for index in failing}
        warnings = (*self._memory.plans.warnings, *evaluation.warnings, *time.warnings)
        return Outcome(findings, told, groups, warnings, time.unchecked)

    def verdict(self, outcomes: Sequence[Outcome], source_units: Sequence[Unit]) -> Verdict:
        """What fails in the component, given what all its translations tell and the strings of its source."""
        translations = [dict(outcome.findings) for outcome in outcomes]
        chosen = reused.first_groups([outcome.groups for outcome in outcomes])
        for findings, groups in zip(translations, chosen, strict=True):
            for group in groups:
                for index, message in reused.problems(group):
                    findings[index] = (*findings.get(index, ()), Finding(reused.ID, message))
        failing = [
            {outcome.identities[index] for index in findings}
            for findings, outcome in zip(translations, outcomes, strict=True)
        ]
        findings, evaluation, time = self._source_findings(failing, source_units)
        of_time = (f"source language: {warning}" for warning in time.warnings)
        return Verdict(translations, findings, (*evaluation.warnings, *of_time), time.unchecked)

    def _source_findings(
        self, failing: list[set[str]], units: Sequence[Unit]
    ) -> tuple[Findings, Evaluation, FileBudget]:
        counts = multiple_failures.failing_translations(failing) if multiple_failures.ID in self._batch_checks else {}
        screen = SourceScreen(self._checks)
        evaluation = Evaluation(explain=self._explain)
        findings: Findings = {}
        time = self._budget.of_file()
        time.start()
        for index, (identity, unit) in enumerate(zip(self._identity(columns_of(units)), units, strict=True)):
            suspects = screen.suspects(unit)
            found: tuple[Finding, ...] = ()
            if suspects and time.is_spent:
                time.unchecked += 1
            elif suspects:
                found = evaluation.findings(suspects, Subject(unit, unit.sources, self._source))
                time.charge(len(unit.source))
            message = multiple_failures.problem(counts.get(identity, 0), unit.flags)
            if message is not None:
                found = (*found, Finding(multiple_failures.ID, message))
            if found:
                findings[index] = found
        time.close()
        return findings, evaluation, time
