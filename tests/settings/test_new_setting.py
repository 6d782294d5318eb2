"""A contributor adds a setting with one row. All else follows from the row."""

import tomllib
from typing import NamedTuple

import jsonschema
import pytest
from transtats_docs import GENERATED

from tests.fixture_types import WriteTree
from transtats_cli import settings
from transtats_cli.settings import layers
from transtats_cli.settings.documents import SettingsError
from transtats_cli.settings.grammar import read_component_settings
from transtats_cli.settings.keys import SETTING_SPECS, SettingSpec
from transtats_cli.settings.kinds import choice
from transtats_cli.settings.template import build_settings_schema, render_settings_template


@pytest.fixture(autouse=True)
def new_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    row = SettingSpec(
        choice(("quiet", "loud"), "neither quiet nor loud"),
        ("file", "component", "export"),
        "loudness of the `bell`",
        '"loud"',
        default="quiet",
    )
    monkeypatch.setitem(SETTING_SPECS, "bell", row)


def test_a_settings_file_may_contain_it_in_its_tables(tree: WriteTree) -> None:
    root = tree({"transtats.toml": 'bell = "loud"\n[project.a.component.b]\nbell = "quiet"\n'})
    (found,) = settings.load_settings(str(root)).settings_files
    assert found.layers["", ""]["bell"].value == "loud"
    assert found.layers["a", "b"]["bell"].value == "quiet"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param('bell = "soft"\n', "transtats.toml:1: bell: 'soft' is neither quiet nor loud", id="value"),
        pytest.param(
            "[gate]\nbell = 1\n", "transtats.toml:2: gate.bell: unknown setting; allowed here:", id="other table"
        ),
    ],
)
def test_an_error_is_reported_with_its_line(text: str, message: str, tree: WriteTree) -> None:
    with pytest.raises(SettingsError) as error:
        settings.load_settings(str(tree({"transtats.toml": text})))
    assert message in str(error.value)


def test_the_schema_contains_it() -> None:
    schema = build_settings_schema()
    assert schema["properties"]["bell"] == {"description": "Loudness of the `bell`.", "enum": ["quiet", "loud"]}
    validator = jsonschema.Draft7Validator(schema)
    assert validator.is_valid(tomllib.loads('bell = "loud"\n[project.a.component.b]\nbell = "quiet"\n'))
    assert not validator.is_valid({"checks": {"bell": "loud"}})


def test_a_new_settings_file_contains_an_example() -> None:
    assert '# bell = "loud"                         # loudness of the bell\n' in render_settings_template([], "/srv")


def test_a_component_json_may_contain_it(tree: WriteTree) -> None:
    root = tree({"component.json": '{"filemask": "po/*.po",\n "bell": "loud"}'})
    layer = read_component_settings(str(root))
    assert layer is not None
    assert layer["bell"].value == "loud"
    (root / "component.json").write_text('{"filemask": "po/*.po",\n "bell": "soft"}')
    with pytest.raises(SettingsError, match=r"component\.json:2: bell: 'soft' is neither quiet nor loud"):
        read_component_settings(str(root))


def test_the_reference_page_contains_it() -> None:
    assert "| `bell` | loudness of the `bell` |" in GENERATED["settings"]()


def test_a_setting_of_the_checks_may_be_of_any_kind(tree: WriteTree, monkeypatch: pytest.MonkeyPatch) -> None:
    class NewCheckSettings(NamedTuple):
        ignore: tuple[str, ...] = ()
        tone: str = "quiet"

    row = SettingSpec(choice(("quiet", "loud"), "neither quiet nor loud"), ("checks",), "tone of the checks", '"loud"')
    monkeypatch.setitem(SETTING_SPECS, "tone", row)
    monkeypatch.setattr(layers, "CheckSettings", NewCheckSettings)
    root = tree({"transtats.toml": '[checks]\ntone = "loud"\n'})
    found: object = settings.load_settings(str(root)).check_settings()
    assert found == NewCheckSettings(tone="loud")
