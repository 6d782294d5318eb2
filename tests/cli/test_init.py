import json
import tomllib
from pathlib import Path

import pytest

from tests.fixture_types import Run, WriteTree

PO = 'msgid ""\nmsgstr ""\n'


@pytest.fixture
def root(tree: WriteTree) -> Path:
    return tree(
        {"demo/app/po/de.po": PO, "demo/app/po/app.pot": PO, "demo/docs/messages.fr.xlf": "<xliff version='2.0'/>"}
    )


def test_the_found_components_are_written_to_the_settings(run: Run, root: Path) -> None:
    done = run("init")
    assert (done.status, done.stdout, done.stderr) == (0, "transtats.toml: 2 components\n", "")
    assert tomllib.loads((root / "transtats.toml").read_text())["project"]["demo"]["component"] == {
        "app": {"path": "demo/app", "filemask": "po/*.po", "file_format": "po", "new_base": "po/app.pot"},
        "docs": {"path": "demo/docs", "filemask": "messages.*.xlf", "file_format": "xliff2"},
    }


def test_the_written_settings_describe_the_components_found_without_settings(run: Run, root: Path) -> None:
    before = run("components", "--no-strings", "--format", "json").stdout
    assert json.loads(before)
    run("init")
    assert run("components", "--no-strings", "--format", "json").stdout == before


def test_an_existing_settings_file_is_kept(run: Run, root: Path) -> None:
    (root / "transtats.toml").write_text("review = false\n")
    done = run("init")
    assert (done.status, done.stdout) == (2, "")
    assert "transtats.toml already exists; --force replaces it" in done.stderr
    assert (root / "transtats.toml").read_text() == "review = false\n"


def test_force_replaces_a_broken_settings_file(run: Run, root: Path) -> None:
    (root / "transtats.toml").write_text("nonsense\n")
    assert run("init", "--force").status == 0
    tomllib.loads((root / "transtats.toml").read_text())


def test_the_settings_are_written_to_the_given_root(run: Run, root: Path) -> None:
    done = run("init", "--root", "demo", "--quiet")
    assert (done.status, done.stdout) == (0, "")
    assert (root / "demo" / "transtats.toml").is_file()
    assert not (root / "transtats.toml").exists()


def test_settings_that_cannot_be_written_are_an_error(run: Run, root: Path) -> None:
    (root / "transtats.toml").mkdir()
    done = run("init", "--force")
    assert done.status == 2
    assert "transtats.toml cannot be written" in done.stderr


def test_without_components_the_settings_contain_only_comments(run: Run, tmp_path: Path) -> None:
    done = run("init")
    assert done.stdout == "transtats.toml: 0 components\n"
    assert tomllib.loads((tmp_path / "transtats.toml").read_text()) == {}
