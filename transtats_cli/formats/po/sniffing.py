"""Read the language that the header of a PO file declares."""

import re

from transtats_cli.formats import LanguageDeclaration

_LANGUAGE_REGEX = rb'(?m)^"Language: *([A-Za-z0-9@_.-]{1,50}) *\\n"'

_ENTRY_REGEX = rb'(?m)^msgid "([^"\n]+)"\nmsgstr "([^"\n]*)"'


def read_target_declaration(content: bytes) -> LanguageDeclaration:
    """Return the language in the header field `Language` of a PO file. If the field is missing, the code is empty."""
    found = re.search(_LANGUAGE_REGEX, content)
    return LanguageDeclaration(found[1].decode("ascii", "replace")) if found is not None else LanguageDeclaration()


def read_simple_entries(content: bytes) -> list[tuple[bytes, bytes]]:
    """Return source and target of each entry whose texts are on one line."""
    return re.findall(_ENTRY_REGEX, content.replace(b"\r\n", b"\n"))
