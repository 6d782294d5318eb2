r"""Texts of Android strings that contain no elements: entities, double quotes, escapes such as `\n`, and white space.

The results are equal to those of translate-toolkit, as tests/formats/fast/test_android.py tests.
"""

import re

from transtats_cli.formats import IrregularFile

_ENTITY_PATTERN = re.compile(r"&(?:#x([0-9a-fA-F]++)|#([0-9]++)|(\w++));")
_CHARACTERS_BY_ENTITY = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_QUOTED_TEXT_PATTERN = re.compile(r'(?<!\\)"((?:[^"]|(?<=\\)")*+)"')
"""Text between double quotes. A quote after a backslash is a part of the text."""
_QUOTE_PATTERN = re.compile(r'(?<!\\)"')
_WHITE_SPACE_PATTERN = re.compile(r"\s+")
_UNICODE_ESCAPE_PATTERN = re.compile(r"\\u([a-fA-F0-9]{4})")
_ESCAPE_PATTERN = re.compile(r"\\(.)")
_CHARACTERS_BY_ESCAPE = {"n": "\n", "N": "\n", "t": "\t", "T": "\t"} | {
    character: character for character in " \"'@?\\"
}
_NAME_REGEX = r"[A-Za-z_][A-Za-z0-9_.:-]*+"
_TAG_PATTERN = re.compile(rf"<(/?)({_NAME_REGEX})(?:\s++{_NAME_REGEX}\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'))*+\s*+(/?)>")


def resolve_entities(written: str) -> str:
    """Replace the entities in the content of an element by their characters: `&amp;`, `&#38;` and `&#x26;` by `&`.

    Raises IrregularFile for an entity that XML does not define, and for an escaped carriage return.
    """
    return _ENTITY_PATTERN.sub(_resolve_entity, written)


def _resolve_entity(entity: re.Match[str]) -> str:
    hexadecimal, decimal, name = entity.groups()
    if name:
        if name not in _CHARACTERS_BY_ENTITY:
            raise IrregularFile
        return _CHARACTERS_BY_ENTITY[name]
    character = chr(int(hexadecimal, 16) if hexadecimal else int(decimal))
    if character == "\r":
        raise IrregularFile
    return character


def read_text(content: str) -> str:
    """Return the text of an element from its content, as Android shows it.

    A sequence of white space is one space, except between double quotes. Raises IrregularFile for unbalanced quotes.
    """
    if "\\" not in content and '"' not in content:
        return " ".join(content.split())
    parts = _QUOTED_TEXT_PATTERN.split(content) if '"' in content else [content]
    if any(map(_QUOTE_PATTERN.search, parts[::2])):
        raise IrregularFile
    parts[::2] = [_WHITE_SPACE_PATTERN.sub(" ", part) for part in parts[::2]]
    text = "".join(parts)
    unescaped = _UNICODE_ESCAPE_PATTERN.sub(lambda escape: chr(int(escape[1], 16)), text)
    unescaped = _ESCAPE_PATTERN.sub(lambda escape: _CHARACTERS_BY_ESCAPE.get(escape[1], ""), unescaped)
    # A space that is escaped or quoted at the start or at the end is kept.
    if parts[0] and unescaped[:1] == text[:1]:
        unescaped = unescaped.lstrip()
    if parts[-1] and unescaped[-1:] == text[-1:]:
        unescaped = unescaped.rstrip()
    return unescaped


def has_escaped_markup(content: str) -> bool:
    """Return True if a text contains tags, and each start tag has its end tag.

    `content` is the content of an element, in which entities are already replaced: `&lt;b&gt;` by `<b>`. Raises
    IrregularFile for a tag with a namespace prefix.
    """
    open_names: list[str] = []
    has_tag = False
    for tag in _TAG_PATTERN.finditer(content):
        is_end, name, is_empty = tag.groups()
        if ":" in name:
            raise IrregularFile
        has_tag = True
        if is_end:
            if not open_names or open_names.pop() != name:
                return False
        elif not is_empty:
            open_names.append(name)
    return has_tag and not open_names
