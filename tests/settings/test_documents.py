import os
import pickle
from pathlib import Path

import pytest

from tests.fixture_types import WriteTree
from transtats_cli.problems import Problem
from transtats_cli.settings.documents import MAX_FILE_BYTES, SettingsError, display_path, read_document

UNIX_ONLY = pytest.mark.skipif(os.name == "nt", reason="needs pipes and links")


def test_a_missing_document_is_none(tmp_path: Path) -> None:
    assert read_document(str(tmp_path / "transtats.toml")) is None
    assert read_document(str(tmp_path / "no" / "transtats.toml")) is None


def test_a_byte_order_mark_is_removed_from_the_text(tree: WriteTree) -> None:
    assert read_document(str(tree({"a.toml": b"\xef\xbb\xbfx = 1\n"}) / "a.toml")) == "x = 1\n"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        pytest.param(b"a = 1\nb = '\xff'\n", "a.toml:2: is not valid UTF-8", id="legacy charset"),
        pytest.param(b"#" * (MAX_FILE_BYTES + 1), "larger than 1000 kB", id="too large"),
    ],
)
def test_an_invalid_document_is_an_error(tree: WriteTree, content: bytes, reason: str) -> None:
    with pytest.raises(SettingsError, match=reason):
        read_document(str(tree({"a.toml": content}) / "a.toml"))


@UNIX_ONLY
def test_a_pipe_is_an_error_and_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.toml")
    with pytest.raises(SettingsError, match="a pipe, not a file"):
        read_document(str(tmp_path / "a.toml"))


def test_a_directory_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SettingsError):
        read_document(str(tmp_path))


def test_a_path_is_shown_relative_to_the_current_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert display_path(str(tmp_path / "a" / "b.toml")) == "a/b.toml"
    assert display_path(str(tmp_path / "a" / ".." / "b.toml")) == "b.toml"
    assert display_path("/elsewhere/b.toml") == "/elsewhere/b.toml"


def test_the_size_limit_can_be_set_by_an_argument(tree: WriteTree) -> None:
    path = str(tree({"a.yml": b"# 7 bytes"[:7]}) / "a.yml")
    assert read_document(path, max_bytes=7) == "# 7 byt"
    with pytest.raises(SettingsError, match="larger than"):
        read_document(path, max_bytes=6)


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    path = tmp_path / "outside" / "secret"
    path.parent.mkdir()
    path.write_text("SECRET")
    return path


@UNIX_ONLY
@pytest.mark.parametrize("git", [pytest.param("in/.git", id="repository"), pytest.param("in/sub/x", id="none")])
def test_a_link_to_a_file_outside_of_the_repository_is_an_error(tmp_path: Path, secret: Path, git: str) -> None:
    folder = tmp_path / "in" / "sub"
    folder.mkdir(parents=True)
    (tmp_path / git).mkdir()
    (folder / "a.toml").symlink_to(secret)
    with pytest.raises(SettingsError, match=r"a\.toml: a link that leads out of .*in") as caught:
        read_document(str(folder / "a.toml"))
    assert "SECRET" not in str(caught.value)


@UNIX_ONLY
def test_a_link_to_a_folder_outside_of_the_allowed_folder_is_an_error(tmp_path: Path, secret: Path) -> None:
    root = tmp_path / "in"
    root.mkdir()
    (root / ".tx").symlink_to(secret.parent)
    with pytest.raises(SettingsError, match="leads out"):
        read_document(str(root / ".tx" / "secret"), allowed_folder=str(root))


@UNIX_ONLY
def test_links_within_a_repository_are_followed(tmp_path: Path, secret: Path) -> None:
    (tmp_path / ".git").mkdir()
    folder = tmp_path / "sub"
    folder.mkdir()
    (folder / "a.toml").symlink_to(secret)
    assert read_document(str(folder / "a.toml")) == "SECRET"


@UNIX_ONLY
def test_a_link_to_the_folder_of_a_document_is_followed(tmp_path: Path, secret: Path) -> None:
    (tmp_path / "link").symlink_to(secret.parent)
    assert read_document(str(tmp_path / "link" / "secret")) == "SECRET"


def test_an_error_of_a_worker_process_keeps_its_place() -> None:
    sent = pickle.dumps(SettingsError("a/component.json", "must be a text", line=2, key="name"))
    error = pickle.loads(sent)  # noqa: S301  we have just written it
    assert error.problem == Problem("a/component.json", "name: must be a text", 2)
    assert str(error) == "a/component.json:2: name: must be a text"
