"""The repository of a file is the nearest one upward."""

from pathlib import Path

import pytest

from transtats_cli.changes.repositories import RepositoryFinder


@pytest.fixture
def top(tmp_path: Path) -> Path:
    """Top of a work tree, as far as it is read without git."""
    (tmp_path / ".git" / "objects").mkdir(parents=True)
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/main\n", encoding="utf-8")
    return tmp_path.resolve()


def test_a_folder_may_be_deeper_than_the_number_of_calls_that_the_interpreter_allows(top: Path) -> None:
    path = f"{'a/' * 2000}de.po"
    for _ in range(2):
        found = RepositoryFinder().find_repository_file(f"{top}/{path}")
        assert found is not None
        assert (found.repository.top, found.path) == (str(top), path)


def test_links_in_the_path_of_a_file_are_resolved(top: Path) -> None:
    (top / "po" / "more").mkdir(parents=True)
    (top / "link").symlink_to("po")
    finder = RepositoryFinder()
    found = [finder.find_repository_file(f"{top}/{path}") for path in ("link/more/de.po", "link/de.po", "po/../de.po")]
    assert [each and each.path for each in found] == ["po/more/de.po", "po/de.po", "de.po"]
