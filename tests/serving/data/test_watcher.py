"""Notifications about changed files."""

import asyncio
import subprocess
from pathlib import Path

import pytest

from transtats_cli.serving.data.watcher import FileChange, FileWatcher, find_file_system


def test_a_new_file_is_reported(tmp_path: Path) -> None:
    async def scenario() -> None:
        watcher = FileWatcher(str(tmp_path))
        assert not watcher.is_active
        reported: list[FileChange] = []

        async def listen() -> None:
            async for changes in watcher.watch_changes():
                reported.extend(changes)

        listening = asyncio.create_task(listen())
        async with asyncio.timeout(20):
            while not watcher.is_active:
                await asyncio.sleep(0.01)
            (tmp_path / "cs.po").write_text("")
            while not reported:
                await asyncio.sleep(0.01)
        listening.cancel()
        await asyncio.wait([listening])
        assert not watcher.is_active
        assert reported[0].path == str(tmp_path / "cs.po")
        assert reported[0].is_directly_below_root

    asyncio.run(scenario())


def test_a_linked_root_keeps_its_name_in_reported_paths(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    watcher = FileWatcher(str(tmp_path / "link"))
    assert watcher._make_file_change("added", str(tmp_path / "real/po/cs.po")).path == str(tmp_path / "link/po/cs.po")


@pytest.mark.parametrize(
    ("root", "path", "expected"),
    [
        pytest.param("site", "site/po/cs.po", True, id="file"),
        pytest.param("site", "site/node_modules/x/cs.po", False, id="ignored folder"),
        pytest.param("site", "site/.git/HEAD", True, id="position of HEAD"),
        pytest.param("site", "site/.git/objects/ab/cd", False, id="object of git"),
        pytest.param("site", "site/node_modules/x/.git/HEAD", False, id="repository in an ignored folder"),
        pytest.param("node_modules/site", "node_modules/site/po/cs.po", True, id="root in an ignored folder"),
        pytest.param(".git/site", ".git/site/po/cs.po", True, id="root in a git directory"),
    ],
)
def test_only_files_that_matter_are_reported(tmp_path: Path, root: str, path: str, expected: bool) -> None:
    (tmp_path / root).mkdir(parents=True)
    assert FileWatcher(str(tmp_path / root))._is_reported(str(tmp_path / path)) is expected


def test_of_a_separate_git_directory_only_the_position_of_head_is_reported(tmp_path: Path) -> None:
    (tmp_path / "work/po").mkdir(parents=True)
    subprocess.run(["git", "init", "-q", "--separate-git-dir", tmp_path / "kept", tmp_path / "work"], check=True)
    watcher = FileWatcher(str(tmp_path / "work/po"))
    assert watcher._is_reported(str(tmp_path / "kept/HEAD"))
    assert watcher._is_reported(str(tmp_path / "kept/refs/heads/main"))
    assert not watcher._is_reported(str(tmp_path / "kept/objects/ab/cd"))
    assert not watcher._is_reported(str(tmp_path / "kept/index"))


@pytest.mark.parametrize(
    ("folder", "expected"),
    [("/srv/l10n", True), ("/srv/l10n/demo", True), ("/srv/l10n2", False), ("/srv", False)],
)
def test_only_paths_below_the_root_are_covered(folder: str, expected: bool) -> None:
    assert FileWatcher("/srv/l10n").covers_folder(folder) is expected


@pytest.mark.parametrize(
    ("folder", "expected"),
    [
        ("/srv/l10n", "ext4"),
        ("/mnt/my disk", "cifs"),
        ("/mnt/my disk/l10n", "cifs"),
        ("/mnt/my disk 2", "ext4"),
        ("/mnt/back\\slash", "nfs"),
    ],
)
def test_the_file_system_of_a_folder_is_that_of_the_nearest_mount_point(folder: str, expected: str) -> None:
    mounts = [
        "/dev/sda1 / ext4 rw,relatime 0 0\n",
        "//server/disk /mnt/my\\040disk cifs rw 0 0\n",
        "server:/x /mnt/back\\134slash nfs rw 0 0\n",
    ]
    assert find_file_system(folder, mounts) == expected


@pytest.mark.parametrize(
    ("name", "is_content_change", "expected"),
    [
        pytest.param("resource.language.de_de", True, True, id="folder with an extension"),
        pytest.param("removed", False, True, id="removed folder"),
        pytest.param("removed.lproj", False, True, id="removed folder with translations"),
        pytest.param("removed", True, False, id="file without an extension"),
        pytest.param("de.po", True, False, id="content"),
        pytest.param("de.po", False, True, id="new file"),
        pytest.param(".de.po.swp", False, False, id="file of an editor"),
        pytest.param("component.json", True, True, id="settings of a component"),
        pytest.param(".tx/config", True, True, id="transifex"),
        pytest.param("readme.md", True, False, id="another file"),
    ],
)
def test_only_some_changes_can_add_or_remove_components(
    tmp_path: Path, name: str, is_content_change: bool, expected: bool
) -> None:
    (tmp_path / "resource.language.de_de").mkdir()
    change = FileChange(str(tmp_path / name), is_content_change, is_directly_below_root=False)
    assert change.can_change_components() is expected


def test_any_path_that_is_removed_at_the_top_may_be_a_folder() -> None:
    assert FileChange("/r/x.y", is_content_change=False, is_directly_below_root=True).can_change_components()
    assert not FileChange("/r/a/x.y", is_content_change=False, is_directly_below_root=False).can_change_components()
