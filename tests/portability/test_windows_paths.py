"""Paths and names of Windows. The tests run on every system."""

import os
from collections.abc import Callable

import pytest

from tests.git_repositories import ScriptedRepository
from transtats_cli.git import trees
from transtats_cli.git.checkout import Checkout
from transtats_cli.git.repository import require_repository
from transtats_cli.output.ci_formats import _create_artifact_location
from transtats_cli.paths import is_below
from transtats_cli.settings.keys import validate_setting


@pytest.mark.parametrize(
    "path",
    [
        pytest.param("C:\\texts", id="drive"),
        pytest.param("C:/texts", id="drive with a slash"),
        pytest.param("C:texts", id="current directory of a drive"),
        pytest.param("\\texts", id="root of the current drive"),
        pytest.param("\\\\server\\share", id="share"),
        pytest.param("\\\\?\\C:\\texts", id="path without a limit of length"),
        pytest.param("..\\texts", id="upward"),
        pytest.param("a/..\\b", id="upward with both separators"),
        pytest.param("./..\\b", id="upward after the current directory"),
    ],
)
@pytest.mark.parametrize("key", ["path", "template", "filemask"])
def test_a_path_that_leads_out_of_its_directory_is_refused_on_every_system(key: str, path: str) -> None:
    with pytest.raises(ValueError, match=r"is absolute|leads out"):
        validate_setting(key, f"{path}/*.po")


@pytest.mark.parametrize(
    ("separator", "expected"),
    [
        pytest.param("\\", "src/po/*.po", id="Windows"),
        pytest.param("/", "src\\po\\*.po", id="other systems"),
    ],
)
def test_a_backslash_in_the_settings_is_a_separator_only_on_windows(
    separator: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as windows:
        windows.setattr(os, "sep", separator)
        found = validate_setting("filemask", "src\\po\\*.po")
    assert found == expected


@pytest.mark.parametrize(
    "name",
    [
        *("con", "NUL", "aux.po", "com1.po", "LPT9", "COM\u00b9.po", "nul .po", "conout$"),
        *("de.po:stream", "a\\b", "a?b", "a\x01b", "de.po.", "de.po ", ".git ", "GIT~1"),
    ],
)
def test_a_name_in_git_that_windows_does_not_allow_is_ignored_on_windows(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert trees._is_harmless(name)
    monkeypatch.setattr(trees, "_ON_WINDOWS", True)
    assert not trees._is_harmless(name)


@pytest.mark.parametrize(
    "name", ["de.po", "console.po", "aux-de.po", "com.po", "com10", "null.po", ".gitignore", "ä.po"]
)
def test_other_names_in_git_are_read_on_windows(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trees, "_ON_WINDOWS", True)
    assert trees._is_harmless(name)


@pytest.mark.parametrize(
    ("path", "address"),
    [
        pytest.param("C:/a b/de.po", "file:///C:/a%20b/de.po", id="drive"),
        pytest.param("/a b/de.po", "file:///a%20b/de.po", id="root"),
        pytest.param("po/de.po", "po/de.po", id="relative"),
    ],
)
def test_a_path_is_written_as_an_address_in_sarif(path: str, address: str) -> None:
    assert _create_artifact_location(path)["uri"] == address


def test_paths_on_different_drives_are_not_below_each_other() -> None:
    assert not is_below("D:\\texts", "C:\\texts")
    assert not is_below("C:\\texts", "C:\\text")
    assert is_below(os.path.join("C:\\texts", "de.po"), "C:\\texts")


def test_a_temporary_directory_on_another_drive_is_removed_from_messages(
    repository: Callable[[str], ScriptedRepository], monkeypatch: pytest.MonkeyPatch
) -> None:
    demo = repository("demo")
    commit = demo.commit("one", {"po/de.po": ""})

    def refuse(path: str, start: str = os.curdir) -> str:
        raise ValueError(f"path is on mount 'D:', start on mount 'C:': {path}, {start}")

    with Checkout(require_repository(str(demo.path))) as checkout:
        path = os.path.join(checkout.check_out(commit), "po", "de.po")
        monkeypatch.setattr(os.path, "relpath", refuse)
        assert checkout.without_temporary_path(f"{path}:3: wrong") == "po/de.po:3: wrong"
