"""The page of each check: its module's docstring, taken apart."""

import re
from collections.abc import Collection
from inspect import cleandoc
from typing import NamedTuple

from transtats_cli.checks import CHECKS, Check, Kind
from transtats_cli.checks.undecidable import UNDECIDABLE, Undecidable

_EXAMPLE = re.compile(r"(Good|Bad|Off):  +(.+)")


class Page(NamedTuple):
    """What users read about one check."""

    check: Check
    is_on: bool
    """The settings leave it on; its flags have the last word, string by string."""
    finds: str
    """What holds where nothing is wrong, in one sentence."""
    good: tuple[str, ...]
    bad: tuple[str, ...]
    off: str
    """What switches it off."""
    notes: str

    @property
    def strings(self) -> str:
        """Which strings it looks at, in a few words."""
        if self.check.looks_at_source:
            return "source strings"
        if self.check.kind is Kind.BATCH:
            return "strings held against each other"
        return "translations with a flag" if self.check.enable else "all translations"

    @property
    def flags(self) -> str:
        """What switches it on for a string; empty where nothing needs to."""
        return " or ".join(self.check.enable) if len(self.check.enable) <= _FEW else f"any of {len(self.check.enable)}"


_FEW = 2


class Manual(NamedTuple):
    """All there is to read about checks."""

    pages: tuple[Page, ...]
    undecidable: tuple[Undecidable, ...]


def page_of(check: Check, *, is_on: bool = True) -> Page:
    """The check's page; raises ValueError where its docstring is not written like the others."""
    sentence, examples, *paragraphs = cleandoc(check.module.__doc__ or "").split("\n\n")
    found: dict[str, list[str]] = {"Good": [], "Bad": [], "Off": []}
    for line in examples.split("\n"):
        example = _EXAMPLE.fullmatch(line)
        if example is None:
            raise ValueError(f"{check.id}: {line!r} is not `Good:`, `Bad:` or `Off:` with two blanks and a text")
        found[example[1]].append(example[2])
    (off,) = found["Off"]
    notes = "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)
    return Page(check, is_on, sentence, tuple(found["Good"]), tuple(found["Bad"]), off, notes)


def manual(on: Collection[Check]) -> Manual:
    """All checks in report order, and all that is none."""
    pages = tuple(page_of(check, is_on=check in on) for check in CHECKS)
    return Manual(pages, tuple(Undecidable(*line) for line in UNDECIDABLE.items()))
