"""Basic types: a translation unit, the state of a unit, the content of one file, and a finding of a check."""

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from transtats_cli.flags import NO_FLAGS, Flags
from transtats_cli.problems import Problem

PLURAL_SEPARATOR = "\x1e\x1e"
"""Separator between the plural forms in the source or the target of a unit."""
FORBIDDEN_CHARACTER_REGEX = "[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]"
"""Characters that are forbidden in XML. A Weblate server does not store them either."""
UNSPLIT_LOCATION_MARK = "#:\x1f"
"""Beginning of a line in `Unit.comments` with one location that is empty or contains blanks."""


class State(IntEnum):
    """State of a translation unit. A Weblate server uses the same numbers."""

    EMPTY = 0
    NEEDS_EDITING = 10
    NEEDS_REWRITING = 11
    """The target is equal to the source, and the format defines such a target as not translated."""
    TRANSLATED = 20
    APPROVED = 30
    READ_ONLY = 100

    @property
    def is_fuzzy(self) -> bool:
        return self in (State.NEEDS_EDITING, State.NEEDS_REWRITING)

    @property
    def display_name(self) -> str:
        """Name of the state in output for users, for example `fuzzy`."""
        return "fuzzy" if self.is_fuzzy else self.name.lower().replace("_", "")


class Unit(NamedTuple):
    """One string of a translation file, with the values that the file contains.

    Readers of files never set the state READ_ONLY, because that state also depends on flags from the settings.
    """

    context: str
    source: str
    target: str
    state: State
    flags: Flags = NO_FLAGS
    read_only: bool = False
    """True if the file itself marks the unit as not translatable (XLIFF `translate="no"`)."""
    comments: str = ""
    """Comment lines in PO notation. Notes and locations from XLIFF files are converted to PO notation."""
    line: int = 0
    has_suggestion: bool = False
    """True if the file contains an alternative translation of the unit (XLIFF `alt-trans`)."""

    @property
    def sources(self) -> list[str]:
        return self.source.split(PLURAL_SEPARATOR)

    @property
    def targets(self) -> list[str]:
        return self.target.split(PLURAL_SEPARATOR)

    @property
    def note(self) -> str:
        return read_note(self.comments)

    @property
    def references(self) -> list[str]:
        """Locations of the string in source code, as written in the translation file, for example `path:line`."""
        names: list[str] = []
        for line in self.comments.split("\n"):
            if line.startswith(UNSPLIT_LOCATION_MARK):
                names.append(line.removeprefix(UNSPLIT_LOCATION_MARK))
            elif line.startswith("#:"):
                names += line[2:].split()
        return names

    @property
    def has_translator_comment(self) -> bool:
        """True if the unit has a translator comment that is not blank."""
        return any(_is_translator_comment(line) and line[1:].strip() for line in self.comments.split("\n"))


def read_note(comments: str) -> str:
    """Return translator comments followed by extracted comments, without comment markers, joined with line breaks."""
    lines = comments.split("\n")
    translator = [line[1:].removeprefix(" ") for line in lines if _is_translator_comment(line)]
    extracted = [line[2:].removeprefix(" ") for line in lines if line.startswith("#.")]
    return "\n".join(translator + extracted)


def _is_translator_comment(line: str) -> bool:
    return line[:1] == "#" and line[1:2] not in (".", ":", ",", "=", "|", "~")


class Catalog(NamedTuple):
    """Content of one translation file. Contains all units in file order, including repeated units."""

    units: Sequence[Unit]
    plural_forms_header: str = ""
    """Value of the Plural-Forms header, if the format has one."""
    last_change: str | None = None
    """Date of the last translation according to the file header, as ISO 8601 in UTC. None if the date is unknown."""
    warnings: tuple[Problem, ...] = ()
    """Errors in the file that this package accepts but a Weblate server rejects. Their paths are empty."""


class Finding(NamedTuple):
    """Problem that a check found in one unit: the id of the check, and a message."""

    check: str
    message: str
    codes_by_check: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """For the check `multiple_failures`: languages in which a source string fails each check, most languages first."""

    @property
    def translation_count(self) -> int:
        """Number of translations of a source string that fail checks, for the check `multiple_failures`."""
        return len({code for _, codes in self.codes_by_check for code in codes})
