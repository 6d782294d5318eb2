"""Changed strings of a component with their texts, as the pages of changes show them."""

import pickle
import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import takewhile, zip_longest
from typing import NamedTuple

from transtats_cli.comparison.movements import (
    WORDS_BY_MOVEMENT,
    Comparison,
    LanguageMovements,
    Movement,
    StringMovement,
    is_string_translated,
)
from transtats_cli.component import Component
from transtats_cli.envelope import ResponsePage
from transtats_cli.errors import TranstatsError, UnknownComponentError
from transtats_cli.languages import Language
from transtats_cli.model import PLURAL_SEPARATOR, Unit
from transtats_cli.pages.history import StringChange, StringVersion
from transtats_cli.pages.tables import PAGE_SIZE
from transtats_cli.pages.visible_text import (
    ADDED,
    REMOVED,
    VisibleText,
    find_changed_spans,
    find_placeholders,
    make_visible_text,
)
from transtats_cli.unit_queries.checksums import unit_checksum

OUTDATED_WORD = "outdated"
NEW_TRANSLATED_WORD, NEW_UNTRANSLATED_WORD = "new and translated", "new and untranslated"
"""Words in place of "new", so that each change has one word, and the numbers add up."""
MAX_LISTED_CHANGES = 50_000
"""Largest number of changes from which a page of a server is selected. More would take too long."""
MAX_REPORT_CHANGES = 1_000
"""Largest number of changed strings on a page of a report."""
_MAX_NEW_SOURCES = 100
"""Largest number of new source strings of a component that a page lists."""
_MAX_TEXT_BYTES = 2_000
_MAX_CONTEXT_LENGTH = 200


class ListedString(NamedTuple):
    """Changed string of a language whose texts a page shows."""

    component: Component
    language: Language
    word: str
    """Word for the kind of change."""
    details: str
    """Text after the word. May be empty."""
    change: StringChange
    is_source: bool
    """True if the texts are those of the source."""


class ChangeList(NamedTuple):
    """One page of the changes of a component, or of a language."""

    listed: Sequence[ListedString]
    page: ResponsePage
    total: int
    """Number of changes on all pages."""
    kind: str
    """Word for the kind of all changes. Empty if they have several kinds."""


class ComponentChanges(NamedTuple):
    """Changes of a component."""

    languages: Sequence[LanguageMovements] = ()
    """Compared languages with their numbers, without their strings."""
    packed_by_language: Mapping[str, bytes] = {}
    """Changes of the strings by language code. They need less memory so."""
    source_counts: tuple[int, int] = (0, 0)
    """Number of new and of removed source strings. Zeros if the component has no reference, then or now."""
    new_sources: Sequence[Unit] = ()
    """The first of the new source strings."""
    note: str = ""
    """Reason why some languages, or all of them, are not compared."""

    def select_language(self, code: str) -> "ComponentChanges":
        """Return the changes of one language. If the code is empty, return all changes."""
        languages = [each for each in self.languages if code in ("", each.language.code)]
        codes = [each.language.code for each in languages]
        return self._replace(
            languages=languages, packed_by_language={each: self.packed_by_language[each] for each in codes}
        )

    def unpack_movements(self, code: str) -> Sequence[StringMovement]:
        """Return the changes of the strings of a language."""
        unpacked: Sequence[StringMovement] = pickle.loads(  # noqa: S301  a process of this program has written it
            zlib.decompress(self.packed_by_language[code])
        )
        return unpacked


ComparedComponents = Sequence[tuple[Component, ComponentChanges]]

FAILED_COMPARISON = ComponentChanges(note="cannot be compared; the log contains the reason")


def make_component_changes(compared: Comparison | TranstatsError) -> ComponentChanges:
    """Return the changes of a component. Raises the error that prevented the comparison.

    If the error is that the component is new, the result has a note.
    """
    if isinstance(compared, UnknownComponentError):
        return ComponentChanges(note="did not exist then, so it is not compared")
    if isinstance(compared, TranstatsError):
        raise compared
    failures = {each.path for snapshot in (compared.before, compared.after) for each in snapshot.report.failures}
    before, after = (snapshot.reference for snapshot in (compared.before, compared.after))
    new = [unit for key, (_, unit) in after.items() if key not in before] if before else []
    return ComponentChanges(
        [each._replace(movements=()) for each in compared.languages],
        {each.language.code: zlib.compress(pickle.dumps(each.movements)) for each in compared.languages},
        (len(new), len(before.keys() - after.keys())) if before and after else (0, 0),
        new[:_MAX_NEW_SOURCES],
        f"{len(failures)} files cannot be read, then or now, so their languages are not compared" if failures else "",
    )


def list_changes(compared: ComparedComponents, kind: str, number: int) -> ChangeList:
    """Return one page of the changes of the compared languages: of all kinds, or of one kind.

    Changes whose texts are worth reading are the first. Then the order is that of the columns.
    """
    movements = [
        (component, each.language, moved)
        for component, changes in compared
        for each in changes.languages
        for moved in changes.unpack_movements(each.language.code)
        if kind in ("", _find_word(moved)) or (kind == OUTDATED_WORD and moved.is_outdated)
    ]
    order = list(WORDS_BY_MOVEMENT)
    movements.sort(key=lambda each: (not _has_texts(each[2]), order.index(each[2].movement)))
    page = ResponsePage(number, PAGE_SIZE)
    page = page._replace(number=max(1, min(number, page.count_pages(len(movements)))))
    listed = [_make_listed_string(*each) for each in page.select_rows(movements)]
    return ChangeList(listed, page, len(movements), kind)


def list_first_changes(compared: ComparedComponents) -> list[list[ListedString]]:
    """Return the changes of each translation, or, if they are more than 1,000, some whose texts are worth reading.

    New strings without a translation are left out first, because pages list new source strings. Each kind of change has
    the same part of the others, and each translation the same part of a kind. The kinds have the order of the columns.
    """
    translations = [
        (component, each.language, changes.unpack_movements(each.language.code))
        for component, changes in compared
        for each in changes.languages
    ]
    if sum(len(movements) for *_, movements in translations) > MAX_REPORT_CHANGES:
        translations = [
            (component, language, [each for each in movements if _find_word(each) != NEW_UNTRANSLATED_WORD])
            for component, language, movements in translations
        ]
    lists_all = sum(len(movements) for *_, movements in translations) <= MAX_REPORT_CHANGES
    kinds = [
        [
            [moved for moved in movements if moved.movement is kind and (lists_all or _has_texts(moved))]
            for *_, movements in translations
        ]
        for kind in WORDS_BY_MOVEMENT
    ]
    shown: list[list[ListedString]] = [[] for _ in translations]
    limits = _divide(MAX_REPORT_CHANGES, [sum(map(len, of_kind)) for of_kind in kinds])
    for of_kind, limit in zip(kinds, limits, strict=True):
        counts = _divide(limit, [*map(len, of_kind)])
        for (component, language, _), movements, count, listed in zip(
            translations, of_kind, counts, shown, strict=True
        ):
            listed += [_make_listed_string(component, language, moved) for moved in movements[:count]]
    return shown


def _divide(total: int, sizes: Sequence[int]) -> list[int]:
    """Return a limit for each size: an equal part of the total, and of what the smaller sizes leave."""
    limits: dict[int, int] = {}
    for place in sorted(range(len(sizes)), key=sizes.__getitem__):
        limits[place] = min(sizes[place], max(1, total // (len(sizes) - len(limits))))
        total -= limits[place]
    return [limits[place] for place in range(len(sizes))]


def _find_word(moved: StringMovement) -> str:
    """Return the word for the kind of a change."""
    if moved.movement is not Movement.SOURCE_GREW:
        return WORDS_BY_MOVEMENT[moved.movement]
    return NEW_TRANSLATED_WORD if is_string_translated(moved.string) else NEW_UNTRANSLATED_WORD


def count_changes(languages: Sequence[LanguageMovements]) -> dict[str, int]:
    """Return the number of changes of several languages together by word, in the order of the columns."""
    counts: Counter[str] = Counter()
    for each in languages:
        for movement, word in WORDS_BY_MOVEMENT.items():
            size = each.counts_by_movement[movement].strings
            if movement is Movement.SOURCE_GREW:
                translated = each.translated_by_movement[movement].strings
                counts[NEW_TRANSLATED_WORD] += translated
                counts[NEW_UNTRANSLATED_WORD] += size - translated
            else:
                counts[word] += size
    return dict(counts)


def _has_texts(moved: StringMovement) -> bool:
    """Return True if the translation of a string is new, lost, has other words, is that of an old source, or fails."""
    match moved.movement:
        case Movement.SOURCE_GREW:
            return bool(moved.string.unit.target)
        case Movement.SOURCE_REWORDED:
            return moved.is_outdated
        case Movement.SOURCE_SHRANK | Movement.VANISHED | Movement.FIXED:
            return False
    return True


def _make_listed_string(component: Component, language: Language, moved: StringMovement) -> ListedString:
    unit, old = moved.string.unit, moved.before.unit if moved.before else None
    is_source = moved.movement is Movement.SOURCE_REWORDED
    is_new = moved.movement is Movement.SOURCE_GREW
    is_removed = moved.movement in (Movement.SOURCE_SHRANK, Movement.VANISHED)
    is_in_file = moved.string is not moved.before and not moved.reference_path
    texts = moved.texts if is_source else ("" if is_new or not old else old.target, "" if is_removed else unit.target)
    before, after = _mark_changed_words(*texts)
    empty_before = "not in the file" if old is None else "not in the template" if is_new else "not translated"
    empty_after = "not translated"
    if is_removed:
        empty_after = "not in the file" if moved.string is moved.before else "no longer in the template"
    change = StringChange(
        date="",
        commit="",
        context=unit.context[:_MAX_CONTEXT_LENGTH],
        sources=[
            make_visible_text(text, find_placeholders(text), limit=_MAX_TEXT_BYTES)
            for text in ([] if is_source else unit.sources)
        ],
        before=StringVersion(before, "", empty_before),
        after=StringVersion(after, "", empty_after),
        checksum=unit_checksum(unit) if is_in_file or not is_removed else "",
    )
    details = "; its translation is the old one" if moved.is_outdated else ""
    checked = {Movement.BEGAN_FAILING: moved.string, Movement.FIXED: moved.before}.get(moved.movement)
    if checked is not None:
        details = f": {'; '.join(finding.message for finding in checked.findings)}"
    return ListedString(component, language, _find_word(moved), details, change, is_source)


def _mark_changed_words(before: str, after: str) -> tuple[list[VisibleText], list[VisibleText]]:
    """Return the texts of both versions, with the words that only one of them has marked. Empty texts are left out."""
    marked: tuple[list[VisibleText], list[VisibleText]] = ([], [])
    for pair in zip_longest(before.split(PLURAL_SEPARATOR), after.split(PLURAL_SEPARATOR), fillvalue=""):
        same_length = sum(1 for _ in takewhile(lambda letters: letters[0] == letters[1], zip(*pair, strict=False)))
        if pair[0] != pair[1] and max(map(len, pair)) > _MAX_TEXT_BYTES // 8 and same_length > 100:
            # The first change must be in the part that is shown.
            pair = f"… {pair[0][same_length - 100 :]}", f"… {pair[1][same_length - 100 :]}"
        spans = find_changed_spans(*pair) if all(pair) else ((), ())
        for versions, text, mark, changed in zip(marked, pair, (REMOVED, ADDED), spans, strict=True):
            if text:
                shown = make_visible_text(text, find_placeholders(text), limit=_MAX_TEXT_BYTES, changes=(mark, changed))
                versions.append(shown)
    return marked
