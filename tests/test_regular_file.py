"""Regular files are read and appended to. Directories, devices and pipes are refused."""

import os
from pathlib import Path

import pytest

from transtats_cli.regular_file import open_for_reading, read_regular_file


def test_a_file_is_read_completely_or_up_to_a_number_of_bytes(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"\xef\xbb\xbfone\r\ntwo")
    (tmp_path / "link").symlink_to(path)
    assert read_regular_file(str(tmp_path / "link")) == path.read_bytes()
    assert read_regular_file(str(path), 5) == path.read_bytes()[:5]


@pytest.mark.parametrize("size", [0, 1, 65536, 200_000])
def test_at_most_the_given_number_of_bytes_is_read(tmp_path: Path, size: int) -> None:
    path = tmp_path / "a"
    path.write_bytes(os.urandom(200_000))
    assert read_regular_file(str(path), size) == path.read_bytes()[:size]


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="needs files of unknown size")
def test_a_file_of_unknown_size_is_read_completely() -> None:
    assert read_regular_file("/proc/self/status").startswith(b"Name:")
    assert b"\nPid:" in read_regular_file("/proc/self/status")


def test_a_pipe_without_a_writer_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="a pipe, not a file"):
        read_regular_file(str(tmp_path / "pipe"))


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        pytest.param(".", "a directory, not a file", id="directory"),
        pytest.param(os.devnull, "a device, not a file", id="device"),
        pytest.param("nowhere/at/all", "No such file", id="absent"),
    ],
)
def test_the_error_for_a_path_that_is_not_a_regular_file_contains_its_type(path: str, reason: str) -> None:
    with pytest.raises(OSError, match=reason):
        read_regular_file(path)


def test_an_opened_file_can_be_read_in_pieces(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"one two")
    descriptor = open_for_reading(str(tmp_path / "a"))
    try:
        assert os.read(descriptor, 3) + os.read(descriptor, 9) == b"one two"
    finally:
        os.close(descriptor)


def test_a_refused_path_leaves_no_open_descriptor(tmp_path: Path) -> None:
    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    with pytest.raises(OSError, match="a directory"):
        open_for_reading(str(tmp_path))
    assert not before or len(os.listdir("/proc/self/fd")) == before
