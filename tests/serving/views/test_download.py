"""Downloads: only translation files are sent, and only in full."""

import asyncio
import os
import socket
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from transtats_cli.caching.stamps import read_file_stamp
from transtats_cli.component import Component
from transtats_cli.serving.view_types import StreamError
from transtats_cli.serving.views.download import _read_chunks, _wait_until_settled

DOWNLOAD = "/api/translations/first/window/de/file/"


def test_a_file_is_sent_unchanged(client: Any, shared_root: Path) -> None:
    reply = client.server.get(DOWNLOAD)
    assert (reply.status, reply.body) == (200, (shared_root / "first/window/de.po").read_bytes())
    assert reply.headers["content-type"].startswith("text/x-gettext-translation")
    assert "first-window-de.po" in reply.headers["content-disposition"]
    head = client.server.get(DOWNLOAD, method="HEAD")
    assert (head.body, head.headers["content-length"]) == (b"", str(len(reply.body)))
    category = client.server.get("/api/translations/second/docs%252Fsearch/de/file/")
    assert "second-docs-search-de.po" in category.headers["content-disposition"]


def test_a_large_file_is_sent_in_full(own_client: Any, root: Path) -> None:
    content = (root / "first/window/de.po").read_bytes() + b"# padding\n" * 50_000
    (root / "first/window/de.po").write_bytes(content)
    assert own_client.server.get(DOWNLOAD).body == content


def test_an_unsupported_format_is_not_found(client: Any) -> None:
    statuses = {
        name: client.server.get(f"{DOWNLOAD}?format={name}").status for name in ("", "po", "xliff", "json", "csv")
    }
    assert statuses == {"": 200, "po": 200, "xliff": 404, "json": 404, "csv": 404}


def test_a_source_language_without_a_file_is_not_found(client: Any) -> None:
    assert client.get_json("translations/first/window/en/")["filename"] == ""
    assert client.server.get("/api/translations/first/window/en/file/").status == 404


def test_only_regular_files_inside_the_tree_are_sent(own_client: Any, root: Path, tmp_path: Path) -> None:
    secret = tmp_path / "fr.po"
    secret.write_text('msgid "secret"\nmsgstr "secret"\n')
    (root / "first/window/fr.po").symlink_to(secret)
    os.mkfifo(root / "first/window/it.po")
    for code in ("fr", "it", "..", "..%2F..%2Ffr", "%00", "de%2F..%2Fde"):
        reply = own_client.server.get(f"/api/translations/first/window/{code}/file/")
        assert reply.status == 404, code
        assert b"secret" not in reply.body
    assert own_client.server.get(DOWNLOAD).status == 200


def test_a_file_replaced_by_a_pipe_is_not_sent(own_client: Any, root: Path) -> None:
    assert own_client.server.get(DOWNLOAD).status == 200
    (root / "first/window/de.po").unlink()
    os.mkfifo(root / "first/window/de.po")
    assert own_client.server.get(DOWNLOAD).status == 404


def test_a_file_is_never_sent_in_part_while_it_is_written(own_client: Any, root: Path) -> None:
    """Each response is one of the two contents, or an error with Retry-After."""
    path = root / "first/window/de.po"
    old = path.read_bytes()
    new = old + b"# another\n" * 20_000
    # After this request the server has numbers of the file, even if the next scan reads a part of it.
    assert own_client.server.get(DOWNLOAD).status == 200
    for _ in range(10):
        writer = Writer(path, (new, old))
        replies = [own_client.server.get(DOWNLOAD) for _ in range(5)]
        writer.end()
        wrong = [
            (reply.status, len(reply.body))
            for reply in replies
            if not (reply.status == 200 and reply.body in (old, new)) and reply.headers.get("retry-after") != "1"
        ]
        # On a busy machine the writer may pause for so long (0.1 seconds) that its file looks finished. Try again.
        # The limit is lower, because a pause is measured between the ends of two writes, and timestamps are coarse.
        if not wrong or writer.longest_pause < 0.02:
            break
    assert wrong == [] or writer.longest_pause >= 0.02
    assert own_client.server.get(DOWNLOAD).body in (old, new)


class Writer(threading.Thread):
    """Thread that rewrites a file in place, piece by piece, until `end` is called."""

    def __init__(self, path: Path, contents: Sequence[bytes]) -> None:
        super().__init__()
        self.longest_pause = 0.0
        self._path = path
        self._contents = contents
        self._ended = threading.Event()
        self.start()

    def run(self) -> None:
        while not self._ended.is_set():
            for content in self._contents:
                self._write(content)
                self._ended.wait(0.05)

    def _write(self, content: bytes) -> None:
        with self._path.open("r+b") as file:
            written = time.monotonic()
            file.truncate()
            for start in range(0, len(content), 4096):
                file.write(content[start : start + 4096])
                file.flush()
                now = time.monotonic()
                self.longest_pause, written = max(self.longest_pause, now - written), now

    def end(self) -> None:
        self._ended.set()
        self.join()


def test_the_download_of_a_large_file_is_aborted_if_the_file_changes(tmp_path: Path) -> None:
    path = tmp_path / "de.po"
    path.write_bytes(b"a" * 3_000_000)
    os.utime(path, (1, 1))
    component = Component("demo", "app", str(tmp_path), "*.po")

    async def download() -> None:
        stamp = read_file_stamp("", path.stat())
        chunks = _read_chunks(component, "de.po", stamp)
        assert len(await anext(chunks)) == 1024 * 1024
        with path.open("r+b") as file:
            file.write(b"b")
        async for _ in chunks:
            pass

    with pytest.raises(StreamError, match="changed"):
        asyncio.run(download())


@pytest.mark.parametrize("content", [None, b"another content"], ids=["removed", "replaced"])
def test_a_file_that_changes_before_it_is_sent_is_not_sent(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "de.po"
    path.write_bytes(b"a" * 100)

    async def download() -> None:
        chunks = _read_chunks(Component("demo", "app", str(tmp_path), "*.po"), "de.po", stamp)
        await anext(chunks)

    stamp = read_file_stamp("", path.stat())
    path.unlink()
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(StreamError, match="changed"):
        asyncio.run(download())


def test_a_download_that_is_aborted_logs_no_traceback(own_client: Any, root: Path) -> None:
    path = root / "first/window/de.po"
    content = path.read_bytes()
    # More than the buffers of both ends of a connection contain.
    path.write_bytes(content + b"# padding\n" * 2_000_000)
    os.utime(path, (1, 1))
    server = own_client.server
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(f"GET {DOWNLOAD} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        received = len(connection.recv(65_536))
        path.write_bytes(content)
        while chunk := connection.recv(1_000_000):
            received += len(chunk)
    assert 0 < received < 20_000_000
    assert server.log(f"{DOWNLOAD}: the file changed while it was sent", 30)
    assert server.end() == 0
    assert server.log("Traceback", 0) == []


def test_an_empty_file_is_read_again_before_it_is_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file system may truncate a file before it updates the timestamps, so an old, empty file may be incomplete."""
    path = tmp_path / "de.po"
    path.write_bytes(b"")
    component = Component("demo", "app", str(tmp_path), "*.po")
    delays = []

    async def write_later(seconds: float) -> None:
        delays.append(seconds)
        if len(delays) == 3:
            path.write_bytes(b"complete")

    async def download() -> bytes:
        stamp = await _wait_until_settled(component, "de.po")
        return b"".join([chunk async for chunk in _read_chunks(component, "de.po", stamp)])

    monkeypatch.setattr("transtats_cli.serving.views.download._SETTLING_NANOSECONDS", 0)
    monkeypatch.setattr(asyncio, "sleep", write_later)
    assert asyncio.run(download()) == b"complete"
    assert len(delays) == 3
    path.write_bytes(b"")
    assert asyncio.run(download()) == b""
