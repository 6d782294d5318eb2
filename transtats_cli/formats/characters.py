"""Control characters and surrogates in strings. A Weblate server does not store these characters.

A Weblate server rejects a file with control characters. This package reads the file and adds a warning. A surrogate
pair, such as the escapes `\\ud83d\\ude00` in many formats, becomes one character.
"""

import re
from collections.abc import Iterable
from contextlib import suppress
from itertools import chain

from transtats_cli.columns import columns_of
from transtats_cli.errors import UnreadableFile
from transtats_cli.model import FORBIDDEN_CHARACTER_REGEX, PLURAL_SEPARATOR, Catalog, Unit
from transtats_cli.problems import Problem

_SURROGATE_REGEX = "[\ud800-\udfff]"
_CONTROL_BYTES = bytes(code for code in range(0x20) if code not in b"\t\n\r")
_NONCHARACTERS = tuple(character.encode() for character in "\ufffe\uffff")
_NONCHARACTER_START = _NONCHARACTERS[0][:1]
"""First byte of all of them. Searching for one byte is much faster than searching for several."""
_MAX_LISTED_CHARACTERS = 3
"""Maximum number of control characters that a warning lists with their lines."""


def has_forbidden_characters(content: bytes) -> bool:
    """Return True if a text in UTF-8 contains a character that FORBIDDEN_CHARACTER_REGEX matches."""
    # Searching for a single byte is very fast, even if it is repeated for each of these bytes.
    return any(map(content.__contains__, _CONTROL_BYTES)) or (
        _NONCHARACTER_START in content and any(map(content.__contains__, _NONCHARACTERS))
    )


def find_control_characters(texts: Iterable[tuple[int, str]], *, strict: bool) -> tuple[Problem, ...]:
    """Return a warning about the control characters in the strings of a file, or nothing if there are none.

    `texts` contains texts with their line numbers, or 0. A character that occurs several times in one text counts once.
    The warning lists the first control characters, and the number of further ones. If `strict`, the first control
    character raises UnreadableFile instead.
    """
    listed: list[tuple[int, str]] = []
    total = 0
    for line, text in texts:
        found = {character for character in {*text} if re.match(FORBIDDEN_CHARACTER_REGEX, character)}
        total += len(found)
        if len(listed) < _MAX_LISTED_CHARACTERS:
            listed += [(line, f"U+{ord(character):04X}") for character in sorted(found, key=text.index)]
    if not listed:
        return ()
    if strict:
        line, character = listed[0]
        raise UnreadableFile(f"the control character {character} in a string", line or None)
    shown = listed[:_MAX_LISTED_CHARACTERS]
    places = ", ".join(character + (f" in line {line}" if line else "") for line, character in shown)
    others = f" and {total - len(shown)} more" if total > len(shown) else ""
    return (Problem("", "control characters in strings, which a server refuses; remove them", detail=places + others),)


def with_regular_characters(catalog: Catalog, *, strict: bool) -> Catalog:
    """Return a catalog in which each surrogate pair is one character. Control characters add a warning.

    If `strict`, a control character raises UnreadableFile. Raises UnreadableFile for half of a surrogate pair, and for
    U+0000.
    """
    columns = columns_of(catalog.units)
    texts = "\n".join(chain(columns.contexts, columns.sources, columns.targets)).replace(PLURAL_SEPARATOR, "")
    with suppress(UnicodeEncodeError):  # a surrogate
        if not has_forbidden_characters(texts.encode()):
            return catalog
    units = columns_of(_combine_surrogates_of(unit) for unit in catalog.units)
    written: list[tuple[int, str]] = []
    for unit in units:
        text = "\n".join((unit.context, unit.source, unit.target)).replace(PLURAL_SEPARATOR, "")
        if "\0" in text:
            raise UnreadableFile("the character U+0000 in a string", unit.line or None)
        written.append((unit.line, text))
    warnings = find_control_characters(written, strict=strict)
    return catalog._replace(units=units, warnings=(*catalog.warnings, *warnings))


def _combine_surrogates_of(unit: Unit) -> Unit:
    texts = (unit.context, unit.source, unit.target)
    if not any(re.search(_SURROGATE_REGEX, text) for text in texts):
        return unit
    try:
        combined = [text.encode("utf-16", "surrogatepass").decode("utf-16") for text in texts]
    except UnicodeDecodeError as error:
        raise UnreadableFile("half of a surrogate pair, such as \\ud83d, in a string", unit.line or None) from error
    return unit._replace(context=combined[0], source=combined[1], target=combined[2])
