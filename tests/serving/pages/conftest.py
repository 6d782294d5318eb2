"""A tree with hostile names and texts, and a parser of pages."""

from collections.abc import Callable, Mapping
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.hostile_project import SETTINGS, STRINGS, TEMPLATE
from tests.serving.conftest import LIMITS_TO_COUNT_ALL, Serve, Server

EXAMPLES = Path(__file__).parents[3] / "examples"


class PageParser(HTMLParser):
    """Parser that collects the elements of a page with their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def list_values(self, tag: str, attribute: str) -> list[str]:
        return [value for name, given in self.elements if name == tag and (value := given.get(attribute)) is not None]


@pytest.fixture
def parse_page() -> Callable[[bytes], PageParser]:
    """Function that parses the body of a page."""

    def parse(body: bytes) -> PageParser:
        parser = PageParser()
        parser.feed(body.decode())
        return parser

    return parse


@pytest.fixture(scope="session")
def examples_server(serve_all: Serve) -> Server:
    """Server for the examples, whose pages wait until all components have been counted."""
    return serve_all(EXAMPLES, limits=LIMITS_TO_COUNT_ALL)


@pytest.fixture
def hostile_root(tree: Callable[[Mapping[str, str | bytes]], Path]) -> Path:
    """A project with names that contain markup, quotes and a slash."""
    files = {
        "root/po/de.po": STRINGS,
        "root/po/app.pot": TEMPLATE,
        "root/transtats.toml": SETTINGS,
        "root/a\"<b>&'/c %?#d/de.po": STRINGS,
        "root/a\"<b>&'/c %?#d/fr.po": STRINGS,
    }
    return tree(files) / "root"
