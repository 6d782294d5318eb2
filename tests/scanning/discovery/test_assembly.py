import json
import re
from pathlib import Path
from typing import Any

import click
import pytest

from tests.fixture_types import WriteTree
from transtats_cli import settings
from transtats_cli.cli.group import cli
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.scanning.discovery.assembly import (
    assemble_component,
    list_one_component_options,
    resolve_settings,
)
from transtats_cli.scanning.discovery.definition import Definition
from transtats_cli.scanning.discovery.lookup import survey_components
from transtats_cli.scanning.filemask import files
from transtats_cli.settings.grammar import read_component_settings
from transtats_cli.settings.keys import SETTING_SPECS, settings_of_table
from transtats_cli.settings.layers import NO_OVERRIDES, Overrides, Setting, Settings, make_overrides

OPTION_NAMES = {parameter.name for parameter in cli.get_command(click.Context(cli), "stats").params}  # type: ignore[union-attr]


def make_definition(root: Path, *, complete: bool = True) -> Definition:
    layer = read_component_settings(str(root)) or {"filemask": Setting("*.po", "found")}
    named = Definition(layer, "component.json" if complete else "found", "hello", "app")
    return named._replace(root=str(root), link_boundary=str(root))


def make_component(root: Path, **overrides: Any) -> Component:
    definition, loaded = make_definition(root), settings.load_settings(str(root))
    return assemble_component(definition, loaded, resolve_settings(definition, loaded, make_overrides(**overrides)))


def test_each_setting_comes_from_the_source_of_highest_precedence(tree: WriteTree) -> None:
    root = tree(
        {
            "transtats.toml": 'source_language = "fr"\nreview = true\n',
            "pyproject.toml": '[tool.transtats]\nreview = false\ncheck_flags = "from-pyproject"\n',
            "component.json": '{"filemask": "*.po", "file_format": "po", "check_flags": "x", "new_base": "a.pot"}',
            "a.pot": "",
            ".weblate": "[weblate]\nurl = https://weblate.example.org/api/\n",
        }
    )
    found = make_component(root, source_language="de")
    assert (found.source_language, found.review, found.check_flags) == ("de", True, "from-pyproject")
    assert (found.new_base, found.template) == ("a.pot", "")
    assert found.base_url == "https://weblate.example.org"


def test_a_component_has_each_setting_or_another_part_uses_it() -> None:
    of_other_parts = {*settings_of_table("gate"), *settings_of_table("top_gate"), *settings_of_table("checks")}
    used_by_name = {"strict", "reader", "file_format_params", "path", "exclude", "format"}
    assert {*SETTING_SPECS} - {*Component._fields} - of_other_parts == used_by_name


def test_every_setting_has_its_origin(tree: WriteTree) -> None:
    root = tree({"transtats.toml": "review = true\n", "component.json": '{"filemask": "*.po"}', "de.po": ""})
    resolved = resolve_settings(
        make_definition(root), settings.load_settings(str(root)), make_overrides(base_url="https://a.example")
    )
    origins = {key: setting.origin.rpartition("/")[2] for key, setting in resolved.items()}
    assert origins["review"] == "transtats.toml:1"
    assert origins["filemask"] == "component.json"
    assert origins["file_format"] == "found"
    assert origins["base_url"] == "--base-url or TRANSTATS_BASE_URL"
    assert origins["source_language"] == "default"


@pytest.mark.parametrize(
    ("new_base", "note"),
    [
        pytest.param("po/gone.pot", r"new_base: '.*po/gone.pot' \(.*component.json\) is not a file", id="absent"),
        pytest.param("po", "new_base: '.*po' .* is not a file", id="a directory"),
        pytest.param("../app.pot", "new_base: '../app.pot' leads out of its directory", id="outside of the root"),
        pytest.param("/etc/passwd", "new_base: '/etc/passwd' is absolute", id="absolute"),
    ],
)
def test_an_unusable_template_causes_only_a_note(tree: WriteTree, new_base: str, note: str) -> None:
    fields = f'{{"filemask": "po/*.po", "file_format": "po", "new_base": "{new_base}"}}'
    root = tree({"hello/component.json": fields, "hello/po/de.po": "", "app.pot": ""}) / "hello"
    found = make_component(root)
    assert found.new_base == ""
    assert [re.match(note, text) is not None for text in found.notes] == [True]
    assert files.find_translation_files(found).notes == found.notes


def test_a_component_json_without_a_template_has_no_template(tree: WriteTree) -> None:
    root = tree({"component.json": '{"filemask": "*.po", "file_format": "po"}', "de.po": "", "app.pot": ""})
    assert make_component(root).new_base == ""


def test_a_found_component_has_the_template_in_its_folder(tree: WriteTree) -> None:
    root = tree({"de.po": "", "app.pot": ""})
    definition = make_definition(root, complete=False)
    found = assemble_component(definition, Settings(), resolve_settings(definition, Settings(), NO_OVERRIDES))
    assert (found.file_format, found.new_base) == ("po", "app.pot")


def test_the_old_name_of_plain_xliff_is_accepted(tree: WriteTree) -> None:
    root = tree({"component.json": '{"filemask": "*.xlf", "file_format": "plainxliff"}'})
    found = make_component(root)
    assert (found.file_format, found.read_options.removes_inline_tags, found.read_options.xliff_whitespace) == (
        "xliff",
        True,
        "preserve",
    )


def test_parameters_of_a_format_are_applied(tree: WriteTree) -> None:
    parameters = '{"xliff_placeables": "plain", "xml_whitespace_handling": "normalize"}'
    fields = f'{{"filemask": "*.xlf", "file_format": "xliff", "file_format_params": {parameters}}}'
    options = make_component(tree({"component.json": fields})).read_options
    assert (options.removes_inline_tags, options.xliff_whitespace) == (True, "normalize")


@pytest.mark.parametrize(
    ("file_format", "encoding"),
    [
        pytest.param("gwt", "iso-8859-1", id="gwt"),
        pytest.param("properties", "utf-8", id="properties"),
        pytest.param("strings", "utf-16", id="strings"),
        pytest.param("csv", "auto", id="csv"),
        pytest.param("csv-multi", "auto", id="csv-multi"),
        pytest.param("csv-simple", "utf-16", id="csv-simple"),
        pytest.param("joomla", "", id="a format without an encoding"),
    ],
)
def test_only_the_encoding_parameter_of_the_format_is_used(tree: WriteTree, file_format: str, encoding: str) -> None:
    parameters = {
        "gwt_encoding": "iso-8859-1",
        "properties_encoding": "utf-8",
        "strings_encoding": "utf-16",
        "csv_encoding": "auto",
        "csv_simple_encoding": "utf-16",
    }
    fields = {
        "filemask": "m_*.x",
        "template": "m_en.x",
        "file_format": file_format,
        "file_format_params": parameters,
    }
    root = tree({"component.json": json.dumps(fields), "m_en.x": ""})
    assert make_component(root).read_options.encoding == encoding


def test_settings_contain_display_names_of_project_and_component(tree: WriteTree) -> None:
    root = tree(
        {
            "transtats.toml": '[project.hello]\nname = "Hello, world"\n',
            "component.json": '{"filemask": "*.po", "file_format": "po", "name": "The app"}',
        }
    )
    assert (make_component(root).project_name, make_component(root).name) == ("Hello, world", "The app")


def survey_with(root: Path, overrides: Overrides) -> Component:
    found = survey_components(str(root), settings.load_settings(str(root)), overrides=overrides)
    (component,) = found.components
    return component


def test_overrides_except_the_filemask_apply_to_all_components(tree: WriteTree) -> None:
    root = tree({"component.json": '{"filemask": "*.po", "file_format": "po"}', "de.po": ""})
    changed = survey_with(root, make_overrides(review=False, base_url="https://a.example/", filemask="x/*.po"))
    assert (changed.review, changed.base_url, changed.filemask) == (False, "https://a.example", "*.po")


@pytest.mark.parametrize("key", sorted(SETTING_SPECS.keys() & OPTION_NAMES - {"exclude", "project"}))
def test_several_components_follow_an_option_or_it_is_refused(tree: WriteTree, key: str) -> None:
    values = {"base_url": "https://translate.example.org", "review": False, "strict": True, "reader": "reference"}
    values |= {"filemask": "x/*.po", "file_format": "json", "source_language": "de", "template": "x", "new_base": "x"}
    values |= {"measure": "words"}
    assert key in values, f"add a valid value of the new setting {key} to `values` in this test"
    overrides = make_overrides(**{key: values[key]})
    root = tree({"component.json": '{"filemask": "*.po", "file_format": "po"}', "de.po": ""})
    follows = survey_with(root, overrides) != survey_with(root, NO_OVERRIDES)
    assert follows != bool(list_one_component_options(overrides)), (
        f"{key} has no effect on several components, and is not refused: if it describes one component, remove it from"
        " SETTINGS_FOR_SEVERAL_COMPONENTS in scanning/discovery/assembly.py"
    )


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        pytest.param({"filemask": "../*.po"}, "--filemask: .*leads out", id="mask upward"),
        pytest.param({"filemask": "de.po"}, r"--filemask: .*no '\*'", id="mask without star"),
        pytest.param({"file_format": "pot"}, "--file-format: 'pot' is not a format", id="format"),
        pytest.param({"file_format": "po-mono"}, "needs a template", id="monolingual without template"),
        pytest.param(
            {"template": "en.po"}, r"component.json\) has its source texts in each file", id="bilingual with a template"
        ),
        pytest.param(
            {"file_format": "po-mono", "template": "en.po"},
            r"en.po' \(--template\) is not a file",
            id="missing template",
        ),
        pytest.param({"base_url": "ftp://x"}, "--base-url or TRANSTATS_BASE_URL: .*not an address", id="address"),
    ],
)
def test_a_wrong_override_is_an_error(tree: WriteTree, overrides: dict[str, str], message: str) -> None:
    root = tree({"component.json": '{"filemask": "*.po", "file_format": "po"}'})
    with pytest.raises(TranstatsError, match=message):
        make_component(root, **overrides)
