"""A search in parts finds the same components, problems and files as one search."""

import tempfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from tests.fixture_types import WriteTree
from transtats_cli.component import Component
from transtats_cli.report import LeftOutFile
from transtats_cli.scanning.discovery.lookup import DiscoveryResult, join_results, survey_components, survey_parts
from transtats_cli.settings import load_settings
from transtats_cli.settings.documents import display_path

PO = 'msgid ""\nmsgstr "Language: {}\\nContent-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "a"\nmsgstr "b"\n'
JSON = '{"hello": "Hello, world!", "bye": "Good bye"}'
ANDROID = '<resources><string name="hello">Hello</string></resources>'
XLIFF = (
    '<xliff version="1.2"><file original="x" source-language="en" target-language="de" datatype="x"><body>'
    '<trans-unit id="1"><source>a</source><target>b</target></trans-unit></body></file></xliff>'
)
GIT_CONFIG = '[remote "origin"]\nurl = https://example.org/{}.git\n'

FOLDERS = [
    "shop",
    "Shop",
    "forum",
    "de",
    "fr",
    "en",
    "locale",
    "src",
    "app.de",
    "app.en",
    "values",
    "values-de",
    "root",
]
INNER_FOLDERS = [
    "",
    "",
    "app",
    "web",
    "locale",
    "tests",
    "tests/po",
    "po",
    "src/main/res/values",
    "locales",
    "de",
    "en",
]
FILES: Mapping[str, str] = {
    "de.po": PO.format("de"),
    "fr.po": PO.format("fr"),
    "app.po": PO.format("de"),
    "messages.po": PO.format("-"),
    "app.de.xlf": XLIFF,
    "en.json": JSON,
    "de.json": JSON,
    "values/strings.xml": ANDROID,
    "values-de/strings.xml": ANDROID,
    "strings.xml": ANDROID,
    "app.ts": "<TS/>",
    "component.json": '{"filemask": "*.po", "file_format": "po"}',
    ".tx/config": "[main]\nhost = x\n\n[o:org:p:shop:r:app]\nfile_filter = <lang>.po\n",
    "crowdin.yml": "files:\n- source: /po/en.po\n  translation: /po/%two_letters_code%.po\n",
    ".gitignore": "app/\n",
    "pyproject.toml": "",
    "README.md": "",
}
FILES_OF_PROJECT: Mapping[str, str] = {
    ".git/config": GIT_CONFIG.format("shop"),
    ".git/HEAD": "",
    "package.json": "{}",
    "component.json": '{"filemask": "*.po", "file_format": "po"}',
    "app/component.json": "{",
    "po/de.po": PO.format("de"),
    "app/po/de.po": PO.format("de"),
    "tests/po/de.po": PO.format("de"),
}

_inner_paths = st.tuples(st.sampled_from(INNER_FOLDERS), st.sampled_from(sorted(FILES))).map(
    lambda pair: ("/".join(filter(None, pair)), FILES[pair[1]])
)
_project_files = st.lists(_inner_paths | st.sampled_from(sorted(FILES_OF_PROJECT.items())), max_size=5).map(dict)
_root_files = st.dictionaries(
    st.sampled_from(["de.po", "fr.po", "README.md", ".gitignore"]), st.just("fr/\n"), max_size=1
)
_trees = st.tuples(st.dictionaries(st.sampled_from(FOLDERS), _project_files, max_size=6), _root_files)


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        if any(parent.is_file() for parent in path.parents) or path.is_dir():
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def make_comparable(result: DiscoveryResult) -> tuple[list[Component], list[str], int, list[LeftOutFile]]:
    components = sorted(result.components, key=lambda each: (each.project, each.slug))
    return components, sorted(map(str, result.problems)), result.test_component_count, result.find_left_out_files()


def assert_same_result(root: Path) -> None:
    settings = load_settings(str(root))
    for all_folders in (False, True):
        whole = survey_components(str(root), settings, all_folders=all_folders)
        parts = join_results(survey_parts(str(root), settings, all_folders=all_folders))
        assert make_comparable(parts) == make_comparable(whole)


@given(_trees)
@hypothesis_settings(max_examples=50, deadline=None)
def test_parts_have_the_result_of_one_search(tree: tuple[Mapping[str, Mapping[str, str]], Mapping[str, str]]) -> None:
    folders, root_files = tree
    with tempfile.TemporaryDirectory() as directory:
        root = Path(directory).resolve() / "root"
        root.mkdir()
        write_files(root, root_files)
        for name, files in folders.items():
            write_files(root / name, files)
        assert_same_result(root)


def test_the_first_part_is_found_before_other_folders_are_read(tree: WriteTree) -> None:
    root = tree({"a/app/de.po": PO.format("de"), "b/app/de.po": PO.format("de")})
    results = survey_parts(str(root), load_settings(str(root)))
    assert [each.project for each in next(results).components] == ["a"]
    (root / "b" / "web").mkdir()
    (root / "b" / "web" / "de.po").write_text(PO.format("de"))
    assert [(each.project, each.slug) for each in join_results(results).components] == [("b", "app"), ("b", "web")]


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({".git/HEAD": ""}, id="a checkout"),
        pytest.param({"crowdin.yml": "files:\n- source: /po/en.po\n  translation: /po/*.po\n"}, id="another tool"),
        pytest.param({"transtats.toml": '[project.b.component.app]\nfilemask = "*.po"\n'}, id="components in settings"),
    ],
)
def test_some_roots_are_searched_at_once(tree: WriteTree, files: Mapping[str, str]) -> None:
    root = tree({"a/app/de.po": PO.format("de"), "b/app/de.po": PO.format("de"), **files})
    assert len([*survey_parts(str(root), load_settings(str(root)))]) == 1
    assert_same_result(root)


def test_two_clones_of_a_repository_have_the_names_of_their_folders(tree: WriteTree) -> None:
    root = tree({f"{name}/{path}": text for name in ("a", "b") for path, text in FILES_OF_PROJECT.items()})
    assert_same_result(root)
    found = join_results(survey_parts(str(root), load_settings(str(root)), all_folders=True))
    assert {each.project for each in found.components} <= {"a", "b", "root", root.name}


def test_a_project_that_transifex_names_is_found_at_the_end(tree: WriteTree) -> None:
    config = "[main]\nhost = x\n\n[shop.app]\nfile_filter = po/<lang>.po\n"
    root = tree({"a/.tx/config": config, "a/po/de.po": PO.format("de"), "b/app/po/de.po": PO.format("de")})
    results = [*survey_parts(str(root), load_settings(str(root)))]
    assert [(each.project, each.slug) for each in results[-1].components] == [("shop", "app")]
    assert_same_result(root)


def test_a_file_that_two_parts_leave_out_has_one_reason(tree: WriteTree) -> None:
    assert_same_result(tree({"Shop/.git/HEAD": "", "Shop/po/app.po": PO.format("de"), "de/po/de.po": PO.format("de")}))


@pytest.mark.parametrize("folder", ["", "docs/"])
def test_a_name_in_the_project_of_another_folder_is_chosen_after_the_names_of_that_folder(
    tree: WriteTree, folder: str
) -> None:
    config = "[main]\nhost = x\n\n[o:org:p:b:r:po]\nfile_filter = po/<lang>.po\n"
    po = {f"a/{folder}po/fr.po": PO.format("fr"), "b/.git/HEAD": "", "b/po/de.po": PO.format("de")}
    root = tree({f"a/{folder}.tx/config": config, **po})
    assert_same_result(root)
    found = survey_components(str(root), load_settings(str(root))).components
    paths = {each.slug: Path(each.root).relative_to(root).parts[0] for each in found if each.project == "b"}
    assert paths == {"po": "b", "po-2": "a"}


def test_many_folders_are_searched_in_parts_although_some_have_equal_names(tree: WriteTree) -> None:
    pairs = {f"{name}/app/de.po": PO.format("de") for number in range(5) for name in (f"Dup{number}", f"dup{number}")}
    root = tree({f"p{number:02}/app/de.po": PO.format("de") for number in range(60)} | pairs)
    results = [*survey_parts(str(root), load_settings(str(root)))]
    assert len(results[-1].components) == 10
    assert_same_result(root)


def test_if_most_folders_belong_together_the_rest_is_searched_at_once(tree: WriteTree) -> None:
    root = tree({f"p{number:02}/locale/de.po": PO.format("de") for number in range(40)})
    assert len([*survey_parts(str(root), load_settings(str(root)))]) < 8
    assert_same_result(root)


def test_messages_name_files_as_in_one_search(tree: WriteTree, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tree({"a/app/component.json": "{", "b/app/de.po": PO.format("de")})
    for folder in (root, root / "a", root / "a/app", root.parent):
        monkeypatch.chdir(folder)
        path = display_path(str(root / "a/app/component.json"))
        for result in (survey_components, lambda *argv: join_results(survey_parts(*argv))):
            (problem,) = result(str(root), load_settings(str(root))).problems
            assert problem.path == path


@pytest.mark.parametrize("folder", ["b", "de"])
def test_a_message_about_a_gitignore_next_to_a_folder_of_a_language_is_not_lost(tree: WriteTree, folder: str) -> None:
    files = {f"{name}/po/fr.po": PO.format("fr") for name in ("a", "b", "de")}
    root = tree({**files, f"{folder}/.gitignore": "*" + 1200 * "x" + "\n"})
    assert_same_result(root)
    assert len(survey_components(str(root), load_settings(str(root))).problems) == 1
