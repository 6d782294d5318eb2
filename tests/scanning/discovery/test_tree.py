import errno
import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.fixture_types import WriteTree
from transtats_cli.errors import TranstatsError
from transtats_cli.problems import Problem
from transtats_cli.scanning.discovery.ignored import IgnoreRules
from transtats_cli.scanning.discovery.tree import DirectoryTree


def list_paths(root: Path) -> list[str]:
    return sorted(DirectoryTree(str(root), IgnoreRules(str(root))).list_files_below())


def test_only_translation_files_and_templates_are_kept(tree: WriteTree) -> None:
    root = tree({"po/de.po": "", "po/a.pot": "", "de.xlf": "", "README.md": "", "a.json": "", "b/c/d.poxliff": ""})
    assert list_paths(root) == ["b/c/d.poxliff", "de.xlf", "po/a.pot", "po/de.po"]


@pytest.mark.parametrize(
    "folder",
    [
        pytest.param({"node_modules/x/de.po": ""}, id="node_modules"),
        pytest.param({".hidden/de.po": ""}, id="hidden"),
        pytest.param({"env/pyvenv.cfg": "", "env/lib/de.po": ""}, id="virtual environment"),
        pytest.param({".gitignore": "out/", "out/de.po": ""}, id="ignored"),
        pytest.param({"a/.gitignore": "/out", "a/out/de.po": ""}, id="ignored by the list of a folder"),
    ],
)
def test_some_folders_are_not_searched(tree: WriteTree, folder: Mapping[str, str]) -> None:
    assert list_paths(tree({"po/de.po": "", **folder})) == ["po/de.po"]


def test_the_root_is_searched_even_if_it_is_a_virtual_environment(tree: WriteTree) -> None:
    assert list_paths(tree({"pyvenv.cfg": "", "de.po": ""})) == ["de.po"]


def test_loops_pipes_and_folders_with_names_of_files_are_ignored(tree: WriteTree) -> None:
    root = tree({"po/de.po": "", "po/fr.po/x": ""})
    (root / "po" / "loop").symlink_to(root)
    (root / "po" / "link.po").symlink_to("de.po")
    (root / "po" / "nowhere.po").symlink_to("nowhere")
    os.mkfifo(root / "po" / "pipe.po")
    assert list_paths(root) == ["po/de.po", "po/link.po"]


def test_a_folder_with_a_complete_component_json_is_not_searched(tree: WriteTree) -> None:
    root = tree(
        {"p/c/component.json": '{"filemask": "*.po"}', "p/c/de.po": "", "p/d/component.json": "{}", "p/d/de.po": ""}
    )
    directory_tree = DirectoryTree(str(root), IgnoreRules(str(root)))
    assert sorted(directory_tree.list_files_below()) == ["p/d/de.po"]
    assert list(directory_tree.component_json_layers) == ["p/c"]


def test_an_error_in_a_component_json_is_a_problem(tree: WriteTree) -> None:
    root = tree({"p/c/component.json": "{", "p/c/de.po": ""})
    directory_tree = DirectoryTree(str(root), IgnoreRules(str(root)))
    assert list(directory_tree.list_files_below()) == []
    (problem,) = directory_tree.problems
    assert (Path(problem.path).name, problem.line) == ("component.json", 1)
    assert problem.reason.startswith("not valid JSON")


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param([".git/HEAD"], True, id="repository"),
        pytest.param(["setup.py"], True, id="file of a program"),
        pytest.param(["README.md", "transtats.toml", "EXPECT.tsv", "all.ndjson"], False, id="only texts and settings"),
        pytest.param(["p/c/setup.py"], False, id="files in subfolders"),
    ],
)
def test_a_checkout_is_distinguished_from_a_folder_of_projects(
    tree: WriteTree, files: list[str], expected: bool
) -> None:
    root = str(tree(dict.fromkeys(files, "")))
    assert DirectoryTree(root, IgnoreRules(root)).is_checkout is expected


@pytest.fixture
def lock_folder(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], None]:
    """Function that makes a folder unreadable for every user, root included."""
    scandir = os.scandir

    def lock(folder: Path) -> None:
        def refuse(path: str) -> object:
            if os.path.normpath(path) == str(folder):
                raise PermissionError(errno.EACCES, "Permission denied", path)
            return scandir(path)

        monkeypatch.setattr(os, "scandir", refuse)

    return lock


def test_unreadable_folders_are_collected(tree: WriteTree, lock_folder: Callable[[Path], None]) -> None:
    root = tree({"po/de.po": "", "secret/de.po": ""})
    lock_folder(root / "secret")
    directory_tree = DirectoryTree(str(root), IgnoreRules(str(root)))
    assert list(directory_tree.list_files_below()) == ["po/de.po"]
    assert directory_tree.unreadable_folders == [Problem(f"{root}/secret", "permission denied")]


def test_an_unreadable_root_is_an_error(tree: WriteTree, lock_folder: Callable[[Path], None]) -> None:
    root = tree({"po/de.po": ""})
    lock_folder(root)
    with pytest.raises(TranstatsError, match=f"^{root}: permission denied$"):
        DirectoryTree(str(root), IgnoreRules(str(root)))


@pytest.mark.parametrize("through", ["root", "entry"])
def test_a_link_out_of_the_root_in_place_of_a_component_json_is_a_problem(tree: WriteTree, through: str) -> None:
    described = '{"filemask": "*.po"}'
    root = tree(
        {"in/.git/x": "", "in/a/component.json": described, "in/b/x": "", "out/c/component.json": described}
    ).resolve()
    (root / "in/b/component.json").symlink_to(root / "out/c/component.json")
    (root / "in/link").symlink_to(root / "out")
    directory_tree = DirectoryTree(str(root / ("in/link" if through == "root" else "in")), IgnoreRules(str(root)))
    assert list(directory_tree.component_json_layers) == ([] if through == "root" else ["a"])
    assert [problem.reason[:22] for problem in directory_tree.problems] == ["a link that leads out "]


def test_folders_nested_too_deep_are_reported_and_not_searched(tree: WriteTree) -> None:
    root = tree({"/".join(["d"] * 99) + "/de.po": "", "/".join(["e"] * 101) + "/de.po": ""})
    directory_tree = DirectoryTree(str(root), IgnoreRules(str(root)))
    assert list(directory_tree.list_files_below()) == ["/".join(["d"] * 99) + "/de.po"]
    assert [problem.reason for problem in directory_tree.unreadable_folders] == [
        "more than 100 folders deep; not searched further"
    ]
