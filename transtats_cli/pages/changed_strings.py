"""Changed strings of a component with their texts, as the pages of changes show them."""

import pickle
import zlib
from collections.abc import Mapping, Sequence
from itertools import zip_longest
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
from transtats_cli.model import PLURAL_SEPARATOR
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
NEW_TRANSLATED_WORD = "new and translated"
"""Word in place of two words that have the same numbers, because all translated strings are new."""
MAX_STRINGS, _MAX_STRINGS_OF_LANGUAGE = 200, 20
_MIN_STRINGS_OF_LANGUAGE = 10
"""Number of changed strings that are kept for the page of a language, even if the component has many languages."""
_MAX_PAGE_TEXT_BYTES, _MAX_TEXT_BYTES = 120_000, 2_000
_MAX_CONTEXT_LENGTH = 200


class ListedString(NamedTuple):
    """Changed string of a language whose texts a page shows."""

    word: str
    """Word for the kind of change."""
    details: str
    """Text after the word. May be empty."""
    change: StringChange
    is_source: bool
    """True if the texts are those of the source."""
    component: Component | None = None
    """Component in a list of the strings of several components."""


class ChangeList(NamedTuple):
    """One page of the changes of a language."""

    listed: Sequence[ListedString]
    page: ResponsePage
    total: int
    """Number of changes on all pages."""
    kind: str
    """Word for the kind of all changes. Empty if they have several kinds."""


class ComponentChanges(NamedTuple):
    """Changes of a component, reduced to the numbers and texts that pages show."""

    languages: Sequence[LanguageMovements] = ()
    """Compared languages with their numbers, without their strings."""
    strings_by_language: Mapping[str, tuple[int, Sequence[ListedString]]] = {}
    """Number of changes, and some of them, by language code."""
    packed_by_language: Mapping[str, bytes] = {}
    """All changes by language code, as `list_changes` reads them. They need less memory so."""
    note: str = ""
    """Reason why some languages, or all of them, are not compared."""

    def select_language(self, code: str) -> "ComponentChanges":
        """Return the changes of one language. If the code is empty, return all changes."""
        return self._replace(languages=[each for each in self.languages if code in ("", each.language.code)])


FAILED_COMPARISON = ComponentChanges(note="cannot be compared; the log contains the reason")


def make_component_changes(compared: Comparison | TranstatsError) -> ComponentChanges:
    """Return the changes of a component. Raises the error that prevented the comparison.

    If the error is that the component is new, the result has a note.
    """
    if isinstance(compared, UnknownComponentError):
        return ComponentChanges(note="did not exist then, so it is not compared")
    if isinstance(compared, TranstatsError):
        raise compared
    listed = {each.language.code: _list_movements(each) for each in compared.languages}
    average = MAX_STRINGS // max(1, sum(map(bool, listed.values())))
    limit = max(_MIN_STRINGS_OF_LANGUAGE, min(_MAX_STRINGS_OF_LANGUAGE, average))
    shown = {code: movements[:limit] for code, movements in listed.items()}
    text_limit = min(
        _MAX_TEXT_BYTES, _MAX_PAGE_TEXT_BYTES // max(1, 3 * min(MAX_STRINGS, sum(map(len, shown.values()))))
    )
    failures = {each.path for snapshot in (compared.before, compared.after) for each in snapshot.report.failures}
    return ComponentChanges(
        [each._replace(movements=()) for each in compared.languages],
        {
            each.language.code: (
                len(each.movements),
                [_make_listed_string(moved, text_limit) for moved in shown[each.language.code]],
            )
            for each in compared.languages
        },
        {each.language.code: zlib.compress(pickle.dumps(each.movements)) for each in compared.languages},
        f"{len(failures)} files cannot be read, then or now, so their languages are not compared" if failures else "",
    )


def list_changes(packed: Sequence[tuple[Component, bytes]], kind: str, number: int) -> ChangeList:
    """Return one page of the packed changes of a language: of all kinds in the order of the columns, or of one kind."""
    order = list(WORDS_BY_MOVEMENT)
    movements = [
        (component, moved)
        for component, content in packed
        for moved in pickle.loads(zlib.decompress(content))  # noqa: S301  a process of the server has written it
        if not kind or _has_kind(moved, kind)
    ]
    movements.sort(key=lambda each: order.index(each[1].movement))
    page = ResponsePage(number, PAGE_SIZE)
    page = page._replace(number=max(1, min(number, page.count_pages(len(movements)))))
    listed = [
        _make_listed_string(moved, _MAX_TEXT_BYTES)._replace(component=component)
        for component, moved in page.select_rows(movements)
    ]
    return ChangeList(listed, page, len(movements), kind)


def _has_kind(moved: StringMovement, word: str) -> bool:
    """Return True if the number of the column with this word contains the change."""
    if word == OUTDATED_WORD:
        return moved.is_outdated
    words = {WORDS_BY_MOVEMENT[moved.movement]}
    if moved.movement is Movement.SOURCE_GREW and is_string_translated(moved.string):
        words |= {WORDS_BY_MOVEMENT[Movement.TRANSLATED], NEW_TRANSLATED_WORD}
    return word in words


def _list_movements(language: LanguageMovements) -> list[StringMovement]:
    """Return the changes whose texts are worth reading, such that each kind of change is among the first."""
    kinds: list[list[StringMovement]] = [
        [moved for moved in language.movements if moved.movement is movement and _has_texts(moved)]
        for movement in WORDS_BY_MOVEMENT
    ]
    return [moved for row in zip_longest(*kinds) for moved in row if moved is not None]


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


def _make_listed_string(moved: StringMovement, limit: int) -> ListedString:
    unit, old = moved.string.unit, moved.before.unit if moved.before else None
    is_removed = moved.string is moved.before
    is_source = moved.movement is Movement.SOURCE_REWORDED
    texts = moved.texts if is_source else (old.target if old else "", "" if is_removed else unit.target)
    before, after = _mark_changed_words(*texts, limit)
    change = StringChange(
        date="",
        commit="",
        context=unit.context[:_MAX_CONTEXT_LENGTH],
        sources=[
            make_visible_text(text, find_placeholders(text), limit=limit)
            for text in ([] if is_source else unit.sources)
        ],
        is_added=old is None,
        before=StringVersion(before, ""),
        after=StringVersion(after, ""),
        checksum="" if is_removed else unit_checksum(unit),
        is_removed=is_removed,
    )
    details = "; its translation is the old one" if moved.is_outdated else ""
    checked = {Movement.BEGAN_FAILING: moved.string, Movement.FIXED: moved.before}.get(moved.movement)
    if checked is not None:
        details = f": {'; '.join(finding.message for finding in checked.findings)}"
    return ListedString(WORDS_BY_MOVEMENT[moved.movement], details, change, is_source)


def _mark_changed_words(before: str, after: str, limit: int) -> tuple[list[VisibleText], list[VisibleText]]:
    """Return the texts of both versions, with the words that only one of them has marked. Empty texts are left out."""
    marked: tuple[list[VisibleText], list[VisibleText]] = ([], [])
    for pair in zip_longest(before.split(PLURAL_SEPARATOR), after.split(PLURAL_SEPARATOR), fillvalue=""):
        spans = find_changed_spans(*pair) if all(pair) else ((), ())
        for versions, text, mark, changed in zip(marked, pair, (REMOVED, ADDED), spans, strict=True):
            if text:
                shown = make_visible_text(text, find_placeholders(text), limit=limit, changes=(mark, changed))
                versions.append(shown)
    return marked
