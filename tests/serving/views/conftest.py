"""A tree with all kinds of objects, and a server for it."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

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


@pytest.fixture
def root(tree: Callable[[Mapping[str, str | bytes]], Path]) -> Path:
    """Two projects; the second is named so that it comes first, and one of its components lies in a category."""
    document = json.dumps({"filemask": "*.po", "file_format": "po", "name": "Window"})
    settings = """
    [project.second]
    name = "A second"
    [project.second.component."docs/search"]
    path = "second/docs/search"
    filemask = "*.po"
    """
    return (
        tree(
            {
                "root/first/window/component.json": document,
                "root/first/window/de.po": GERMAN,
                "root/first/window/zh_CN.po": CHINESE,
                "root/second/docs/search/de.po": SEARCH,
                "root/transtats.toml": settings,
            }
        )
        / "root"
    )


class Ask:
    """Asks a server for JSON."""

    def __init__(self, server: Any) -> None:
        self.server = server

    def __call__(self, path: str) -> Any:
        """What is answered to a path below `/api/`, when all is well."""
        reply = self.server.get(f"/api/{path}")
        assert reply.status == 200, (path, reply.body)
        return json.loads(reply.body.replace(self.server.base_url.encode(), b"https://example.org"))


@pytest.fixture
def ask(serve: Callable[..., Any], root: Path) -> Ask:
    return Ask(serve(root))
