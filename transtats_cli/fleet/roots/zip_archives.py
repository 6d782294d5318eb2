"""Read the members of a zip archive."""

import os
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Generator
from contextlib import suppress
from functools import partial

from transtats_cli.fleet.roots.limits import Allowance
from transtats_cli.fleet.roots.writing import BLOCK_SIZE, Member, Members
from transtats_cli.git.limits import MAX_PATH_BYTES

_MAX_DIRECTORY_BYTES = 64 << 20
"""Maximum size of the list of members, which is read as a whole. 64 MB are enough for about 500,000 members."""
_END_RECORD_SIGNATURE = b"PK\5\6"
_MAX_COMMENT_BYTES = 1 << 16
_UNIX_SYSTEM = 3
_UTF8_FLAG = 0x800
_ENCRYPTED_FLAG = 0x1
_DAMAGE_ERRORS = (
    *(zipfile.BadZipFile, zlib.error, struct.error),
    *(ArithmeticError, EOFError, LookupError, NotImplementedError, OSError, RuntimeError, ValueError),
)
"""Exceptions of the libraries for content that is no zip archive, or a damaged one."""


def read_zip_members(path: str, allowance: Allowance) -> Members:
    """Yield the members of a zip archive, with headers like those of a tar archive.

    Raises RootError if the archive is damaged or expands to too much data, and for encrypted members.
    """
    packed, unpacked = os.path.getsize(path), 0

    def read_blocks(info: zipfile.ZipInfo) -> Generator[bytes, None, None]:
        nonlocal unpacked
        if info.flag_bits & _ENCRYPTED_FLAG:
            raise allowance.create_error(f"{info.filename} is encrypted; create the archive again without a password")
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise allowance.create_error(
                f"{info.filename} is compressed with an unusual method; create the archive again with the method"
                " deflate"
            )
        try:
            with archive.open(info) as file:
                while block := file.read(BLOCK_SIZE):
                    unpacked += len(block)
                    allowance.check_ratio(unpacked, packed)
                    yield block
        except _DAMAGE_ERRORS as error:
            raise _damage_error(allowance, error) from error

    try:
        _refuse_large_directory(path, allowance)
        archive = zipfile.ZipFile(path)
    except _DAMAGE_ERRORS as error:
        raise _damage_error(allowance, error) from error
    with archive:
        for each in archive.infolist():
            read = partial(read_blocks, each)
            yield Member(_create_header(each, read), read)


def _refuse_large_directory(path: str, allowance: Allowance) -> None:
    with open(path, "rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - _MAX_COMMENT_BYTES - 22))
        tail = file.read()
    record = tail[tail.rfind(_END_RECORD_SIGNATURE) :]
    if len(record) >= 16:
        (directory_size,) = struct.unpack_from("<L", record, 12)
        # With the value -1, a larger record contains the size, which is at most the size of the file.
        if min(size, directory_size) > _MAX_DIRECTORY_BYTES:
            raise allowance.create_error(
                "the zip archive contains too many files; divide it, or unpack it and name the directory"
            )


def _create_header(info: zipfile.ZipInfo, read_blocks: Callable[[], Generator[bytes, None, None]]) -> tarfile.TarInfo:
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
        target = b""
        for block in read_blocks():
            target += block
            if len(target) > MAX_PATH_BYTES:
                # A link without a target is refused.
                target = b""
                break
        header.linkname = os.fsdecode(target)
    elif kind not in (0, stat.S_IFREG):
        header.type = tarfile.CHRTYPE
    return header


def _damage_error(allowance: Allowance, error: Exception) -> Exception:
    return allowance.create_error(
        f"the zip archive is damaged ({error or 'it ends early'}); download or create it again"
    )
