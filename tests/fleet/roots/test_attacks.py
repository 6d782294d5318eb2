"""Archives that are attacks or damaged are refused with one sentence, and nothing outside of the root is written."""

import bz2
import gzip
import io
import lzma
import os
import re
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

import pytest

from tests.fleet.roots.conftest import SHOP, MakeArchive, OpenRootFiles
from transtats_cli.fleet.roots.limits import RootError, RootLimits

REFUSED = ", so nothing is unpacked; create the archive again without it"
LEAVES = "has a name that leads out of the root"
LINK_LEAVES = "is a link that leads out of the root"
DEVICE = "is a device, a pipe or a file with holes"
DEEP = "/".join("d" * 201) + "/a.po"


def make_tar_member(name: str, kind: bytes, target: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


def make_zip_member(name: str, mode: int) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.create_system, info.external_attr = 3, mode << 16
    return info


TARGETS = [
    pytest.param("/etc/passwd", id="absolute"),
    pytest.param("../../a.po", id="above"),
    pytest.param("b/../../../a.po", id="above after a folder"),
]


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        pytest.param(["/opt/a.po"], f"/opt/a.po {LEAVES}", id="absolute name"),
        pytest.param(["../a.po"], f"../a.po {LEAVES}", id="name above"),
        pytest.param(["a/../../a.po"], f"a/../../a.po {LEAVES}", id="name above after a folder"),
        pytest.param(["a.po", "a.po"], "a.po occurs twice", id="name twice"),
        pytest.param(["a.po", "./a.po"], "a.po occurs twice", id="other spelling of a name"),
        pytest.param(["a.po", "a.po/b.po"], "a.po/b.po occurs twice", id="file and folder"),
        pytest.param(["a.po/b.po", "a.po"], "a.po occurs twice", id="folder and file"),
        pytest.param([DEEP], f"{DEEP[:100]}… is more than 200 folders deep", id="deep"),
    ],
)
def test_names_that_are_attacks_are_refused(
    tmp_path: Path,
    make_tar: MakeArchive,
    make_zip: MakeArchive,
    open_root_files: OpenRootFiles,
    names: list[str],
    reason: str,
) -> None:
    for archive in (make_tar(*((name, "x") for name in names)), make_zip(*((name, "x") for name in names))):
        with pytest.raises(RootError) as caught:
            open_root_files(archive)
        assert str(caught.value) == f"{archive}: {reason}{REFUSED}"
    assert sorted(os.listdir(tmp_path)) == ["scratch", "shop.tar", "shop.zip"]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE], ids=["symbolic link", "hard link"])
def test_links_out_of_the_root_are_refused(
    make_tar: MakeArchive, open_root_files: OpenRootFiles, kind: bytes, target: str
) -> None:
    archive = make_tar((make_tar_member("po/a.po", kind, target), ""), ("po/b.po", ""))
    with pytest.raises(RootError) as caught:
        open_root_files(archive)
    assert str(caught.value) == f"{archive}: po/a.po {LINK_LEAVES}{REFUSED}"


@pytest.mark.parametrize("target", TARGETS)
def test_links_out_of_the_root_are_refused_in_zip_archives(
    make_zip: MakeArchive, open_root_files: OpenRootFiles, target: str
) -> None:
    archive = make_zip((make_zip_member("po/a.po", stat.S_IFLNK), target))
    with pytest.raises(RootError) as caught:
        open_root_files(archive)
    assert str(caught.value) == f"{archive}: po/a.po {LINK_LEAVES}{REFUSED}"


def test_links_out_of_the_root_through_other_links_are_refused(
    make_tar: MakeArchive, open_root_files: OpenRootFiles
) -> None:
    """The text of each link stays inside. The second link leads out because the first is a link to the root."""
    links = [
        make_tar_member("a/here", tarfile.SYMTYPE, ".."),
        make_tar_member("po/b.po", tarfile.SYMTYPE, "../a/here/../c"),
    ]
    archive = make_tar(*((link, "") for link in links), ("c.txt", ""))
    with pytest.raises(RootError) as caught:
        open_root_files(archive)
    assert str(caught.value) == f"{archive}: po/b.po {LINK_LEAVES}{REFUSED}"


def test_links_out_of_the_root_that_no_scan_needs_are_left_out(
    make_tar: MakeArchive, open_root_files: OpenRootFiles
) -> None:
    """The targets of the first two links are in the archive, but not in its folder `shop-1`, which is the root."""
    links = [
        make_tar_member("shop-1/lib/a.so", tarfile.SYMTYPE, "../../a.so"),
        make_tar_member("shop-1/build/current", tarfile.SYMTYPE, "../../shop-1"),
        make_tar_member("shop-1/here", tarfile.SYMTYPE, "lib/.."),
        make_tar_member("shop-1/lib/b.so", tarfile.SYMTYPE, "../here/../b.so"),
    ]
    archive = make_tar(("shop-1/setup.py", ""), ("shop-1/po/a.po", "x"), *((link, "") for link in links))
    assert open_root_files(archive).files == {"po/a.po": b"x", "setup.py": b""}


def test_no_file_is_written_through_a_link(make_tar: MakeArchive, open_root_files: OpenRootFiles) -> None:
    archive = make_tar((make_tar_member("po", tarfile.SYMTYPE, "other"), ""), ("po/a.po", "x"), ("other/b.po", ""))
    with pytest.raises(RootError) as caught:
        open_root_files(archive)
    assert str(caught.value) == f"{archive}: po/a.po occurs twice{REFUSED}"


@pytest.mark.parametrize(
    "kind", [tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE, b"?"], ids=["character", "block", "pipe", "unknown"]
)
def test_devices_are_refused(make_tar: MakeArchive, open_root_files: OpenRootFiles, kind: bytes) -> None:
    archive = make_tar((make_tar_member("a.po", kind), ""))
    with pytest.raises(RootError) as caught:
        open_root_files(archive)
    assert str(caught.value) == f"{archive}: a.po {DEVICE}{REFUSED}"


def test_devices_are_refused_in_zip_archives(make_zip: MakeArchive, open_root_files: OpenRootFiles) -> None:
    archive = make_zip((make_zip_member("a.po", stat.S_IFCHR), ""))
    with pytest.raises(RootError, match=f"a.po {DEVICE}"):
        open_root_files(archive)


def test_members_that_no_scan_needs_are_ignored(make_tar: MakeArchive, open_root_files: OpenRootFiles) -> None:
    ignored = [("../a.c", "x"), ("/etc/shadow", "x"), ("a/b/c.o", "x"), ("../.git/config", "x")]
    links = [make_tar_member("a/b/x", tarfile.SYMTYPE, "/etc"), make_tar_member("a/b/null", tarfile.CHRTYPE)]
    archive = make_tar(("po/a.po", "x"), *ignored, *((link, "") for link in links))
    assert open_root_files(archive).files == {"po/a.po": b"x"}


def test_other_members_may_occur_twice(make_tar: MakeArchive, open_root_files: OpenRootFiles) -> None:
    archive = make_tar(("Readme", "x"), ("po/a.po", "x"), ("Readme", "y"))
    assert open_root_files(archive).files == {"Readme": b"", "po/a.po": b"x"}


NO_ARCHIVE = "no tar or zip archive, or a damaged one; check the file, or download it again"
ENDS_EARLY = "the archive is damaged (it ends early); download or create it again"
WRONG_HEADER = "the archive is damaged (invalid header); download or create it again"


@pytest.mark.parametrize(
    ("make_content", "reason"),
    [
        pytest.param(lambda tar: b"", NO_ARCHIVE, id="empty"),
        pytest.param(lambda tar: b"text " * 300, NO_ARCHIVE, id="text"),
        pytest.param(lambda tar: gzip.compress(b"text " * 300), NO_ARCHIVE, id="compressed text"),
        pytest.param(lambda tar: tar[:1500], ENDS_EARLY, id="truncated content"),
        pytest.param(lambda tar: tar[:1536], ENDS_EARLY, id="truncated between members"),
        pytest.param(lambda tar: tar[:1700], ENDS_EARLY, id="truncated header"),
        pytest.param(lambda tar: tar[:1536] + b"x" * 512 + tar[2048:], WRONG_HEADER, id="wrong header"),
        pytest.param(lambda tar: gzip.compress(tar)[:-200], ENDS_EARLY, id="truncated gzip"),
        pytest.param(lambda tar: bz2.compress(tar)[:-50], NO_ARCHIVE, id="truncated bzip2"),
        pytest.param(lambda tar: lzma.compress(tar)[:-100], ENDS_EARLY, id="truncated xz"),
        pytest.param(
            lambda tar: b"PK\3\4" + b"x" * 100,
            "the archive is damaged (File is not a zip file); download or create it again",
            id="no zip archive",
        ),
    ],
)
def test_damaged_archives_are_refused(
    make_tar: MakeArchive, open_root_files: OpenRootFiles, make_content: Callable[[bytes], bytes], reason: str
) -> None:
    content = "".join(blake2b(bytes([number])).hexdigest() for number in range(8))
    archive = make_tar(("po/a.po", content), ("po/b.po", content[::-1]))
    archive.write_bytes(make_content(archive.read_bytes()))
    with pytest.raises(RootError) as caught:
        open_root_files(archive)
    assert str(caught.value) == f"{archive}: {reason}"


DAMAGED_ZIP = "the archive is damaged; download or create it again"


def change_entry(content: bytes, offset: int, value: int) -> bytes:
    """Change a number of two bytes in the headers of the only member of a zip archive."""
    for start, place in ((b"PK\3\4", offset), (b"PK\1\2", offset + 2)):
        at = content.index(start) + place
        content = content[:at] + struct.pack("<H", value) + content[at + 2 :]
    return content


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        pytest.param(
            lambda content: change_entry(content, 6, 1),
            "a.po is encrypted; create the archive again without a password",
            id="encrypted",
        ),
        pytest.param(
            lambda content: change_entry(content, 8, 14),
            "a.po has an unusual compression; create the archive with deflate",
            id="unusual method",
        ),
        pytest.param(
            lambda content: content.replace(b"xxxx", b"xxyx", 1),
            DAMAGED_ZIP,
            id="changed content",
        ),
        pytest.param(
            lambda content: content[:-30],
            DAMAGED_ZIP,
            id="truncated",
        ),
        pytest.param(
            lambda content: change_entry(content, 6, 0x800).replace(b"a.po", b"a.\xe9o"),
            DAMAGED_ZIP,
            id="wrong name",
        ),
        pytest.param(
            lambda content: content[:-10] + struct.pack("<LLH", 0x7FFFFFFF, 0, 0),
            DAMAGED_ZIP,
            id="wrong size of the list",
        ),
    ],
)
def test_damaged_zip_archives_are_refused(
    make_zip: MakeArchive, open_root_files: OpenRootFiles, change: Callable[[bytes], bytes], reason: str
) -> None:
    archive = make_zip(("a.po", "xxxx"), method=zipfile.ZIP_STORED)
    archive.write_bytes(change(archive.read_bytes()))
    with pytest.raises(RootError) as caught:
        open_root_files(archive)
    # The text in parentheses comes from the library, and differs between versions of Python.
    assert re.sub(r" \(.*\)", "", str(caught.value)) == f"{archive}: {reason}"


@pytest.mark.parametrize("name", ["shop.tar", "shop.tar.gz", "shop.tar.xz", "shop.zip"])
def test_a_changed_byte_never_causes_a_traceback(
    make_tar: MakeArchive, make_zip: MakeArchive, open_root_files: OpenRootFiles, name: str
) -> None:
    members = SHOP.items()
    mode = f"w:{name.rpartition('.')[2]}".replace(":tar", "")
    archive = make_zip(*members) if name == "shop.zip" else make_tar(*members, name=name, mode=mode)
    content = archive.read_bytes()
    for position in range(0, 3000, 157):
        changed = bytearray(content)
        changed[position % len(content)] ^= 0xFF
        archive.write_bytes(changed)
        with suppress(RootError):
            open_root_files(archive)


BOMB = "the archive expands to more than 200 times its size, which may be an attack; unpack it, and name the directory"


@pytest.mark.parametrize("method", ["gz", "bz2", "xz"])
@pytest.mark.parametrize("name", ["a.po", "a.o"])
def test_a_tar_archive_that_expands_too_much_is_refused(
    make_tar: MakeArchive, open_root_files: OpenRootFiles, method: str, name: str
) -> None:
    archive = make_tar((name, "x" * (20 << 20)), name=f"shop.tar.{method}", mode=f"w:{method}")
    with pytest.raises(RootError) as caught:
        open_root_files(archive)
    assert str(caught.value) == f"{archive}: {BOMB}"


def test_a_zip_archive_that_expands_too_much_is_refused(make_zip: MakeArchive, open_root_files: OpenRootFiles) -> None:
    archive = make_zip(("a.po", "x" * (20 << 20)))
    with pytest.raises(RootError) as caught:
        open_root_files(archive)
    assert str(caught.value) == f"{archive}: {BOMB}"


def test_an_archive_that_needs_very_much_memory_is_refused(
    make_tar: MakeArchive, open_root_files: OpenRootFiles
) -> None:
    archive = make_tar(("po/a.po", "x"), name="shop.tar.xz", mode="w:xz")
    content = bytearray(archive.read_bytes())
    # The header of the first block begins at 12. It contains the filter LZMA2 (0x21), and the size of its dictionary.
    size = (content[12] + 1) * 4
    content[content.index(b"\x21\1") + 2] = 40  # 4 GiB
    content[8 + size : 12 + size] = struct.pack("<L", zlib.crc32(content[12 : 8 + size]))
    archive.write_bytes(content)
    with pytest.raises(RootError) as caught:
        open_root_files(archive)
    assert str(caught.value) == f"{archive}: {NO_ARCHIVE}"


def test_a_link_of_a_zip_archive_with_a_very_long_target_is_refused(
    make_zip: MakeArchive, open_root_files: OpenRootFiles
) -> None:
    archive = make_zip((make_zip_member("po/a.po", stat.S_IFLNK), "x/" * 10_000))
    with pytest.raises(RootError) as caught:
        open_root_files(archive)
    assert str(caught.value) == f"{archive}: po/a.po {LINK_LEAVES}{REFUSED}"


def test_a_name_that_is_too_long_is_refused(make_zip: MakeArchive, open_root_files: OpenRootFiles) -> None:
    archive = make_zip(("po/a.po", "x"), (f"po/{'x' * 300}.po", "y"))
    with pytest.raises(RootError) as caught:
        open_root_files(archive)
    assert str(caught.value) == f"{archive}: a name is too long for the file system ({'x' * 100}…); shorten it"


def test_a_very_large_header_is_refused(tmp_path: Path, open_root_files: OpenRootFiles) -> None:
    info = tarfile.TarInfo("././@LongLink")
    info.type, info.size = tarfile.GNUTYPE_LONGNAME, 4 << 20
    archive = tmp_path / "shop.tar.gz"
    archive.write_bytes(gzip.compress(info.tobuf() + b"x" * (4 << 20), 1))
    with pytest.raises(RootError) as caught:
        open_root_files(archive)
    assert str(caught.value) == f"{archive}: {NO_ARCHIVE}"


def test_a_member_with_very_many_headers_is_refused(make_tar: MakeArchive, open_root_files: OpenRootFiles) -> None:
    link = make_tar_member("././@LongLink", tarfile.GNUTYPE_LONGNAME)
    header = link.tobuf(tarfile.GNU_FORMAT)
    archive = make_tar(("po/a.po", "x"))
    archive.write_bytes(header * 900 + archive.read_bytes())
    with pytest.raises(RootError) as caught:
        open_root_files(archive)
    assert str(caught.value) == f"{archive}: {NO_ARCHIVE}"


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        pytest.param(
            RootLimits(bytes=200),
            "more than 200 bytes; increase --root-bytes, or divide it into smaller roots",
            id="bytes",
        ),
        pytest.param(
            RootLimits(files=2),
            "more than 2 files; increase --root-files, or divide it into smaller roots",
            id="files",
        ),
        pytest.param(
            RootLimits(seconds=0),
            "not there after 0 seconds; check the connection, or increase --root-seconds",
            id="time",
        ),
    ],
)
@pytest.mark.parametrize("kind", ["tar", "zip", "http tar"])
def test_a_root_above_a_limit_is_refused(
    tmp_path: Path,
    make_tar: MakeArchive,
    make_zip: MakeArchive,
    serve_folder: Callable[[Path], str],
    open_root_files: OpenRootFiles,
    limits: RootLimits,
    kind: str,
    reason: str,
) -> None:
    archive = make_zip(*SHOP.items()) if kind == "zip" else make_tar(*SHOP.items())
    if kind == "tar":
        # Only files with unpacked content count.
        archive = make_tar(*SHOP.items(), ("a/b/c.o", "x" * 10_000))
    root = f"{serve_folder(tmp_path)}/{archive.name}" if kind == "http tar" else str(archive)
    with pytest.raises(RootError) as caught:
        open_root_files(root, limits)
    assert str(caught.value) == f"{root}: {reason}"


def test_a_pipe_in_place_of_an_archive_is_refused(tmp_path: Path, open_root_files: OpenRootFiles) -> None:
    os.mkfifo(tmp_path / "shop.tar")
    with pytest.raises(RootError) as caught:
        open_root_files(tmp_path / "shop.tar")
    assert str(caught.value) == (
        f"{tmp_path}/shop.tar: the archive cannot be read (a pipe, not a file); check the file"
    )


def test_a_missing_file_is_an_error(tmp_path: Path, open_root_files: OpenRootFiles) -> None:
    with pytest.raises(RootError) as caught:
        open_root_files(tmp_path / "shop.tar")
    assert str(caught.value) == f"{tmp_path}/shop.tar: no such file or directory; check the path"


def test_a_tar_archive_may_be_of_any_dialect(tmp_path: Path, open_root_files: OpenRootFiles) -> None:
    name = f"po/{'x' * 150}/é.po"
    for dialect in (tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
        content = io.BytesIO()
        with tarfile.open(fileobj=content, mode="w", format=dialect) as archive:
            archive.addfile(tarfile.TarInfo(name))
        (tmp_path / "shop.tar").write_bytes(content.getvalue())
        assert set(open_root_files(tmp_path / "shop.tar").files) == {name}
