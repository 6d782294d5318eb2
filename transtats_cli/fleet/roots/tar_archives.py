"""Read the members of a tar archive, which may be compressed."""

import lzma
import tarfile
import zlib
from collections.abc import Callable, Generator
from functools import partial
from typing import IO, cast

from transtats_cli.fleet.roots.decompression import DamagedStreamError, ForwardStream
from transtats_cli.fleet.roots.limits import Allowance
from transtats_cli.fleet.roots.writing import Member, Members

_ZERO_BLOCK = bytes(tarfile.BLOCKSIZE)
_DAMAGE_ERRORS = (
    *(tarfile.TarError, zlib.error, lzma.LZMAError, DamagedStreamError),
    *(ArithmeticError, EOFError, LookupError, OSError, RecursionError, ValueError),
)
"""Exceptions of the libraries for content that is no tar archive, or a damaged one.

The module tarfile raises RecursionError for many headers of one member.
"""


class _Archive(tarfile.TarFile):
    members: list[tarfile.TarInfo]
    """Members that were read."""


def read_tar_members(read_compressed: Callable[[int], bytes], allowance: Allowance) -> Members:
    """Yield the members of a tar archive. `read_compressed` returns the next bytes of the archive.

    Raises RootError if the archive is damaged or expands to too much data.
    """
    try:
        stream = ForwardStream(read_compressed, allowance)
        archive = _Archive(fileobj=cast("IO[bytes]", stream), encoding="utf-8", errors="surrogateescape")
        info = archive.next()
    except _DAMAGE_ERRORS as error:
        raise allowance.create_error(
            "no tar or zip archive, or a damaged one; check the file, or download it again"
        ) from error
    while info is not None:
        yield _create_member(info, stream, allowance)
        try:
            # The list would grow with each member.
            archive.members.clear()
            stream.start_header()
            info = archive.next()
        except _DAMAGE_ERRORS as error:
            raise _damage_error(allowance, error) from error
    if stream.last_read != _ZERO_BLOCK:
        raise _damage_error(allowance, DamagedStreamError("it ends early"))


def _create_member(info: tarfile.TarInfo, stream: ForwardStream, allowance: Allowance) -> Member:
    if info.isdir():
        return Member(info.name, "folder")
    if info.issym():
        return Member(info.name, "link", target=info.linkname)
    if info.islnk():
        return Member(info.name, "link", target=_relative_target(info))
    if not info.isreg() or info.issparse():
        return Member(info.name, "other")
    return Member(info.name, "file", partial(_read_content, info, stream, allowance))


def _relative_target(info: tarfile.TarInfo) -> str:
    """Return the target of a hard link in the form of a symbolic link: relative to the folder of the link."""
    if info.linkname.startswith("/"):
        return info.linkname
    depth = sum(name not in ("", ".") for name in info.name.split("/")) - 1
    return "../" * depth + info.linkname


def _read_content(info: tarfile.TarInfo, stream: ForwardStream, allowance: Allowance) -> Generator[bytes, None, None]:
    rest = info.size
    while rest:
        try:
            block = stream.read_block(rest)
        except _DAMAGE_ERRORS as error:
            raise _damage_error(allowance, error) from error
        rest -= len(block)
        yield block


def _damage_error(allowance: Allowance, error: Exception) -> Exception:
    return allowance.create_error(f"the archive is damaged ({error or 'it ends early'}); download or create it again")
