"""The validator of the W3C finds no error in the pages of a server and of a static report."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.fixture_types import Run
from tests.serving.conftest import Server

ROOT = Path(__file__).parents[3]
VALIDATOR = ROOT / "node_modules" / "vnu-jar" / "build" / "dist" / "vnu.jar"
STRINGS = "/translate/gettext/hello/cs/"
SERVED = (
    "/",
    "/projects/gettext/hello/",
    "/projects/gettext/hello/cs/",
    STRINGS,
    f"{STRINGS}?q=(",
    "/projects/gettext/hello/?name=zzz",
    "/search/",
    "/search/?q=e",
    "/search/?q=(",
    "/checks/",
    "/checks/?name=zzz",
    "/checks/end_stop/",
    "/checks/nope/",
    "/projects/nope/",
)
pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(not VALIDATOR.exists(), reason="vnu is not installed: npm install vnu-jar"),
    pytest.mark.skipif(shutil.which("java") is None, reason="vnu needs Java"),
]


def find_errors(folder: Path) -> list[str]:
    """Return the errors of all pages in a folder. Warnings are left out, because a file has no origin."""
    command = ["java", "-jar", VALIDATOR, "--errors-only", "--skip-non-html", "--format", "json", folder]
    done = subprocess.run([*map(str, command)], capture_output=True, timeout=300, check=False)
    return [f"{each['url']}:{each.get('lastLine')}: {each['message']}" for each in json.loads(done.stderr)["messages"]]


def test_pages_are_valid_html(run: Run, examples_server: Server, tmp_path: Path) -> None:
    examples = ROOT / "examples"
    pages = tmp_path / "pages"
    assert run("report", "--root", examples, "--output", pages, "--all-strings", "--dates").status == 0
    html = run("stats", "gettext", "hello", "--root", examples, "--format", "html").stdout
    (pages / "component.html").write_text(html, encoding="utf-8")
    for number, path in enumerate(SERVED):
        (pages / f"served-{number}.html").write_bytes(examples_server.get(path).body)
    assert find_errors(pages) == []


def test_the_validator_finds_errors(tmp_path: Path) -> None:
    (tmp_path / "wrong.html").write_text("<!doctype html><title>x</title><p><div></p>", encoding="utf-8")
    assert find_errors(tmp_path)
