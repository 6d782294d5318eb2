"""The root of a command without `--root`."""

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.fixture_types import Run, WriteTree
from transtats_cli.settings import documents, find_root, load_settings
from transtats_cli.settings.documents import SettingsError

PYPROJECT_WITH_SETTINGS = "[tool.transtats]\nreview = false\n"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param({}, "a/b/c", id="nothing: the current directory"),
        pytest.param({".git/HEAD": ""}, ".", id="work tree"),
        pytest.param({".git/HEAD": "", "a/transtats.toml": ""}, "a", id="settings in a work tree"),
        pytest.param({"transtats.toml": "", "a/.git/HEAD": ""}, "a", id="settings above a work tree"),
        pytest.param({"transtats.toml": "", "a/transtats.toml": ""}, "a", id="nearest settings"),
        pytest.param({"transtats.toml": ""}, ".", id="settings without a work tree"),
        pytest.param(
            {".git/HEAD": "", "a/pyproject.toml": PYPROJECT_WITH_SETTINGS}, "a", id="settings in pyproject.toml"
        ),
        pytest.param({".git/HEAD": "", "a/pyproject.toml": "[project]\n"}, ".", id="pyproject.toml of others"),
        pytest.param(
            {".git/HEAD": "", "a/pyproject.toml": '[project]\nname = "transtats"\n'},
            ".",
            id="project with the name transtats",
        ),
        pytest.param({".git": "gitdir: elsewhere\n"}, ".", id="linked work tree"),
    ],
)
def test_the_root_is_the_nearest_directory_with_settings_or_the_work_tree(
    files: Mapping[str, str], expected: str, tree: WriteTree
) -> None:
    root = tree({**files, "a/b/c/de.po": ""})
    start = root / "a" / "b" / "c"
    assert Path(find_root(str(start))) == root / expected
    assert find_root(str(root / expected)) == str(root / expected)


def test_ceilings_are_not_searched(tree: WriteTree, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tree({"transtats.toml": "", ".git/HEAD": "", "a/b/de.po": ""})
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", os.pathsep.join(["/elsewhere", str(root)]))
    assert find_root(str(root / "a" / "b")) == str(root / "a" / "b")
    assert find_root(str(root)) == str(root)
    assert load_settings(str(root / "a")).folder == ""


def test_settings_of_another_user_above_the_current_directory_are_an_error(
    tree: WriteTree, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tree({".git/HEAD": "", "transtats.toml": "review = false\n", "a/de.po": ""})
    monkeypatch.setattr(documents, "is_trusted", lambda _path, _start: False)
    for read in (find_root, load_settings):
        with pytest.raises(SettingsError, match=r"belongs to another user.*give --root"):
            read(str(root / "a"))
    assert load_settings(str(root)).folder == str(root), "not above"


def test_a_work_tree_of_another_user_above_is_not_the_root(tree: WriteTree, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tree({".git/HEAD": "", "a/de.po": ""})
    monkeypatch.setattr("transtats_cli.settings.is_trusted", lambda _path, _start: False)
    assert find_root(str(root / "a")) == str(root / "a")
    assert find_root(str(root)) == str(root)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs owners of files")
@pytest.mark.parametrize(
    ("user", "start_owner", "expected"),
    [
        pytest.param(0, 0, True, id="file of the user"),
        pytest.param(1, 0, True, id="start directory of the same owner, as in a container"),
        pytest.param(1, 1, False, id="file of another user"),
    ],
)
def test_a_file_is_trusted_if_its_owner_is_the_user_or_owns_the_start_directory(
    user: int, start_owner: int, expected: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file is trusted if its owner is the user, or the owner of the start directory.

    The parameters `user` and `start_owner` are added to the user id of the owner of the file.
    """
    path = tmp_path / "transtats.toml"
    path.touch()
    owner = path.stat().st_uid
    (tmp_path / "a").mkdir()
    actual = os.stat
    start = str(tmp_path / "a")

    def stat(file: str) -> os.stat_result:
        found = actual(file)
        return os.stat_result([*found[:4], owner + start_owner, *found[5:10]]) if file == start else found

    monkeypatch.setattr(os, "geteuid", lambda: owner + user)
    monkeypatch.setattr(os, "stat", stat)
    assert documents.is_trusted(str(path), start) is expected


PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "a"\nmsgstr "b"\n'


@pytest.mark.parametrize("marker", [".git/HEAD", "transtats.toml"])
def test_names_are_the_same_in_every_subdirectory(marker: str, run: Run, tree: WriteTree) -> None:
    root = tree({f"shop/{name}": PO for name in ("po/de.po", "web/locale/de.po")} | {f"shop/{marker}": ""}) / "shop"
    listed = run("components", "--format", "ndjson", cwd=root)
    assert listed.status == 0
    for folder in ("po", "web", "web/locale"):
        assert run("components", "--format", "ndjson", cwd=root / folder) == listed
        assert run("stats", "shop", "po", cwd=root / folder) == run("stats", "shop", "po", cwd=root)


def test_the_option_and_the_variable_override_the_found_root(run: Run, tree: WriteTree) -> None:
    root = tree({"transtats.toml": "", "po/de.po": PO, "sub/two/po/de.po": PO})
    inner = root / "sub" / "two"
    masks = [
        run("components", "--format", "ndjson", *argv, cwd=inner, env=environment).stdout
        for argv, environment in (
            (["--root", "."], {}),
            ([], {"TRANSTATS_ROOT": "."}),
        )
    ]
    assert masks[0] == masks[1]
    assert masks[0].count("\n") == 1
    assert run("components", "--format", "ndjson", cwd=inner).stdout.count("\n") == 2


def test_messages_contain_paths_from_the_current_directory(run: Run, tree: WriteTree) -> None:
    root = tree({".git/HEAD": "", "po/de.po": PO, "po/fr.po": PO, "sub/x.txt": ""})
    (root / "po" / "fr.po").write_text(PO + '\nmsgid "never closed\n')
    done = run("stats", root.name, "po", cwd=root / "sub")
    assert done.status == 3
    assert done.stderr.startswith("../po/fr.po:")


def test_init_writes_into_the_root(run: Run, tree: WriteTree) -> None:
    root = tree({".git/HEAD": "", "po/de.po": PO})
    done = run("init", cwd=root / "po")
    assert (done.status, done.stdout) == (0, "../transtats.toml: 1 component\n")
    assert (root / "transtats.toml").is_file()
