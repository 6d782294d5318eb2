"""Entry point of the checks: checks the strings of a component, and returns the failing strings with messages.

`Checker.check` checks one translation. Translations may be checked in any order and in several processes. After all
translations, `Checker.combine` adds the results of the checks that compare translations, and of the checks of the
source language.
"""

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from transtats_cli.budget import CheckTimeBudget, FileTimeBudget
from transtats_cli.checks import CHECKS, Check, Kind
from transtats_cli.checks.batch import multiple_failures, reused
from transtats_cli.checks.evaluation import Evaluation
from transtats_cli.checks.screening.screen import Screen, ScreenCache, SourceScreen
from transtats_cli.checks.subject import LanguagePair, Subject, forms
from transtats_cli.checks.words.neutral_words import words_of
from transtats_cli.columns import UnitColumns, as_units_with_columns, columns_of
from transtats_cli.languages import Language
from transtats_cli.model import Finding, Unit
from transtats_cli.plurals import PluralRule

Findings = dict[int, tuple[Finding, ...]]
"""Problems of strings, by index of the string.

If `Options.explain` is False, a string may have its first problem only.
"""


class Options(NamedTuple):
    """Options for checking one component."""

    checks: Collection[Check] = CHECKS
    words: tuple[str, ...] = ()
    """Names of the project and the component, and other words that may remain untranslated."""
    explain: bool = True
    """True to find all problems of a string. If False, one problem without details is enough."""


ALL = Options()


class Outcome(NamedTuple):
    """Result of checking one translation, without checks that compare translations.

    Picklable, to be sent between processes.
    """

    findings: Findings
    identities: dict[int, str]
    """Identity keys of strings, by index of the string. Contains strings that fail or that `reused` may report."""
    groups: list[reused.Group]
    warnings: tuple[str, ...] = ()
    unchecked: int = 0
    """Number of strings that were not checked for lack of time.

    An outcome with unchecked strings must not be cached.
    """


class ComponentOutcome(NamedTuple):
    """Result of checking one component: the findings of each translation, in order, and of the source language."""

    translations: list[Findings]
    source: Findings
    warnings: tuple[str, ...] = ()
    unchecked: int = 0
    """Number of source strings that were not checked for lack of time."""


def compare_translations(outcomes: Sequence[Outcome]) -> list[Findings]:
    """Return the findings of each translation, including the findings of `reused`, which compares translations."""
    translations = [dict(outcome.findings) for outcome in outcomes]
    chosen = reused.first_groups([outcome.groups for outcome in outcomes])
    for findings, groups in zip(translations, chosen, strict=True):
        for group in groups:
            for index, message in reused.problems(group):
                findings[index] = (*findings.get(index, ()), Finding(reused.ID, message))
    return translations


class Checker:
    """Checker for the strings of one component.

    Units must have effective flags and states, and must not be repeated.
    """

    def __init__(
        self,
        source_language: Language,
        source_plural: PluralRule,
        identity: Callable[[UnitColumns], Sequence[str]],
        options: Options = ALL,
        budget: CheckTimeBudget | None = None,
    ) -> None:
        """Create a checker for one component.

        `identity` returns one key for each unit. All translations of a source string have the same key. `budget` limits
        the processor time of the checks in a run. If `budget` is None, the checker creates a default budget.
        """
        self._budget = budget or CheckTimeBudget()
        self._source = LanguagePair(source_language, source_language, source_plural, source_plural)
        self._identity = identity
        self._words = words_of(*options.words)
        self._explain = options.explain
        self._cache = ScreenCache(check.id for check in options.checks)
        self._checks = options.checks
        self._batch_checks = {check.id for check in options.checks if check.kind is Kind.BATCH}

    def check(self, language: Language, plural: PluralRule, units: Sequence[Unit]) -> Outcome:
        """Check the strings of one translation. Checks that compare translations are left out."""
        time = self._budget.create_file_budget()
        units = as_units_with_columns(units)
        source = self._source
        translation = LanguagePair(language, source.language, plural, source.plural, self._words)
        screen = Screen(translation, self._cache, time)
        evaluation = Evaluation(explain=self._explain)
        findings: Findings = {}
        candidates_by_index = screen.candidates(units)
        time.start_timing()
        for index, candidates in candidates_by_index.items():
            if time.is_spent:
                time.unchecked_strings += 1
                continue
            unit = units.unit_without_line(index)
            targets = forms(unit.source, unit.target, plural.number)
            found = evaluation.findings(candidates, Subject(unit, targets, translation))
            if found:
                findings[index] = found
            time.charge_string(len(unit.source) + len(unit.target))
        time.charge_run_budget()
        groups = reused.groups(translation, units) if reused.ID in self._batch_checks else []
        failing = {*findings, *(member.position for group in groups for member in group.members)}
        identities = self._identity(units.columns)
        failing_identities = {index: identities[index] for index in failing}
        warnings = (*self._cache.plans.warnings, *evaluation.warnings, *time.warnings)
        return Outcome(findings, failing_identities, groups, warnings, time.unchecked_strings)

    def combine(self, outcomes: Sequence[Outcome], source_units: Sequence[Unit]) -> ComponentOutcome:
        """Return the findings of a component.

        `outcomes` contains the results of `check` for all translations, and `source_units` the units of the source
        language.
        """
        translations = compare_translations(outcomes)
        failing = [
            {outcome.identities[index] for index in findings}
            for findings, outcome in zip(translations, outcomes, strict=True)
        ]
        findings, evaluation, time = self._check_source(failing, source_units)
        time_warnings = (f"source language: {warning}" for warning in time.warnings)
        return ComponentOutcome(translations, findings, (*evaluation.warnings, *time_warnings), time.unchecked_strings)

    def _check_source(
        self, failing: list[set[str]], units: Sequence[Unit]
    ) -> tuple[Findings, Evaluation, FileTimeBudget]:
        counts = multiple_failures.failing_translations(failing) if multiple_failures.ID in self._batch_checks else {}
        screen = SourceScreen(self._checks)
        evaluation = Evaluation(explain=self._explain)
        findings: Findings = {}
        time = self._budget.create_file_budget()
        time.start_timing()
        for index, (identity, unit) in enumerate(zip(self._identity(columns_of(units)), units, strict=True)):
            candidates = screen.candidates(unit)
            found: tuple[Finding, ...] = ()
            if candidates and time.is_spent:
                time.unchecked_strings += 1
            elif candidates:
                found = evaluation.findings(candidates, Subject(unit, unit.sources, self._source))
                time.charge_string(len(unit.source))
            message = multiple_failures.problem(counts.get(identity, 0), unit.flags)
            if message is not None:
                found = (*found, Finding(multiple_failures.ID, message))
            if found:
                findings[index] = found
        time.charge_run_budget()
        return findings, evaluation, time
