from tests.fixture_types import WriteTree
from transtats_cli.scanning.discovery.finder import propose_layouts


def test_translation_finder_s_proposals_are_masks_of_the_files_we_have(tree: WriteTree) -> None:
    files = ["cs/app/a.po", "de/app/a.po"]
    root = tree(dict.fromkeys([*files, "fr/app/a.po"], 'msgid ""\nmsgstr ""\n'))
    (found,) = propose_layouts(str(root), files)
    assert found.mask == "*/app/a.po"
    assert found.language_parts == {"cs/app/a.po": "cs", "de/app/a.po": "de"}


def test_without_a_proposal_there_is_nothing(tree: WriteTree) -> None:
    assert propose_layouts(str(tree({"docs/intro.po": ""})), ["docs/intro.po"]) == []
