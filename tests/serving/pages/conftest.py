"""A tree with hostile names and texts, and parsers of pages."""

from collections.abc import Callable, Mapping
from html.parser import HTMLParser
from pathlib import Path

import pytest

HOSTILE_PO = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Language: de\n"

#: "><script>alert(1)</script>:1
msgctxt "</code><script>alert(1)</script>"
msgid "<script>alert(1)</script>"
msgstr "<img src=x onerror=alert(1)>"

msgid "Open"
msgstr "‮Auf\a\t \" & '"

msgid "Close."
msgstr "Zu"

msgid "Long"
msgstr "LONG"
""".replace("LONG", "lang <" * 20_000)
TEMPLATE = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"

msgid "<script>missing</script>"
msgstr ""

msgid "Open"
msgstr ""
"""


class PageParser(HTMLParser):
    """Collects the elements of a page with their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def values(self, tag: str, attribute: str) -> list[str]:
        return [value for name, given in self.elements if name == tag and (value := given.get(attribute)) is not None]


@pytest.fixture
def parse_page() -> Callable[[bytes], PageParser]:
    def parse(body: bytes) -> PageParser:
        parser = PageParser()
        parser.feed(body.decode())
        return parser

    return parse


@pytest.fixture
def hostile_root(tree: Callable[[Mapping[str, str | bytes]], Path]) -> Path:
    """A project with names that contain markup, quotes and a slash."""
    settings = r"""
    [project.hostile]
    name = "\"'><script>alert(1)<!--"
    [project.hostile.component."docs/manual"]
    name = "it's <i> & \" onclick='x'"
    path = "po"
    filemask = "*.po"
    new_base = "app.pot"
    """
    files = {
        "root/po/de.po": HOSTILE_PO,
        "root/po/app.pot": TEMPLATE,
        "root/transtats.toml": settings,
        "root/a\"<b>&'/c %?#d/de.po": HOSTILE_PO,
        "root/a\"<b>&'/c %?#d/fr.po": HOSTILE_PO,
    }
    return tree(files) / "root"
