"""What happened to the strings of each language between two snapshots; one definition for whoever asks."""

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import NamedTuple

from transtats_cli.comparison.snapshot import LanguageStrings, Snapshot, Text
from transtats_cli.languages import Language
from transtats_cli.model import State
from transtats_cli.statistics import NOTHING, Counts, Statistics


class Movement(Enum):
    """One thing that may happen to a string. Of the first five at most one does, and of the last two."""

    SOURCE_GREW = "source grew"
    """The string is new."""
    SOURCE_SHRANK = "source shrank"
    """The string is gone."""
    TRANSLATED = "translated"
    """It was there and not translated; now it is."""
    LOST = "lost"
    """It was translated; now it has no translation."""
    BECAME_FUZZY = "became fuzzy"
    """It was translated; now its translation needs editing."""
    BEGAN_FAILING = "began failing"
    """It fails a check, and did not before, if it was there."""
    FIXED = "fixed"
    """It failed a check, and does not any longer, if it still is there."""

    @property
    def key(self) -> str:
        """As programs spell it."""
        return self.value.replace(" ", "_")


class Moved(NamedTuple):
    """One string, and one thing that happened to it."""

    movement: Movement
    before: Text | None
    after: Text | None

    @property
    def text(self) -> Text:
        """As it is now; as it was where it is gone."""
        text = self.after or self.before
        assert text is not None
        return text

    @property
    def is_translated(self) -> bool:
        """Whether the string, as it is shown, counts as translated."""
        return is_translated(self.text)


class LanguageMoves(NamedTuple):
    """All that happened in one language."""

    language: Language
    path: str
    """The file as it is now, as it was where it is gone; named as it is where the user works."""
    before: Statistics
    after: Statistics
    moves: tuple[Moved, ...]
    sizes: Mapping[Movement, Counts]
    """Strings, and the words and characters of their sources."""
    translated: Mapping[Movement, Counts]
    """Of the strings that came or went, those with a translation."""
    is_new: bool = False
    """The language was not there before."""
    is_gone: bool = False


class Comparison(NamedTuple):
    """Two snapshots of one component, language by language."""

    before: Snapshot
    after: Snapshot
    languages: tuple[LanguageMoves, ...]


def compare(before: Snapshot, after: Snapshot) -> Comparison:
    """What happened in every language that either has, in the order of codes.

    A language whose file could not be read, then or now, is left out: nothing is known of it.
    """
    unknown = {failure.path for snapshot in (before, after) for failure in snapshot.failures}
    paths = {
        code: {snapshot.languages[code].record.path for snapshot in (before, after) if code in snapshot.languages}
        for code in sorted({*before.languages, *after.languages})
    }
    codes = [code for code, of_language in paths.items() if not of_language & unknown]
    return Comparison(before, after, tuple(_language(before, after, code) for code in codes))


def is_translated(text: Text | None) -> bool:
    return text is not None and text.unit.state >= State.TRANSLATED


def _language(before: Snapshot, after: Snapshot, code: str) -> LanguageMoves:
    old, new = before.languages.get(code), after.languages.get(code)
    known = new or old
    assert known is not None
    moves = tuple(_moves(old, new))
    sizes = dict.fromkeys(Movement, NOTHING)
    translated = dict.fromkeys((Movement.SOURCE_GREW, Movement.SOURCE_SHRANK), NOTHING)
    for moved in moves:
        size = after.size(moved.text.unit)
        sizes[moved.movement] = sizes[moved.movement].plus(size)
        if moved.movement in translated and moved.is_translated:
            translated[moved.movement] = translated[moved.movement].plus(size)
    return LanguageMoves(
        known.language,
        after.component.from_here(known.record.path),
        old.record.statistics if old else Statistics(),
        new.record.statistics if new else Statistics(),
        moves,
        sizes,
        translated,
        is_new=old is None,
        is_gone=new is None,
    )


def _moves(old: LanguageStrings | None, new: LanguageStrings | None) -> Iterator[Moved]:
    """The strings that there are in their order, then those that are gone."""
    were = old.texts if old else {}
    are = new.texts if new else {}
    for identity, after in are.items():
        yield from _of_string(were.get(identity), after)
    for identity, before in were.items():
        if identity not in are:
            yield from _of_string(before, None)


def _of_string(before: Text | None, after: Text | None) -> Iterator[Moved]:
    movement = _movement(before, after)
    if movement is not None:
        yield Moved(movement, before, after)
    failed, fails = bool(before and before.findings), bool(after and after.findings)
    if failed != fails:
        yield Moved(Movement.BEGAN_FAILING if fails else Movement.FIXED, before, after)


def _movement(before: Text | None, after: Text | None) -> Movement | None:
    if before is None:
        return Movement.SOURCE_GREW
    if after is None:
        return Movement.SOURCE_SHRANK
    if is_translated(before) == is_translated(after):
        return None
    if is_translated(after):
        return Movement.TRANSLATED
    return Movement.LOST if after.unit.state is State.EMPTY else Movement.BECAME_FUZZY
