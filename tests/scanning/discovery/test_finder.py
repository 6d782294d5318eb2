from tests.fixture_types import WriteTree
from transtats_cli.scanning.discovery.finder import propose_layouts


def test_a_layout_of_translation_finder_contains_only_the_given_files(tree: WriteTree) -> None:
    files = ["cs/app/a.po", "de/app/a.po"]
    root = tree(dict.fromkeys([*files, "fr/app/a.po"], 'msgid ""\nmsgstr ""\n'))
    (layout,) = propose_layouts(str(root), files)
    assert layout.mask == "*/app/a.po"
    assert layout.language_parts == {"cs/app/a.po": "cs", "de/app/a.po": "de"}


def test_files_without_languages_have_no_layout(tree: WriteTree) -> None:
    assert propose_layouts(str(tree({"docs/intro.po": ""})), ["docs/intro.po"]) == []
