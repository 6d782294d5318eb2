"""The facts everything else speaks of: a unit, its state, and what one file holds."""

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from transtats_cli.flags import NO_FLAGS, Flags

PLURAL_SEPARATOR = "\x1e\x1e"
"""Stands between the plural forms of a source or a target."""


class State(IntEnum):
    """How far one string is; the numbers are a server's own."""

    EMPTY = 0
    NEEDS_EDITING = 10
    TRANSLATED = 20
    APPROVED = 30
    READ_ONLY = 100

    @property
    def word(self) -> str:
        """What users call it."""
        return _WORDS[self]


_WORDS = {
    State.EMPTY: "empty",
    State.NEEDS_EDITING: "fuzzy",
    State.TRANSLATED: "translated",
    State.APPROVED: "approved",
    State.READ_ONLY: "readonly",
}


class Unit(NamedTuple):
    """One string of one file, as the file says it.

    The state never is READ_ONLY here: whether a unit is read-only depends on its effective flags too, and these are
    known only where the settings are.
    """

    context: str
    source: str
    target: str
    state: State
    flags: Flags = NO_FLAGS
    read_only: bool = False
    """The file itself forbids translation (XLIFF `translate="no"`)."""
    comments: str = ""
    """The comment lines above the entry in PO notation, XLIFF notes and locations included."""
    line: int = 0
    suggested: bool = False
    """The file holds an alternative translation (XLIFF `alt-trans`)."""

    @property
    def sources(self) -> list[str]:
        return self.source.split(PLURAL_SEPARATOR)

    @property
    def targets(self) -> list[str]:
        return self.target.split(PLURAL_SEPARATOR)

    @property
    def note(self) -> str:
        """Translator comments, then extracted ones, one a line."""
        translator: list[str] = []
        extracted: list[str] = []
        for line in self.comments.split("\n"):
            if line.startswith("#."):
                extracted.append(line[2:].removeprefix(" "))
            elif _is_translator_comment(line):
                translator.append(line[1:].removeprefix(" "))
        return "\n".join(translator + extracted)

    @property
    def references(self) -> list[str]:
        """Where the string is used, as the file has it: `path:line`."""
        return [name for line in self.comments.split("\n") if line.startswith("#:") for name in line[2:].split()]

    @property
    def is_commented(self) -> bool:
        """A translator left a note."""
        return any(_is_translator_comment(line) and line[1:].strip() for line in self.comments.split("\n"))


def _is_translator_comment(line: str) -> bool:
    return line[:1] == "#" and line[1:2] not in (".", ":", ",", "=", "|", "~")


class Catalog(NamedTuple):
    """What a reader finds in one file: its units in file order, repeated ones included."""

    units: Sequence[Unit]
    plural_forms: str = ""
    """The header's Plural-Forms, where the format has one."""
    changed: str | None = None
    """When the file says it was last translated: ISO 8601 in UTC."""
    warnings: tuple[str, ...] = ()
    """Faults of the file that a server refuses, and that are read here."""


class Finding(NamedTuple):
    """One check that fails on one unit, and why."""

    check: str
    message: str
