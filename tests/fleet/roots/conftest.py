"""Fixtures: files of a small project, archives with any members, and the result of opening a root."""

import io
import tarfile
import warnings
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import pytest

from tests.git_repositories import po
from transtats_cli.fleet.roots.addresses import parse_address
from transtats_cli.fleet.roots.limits import RootLimits
from transtats_cli.fleet.roots.opening import open_root
from transtats_cli.fleet.roots.selection import compute_content_key

SHOP = {
    "locale/de/LC_MESSAGES/shop.po": po({"one": "eins"}),
    "locale/fr/LC_MESSAGES/shop.po": po({"one": "un"}),
    "locale/shop.pot": po({"one": ""}),
    "setup.py": "",
    "src/shop.c": "int main;",
    "transtats.toml": "",
}
"""Files of a project: three translations and templates, settings, and a program."""

NEEDED = {"locale/de/LC_MESSAGES/shop.po", "locale/fr/LC_MESSAGES/shop.po", "locale/shop.pot", "transtats.toml"}
"""Files whose content a scan needs."""


class QuietServer(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *arguments: object) -> None:
        """Print nothing if a client closes the connection."""


class OpenedRoot(NamedTuple):
    """Result of opening a root. The folder has already been removed."""

    folder: str
    content_key: str
    files: dict[str, bytes]


OpenRootFiles = Callable[..., OpenedRoot]
MakeArchive = Callable[..., Path]


def read_files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """Directory with the files of `SHOP`."""
    return write_files(tmp_path / "shop", SHOP)


def write_files(folder: Path, files: Mapping[str, str]) -> Path:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    return folder


@pytest.fixture
def open_root_files(tmp_path: Path) -> OpenRootFiles:
    """Function that opens a root and returns the files in its folder. It fails if scratch files are not removed."""

    def open_root_files(address: str | Path, limits: RootLimits = RootLimits()) -> OpenedRoot:  # noqa: B008  immutable
        scratch = tmp_path / "scratch"
        try:
            with open_root(parse_address(str(address)), str(scratch), limits) as folder:
                opened = OpenedRoot(folder, compute_content_key(folder), read_files(Path(folder)))
        finally:
            assert not scratch.exists() or not list(scratch.iterdir())
        return opened

    return open_root_files


@pytest.fixture
def make_tar(tmp_path: Path) -> MakeArchive:
    """Function that writes a tar archive. A member is a name and a content, or a `TarInfo` and a content."""

    def make_tar(*members: tuple[str | tarfile.TarInfo, str], name: str = "shop.tar", mode: str = "w") -> Path:
        path = tmp_path / name
        with tarfile.open(path, mode) as archive:  # type: ignore[call-overload]
            for member, content in members:
                info = tarfile.TarInfo(member) if isinstance(member, str) else member
                info.type = tarfile.DIRTYPE if info.name.endswith("/") else info.type
                data = content.encode()
                info.size = len(data)
                archive.addfile(info, io.BytesIO(data))
        return path

    return make_tar


@pytest.fixture
def make_zip(tmp_path: Path) -> MakeArchive:
    """Function that writes a zip archive. A member is a name and a content, or a `ZipInfo` and a content."""

    def make_zip(*members: tuple[str | zipfile.ZipInfo, str], name: str = "shop.zip", method: int = 8) -> Path:
        path = tmp_path / name
        with warnings.catch_warnings(), zipfile.ZipFile(path, "w", compression=method) as archive:
            warnings.filterwarnings("ignore", "Duplicate name")
            for member, content in members:
                archive.writestr(member, content)
        return path

    return make_zip


@pytest.fixture
def serve_folder() -> Iterator[Callable[[Path], str]]:
    """Function that serves a folder over HTTP on this machine, and returns the address of the folder."""
    servers = []

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *arguments: object) -> None:
            """Print nothing."""

    def serve(folder: Path) -> str:
        server = QuietServer(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
        servers.append(server)
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return f"http://127.0.0.1:{server.server_port}"

    yield serve
    for server in servers:
        server.shutdown()
        server.server_close()


@contextmanager
def write_memory_files(files: Mapping[str, bytes]) -> Iterator[None]:
    """Write files into the file system `memory://` of the library fsspec, and remove them at the end."""
    import fsspec

    system = fsspec.filesystem("memory")
    system.pipe({f"/{name}": content for name, content in files.items()})
    yield
    system.store.clear()
    system.pseudo_dirs[:] = [""]
