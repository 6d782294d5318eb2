"""Entry point of the checks: checks the strings of a component, and returns the failing strings with messages.

`Checker.check_translation` checks one translation. Translations may be checked in any order and in several processes.
After all translations, `Checker.combine_outcomes` adds the results of the checks that compare translations, and of the
checks of the source language.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from transtats_cli.checks import CHECKS, Check, batch
from transtats_cli.checks.evaluation import CheckEvaluator, ProblemFinder, explain_scope
from transtats_cli.checks.screening import TranslationScreen, find_candidates_of_source_language
from transtats_cli.checks.subject import CheckedString, LanguagePair
from transtats_cli.columns import UnitColumns, columns_of
from transtats_cli.languages import Language
from transtats_cli.limits import CheckTimeBudget, FileTimeBudget
from transtats_cli.model import Finding, Unit, read_note
from transtats_cli.plurals import PluralRule
from transtats_cli.problems import Problem

Findings = dict[int, tuple[Finding, ...]]
"""Problems of strings, by index of the string.

If a Checker does not explain problems, only checks that compare strings have problems. Other failing strings have an
empty tuple.
"""


class TranslationOutcome(NamedTuple):
    """Result of checking one translation, without checks that compare translations.

    Picklable, to be sent between processes.
    """

    findings: Findings
    identity_keys: dict[int, str]
    """Identity keys of strings, by index of the string. Contains strings that fail or that `reused` may report."""
    reused_target_groups: list[batch.ReusedTargetGroup]
    warnings: tuple[Problem, ...] = ()
    unchecked_strings: int = 0
    """Number of strings that were not checked for lack of time.

    An outcome with unchecked strings must not be cached.
    """
    language_code: str = ""


class ComponentOutcome(NamedTuple):
    """Result of checking one component: the findings of each translation, in order, and of the source language."""

    findings_by_translation: list[Findings]
    source_findings: Findings
    warnings: tuple[Problem, ...] = ()
    unchecked_strings: int = 0
    """Number of source strings that were not checked for lack of time."""


def combine_translation_findings(outcomes: Sequence[TranslationOutcome]) -> list[Findings]:
    """Return the findings of each translation, including the findings of `reused`, which compares translations."""
    translations = [dict(outcome.findings) for outcome in outcomes]
    chosen = batch.select_first_groups([outcome.reused_target_groups for outcome in outcomes])
    for findings, groups in zip(translations, chosen, strict=True):
        for group in groups:
            for index, message in batch.reused(group):
                findings[index] = (*findings.get(index, ()), Finding("reused", message))
    return translations


class Checker:
    """Checker for the strings of one component.

    Units must have effective flags and states. A translation must not contain a unit twice.
    """

    def __init__(
        self,
        source_pair: LanguagePair,
        find_identity_keys: Callable[[UnitColumns], Sequence[str]],
        checks: Iterable[Check] = CHECKS,
        *,
        explains_problems: bool = True,
        time_budget: CheckTimeBudget | None = None,
    ) -> None:
        """Create a checker for one component.

        `source_pair` are the languages with which the strings of the source language are checked: both are the source
        language. `find_identity_keys` returns one key for each unit. All translations of a source string have the same
        key. If `explains_problems` is False, the checks only determine if a string fails. `time_budget` limits the
        processor time of the checks in a run. If `time_budget` is None, the checker creates a default budget.
        """
        self._budget = time_budget or CheckTimeBudget()
        self.source_pair = source_pair
        self._identity = find_identity_keys
        self._explain = explains_problems
        self._finders: dict[str, ProblemFinder] = {}
        translated, original = (
            [check for check in checks if not explain_scope(check, source_pair, is_source=is_source)]
            for is_source in (False, True)
        )
        self._screen = TranslationScreen(check.id for check in translated if check.kind != "batch")
        self._source_checks = [check for check in original if check.kind != "batch"]
        self._batch_checks = {check.id for check in (*translated, *original) if check.kind == "batch"}

    def pair_languages(self, language: Language, plural: PluralRule) -> LanguagePair:
        """Return the languages and plural rules with which the strings of a translation are checked."""
        return self.source_pair._replace(language=language, plural=plural)

    def check_translation(self, language: Language, plural: PluralRule, units: Sequence[Unit]) -> TranslationOutcome:
        """Check the strings of one translation. Checks that compare translations are left out."""
        units = columns_of(units)
        translation = self.pair_languages(language, plural)

        def create_checked_string(index: int) -> CheckedString:
            source, flags = units.sources[index], units.flags[index]
            targets = translation.split_target(source, units.targets[index])
            return CheckedString(source, targets, flags, translation, lambda: read_note(units.comments_of_unit(index)))

        candidates = self._screen.find_candidate_checks(translation, units)
        findings, evaluation, time = self._evaluate_checks(candidates, create_checked_string)
        groups = batch.find_reused_targets(translation, units) if "reused" in self._batch_checks else []
        failing = {*findings, *(member.unit_index for group in groups for member in group.members)}
        identities = self._identity(units)
        failing_identities = {index: identities[index] for index in failing}
        warnings = (*self._screen.warnings, *evaluation.warnings, *time.warnings)
        return TranslationOutcome(findings, failing_identities, groups, warnings, time.unchecked_strings, language.code)

    def combine_outcomes(
        self, outcomes: Sequence[TranslationOutcome], source_units: Sequence[Unit]
    ) -> ComponentOutcome:
        """Return the findings of a component.

        `outcomes` contains the results of `check_translation` for all translations, and `source_units` the units of the
        source language.
        """
        translations = combine_translation_findings(outcomes)
        findings, evaluation, time = self._evaluate_checks(
            find_candidates_of_source_language(self._source_checks, source_units),
            lambda index: CheckedString.from_unit(unit := source_units[index], unit.sources, self.source_pair),
        )
        if "multiple_failures" in self._batch_checks:
            # Number of translations in which each string fails, by the identity key of the string.
            counts: Counter[str] = Counter()
            codes = defaultdict[str, dict[str, list[str]]](dict)
            for failing, outcome in zip(translations, outcomes, strict=True):
                counts.update({outcome.identity_keys[index] for index in failing})
                for index, found in failing.items() if self._explain else ():
                    for check in {each.check for each in found}:
                        codes[outcome.identity_keys[index]].setdefault(check, []).append(outcome.language_code)
            for index, identity in enumerate(self._identity(columns_of(source_units))):
                count, flags = counts[identity], source_units[index].flags
                by_check = sorted(codes.get(identity, {}).items(), key=lambda each: (-len(each[1]), each[0]))
                message = batch.multiple_failures(count, flags, by_check)
                if message is not None:
                    languages = tuple((check, tuple(each)) for check, each in by_check)
                    findings[index] = (*findings.get(index, ()), Finding("multiple_failures", message, languages))
        time_warnings = (each._replace(path="source language") for each in time.warnings)
        return ComponentOutcome(translations, findings, (*evaluation.warnings, *time_warnings), time.unchecked_strings)

    def _evaluate_checks(
        self, candidates: Mapping[int, Iterable[str]], create_checked_string: Callable[[int], CheckedString]
    ) -> tuple[Findings, CheckEvaluator, FileTimeBudget]:
        """Evaluate the checks that may fail on each string, until the time of a file is used up.

        `candidates` contains the ids of the checks by index of the string.
        """
        evaluation = CheckEvaluator(self._finders, finds_all_problems=self._explain)
        findings: Findings = {}
        time = self._budget.create_file_budget()
        for index, check_ids in candidates.items():
            if time.is_spent:
                time.unchecked_strings += 1
                continue
            checked_string = create_checked_string(index)
            found = evaluation.find_problems(check_ids, checked_string)
            if found:
                findings[index] = found if self._explain else ()
            time.charge_string(sum(map(len, (*checked_string.sources, *checked_string.targets))))
        time.charge_run_budget()
        return findings, evaluation, time
