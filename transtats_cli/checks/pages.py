"""Parser for the documentation pages of checks: the docstrings of their functions."""

import re
from inspect import cleandoc
from typing import NamedTuple

from transtats_cli.checks import Check

_EXAMPLE_PATTERN = re.compile(r"(Good|Bad|Off):  +(.+)")


class CheckPage(NamedTuple):
    """Documentation of one check, from the docstring of its function."""

    check: Check
    is_on: bool
    """True if the settings do not switch the check off. Flags of single strings are not taken into account."""
    requirement: str
    """Condition that a correct string meets, in one sentence."""
    good_examples: tuple[str, ...]
    bad_examples: tuple[str, ...]
    way_to_switch_off: str
    """Flag or setting that switches the check off."""
    notes: str

    @property
    def checked_strings(self) -> str:
        """Short description of the strings that are checked, for example `all translations`."""
        if self.check.checks_source:
            return "source strings"
        if self.check.kind == "batch":
            return "strings compared with each other"
        return "translations with a flag" if self.check.enabling_flags else "all translations"

    @property
    def shown_flags(self) -> str:
        """Flags that switch the check on for a string. Empty if the check needs no flag.

        If there are more than two flags, only their number, such as `any of 5`.
        """
        flags = self.check.enabling_flags
        return " or ".join(flags) if len(flags) <= 2 else f"any of {len(flags)}"


def read_check_page(check: Check, *, is_on: bool = True) -> CheckPage:
    """Return the documentation page of a check. Raise ValueError if its text is not a valid page.

    The text need not contain the flag that ignores the check, nor the flags that switch on a check of placeholders.
    """
    sentence, _, rest = cleandoc(check.function.__doc__ or "").partition("\n\n")
    examples, *paragraphs = rest.split("\n\n")
    found: dict[str, list[str]] = {"Good": [], "Bad": [], "Off": []}
    for line in examples.split("\n"):
        example = _EXAMPLE_PATTERN.fullmatch(line)
        if example is None:
            raise ValueError(f"{check.id}: {line!r} is not `Good:`, `Bad:` or `Off:` with two blanks and a text")
        found[example[1]].append(example[2])
    off = " ".join(found["Off"]) or f"the flag `{check.ignore_flag}`"
    notes = "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)
    if check.kind == "format" and not notes.startswith("Checked where"):
        flags = " or ".join(f"`{flag}`" for flag in check.enabling_flags)
        notes = f"Checked where the flag {flags} is set. {notes}".rstrip()
    return CheckPage(check, is_on, sentence, tuple(found["Good"]), tuple(found["Bad"]), off, notes)
