"""A tree with hostile names and texts, and a server for the examples."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.hostile_project import SETTINGS, STRINGS, TEMPLATE
from tests.serving.conftest import LIMITS_TO_COUNT_ALL, Serve, Server

EXAMPLES = Path(__file__).parents[3] / "examples"


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
