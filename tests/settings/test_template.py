import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli import settings
from transtats_cli.component import Component
from transtats_cli.formats import ReadOptions
from transtats_cli.settings.keys import SETTING_SPECS, SettingValue
from transtats_cli.settings.template import render_settings_template

APP = Component("hello", "app", "/srv/hello/src", "po/*.po", new_base="po/app.pot", origin="found")


def written(*components: Component) -> dict[str, Any]:
    return tomllib.loads(render_settings_template(components, "/srv/hello"))


def test_what_was_found_is_written_as_settings() -> None:
    assert written(APP) == {
        "project": {
            "hello": {
                "component": {
                    "app": {"path": "src", "filemask": "po/*.po", "file_format": "po", "new_base": "po/app.pot"}
                }
            }
        }
    }


def test_only_what_is_not_as_usual_is_said() -> None:
    plain = APP._replace(
        file_format="xliff", read_options=ReadOptions(removes_inline_tags=True), source_language="de", new_base=""
    )
    assert written(plain)["project"]["hello"]["component"]["app"] == {
        "path": "src",
        "filemask": "po/*.po",
        "file_format": "plainxliff",
        "source_language": "de",
    }


def test_what_has_a_description_is_only_mentioned() -> None:
    described = APP._replace(origin="component.json")
    assert written(described) == {}
    assert "# hello/app is described by component.json." in render_settings_template([described], "/srv/hello")


@pytest.mark.parametrize("name", ["a\nb", "\udcff", "\x1b[31m", "\u202e"])
def test_a_name_that_cannot_be_written_is_left_out(name: str) -> None:
    text = render_settings_template([APP._replace(filemask=f"{name}/*.po")], "/srv/hello")
    assert tomllib.loads(text) == {}
    assert "# hello/app is left out" in text


def test_every_setting_is_explained() -> None:
    text = render_settings_template([], "/srv/hello")
    # A file cannot contain both the name of a project and a table of projects.
    assert {key for key in SETTING_SPECS if f"# {key} = " not in text} == {"project"}
    assert 'project = "hello"' in text


def test_the_examples_are_right(tmp_path: Path) -> None:
    text = render_settings_template([], "/srv/hello").splitlines()
    lines = (line.removeprefix("# ") for line in text if "=" in line or "[" in line[:4])
    (tmp_path / "transtats.toml").write_text("\n".join(lines))
    (source,) = settings.load_settings(str(tmp_path)).settings_files
    assert source.component_settings.keys() == {("hello", "app")}
    assert source.general_settings.keys() >= {"base_url", "exclude", "ignore"}


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
def test_a_text_is_written_so_that_it_reads_the_same(text: str) -> None:
    assert tomllib.loads(f"x = {settings.format_toml(text)}")["x"] == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        pytest.param(True, "true", id="switch"),
        pytest.param(("a", "b"), '["a", "b"]', id="list"),
        pytest.param({"cz": "cs"}, '{"cz" = "cs"}', id="table"),
    ],
)
def test_values_are_shown_as_a_settings_file_says_them(value: SettingValue, text: str) -> None:
    assert settings.format_toml(value) == text
    tomllib.loads(f"x = {text}")
