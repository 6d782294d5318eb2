"""Downloads: only translation files are sent, and only in full."""

import asyncio
import os
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from transtats_cli.caching.stamps import read_file_stamp
from transtats_cli.component import Component
from transtats_cli.errors import UnreadableFile
from transtats_cli.languages import language_by_code
from transtats_cli.report import Record
from transtats_cli.serving.views import download
from transtats_cli.statistics import Statistics

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


@pytest.mark.parametrize("change", ["grows", "is replaced"])
def test_a_file_that_changes_while_it_is_read_is_not_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    path = tmp_path / "de.po"
    path.write_bytes(b"old")
    os.utime(path, (1, 1))
    read_stamp = read_file_stamp

    def read_stamp_then_change(name: str, status: os.stat_result) -> list[int]:
        if change == "is replaced":
            path.with_suffix(".new").write_bytes(b"another")
            path.with_suffix(".new").replace(path)
        else:
            with path.open("ab") as file:
                file.write(b" and new")
        return read_stamp(name, status)

    monkeypatch.setattr(download, "_SETTLING_NANOSECONDS", 0)
    monkeypatch.setattr(download, "read_file_stamp", read_stamp_then_change)
    component = Component("demo", "app", str(tmp_path), "*.po")
    assert download._read_settled_file(component, "de.po") is None


def test_a_file_that_was_removed_is_unreadable(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile):
        download._read_settled_file(Component("demo", "app", str(tmp_path), "*.po"), "de.po")


def test_a_client_with_the_current_file_gets_status_304(client: Any) -> None:
    tag = client.server.get(DOWNLOAD).headers["etag"]
    assert client.server.get(DOWNLOAD, {"If-None-Match": tag}).status == 304


def test_an_empty_file_is_read_again_before_it_is_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file system may truncate a file before it updates the timestamps, so an old, empty file may be incomplete."""
    component = Component("demo", "app", str(tmp_path), "*.po")
    record = Record(language_by_code("de"), "de.po", Statistics())
    (tmp_path / "de.po").write_bytes(b"")
    delays: list[float] = []

    class Reader:
        is_cacheable = True

    class Request:
        reader = Reader()

        def get_parameter(self, name: str) -> str:
            return ""

        async def find_translation(self, *, checks: bool) -> Any:
            return component, None, record

    async def write_later(seconds: float) -> None:
        delays.append(seconds)
        if len(delays) == 3:
            (tmp_path / "de.po").write_bytes(b"complete")

    monkeypatch.setattr(download, "_SETTLING_NANOSECONDS", 0)
    monkeypatch.setattr(asyncio, "sleep", write_later)
    request: Any = Request()
    assert asyncio.run(download.translation_file(request)).body == b"complete"
    assert len(delays) == 3
    (tmp_path / "de.po").write_bytes(b"")
    assert asyncio.run(download.translation_file(request)).body == b""
