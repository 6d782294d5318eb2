"""Hashes that identify a unit by its source and context. The hashes are the same in all versions of a file."""

import struct
from hashlib import blake2b

from transtats_cli.model import Unit


def unit_checksum(unit: Unit) -> str:
    """Return the text that identifies a unit in the address of its page."""
    return f"{hash_texts(unit.source, unit.context) & (1 << 64) - 1:016x}"


def hash_texts(*texts: str) -> int:
    """Return a signed 64-bit hash of texts. Their lengths are included, so that ("ab", "c") and ("a", "bc") differ."""
    digest = blake2b(digest_size=8)
    for text in texts:
        data = text.encode("utf-8", "surrogatepass")
        digest.update(struct.pack(">Q", len(data)) + data)
    number: int = struct.unpack(">q", digest.digest())[0]
    return number
