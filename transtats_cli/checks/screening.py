"""Screening: selects the checks that may fail on each string of a translation. All other checks need not be evaluated.

Each check declares what it needs to fail (`needs`). The screen combines these declarations, and tests all strings of a
translation at once, one condition after the other. It decides nothing, contains no rule of a check, and names none. It
selects every check that fails, and possibly checks that do not fail. The selected checks are then evaluated. No objects
are created for strings on which no check can fail. tests/checks/test_screening.py compares screened and unscreened
results on random strings.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, compress, count, repeat
from operator import eq, itemgetter, ne
from typing import NamedTuple

from transtats_cli.checks import ALL_CHECKS_FLAG, CHECKS, CHECKS_BY_ID, UNDECIDABLE_CHECKS, Check
from transtats_cli.checks.evaluation import REASONS_BY_STATE
from transtats_cli.checks.needs import STRING_START, JoinedStrings, Needs, StringTest
from transtats_cli.checks.pairing import source_form_indices
from transtats_cli.checks.subject import LanguagePair
from transtats_cli.columns import UnitColumns, columns_of
from transtats_cli.flags import Flags
from transtats_cli.languages import Language
from transtats_cli.model import PLURAL_SEPARATOR, Unit
from transtats_cli.problems import Problem

CandidateChecks = dict[int, list[str]]
"""Ids of the checks that may fail, by index of the string.

The ids are in report order, which begins with fast checks.
"""
CheckIds = tuple[str, ...]
FoundChecks = defaultdict[int, list[str]]
Rows = tuple[Sequence[int], Sequence[str], Sequence[str]]
"""Three columns: index of a unit, a source and a target. A string with plural forms has one row for each form."""

_REPORT_ORDER = {check: index for index, check in enumerate(CHECKS_BY_ID)}
_BATCH_SIZE = 1000
"""Number of targets that are joined. Larger batches do not fit into the cache of the processor."""
_SPECIAL = "special"
"""Kind of a source that meets a condition with the text of the source alone."""
_TEXT_CONDITIONS: dict[str, Callable[[str, str, str], bool]] = {
    "either": lambda text, source, target: text in source or text in target,
    "uneven": lambda text, source, target: source.count(text) != target.count(text),
    "source": lambda text, source, _target: text in source,
    "start": lambda text, source, target: text in (source[:1], target[:1]),
}
"""Conditions of `Needs` on the text of a source, by field. Each function has the parameters text, source and target."""
_last_character = itemgetter(slice(-1, None))


_RELEVANT_FLAGS = frozenset(
    (ALL_CHECKS_FLAG, *(flag for check in CHECKS for flag in (check.ignore_flag, *check.enabling_flags)))
)
"""Names of the flags that switch checks on or off."""


class _EnabledChecks(NamedTuple):
    """Checks that are on for strings with the same flags."""

    needs_by_id: Mapping[str, Needs]
    """Conditions of the checks that are on, by id. Without a declaration, there is no condition."""
    tests: tuple[tuple[str, StringTest], ...]
    """Tests of single strings (`Needs.test`), each with the id of its check.

    The test of a check without conditions always succeeds.
    """


def _find_enabled_checks(check_ids: frozenset[str], flags: Flags) -> _EnabledChecks:
    """Return the checks among `check_ids` that are on for strings with the given flags."""
    declared: dict[str, Needs] = {}
    tests: list[tuple[str, StringTest]] = []
    for check in _list_checks_on(check_ids, _RELEVANT_FLAGS.intersection(flags)):
        needs: Needs | None = CHECKS_BY_ID[check].needs
        if needs is None:
            tests.append((check, lambda _source, _target: True))
        elif needs.test is not None and (not needs.test_flag or needs.test_flag in flags):
            tests.append((check, needs.test))
        declared[check] = needs or Needs()
    return _EnabledChecks(declared, tuple(tests))


# A run may have thousands of components, and most of them have the same checks and few different flags.
@lru_cache(maxsize=1024)
def _list_checks_on(available_checks: frozenset[str], relevant_flags: frozenset[str]) -> tuple[str, ...]:
    return tuple(check.id for check in CHECKS if check.id in available_checks and check.is_on_for_flags(relevant_flags))


def find_candidates_of_source_language(checks: Iterable[Check], units: Sequence[Unit]) -> CandidateChecks:
    """Return the ids of the checks that may fail on strings of the source language, by index of the unit."""
    checks = tuple(checks)
    conditions_by_flags: dict[Flags, list[tuple[str, str]]] = {}
    candidates: CandidateChecks = {}
    for index, unit in enumerate(units):
        conditions = conditions_by_flags.get(unit.flags)
        if conditions is None:
            conditions = conditions_by_flags[unit.flags] = [
                (check.id, check.needs.source if check.needs else "")
                for check in checks
                if check.is_on_for_flags(unit.flags)
            ]
        may_fail = [check for check, text in conditions if text in unit.source]
        if may_fail:
            candidates[index] = may_fail
    return candidates


class TranslationScreen:
    """Screen for the strings of the translations of a component."""

    def __init__(self, checks: Iterable[str]) -> None:
        """Create a screen. `checks` contains the ids of the checks to run."""
        self._check_ids = frozenset(checks)
        self._enabled_by_flags: dict[Flags, _EnabledChecks] = {}
        self._source_kinds_by_regex: dict[str, _SourceKinds] = {}
        self.warnings: dict[Problem, None] = {}
        """Warnings about checks that flags switch on, but that cannot be decided from files. Used as an ordered set."""

    def find_candidate_checks(self, translation: LanguagePair, units: Sequence[Unit]) -> CandidateChecks:
        """Return the ids of all checks that may fail on the strings of a translation, by index of the unit.

        Units on which no check can fail are left out.
        """
        columns = columns_of(units)
        selected = bytearray(b"\1") * len(columns.states)
        for state in REASONS_BY_STATE:
            for index in columns.indices_in_state(state):
                selected[index] = False
        enabled_by_flags_id = self._find_enabled_checks(columns, selected)
        found: FoundChecks = defaultdict(list)
        _add_checks_of_flags(columns, selected, enabled_by_flags_id, found)
        declared = {
            check: needs for checks in enabled_by_flags_id.values() for check, needs in checks.needs_by_id.items()
        }
        conditions, end_conditions = _combine_conditions(
            frozenset(declared.items()), translation.language, translation.source_language
        )
        regex = conditions.special_source_regex
        source_kinds = self._source_kinds_by_regex.get(regex)
        if source_kinds is None:
            source_kinds = self._source_kinds_by_regex[regex] = _SourceKinds(regex)
        rows = _create_rows(translation, columns, selected, conditions, found)
        _add_checks_of_rows(columns.flags, conditions, end_conditions, source_kinds, rows, found)
        candidates: CandidateChecks = {}
        for index in sorted(found):
            enabled = enabled_by_flags_id[id(columns.flags[index])].needs_by_id
            on = {*filter(enabled.__contains__, found[index])}
            if on:
                candidates[index] = sorted(on, key=_REPORT_ORDER.__getitem__)
        return candidates

    def _find_enabled_checks(self, columns: UnitColumns, selected: bytearray) -> dict[int, _EnabledChecks]:
        """Return the checks that are on for the flags of the selected units. A key is the id of a `Flags` object."""
        # Flags of units that are not selected must not cause warnings about checks that cannot be decided.
        distinct = columns.distinct_flags
        if 0 in selected:
            flags_of_units = [*compress(columns.flags, selected)]
            distinct = dict(zip(map(id, flags_of_units), flags_of_units, strict=True)).values()
        for flags in distinct:
            if flags not in self._enabled_by_flags:
                self._enabled_by_flags[flags] = _find_enabled_checks(self._check_ids, flags)
                if "check-glossary" in flags and "ignore-check-glossary" not in flags and ALL_CHECKS_FLAG not in flags:
                    reason = UNDECIDABLE_CHECKS["check_glossary"]
                    self.warnings[Problem("", f"check_glossary: strings are not checked: it {reason}")] = None
        return {id(flags): self._enabled_by_flags[flags] for flags in distinct}


def _create_rows(
    translation: LanguagePair,
    columns: UnitColumns,
    selected: bytearray,
    conditions: "_Conditions",
    found: FoundChecks,
) -> Rows:
    """Return the rows of the selected strings, and add the checks of strings with plural forms."""
    plural = [*filter(selected.__getitem__, columns.plural_unit_indices)]
    for index in plural:
        selected[index] = False
    indices: list[int] = [*compress(count(), selected)]
    sources, targets = [*compress(columns.sources, selected)], [*compress(columns.targets, selected)]
    for index in plural:
        joined_sources = columns.sources[index]
        source_forms = joined_sources.split(PLURAL_SEPARATOR)
        target_forms = translation.split_target(joined_sources, columns.targets[index])
        rules = translation.source_plural, translation.plural
        indices += repeat(index, len(target_forms))
        sources += map(source_forms.__getitem__, source_form_indices(len(source_forms), len(target_forms), *rules))
        targets += target_forms
        found[index] += (check for check, may_fail in conditions.tests_of_forms if may_fail(target_forms))
        for text, checks in conditions.by_source_text.items():
            if text in joined_sources:
                found[index] += checks
    return indices, sources, targets


def _add_checks_of_flags(
    columns: UnitColumns, selected: bytearray, enabled_by_flags_id: Mapping[int, _EnabledChecks], found: FoundChecks
) -> None:
    """Add the checks without conditions, and those of which a test of the string succeeds."""
    tests_by_flags_id = {key: checks.tests for key, checks in enabled_by_flags_id.items() if checks.tests}
    if not tests_by_flags_id:
        return
    rows = zip(count(), map(tests_by_flags_id.get, map(id, columns.flags)), columns.sources, columns.targets)
    for index, tests, source, target in compress(rows, selected):
        if tests is not None and (checks := [check for check, may_fail in tests if may_fail(source, target)]):
            found[index] += checks


class _Conditions:
    """Conditions of several checks, by the kind of the condition. Most values contain ids of checks."""

    def __init__(self, conditions: frozenset[tuple[str, Needs]]) -> None:
        needs_by_id = dict(conditions)
        self.of_unchanged = [check for check, needs in needs_by_id.items() if needs.is_unchanged]
        self.tests_of_forms = [(check, needs.forms_test) for check, needs in needs_by_id.items() if needs.forms_test]
        by_field = {
            field: _group_by_text((check, getattr(needs, field)) for check, needs in needs_by_id.items())
            for field in ("added", *_TEXT_CONDITIONS)
        }
        self.by_added_text, self.by_source_text = by_field["added"], by_field["source"]
        self._text_conditions = [
            (may_fail, text, checks)
            for field, may_fail in _TEXT_CONDITIONS.items()
            for text, checks in by_field[field].items()
        ]
        self.searched_texts = [
            *((text.encode(), checks) for text, checks in (*by_field["either"].items(), *by_field["uneven"].items())),
            *((STRING_START + character.encode(), checks) for character, checks in by_field["start"].items()),
        ]
        """Texts to search in targets, in UTF-8. If the source is special, the target needs no search."""
        self.finders = [(check, needs.find_targets) for check, needs in needs_by_id.items() if needs.find_targets]
        self.form_tests = {check: needs.form_test for check, needs in needs_by_id.items() if needs.form_test}
        expressions = [
            *map(re.escape, (*by_field["either"], *by_field["uneven"], *by_field["source"])),
            *(r"\A" + re.escape(character) for character in by_field["start"]),
        ]
        self.special_source_regex = "|".join(expressions) or "(?!)"

    def select_by_source(self, source: str, target: str) -> Sequence[str]:
        """Return the checks that may fail because of the text of a source."""
        selected: list[str] = []
        for may_fail, text, checks in self._text_conditions:
            if may_fail(text, source, target):
                selected += checks
        return selected


class _EndConditions:
    """Conditions on the last characters of source and target.

    Only if the last characters of a source and a target have different kinds, a check may fail because of them.
    Characters without an entry have the kind ''.
    """

    def __init__(self, conditions: frozenset[tuple[str, tuple[str, ...], str]]) -> None:
        """`conditions` contains the id of each check, and its values of `Needs.one_end` and `Needs.either_end`."""
        self._conditions = conditions
        groups = [*chain.from_iterable(one_end for _, one_end, _ in conditions)]
        either = {*chain.from_iterable(either_end for *_, either_end in conditions)}
        self.kinds_of_sources: dict[str, str] = {_SPECIAL: _SPECIAL}
        self.kinds_of_targets: dict[str, str] = {}
        first_by_groups: dict[tuple[bool, ...], str] = {}
        for character in {*chain.from_iterable(groups), *either}:
            is_in_groups = tuple(character in group for group in groups)
            kind = character if character in either else first_by_groups.setdefault(is_in_groups, character)
            self.kinds_of_sources[character] = kind
            self.kinds_of_targets[character] = kind + kind if character in either else kind
        self._checks_by_ends: dict[tuple[str, str], list[str]] = {}

    def select_checks(self, source: str, target: str) -> Sequence[str]:
        """Return the checks that may fail because of the last characters of a source and a target."""
        ends = source_end, target_end = source[-1:] or "\0", target[-1:] or "\0"
        checks = self._checks_by_ends.get(ends)
        if checks is None:
            checks = self._checks_by_ends[ends] = [
                check
                for check, one_end, either_end in self._conditions
                if source_end in either_end
                or target_end in either_end
                or any((source_end in group) != (target_end in group) for group in one_end)
            ]
        return checks


def _group_by_text(texts: Iterable[tuple[str, str]]) -> dict[str, CheckIds]:
    """Return the ids of the checks that declare a text, by the text. `texts` are pairs of an id and a text."""
    checks: dict[str, CheckIds] = {}
    for check, text in texts:
        if text:
            checks[text] = (*checks.get(text, ()), check)
    return checks


# Most translations have the same checks, and most languages the same conditions.
@lru_cache(maxsize=4096)
def _combine_conditions(
    declared: frozenset[tuple[str, Needs]], language: Language, source_language: Language
) -> tuple[_Conditions, _EndConditions]:
    """Return the conditions of the checks that may fail in a language."""
    found = (
        (check, needs.find_for(language, source_language) if needs.find_for else needs) for check, needs in declared
    )
    applying = [(check, needs) for check, needs in found if needs is not None]
    of_ends = [(check, needs) for check, needs in applying if needs.one_end or needs.either_end]
    without_ends = dict(applying) | {check: needs._replace(one_end=(), either_end="") for check, needs in of_ends}
    return (
        _create_conditions(frozenset(without_ends.items())),
        _create_end_conditions(frozenset((check, needs.one_end, needs.either_end) for check, needs in of_ends)),
    )


_create_conditions = lru_cache(maxsize=256)(_Conditions)
_create_end_conditions = lru_cache(maxsize=256)(_EndConditions)


class _SourceKinds(dict[str, str]):
    """Cached kinds of the sources of a component: `_SPECIAL`, or the last character."""

    def __init__(self, special_source_regex: str) -> None:
        super().__init__()
        self._is_special = re.compile(special_source_regex).search

    def __missing__(self, source: str) -> str:
        kind = self[source] = _SPECIAL if self._is_special(source) else source[-1:]
        return kind


def _add_checks_of_rows(
    flags: Sequence[Flags],
    conditions: _Conditions,
    end_conditions: _EndConditions,
    source_kinds_by_source: _SourceKinds,
    rows: Rows,
    found: FoundChecks,
) -> None:
    """Add the checks that may fail on rows. They may be off for the flags of the unit.

    `flags` contains the flags of all units.
    """
    indices, sources, targets = rows
    form_tests = conditions.form_tests

    def add_checks(row: int, checks: Iterable[str]) -> None:
        index = indices[row]
        for check in checks:
            may_fail = form_tests.get(check)
            if may_fail is None or may_fail(sources[row], targets[row], flags[index]):
                found[index].append(check)

    if conditions.of_unchanged:
        for row in compress(count(), map(eq, sources, targets)):
            add_checks(row, conditions.of_unchanged)
    source_ends = [*map(source_kinds_by_source.__getitem__, sources)]
    source_kinds = map(end_conditions.kinds_of_sources.get, source_ends, repeat(""))
    target_kinds = map(end_conditions.kinds_of_targets.get, map(_last_character, targets), repeat(""))
    for row in compress(count(), map(ne, source_kinds, target_kinds)):
        if checks := end_conditions.select_checks(sources[row], targets[row]):
            add_checks(row, checks)
        if source_ends[row] is _SPECIAL:
            add_checks(row, conditions.select_by_source(sources[row], targets[row]))
    for first in range(0, len(targets), _BATCH_SIZE):
        batch = JoinedStrings(targets[first : first + _BATCH_SIZE])
        for text, checks in conditions.by_added_text.items():
            for row in batch.indices_containing(text.encode()):
                if text not in sources[first + row]:
                    add_checks(first + row, checks)
        for text_in_utf8, checks in conditions.searched_texts:
            for row in batch.indices_containing(text_in_utf8):
                if source_ends[first + row] is not _SPECIAL:
                    add_checks(first + row, checks)
        for check, find_targets in conditions.finders:
            for row in find_targets(batch):
                add_checks(first + row, (check,))
