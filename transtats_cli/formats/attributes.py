"""Flags in the attributes of XML elements, for all XML formats."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from transtats_cli.errors import UnreadableFile
from transtats_cli.flags import NO_FLAGS, Flags, parse_flags

_FLAG_ATTRIBUTES = ("maxwidth", "font", "weblate-flags")
"""Names of the attributes of a string that define flags."""

_UNITS_OF_MAX_SIZE = frozenset({None, "pixel", "point"})
"""Values of `size-unit` for which `maxwidth` limits the size of the rendered text: flag `max-size`."""
_UNITS_OF_MAX_LENGTH = frozenset({"byte", "char"})
"""Values of `size-unit` for which `maxwidth` limits the number of characters: flag `max-length`."""
_FONT_FLAGS = ("font-family", "font-size", "font-weight")


def flags_of_element(element: Any) -> Flags:
    """Return the flags in the attributes of an lxml element. Raises UnreadableFile for malformed flags."""
    return read_flags(element.get, element.sourceline) if element.attrib else NO_FLAGS


def read_flags(read_attribute: Callable[[str], str | None], line_number: int | None) -> Flags:
    """Return the flags in the attributes of a string. `read_attribute` returns the value of an attribute, or None.

    Raises UnreadableFile for malformed flags. `line_number` is the line of the string in this exception.
    """
    width, font, written = map(read_attribute, _FLAG_ATTRIBUTES)
    if not (width or font or written):
        return NO_FLAGS
    try:
        return _parse_attributes(width, read_attribute("size-unit"), font, written)
    except ValueError as error:
        raise UnreadableFile(str(error), line_number) from error


@lru_cache(maxsize=1024)
def _parse_attributes(
    max_width: str | None, size_unit: str | None, font: str | None, weblate_flags: str | None
) -> Flags:
    flags_by_name: dict[str, tuple[str, ...]] = {}
    if max_width and size_unit in _UNITS_OF_MAX_SIZE:
        flags_by_name["max-size"] = (max_width,)
    elif max_width and size_unit in _UNITS_OF_MAX_LENGTH:
        flags_by_name["max-length"] = (max_width,)
    for name, value in zip(_FONT_FLAGS, (font or "").split(";"), strict=False):
        if value.strip():
            flags_by_name[name] = (value.strip().replace(" ", "_"),)
    return Flags(flags_by_name).joined_with(parse_flags(weblate_flags) if weblate_flags else NO_FLAGS)
