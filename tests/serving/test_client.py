"""Output of the official client for a small tree, in each of its formats."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.serving.conftest import Server

wlc_main = pytest.importorskip("wlc.main", reason="the client is not installed")

STATS = """\
approved: 0
approved_percent: 0.0
code: cs
comments: 0
failing: 0
failing_percent: 0.0
fuzzy: 0
fuzzy_percent: 0.0
last_change: 
name: Czech
readonly: 0
readonly_percent: 0.0
recent_changes: 0
suggestions: 0
total: 2
total_chars: 13
total_words: 3
translate_url: {site}/translate/demo/app/cs/
translated: 1
translated_chars: 5
translated_chars_percent: 38.4
translated_percent: 50.0
translated_words: 1
translated_words_percent: 33.3
url: {site}/projects/demo/app/cs/
"""  # noqa: W291  a line without a value ends in a space


class Client:
    """The client's main function with the address of a server."""

    def __init__(self, api: str, capsys: pytest.CaptureFixture[str]) -> None:
        self.site = api.removesuffix("/api/")
        self._settings = [("weblate", "url", api)]
        self._capsys = capsys

    def __call__(self, *args: str, status: int = 0) -> str:
        returned = wlc_main.main(settings=self._settings, args=[*args])
        printed = self._capsys.readouterr()
        assert returned == status, printed.err
        return printed.out if status == 0 else printed.err


@pytest.fixture
def wlc(demo_server: Server, capsys: pytest.CaptureFixture[str]) -> Client:
    return Client(demo_server.api, capsys)


def test_the_installed_command_calls_the_same_function(demo_server: Server, wlc: Client, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(Path(sys.executable).with_name("wlc")), "--url", demo_server.api, "list-projects"],
        cwd=tmp_path,
        env={"HOME": str(tmp_path), "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (0, wlc("list-projects")), done.stderr


def test_statistics_are_printed_in_every_format(wlc: Client) -> None:
    text = STATS.format(site=wlc.site)
    names, values = zip(*(line.split(": ", 1) for line in text.splitlines()), strict=True)
    assert wlc("stats", "demo/app/cs").strip("\n") == text.strip("\n")
    assert wlc("--format", "csv", "stats", "demo/app").splitlines()[:2] == [",".join(names), ",".join(values)]
    record = json.loads(wlc("--format", "json", "stats", "demo/app"))[0]
    assert {name: "" if value is None else str(value) for name, value in record.items()} == dict(
        zip(names, values, strict=True)
    )
    page = wlc("--format", "html", "stats", "demo/app")
    assert [f"<td>{value}</td>" in page for value in values if value] == [True] * (len(values) - 1)


def test_project_totals_are_sums(wlc: Client) -> None:
    total = json.loads(wlc("--format", "json", "stats", "demo"))
    assert (total["name"], total["translated"], total["total"]) == ("demo", 3 + 2 + 1 + 1, 3 * 2 + 2)


def test_lists_contain_all_objects(wlc: Client) -> None:
    listed = {
        call: [row["slug" if "slug" in row else "code"] for row in json.loads(wlc("--format", "json", *call.split()))]
        for call in ("list-projects", "list-components", "list-components demo", "list-languages")
    }
    assert listed == {
        "list-projects": ["demo"],
        "list-components": ["app", "docs/manual"],
        "list-components demo": ["app", "docs/manual"],
        "list-languages": ["cs", "de", "en"],
    }
    # Since version 3.1, the client accepts no name with a category, such as `demo/docs%252Fmanual`.
    rows = json.loads(wlc("--format", "json", "list-translations", "demo/app"))
    assert [(row["language_code"], row["translated"]) for row in rows] == [("en", 2), ("cs", 1), ("de", 2)]


def test_objects_are_printed_and_files_are_downloaded(wlc: Client, project: Path) -> None:
    assert json.loads(wlc("--format", "json", "show", "demo"))["name"] == "demo"
    assert json.loads(wlc("--format", "json", "show", "demo/app"))["filemask"] == "po/*.po"
    assert json.loads(wlc("--format", "json", "show", "demo/app/de"))["language"]["name"] == "German"
    assert wlc("download", "demo/app/de") == (project / "demo/app/po/de.po").read_text()


def test_an_unknown_object_is_an_error(wlc: Client) -> None:
    assert wlc("stats", "demo/app/xx", status=1).startswith("Error: Object not found on the server")
