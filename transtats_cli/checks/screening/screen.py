"""Screening: fast tests that select the checks that may fail on a string. On most strings, no check can fail.

A screen returns every check that fails, and possibly checks that do not fail. The selected checks are then evaluated.
So a test in this module may select too many checks, but never too few. If only the failing strings are counted, checks
that fail for certain are not evaluated again. No objects are created for strings on which no check can fail.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, compress, count, repeat
from operator import add, and_, eq, itemgetter
from typing import NamedTuple

from transtats_cli.budget import CheckTimeBudget, FileTimeBudget
from transtats_cli.checks import CHECKS_BY_ID, Check, punctuation
from transtats_cli.checks.evaluation import TEXT_AND_LANGUAGE_CHECKS, TextAndLanguageChecks
from transtats_cli.checks.pairing import source_form_indices
from transtats_cli.checks.screening.enabled_checks import EnabledChecks, EnabledChecksCache
from transtats_cli.checks.screening.last_characters import LEADING_BLANKS, SourceEndings, table_of_final_characters
from transtats_cli.checks.screening.long_text import STRING_START, JoinedStrings
from transtats_cli.checks.screening.pair_tests import (
    BEGINNING_CHECKS,
    CheckIds,
    select_checks_by_source,
    select_checks_by_source_tags,
    select_checks_by_tags,
    select_markup_checks,
)
from transtats_cli.checks.subject import CheckedString, LanguagePair
from transtats_cli.checks.words import duplicate, letters, same
from transtats_cli.checks.words.letters import two_capitals_pattern
from transtats_cli.columns import UnitColumns, Units, as_units_with_columns
from transtats_cli.flags import Flags
from transtats_cli.languages import Language
from transtats_cli.limits import NotChecked
from transtats_cli.model import PLURAL_SEPARATOR, State, Unit

CandidateChecks = dict[int, list[str]]
"""Ids of the checks that may fail, by index of the string.

The ids are in report order, which begins with fast checks.
"""

_REPORT_ORDER = {check: index for index, check in enumerate(CHECKS_BY_ID)}
_BATCH_SIZE = 1000
"""Number of pairs of source and target in a batch. Larger batches do not fit into the cache of the processor."""
_REQUIRED_SOURCE_TEXTS = {"ellipsis": "...", "optional_plural": "(s)"}
"""Text that a source must contain if a check fails on the source, by id of the check."""
_CHECKS_BY_TEXT: tuple[tuple[str, CheckIds], ...] = (
    ("  ", ("double_space",)),
    ("\n", ("newline-count", *BEGINNING_CHECKS)),
    ("\\", ("escaped_newline",)),
    ("\u200b", ("zero-width-space",)),
)
"""Texts with ids of checks. The checks may fail if a target contains the text and its source does not."""
_LANGUAGE_TESTS = {
    "punctuation_spacing": (punctuation.applies_to_language, punctuation.screening_pattern),
    "kabyle-characters": (letters.applies_to_language, letters.screening_pattern),
}
_CHECKS_OF_ONE_LANGUAGE = {"fr": "punctuation_spacing", "kab": "kabyle-characters"}
"""Ids of checks of one language, by the base code of the language.

The module of such a check also defines `applies_to_language` and `screening_pattern`.
"""
_TWO_CAPITALS_PATTERN = re.compile("[A-Z][A-Z]")
_KASHIDAS = ("\u0640".encode(), b"\xef\xb3", b"\xef\xb9")
"""Kashida character in UTF-8, and the first bytes of all other kashida characters."""
_FIRST_BYTES_BEYOND_BASIC_PLANE = tuple(bytes([first]) for first in range(0xF0, 0xF5))

_UNCHECKED_STATES = (State.EMPTY, State.READ_ONLY)
"""States of units that are not screened: empty units cannot fail, and read-only units cannot be corrected."""
_last_character = itemgetter(slice(-1, None))


class ScreeningResult(NamedTuple):
    """Result of screening the units of one translation."""

    failing: set[int]
    """Indices of the units on which a check fails for certain, so that no check has to be evaluated."""
    candidates: CandidateChecks
    """Checks to evaluate on other units."""


class ScreeningCache:
    """Caches that the screens of all translations of a component share."""

    def __init__(self, checks: Iterable[str]) -> None:
        """Create empty caches. `checks` contains the ids of the checks to run."""
        self.enabled_checks = EnabledChecksCache(checks)
        self.sources = SourceEndings()


class SourceStringScreen:
    """Fast test that selects the checks that may fail on a string of the source language."""

    def __init__(self, checks: Iterable[Check]) -> None:
        self._checks = tuple(check for check in checks if check.kind in ("source", "text"))
        self._ids_by_flags: dict[Flags, tuple[str, ...]] = {}

    def find_candidate_checks(self, unit: Unit) -> Iterable[str]:
        """Return the ids of the checks that may fail on a unit."""
        on = self._ids_by_flags.get(unit.flags)
        if on is None:
            on = self._ids_by_flags[unit.flags] = tuple(
                check.id for check in self._checks if check.is_on_for_flags(unit.flags)
            )
        return [check for check in on if _REQUIRED_SOURCE_TEXTS.get(check, "") in unit.source]


class TranslationScreen:
    """Fast test that selects the checks that may fail on each string of one translation."""

    def __init__(
        self, translation: LanguagePair, cache: ScreeningCache, time_budget: FileTimeBudget | None = None
    ) -> None:
        """Create a screen for one translation.

        `time_budget` limits the processor time of `same.may_stay_untranslated`.
        """
        language = translation.language
        base = language.base_code
        self._translation = translation
        self._text_checks = TextAndLanguageChecks(translation)
        self._source_form_indices: dict[tuple[int, int], tuple[int, ...]] = {}
        self._enabled_checks_of = cache.enabled_checks.enabled_checks_for
        self._sources = cache.sources
        self._time = time_budget or CheckTimeBudget().create_file_budget()
        self._endings = table_of_final_characters(language)
        self._same_applies = same.applies_to_languages(language, translation.source_language)
        self._duplicate_applies = base not in duplicate.DOUBLING_LANGUAGES
        self._check_of_language = _find_check_of_language(language)
        # In these languages, a target that equals its source may fail other checks than `same`.
        self._checks_unchanged = (
            self._check_of_language is not None
            or base == "my"
            or duplicate.may_fail_on_equal_texts(language, translation.source_language)
        )

    def find_candidate_checks(self, units: Sequence[Unit]) -> CandidateChecks:
        """Return the ids of all checks that may fail, by index of the unit.

        Units on which no check can fail are left out. Tests compare the result with unscreened checks.
        """
        return self.screen_units(units, finds_all_problems=True).candidates

    def screen_units(self, units: Sequence[Unit], *, finds_all_problems: bool) -> ScreeningResult:
        """Return the units on which a check fails, and the checks that may fail on other units.

        If `finds_all_problems` is True, the result contains no failing units, but candidate checks of all units.
        """
        units = as_units_with_columns(units)
        selected = self._select_units_to_screen(units.columns)
        enabled = self._find_enabled_checks(units.columns, selected)
        selection = _CheckSelection(units.columns.flags, enabled, finds_all_problems=finds_all_problems)
        self._screen_by_flags(units.columns, selected, selection)
        for pairs in self._split_into_pair_batches(units, selected, selection):
            self._screen_pairs(pairs, selection)
        return selection.apply_flags()

    def _split_into_pair_batches(
        self, units: Units, selected: bytearray, selection: "_CheckSelection"
    ) -> Iterator["_PairBatch"]:
        """Yield batches of sources and targets to compare.

        Checks that may fail for another reason are added to `selection`.
        """
        columns = units.columns
        plural = [*filter(selected.__getitem__, columns.plural_unit_indices)]
        for index in plural:
            selected[index] = False
        plural.reverse()  # so that `pop` returns the first index
        for first in range(0, len(units), _BATCH_SIZE):
            end = first + _BATCH_SIZE
            pairs = self._create_batch_of_singulars(units, first, selected[first:end], selection)
            while plural and plural[-1] < end:
                self._add_plural_forms(pairs, plural.pop(), columns, selection)
            yield pairs

    def _select_units_to_screen(self, columns: UnitColumns) -> bytearray:
        """Return one byte for each unit: 1 if the unit is screened, else 0."""
        selected = bytearray(b"\1") * len(columns.states)
        for state in _UNCHECKED_STATES:
            for index in columns.indices_in_state(state):
                selected[index] = False
        return selected

    def _find_enabled_checks(self, columns: UnitColumns, selected: bytearray) -> dict[int, EnabledChecks]:
        """Return the checks that are on for the flags of the selected units. A key is the id of a `Flags` object."""
        # Flags of units that are not screened must not cause warnings about checks that cannot be decided.
        distinct = columns.distinct_flags
        if 0 in selected:
            flags_of_units = [*compress(columns.flags, selected)]
            distinct = dict(zip(map(id, flags_of_units), flags_of_units, strict=True)).values()
        return {id(flags): self._enabled_checks_of(flags) for flags in distinct}

    def _screen_by_flags(self, columns: UnitColumns, selected: bytearray, selection: "_CheckSelection") -> None:
        """Add the checks that flags switch on, and that may fail, to `selection`.

        Units that fail for certain are removed from the selected units.
        """
        special = {
            flags_id: enabled
            for flags_id, enabled in selection.enabled_by_flags_id.items()
            if enabled.placeholder_tests or enabled.unscreened_check_ids or enabled.has_markup_checks
        }
        if not special:
            return
        plural = self._translation.plural
        rows = zip(count(), map(special.get, map(id, columns.flags)), columns.sources, columns.targets)
        for index, enabled, source, target in compress(rows, selected):
            if enabled is None:
                continue
            candidates: list[str] = []
            for test in enabled.placeholder_tests:
                is_failing = test.predict_failure(source, target, plural)
                if is_failing and not selection.finds_all_problems:
                    selection.failing.add(index)
                    selected[index] = False
                    break
                if is_failing is not False:
                    candidates.append(test.check_id)
            else:
                candidates += enabled.unscreened_check_ids
                if enabled.has_markup_checks:
                    candidates += select_markup_checks(source, target, enabled)
                if candidates:
                    selection.candidates_by_index[index] += candidates

    def _create_batch_of_singulars(
        self, units: Units, first: int, selected: bytearray, selection: "_CheckSelection"
    ) -> "_PairBatch":
        """Return the batch of sources and targets of consecutive units, without the units that have plural forms.

        `first` is the index of the first unit. If a target equals its source, the check `same` may be added to
        `selection`. The pair is then left out, unless other checks may fail.
        """
        part = slice(first, first + len(selected))
        sources, targets = units.columns.sources[part], units.columns.targets[part]
        for number in [*compress(count(), map(and_, map(eq, sources, targets), selected))]:
            selected[number] = self._checks_unchanged or not targets[number].isascii()
            if self._same_applies:
                self._screen_unchanged_unit(units, first + number, selection)
        endings = self._sources.endings_of_sources(units.columns.sources)[part]
        indices = [*compress(count(first), selected)]
        return _PairBatch(
            indices, [*compress(sources, selected)], [*compress(targets, selected)], [*compress(endings, selected)]
        )

    def _add_plural_forms(
        self, pairs: "_PairBatch", index: int, columns: UnitColumns, selection: "_CheckSelection"
    ) -> None:
        """Add the plural forms of a unit to a batch, and other checks that may fail to `selection`."""
        joined_sources = columns.sources[index]
        targets = self._translation.split_target(joined_sources, columns.targets[index])
        sources = joined_sources.split(PLURAL_SEPARATOR)
        if len(targets) > 1:
            if not all(targets):
                if any(targets):
                    selection.add_failing_check("plurals", index)
            elif len(sources) > 1 and targets.count(targets[0]) == len(targets):
                selection.add_failing_check("same-plurals", index)
            if index in selection.failing:
                return
        compared_sources = self._list_compared_sources(sources, len(targets))
        pairs.add_pairs(index, compared_sources, targets, map(self._sources.__getitem__, compared_sources))
        candidates: list[str] = ["same"] if any(map(eq, compared_sources, targets)) else []
        # A tag in one source form is enough for the XML checks to apply to all forms.
        if "<" in joined_sources:
            candidates += chain.from_iterable(map(select_checks_by_tags, compared_sources, targets))
        if candidates:
            selection.candidates_by_index[index] += candidates

    def _list_compared_sources(self, sources: list[str], target_form_count: int) -> list[str]:
        """Return the source form to compare with each target form, like `pair_plural_forms`."""
        key = len(sources), target_form_count
        indices = self._source_form_indices.get(key)
        if indices is None:
            translation = self._translation
            indices = (
                source_form_indices(*key, translation.source_plural, translation.plural) if key != (1, 1) else (0,)
            )
            self._source_form_indices[key] = indices
        return [sources[index] for index in indices]

    def _screen_unchanged_unit(self, units: Units, index: int, selection: "_CheckSelection") -> None:
        """Add the check `same` to `selection` if it may fail on a unit whose target equals its source."""
        enabled = selection.enabled_checks_of_unit(index)
        may_stay = self._may_stay_unchanged(units, index, enabled)
        if may_stay:
            return
        is_decided = may_stay is not None and "same" in enabled.check_ids
        if is_decided and not selection.finds_all_problems and not same.is_note_of_code(units.note_of_unit(index)):
            selection.failing.add(index)
        else:
            selection.candidates_by_index[index].append("same")

    def _may_stay_unchanged(self, units: Units, index: int, enabled: EnabledChecks) -> bool | None:
        """Return the result of `same.may_stay_untranslated` for the source of a unit, or None without a result."""
        source = units.columns.sources[index]
        known = enabled.may_be_untranslated_by_source
        if source not in known:
            if self._time.is_spent:
                return None
            unit = units.unit_without_line(index)
            self._time.start_timing()
            try:
                known[source] = same.may_stay_untranslated(
                    source, CheckedString.from_unit(unit, [unit.target], self._translation)
                )
            except NotChecked:
                known[source] = None
            self._time.charge_string(len(source))
        return known[source]

    def _screen_pairs(self, pairs: "_PairBatch", selection: "_CheckSelection") -> None:
        """Add the checks that may fail on the pairs of a batch to `selection`."""
        indices, sources, targets, endings = pairs.indices, pairs.sources, pairs.targets, pairs.source_endings

        def evaluate(checks: CheckIds, number: int) -> None:
            """Evaluate checks on a pair, unless its unit is known to fail."""
            if indices[number] not in selection.failing:
                for check in self._text_checks.find_failing_checks(checks, sources[number], targets[number]):
                    selection.add_failing_check(check, indices[number])

        ending_pairs = map(add, endings, map(_last_character, targets))
        for number in compress(count(), map(self._endings.__getitem__, ending_pairs)):
            source, target, index = sources[number], targets[number], indices[number]
            checks = self._endings.find_candidate_checks(source, target)
            if not endings[number]:
                checks += select_checks_by_source(source, target)
            if checks:
                evaluate(checks, number)
            if not endings[number] and "<" in source and index not in selection.failing:
                tag_checks = select_checks_by_source_tags(source, target)
                if tag_checks:
                    selection.candidates_by_index[index] += tag_checks
        text = JoinedStrings(targets)
        for sign, checks in _CHECKS_BY_TEXT:
            for number in text.indices_containing(sign.encode()):
                if sign not in sources[number]:
                    evaluate(checks, number)
        for number in text.indices_containing(STRING_START + b" "):
            if sources[number][:1] not in LEADING_BLANKS:
                evaluate(BEGINNING_CHECKS, number)
        two_capitals = (
            _TWO_CAPITALS_PATTERN
            if text.is_ascii
            else two_capitals_pattern(has_rare_characters=text.has_rare_characters)
        )
        for number in text.indices_matching(two_capitals):
            if not _TWO_CAPITALS_PATTERN.search(sources[number]):
                evaluate(("multiple_capital",), number)
        for check, number in self._screen_target_letters(text, targets):
            if check in TEXT_AND_LANGUAGE_CHECKS:
                evaluate((check,), number)
            else:
                selection.candidates_by_index[indices[number]].append(check)

    def _screen_target_letters(self, text: JoinedStrings, targets: Sequence[str]) -> Iterator[tuple[str, int]]:
        """Yield the ids of checks that may fail because of the target alone, each with the index of a pair."""
        if self._duplicate_applies:
            yield from zip(repeat("duplicate"), text.indices_with_repeated_word())
        if self._check_of_language is not None:
            pattern = _LANGUAGE_TESTS[self._check_of_language.id][1]()
            yield from zip(repeat(self._check_of_language.id), text.indices_matching(pattern))
        if text.is_ascii:
            return
        for first_byte in _FIRST_BYTES_BEYOND_BASIC_PLANE:
            for number in text.indices_containing(first_byte):
                yield from (("multiple_capital", number), ("duplicate", number))
        for kashida_bytes in _KASHIDAS:
            yield from (
                ("kashida", number)
                for number in text.indices_containing(kashida_bytes)
                if _stretched_word_pattern().search(targets[number])
            )


def _find_check_of_language(language: Language) -> Check | None:
    """Return the check that applies only to this language, or None if there is no such check."""
    check = CHECKS_BY_ID.get(_CHECKS_OF_ONE_LANGUAGE.get(language.base_code, ""))
    return check if check is not None and _LANGUAGE_TESTS[check.id][0](language) else None


@cache
def _stretched_word_pattern() -> re.Pattern[str]:
    return re.compile(f"[^\0-\u05ff][{letters.KASHIDAS}][^\0-\u05ff]")


class _CheckSelection:
    """Checks that are selected while the units of a translation are screened.

    If `finds_all_problems` is False, units on which a check fails are added to `failing`. Their candidate checks are
    not evaluated.
    """

    def __init__(
        self, flags: Sequence[Flags], enabled_by_flags_id: dict[int, EnabledChecks], *, finds_all_problems: bool
    ) -> None:
        """Create an empty selection.

        `flags` are the flags of all units. `enabled_by_flags_id` contains the checks that are on for the flags of the
        screened units. The keys are the ids of `Flags` objects.
        """
        self._flags = flags
        self.enabled_by_flags_id = enabled_by_flags_id
        self.finds_all_problems = finds_all_problems
        self.failing: set[int] = set()
        self.candidates_by_index: CandidateChecks = defaultdict(list)
        """Ids of checks that may fail, in any order. May contain checks that are off for the flags of the unit."""

    def enabled_checks_of_unit(self, index: int) -> EnabledChecks:
        return self.enabled_by_flags_id[id(self._flags[index])]

    def add_failing_check(self, check: str, index: int) -> None:
        """Add a check that fails on a unit for certain, but may be off for the flags of the unit."""
        if self.finds_all_problems:
            self.candidates_by_index[index].append(check)
        elif check in self.enabled_checks_of_unit(index).check_ids:
            self.failing.add(index)

    def apply_flags(self) -> ScreeningResult:
        """Return the result of the screening without the checks that are off for the flags of a unit."""
        found = self.candidates_by_index
        candidates: CandidateChecks = {}
        for index in sorted(found.keys() - self.failing):
            on = self.enabled_checks_of_unit(index).check_ids.intersection(found[index])
            if on:
                candidates[index] = sorted(on, key=_REPORT_ORDER.__getitem__) if len(on) > 1 else [*on]
        return ScreeningResult(self.failing, candidates)


class _PairBatch:
    """Batch of pairs of a source and a target text, each with the index of its unit.

    `source_endings` contains the ending of each source, from `SourceEndings`.
    """

    def __init__(self, indices: list[int], sources: list[str], targets: list[str], source_endings: list[str]) -> None:
        self.indices = indices
        self.sources = sources
        self.targets = targets
        self.source_endings = source_endings

    def add_pairs(self, index: int, sources: list[str], targets: list[str], endings: Iterable[str]) -> None:
        """Add the pairs of one unit."""
        self.indices += (index,) * len(sources)
        self.sources += sources
        self.targets += targets
        self.source_endings += endings
