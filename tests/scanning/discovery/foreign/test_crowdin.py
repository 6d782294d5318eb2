from collections.abc import Callable, Sequence

import pytest

from tests.fixture_types import WriteTree
from transtats_cli.scanning.discovery import foreign
from transtats_cli.scanning.discovery.definition import Definition
from transtats_cli.settings.documents import SettingsError

FILES = ["po/app.pot", "po/web.pot", "src/a/b/x.xlf", "src/y.xlf", "locale/en/x.po"]


@pytest.fixture
def read_components(tree: WriteTree) -> Callable[[str], Sequence[Definition]]:
    return lambda text: foreign.read_components(str(tree({"crowdin.yml": text})), "crowdin.yml", FILES)


def list_masks(definitions: Sequence[Definition]) -> list[object]:
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
    read_components: Callable[[str], Sequence[Definition]], source: str, translation: str, expected: list[str]
) -> None:
    assert list_masks(read_components(f"files:\n  - source: {source}\n    translation: '{translation}'\n")) == expected


@pytest.mark.parametrize(
    ("ignored", "expected"),
    [
        pytest.param("[]", ["t/*/x.xlf", "t/*/y.xlf"], id="nothing"),
        pytest.param("['/src/y.xlf']", ["t/*/x.xlf"], id="a file"),
        pytest.param("[/src/a]", ["t/*/y.xlf"], id="a folder"),
        pytest.param("['/src/**/x.*']", ["t/*/y.xlf"], id="a pattern"),
        pytest.param("['/src/%file_name%.xlf']", ["t/*/x.xlf"], id="a placeholder"),
        pytest.param("[/, '', 1, [src]]", ["t/*/x.xlf", "t/*/y.xlf"], id="invalid patterns"),
        pytest.param("src", ["t/*/x.xlf", "t/*/y.xlf"], id="not a list"),
    ],
)
def test_ignored_sources_have_no_translations(
    read_components: Callable[[str], Sequence[Definition]], ignored: str, expected: list[str]
) -> None:
    text = (
        f"files:\n  - source: /src/**/*.xlf\n    translation: /t/%locale%/%original_file_name%\n    ignore: {ignored}\n"
    )
    assert list_masks(read_components(text)) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param("locale/en_US/x.po", "en_US", id="among the translations"),
        pytest.param("locale/base/x.po", None, id="no language"),
        pytest.param("po/app.pot", None, id="in another folder"),
    ],
)
def test_the_path_of_a_source_among_its_translations_sets_the_source_language(
    read_components: Callable[[str], Sequence[Definition]], source: str, expected: str | None
) -> None:
    (found,) = read_components(f"files:\n  - source: {source}\n    translation: /locale/%locale%/x.po\n")
    assert ("source_language" in found.settings_layer) is (expected is not None)
    assert expected is None or found.settings_layer["source_language"].value == expected


def test_language_mappings_and_the_template_are_read(
    read_components: Callable[[str], Sequence[Definition]],
) -> None:
    (found,) = read_components(
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


def test_the_base_path_is_a_prefix_of_all_paths(read_components: Callable[[str], Sequence[Definition]]) -> None:
    (found,) = read_components(
        "base_path: po\nfiles:\n- {source: app.pot, translation: '%original_path%/%locale%.po'}\n"
    )
    assert found.settings_layer["filemask"].value == "po/*.po"
    assert found.settings_layer["new_base"].value == "po/app.pot"


@pytest.mark.parametrize(
    "text", ["", "files", "files: 1", "- a", "files: [1, [2], {}, {source: 1, translation: 2}]", "{files: null}"]
)
def test_a_configuration_without_files_has_no_components(
    read_components: Callable[[str], Sequence[Definition]], text: str
) -> None:
    assert read_components(text) == []


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
        pytest.param("a: !!bool foo", "not valid YAML", id="invalid boolean"),
        pytest.param('a: !!int ""', "not valid YAML", id="invalid integer"),
        pytest.param("a: !!timestamp foo", "not valid YAML", id="invalid date"),
        pytest.param('a: "\\UFFFFFFFF"', "not valid YAML", id="invalid character"),
        # Without the error, a comparison of both paths would take years.
        pytest.param(
            f"files: [{{source: {'a' * 200}.po, translation: '{'%locale%-' * 50}.po'}}]", "too many", id="many stars"
        ),
        pytest.param("#" * 200_001, "larger than 200 kB", id="too large"),
    ],
)
def test_a_wrong_value_is_an_error(
    read_components: Callable[[str], Sequence[Definition]], text: str, message: str
) -> None:
    with pytest.raises(SettingsError, match=message):
        read_components(text)


def test_nested_aliases_are_not_expanded_without_limit(
    read_components: Callable[[str], Sequence[Definition]],
) -> None:
    bomb = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 40))
    assert read_components(f"{bomb}files: *a39\n") == []


def test_a_repeated_entry_counts_once(
    read_components: Callable[[str], Sequence[Definition]],
) -> None:
    (found,) = read_components(
        "a: &a {source: po/app.pot, translation: 'po/%locale%.po'}\nfiles: [" + ", ".join(["*a"] * 20_000) + "]\n"
    )
    assert found.settings_layer["filemask"].value == "po/*.po"


def test_too_many_patterns_are_an_error(tree: WriteTree) -> None:
    entries = "".join(f"- {{source: '{number}/*.pot', translation: x}}\n" for number in range(2000))
    root = str(tree({"crowdin.yml": f"files:\n{entries}"}))
    with pytest.raises(SettingsError, match="2000 patterns for 3000 files"):
        foreign.read_components(root, "crowdin.yml", map(str, range(3000)))


def test_too_many_components_are_an_error(tree: WriteTree) -> None:
    root = str(tree({"crowdin.yml": "files: [{source: '**/*.pot', translation: '%locale%/%file_name%.po'}]"}))
    with pytest.raises(SettingsError, match="more than 5000 components"):
        foreign.read_components(root, "crowdin.yml", (f"{number}.pot" for number in range(6000)))


def test_nested_merged_mappings_are_not_expanded_without_limit(
    read_components: Callable[[str], Sequence[Definition]],
) -> None:
    levels = ["l0: &l0 {source: po/app.pot, translation: 'po/%locale%.po'}"]
    levels += [f"l{n}: &l{n} {{<<: [{', '.join([f'*l{n - 1}'] * 9)}]}}" for n in range(1, 60)]
    assert list_masks(read_components("\n".join([*levels, "files: [*l59]"]))) == ["po/*.po"]


@pytest.mark.parametrize("value", ["1:" * 400 + "1.5", "no", "2001-02-30", "1" * 5000, "0b", "=", "!!str x"])
def test_every_plain_value_is_a_text(read_components: Callable[[str], Sequence[Definition]], value: str) -> None:
    text = f"a: {value}\nfiles: [{{source: po/app.pot, translation: 'po/%locale%.po'}}]\n"
    assert list_masks(read_components(text)) == ["po/*.po"]


def test_a_language_code_that_is_also_a_boolean_is_a_text(
    read_components: Callable[[str], Sequence[Definition]],
) -> None:
    (found,) = read_components(
        "files: [{source: po/a, translation: '%locale%.po', languages_mapping: {locale: {no: nb, de: off}}}]\n"
    )
    assert found.settings_layer["aliases"].value == {"nb": "no", "off": "de"}


def test_a_mapping_that_is_merged_into_itself_contains_its_own_keys(
    read_components: Callable[[str], Sequence[Definition]],
) -> None:
    (found,) = read_components("files: [&a {<<: *a, source: /a.pot, translation: '/%locale%.po'}]")
    assert found.mask == "*.po"
