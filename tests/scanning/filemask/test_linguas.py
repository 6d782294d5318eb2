import pytest

from tests.fixture_types import WriteTree
from transtats_cli.component import Component
from transtats_cli.problems import Problem
from transtats_cli.scanning.filemask.linguas import compare_with_linguas


def test_differences_between_linguas_and_the_files_are_noted(tree: WriteTree, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tree({"po/LINGUAS": "# shipped\x0clanguages\u2028all\ncs de  # two\nfr\n"})
    monkeypatch.chdir(root)
    assert compare_with_linguas(Component("a", "b", str(root), "po/*.po"), ["de", "fr", "ja"]) == (
        (Problem("po/LINGUAS", "lists languages that have no file", detail="cs"),),
        ("po/LINGUAS does not list the language ja, so it may not be shipped",),
    )


@pytest.mark.parametrize("mask", ["po/*-old.po", "po/app.*.po", "po/notes.po"])
def test_linguas_is_ignored_if_the_file_names_are_not_only_languages(tree: WriteTree, mask: str) -> None:
    root = tree({"po/LINGUAS": "de fr\n"})
    assert compare_with_linguas(Component("a", "b", str(root), mask), ["cs"]) == ((), ())


@pytest.mark.parametrize("mask", ["po/*.po", "*/LC_MESSAGES/a.po"])
def test_without_linguas_there_are_no_differences(tree: WriteTree, mask: str) -> None:
    assert compare_with_linguas(Component("a", "b", str(tree({})), mask), ["de"]) == ((), ())


def test_the_source_language_in_linguas_needs_no_file(tree: WriteTree) -> None:
    root = tree({"po/LINGUAS": "en de\n"})
    assert compare_with_linguas(Component("a", "b", str(root), "po/*.po"), ["de"]) == ((), ())


def test_an_unreadable_linguas_is_noted(tree: WriteTree) -> None:
    _, (note,) = compare_with_linguas(Component("a", "b", str(tree({"LINGUAS": b"\xff"})), "*.po"), ["de"])
    assert note.endswith("LINGUAS:1: is not valid UTF-8")


def test_a_link_out_of_the_root_in_place_of_linguas_is_not_read(
    tree: WriteTree, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tree({"secret": "SECRET", "in/po/de.po": "", "in/all": "de fr\n"}) / "in"
    monkeypatch.chdir(root)
    listed = root / "po" / "LINGUAS"
    listed.symlink_to(root.parent / "secret")
    _, (note,) = compare_with_linguas(Component("a", "b", str(root), "po/*.po"), ["de"])
    assert "LINGUAS: a link that leads out of" in note
    listed.unlink()
    listed.symlink_to(root / "all")
    assert compare_with_linguas(Component("a", "b", str(root), "po/*.po"), ["de"])[0] == (
        Problem("po/LINGUAS", "lists languages that have no file", detail="fr"),
    )
