"""Files that contain the strings of all languages, in each command: the string catalogs of Xcode."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.fixture_types import Run, WriteTree


def make_unit(value: str, state: str = "translated") -> dict[str, Any]:
    return {"stringUnit": {"state": state, "value": value}}


def make_catalog(**values: Any) -> str:
    strings = {
        "Hello": {"localizations": {"de": make_unit("Hallo"), "pt-BR": make_unit("Oi", "needs_review")}},
        "Bye": {"localizations": {"de": make_unit("Tschüss")}},
        "Acme": {"shouldTranslate": False},
    }
    return json.dumps({"sourceLanguage": "en", "strings": strings, **values}, indent=1)


@pytest.fixture
def app(tree: WriteTree) -> Path:
    """An application with one catalog. German is complete, and Portuguese has one string that needs editing."""
    return tree({"app/Localizable.xcstrings": make_catalog(), "app/Empty.xcstrings": make_catalog(strings={})}) / "app"


def count(done_stdout: str) -> dict[str, tuple[int, ...]]:
    keys = ("total", "translated", "fuzzy", "readonly")
    return {each["code"]: tuple(each[key] for key in keys) for each in json.loads(done_stdout)["results"]}


EXPECTED = {"de": (3, 3, 0, 1), "pt_BR": (3, 1, 1, 1)}


def test_a_catalog_with_translations_is_a_component_without_settings(run: Run, app: Path) -> None:
    done = run("components", "--json", cwd=app)
    (component,) = json.loads(done.stdout)["results"]
    assert (component["mask"], component["format"]) == ("Localizable.xcstrings", "xcstrings")
    assert done.stderr == ""


def test_each_language_counts_with_the_strings_of_the_catalog(run: Run, app: Path) -> None:
    assert count(run("stats", "--no-history", cwd=app).stdout) == EXPECTED
    assert count(run("stats", "--no-history", "--with-source", cwd=app).stdout) == {"en": (3, 3, 0, 1), **EXPECTED}
    assert list(count(run("stats", "--no-history", "--language", "pt-BR", cwd=app).stdout)) == ["pt_BR"]
    rows = run("stats", "--all", "--no-history", "--format", "csv", cwd=app).stdout.splitlines()
    assert len(rows) == 3


def test_results_come_from_the_cache_for_each_language(run: Run, app: Path, tmp_path: Path) -> None:
    options = ("--no-history", "--completeness", "--cache-dir", tmp_path / "cache")
    first, second = (run("stats", *options, cwd=app).stdout for _ in range(2))
    assert first == second
    assert [each["missing"] for each in json.loads(first)["results"]] == [0, 1]
    (app / "Localizable.xcstrings").write_text(make_catalog().replace("needs_review", "translated"))
    assert count(run("stats", *options, cwd=app).stdout)["pt_BR"] == (3, 2, 0, 1)


@pytest.mark.parametrize(
    ("command", "status", "expected"),
    [
        pytest.param(("units", "--language", "pt_BR", "--state", "fuzzy"), 0, "Localizable.xcstrings:12", id="units"),
        pytest.param(("units", "--missing"), 0, "Bye", id="missing"),
        pytest.param(("gate", "--fail-under", "50"), 1, "Portuguese (Brazil)", id="gate"),
        pytest.param(("explain", "app", "localizable"), 0, "pt-BR", id="explain a component"),
        pytest.param(("explain", "app", "localizable", "de"), 0, "German", id="explain a language"),
        pytest.param(("explain", "app", "localizable", "pt_BR", "Hello"), 0, "Oi", id="explain a string"),
    ],
)
def test_commands_read_one_language_of_the_file(
    run: Run, app: Path, command: tuple[str, ...], status: int, expected: str
) -> None:
    done = run(*command, cwd=app)
    assert (done.status, expected in done.stdout) == (status, True)


def test_the_settings_that_init_writes_are_valid(run: Run, app: Path) -> None:
    assert run("init", cwd=app).status == 0
    settings = (app / "transtats.toml").read_text()
    assert 'filemask = "Localizable.xcstrings"' in settings
    assert "template" not in settings.partition("[project.app")[2]
    assert count(run("stats", "--no-history", cwd=app).stdout) == EXPECTED


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        pytest.param('filemask = "Localizable.xcstrings"', {"de", "pt_BR"}, id="mask"),
        pytest.param('filemask = "Localizable.xcstrings"\naliases = { "pt-BR" = "pt" }', {"de", "pt"}, id="an alias"),
        pytest.param('filemask = "Localizable.xcstrings"\nlanguage_regex = "^de$"', {"de"}, id="language_regex"),
        pytest.param('filemask = "Localizable.xcstrings"\nsource_language = "de"', {"en", "pt_BR"}, id="source"),
    ],
)
def test_settings_apply_to_the_languages_of_the_file(run: Run, app: Path, settings: str, expected: set[str]) -> None:
    (app / "transtats.toml").write_text(f"[project.x.component.y]\n{settings}\n")
    done = run("stats", "x", "y", "--no-history", cwd=app)
    assert (done.stderr, {*count(done.stdout)}) == ("", expected)


def test_a_mask_with_a_star_is_refused(run: Run, app: Path) -> None:
    done = run("stats", "x", "y", "--filemask", "*.xcstrings", cwd=app)
    assert done.status == 2
    assert "files in the format xcstrings contain all languages; give the path of one file without '*'" in done.stderr


def test_a_file_that_cannot_be_read_is_reported_once_and_affects_no_other_file(run: Run, app: Path) -> None:
    (app / "Broken.xcstrings").write_text('{"sourceLanguage": "en",\n"strings": {"a": }}')
    done = run("stats", "--all", "--no-history", "--with-source", "--format", "csv", cwd=app)
    assert done.status == 3
    assert done.stderr == "Broken.xcstrings:2: Expecting value (all languages depend on this template)\n"
    assert len(done.stdout.splitlines()) == 4
    one_language = run("stats", "app", "broken", "--language", "de", cwd=app)
    assert "Broken.xcstrings:2" in one_language.stderr


def test_revisions_contain_the_languages_of_the_file(run: Run, app: Path) -> None:
    git = ("git", "-c", "user.name=x", "-c", "user.email=x@example.org")
    for command in (("init", "-q"), ("add", "."), ("commit", "-qm", "one")):
        subprocess.run([*git, *command], cwd=app, check=True)
    path = app / "Localizable.xcstrings"
    path.write_text(path.read_text().replace("needs_review", "translated"))
    done = run("diff", "--all", "HEAD", cwd=app)
    assert "Portuguese (Brazil) (pt_BR): 33.3% → 66.6%" in done.stdout
    assert "German" not in done.stdout
