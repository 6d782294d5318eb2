"""Files that differ only by a language in their paths and are in no component are named with the reason."""

from collections.abc import Mapping, Sequence

import pytest

from tests.fixture_types import WriteTree
from transtats_cli.scanning.discovery import lookup
from transtats_cli.settings import load_settings

JSON = '{"title": "Text", "menu": "Open"}'
NO_SOURCE = "no file of the source language is found; `template` in the settings names one"
DOCUMENTS = "documents are found only by `filemask` in the settings"


def find_masks(
    tree: WriteTree, paths: Mapping[str, str | bytes], codes: Sequence[str] = ("de", "fr", "pt_BR")
) -> list[str]:
    """Return the masks of a tree with a file for each path and each code. `{}` in a path is the place of the code."""
    root = tree({".git/HEAD": "", **{path.format(code): text for path, text in paths.items() for code in codes}})
    found = lookup.survey_components(str(root), load_settings(str(root))).find_left_out_files()
    prefix = f"{root}/"
    return [f"{each.path.removeprefix(prefix)}: {each.description}" for each in found]


@pytest.mark.parametrize(
    ("path", "content", "expected"),
    [
        pytest.param("lang/{}.json", JSON, f"lang/*.json: 3 files: {NO_SOURCE}", id="no source file"),
        pytest.param(
            "messages/{}/app.php",
            "<?php\nreturn [\n    'Open' => 'Text',\n];\n",
            f"messages/*/app.php: 3 files: {NO_SOURCE}",
            id="messages of Yii",
        ),
        pytest.param(
            "lang/{}.xml",
            "<texts><text name='a'>Text</text></texts>",
            "lang/*.xml: 3 files: the content is no known format of .xml files",
            id="own XML",
        ),
        pytest.param(
            "src/index_{}.properties", "menu.open = Text\n", f"src/index_*.properties: 3 files: {NO_SOURCE}", id="keys"
        ),
        pytest.param(
            "i18n/{}.json5", JSON, "i18n/*.json5: 3 files: no supported format has the extension .json5", id="no format"
        ),
        pytest.param(
            "i18n/{}/app.json",
            "[1]",
            "i18n/*/app.json: 3 files: the content is no known format of .json files",
            id="unknown content",
        ),
        pytest.param("docs/{}/intro.md", "# A\n", f"docs/*/intro.md: 3 files: {DOCUMENTS}", id="document"),
        pytest.param("README.{}.md", "# A\n", f"README.*.md: 3 files: {DOCUMENTS}", id="document at the root"),
        pytest.param(
            "docs-{}/a.txt",
            "text\n",
            f"docs-*/a.txt: 3 files: {DOCUMENTS}",
            id="language at the end of a folder's name",
        ),
    ],
)
def test_the_mask_is_named_with_the_number_of_files_and_the_reason(
    tree: WriteTree, path: str, content: str, expected: str
) -> None:
    assert find_masks(tree, {path: content}) == [expected]


@pytest.mark.parametrize(
    ("path", "content"),
    [
        pytest.param("img/{}.png", b"\x89PNG\r\n\x1a\n\0\0", id="picture"),
        pytest.param("img/{}.svg", "<svg/>", id="drawing"),
        pytest.param("locale/{}/LC_MESSAGES/app.mo", b"\xde\x12\x04\x95\0\0\0\0", id="compiled catalogue"),
        pytest.param("tests/data/{}.json", JSON, id="test data"),
        pytest.param("node_modules/a/lang/{}.json", JSON, id="files of another project"),
        pytest.param("build/lang/{}.json", JSON, id="result of a build"),
    ],
)
def test_files_that_nobody_translates_are_not_named(tree: WriteTree, path: str, content: str | bytes) -> None:
    assert find_masks(tree, {path: content}) == []


@pytest.mark.parametrize(
    "codes",
    [
        pytest.param(("de", "fr"), id="two languages"),
        pytest.param(("AT", "BE", "DE", "FR", "IT"), id="countries"),
        pytest.param(("de", "fr", "es", "main", "util", "args", "list"), id="mostly words"),
    ],
)
def test_names_that_are_hardly_languages_are_not_named(tree: WriteTree, codes: Sequence[str]) -> None:
    assert find_masks(tree, {"src/{}.c": "int a;\n"}, codes) == []


def test_names_of_languages_are_languages_in_a_folder_for_translations(tree: WriteTree) -> None:
    paths = {"lang/strings_{}.txt": "text\n", "search/{}.txt": "text\n"}
    assert find_masks(tree, paths, ("german", "french", "korean")) == [f"lang/strings_*.txt: 3 files: {DOCUMENTS}"]


def test_files_of_components_and_files_made_from_them_are_not_named(tree: WriteTree) -> None:
    nextcloud = '{"translations": {"a": "b"}, "pluralForm": "nplurals=2; plural=(n != 1);"}'
    store = {"fastlane/metadata/android/{}/title.txt": "Shop", "fastlane/metadata/android/{}/changelogs/1.txt": "New"}
    paths = {"l10n/{}.json": nextcloud, "l10n/{}.js": "OC.L10N", **store}
    assert find_masks(tree, paths, ("en-US", "de", "fr", "pt")) == []
