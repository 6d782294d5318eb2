"""Remote addresses: only files that a scan needs are requested, and an error is one sentence."""

import builtins
import socket
from collections.abc import Callable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from tests.fleet.roots.conftest import NEEDED, SHOP, OpenRootFiles, QuietServer, write_files, write_memory_files
from transtats_cli.fleet.roots.limits import RootError, RootLimits

Page = tuple[int, str, bytes]


@pytest.fixture
def serve_pages() -> Iterator[Callable[[Mapping[str, Page]], tuple[str, list[str]]]]:
    """Function that serves pages, given by path, and returns its address and the list of requested paths."""
    servers = []
    end = Event()

    def serve(pages: Mapping[str, Page]) -> tuple[str, list[str]]:
        requests: list[str] = []

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                requests.append(self.path)
                status, media_type, content = pages.get(self.path.rstrip("/"), (404, "text/plain", b""))
                if content == b"wait":
                    end.wait(60)
                self.send_response(status)
                self.send_header("Content-Type", media_type)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                if self.command == "GET":
                    self.wfile.write(content)

            def do_HEAD(self) -> None:
                self.do_GET()

            def log_message(self, *arguments: object) -> None:
                """Print nothing."""

        server = QuietServer(("127.0.0.1", 0), Handler)
        servers.append(server)
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return f"http://127.0.0.1:{server.server_port}", requests

    yield serve
    end.set()
    for server in servers:
        server.shutdown()
        server.server_close()


def test_files_that_no_scan_needs_are_not_requested(
    open_root_files: OpenRootFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    from fsspec.implementations.memory import MemoryFileSystem

    requests: list[str] = []
    for method in ("ls", "cat_file"):
        real = getattr(MemoryFileSystem, method)

        def record(self: object, path: str, *arguments: Any, real: Any = real, **options: Any) -> object:
            requests.append(path)
            return real(self, path, *arguments, **options)

        monkeypatch.setattr(MemoryFileSystem, method, record)
    needed = {"de.po": b"one", "sub/fr.po": b"two"}
    others = ("shop.o", "node_modules/a.po", ".git/a.po", "sub/large.bin")
    with write_memory_files(
        {f"files/{name}": content for name, content in {**needed, **dict.fromkeys(others, b"x")}.items()}
    ):
        requests.clear()
        assert open_root_files("memory://files").files == {**needed, "shop.o": b""}
    assert set(requests) == {"/files", "/files/sub", "/files/de.po", "/files/sub/fr.po"}


def test_a_directory_of_a_web_server_is_refused_without_a_request(open_root_files: OpenRootFiles) -> None:
    with pytest.raises(RootError) as caught:
        open_root_files("https://nohost.invalid/shop")
    assert str(caught.value) == (
        "https://nohost.invalid/shop: no archive, such as shop.zip, and a directory of a web server is not read; write"
        " git+https:// for a repository"
    )


CHECK = "check the address and the connection"
NO_FILE = "there is no such file or directory; check the address"


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        pytest.param("missing.zip", NO_FILE, id="missing archive"),
        pytest.param(
            "denied.zip", "access was denied; check the address, and the credentials in the environment", id="denied"
        ),
    ],
)
def test_an_http_error_is_one_sentence(
    serve_pages: Callable[..., tuple[str, list[str]]], open_root_files: OpenRootFiles, path: str, reason: str
) -> None:
    address, _ = serve_pages({"/denied.zip": (403, "text/plain", b"")})
    with pytest.raises(RootError) as caught:
        open_root_files(f"{address}/{path}")
    assert str(caught.value) == f"{address}/{path}: {reason}"


def test_an_error_of_the_server_is_one_sentence(
    serve_pages: Callable[..., tuple[str, list[str]]], open_root_files: OpenRootFiles
) -> None:
    address, _ = serve_pages({"/broken.zip?token=abc": (500, "text/plain", b"")})
    with pytest.raises(RootError) as caught:
        open_root_files(f"{address}/broken.zip?token=abc")
    assert str(caught.value).startswith(f"{address}/broken.zip?token=***: cannot be read (")
    assert str(caught.value).endswith(f"); {CHECK}")
    assert "abc" not in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (OSError("no disk"), f"cannot be read (OSError: no disk); {CHECK}"),
        (FileNotFoundError("gone"), NO_FILE),
    ],
    ids=["other error", "missing"],
)
def test_the_error_for_an_unreadable_file_of_a_directory_names_the_file(
    open_root_files: OpenRootFiles, monkeypatch: pytest.MonkeyPatch, error: Exception, reason: str
) -> None:
    from fsspec.implementations.memory import MemoryFileSystem

    def fail(self: object, path: str, *arguments: Any, **options: Any) -> bytes:
        raise error

    monkeypatch.setattr(MemoryFileSystem, "cat_file", fail)
    with write_memory_files({"shop/fr.po": b"x"}), pytest.raises(RootError) as caught:
        open_root_files("memory://shop")
    assert str(caught.value) == f"memory://shop: fr.po: {reason}"


def test_an_unreadable_inner_folder_of_a_directory_is_an_error(
    open_root_files: OpenRootFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    from fsspec.implementations.memory import MemoryFileSystem

    list_folder = MemoryFileSystem.ls

    def refuse_inner_folder(self: object, path: str, *arguments: Any, **options: Any) -> object:
        if path.endswith("inner"):
            raise PermissionError(path)
        return list_folder(self, path, *arguments, **options)

    monkeypatch.setattr(MemoryFileSystem, "ls", refuse_inner_folder)
    with write_memory_files({"shop/fr.po": b"x", "shop/inner/de.po": b"x"}), pytest.raises(RootError) as caught:
        open_root_files("memory://shop")
    assert str(caught.value) == (
        "memory://shop: access was denied; check the address, and the credentials in the environment"
    )


def test_a_remote_directory_without_files_is_an_error(open_root_files: OpenRootFiles) -> None:
    with write_memory_files({"shop/node_modules/de.po": b"x"}), pytest.raises(RootError) as caught:
        open_root_files("memory://shop")
    assert str(caught.value) == "memory://shop: no archive, and no directory with files; check the address"


def test_a_server_that_does_not_answer_is_an_error_after_the_time_limit(
    serve_pages: Callable[..., tuple[str, list[str]]], open_root_files: OpenRootFiles
) -> None:
    address, _ = serve_pages({"/shop.zip": (200, "text/plain", b"wait")})
    with pytest.raises(RootError) as caught:
        open_root_files(f"{address}/shop.zip", RootLimits(seconds=0.5))
    assert str(caught.value) == (
        f"{address}/shop.zip: not there after 0.5 seconds; check the connection, or increase --root-seconds"
    )


def test_the_error_for_a_refused_connection_is_one_sentence(open_root_files: OpenRootFiles) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{unused.getsockname()[1]}/shop.zip"
        with pytest.raises(RootError) as caught:
            open_root_files(address)
    assert str(caught.value) == f"{address}: cannot be read (the connection was refused); {CHECK}"


def test_the_error_for_an_unknown_host_is_one_sentence(open_root_files: OpenRootFiles) -> None:
    with pytest.raises(RootError) as caught:
        open_root_files("http://nohost.invalid/shop.zip")
    reason = "cannot be read (the host name cannot be resolved)"
    assert str(caught.value) == f"http://nohost.invalid/shop.zip: {reason}; {CHECK}"


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        pytest.param("memory://none", "there is no such file or directory; check the address", id="missing directory"),
        pytest.param(
            "memory://none.zip", "there is no such file or directory; check the address", id="missing archive"
        ),
        pytest.param(
            "unknown://a/b",
            "unknown is no known file system (Protocol not known: unknown); write https, git+https, ssh, s3 or gs",
            id="unknown file system",
        ),
    ],
)
def test_an_error_of_another_file_system_is_one_sentence(
    open_root_files: OpenRootFiles, address: str, reason: str
) -> None:
    with pytest.raises(RootError) as caught:
        open_root_files(address)
    assert str(caught.value) == f"{address}: {reason}"


@pytest.mark.parametrize(
    ("address", "missing", "reason"),
    [
        pytest.param("memory://a.zip", "fsspec", "pip install 'transtats-cli[fleet]'", id="fsspec"),
        pytest.param("http://localhost/a.zip", "aiohttp", "pip install 'transtats-cli[fleet]'", id="aiohttp"),
        pytest.param(
            "s3://bucket/a.zip",
            "s3fs",
            "the library for s3 is missing; install it with: pip install s3fs",
            id="library of a store",
        ),
    ],
)
def test_the_error_for_a_missing_library_contains_the_install_command(
    open_root_files: OpenRootFiles, monkeypatch: pytest.MonkeyPatch, address: str, missing: str, reason: str
) -> None:
    real_import = builtins.__import__

    def refuse(name: str, *arguments: Any) -> object:
        if name.partition(".")[0] == missing:
            raise ImportError(f"no module {missing}")
        return real_import(name, *arguments)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(RootError) as caught:
        open_root_files(address)
    assert str(caught.value).startswith(f"{address}: ")
    assert reason in str(caught.value)


def test_many_small_files_are_requested_together(
    tmp_path: Path, open_root_files: OpenRootFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    from fsspec.implementations.memory import MemoryFileSystem

    batches = []
    cat_ranges = MemoryFileSystem.cat_ranges

    def record(self: object, paths: list[str], *arguments: Any, **options: Any) -> object:
        batches.append(len(paths))
        return cat_ranges(self, paths, *arguments, **options)

    monkeypatch.setattr(MemoryFileSystem, "cat_ranges", record)
    files = {f"shop/po/{number:03}.po": str(number).encode() for number in range(100)}
    with write_memory_files({**files, "shop/large.po": b"x" * (2 << 20)}):
        opened = open_root_files("memory://shop")
    assert batches == [64, 36]
    assert opened.files == {name.removeprefix("shop/"): content for name, content in files.items()} | {
        "large.po": b"x" * (2 << 20)
    }


def test_a_remote_name_may_contain_characters_of_patterns(open_root_files: OpenRootFiles) -> None:
    files = {"po/[id].po": b"a", "po/*.po": b"b"}
    with write_memory_files({f"shop/{name}": content for name, content in files.items()}):
        assert open_root_files("memory://shop").files == files


def test_a_remote_directory_with_one_folder_is_not_changed(open_root_files: OpenRootFiles) -> None:
    with write_memory_files({f"all/shop/{name}": content.encode() for name, content in SHOP.items()}):
        assert {f"shop/{path}" for path in NEEDED} <= set(open_root_files("memory://all").files)


def test_a_remote_name_that_leads_out_of_the_root_is_refused(open_root_files: OpenRootFiles, tmp_path: Path) -> None:
    write_files(tmp_path, {"a.po": "x"})
    with write_memory_files({"shop/../../a.po": b"y", "shop/b.po": b"z"}), pytest.raises(RootError) as caught:
        open_root_files("memory://shop")
    assert "../../a.po has a name that leads out of the root" in str(caught.value)
