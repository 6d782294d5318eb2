"""Read the members of a tar archive, which may be compressed, from beginning to end."""

import bz2
import lzma
import tarfile
import zlib
from collections.abc import Callable, Generator, Iterator
from functools import partial
from typing import IO, Any, Self, cast

from transtats_cli.fleet.roots.limits import Allowance
from transtats_cli.fleet.roots.writing import BLOCK_SIZE, Member, Members

_MAX_HEADER_BYTES = 1 << 20
"""Maximum number of bytes in the headers of one member, which are read as a whole."""
_MAX_XZ_MEMORY_BYTES = 256 << 20
"""Maximum memory of the decompressor of xz. The highest level of xz needs 65 MB."""
_DECOMPRESSORS: tuple[tuple[bytes, Callable[[], Any]], ...] = (
    (b"\x1f\x8b", partial(zlib.decompressobj, wbits=31)),
    (b"BZh", bz2.BZ2Decompressor),
    (b"\xfd7zXZ\0", partial(lzma.LZMADecompressor, memlimit=_MAX_XZ_MEMORY_BYTES)),
)
"""First bytes of a compressed archive, and the function that creates its decompressor."""
_DAMAGE_ERRORS = (
    *(tarfile.TarError, zlib.error, lzma.LZMAError),
    *(ArithmeticError, EOFError, LookupError, OSError, RecursionError, ValueError),
)
"""Exceptions of the libraries for content that is no tar archive, or a damaged one.

The module tarfile raises RecursionError for many headers of one member.
"""


class _Header(tarfile.TarInfo):
    """Header of a member. A wrong header is an error, and not the end of the archive as in the module tarfile."""

    @classmethod
    def fromtarfile(cls, tarfile_: tarfile.TarFile) -> Self:
        try:
            return super().fromtarfile(tarfile_)
        except tarfile.InvalidHeaderError as error:  # type: ignore[attr-defined]
            raise tarfile.ReadError(str(error)) from error


class _Archive(tarfile.TarFile):
    tarinfo = _Header
    members: list[tarfile.TarInfo]
    """Members that were read."""


class _Stream:
    """Decompressed content of an archive, with the only method of a file that tarfile calls in the mode `r|`."""

    def __init__(self, blocks: Iterator[bytes]) -> None:
        self._blocks = blocks
        self._position = 0
        self.limit = _MAX_HEADER_BYTES
        """Position at which a header is too large."""

    def read(self, _size: int) -> bytes:
        """Return the next block. Raises ReadError at the end, because a complete archive contains its end."""
        block = next(self._blocks, b"")
        self._position += len(block)
        if not block or self._position > self.limit:
            raise tarfile.ReadError("a header is too large" if block else "it ends early")
        return block


def read_tar_members(read_compressed: Callable[[int], bytes], allowance: Allowance) -> Members:
    """Yield the members of a tar archive. `read_compressed` returns the next bytes of the archive.

    Raises RootError if the archive is damaged or expands to too much data.
    """
    stream = _Stream(_decompress(read_compressed, allowance))
    file = cast("IO[bytes]", stream)
    try:
        archive = _Archive.open(fileobj=file, mode="r|", encoding="utf-8", errors="surrogateescape")
        info = archive.next()
    except _DAMAGE_ERRORS as error:
        raise allowance.create_error(
            "no tar or zip archive, or a damaged one; check the file, or download it again"
        ) from error
    while info is not None:
        stream.limit = archive.offset + _MAX_HEADER_BYTES
        yield Member(info, partial(_read_content, archive, info, allowance))
        try:
            # The list would grow with each member.
            archive.members.clear()
            info = archive.next()
        except _DAMAGE_ERRORS as error:
            raise _damage_error(allowance, error) from error


def _decompress(read_compressed: Callable[[int], bytes], allowance: Allowance) -> Iterator[bytes]:
    """Yield the content in blocks. An archive may consist of several compressed files, and end with zeros."""
    data = read_compressed(BLOCK_SIZE)
    create = next((create for start, create in _DECOMPRESSORS if data.startswith(start)), None)
    packed, unpacked = len(data), 0
    while data and create is None:
        allowance.check_time()
        yield data
        data = read_compressed(BLOCK_SIZE)
    while data and create is not None:
        decompressor = create()
        while not decompressor.eof:
            allowance.check_time()
            # The decompressor of gzip returns the rest of its input, and the other ones keep it.
            if not data and getattr(decompressor, "needs_input", True):
                data = read_compressed(BLOCK_SIZE)
                packed += len(data)
                if not data:
                    raise tarfile.ReadError("it ends early")
            block = decompressor.decompress(data, BLOCK_SIZE)
            data = getattr(decompressor, "unconsumed_tail", b"")
            unpacked += len(block)
            allowance.check_ratio(unpacked, packed)
            if block:
                yield block
        data = decompressor.unused_data.lstrip(b"\0")
        while not data and (more := read_compressed(BLOCK_SIZE)):
            packed += len(more)
            data = more.lstrip(b"\0")


def _read_content(
    archive: tarfile.TarFile, info: tarfile.TarInfo, allowance: Allowance
) -> Generator[bytes, None, None]:
    try:
        file = archive.extractfile(info)
        assert file is not None
        while block := file.read(BLOCK_SIZE):
            yield block
    except _DAMAGE_ERRORS as error:
        raise _damage_error(allowance, error) from error


def _damage_error(allowance: Allowance, error: Exception) -> Exception:
    return allowance.create_error(f"the archive is damaged ({error or 'it ends early'}); download or create it again")
