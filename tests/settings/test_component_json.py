import json
from pathlib import Path

import pytest

from tests.fixture_types import WriteTree
from transtats_cli.settings.documents import SettingsError
from transtats_cli.settings.grammar import read_component_settings


def read_values(folder: Path) -> dict[str, object]:
    found = read_component_settings(str(folder))
    assert found is not None
    return {key: setting.value for key, setting in found.items()}


def test_only_fields_that_are_settings_of_the_program_are_read(tree: WriteTree) -> None:
    fields = {
        "filemask": "po/*.po",
        "file_format": "po",
        "file_format_params": {"po_line_wrap": 77, "xliff_placeables": "plain"},
        "source_language": {"code": "de", "name": "German", "direction": "ltr"},
        "template": None,
        "new_base": "",
        "priority": 100,
        "repo": "https://example.org/x.git",
    }
    assert read_values(tree({"component.json": json.dumps(fields)})) == {
        "filemask": "po/*.po",
        "file_format": "po",
        "file_format_params": {"xliff_placeables": "plain"},
        "source_language": "de",
        "new_base": "",
    }


def test_flags_of_checks_that_only_the_server_has_are_accepted(tree: WriteTree) -> None:
    fields = {"filemask": "*.po", "check_flags": "ignore-check-of-this-server"}
    assert read_values(tree({"component.json": json.dumps(fields)})) == fields


@pytest.mark.parametrize("text", ["{}", '{"filemask": ""}', '{"filemask": null, "file_format": 7}'])
def test_a_file_without_a_filemask_is_ignored(tree: WriteTree, text: str) -> None:
    assert read_component_settings(str(tree({"component.json": text}))) is None


def test_a_missing_file_contains_no_settings(tmp_path: Path) -> None:
    assert read_component_settings(str(tmp_path)) is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param('{"filemask":\n}', ":2: not valid JSON", id="syntax"),
        pytest.param("[]", ": must be an object", id="list"),
        pytest.param("[" * 100_000, ": not valid JSON", id="nested deep"),
        pytest.param('{"filemask": ' + "9" * 5000 + "}", ": not valid JSON", id="long number"),
        pytest.param('{\n"filemask": 5}', ":2: filemask: must be a text in quotes, not a number", id="type"),
        pytest.param('{"a": {},\n\n"filemask": "/etc/*"}', ":3: filemask: .*absolute", id="absolute path"),
        pytest.param('{"filemask": "*.po", "template": "../en.po"}', ":1: template: .*leads out", id="upward"),
        pytest.param('{"filemask": "*.po", "new_base": "a\\u0000"}', ":1: new_base: .*control", id="NUL"),
        pytest.param('{"filemask": "*.po",\n"file_format": "docx"}', ":2: file_format: .*not a format", id="format"),
    ],
)
def test_a_wrong_value_is_an_error_with_file_line_and_key(tree: WriteTree, text: str, message: str) -> None:
    with pytest.raises(SettingsError, match=r"component\.json" + message):
        read_component_settings(str(tree({"component.json": text})))
