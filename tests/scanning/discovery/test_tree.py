import errno
import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.fixture_types import WriteTree
from transtats_cli.errors import TranstatsError
from transtats_cli.scanning.discovery.ignored import IgnoreRules
from transtats_cli.scanning.discovery.tree import DirectoryTree


def paths(root: Path) -> list[str]:
    return sorted(DirectoryTree(str(root), IgnoreRules(str(root))).list_files_below())


def test_only_translation_files_and_templates_are_kept(tree: WriteTree) -> None:
    root = tree({"po/de.po": "", "po/a.pot": "", "de.xlf": "", "README.md": "", "a.json": "", "b/c/d.poxliff": ""})
    assert paths(root) == ["b/c/d.poxliff", "de.xlf", "po/a.pot", "po/de.po"]


@pytest.mark.parametrize(
    "folder",
    [
        pytest.param({"node_modules/x/de.po": ""}, id="node_modules"),
        pytest.param({".hidden/de.po": ""}, id="hidden"),
        pytest.param({"env/pyvenv.cfg": "", "env/lib/de.po": ""}, id="virtual environment"),
        pytest.param({".gitignore": "out/", "out/de.po": ""}, id="ignored"),
        pytest.param({"a/.gitignore": "/out", "a/out/de.po": ""}, id="ignored by a folder's own list"),
    ],
)
def test_some_folders_are_not_searched(tree: WriteTree, folder: Mapping[str, str]) -> None:
    assert paths(tree({"po/de.po": "", **folder})) == ["po/de.po"]


def test_the_root_itself_is_searched_whatever_it_is(tree: WriteTree) -> None:
    assert paths(tree({"pyvenv.cfg": "", "de.po": ""})) == ["de.po"]


def test_loops_pipes_and_folders_named_like_files_are_no_matter(tree: WriteTree) -> None:
    root = tree({"po/de.po": "", "po/fr.po/x": ""})
    (root / "po" / "loop").symlink_to(root)
    (root / "po" / "link.po").symlink_to("de.po")
    (root / "po" / "nowhere.po").symlink_to("nowhere")
    os.mkfifo(root / "po" / "pipe.po")
    assert paths(root) == ["po/de.po", "po/link.po"]


def test_a_described_component_is_not_searched_any_further(tree: WriteTree) -> None:
    root = tree(
        {"p/c/component.json": '{"filemask": "*.po"}', "p/c/de.po": "", "p/d/component.json": "{}", "p/d/de.po": ""}
    )
    found = DirectoryTree(str(root), IgnoreRules(str(root)))
    assert sorted(found.list_files_below()) == ["p/d/de.po"]
    assert list(found.component_json_layers) == ["p/c"]


def test_a_mistake_in_a_description_is_kept(tree: WriteTree) -> None:
    root = tree({"p/c/component.json": "{", "p/c/de.po": ""})
    found = DirectoryTree(str(root), IgnoreRules(str(root)))
    assert list(found.list_files_below()) == []
    assert "component.json:1: not valid JSON" in found.problems[0]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param([".git/HEAD"], True, id="repository"),
        pytest.param(["setup.py"], True, id="a program's file"),
        pytest.param(["README.md", "transtats.toml", "EXPECT.tsv"], False, id="only texts and settings"),
        pytest.param(["p/c/setup.py"], False, id="files further down"),
    ],
)
def test_one_project_s_checkout_is_told_from_a_folder_of_projects(
    tree: WriteTree, files: list[str], expected: bool
) -> None:
    root = str(tree(dict.fromkeys(files, "")))
    assert DirectoryTree(root, IgnoreRules(root)).is_checkout is expected


@pytest.fixture
def locked(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], None]:
    """Make a folder one that cannot be listed, even by a user who may do everything."""
    scandir = os.scandir

    def lock(folder: Path) -> None:
        def refuse(path: str) -> object:
            if os.path.normpath(path) == str(folder):
                raise PermissionError(errno.EACCES, "Permission denied", path)
            return scandir(path)

        monkeypatch.setattr(os, "scandir", refuse)

    return lock


def test_a_folder_that_cannot_be_listed_is_kept_in_mind(tree: WriteTree, locked: Callable[[Path], None]) -> None:
    root = tree({"po/de.po": "", "secret/de.po": ""})
    locked(root / "secret")
    found = DirectoryTree(str(root), IgnoreRules(str(root)))
    assert list(found.list_files_below()) == ["po/de.po"]
    assert found.unreadable_folders == [f"{root}/secret: permission denied"]


def test_without_its_root_there_is_no_tree(tree: WriteTree, locked: Callable[[Path], None]) -> None:
    root = tree({"po/de.po": ""})
    locked(root)
    with pytest.raises(TranstatsError, match=f"^{root}: permission denied$"):
        DirectoryTree(str(root), IgnoreRules(str(root)))


@pytest.mark.parametrize("through", ["root", "entry"])
def test_a_component_s_document_that_lies_elsewhere_is_a_problem(tree: WriteTree, through: str) -> None:
    described = '{"filemask": "*.po"}'
    root = tree(
        {"in/.git/x": "", "in/a/component.json": described, "in/b/x": "", "out/c/component.json": described}
    ).resolve()
    (root / "in/b/component.json").symlink_to(root / "out/c/component.json")
    (root / "in/link").symlink_to(root / "out")
    found = DirectoryTree(str(root / ("in/link" if through == "root" else "in")), IgnoreRules(str(root)))
    assert list(found.component_json_layers) == ([] if through == "root" else ["a"])
    assert [problem.partition("component.json: ")[2][:22] for problem in found.problems] == ["a link that leads out "]


def test_folders_nested_too_deep_are_reported_and_not_searched(tree: WriteTree) -> None:
    root = tree({"/".join(["d"] * 99) + "/de.po": "", "/".join(["e"] * 101) + "/de.po": ""})
    found = DirectoryTree(str(root), IgnoreRules(str(root)))
    assert list(found.list_files_below()) == ["/".join(["d"] * 99) + "/de.po"]
    assert [problem.rpartition(": ")[2] for problem in found.unreadable_folders] == [
        "more than 100 folders deep; not searched further"
    ]
