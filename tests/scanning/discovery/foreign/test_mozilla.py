import re
from collections.abc import Callable, Sequence

import pytest

from tests.fixture_types import WriteTree
from transtats_cli.scanning.discovery import foreign
from transtats_cli.scanning.discovery.definition import Definition
from transtats_cli.settings.documents import SettingsError


@pytest.fixture
def read_components(tree: WriteTree) -> Callable[[str], Sequence[Definition]]:
    return lambda text: foreign.read_components(
        str(tree({"l10n.toml": text})), "l10n.toml", ["en/a.xliff", "en/x/b.xliff", "en/c.ftl"]
    )


@pytest.mark.parametrize(
    ("reference", "localised", "expected"),
    [
        pytest.param("en/a.xliff", "{locale}/a.xliff", ["*/a.xliff"], id="one file"),
        pytest.param("en/*.xliff", "{ l }*.xliff", ["out/*/a.xliff"], id="variables and stars"),
        pytest.param("en/**/*.xliff", "{locale}/**/*.xliff", ["*/a.xliff", "*/x/b.xliff"], id="folders are mirrored"),
        pytest.param("en/c.docx", "{locale}/c.docx", [], id="another format"),
        pytest.param("en/a.xliff", "{unknown}/a.xliff", [], id="unknown variable"),
        pytest.param("en/a.xliff", "out/a.xliff", [], id="no language"),
    ],
)
def test_paths_become_masks(
    read_components: Callable[[str], Sequence[Definition]], reference: str, localised: str, expected: list[str]
) -> None:
    text = (
        f'locales = ["de"]\n[env]\nl = "out/{{locale}}/"\n[[paths]]\nreference = "{reference}"\nl10n = "{localised}"\n'
    )
    assert [definition.settings_layer["filemask"].value for definition in read_components(text)] == expected


@pytest.mark.parametrize(
    ("settings", "entry", "accepted"),
    [
        pytest.param("", "", ["cs", "de", "fr", "pt-rBR"], id="all but the reference"),
        pytest.param('locales = ["cs", "fr", "en"]', "", ["cs", "fr"], id="those of the project"),
        pytest.param('locales = ["cs"]', 'locales = ["de"]', ["de"], id="those of the entry"),
        pytest.param('locales = ["pt-BR"]', "", ["pt-rBR"], id="codes of Android"),
        pytest.param("locales = 1", "", ["cs", "de", "fr", "pt-rBR"], id="not a list"),
    ],
)
def test_only_listed_languages_without_the_language_of_the_reference_are_accepted(
    read_components: Callable[[str], Sequence[Definition]], settings: str, entry: str, accepted: list[str]
) -> None:
    (definition,) = read_components(
        f'{settings}\n[[paths]]\nreference = "en/a.xliff"\nl10n = "{{locale}}/a.xliff"\n{entry}\n'
    )
    pattern = re.compile(str(definition.settings_layer["language_regex"].value))
    assert [part for part in ("cs", "de", "en", "fr", "pt-rBR") if pattern.match(part)] == accepted


@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        pytest.param("fr/a.xliff", {"source_language": "fr"}, id="a language"),
        pytest.param("en/a.xliff", {"new_base": "en/a.xliff"}, id="English, and the file exists"),
        pytest.param("templates/a.xliff", {}, id="a word"),
        pytest.param("other/de/a.xliff", {}, id="another folder"),
    ],
)
def test_the_reference_sets_the_source_language_or_the_template(
    read_components: Callable[[str], Sequence[Definition]], reference: str, expected: dict[str, str]
) -> None:
    (definition,) = read_components(f'[[paths]]\nreference = "{reference}"\nl10n = "{{locale}}/a.xliff"\n')
    values = {key: setting.value for key, setting in definition.settings_layer.items()}
    assert {key: values[key] for key in ("new_base", "source_language") if key in values} == expected


@pytest.mark.parametrize("text", ["", "paths = 1", "[[paths]]\nreference = 1", "env = []\npaths = [1, {}]"])
def test_a_configuration_without_paths_has_no_components(
    read_components: Callable[[str], Sequence[Definition]], text: str
) -> None:
    assert read_components(text) == []


def test_a_configuration_with_circular_variables_has_no_components(
    read_components: Callable[[str], Sequence[Definition]],
) -> None:
    assert (
        read_components('[env]\na = "{b}{b}"\nb = "{a}{a}"\n[[paths]]\nreference = "x.po"\nl10n = "{a}/{locale}.po"\n')
        == []
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("a = 1\nb", r"l10n\.toml:2: not valid TOML", id="syntax"),
        pytest.param('basepath = "../.."', "basepath: .*leads out", id="base path"),
        pytest.param('[[paths]]\nreference = "x.po"\nl10n = "/{locale}.po"', "filemask: .*absolute", id="absolute"),
        pytest.param(
            "locales = [" + "'de',\n" * 2000 + ']\n[[paths]]\nreference = "en/a.xliff"\nl10n = "{locale}/a.xliff"',
            "locales: 2000 languages",
            id="many languages",
        ),
        # Without the error, a comparison of both paths would take years.
        pytest.param(
            f'[[paths]]\nreference = "{"a" * 200}.po"\nl10n = "{"{locale}-" * 50}.po"', "too many", id="many stars"
        ),
    ],
)
def test_a_wrong_value_is_an_error(
    read_components: Callable[[str], Sequence[Definition]], text: str, message: str
) -> None:
    with pytest.raises(SettingsError, match=message):
        read_components(text)


def test_many_languages_can_be_listed(read_components: Callable[[str], Sequence[Definition]]) -> None:
    listed = [f"{first}{second}" for first in "abcdefghijklm" for second in "abcdefghijklmnopqrstuvwxyz"]
    (found,) = read_components(f'locales = {listed}\n[[paths]]\nreference = "en/c.ftl"\nl10n = "{{locale}}/c.ftl"\n')
    regex = str(found.settings_layer["language_regex"].value)
    assert [code for code in ("aa", "mz", "zz") if re.match(regex, code)] == ["aa", "mz"]
