"""What the screening wants to know of a source text; asked once for a text that many translations share."""

from collections.abc import Sequence
from functools import lru_cache

from transtats_cli.checks.last_characters import ALL_SIGNS
from transtats_cli.checks.limits import NotChecked
from transtats_cli.model import PLURAL_SEPARATOR

BLANKS = frozenset(" \n")
_LETTER = "a"
"""Stands for all last characters that no check looks at."""


class Sources(dict[str, str]):
    """How each source of a component ends: its last character, or nothing where it asks more of its translations."""

    def __init__(self) -> None:
        super().__init__()
        self._last: tuple[Sequence[str], list[str]] = (), []

    def endings(self, sources: Sequence[str]) -> list[str]:
        """Of each of them; mostly they are the very ones that were asked for last."""
        last, endings = self._last
        if sources is not last:
            endings = [*map(self.__getitem__, sources)]
            self._last = sources, endings
        return endings

    def __missing__(self, source: str) -> str:
        last = source[-1:]
        ending = last if last in ALL_SIGNS else _LETTER
        is_plain = not ("\n" in source or "\\" in source or "<" in source or PLURAL_SEPARATOR in source)
        if not is_plain or source[:1] in BLANKS:
            ending = ""
        self[source] = ending
        return ending


@lru_cache(maxsize=8192)
def is_xml(source: str) -> bool:
    """Whether a source has tags and can be parsed, or cannot be told."""
    from transtats_cli.checks import xml_marks, xml_trees

    try:
        return xml_marks.has_tag(source) and xml_trees.is_wrapped(source) is not None
    except NotChecked:
        return True
