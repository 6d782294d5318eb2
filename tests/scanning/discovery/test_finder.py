from tests.fixture_types import WriteTree
from transtats_cli.scanning.discovery.finder import propose_groups
from transtats_cli.scanning.discovery.tree import Folder


def test_a_group_of_translation_finder_contains_only_the_given_files(tree: WriteTree) -> None:
    files = ["cs/app/a.po", "de/app/a.po"]
    root = tree(dict.fromkeys([*files, "fr/app/a.po"], 'msgid ""\nmsgstr ""\n'))
    (group,) = propose_groups(Folder(str(root)), files)
    assert group.mask == "*/app/a.po"
    assert group.language_parts == {"cs/app/a.po": "cs", "de/app/a.po": "de"}


def test_files_without_languages_have_no_group(tree: WriteTree) -> None:
    assert propose_groups(Folder(str(tree({"docs/intro.po": ""}))), ["docs/intro.po"]) == []
