"""What the screening wants to know of a source text; asked once for a text that many translations share."""

import re
from functools import lru_cache
from typing import NamedTuple

from transtats_cli.checks import xml_marks
from transtats_cli.checks.last_characters import ALL_SIGNS
from transtats_cli.checks.limits import NotChecked
from transtats_cli.model import PLURAL_SEPARATOR

BLANKS = frozenset(" \n")
TWO_ASCII_CAPITALS = re.compile("[A-Z][A-Z]")
_LETTER = "a"
"""Stands for all last characters that no check looks at."""


class Traits(NamedTuple):
    ending: str
    """The last character, or one for all that no check looks at."""
    begins_blank: bool
    lines: int
    """The number of line breaks."""
    has_two_blanks: bool
    has_capitals: bool
    """Two in a row, within ASCII."""
    has_backslash: bool
    has_zero_width_space: bool
    has_tag: bool

    @property
    def is_remarkable(self) -> bool:
        """Whether a check may fail whatever the translation looks like."""
        return self.begins_blank or self.lines > 0 or self.has_backslash or self.has_tag


class Sources(dict[str, str]):
    """How each source of a component ends, with the empty string for those that are remarkable or have plural forms."""

    def __init__(self) -> None:
        super().__init__()
        self._traits: dict[str, Traits] = {}

    def __missing__(self, source: str) -> str:
        traits = self.traits_of(source)
        stands_out = traits.is_remarkable or PLURAL_SEPARATOR in source
        ending = self[source] = "" if stands_out else traits.ending
        return ending

    def traits_of(self, source: str) -> Traits:
        traits = self._traits.get(source)
        if traits is None:
            traits = self._traits[source] = _traits_of(source)
        return traits


def _traits_of(source: str) -> Traits:
    last = source[-1:]
    return Traits(
        ending=last if last in ALL_SIGNS else _LETTER,
        begins_blank=source[:1] in BLANKS,
        lines=source.count("\n"),
        has_two_blanks="  " in source,
        has_capitals=TWO_ASCII_CAPITALS.search(source) is not None,
        has_backslash="\\" in source,
        has_zero_width_space="\u200b" in source,
        has_tag=xml_marks.has_tag(source),
    )


@lru_cache(maxsize=1024)
def is_xml(source: str) -> bool:
    """Whether a source with tags can be parsed, or cannot be told."""
    from transtats_cli.checks import xml_trees

    try:
        return xml_trees.is_wrapped(source) is not None
    except NotChecked:
        return True
