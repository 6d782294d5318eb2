"""Stream of an archive that is decompressed in small steps, and that can only be read forwards."""

import bz2
import lzma
import zlib
from collections.abc import Callable
from typing import Protocol

from transtats_cli.fleet.roots.limits import Allowance

BLOCK_SIZE = 1 << 16
_MAX_HEADER_BYTES = 1 << 20
"""Maximum number of bytes in the headers of one member."""
_MAX_XZ_MEMORY_BYTES = 256 << 20
"""Maximum memory of the decompressor of xz. The highest level of xz needs 65 MB."""
_MAGIC_LENGTH = 6


class _Decompressor(Protocol):
    """Decompressor of the modules bz2 and lzma."""

    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int) -> bytes: ...


class _GzipDecompressor:
    """Decompressor of gzip with the interface of the decompressors in bz2 and lzma."""

    def __init__(self) -> None:
        self._inner = zlib.decompressobj(wbits=31)

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def needs_input(self) -> bool:
        return not self._inner.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data

    def decompress(self, data: bytes, max_length: int) -> bytes:
        return self._inner.decompress(self._inner.unconsumed_tail + data, max_length)


_DECOMPRESSORS: tuple[tuple[bytes, Callable[[], _Decompressor]], ...] = (
    (b"\x1f\x8b", _GzipDecompressor),
    (b"BZh", bz2.BZ2Decompressor),
    (b"\xfd7zXZ\0", lambda: lzma.LZMADecompressor(memlimit=_MAX_XZ_MEMORY_BYTES)),
)


class DamagedStreamError(Exception):
    """The content of an archive ends early, or is not what the format requires."""


class ForwardStream:
    """Decompressed content of an archive, with the methods of a file that the module tarfile calls."""

    def __init__(self, read_compressed: Callable[[int], bytes], allowance: Allowance) -> None:
        self._read_compressed = read_compressed
        self._allowance = allowance
        self._compressed = read_compressed(BLOCK_SIZE)
        magic = self._compressed[:_MAGIC_LENGTH]
        self._create = next((create for start, create in _DECOMPRESSORS if magic.startswith(start)), None)
        self._decompressor = self._create() if self._create else None
        self._compressed_count = len(self._compressed)
        self._position = 0
        """Position in the decompressed content, with the bytes in the buffer not counted."""
        self._buffer = b""
        self._decompressed_count = 0
        self._last_byte = b""
        self._header_bytes = 0
        self.last_read = b""
        """Result of the last call of `read`."""

    def start_header(self) -> None:
        """Begin to count the bytes in the headers of a member."""
        self._header_bytes = 0

    def tell(self) -> int:
        return self._position

    def seek(self, position: int) -> int:
        """Skip to a position, and return the reached position, which is smaller if the archive ends earlier.

        Raises DamagedStreamError for a position before the last byte that was read.
        """
        if position == self._position - 1 and self._last_byte:
            self._buffer = self._last_byte + self._buffer
            self._position -= 1
            return position
        if position < self._position:
            raise DamagedStreamError("its members overlap")
        while self._position < position:
            if not self._take_bytes(position - self._position):
                break
        return self._position

    def read(self, size: int) -> bytes:
        """Return bytes of a header. Raises DamagedStreamError if the headers of a member are too large."""
        self._header_bytes += size
        if size < 0 or self._header_bytes > _MAX_HEADER_BYTES:
            raise DamagedStreamError("a header is too large")
        pieces = []
        while size and (piece := self._take_bytes(size)):
            pieces.append(piece)
            size -= len(piece)
        self.last_read = b"".join(pieces)
        return self.last_read

    def read_block(self, size: int) -> bytes:
        """Return the next bytes of a file in the archive: at least one byte, and at most `size` bytes.

        Raises DamagedStreamError if the archive has no more bytes.
        """
        block = self._take_bytes(min(size, BLOCK_SIZE))
        if not block:
            raise DamagedStreamError("it ends early")
        return block

    def _take_bytes(self, size: int) -> bytes:
        """Return up to `size` bytes. Return b"" at the end of the archive."""
        while not self._buffer:
            self._allowance.check_time()
            if not self._fill_buffer():
                return b""
        taken, self._buffer = self._buffer[:size], self._buffer[size:]
        self._position += len(taken)
        self._last_byte = taken[-1:]
        return taken

    def _fill_buffer(self) -> bool:
        """Decompress one block. Return False at the end of the archive."""
        if self._decompressor is None:
            self._buffer, self._compressed = self._compressed, b""
            self._buffer = self._buffer or self._read_compressed(BLOCK_SIZE)
            return bool(self._buffer)
        if self._decompressor.eof and not self._start_next_part():
            return False
        if self._decompressor.needs_input and not self._compressed:
            self._compressed = self._read_compressed_block()
            if not self._compressed:
                raise DamagedStreamError("it ends early")
        data, self._compressed = self._compressed, b""
        self._buffer = self._decompressor.decompress(data, BLOCK_SIZE)
        self._decompressed_count += len(self._buffer)
        self._allowance.check_ratio(self._decompressed_count, self._compressed_count)
        return True

    def _start_next_part(self) -> bool:
        """Start a new decompressor for the next compressed file. Return False at the end of the archive.

        An archive may consist of several compressed files in a row.
        """
        assert self._decompressor is not None
        assert self._create is not None
        rest = self._decompressor.unused_data or self._read_compressed_block()
        # The end may be padded with zeros.
        while rest and not (rest := rest.lstrip(b"\0")):
            rest = self._read_compressed_block()
        self._compressed = rest
        self._decompressor = self._create()
        return bool(rest)

    def _read_compressed_block(self) -> bytes:
        data = self._read_compressed(BLOCK_SIZE)
        self._compressed_count += len(data)
        return data
