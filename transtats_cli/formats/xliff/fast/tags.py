"""Parser of XLIFF tags in bytes, a part of `units` and `counts`. Irregular tags raise IrregularFile."""

import re
from collections.abc import Callable
from typing import Any

from transtats_cli.formats import IrregularFile
from transtats_cli.formats.xliff.fast.texts import decode_attribute_value

ATTRIBUTES_REGEX = rb"([^<>]*+)"
"""Pattern of the attributes of a tag, up to the first `>`. If this `>` is part of a value, parsing the attributes
raises IrregularFile."""

_NAME_REGEX = rb"([A-Za-z_][\w.:-]{0,100}+)"
_ATTRIBUTE_PATTERN = re.compile(rb"""\s++%b\s*+=\s*+(?:"([^"]*+)"|'([^']*+)')|\s*+/?\Z|((?s:.++))""" % _NAME_REGEX)
_TAG_PATTERN = re.compile(
    rb"<(/?)%b(?=[\s/>])%b>[^<]*+|<!--(?>(?:[^-]|-(?!-))*)-->[^<]*+|((?s:.++))" % (_NAME_REGEX, ATTRIBUTES_REGEX)
)
_NAMESPACES = {
    b"xmlns": re.compile(rb"urn:oasis:names:tc:xliff:document:1\.[0-9]"),
    b"xmlns:xsi": re.compile(rb"http://www\.w3\.org/2001/XMLSchema-instance"),
}
# Levels of elements. Far below the limit of the tree parser.
_MAX_REGULAR_ELEMENT_DEPTH = 100


def parse_attributes(attributes_text: bytes) -> dict[bytes, bytes]:
    """Parse the attributes of a start tag. Return the values by name. Raises IrregularFile for rare notations."""
    found = {}
    for name, double, single, irregular in _ATTRIBUTE_PATTERN.findall(attributes_text):
        if irregular:
            raise IrregularFile
        if name:
            found[name] = decode_attribute_value(double or single)
    return found


class TagAttributeCache(dict[bytes, Any]):
    """Cache of values that `compute` returns for the attributes of a tag. Many tags have the same attributes.

    A key contains the attributes as written in the file.
    """

    def __init__(self, compute: Callable[[dict[bytes, bytes]], Any]) -> None:
        super().__init__()
        self._compute = compute

    def __missing__(self, written: bytes) -> Any:
        self[written] = result = self._compute(parse_attributes(written))
        return result


class TagCursor:
    """Position in an XLIFF file that moves over the tags between two units, and stores values from these tags."""

    def __init__(self) -> None:
        self.prefix: bytes | None = None
        """Prefix for the context of units without a `resname`. None if the position is not inside a <file>."""
        self.dates: list[str] = []
        self._namespaces = 0
        self._depth = 0

    def move_over_tags(self, tags_text: bytes) -> None:
        for is_end, name, written, irregular in _TAG_PATTERN.findall(tags_text):
            if irregular:
                raise IrregularFile
            if is_end:
                self._depth -= 1
                if name == b"file":
                    self.prefix = None
            elif name:
                attributes_found = parse_attributes(written) if written not in (b"", b"/") else {}
                self._enter_element(name, attributes_found, is_empty=written.endswith(b"/"))

    def refuse_irregular_file(self, content: bytes) -> None:
        """Raise IrregularFile if there is no <file>, or if a namespace is declared outside of the root element."""
        if content.count(b"xmlns") != self._namespaces or not self.dates:
            raise IrregularFile

    def _enter_element(self, name: bytes, attributes: dict[bytes, bytes], *, is_empty: bool) -> None:
        if self._depth > _MAX_REGULAR_ELEMENT_DEPTH or (name == b"xliff") != (self._depth == 0):
            raise IrregularFile
        if name == b"xliff":
            self._refuse_irregular_root(attributes)
        elif name == b"file":
            self._enter_file(attributes)
        if not is_empty:
            self._depth += 1

    def _refuse_irregular_root(self, attributes: dict[bytes, bytes]) -> None:
        declared = [name for name in attributes if name.startswith(b"xmlns")]
        is_known = all(name in _NAMESPACES and _NAMESPACES[name].fullmatch(attributes[name]) for name in declared)
        if not is_known or attributes.get(b"version", b"").startswith(b"2."):
            raise IrregularFile
        self._namespaces = len(declared)

    def _enter_file(self, attributes: dict[bytes, bytes]) -> None:
        if self._depth != 1:
            raise IrregularFile
        original = attributes.get(b"original", b"")
        self.prefix = original + b"///" if original else b""
        self.dates.append(attributes.get(b"date", b"").decode())
