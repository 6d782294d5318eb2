"""Compare two snapshots of a component, string by string."""

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import NamedTuple

from transtats_cli.comparison.snapshot import LanguageStrings, Snapshot, Text
from transtats_cli.languages import Language
from transtats_cli.model import State
from transtats_cli.statistics import NOTHING, Counts, Statistics


class Movement(Enum):
    """Change of a string. A string has at most one of the first five, and at most one of the last two."""

    SOURCE_GREW = "source grew"
    """The string is new."""
    SOURCE_SHRANK = "source shrank"
    """The string is gone."""
    TRANSLATED = "translated"
    """The string existed without a finished translation; now it is translated."""
    LOST = "lost"
    """The string was translated; now it has no translation."""
    BECAME_FUZZY = "became fuzzy"
    """The string was translated; now its translation needs editing."""
    BEGAN_FAILING = "began failing"
    """The string fails a check, and is new or failed none before."""
    FIXED = "fixed"
    """The string failed a check, and is gone or fails none now."""

    @property
    def key(self) -> str:
        """Name in JSON: `became_fuzzy`."""
        return self.value.replace(" ", "_")


class StringMovement(NamedTuple):
    """One string with one of its changes."""

    movement: Movement
    before: Text | None
    after: Text | None

    @property
    def text(self) -> Text:
        """Text after the change. If the string is gone, the text before."""
        text = self.after or self.before
        assert text is not None
        return text

    @property
    def is_translated(self) -> bool:
        """True if `text` counts as translated."""
        return is_translated(self.text)


class LanguageMovements(NamedTuple):
    """Changes of one language."""

    language: Language
    path: str
    """Path of the file as shown to the user. If the language is gone, the path it had before."""
    before: Statistics
    after: Statistics
    movements: tuple[StringMovement, ...]
    sizes: Mapping[Movement, Counts]
    """Number of changed strings, and of words and characters in their sources."""
    translated: Mapping[Movement, Counts]
    """Number of new strings and of removed strings that have a translation. Has no other movements."""
    is_new: bool = False
    """True if the earlier snapshot does not contain the language."""
    is_gone: bool = False
    """True if the later snapshot does not contain the language."""


class Comparison(NamedTuple):
    """Two snapshots of one component, with the changes of each language."""

    before: Snapshot
    after: Snapshot
    languages: tuple[LanguageMovements, ...]


def compare(before: Snapshot, after: Snapshot) -> Comparison:
    """Compare all languages of both snapshots, sorted by code.

    A language is left out if its file could not be read in one of the snapshots.
    """
    unknown = {failure.path for snapshot in (before, after) for failure in snapshot.failures}
    paths = {
        code: {snapshot.languages[code].record.path for snapshot in (before, after) if code in snapshot.languages}
        for code in sorted({*before.languages, *after.languages})
    }
    codes = [code for code, of_language in paths.items() if not of_language & unknown]
    return Comparison(before, after, tuple(_language_movements(before, after, code) for code in codes))


def is_translated(text: Text | None) -> bool:
    return text is not None and text.unit.state >= State.TRANSLATED


def _language_movements(before: Snapshot, after: Snapshot, code: str) -> LanguageMovements:
    old, new = before.languages.get(code), after.languages.get(code)
    current = new or old
    assert current is not None
    movements = tuple(_movements(old, new))
    sizes = dict.fromkeys(Movement, NOTHING)
    translated = dict.fromkeys((Movement.SOURCE_GREW, Movement.SOURCE_SHRANK), NOTHING)
    for moved in movements:
        size = after.size(moved.text.unit)
        sizes[moved.movement] = sizes[moved.movement].plus(size)
        if moved.movement in translated and moved.is_translated:
            translated[moved.movement] = translated[moved.movement].plus(size)
    return LanguageMovements(
        current.language,
        after.component.from_here(current.record.path),
        old.record.statistics if old else Statistics(),
        new.record.statistics if new else Statistics(),
        movements,
        sizes,
        translated,
        is_new=old is None,
        is_gone=new is None,
    )


def _movements(old: LanguageStrings | None, new: LanguageStrings | None) -> Iterator[StringMovement]:
    """Yield the changes of the existing strings in their order, then those of the removed strings."""
    old_texts = old.texts if old else {}
    new_texts = new.texts if new else {}
    for identity, after in new_texts.items():
        yield from _string_movements(old_texts.get(identity), after)
    for identity, before in old_texts.items():
        if identity not in new_texts:
            yield from _string_movements(before, None)


def _string_movements(before: Text | None, after: Text | None) -> Iterator[StringMovement]:
    movement = _movement(before, after)
    if movement is not None:
        yield StringMovement(movement, before, after)
    failed, fails = bool(before and before.findings), bool(after and after.findings)
    if failed != fails:
        yield StringMovement(Movement.BEGAN_FAILING if fails else Movement.FIXED, before, after)


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
