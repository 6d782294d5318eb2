from collections.abc import Callable, Sequence

import pytest

from tests.fixture_types import WriteTree
from transtats_cli.scanning.discovery import foreign
from transtats_cli.scanning.discovery.definition import Definition
from transtats_cli.settings.documents import SettingsError


@pytest.fixture
def read_components(tree: WriteTree) -> Callable[[str], Sequence[Definition]]:
    return lambda text: foreign.read_components(str(tree({".tx/config": text})), ".tx/config", [])


def test_resources_become_components(read_components: Callable[[str], Sequence[Definition]]) -> None:
    (new, old) = read_components(
        """\
[main]
host = https://app.transifex.com
lang_map = pt_PT: pt-pt, zh_CN: cn

[o:organisation:p:hello:r:app]
file_filter = locale/<lang>/LC_MESSAGES/<lang>.po
source_file = locale/app.pot
source_lang = de
type = PO
minimum_perc = 80
trans.sr@latin = special/sr.po

[hello.web]
file_filter = web/<lang>.xlf
source_file = web/en.xlf
type = XLIFF
lang_map = cs: cz
"""
    )
    assert (new.project, new.slug, dict(new.paths_by_language)) == ("hello", "app", {"sr@latin": "special/sr.po"})
    assert {key: setting.value for key, setting in new.settings_layer.items()} == {
        "filemask": "locale/*/LC_MESSAGES/*.po",
        "new_base": "locale/app.pot",
        "source_language": "de",
        "aliases": {"pt-pt": "pt_PT", "cn": "zh_CN"},
        "fail_under": 80,
    }
    assert new.origin.endswith(".tx/config [o:organisation:p:hello:r:app]")
    assert (old.project, old.slug) == ("hello", "web")
    assert old.settings_layer["aliases"].value == {"pt-pt": "pt_PT", "cn": "zh_CN", "cz": "cs"}
    assert {"new_base", "fail_under"}.isdisjoint(old.settings_layer)


@pytest.mark.parametrize(
    "section",
    [
        pytest.param("[a.b]\nfile_filter = <lang>.docx\ntype = DOCX", id="another format"),
        pytest.param("[a.b]\nfile_filter = <lang>.docx", id="another extension"),
        pytest.param("[a.b]\nfile_filter = en.po\ntype = PO", id="no language"),
        pytest.param("[a.b]\ntype = PO", id="no files"),
        pytest.param("[o:a:p:b]\nfile_filter = <lang>.po", id="no resource"),
    ],
)
def test_resources_of_other_formats_or_without_paths_are_left_out(
    read_components: Callable[[str], Sequence[Definition]], section: str
) -> None:
    assert read_components(section) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("file_filter = x", ":1: not in the form", id="no section"),
        pytest.param("[a.b]\nnonsense", ":2: not in the form", id="no option"),
        pytest.param(
            "[a.b]\nfile_filter = ../<lang>.po\ntype = PO", r"config \[a.b\]: filemask: .*leads out", id="upward"
        ),
        pytest.param(
            "[a.b]\nfile_filter = <lang>.po\nsource_file = /etc/x.pot",
            r"\[a.b\]: source_file: .*absolute",
            id="absolute",
        ),
        pytest.param(
            "[a.b]\nfile_filter = <lang>.po\ntrans.de = ../../x", r"\[a.b\]: trans.de: .*leads out", id="path"
        ),
        pytest.param(
            "[a.b]\nfile_filter = <lang>.po\nsource_lang = e/n", "source_language: .*not a language", id="language"
        ),
        pytest.param(
            "[a.b]\nfile_filter = <lang>.po\ntrans. = a.po", r"trans\.: '' is not a language code", id="no language"
        ),
        # Without the error, parsing would take hours.
        pytest.param(f"[a.b]\nx{' ' * 900_000}y", r"config:2: more than 200 spaces", id="many spaces"),
    ],
)
def test_a_wrong_value_is_an_error(
    read_components: Callable[[str], Sequence[Definition]], text: str, message: str
) -> None:
    with pytest.raises(SettingsError, match=message):
        read_components(text)


def test_a_link_out_of_the_root_is_not_followed(tree: WriteTree) -> None:
    root = tree({"other/config": "[main]\n", "in/x": ""})
    (root / "in" / ".tx").symlink_to(root / "other")
    with pytest.raises(SettingsError, match="a link that leads out of"):
        foreign.read_components(str(root / "in"), ".tx/config", [])


@pytest.mark.parametrize("text", ["-1", "0", "", "eighty", "²"])
def test_a_minimum_that_is_zero_or_invalid_sets_no_limit(
    read_components: Callable[[str], Sequence[Definition]], text: str
) -> None:
    (found,) = read_components(f"[a.b]\nfile_filter = po/<lang>.po\nminimum_perc = {text}\n")
    assert "fail_under" not in found.settings_layer


def test_the_minimum_of_the_main_section_applies_to_all_resources(
    read_components: Callable[[str], Sequence[Definition]],
) -> None:
    (found,) = read_components("[main]\nminimum_perc = 70\n[a.b]\nfile_filter = po/<lang>.po\n")
    assert found.settings_layer["fail_under"].value == 70


def test_a_minimum_above_100_percent_is_an_error(read_components: Callable[[str], Sequence[Definition]]) -> None:
    with pytest.raises(SettingsError, match=r"\[a.b\]: minimum_perc: 101 is more than 100 percent"):
        read_components("[a.b]\nfile_filter = po/<lang>.po\nminimum_perc = 101\n")
