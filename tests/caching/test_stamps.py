"""Stamps of files."""

from pathlib import Path

from transtats_cli.caching.stamps import read_file_stamp


def test_a_link_has_its_own_stamp_only_if_its_status_is_given(tmp_path: Path) -> None:
    (tmp_path / "1.po").write_text("text")
    link = tmp_path / "2.po"
    link.symlink_to("1.po")
    assert read_file_stamp(str(link)) == read_file_stamp(str(tmp_path / "1.po"))
    assert read_file_stamp(str(link), link.lstat()) != read_file_stamp(str(tmp_path / "1.po"))


def test_the_stamp_is_empty_if_the_file_is_not_accessible(tmp_path: Path) -> None:
    assert read_file_stamp(str(tmp_path / "nothing")) == []
