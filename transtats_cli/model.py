"""Basic types: a unit, its state, and the content of one file."""

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from transtats_cli.flags import NO_FLAGS, Flags

PLURAL_SEPARATOR = "\x1e\x1e"
"""Separator between the plural forms of a source or a target."""


class State(IntEnum):
    """State of a unit. The numbers are those of a Weblate server."""

    EMPTY = 0
    NEEDS_EDITING = 10
    TRANSLATED = 20
    APPROVED = 30
    READ_ONLY = 100

    @property
    def word(self) -> str:
        """Name of the state in user interfaces."""
        return _WORDS[self]


_WORDS = {
    State.EMPTY: "empty",
    State.NEEDS_EDITING: "fuzzy",
    State.TRANSLATED: "translated",
    State.APPROVED: "approved",
    State.READ_ONLY: "readonly",
}


class Unit(NamedTuple):
    """One string of one file, as it is in the file.

    The state is never READ_ONLY in units from readers, because it also depends on flags from the settings.
    """

    context: str
    source: str
    target: str
    state: State
    flags: Flags = NO_FLAGS
    read_only: bool = False
    """True if the file itself forbids translation (XLIFF `translate="no"`)."""
    comments: str = ""
    """Comment lines in PO notation. Notes and locations of XLIFF are converted to it."""
    line: int = 0
    suggested: bool = False
    """True if the file contains an alternative translation (XLIFF `alt-trans`)."""

    @property
    def sources(self) -> list[str]:
        return self.source.split(PLURAL_SEPARATOR)

    @property
    def targets(self) -> list[str]:
        return self.target.split(PLURAL_SEPARATOR)

    @property
    def note(self) -> str:
        """Translator comments and then extracted comments, joined with line breaks."""
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
        """Locations in the source code as written in the file: `path:line`."""
        return [name for line in self.comments.split("\n") if line.startswith("#:") for name in line[2:].split()]

    @property
    def is_commented(self) -> bool:
        """True if there is a translator comment."""
        return any(_is_translator_comment(line) and line[1:].strip() for line in self.comments.split("\n"))


def _is_translator_comment(line: str) -> bool:
    return line[:1] == "#" and line[1:2] not in (".", ":", ",", "=", "|", "~")


class Catalog(NamedTuple):
    """Content of one file: its units in file order, including repeated ones."""

    units: Sequence[Unit]
    plural_forms: str = ""
    """Value of the Plural-Forms header, if the format has one."""
    changed: str | None = None
    """Date of the last translation from the file's header: ISO 8601 in UTC."""
    warnings: tuple[str, ...] = ()
    """Errors in the file that a server rejects and that this package accepts."""


class Finding(NamedTuple):
    """A failing check of one unit, with a message."""

    check: str
    message: str
