"""Compare two snapshots of a component, string by string."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import filterfalse
from typing import NamedTuple

from transtats_cli.comparison.snapshot import LanguageStrings, Snapshot, SnapshotString
from transtats_cli.languages import Language
from transtats_cli.measures import COMPLETE_MEASURE, Share, add_shares
from transtats_cli.model import State, Unit
from transtats_cli.nearest import join_names
from transtats_cli.scanning.pipeline.combining import is_from_comparison
from transtats_cli.statistics import NO_STRINGS, Counts, Statistics


class Movement(Enum):
    """Change of a string between two snapshots.

    A string has at most one of SOURCE_GREW, SOURCE_SHRANK, VANISHED, TRANSLATED, LOST, BECAME_FUZZY and
    TRANSLATION_REWORDED. In addition, a string may have SOURCE_REWORDED, and at most one of BEGAN_FAILING and FIXED.
    """

    SOURCE_GREW = "source grew"
    """The string is only in the later snapshot. If a reference has it, only the later one has it."""
    SOURCE_SHRANK = "source shrank"
    """The string is only in the earlier snapshot. If a reference has it, only the earlier one has it."""
    VANISHED = "vanished"
    """The string is only in the earlier snapshot, but the later reference of the component still has it.

    The file of the language was deleted, cut, or not updated. In a monolingual component, strings that a file lacks are
    empty, so they have LOST instead.
    """
    TRANSLATED = "translated"
    """The string is in both snapshots. The translation is finished only in the later snapshot."""
    LOST = "lost"
    """The translation is finished in the earlier snapshot, and empty in the later snapshot."""
    BECAME_FUZZY = "became fuzzy"
    """The translation is finished in the earlier snapshot, and needs editing in the later snapshot."""
    SOURCE_REWORDED = "source reworded"
    """The string has another source text in the later snapshot, under the same key.

    In a bilingual component, a string with another source text is another string, except for a string with several
    values, whose first value is its key.
    """
    TRANSLATION_REWORDED = "translation reworded"
    """The translation is finished in both snapshots, and has another text in the later snapshot."""
    BEGAN_FAILING = "began failing"
    """The string fails a check in the later snapshot, and is missing or fails no check in the earlier snapshot."""
    FIXED = "fixed"
    """The string fails a check in the earlier snapshot. In the later one, it is still translated and fails no check."""

    @property
    def key(self) -> str:
        """Name of the change in JSON, such as `became_fuzzy`."""
        return self.value.replace(" ", "_")


WORDS_BY_MOVEMENT: Mapping[Movement, str] = {
    Movement.TRANSLATED: "translated",
    Movement.SOURCE_GREW: "new",
    Movement.SOURCE_SHRANK: "removed",
    Movement.VANISHED: "vanished",
    Movement.LOST: "lost",
    Movement.BECAME_FUZZY: "became fuzzy",
    Movement.SOURCE_REWORDED: "source reworded",
    Movement.TRANSLATION_REWORDED: "reworded",
    Movement.BEGAN_FAILING: "began failing",
    Movement.FIXED: "fixed",
}
"""Words for the changes in tables, in the order of the columns."""
NEW_TRANSLATED, NEW_UNTRANSLATED = "new and translated", "new and untranslated"
MEANINGS_BY_KIND = {
    "translated": "the translation is finished now",
    NEW_TRANSLATED: "there was no such string; transtats diff counts it as translated and as new",
    NEW_UNTRANSLATED: "there was no such string, and its translation is not finished",
    "removed": "there is no such string any more",
    "vanished": "the file of the language lacks the string, which still has to be translated",
    "lost": "the translation was finished, and is empty now",
    "became fuzzy": "the translation was finished, and needs editing now",
    "source reworded": "the source text is another one, under the same key",
    "reworded": "the finished translation has another text",
    "began failing": "the string fails a check now",
    "fixed": "the string fails no check any more",
}
"""Explanations of the kinds of changes, in the order of the columns of pages.

New strings have two kinds, so that each change has one, and the numbers add up.
"""


class StringMovement(NamedTuple):
    """One change of one string."""

    movement: Movement
    string: SnapshotString
    """The string in the later snapshot, or in the earlier snapshot if the later one does not have the string."""
    before: SnapshotString | None
    """The string in the earlier snapshot. None if it does not have the string."""
    reference_path: str = ""
    """Path of the reference as shown to the user, if the file of the language lacks the string. Otherwise ''."""

    @property
    def kind(self) -> str:
        """Key of MEANINGS_BY_KIND."""
        if self.movement is not Movement.SOURCE_GREW:
            return WORDS_BY_MOVEMENT[self.movement]
        return NEW_TRANSLATED if is_string_translated(self.string) else NEW_UNTRANSLATED

    @property
    def texts(self) -> tuple[str, str]:
        """Texts before and after: those of the translation if it was reworded, otherwise those of the source."""
        unit, old = self.string.unit, (self.before or self.string).unit
        is_translation = self.movement is Movement.TRANSLATION_REWORDED
        return (old.target, unit.target) if is_translation else (old.source, unit.source)

    @property
    def is_outdated(self) -> bool:
        """True if the source was reworded, and the finished translation is still the old one."""
        if self.movement is not Movement.SOURCE_REWORDED or self.before is None:
            return False
        is_translated = is_string_translated(self.before) and is_string_translated(self.string)
        return is_translated and self.before.unit.target == self.string.unit.target


ReferenceMovements = Mapping[str, StringMovement | None]
"""Each string of the earlier or the later reference by identity, with the change of a language that lacks the string.

The change is SOURCE_GREW or SOURCE_SHRANK, or None if both references have the string. Empty if the shares do not
depend on the reference.
"""


class LanguageMovements(NamedTuple):
    """Changes of the strings of one language between two snapshots."""

    language: Language
    path: str
    """Path of the translation file as shown to the user.

    If the later snapshot does not contain the language, the path in the earlier snapshot.
    """
    before: Statistics
    after: Statistics
    share_before: Share
    share_after: Share
    measure: str
    """Measure of both shares. If the earlier strings cannot be measured by it, a warning of the scan says so."""
    movements: tuple[StringMovement, ...]
    counts_by_movement: Mapping[Movement, Counts]
    """Number of strings with each change, and number of words and characters in the sources of these strings."""
    translated_by_movement: Mapping[Movement, Counts]
    """Numbers as in `counts_by_movement`, but only of strings that have a finished translation.

    The only keys are SOURCE_GREW, SOURCE_SHRANK and VANISHED.
    """
    counts_by_kind: Counter[str]
    """Number of movements by their `kind`."""
    is_new: bool = False
    """True if the earlier snapshot does not contain the language."""
    is_gone: bool = False
    """True if the later snapshot does not contain the language."""
    outdated_count: int = 0
    """Number of movements whose `is_outdated` is True."""

    @property
    def change_count(self) -> int:
        """Number of changes of strings."""
        return sum(size.strings for size in self.counts_by_movement.values())

    @property
    def is_changed(self) -> bool:
        """True if the language has changed strings or another share, is new, or no longer exists."""
        has_other_share = self.share_before.tenths != self.share_after.tenths
        return self.change_count > 0 or has_other_share or self.is_new or self.is_gone


class Comparison(NamedTuple):
    """Two snapshots of one component, and the changes of the strings in each language."""

    before: Snapshot
    after: Snapshot
    languages: tuple[LanguageMovements, ...]


def compare_snapshots(before: Snapshot, after: Snapshot) -> Comparison:
    """Compare two snapshots, language by language. The languages are sorted by code.

    If the file of a language or its template could not be read for one of the snapshots, the language is left out.
    """
    unknown = {failure.path for snapshot in (before, after) for failure in snapshot.report.failures}
    paths = {
        code: {snapshot.languages[code].record.path for snapshot in (before, after) if code in snapshot.languages}
        for code in sorted({*before.languages, *after.languages})
        if _is_readable(before, code) and _is_readable(after, code)
    }
    codes = [code for code, of_language in paths.items() if not of_language & unknown]
    moved = _compare_references(before, after)
    # Without a file, checks that compare files find other strings.
    old, new = map(_drop_findings_of_compared_files, (before, after)) if unknown else (before, after)
    return Comparison(before, after, tuple(_compare_language(old, new, code, moved) for code in codes))


def _drop_findings_of_compared_files(snapshot: Snapshot) -> Snapshot:
    languages = {}
    for code, language in snapshot.languages.items():
        strings = {
            key: SnapshotString(unit, tuple(filterfalse(is_from_comparison, findings)))
            for key, (unit, findings) in language.strings_by_identity.items()
        }
        languages[code] = language._replace(strings_by_identity=strings)
    return snapshot._replace(languages=languages)


def _is_readable(snapshot: Snapshot, language_code: str) -> bool:
    """Return True if a snapshot has the strings of a language, or if there is no file of this language."""
    return language_code in snapshot.languages or language_code not in snapshot.language_codes


def group_by_language(languages: Iterable[LanguageMovements]) -> list[list[LanguageMovements]]:
    """Return a list for each language, with its changes in several components. The languages are sorted by code."""
    groups: dict[str, list[LanguageMovements]] = {}
    for each in languages:
        groups.setdefault(each.language.code, []).append(each)
    return [groups[code] for code in sorted(groups)]


def fold_missing_strings(
    languages: Sequence[LanguageMovements],
) -> tuple[list[LanguageMovements], list[tuple[str, LanguageMovements]]]:
    """Return the languages without the strings of the reference that several of their files lack, and these strings.

    The strings that the same languages lack are together, with a title that names the languages.
    """
    codes_by_string: dict[int, list[str]] = {}
    for language in languages:
        for moved in language.movements:
            if moved.reference_path:
                codes_by_string.setdefault(id(moved), []).append(language.language.code)
    groups: dict[tuple[str, ...], list[StringMovement]] = {}
    folded = []
    for language in languages:
        own = [moved for moved in language.movements if len(codes_by_string.get(id(moved), ())) <= 1]
        folded.append(language._replace(movements=tuple(own)))
        for moved in language.movements:
            codes = codes_by_string.get(id(moved), ())
            if len(codes) > 1 and codes[0] == language.language.code:
                groups.setdefault(tuple(codes), []).append(moved)
    titles = {codes: f"In none of the files of {join_names(codes)}" for codes in groups}
    return folded, [(titles[codes], languages[0]._replace(movements=tuple(found))) for codes, found in groups.items()]


def read_percentages(languages: Sequence[LanguageMovements]) -> tuple[float, float]:
    """Return the percentages before and after, of several components together."""
    states = [each.share_before for each in languages], [each.share_after for each in languages]
    before, after = (add_shares(state).percent_done for state in states)
    return before, after


def sum_strings(languages: Sequence[LanguageMovements], movement: Movement) -> int:
    """Return the number of strings with a movement. New strings with a translation also count as translated."""
    count = sum(each.counts_by_movement[movement].strings for each in languages)
    if movement is Movement.TRANSLATED:
        count += sum(each.translated_by_movement[Movement.SOURCE_GREW].strings for each in languages)
    return count


def is_string_translated(string: SnapshotString | None) -> bool:
    """Return True if a string has a finished translation. Return False for None."""
    return string is not None and string.unit.state >= State.TRANSLATED


def _compare_references(before: Snapshot, after: Snapshot) -> ReferenceMovements:
    if not before.report.measure == after.report.measure == COMPLETE_MEASURE:
        return {}
    moved: dict[str, StringMovement | None] = dict.fromkeys(after.reference.keys() & before.reference.keys())
    for movement, reference in ((Movement.SOURCE_GREW, after.reference), (Movement.SOURCE_SHRANK, before.reference)):
        for identity, (path, unit) in reference.items():
            if identity not in moved:
                shown = after.component.path_for_messages(path)
                moved[identity] = StringMovement(movement, _drop_translation(unit), None, shown)
    return moved


def _drop_translation(unit: Unit) -> SnapshotString:
    return SnapshotString(unit._replace(target="", state=State.EMPTY))


def _compare_language(
    before: Snapshot, after: Snapshot, language_code: str, reference_movements: ReferenceMovements
) -> LanguageMovements:
    old, new = before.languages.get(language_code), after.languages.get(language_code)
    current = new or old
    assert current is not None
    movements = tuple(_find_language_movements(old, new, after.reference, reference_movements))
    sizes = dict.fromkeys(Movement, NO_STRINGS)
    translated = dict.fromkeys((Movement.SOURCE_GREW, Movement.SOURCE_SHRANK, Movement.VANISHED), NO_STRINGS)
    for moved in movements:
        size = after.count_string(moved.string.unit)
        sizes[moved.movement] = sizes[moved.movement].plus(size)
        if moved.movement in translated and is_string_translated(moved.string):
            translated[moved.movement] = translated[moved.movement].plus(size)
    return LanguageMovements(
        current.language,
        after.component.path_for_messages(current.record.path),
        old.record.statistics if old else Statistics(),
        new.record.statistics if new else Statistics(),
        old.record.share if old else Share(0, 0),
        new.record.share if new else Share(0, 0),
        before.report.measure if new is None else after.report.measure,
        movements,
        sizes,
        translated,
        Counter(each.kind for each in movements),
        is_new=old is None,
        is_gone=new is None,
        outdated_count=sum(moved.is_outdated for moved in movements),
    )


def _find_language_movements(
    old_strings: LanguageStrings | None,
    new_strings: LanguageStrings | None,
    new_reference: Container[str],
    reference_movements: ReferenceMovements,
) -> Iterator[StringMovement]:
    """Yield the changes of the strings in the later file, of those only in the earlier file, and of those in none.

    If the shares depend on the reference, a string that no reference has is neither new nor removed.
    """
    old_by_identity = old_strings.strings_by_identity if old_strings else {}
    new_by_identity = new_strings.strings_by_identity if new_strings else {}
    moved_by_identity = reference_movements if old_strings and new_strings else {}
    for identity, after in new_by_identity.items():
        before, moved = old_by_identity.get(identity), moved_by_identity.get(identity)
        if before is None and moved is None and identity in moved_by_identity:
            # The earlier file lacked the string.
            before = _drop_translation(after.unit)
        movement = moved.movement if moved else _find_movement(before, after)
        if before is None and reference_movements and identity not in reference_movements:
            movement = None
        yield from _find_string_movements(before, after, movement)
    for identity, before in old_by_identity.items():
        if identity not in new_by_identity and (not reference_movements or identity in reference_movements):
            movement = Movement.VANISHED if identity in new_reference else Movement.SOURCE_SHRANK
            yield from _find_string_movements(before, None, movement)
    for identity, moved in moved_by_identity.items():
        if moved is not None and identity not in old_by_identity and identity not in new_by_identity:
            yield moved


def _find_string_movements(
    before: SnapshotString | None, after: SnapshotString | None, movement: Movement | None
) -> Iterator[StringMovement]:
    """Yield the changes of a string: the given one, of its source, and of its findings."""
    string = after or before
    assert string is not None
    if movement is not None:
        yield StringMovement(movement, string, before)
    if before is not None and after is not None and before.unit.source != after.unit.source:
        yield StringMovement(Movement.SOURCE_REWORDED, after, before)
    failed, fails = bool(before and before.findings), bool(after and after.findings)
    if failed != fails and (fails or is_string_translated(after)):
        yield StringMovement(Movement.BEGAN_FAILING if fails else Movement.FIXED, string, before)


def _find_movement(before: SnapshotString | None, after: SnapshotString) -> Movement | None:
    """Return the change of a string, but no change of its findings. Return None if there is no such change."""
    if before is None:
        return Movement.SOURCE_GREW
    if is_string_translated(before) and is_string_translated(after):
        return Movement.TRANSLATION_REWORDED if before.unit.target != after.unit.target else None
    if is_string_translated(before) == is_string_translated(after):
        return None
    if is_string_translated(after):
        return Movement.TRANSLATED
    return Movement.LOST if after.unit.state is State.EMPTY else Movement.BECAME_FUZZY
