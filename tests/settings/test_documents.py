import os
from collections.abc import Callable
from pathlib import Path

import pytest

from transtats_cli.settings.documents import LARGEST, SettingsError, read, shown


def test_a_document_that_is_not_there_says_nothing(tmp_path: Path) -> None:
    assert read(str(tmp_path / "transtats.toml")) is None
    assert read(str(tmp_path / "no" / "transtats.toml")) is None


def test_a_byte_order_mark_is_no_part_of_the_text(tree: Callable) -> None:
    assert read(str(tree({"a.toml": b"\xef\xbb\xbfx = 1\n"}) / "a.toml")) == "x = 1\n"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        pytest.param(b"a = 1\nb = '\xff'\n", "a.toml:2: is not valid UTF-8", id="legacy charset"),
        pytest.param(b"#" * (LARGEST + 1), "larger than 1 MB", id="too large"),
    ],
)
def test_what_is_no_settings_document_is_refused(tree: Callable, content: bytes, reason: str) -> None:
    with pytest.raises(SettingsError, match=reason):
        read(str(tree({"a.toml": content}) / "a.toml"))


def test_a_pipe_does_not_hold_the_run_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.toml")
    with pytest.raises(SettingsError, match="a pipe, not a file"):
        read(str(tmp_path / "a.toml"))


def test_a_directory_is_no_document(tmp_path: Path) -> None:
    with pytest.raises(SettingsError):
        read(str(tmp_path))


def test_a_path_is_shown_as_it_would_be_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert shown(str(tmp_path / "a" / "b.toml")) == "a/b.toml"
    assert shown("/elsewhere/b.toml") == "/elsewhere/b.toml"
