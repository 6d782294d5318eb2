"""Names and messages in a root with the folders of several projects."""

from pathlib import Path

import pytest

from tests.fixture_types import WriteTree
from transtats_cli.scanning.discovery.lookup import survey_components
from transtats_cli.settings import load_settings
from transtats_cli.settings.documents import display_path

PO = 'msgid ""\nmsgstr "Language: {}\\nContent-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "a"\nmsgstr "b"\n'


def test_two_clones_of_a_repository_have_the_names_of_their_folders(tree: WriteTree) -> None:
    config = '[remote "origin"]\nurl = https://example.org/shop.git\n'
    clone = {".git/config": config, ".git/HEAD": "", "po/de.po": PO.format("de")}
    root = tree({f"{name}/{path}": text for name in ("a", "b") for path, text in clone.items()})
    found = survey_components(str(root), load_settings(str(root)))
    assert [each.project for each in found.components] == ["a", "b"]


@pytest.mark.parametrize("folder", ["", "docs/"])
def test_a_name_in_the_project_of_another_folder_is_chosen_after_the_names_of_that_folder(
    tree: WriteTree, folder: str
) -> None:
    config = "[main]\nhost = x\n\n[o:org:p:b:r:po]\nfile_filter = po/<lang>.po\n"
    po = {f"a/{folder}po/fr.po": PO.format("fr"), "b/.git/HEAD": "", "b/po/de.po": PO.format("de")}
    root = tree({f"a/{folder}.tx/config": config, **po})
    found = survey_components(str(root), load_settings(str(root))).components
    paths = {each.slug: Path(each.root).relative_to(root).parts[0] for each in found if each.project == "b"}
    assert paths == {"po": "b", "po-2": "a"}


def test_messages_name_files_relative_to_the_current_directory(
    tree: WriteTree, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tree({"a/app/component.json": "{", "b/app/de.po": PO.format("de")})
    for folder in (root, root / "a", root / "a/app", root.parent):
        monkeypatch.chdir(folder)
        (problem,) = survey_components(str(root), load_settings(str(root))).problems
        assert problem.path == display_path(str(root / "a/app/component.json"))


@pytest.mark.parametrize("folder", ["b", "de"])
def test_a_message_about_a_gitignore_next_to_a_folder_of_a_language_is_not_lost(tree: WriteTree, folder: str) -> None:
    files = {f"{name}/po/fr.po": PO.format("fr") for name in ("a", "b", "de")}
    root = tree({**files, f"{folder}/.gitignore": "*" + 1200 * "x" + "\n"})
    assert len(survey_components(str(root), load_settings(str(root))).problems) == 1
