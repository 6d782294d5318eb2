"""Convert texts of XLIFF from bytes to the form in which texts are counted. A part of `units` and `counts`.

IrregularFile is raised for texts that need an element tree.
"""

import re
from collections.abc import Callable
from functools import cache

from transtats_cli.formats import IrregularFile
from transtats_cli.formats.sizes import TEXT_SEPARATOR

_PLACEHOLDER_PATTERN = re.compile(rb"<(x|bx|ex) [^>]* [xr]id=")
_ATTRIBUTE_PATTERN = re.compile(rb' ([a-z-]+)=("[^"]*")')
_IDENTIFYING_ATTRIBUTES = (b"id", b"xid", b"rid")
_TAG_OR_REFERENCE_PATTERN = re.compile(rb"<[^>]*+>|&[^;]*+;|>")
_SPECIAL_CHARACTERS = (b"&", b"<", b">")
_CHARACTER_OF_REFERENCE = {b"&amp;": b"&", b"&lt;": b"<", b"&gt;": b">", b"&quot;": b'"', b"&apos;": b"'"}
_REFERENCE_OF_CHARACTER = {b"&": b"&amp;", b"<": b"&lt;", b">": b"&gt;", b"\r": b"&#13;"}


def convert_texts(written_texts: list[bytes], removes_tags: bool) -> list[bytes]:
    """Convert texts as written in an XLIFF file to the form in which texts are counted.

    If `removes_tags`, tags are removed. If not, inline elements are kept as XML. Raises IrregularFile for rare
    notations.
    """
    joined = TEXT_SEPARATOR.join(written_texts)
    if not any(special in joined for special in _SPECIAL_CHARACTERS):
        return written_texts
    convert_piece = _convert_piece_to_plain_text if removes_tags else _convert_piece_to_xml
    return [
        _convert_text(text, convert_piece) if b"&" in text or b"<" in text or b">" in text else text
        for text in written_texts
    ]


def convert_targets_with_tags(targets: list[bytes], removes_tags: bool) -> list[bytes]:
    """Return the targets. Those with tags are converted to the form in which texts are counted.

    The result is used to find empty targets: if `removes_tags`, a target that contains only tags becomes empty.
    """
    if b"<" not in TEXT_SEPARATOR.join(targets):
        return targets
    convert_piece = _convert_piece_to_plain_text if removes_tags else _convert_piece_to_xml
    return [_convert_text(target, convert_piece) if b"<" in target else target for target in targets]


def decode_attribute_value(written_value: bytes) -> bytes:
    """Replace the references in the value of an XML attribute. Raises IrregularFile for tabs and line ends."""
    if b"\n" in written_value or b"\t" in written_value:
        raise IrregularFile
    return (
        _TAG_OR_REFERENCE_PATTERN.sub(_convert_piece_to_plain_text, written_value)
        if b"&" in written_value
        else written_value
    )


def _convert_text(text: bytes, convert_piece: Callable[[re.Match[bytes]], bytes]) -> bytes:
    if b"<" in text and not _inline_text_pattern().fullmatch(text):
        raise IrregularFile
    return _TAG_OR_REFERENCE_PATTERN.sub(convert_piece, text)


@cache
def _inline_text_pattern() -> re.Pattern[bytes]:
    """Return the pattern of regular texts with inline elements.

    The reader with an element tree changes only the references and the order of attributes in such texts. The pattern
    is compiled at its first use, because most files have no inline elements.
    """
    reference = rb"&(?:amp|lt|gt|quot|apos);"
    value = rb'"(?:[^"<>&\t\n]++|%b)*+"' % reference
    text = rb"(?:[^<&]++|%b|&\#x?[0-9a-fA-F]{1,8};)" % reference
    placeholder = rb"<(?:x|bx|ex)\ id=%b(?>(?:\ (?!id=)[a-z-]{1,40}=%b){0,50})/>" % (value, value)
    other = rb"<(?!(?:x|bx|ex|g)[\ />])[a-z]{1,40}(?:\ [a-z-]{1,40}=%b){0,50}+(?:/>|>%b++</[a-z]++>)" % (value, text)
    group = rb"<g\ id=%b(?>(?:\ (?!id=)[a-z-]{1,40}=%b){0,50})>(?:%b|%b)++</g>" % (value, value, text, placeholder)
    return re.compile(rb"(?:%b|%b|%b|%b)*+" % (text, placeholder, other, group), re.VERBOSE)


def _convert_piece_to_xml(match: re.Match[bytes]) -> bytes:
    piece = match[0]
    if piece.startswith(b"<"):
        return _order_placeholder_attributes(piece).replace(b"&apos;", b"'")
    character = _decode_reference(piece)
    return _REFERENCE_OF_CHARACTER.get(character, character)


def _order_placeholder_attributes(tag: bytes) -> bytes:
    """Return a tag with the attributes `id`, `xid` and `rid` first, if the tag is a placeholder (x, bx or ex)."""
    placeholder = _PLACEHOLDER_PATTERN.match(tag)
    if placeholder is None:
        return tag
    written = dict(_ATTRIBUTE_PATTERN.findall(tag))
    names = dict.fromkeys([*(name for name in _IDENTIFYING_ATTRIBUTES if name in written), *written])
    return b"<%b %b/>" % (placeholder[1], b" ".join(name + b"=" + written[name] for name in names))


def _convert_piece_to_plain_text(match: re.Match[bytes]) -> bytes:
    return b"" if match[0].startswith(b"<") else _decode_reference(match[0])


def _decode_reference(reference: bytes) -> bytes:
    """Return the character of a reference. Raises IrregularFile for a number that is too large.

    Raises ValueError for other numbers that are not a character. An unknown name is returned unchanged.
    """
    if not reference.startswith(b"&#"):
        return _CHARACTER_OF_REFERENCE.get(reference, reference)
    number = int(reference[3:-1], 16) if reference.startswith(b"&#x") else int(reference[2:-1])
    try:
        return chr(number).encode()
    except OverflowError as error:
        raise IrregularFile from error
