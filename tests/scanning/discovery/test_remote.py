from pathlib import Path

import pytest

from transtats_cli.scanning.discovery.projects import read_repository_name


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        pytest.param("https://example.org/org/shop.git", "shop", id="https"),
        pytest.param("https://user:secret@example.org/shop", "shop", id="password"),
        pytest.param("https://secret@example.org", "", id="no path"),
        pytest.param("git@example.org:org/shop.git", "shop", id="ssh"),
        pytest.param("example.org:shop", "shop", id="ssh without a folder"),
        pytest.param("ssh://git@example.org:22/shop/", "shop", id="slash at the end"),
        pytest.param("/srv/git/shop/.git", "shop", id="folder"),
        pytest.param("../shop", "shop", id="relative"),
        pytest.param(r"C:\\git\\shop.git", "shop", id="windows"),
        pytest.param("/srv/shop.bundle", "shop", id="bundle"),
        pytest.param("x/" + "a" * 101, "", id="too long"),
        pytest.param("/srv/shop//.git//", "shop", id="several slashes"),
        pytest.param(f"x{'/' * 100_000}shop", "shop", id="many slashes"),
    ],
)
def test_the_repository_name_is_the_last_part_of_the_remote_address(
    address: str, expected: str, tmp_path: Path
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "config").write_text(f'[remote "origin"]\n\turl = {address}\n')
    assert read_repository_name(str(tmp_path)) == expected


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        pytest.param('[Remote "origin"]\n  fetch = x\n  URL = "a/shop"  # ours\n', "shop", id="case, quotes, comment"),
        pytest.param('[remote "origin"] url = a/shop\n', "shop", id="one line"),
        pytest.param('[remote "origin"]\nurl = a/one\nurl = a/two\n', "one", id="the first address"),
        pytest.param('[remote "upstream"]\nurl = a/shop\n', "shop", id="the only remote"),
        pytest.param('[remote "a"]\nurl = a/b\n[remote "origin"]\nurl = a/shop\n', "shop", id="several, with origin"),
        pytest.param('[remote "a"]\nurl = a/b\n[remote "b"]\nurl = a/shop\n', "", id="several without origin"),
        pytest.param('[remote "upstream"]\nurl = a/shop\n[remote "x"]\nprune = 1\n', "shop", id="one without address"),
        pytest.param('[remote "upstream"]\npushurl = a/shop\n', "", id="address for pushing"),
        pytest.param("[remote]\nurl = a/shop\n", "", id="no name"),
        pytest.param('[remote "origin"]\n[branch "x"]\nurl = a/shop\n', "", id="another section"),
        pytest.param("", "", id="empty file"),
    ],
)
def test_the_name_comes_from_the_first_address_of_origin_or_of_the_only_remote(
    config: str, expected: str, tmp_path: Path
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "config").write_text(config)
    assert read_repository_name(str(tmp_path)) == expected


def test_a_linked_work_tree_has_the_name_of_its_repository(tmp_path: Path) -> None:
    (tmp_path / "main" / ".git" / "worktrees" / "x").mkdir(parents=True)
    (tmp_path / "main" / ".git" / "config").write_text('[remote "origin"]\nurl = a/shop\n')
    (tmp_path / "main" / ".git" / "worktrees" / "x" / "commondir").write_text("../..\n")
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / ".git").write_text(f"gitdir: {tmp_path}/main/.git/worktrees/x\n")
    assert read_repository_name(str(tmp_path / "x")) == "shop"
    assert read_repository_name(str(tmp_path)) == ""
