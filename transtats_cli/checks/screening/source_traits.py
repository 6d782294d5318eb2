"""Properties of source texts for the screening. Cached, because many translations have the same sources."""

from collections.abc import Sequence
from functools import lru_cache

from transtats_cli.checks.screening.last_characters import ALL_FINAL_CHARACTERS
from transtats_cli.limits import NotChecked
from transtats_cli.model import PLURAL_SEPARATOR

LEADING_BLANKS = frozenset(" \n")
_NEUTRAL_ENDING = "a"
"""Ending of every source whose last character affects no check."""


class SourceEndings(dict[str, str]):
    """Cached endings of the sources of a component, by source.

    The ending of a source is its last character, or `_NEUTRAL_ENDING` if the last character affects no check. The
    ending is empty if checks of other parts of the source may fail, for example because the source contains a line
    break.
    """

    def __init__(self) -> None:
        super().__init__()
        self._last_result: tuple[Sequence[str], list[str]] = (), []

    def endings_of_sources(self, sources: Sequence[str]) -> list[str]:
        """Return the ending of each source. The last result is cached, because many calls pass the same object."""
        last, endings = self._last_result
        if sources is not last:
            endings = [*map(self.__getitem__, sources)]
            self._last_result = sources, endings
        return endings

    def __missing__(self, source: str) -> str:
        last = source[-1:]
        ending = last if last in ALL_FINAL_CHARACTERS else _NEUTRAL_ENDING
        is_plain = not ("\n" in source or "\\" in source or "<" in source or PLURAL_SEPARATOR in source)
        if not is_plain or source[:1] in LEADING_BLANKS:
            ending = ""
        self[source] = ending
        return ending


@lru_cache(maxsize=8192)
def is_xml_source(source: str) -> bool:
    """Return True if a source has tags and is valid XML, or if the source is too long to be parsed."""
    from transtats_cli.checks.tags import xml_marks, xml_trees

    try:
        return xml_marks.has_tag(source) and xml_trees.detect_wrapping(source) is not None
    except NotChecked:
        return True
