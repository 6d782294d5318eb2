"""The content key changes with the files that a scan needs, and with nothing else."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fleet.roots.conftest import write_files
from transtats_cli.fleet.roots.selection import compute_content_key

NAMED = '[components."a/b"]\nfilemask = "data/*.translation"\n'


def change_po(shop: Path) -> None:
    path = shop / "locale/de/LC_MESSAGES/shop.po"
    path.write_text(path.read_text(encoding="utf-8").replace("eins", "EINS"), encoding="utf-8")


def make_writer(name: str, content: str = "") -> Callable[[Path], object]:
    return lambda shop: write_files(shop, {name: content})


def make_linker(name: str, target: str) -> Callable[[Path], object]:
    return lambda shop: (shop / name).symlink_to(target)


CHANGES = [
    pytest.param(change_po, id="translation of the same size"),
    pytest.param(lambda shop: (shop / "locale/shop.pot").unlink(), id="deleted file"),
    pytest.param(lambda shop: (shop / "locale/fr").rename(shop / "locale/es"), id="renamed folder"),
    pytest.param(make_writer("po/it.po"), id="new file"),
    pytest.param(make_writer(".gitignore", "locale"), id="ignored folders"),
    pytest.param(make_writer("transtats.toml", "[tool]"), id="settings"),
    pytest.param(make_writer("../transtats.toml", "project = 'a'"), id="settings above"),
    pytest.param(make_writer("../.tx/config", "[main]"), id="configuration of another tool above"),
    pytest.param(make_writer("../l10n.toml", "a = 1"), id="configuration of Mozilla above"),
    pytest.param(make_writer("locale/LINGUAS", "de"), id="languages of gettext"),
    pytest.param(make_writer("deep/er/component.json", "{}"), id="component.json"),
    pytest.param(make_writer(".weblate", "[weblate]"), id="configuration of the client"),
    pytest.param(make_writer("sub/setup.py"), id="project in a folder"),
    pytest.param(make_writer("Makefile"), id="file at the top"),
    pytest.param(make_linker("locale/it.po", "de/LC_MESSAGES/shop.po"), id="link"),
    pytest.param(make_linker("locale/it.po", "/nowhere.po"), id="link to nowhere"),
]
NO_CHANGES = [
    pytest.param(lambda shop: os.utime(shop / "locale/shop.pot", (1, 1)), id="time of a file"),
    pytest.param(lambda shop: (shop / "locale/shop.pot").chmod(0o600), id="mode of a file"),
    pytest.param(make_writer("src/shop.c", "other"), id="program"),
    pytest.param(make_writer("src/new.c"), id="new program"),
    pytest.param(make_writer("Readme", ""), id="unchanged file"),
    pytest.param(make_writer("../.git/index", "x"), id="index of git"),
    pytest.param(make_writer("node_modules/a/de.po"), id="other project"),
    pytest.param(make_writer("env/de.po"), id="virtual environment"),
    pytest.param(lambda shop: (shop / "empty").mkdir(), id="empty folder"),
]


@pytest.fixture
def project(shop: Path) -> Path:
    """Project in a repository whose top is the folder above."""
    return write_files(shop, {"../.git/HEAD": "", "Readme": "", "env/pyvenv.cfg": ""})


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_that_may_change_statistics_changes_the_key(project: Path, change: Callable[[Path], object]) -> None:
    before = compute_content_key(str(project))
    change(project)
    assert compute_content_key(str(project)) != before


@pytest.mark.parametrize("change", NO_CHANGES)
def test_other_changes_do_not_change_the_key(project: Path, change: Callable[[Path], object]) -> None:
    before = compute_content_key(str(project))
    change(project)
    assert compute_content_key(str(project)) == before


def test_a_change_of_a_file_that_the_settings_name_changes_the_key(shop: Path) -> None:
    write_files(shop, {"data/de.translation": "a", "data/de.other": "a"})
    unnamed = compute_content_key(str(shop))
    write_files(shop, {"data/de.translation": "b"})
    assert compute_content_key(str(shop)) == unnamed
    write_files(shop, {"transtats.toml": NAMED})
    named = compute_content_key(str(shop))
    write_files(shop, {"data/de.other": "b"})
    assert compute_content_key(str(shop)) == named
    write_files(shop, {"data/de.translation": "c"})
    assert compute_content_key(str(shop)) != named


def test_a_change_of_the_repository_name_changes_the_key(shop: Path) -> None:
    """Projects without settings are named after their repositories."""
    keys = set()
    for address in ("https://h/one.git", "https://h/two.git", "ssh://other/two"):
        write_files(shop, {".git/config": f'[remote "origin"]\n\turl = {address}\n', ".git/index": address})
        keys.add(compute_content_key(str(shop)))
    assert len(keys) == 2


def test_equal_files_in_other_places_have_the_same_key(shop: Path, tmp_path: Path) -> None:
    shutil.copytree(shop, tmp_path / "copy" / "other")
    assert compute_content_key(str(shop)) == compute_content_key(str(tmp_path / "copy" / "other"))


def test_the_key_contains_the_target_of_a_link_out_of_the_root(shop: Path, tmp_path: Path) -> None:
    """A file on this machine does not influence the key."""
    write_files(tmp_path, {"secret.po": "a"})
    (shop / "po").mkdir()
    (shop / "po" / "de.po").symlink_to("../../secret.po")
    before = compute_content_key(str(shop))
    write_files(tmp_path, {"secret.po": "b"})
    assert compute_content_key(str(shop)) == before


def test_unreadable_files_cause_no_error(shop: Path) -> None:
    os.mkfifo(shop / "de.po")
    (shop / "loop.po").symlink_to("loop.po")
    (shop / "b\udce9.po").write_bytes(b"")
    assert len(compute_content_key(str(shop))) == 32


def test_a_large_file_is_read_in_blocks(shop: Path) -> None:
    keys = set()
    for end in ("a", "b"):
        (shop / "large.csv").write_bytes(bytes(9 << 20) + end.encode())
        keys.add(compute_content_key(str(shop)))
    assert len(keys) == 2
