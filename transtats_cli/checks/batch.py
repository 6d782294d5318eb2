"""Checks that compare many strings. The module `runner` calls these checks."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import compress, count
from typing import NamedTuple

from transtats_cli import languages
from transtats_cli.checks import CHECKS_BY_ID
from transtats_cli.checks.subject import LanguagePair
from transtats_cli.columns import UnitColumns, columns_of
from transtats_cli.flags import Flags
from transtats_cli.languages import PluralRuleSortKey
from transtats_cli.model import PLURAL_SEPARATOR, State, Unit

_REUSED = CHECKS_BY_ID["reused"]
_MULTIPLE_FAILURES = CHECKS_BY_ID["multiple_failures"]
_MAX_GROUPS = 20
_MAX_SHOWN_LENGTH = 200
_MAX_SHOWN_CODES = 10
_UNFINISHED_STATES = tuple(state for state in State if state < State.TRANSLATED)


class ReusingUnit(NamedTuple):
    """String that is reported because other sources have the same translation."""

    unit_index: int
    """Index of the unit in its translation."""
    source: str


class ReusedTargetGroup(NamedTuple):
    """Target text that is the translation of several sources.

    Groups are sorted as on a Weblate server: by digest, target and plural rule.
    """

    target_digest: str
    """MD5 digest of the target in lower case. Empty if the translation has so few groups that no sorting is needed."""
    target: str
    plural_sort_key: PluralRuleSortKey
    sources: tuple[str, str]
    """Two different sources that have this target."""
    members: tuple[ReusingUnit, ...]
    """Strings to report. A group without members counts among the first 20 groups, too."""


def find_reused_targets(translation: LanguagePair, units: Sequence[Unit]) -> list[ReusedTargetGroup]:
    """Return the groups of one translation that may be among the first 20 groups of the component.

    A group is one target text that is the translation of several sources.
    """
    units = columns_of(units)
    repeated = _find_repeated_targets(units, translation)
    sources = units.sources
    qualified = [target for target, indices in repeated.items() if len({sources[index] for index in indices}) > 1]
    chosen = [("", target) for target in qualified]
    if len(qualified) > _MAX_GROUPS:
        chosen = sorted((_md5_digest(target), target) for target in qualified)[:_MAX_GROUPS]
    sort_key = languages.plural_rule_sort_key(translation.language, translation.plural)
    groups = []
    for digest, target in chosen:
        one, other, *_ = dict.fromkeys(sources[index] for index in repeated[target])
        members = tuple(_find_reusing_units(translation, units, target, repeated[target]))
        groups.append(ReusedTargetGroup(digest, target, sort_key, (one, other), members))
    return groups


def explain_exclusion(unit: Unit, translation: LanguagePair) -> str:
    """Return the reason why a string is never reported, as a sentence without a full stop. '' if it may be reported."""
    if unit.state in _UNFINISHED_STATES:
        return "strings that are not translated are not compared"
    if translation.plural.form_count == 1:
        return "languages with one plural form are not reported"
    return ""


def select_first_groups(groups_by_translation: Sequence[Sequence[ReusedTargetGroup]]) -> list[list[ReusedTargetGroup]]:
    """Return the first 20 groups of a component, as one list for each translation."""
    if sum(map(len, groups_by_translation)) <= _MAX_GROUPS:
        return [list(found) for found in groups_by_translation]
    indices = sorted(
        (group.target_digest or _md5_digest(group.target), group.target, group.plural_sort_key, number, index)
        for number, found in enumerate(groups_by_translation)
        for index, group in enumerate(found)
    )
    first: list[list[ReusedTargetGroup]] = [[] for _ in groups_by_translation]
    for *_, number, index in indices[:_MAX_GROUPS]:
        first[number].append(groups_by_translation[number][index])
    return first


def reused(group: ReusedTargetGroup) -> Iterator[tuple[int, str]]:
    """
    Different sources of a project do not have the same translation.

    Good:  "Open" (a file)  ->  "Öffnen", "Open" (a state)  ->  "Offen"
    Bad:   "Close"  ->  "Schließen", "Quit"  ->  "Schließen"

    Only the first twenty such translations of all languages are reported, in the order of the MD5 of the translation in
    lower case. A server counts those of the whole project, transtats those of the component. Read-only strings are
    included, strings that need editing are not. Languages with one plural form count among the twenty, but are not
    reported. The same holds for languages without upper and lower case if the sources differ only in case.
    """
    one, other = group.sources
    for member in group.members:
        form = (other if member.source == one else one).partition(PLURAL_SEPARATOR)[0]
        # Thousands of messages may contain one source.
        shown = form if len(form) <= _MAX_SHOWN_LENGTH else f"{form[:_MAX_SHOWN_LENGTH]}…"
        yield member.unit_index, f"{shown!r} has the same translation"


def _find_repeated_targets(units: UnitColumns, translation: LanguagePair) -> dict[str, list[int]]:
    """Return the indices of the units with the same target, by the target with all forms of the language."""
    targets = [*units.targets]
    form_count = translation.plural.form_count
    for index in units.plural_unit_indices:
        if targets[index].count(PLURAL_SEPARATOR) + 1 != form_count:
            targets[index] = PLURAL_SEPARATOR.join(translation.split_target(units.sources[index], targets[index]))
    for state in _UNFINISHED_STATES:
        for index in units.indices_in_state(state):
            targets[index] = ""
    texts = {text for text, number in Counter(targets).items() if number > 1 and text}
    repeated: dict[str, list[int]] = {}
    if texts:
        for index in compress(count(), map(texts.__contains__, targets)):
            repeated.setdefault(targets[index], []).append(index)
    return repeated


def _md5_digest(target: str) -> str:
    # Imported late, because it loads OpenSSL.
    from hashlib import md5

    return md5(target.lower().encode("utf-8", "replace"), usedforsecurity=False).hexdigest()


def _find_reusing_units(
    translation: LanguagePair, columns: UnitColumns, target: str, indices: Sequence[int]
) -> Iterator[ReusingUnit]:
    if translation.plural.form_count == 1 or not target.replace(PLURAL_SEPARATOR, ""):
        return
    sources = [columns.sources[index] for index in indices]
    if languages.is_case_insensitive(translation.language) and len({source.lower() for source in sources}) < 2:
        return
    for index, source in zip(indices, sources, strict=True):
        if _REUSED.is_on_for_flags(columns.flags[index]):
            yield ReusingUnit(index, source)


def multiple_failures(
    failing_translation_count: int, flags: Flags, codes_by_check: Sequence[tuple[str, Sequence[str]]]
) -> str | None:
    """
    At most one translation of a source may fail checks.

    Good:  "%d files", of which one translation lacks the placeholder
    Bad:   "%d files", of which two translations fail some check

    If two or more languages fail any checks, the source may be hard to understand or to translate.
    """
    if failing_translation_count < 2 or not _MULTIPLE_FAILURES.is_on_for_flags(flags):
        return None
    checks = "; ".join(f"{check} in {len(codes)} ({_list_codes(codes)})" for check, codes in codes_by_check)
    return f"checks fail in {failing_translation_count} of its translations{checks and ': '}{checks}"


def _list_codes(codes: Sequence[str]) -> str:
    return ", ".join(codes[:_MAX_SHOWN_CODES]) + (", …" if len(codes) > _MAX_SHOWN_CODES else "")
