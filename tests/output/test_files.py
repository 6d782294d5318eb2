"""A file is replaced as a whole or not at all."""

import os
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

from transtats_cli.errors import TranstatsError
from transtats_cli.output.writing import replace_file

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links and permissions as on POSIX systems")


def replace_text(path: Path, text: str) -> None:
    with replace_file(str(path)) as write:
        write(text.encode())


def interrupt_writing(interruption: type[BaseException], path: Path) -> None:
    with replace_file(str(path)) as write:
        write(b"half")
        raise interruption


def test_a_new_file_has_the_permissions_of_any_new_file(tmp_path: Path) -> None:
    replace_text(tmp_path / "new", "text")
    (tmp_path / "other").touch()
    assert (tmp_path / "new").read_text() == "text"
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_a_file_that_exists_keeps_its_permissions(tmp_path: Path) -> None:
    target = tmp_path / "old"
    target.touch()
    target.chmod(0o640)
    replace_text(target, "text")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_a_file_is_replaced_after_the_whole_text_is_written(tmp_path: Path) -> None:
    target = tmp_path / "old"
    target.write_text("before")
    with replace_file(str(target)) as write:
        write(b"after")
        assert target.read_text() == "before"
    assert target.read_text() == "after"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("interruption", [ValueError, KeyboardInterrupt])
def test_an_interrupted_write_leaves_the_old_file_and_no_temporary_file(
    tmp_path: Path, interruption: type[BaseException]
) -> None:
    target = tmp_path / "old"
    target.write_text("before")
    with pytest.raises(interruption):
        interrupt_writing(interruption, target)
    assert target.read_text() == "before"
    assert list(tmp_path.iterdir()) == [target]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("before")
    (tmp_path / "link").symlink_to("real")
    replace_text(tmp_path / "link", "after")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "after"


def test_a_link_to_a_missing_file_creates_the_file(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("real")
    replace_text(tmp_path / "link", "after")
    assert (tmp_path / "real").read_text() == "after"


def test_a_file_with_the_longest_possible_name_is_written(tmp_path: Path) -> None:
    replace_text(tmp_path / ("n" * 255), "text")
    assert [path.name for path in tmp_path.iterdir()] == ["n" * 255]


def test_a_device_is_never_replaced() -> None:
    replace_text(Path(os.devnull), "text")
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


def test_a_pipe_is_written_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    replace_text(pipe, "text")
    assert os.read(reader, 100) == b"text"
    os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.parametrize("kind", ["folder", "nowhere", "loop"])
def test_a_path_that_cannot_be_written_is_an_error_and_unchanged(tmp_path: Path, kind: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop").symlink_to("loop")
    target = {"folder": tmp_path / "folder", "nowhere": tmp_path / "nowhere" / "file", "loop": tmp_path / "loop"}[kind]
    with pytest.raises(TranstatsError, match=r"directory|links"):
        replace_text(target, "text")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "loop"]


@pytest.mark.skipif(os.name == "posix" and os.geteuid() == 0, reason="the administrator may write everything")
def test_a_read_only_file_is_an_error_and_unchanged(tmp_path: Path) -> None:
    target = tmp_path / "protected"
    target.write_text("before")
    target.chmod(0o444)
    with pytest.raises(TranstatsError, match="Permission"):
        replace_text(target, "after")
    assert target.read_text() == "before"


@pytest.mark.skipif(os.name == "posix" and os.geteuid() == 0, reason="the administrator may write everything")
def test_a_file_in_a_directory_without_write_permission_is_written(tmp_path: Path) -> None:
    target = tmp_path / "file"
    target.write_text("before")
    tmp_path.chmod(0o555)
    try:
        replace_text(target, "after")
    finally:
        tmp_path.chmod(0o755)
    assert target.read_text() == "after"


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0 or not shutil.which("mount"), reason="only root can mount")
def test_a_file_that_is_mounted_into_a_container_is_written(tmp_path: Path) -> None:
    source, target = tmp_path / "outside", tmp_path / "inside"
    source.write_text("before")
    target.touch()
    if subprocess.run(["mount", "--bind", source, target], check=False, capture_output=True).returncode:
        pytest.skip("mounting is not permitted")
    try:
        replace_text(target, "after")
        assert source.read_text() == "after"
    finally:
        subprocess.run(["umount", target], check=True)
    assert sorted(tmp_path.iterdir()) == [target, source]
