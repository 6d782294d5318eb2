"""Charset of a PO file: UTF-8 if the bytes are valid UTF-8, otherwise the charset that the header declares."""

import codecs
import re
from contextlib import suppress

from transtats_cli.errors import UnreadableFile
from transtats_cli.formats.po.text import normalise_line_ends

_BLANKS_REGEX = rb"[ \t\r\v\f]*+"
# Strings may have any number of lines, with empty lines between them.
_HEADER_PATTERN = re.compile(
    rb'^%(blank)smsgid%(blank)s""%(blank)s\n(?:%(blank)s(?:""%(blank)s)?\n)*+%(blank)smsgstr((?:%(blank)s(?:"[^\n]*+)?\n)++)'
    % {b"blank": _BLANKS_REGEX},
    re.MULTILINE,
)
_STRING_PATTERN = re.compile(rb'"([^\n]*)"')
_CONTENT_TYPE_PATTERN = re.compile(
    rb"^[ \t]*+content-type[ \t]*+:[^\n]*?charset=[ \t]*+([^\s\\\";]{1,40})", re.M | re.I
)
_CHARSET_PATTERN = re.compile(rb"charset=[ \t]*+([^\s\\\";]{1,40})", re.IGNORECASE)
# Characters of the PO syntax. A charset with other bytes for them cannot be used in a PO file.
_SYNTAX_CHARACTERS = b'\n "#,[\\]_0123456789acdfgilmnoprstuxyz'
_UNUSABLE_CODECS = frozenset({"idna", "punycode", "raw-unicode-escape", "unicode-escape", "utf-7"})


def decode_po_file(content: bytes) -> str:
    """Return the text of a PO file with a line feed at the end of each line.

    Raises UnreadableFile if the bytes cannot be decoded.
    """
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise UnreadableFile("the file is UTF-16; save it as UTF-8")
    if b"\0" in content:
        line = content.count(b"\n", 0, content.index(b"\0")) + 1
        raise UnreadableFile("a NUL byte: the file is UTF-16, which has to become UTF-8, or no text at all", line)
    content = normalise_line_ends(content)
    charset = _declared_charset(content)
    if b"\x1b" not in content:
        with suppress(UnicodeDecodeError):
            return content.decode()
    try:
        return content.decode(_find_python_codec(charset))
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        byte = f"0x{content[error.start]:02x}"
        raise UnreadableFile(f"the byte {byte} is not valid in the charset {charset}", line) from error


def _declared_charset(content: bytes) -> str:
    header = _HEADER_PATTERN.search(content)
    text = b"".join(_STRING_PATTERN.findall(header[1])).replace(b"\\n", b"\n") if header else b""
    found = _CONTENT_TYPE_PATTERN.search(text) or _CHARSET_PATTERN.search(text)
    charset = found[1].decode("ascii", "replace").lower() if found else "charset"
    return "utf-8" if charset in ("charset", "utf8") else charset


def _find_python_codec(charset: str) -> str:
    """Return the name of the Python codec for a declared charset.

    Raises UnreadableFile if Python has no usable codec, or if PO syntax characters have other bytes than in ASCII.
    """
    with suppress(LookupError, ValueError):
        codec = codecs.lookup(charset).name
        if codec not in _UNUSABLE_CODECS and _SYNTAX_CHARACTERS.decode(codec) == _SYNTAX_CHARACTERS.decode():
            return codec
    raise UnreadableFile(f"the bytes are not UTF-8, and the declared charset {charset!r} is unknown")
