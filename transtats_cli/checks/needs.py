"""Conditions without which a check cannot fail, declared above its function: `@Needs(added="  ").to_fail`.

The screening evaluates a check only on strings that meet one of its conditions. A check without a declaration is
evaluated on every string for which it is on. A condition decides nothing: the function of the check does. So strings
on which the check passes may meet a condition, and all strings on which the check fails must meet it.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

from transtats_cli.checks.joined_strings import JoinedStrings
from transtats_cli.checks.subject import LanguagePair

FunctionType = TypeVar("FunctionType", bound=Callable[..., str | None])
PairTest = Callable[[str, str], bool]
"""Function that returns True if a check may fail on a source and a target, each with all plural forms."""


class Needs(NamedTuple):
    """Conditions of one check. One of them is enough, if the check applies to the languages.

    Unless a field says something else, source and target are those of one plural form.
    """

    is_unchanged: bool = False
    """The target equals the source."""
    has_forms: bool = False
    """The string has plural forms."""
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
    ends: str = ""
    """Source and target end with different characters, and one of them is among these."""
    alike_ends: str = ""
    """Source and target end with the same character, which is among these."""
    find_targets: Callable[[JoinedStrings], Iterable[int]] | None = None
    """The function returns the index of the target."""
    unless_source: str = ""
    """Regular expression of the sources for which `find_targets` makes no difference."""
    test: PairTest | None = None
    """The function returns True for the string."""
    flag: str = ""
    """The string has this flag."""
    applies_to: Callable[[LanguagePair], bool] | None = None
    """Function that returns False for languages in which the check cannot fail."""

    def to_fail(self, function: FunctionType) -> FunctionType:
        """Attach the conditions to the function of a check."""
        assert len(self.start) < 2, "`start` is one character; write another one into `either`"
        vars(function)["needs"] = self
        return function
