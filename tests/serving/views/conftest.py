"""A tree with all kinds of objects, and clients of a server for the tree."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.serving.conftest import Serve, Server, write_files

CHINESE = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"PO-Revision-Date: 2026-01-05 10:00+0100\\n"

# Above the list
#: src/menu.c:12
#, fuzzy
msgid "Open the file"
msgstr "打开"

msgid "Save."
msgstr "保存"

msgctxt "menu"
msgid "Close"
msgstr ""
"""
GERMAN = CHINESE.replace("2026-01-05", "2026-01-04").replace("打开", "Auf").replace("保存", "Sichern.")
SEARCH = 'msgid "Find"\nmsgstr "Suche"\n\nmsgid "Again"\nmsgstr "Wieder"\n'


SETTINGS = """
[project.second]
name = "A second"
[project.second.component."docs/search"]
path = "second/docs/search"
filemask = "*.po"
"""
FILES = {
    "first/window/component.json": json.dumps({"filemask": "*.po", "file_format": "po", "name": "Window"}),
    "first/window/de.po": GERMAN,
    "first/window/zh_CN.po": CHINESE,
    "second/docs/search/de.po": SEARCH,
    "transtats.toml": SETTINGS,
}
"""Two projects. The name of the second one sorts before the first, and one of its components is in a category."""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Directory with the files of two projects, which a test may change."""
    return write_files(tmp_path / "root", FILES)


@pytest.fixture(scope="session")
def shared_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Directory with the same files, which no test changes."""
    return write_files(tmp_path_factory.mktemp("views") / "root", FILES)


class JsonClient:
    """Client of the API of a server."""

    def __init__(self, server: Server) -> None:
        self.server = server

    def get_json(self, path: str) -> Any:
        """Return the JSON at a path below `/api/`. Fails if the status is not 200."""
        reply = self.server.get(f"/api/{path}")
        assert reply.status == 200, (path, reply.body)
        return json.loads(reply.body.replace(self.server.base_url.encode(), b"https://example.org"))


@pytest.fixture(scope="session")
def client(serve_all: Serve, shared_root: Path) -> JsonClient:
    """Client of a server that several tests share. The tests do not change its files."""
    return JsonClient(serve_all(shared_root))


@pytest.fixture
def own_client(serve: Serve, root: Path) -> JsonClient:
    """Client of a server for one test, which may change files."""
    return JsonClient(serve(root))
