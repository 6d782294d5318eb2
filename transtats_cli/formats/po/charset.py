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
_CHARSET_SPELLINGS = (
    (re.compile(r"(?:microsoft-|x-)?(?:cp|ibm|win|windows)[-_]?([0-9]+)"), r"cp\1"),
    (re.compile(r"(?:iso[-_]?)?8859[-_]([0-9]+)(?:[-_][ei])?"), r"iso8859-\1"),
    (re.compile(r"koi8([rtu])"), r"koi8-\1"),
    (re.compile(r"(latin|big)[-_]([0-9]+)"), r"\1\2"),
    (re.compile(r"x-(.+)"), r"\1"),
)
"""Patterns of charset names that are common in PO headers, each with the replacement that Python accepts."""
_SUPERSETS_BY_CODEC = {
    "gb2312": ("gb18030",),
    "gbk": ("gb18030",),
    "big5": ("cp950", "big5hkscs"),
    "cp950": ("big5hkscs",),
    "shift_jis": ("cp932", "shift_jis_2004"),
    "euc_kr": ("cp949",),
    "euc_jp": ("euc_jis_2004",),
    "iso2022_jp": ("iso2022_jp_2", "iso2022_jp_2004", "iso2022_jp_ext"),
    "tis-620": ("cp874",),
}
"""Codecs of larger charsets, by the codec of a charset that they contain. Some programs declare the smaller charset but
write the larger one."""


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
        try:
            return content.decode()
        except UnicodeDecodeError as error:
            if charset == "utf-8":
                raise _decoding_error(content, error, charset) from error
    return _decode_as(content, charset)


def _declared_charset(content: bytes) -> str:
    header = _HEADER_PATTERN.search(content)
    text = b"".join(_STRING_PATTERN.findall(header[1])).replace(b"\\n", b"\n") if header else b""
    found = _CONTENT_TYPE_PATTERN.search(text) or _CHARSET_PATTERN.search(text)
    charset = found[1].decode("ascii", "replace").lower() if found else "charset"
    return "utf-8" if charset in ("charset", "utf8") else charset


def _decode_as(content: bytes, charset: str) -> str:
    codec = _find_python_codec(charset)
    try:
        return content.decode(codec)
    except UnicodeDecodeError as error:
        for superset in _SUPERSETS_BY_CODEC.get(codec, ()):
            with suppress(UnicodeDecodeError):
                return content.decode(superset)
        raise _decoding_error(content, error, charset) from error


def _find_python_codec(charset: str) -> str:
    """Return the name of the Python codec for a declared charset.

    Raises UnreadableFile if Python has no usable codec, or if PO syntax characters have other bytes than in ASCII.
    """
    for spelling in (
        charset,
        *(pattern.sub(name, charset) for pattern, name in _CHARSET_SPELLINGS if pattern.fullmatch(charset)),
    ):
        with suppress(LookupError, ValueError):
            codec = codecs.lookup(spelling).name
            if codec not in _UNUSABLE_CODECS and _SYNTAX_CHARACTERS.decode(codec) == _SYNTAX_CHARACTERS.decode():
                return codec
    raise UnreadableFile(f"the bytes are not UTF-8, and the declared charset {charset!r} is unknown")


def _decoding_error(content: bytes, error: UnicodeDecodeError, charset: str) -> UnreadableFile:
    line = content.count(b"\n", 0, error.start) + 1
    return UnreadableFile(f"the byte 0x{content[error.start]:02x} is not valid in the charset {charset}", line)
