"""Parser for the documentation pages of checks. The page of a check is the docstring of its module."""

import re
from collections.abc import Collection
from inspect import cleandoc
from typing import NamedTuple

from transtats_cli.checks import CHECKS, Check, Kind
from transtats_cli.checks.undecidable import UNDECIDABLE, Undecidable

_EXAMPLE = re.compile(r"(Good|Bad|Off):  +(.+)")


class CheckPage(NamedTuple):
    """Documentation page of one check."""

    check: Check
    is_on: bool
    """True if the settings do not switch the check off. Flags of single strings are not taken into account."""
    finds: str
    """Condition that a correct string meets, in one sentence."""
    good: tuple[str, ...]
    bad: tuple[str, ...]
    off: str
    """Flag or setting that switches the check off."""
    notes: str

    @property
    def strings(self) -> str:
        """Short description of the strings that are checked, for example `all translations`."""
        if self.check.looks_at_source:
            return "source strings"
        if self.check.kind is Kind.BATCH:
            return "strings held against each other"
        return "translations with a flag" if self.check.enable else "all translations"

    @property
    def flags(self) -> str:
        """Flags that switch the check on for a string, or only the number of flags if there are more than two.

        Empty if the check needs no flag.
        """
        return (
            " or ".join(self.check.enable)
            if len(self.check.enable) <= _MOST_FLAGS
            else f"any of {len(self.check.enable)}"
        )


_MOST_FLAGS = 2


class Manual(NamedTuple):
    """Documentation of all checks."""

    pages: tuple[CheckPage, ...]
    undecidable: tuple[Undecidable, ...]


def page_of(check: Check, *, is_on: bool = True) -> CheckPage:
    """Return the documentation page of a check. Raise ValueError if the docstring of its module is not a valid page."""
    sentence, examples, *paragraphs = cleandoc(check.module.__doc__ or "").split("\n\n")
    found: dict[str, list[str]] = {"Good": [], "Bad": [], "Off": []}
    for line in examples.split("\n"):
        example = _EXAMPLE.fullmatch(line)
        if example is None:
            raise ValueError(f"{check.id}: {line!r} is not `Good:`, `Bad:` or `Off:` with two blanks and a text")
        found[example[1]].append(example[2])
    (off,) = found["Off"]
    notes = "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)
    return CheckPage(check, is_on, sentence, tuple(found["Good"]), tuple(found["Bad"]), off, notes)


def manual(on: Collection[Check]) -> Manual:
    """Return the documentation pages of all checks in report order, and the checks that cannot be decided from files.

    `on` contains the checks that the settings do not switch off.
    """
    pages = tuple(page_of(check, is_on=check in on) for check in CHECKS)
    return Manual(pages, tuple(Undecidable(*line) for line in UNDECIDABLE.items()))
