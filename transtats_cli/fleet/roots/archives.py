"""Read the members of a tar archive, which may be compressed, or of a zip archive."""

import bz2
import lzma
import os
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from types import SimpleNamespace
from typing import IO, Any, Self

from transtats_cli import regular_file
from transtats_cli.fleet.roots.limits import Allowance
from transtats_cli.fleet.roots.writing import BLOCK_SIZE, Blocks, Member, Members
from transtats_cli.git.limits import MAX_PATH_BYTES

_MAX_HEADER_BYTES = 1 << 20
"""Maximum number of bytes in the headers of one member, which are read as a whole."""
_MAX_XZ_MEMORY_BYTES = 256 << 20
"""Maximum memory of the decompressor of xz. The highest level of xz needs 65 MB."""
_DECOMPRESSORS: tuple[tuple[bytes, Callable[[], Any]], ...] = (
    (b"\x1f\x8b", partial(zlib.decompressobj, wbits=31)),
    (b"BZh", bz2.BZ2Decompressor),
    (b"\xfd7zXZ\0", partial(lzma.LZMADecompressor, memlimit=_MAX_XZ_MEMORY_BYTES)),
)
_MAX_DIRECTORY_BYTES = 64 << 20
"""Maximum size of the list of members, which is read as a whole. 64 MB are enough for about 500,000 members."""
_END_RECORD_SIGNATURE = b"PK\5\6"
_MAX_COMMENT_BYTES = 1 << 16
_UNIX_SYSTEM = 3
_UTF8_FLAG = 0x800
_ENCRYPTED_FLAG = 0x1
_ZIP_SIGNATURES = (b"PK\3\4", b"PK\5\6")
_DAMAGE_ERRORS = (
    *(tarfile.TarError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error),
    *(ArithmeticError, EOFError, LookupError, OSError, RuntimeError, ValueError),
)
"""Exceptions of the libraries for damaged archives. For many headers of one member, tarfile raises RecursionError."""


def read_archive_members(path: str, allowance: Allowance) -> Members:
    """Yield the members of an archive. Its content decides which kind of archive it is."""
    try:
        descriptor = regular_file.open_for_reading(path)
    except OSError as error:
        reason = error.strerror or error
        raise allowance.create_error(f"the archive cannot be read ({reason}); check the file") from error
    with open(descriptor, "rb") as file:
        start = file.read(4)
        file.seek(0)
        is_zip = start in _ZIP_SIGNATURES
        yield from _read_zip_members(file, allowance) if is_zip else read_tar_members(file.read, allowance)


@contextmanager
def _convert_damage_errors(allowance: Allowance) -> Iterator[None]:
    try:
        yield
    except _DAMAGE_ERRORS as error:
        reason = error or "it ends early"
        raise allowance.create_error(f"the archive is damaged ({reason}); download or create it again") from error


class _Header(tarfile.TarInfo):
    """Header of a member. A wrong header is an error, and not the end of the archive as in the module tarfile."""

    @classmethod
    def fromtarfile(cls, tarfile_: tarfile.TarFile) -> Self:
        try:
            return super().fromtarfile(tarfile_)
        except tarfile.InvalidHeaderError as error:  # type: ignore[attr-defined]
            raise tarfile.ReadError(str(error)) from error


def read_tar_members(read_compressed: Callable[[int], bytes], allowance: Allowance) -> Members:
    """Yield the members of a tar archive. `read_compressed` returns the next bytes of the archive."""
    blocks = _decompress(read_compressed, allowance)
    position, limit = 0, _MAX_HEADER_BYTES

    def read_block(_size: int) -> bytes:
        nonlocal position
        block = next(blocks, b"")
        position += len(block)
        if not block or position > limit:
            raise tarfile.ReadError("a header is too large" if block else "it ends early")
        return block

    # In the mode `r|`, tarfile calls no other method of a file.
    file: Any = SimpleNamespace(read=read_block)
    try:
        archive = tarfile.open(  # noqa: SIM115  its file is closed by the caller
            fileobj=file, mode="r|", tarinfo=_Header, encoding="utf-8", errors="surrogateescape"
        )
        info = archive.next()
    except _DAMAGE_ERRORS as error:
        reason = "no tar or zip archive, or a damaged one"
        raise allowance.create_error(f"{reason}; check the file, or download it again") from error
    while info is not None:
        limit = archive.offset + _MAX_HEADER_BYTES
        yield Member(info, partial(_read_content, archive, info, allowance))
        with _convert_damage_errors(allowance):
            # The list would grow with each member.
            archive.members.clear()  # type: ignore[attr-defined]
            info = archive.next()


def _decompress(read_compressed: Callable[[int], bytes], allowance: Allowance) -> Iterator[bytes]:
    """Yield the content in blocks. An archive may consist of several compressed files, and end with zeros.

    The classes of Python for compressed files have no limit of memory for xz, and skip content without a time limit.
    """
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


def _read_content(archive: tarfile.TarFile, info: tarfile.TarInfo, allowance: Allowance) -> Blocks:
    with _convert_damage_errors(allowance):
        file = archive.extractfile(info)
        assert file is not None
        while block := file.read(BLOCK_SIZE):
            yield block


def _read_zip_members(file: IO[bytes], allowance: Allowance) -> Members:
    packed, unpacked = os.fstat(file.fileno()).st_size, 0

    def read_blocks(info: zipfile.ZipInfo) -> Blocks:
        nonlocal unpacked
        if info.flag_bits & _ENCRYPTED_FLAG:
            raise allowance.create_error(f"{info.filename} is encrypted; create the archive again without a password")
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise allowance.create_error(f"{info.filename} has an unusual compression; create the archive with deflate")
        with _convert_damage_errors(allowance), archive.open(info) as member:
            while block := member.read(BLOCK_SIZE):
                unpacked += len(block)
                allowance.check_ratio(unpacked, packed)
                yield block

    with _convert_damage_errors(allowance):
        file.seek(max(0, packed - _MAX_COMMENT_BYTES - 22))
        tail = file.read()
        record = tail[tail.rfind(_END_RECORD_SIGNATURE) :]
        # With the value -1, a larger record contains the size of the list, which is at most the size of the file.
        if len(record) >= 16 and min(packed, *struct.unpack_from("<L", record, 12)) > _MAX_DIRECTORY_BYTES:
            raise allowance.create_error("the archive has too many files; divide it, or unpack it, and name the folder")
        archive = zipfile.ZipFile(file)
    with archive:
        for each in archive.infolist():
            read = partial(read_blocks, each)
            yield Member(_create_header(each, read), read)


def _create_header(info: zipfile.ZipInfo, read_blocks: Callable[[], Blocks]) -> tarfile.TarInfo:
    """Return the header of a member, with `/` between folders. Bytes that are not UTF-8 are kept as surrogates."""
    name = info.filename
    if not info.flag_bits & _UTF8_FLAG:
        # Most programs on Unix write the bytes of the file system without a flag. An extra field may contain Unicode.
        with suppress(UnicodeEncodeError):
            name = os.fsdecode(name.encode("cp437"))
    header = tarfile.TarInfo(name.replace("\\", "/"))
    kind = stat.S_IFMT(info.external_attr >> 16) if info.create_system == _UNIX_SYSTEM else 0
    if info.is_dir() or header.name.endswith("/"):
        header.type = tarfile.DIRTYPE
    elif kind == stat.S_IFLNK:
        header.type = tarfile.SYMTYPE
        # A link without a target is refused.
        header.linkname = "" if info.file_size > MAX_PATH_BYTES else os.fsdecode(b"".join(read_blocks()))
    elif kind not in (0, stat.S_IFREG):
        header.type = tarfile.CHRTYPE
    return header
