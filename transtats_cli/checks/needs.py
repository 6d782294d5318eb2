"""Conditions without which a check cannot fail, declared above its function: `@Needs(added="  ").to_fail`.

The screening evaluates a check only on strings that meet one of its conditions. A check without a declaration is
evaluated on every string for which it is on. A condition decides nothing: the function of the check does. So strings
on which the check passes may meet a condition, and all strings on which the check fails must meet it.

`JoinedStrings` searches many strings at once. In a loop over strings of which few match, most of the time would be
spent on the loop.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import AnyStr, NamedTuple, TypeVar

from transtats_cli.flags import Flags
from transtats_cli.languages import Language

_STRING_DELIMITER = "\x1d"
"""Delimiter before each string and after the last string. Like any control character, the delimiter separates words."""
_DELIMITER_REPLACEMENT = "\x1c"
"""Control character that replaces `_STRING_DELIMITER` inside a string."""
STRING_START = _STRING_DELIMITER.encode()
"""Delimiter before each string of `JoinedStrings`, in UTF-8."""
LAST_OF_BASIC_PLANE = "\uffff"
_FIRST_BYTES_BEYOND_BASIC_PLANE = bytes(range(0xF0, 0xF5))


class JoinedStrings:
    """Strings joined to one text for fast searches.

    Each method returns the indices of the strings that match, in order.
    """

    def __init__(self, strings: Sequence[str]) -> None:
        self.text = _join_strings(strings)
        if self.text.count(_STRING_DELIMITER) > len(strings) + 1:
            self.text = _join_strings([string.replace(_STRING_DELIMITER, _DELIMITER_REPLACEMENT) for string in strings])
        self.is_ascii = self.text.isascii()
        self.bytes = self.text.encode("utf-8", "surrogatepass")

    def indices_containing(self, searched_bytes: bytes) -> Sequence[int]:
        """Return the indices of the strings that contain `searched_bytes`, a text in UTF-8.

        If `searched_bytes` begins with STRING_START, the rest is searched only at the beginning of each string.
        """
        # A search for one byte is much faster than for two, and a search for two is fastest with an expression.
        if searched_bytes[0] not in self.bytes:
            return ()
        return self.indices_matching_bytes(re.compile(re.escape(searched_bytes)))

    def indices_matching(self, pattern: re.Pattern[str]) -> Sequence[int]:
        """Return the indices of the strings in which a pattern has a match."""
        return find_matching_indices(pattern, self.text, _STRING_DELIMITER)

    def indices_matching_bytes(self, pattern: re.Pattern[bytes]) -> Sequence[int]:
        """Return the indices of the strings in which a pattern has a match in UTF-8."""
        return find_matching_indices(pattern, self.bytes, STRING_START)

    def indices_beyond_basic_plane(self) -> Sequence[int]:
        """Return the indices of the strings with characters beyond U+FFFF."""
        if self.is_ascii or not any(map(self.bytes.__contains__, _FIRST_BYTES_BEYOND_BASIC_PLANE)):
            return ()
        return self.indices_matching_bytes(re.compile(b"[\xf0-\xf4]"))


def _join_strings(strings: Sequence[str]) -> str:
    return _STRING_DELIMITER.join(["", *strings, ""])


def find_matching_indices(pattern: re.Pattern[AnyStr], text: AnyStr, delimiter: AnyStr) -> Sequence[int]:
    """Return the indices of the strings in which a pattern has a match.

    `text` contains the strings, with `delimiter` before each string and at the end. After a match, the search continues
    in the next string.
    """
    found: list[int] = []
    number, counted = -1, 0
    match = pattern.search(text)
    while match is not None:
        end = match.end()
        number += text.count(delimiter, counted, end)
        found.append(number)
        counted = end
        match = pattern.search(text, text.find(delimiter, end))
    return found


FunctionType = TypeVar("FunctionType", bound=Callable[..., str | None])
StringTest = Callable[[str, str], bool]
"""Function that returns True if a check may fail on a source and a target, each with all plural forms."""
FormTest = Callable[[str, str, Flags], bool]
"""Function that returns False if a check cannot fail on a form of the source and of the target, given the flags."""


class Needs(NamedTuple):
    """Conditions of one check. One of them is enough.

    Unless a field says something else, source and target are those of one plural form.
    """

    is_unchanged: bool = False
    """The target equals the source."""
    forms_test: Callable[[Sequence[str]], bool] | None = None
    """The string has plural forms, and the function returns True for the forms of the target."""
    added: str = ""
    """The target contains this text, and the source does not."""
    either: str = ""
    """The source or the target contains this text."""
    uneven: str = ""
    """Source and target contain this text, but not equally often."""
    source: str = ""
    """One of the source forms contains this text."""
    start: str = ""
    """The source or the target begins with this character."""
    one_end: tuple[str, ...] = ()
    """Only one of source and target ends with a character of one of these groups."""
    either_end: str = ""
    """The source or the target ends with one of these characters."""
    find_targets: Callable[[JoinedStrings], Iterable[int]] | None = None
    """The function returns the index of the target."""
    test: StringTest | None = None
    """The function returns True for the string."""
    test_flag: str = ""
    """Flag of the strings on which `test` is run. If it is empty, `test` is run on all strings."""
    form_test: FormTest | None = None
    """If the function returns False, no other condition except `test` and `forms_test` counts."""
    find_for: Callable[[Language, Language], "Needs | None"] | None = None
    """Function that returns the conditions for the languages of target and source. None if the check cannot fail."""

    def to_fail(self, function: FunctionType) -> FunctionType:
        """Attach the conditions to the function of a check."""
        assert len(self.start) < 2, "`start` is one character; write another one into `either`"
        vars(function)["needs"] = self
        return function
