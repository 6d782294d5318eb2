from collections.abc import Callable, Sequence

import pytest

from tests.fixture_types import WriteTree
from transtats_cli.scanning.discovery import foreign
from transtats_cli.scanning.discovery.foreign import ForeignComponent
from transtats_cli.settings.documents import SettingsError

FILES = ["po/app.pot", "po/web.pot", "src/a/b/x.xlf", "src/y.xlf", "locale/en/x.po"]


@pytest.fixture
def read(tree: WriteTree) -> Callable[[str], Sequence[ForeignComponent]]:
    return lambda text: foreign.read_components(str(tree({"crowdin.yml": text})), "crowdin.yml", FILES)


def masks(definitions: Sequence[foreign.ForeignComponent]) -> list[object]:
    return [definition.settings_layer["filemask"].value for definition in definitions]


@pytest.mark.parametrize(
    ("source", "translation", "expected"),
    [
        pytest.param("/po/app.pot", "/po/%two_letters_code%.po", ["po/*.po"], id="one file"),
        pytest.param("po/*.pot", "l/%locale%/%file_name%.po", ["l/*/app.po", "l/*/web.po"], id="a file each"),
        pytest.param(
            "src/**/*.xlf",
            "%language%/**/%original_file_name%",
            ["*/a/b/x.xlf", "*/y.xlf"],
            id="folders are mirrored",
        ),
        pytest.param("src/a/b/x.xlf", "t/%original_path%/%osx_code%.%file_extension%", ["t/src/a/b/*.xlf"], id="path"),
        pytest.param("po/app.pot", "po/%android_code%.docx", [], id="another format"),
        pytest.param("po/app.pot", "po/all.po", [], id="no language"),
        pytest.param("nowhere/*.pot", "po/%locale%/%file_name%.po", [], id="no source"),
    ],
)
def test_patterns_become_masks(
    read: Callable[[str], Sequence[ForeignComponent]], source: str, translation: str, expected: list[str]
) -> None:
    assert masks(read(f"files:\n  - source: {source}\n    translation: '{translation}'\n")) == expected


@pytest.mark.parametrize(
    ("ignored", "expected"),
    [
        pytest.param("[]", ["t/*/x.xlf", "t/*/y.xlf"], id="nothing"),
        pytest.param("['/src/y.xlf']", ["t/*/x.xlf"], id="a file"),
        pytest.param("[/src/a]", ["t/*/y.xlf"], id="a folder"),
        pytest.param("['/src/**/x.*']", ["t/*/y.xlf"], id="a pattern"),
        pytest.param("['/src/%file_name%.xlf']", ["t/*/x.xlf"], id="a placeholder"),
        pytest.param("[/, '', 1, [src]]", ["t/*/x.xlf", "t/*/y.xlf"], id="no pattern"),
        pytest.param("src", ["t/*/x.xlf", "t/*/y.xlf"], id="no list"),
    ],
)
def test_ignored_sources_have_no_translations(
    read: Callable[[str], Sequence[ForeignComponent]], ignored: str, expected: list[str]
) -> None:
    text = (
        f"files:\n  - source: /src/**/*.xlf\n    translation: /t/%locale%/%original_file_name%\n    ignore: {ignored}\n"
    )
    assert masks(read(text)) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param("locale/en_US/x.po", "en_US", id="among the translations"),
        pytest.param("locale/base/x.po", None, id="no language"),
        pytest.param("po/app.pot", None, id="elsewhere"),
    ],
)
def test_a_source_among_its_translations_has_the_source_language(
    read: Callable[[str], Sequence[ForeignComponent]], source: str, expected: str | None
) -> None:
    (found,) = read(f"files:\n  - source: {source}\n    translation: /locale/%locale%/x.po\n")
    assert ("source_language" in found.settings_layer) is (expected is not None)
    assert expected is None or found.settings_layer["source_language"].value == expected


def test_the_rest_is_understood_too(read: Callable[[str], Sequence[ForeignComponent]]) -> None:
    (found,) = read(
        """\
"project_id_env": ID
"api_token": never looked at
base_path: "."
preserve_hierarchy: true
mapping: &mapping
  two_letters_code: {pt-BR: pt_BR, zh-CN: cn}
files: [{"source": "/po/app.pot", "translation": "/po/%two_letters_code%.po", languages_mapping: *mapping}]
"""
    )
    assert {key: setting.value for key, setting in found.settings_layer.items()} == {
        "filemask": "po/*.po",
        "new_base": "po/app.pot",
        "aliases": {"pt_BR": "pt-BR", "cn": "zh-CN"},
    }
    assert found.origin.endswith("crowdin.yml")


def test_a_base_path_goes_before_all_paths(read: Callable[[str], Sequence[ForeignComponent]]) -> None:
    (found,) = read("base_path: po\nfiles:\n- {source: app.pot, translation: '%original_path%/%locale%.po'}\n")
    assert found.settings_layer["filemask"].value == "po/*.po"
    assert found.settings_layer["new_base"].value == "po/app.pot"


@pytest.mark.parametrize(
    "text", ["", "files", "files: 1", "- a", "files: [1, [2], {}, {source: 1, translation: 2}]", "{files: null}"]
)
def test_what_has_no_files_describes_nothing(read: Callable[[str], Sequence[ForeignComponent]], text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("a: b\nfiles: [", r"crowdin\.yml:\d: not valid YAML", id="syntax"),
        pytest.param("[" * 2000, "not valid YAML", id="nested deep"),
        pytest.param("!!python/object/apply:os.system [ls]", "not valid YAML", id="code"),
        pytest.param("base_path: ../x\nfiles: []", "base_path: .*leads out", id="base path"),
        pytest.param(
            "files: [{source: po/app.pot, translation: '../%locale%.po'}]", "filemask: .*leads out", id="upward"
        ),
        pytest.param("a: *b", "not valid YAML", id="unknown alias"),
        pytest.param("a: !!bool foo", "not valid YAML", id="no truth value"),
        pytest.param('a: !!int ""', "not valid YAML", id="no number"),
        pytest.param("a: !!timestamp foo", "not valid YAML", id="no date"),
        pytest.param('a: "\\UFFFFFFFF"', "not valid YAML", id="no character"),
        pytest.param("a: &a {<<: *a}", "not valid YAML", id="merged into itself"),
        pytest.param("#" * 200_001, "larger than 200 kB", id="too large"),
    ],
)
def test_mistakes_are_named(read: Callable[[str], Sequence[ForeignComponent]], text: str, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        read(text)


def test_aliases_that_would_grow_without_end_do_not(read: Callable[[str], Sequence[ForeignComponent]]) -> None:
    bomb = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 40))
    assert read(f"{bomb}files: *a39\n") == []


def test_an_entry_that_is_written_again_and_again_counts_once(
    read: Callable[[str], Sequence[ForeignComponent]],
) -> None:
    (found,) = read(
        "a: &a {source: po/app.pot, translation: 'po/%locale%.po'}\nfiles: [" + ", ".join(["*a"] * 20_000) + "]\n"
    )
    assert found.settings_layer["filemask"].value == "po/*.po"


def test_more_entries_than_can_be_tried_are_refused(tree: WriteTree) -> None:
    entries = "".join(f"- {{source: '{number}/*.pot', translation: x}}\n" for number in range(2000))
    root = str(tree({"crowdin.yml": f"files:\n{entries}"}))
    with pytest.raises(SettingsError, match="2000 patterns for 3000 files"):
        foreign.read_components(root, "crowdin.yml", map(str, range(3000)))


def test_more_components_than_can_be_true_are_refused(tree: WriteTree) -> None:
    root = str(tree({"crowdin.yml": "files: [{source: '**/*.pot', translation: '%locale%/%file_name%.po'}]"}))
    with pytest.raises(SettingsError, match="more than 5000 components"):
        foreign.read_components(root, "crowdin.yml", (f"{number}.pot" for number in range(6000)))


def test_merged_mappings_cannot_grow_without_end(read: Callable[[str], Sequence[ForeignComponent]]) -> None:
    levels = ["l0: &l0 {source: po/app.pot, translation: 'po/%locale%.po'}"]
    levels += [f"l{n}: &l{n} {{<<: [{', '.join([f'*l{n - 1}'] * 9)}]}}" for n in range(1, 60)]
    assert masks(read("\n".join([*levels, "files: [*l59]"]))) == ["po/*.po"]


@pytest.mark.parametrize("value", ["1:" * 400 + "1.5", "no", "2001-02-30", "1" * 5000, "0b", "=", "!!str x"])
def test_whatever_is_written_plainly_is_a_text(read: Callable[[str], Sequence[ForeignComponent]], value: str) -> None:
    text = f"a: {value}\nfiles: [{{source: po/app.pot, translation: 'po/%locale%.po'}}]\n"
    assert masks(read(text)) == ["po/*.po"]


def test_a_code_that_could_be_a_truth_value_is_a_code(read: Callable[[str], Sequence[ForeignComponent]]) -> None:
    (found,) = read(
        "files: [{source: po/a, translation: '%locale%.po', languages_mapping: {locale: {no: nb, de: off}}}]\n"
    )
    assert found.settings_layer["aliases"].value == {"nb": "no", "off": "de"}
