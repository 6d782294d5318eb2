"""Checks of blanks, line breaks and invisible characters."""

import re
from collections.abc import Callable

from transtats_cli.checks.needs import Needs
from transtats_cli.checks.punctuation import describe_difference, describe_final_mark_difference, describe_numbers
from transtats_cli.checks.subject import CheckedString


@Needs(start="\n").to_fail
def begin_newline(source: str, target: str, checked_string: CheckedString) -> str | None:
    r"""
    Source and translation both begin with a line break, or neither of them.

    Good:  "\nUsage:"  ->  "\nVerwendung:"
    Bad:   "\nUsage:"  ->  "Verwendung:"

    An empty translation is not checked.
    """
    if not source or not target:
        return None
    return describe_difference(source[0] == "\n", target[0] == "\n", "begins with a line break")


@Needs(one_end=("\n",)).to_fail
def end_newline(source: str, target: str, checked_string: CheckedString) -> str | None:
    r"""
    Source and translation both end with a line break, or neither of them.

    Good:  "Done.\n"  ->  "Fini.\n"
    Bad:   "Done.\n"  ->  "Fini."

    An empty translation is not checked.
    """
    return describe_final_mark_difference(source, target, "\n", "a line break")


def _count_blanks_at_start(text: str) -> int:
    return len(text) - len(text.lstrip(" "))


def _count_blanks_at_end(text: str) -> int:
    return len(text) - len(text.rstrip(" "))


@Needs(
    start=" ",
    form_test=lambda source, target, _flags: _count_blanks_at_start(source) != _count_blanks_at_start(target),
).to_fail
def begin_space(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    Source and translation begin with the same number of blanks.

    Good:  " of 10"  ->  " von 10"
    Bad:   " of 10"  ->  "von 10"

    Only the ordinary blank (U+0020) counts. Two texts of one character at most and translations that consist of blanks
    are not checked.
    """
    return _compare_outer_blanks("at the beginning", source, target, _count_blanks_at_start)


@Needs(
    either_end=" ",
    form_test=lambda source, target, _flags: _count_blanks_at_end(source) != _count_blanks_at_end(target),
).to_fail
def end_space(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    Source and translation end with the same number of blanks.

    Good:  "Name: "  ->  "Nom : "
    Bad:   "Name: "  ->  "Nom :"

    Only the ordinary blank (U+0020) counts. Two texts of one character at most, empty texts, and translations that
    consist of blanks are not checked.
    """
    return _compare_outer_blanks("at the end", source, target, _count_blanks_at_end) if source else None


def _compare_outer_blanks(place: str, source: str, target: str, count_blanks: Callable[[str], int]) -> str | None:
    found = count_blanks(target)
    if found == len(target) or (len(source) <= 1 and len(target) <= 1):
        return None
    return describe_numbers("blank", count_blanks(source), found, place)


@Needs(added="  ").to_fail
def double_space(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    The translation has no two blanks in a row, unless the source has.

    Good:  "Save the file"  ->  "Datei speichern"
    Bad:   "Save the file"  ->  "Datei  speichern"

    Only the ordinary blank (U+0020) counts. Empty texts are not checked.
    """
    if not source or "  " not in target or "  " in source:
        return None
    return "the translation has two blanks in a row, the source has not"


_ZERO_WIDTH_SPACE = "\u200b"


@Needs(added=_ZERO_WIDTH_SPACE).to_fail
def zero_width_space(source: str, target: str, checked_string: CheckedString) -> str | None:
    r"""
    The translation has no zero-width space (U+200B), unless the source has one.

    Good:  "Settings"  ->  "Paramètres"
    Bad:   "Settings"  ->  "Para\u200bmètres"

    The character is invisible and usually there by accident. Khmer is not checked, because it separates words with this
    character.
    """
    offset = target.find(_ZERO_WIDTH_SPACE)
    if offset < 0 or _ZERO_WIDTH_SPACE in source or checked_string.language.base_code == "km":
        return None
    return f"character {offset + 1} of the translation is a zero-width space"


_WINDOWS_PATH_REGEX = r"[A-Z]:\\\\[^\\\s]+(?:\\[^\\\s]+)+"


@Needs(either=r"\n").to_fail
def escaped_newline(source: str, target: str, checked_string: CheckedString) -> str | None:
    r"""
    Source and translation have the same number of line breaks written as `\n`, a backslash and an n.

    Good:  "a\\nb"  ->  "c\\nd"
    Bad:   "a\\nb"  ->  "c d"

    Windows paths with a doubled backslash after the drive (`C:\\data\new`) are ignored.
    """
    if not source or not target:
        return None
    expected = re.sub(_WINDOWS_PATH_REGEX, "", source).count(r"\n")
    found = re.sub(_WINDOWS_PATH_REGEX, "", target).count(r"\n")
    return describe_numbers("line break", expected, found, r"written as \n")


@Needs(uneven="\n").to_fail
def newline_count(source: str, target: str, checked_string: CheckedString) -> str | None:
    r"""
    Source and translation have the same number of lines.

    Good:  "One\nTwo"  ->  "Eins\nZwei"
    Bad:   "One\nTwo"  ->  "Eins, zwei"
    """
    if not source or not target:
        return None
    return describe_numbers("line break", source.count("\n"), target.count("\n"))
