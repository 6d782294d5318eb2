import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli import settings
from transtats_cli.component import Component
from transtats_cli.formats import ReadOptions
from transtats_cli.settings.keys import SETTING_SPECS
from transtats_cli.settings.kinds import SettingValue
from transtats_cli.settings.template import render_settings_template

APP = Component("hello", "app", "/srv/hello/src", "po/*.po", new_base="po/app.pot", origin="found")


def parse_template(*components: Component) -> dict[str, Any]:
    return tomllib.loads(render_settings_template(components, "/srv/hello"))


def test_a_found_component_is_written_as_settings() -> None:
    assert parse_template(APP) == {
        "project": {
            "hello": {
                "component": {
                    "app": {"path": "src", "filemask": "po/*.po", "file_format": "po", "new_base": "po/app.pot"}
                }
            }
        }
    }


def test_only_values_that_differ_from_the_defaults_are_written() -> None:
    plain = APP._replace(
        file_format="xliff", read_options=ReadOptions(removes_inline_tags=True), source_language="de", new_base=""
    )
    assert parse_template(plain)["project"]["hello"]["component"]["app"] == {
        "path": "src",
        "filemask": "po/*.po",
        "file_format": "plainxliff",
        "source_language": "de",
    }


def test_a_component_with_a_component_json_is_only_mentioned_in_a_comment() -> None:
    described = APP._replace(origin="component.json")
    assert parse_template(described) == {}
    assert "# hello/app is described by component.json." in render_settings_template([described], "/srv/hello")


@pytest.mark.parametrize("name", ["a\nb", "\udcff", "\x1b[31m", "\u202e"])
def test_a_name_that_cannot_be_written_is_left_out(name: str) -> None:
    text = render_settings_template([APP._replace(filemask=f"{name}/*.po")], "/srv/hello")
    assert tomllib.loads(text) == {}
    assert "# hello/app is left out" in text


def test_a_component_with_a_value_that_is_too_long_for_a_setting_is_left_out() -> None:
    text = render_settings_template([APP._replace(language_regex="a" * 1001)], "/srv/hello")
    assert tomllib.loads(text) == {}
    assert "# hello/app is left out: language_regex: is longer than 1000 characters." in text


def test_every_setting_is_explained() -> None:
    text = render_settings_template([], "/srv/hello")
    # A file cannot contain both the name of a project and a table of projects.
    assert {key for key in SETTING_SPECS if f"# {key} = " not in text} == {"project"}
    assert 'project = "hello"' in text


def test_the_examples_are_valid_settings(tmp_path: Path) -> None:
    text = render_settings_template([], "/srv/hello").splitlines()
    lines = (line.removeprefix("# ") for line in text if "=" in line or "[" in line[:4])
    (tmp_path / "transtats.toml").write_text("\n".join(lines))
    (source,) = settings.load_settings(str(tmp_path)).settings_files
    assert source.component_names() == {("hello", "app")}
    assert source.layers["", ""].keys() >= {"base_url", "exclude", "ignore"}


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
def test_a_text_in_toml_is_read_back_unchanged(text: str) -> None:
    assert tomllib.loads(f"x = {settings.format_toml(text)}")["x"] == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        pytest.param(True, "true", id="switch"),
        pytest.param(("a", "b"), '["a", "b"]', id="list"),
        pytest.param({"cz": "cs"}, '{"cz" = "cs"}', id="table"),
    ],
)
def test_values_are_formatted_as_in_a_settings_file(value: SettingValue, text: str) -> None:
    assert settings.format_toml(value) == text
    tomllib.loads(f"x = {text}")
