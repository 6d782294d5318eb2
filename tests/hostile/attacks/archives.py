"""Hostile archives of `transtats fleet`: random members of all kinds, and mutated tar and zip archives."""

import bz2
import gzip
import io
import lzma
import os
import random
import tarfile
import time
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path

from mutation import mutate

from transtats_cli.fleet.roots.addresses import parse_address
from transtats_cli.fleet.roots.limits import RootError, RootLimits
from transtats_cli.fleet.roots.opening import open_root

LEAST = 200
"""Number of archives of an attack without a time."""
LIMITS = RootLimits(bytes=10_000_000, files=1_000, seconds=60)
FOLDERS = ("po/", "a/../", "", "x/" * 3, "shop/.git/", "/", "../", "link/")
NAMES = ("de.po", f"{'l' * 120}.po", "setup.py", "config", "transtats.toml", "data.xyz", "link")
CONTENTS = (b"", b'[components."a/b"]\nfilemask = "po/*.xyz"\n', b"msgid" * 300)
TARGETS = ("../a", "de.po", "/etc/passwd", "po", ".", "..", "../../x", "link/..", "")
KINDS = (
    *(tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE, tarfile.DIRTYPE, tarfile.GNUTYPE_SPARSE),
    *([tarfile.REGTYPE] * 6),
)
COMPRESSIONS: dict[str, Callable[[bytes], bytes]] = {
    "tar": bytes,
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
}


def attack(work: Path, seconds: float) -> str:
    """Open random archives. Each is opened or refused with one sentence, and writes nothing outside of its root."""
    seed = random.SystemRandom().randrange(2**32) if seconds else 1
    randomness = random.Random(seed)  # noqa: S311  repeatable, and no secret
    until = time.monotonic() + seconds
    count = opened = 0
    while count < LEAST or time.monotonic() < until:
        suffix = randomness.choice(["zip", *COMPRESSIONS])
        archive = work / f"shop.{suffix}"
        archive.write_bytes(_create_archive(suffix, randomness))
        try:
            opened += _open_archive(archive, work / "scratch")
        except Exception as error:
            raise AssertionError(f"seed {seed}, archive {count} of the kind {suffix}") from error
        archive.unlink()
        assert [path.name for path in work.iterdir()] == ["scratch"], (
            f"seed {seed}, archive {count}: {[*work.iterdir()]}"
        )
        count += 1
    return f"{count} archives, {opened} of them opened"


def _open_archive(archive: Path, scratch: Path) -> bool:
    """Return True if an archive was opened, and False if it was refused."""
    try:
        with open_root(parse_address(str(archive)), str(scratch), LIMITS) as root:
            top = os.path.realpath(root)
            for folder, _, files in os.walk(root):
                places = [os.path.realpath(os.path.join(folder, name)) for name in files]
                assert all(os.path.commonpath([place, top]) == top for place in places), places
    except RootError as error:
        if not str(error).startswith(f"{archive}: ") or "\n" in str(error):
            raise AssertionError("the reason is not one sentence") from error
        return False
    finally:
        assert list(scratch.iterdir()) == []
    return True


def _create_archive(suffix: str, randomness: random.Random) -> bytes:
    content = _create_zip(randomness) if suffix == "zip" else _create_tar(randomness)
    if suffix != "zip":
        content = mutate(content, randomness) if randomness.random() < 0.5 else content
        content = COMPRESSIONS[suffix](content)
    return mutate(content, randomness) if randomness.random() < 0.3 else content


def _create_tar(randomness: random.Random) -> bytes:
    file = io.BytesIO()
    dialect = randomness.choice([tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
    with tarfile.open(fileobj=file, mode="w", format=dialect) as archive:
        for _ in range(randomness.randint(1, 8)):
            member = tarfile.TarInfo(randomness.choice(FOLDERS) + randomness.choice(NAMES))
            member.type = randomness.choice(KINDS)
            content = randomness.choice(CONTENTS) if member.isreg() and not member.issparse() else b""
            member.size = len(content)
            member.linkname = randomness.choice(TARGETS) if member.issym() or member.islnk() else ""
            archive.addfile(member, io.BytesIO(content))
    return file.getvalue()


def _create_zip(randomness: random.Random) -> bytes:
    file = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(file, "w") as archive:
        warnings.filterwarnings("ignore", "Duplicate name")
        for _ in range(randomness.randint(1, 8)):
            member = zipfile.ZipInfo(randomness.choice(FOLDERS) + randomness.choice(NAMES))
            is_link = randomness.random() < 0.2
            member.create_system = 3
            member.external_attr = (0o120777 if is_link else randomness.choice([0o100644, 0o020644])) << 16
            member.compress_type = randomness.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
            target, content = randomness.choice(TARGETS), randomness.choice(CONTENTS)
            archive.writestr(member, target.encode() if is_link else content)
    return file.getvalue()
