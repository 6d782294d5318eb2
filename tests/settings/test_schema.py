"""The JSON Schema accepts the settings files that the program accepts, and few others."""

import json
import math
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.fixture_types import Run, WriteTree
from transtats_cli import settings
from transtats_cli.component import Component
from transtats_cli.settings.documents import SettingsError
from transtats_cli.settings.keys import SETTING_SPECS, TABLES, TableName, settings_of_table, validate_setting
from transtats_cli.settings.template import build_settings_schema, render_settings_template

ROOT = Path(__file__).parents[2]
VALIDATOR = jsonschema.Draft7Validator(build_settings_schema())
PLACES: Mapping[TableName, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "file": lambda table: table,
    "project": lambda table: {"project": {"a": table}},
    "component": lambda table: {"project": {"a": {"component": {"b": table}}}},
    "checks": lambda table: {"checks": table},
    "gate": lambda table: {"gate": table},
    "top_gate": lambda table: {"gate": table},
    "language": lambda table: {"gate": {"language": {"de": table}}},
}
"""Functions that return a settings file with a given table, by the name of the table."""
RULES_BEYOND_SCHEMA = (
    "`language_regex` is a regular expression of Python",
    "`check_flags` are flags, and each flag `ignore-…` is of a check",
    "percentages are numbers, not `nan`",
    "whole numbers are written without a fraction (`3`, not `3.0`)",
    "all limits for all components together are at most 2,000,000",
    "size of the file, length of its lines, and number of names in a key",
)
"""Rules for settings that the JSON Schema does not contain. Only the program tests these rules."""

SAMPLES = """
po xliff fast reference words plain preserve de pt_BR de, fr 3 0.5% 100% 100.1% 099.9% 100.000% 9999999999999 po/*.po
a/../b .. a..b C:/a C:a ./*.po *a*b* */*/*/*/* ** https://h.org https://h.org/a?b http://[::1]:8000/x https://u@h
https://h.org:123456 HTTP://h.org ^[a-z]+$ c-format
""".split()
TEXTS = st.one_of(
    st.text(max_size=20),
    st.text("*/.\\aC:-_@[]?# \n\x7f%0", max_size=12),
    st.sampled_from([*SAMPLES, *(f"{sample}\n" for sample in SAMPLES), "a" * 50, "a" * 51, "a" * 1001]),
)
SCALARS = st.one_of(
    TEXTS,
    st.booleans(),
    st.integers(-1, 101),
    st.sampled_from([10**12, 10**12 + 1, -0.5, 0.5, 99.9, 100.5, math.inf]),
)
VALUES = st.one_of(
    SCALARS,
    st.lists(SCALARS, max_size=3),
    st.lists(TEXTS, max_size=3),
    st.dictionaries(TEXTS, SCALARS, max_size=3),
    st.fixed_dictionaries({"code": SCALARS}),
    st.fixed_dictionaries({}, optional={"xliff_placeables": TEXTS, "xml_whitespace_handling": TEXTS, "other": TEXTS}),
)


def is_accepted_by_the_program(content: dict[str, Any], folder: Path) -> bool:
    (folder / "transtats.toml").write_text(format_document(content), encoding="utf-8", newline="\n")
    try:
        settings.load_settings(str(folder))
    except SettingsError:
        return False
    return True


def format_document(content: dict[str, Any]) -> str:
    """Return a document as TOML. All tables are written in one line."""
    return "".join(f"{settings.format_toml(key)} = {format_value(value)}\n" for key, value in content.items())


def format_value(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{{', '.join(f'{settings.format_toml(key)} = {format_value(each)}' for key, each in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(format_value, value))}]"
    return settings.format_toml(value)


def program_accepts(key: str, value: Any) -> bool:
    """Return True if the program accepts the value of a setting."""
    try:
        validate_setting(key, value)
    except ValueError:
        return False
    return True


def schema_accepts(key: str, value: Any) -> bool:
    return bool(VALIDATOR.is_valid(PLACES[SETTING_SPECS[key].tables[0]]({key: value})))


def test_the_schema_is_valid() -> None:
    jsonschema.Draft7Validator.check_schema(build_settings_schema())


@pytest.mark.parametrize("table", [name for name, row in TABLES.items() if name != "file" and row.values is None])
def test_a_table_has_the_settings_and_tables_of_the_program_with_their_meaning(table: TableName) -> None:
    schema: Any = build_settings_schema()["definitions"][table]
    assert schema["properties"].keys() == settings_of_table(table).keys() | TABLES[table].subtables.keys()
    assert [key for key, value in schema["properties"].items() if not value["description"].endswith(".")] == []
    assert schema["additionalProperties"] is False


@given(st.sampled_from(sorted(SETTING_SPECS)), VALUES)
@example("allow_drop", "100.0%")
@example("allow_drop", True)
@example("filemask", "a/./*")
@example("base_url", "https://h.org/\u2028")
@example("source_language", {"code": "de", "name": "German"})
def test_the_schema_and_the_program_accept_the_same_values(key: str, value: Any) -> None:
    if key in ("language_regex", "check_flags"):
        # Their grammar is not a part of the schema.
        assert schema_accepts(key, value) or not program_accepts(key, value)
    elif key == "project" and isinstance(value, dict):
        # In a file, the tables of projects have the same name.
        assert not program_accepts(key, value)
    else:
        assert schema_accepts(key, value) == program_accepts(key, value)


NAMES = st.one_of(
    st.text(max_size=5), st.sampled_from(["a", "a/b", "..", "a/..", "a b", "a\n", "a%", "", ",", "de, fr"])
)


@given(project=NAMES, component=NAMES, language=NAMES)
@example(project="a", component="b/c", language="nordic")
@example(project="a\n", component="b", language="de")
def test_the_schema_and_the_program_accept_the_same_names(
    project: str, component: str, language: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    gate = {"language": {language: {"fail_under": 3}}, "groups": {language: ["de"]}}
    content = {"project": {project: {"component": {component: {}}}}, "gate": gate}
    folder = tmp_path_factory.mktemp("schema")
    assert VALIDATOR.is_valid(content) == is_accepted_by_the_program(content, folder)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("review = 1\n", id="number for a switch"),
        pytest.param("nonsense = 1\n", id="unknown setting"),
        pytest.param("[checks]\nfail_under = 1\n", id="setting in another table"),
        pytest.param("[project.a.gate.groups]\nx = ['de']\n", id="groups below a project"),
        pytest.param("[gate.groups]\nx = []\n", id="empty group"),
        pytest.param("[gate.language.',']\nfail_under = 1\n", id="no language"),
        pytest.param("[gate.language.de]\nrequire = ['de']\n", id="languages of a language"),
        pytest.param("[project.'a b']\n", id="name with a blank"),
        pytest.param("[project.'a/b']\n", id="project with a slash"),
        pytest.param("project = 1\n", id="number for a table"),
        pytest.param("name = 2026-01-31\n", id="date for a text"),
        pytest.param("[project.a.component.b]\nfilemask = '/po/*.po'\n", id="absolute mask"),
    ],
)
def test_the_schema_and_the_program_refuse_a_wrong_file(text: str, tree: WriteTree) -> None:
    assert not VALIDATOR.is_valid(tomllib.loads(text))
    with pytest.raises(SettingsError):
        settings.load_settings(str(tree({"transtats.toml": text})))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("language_regex = '('\n", id=RULES_BEYOND_SCHEMA[0]),
        pytest.param("check_flags = ',:5'\n", id=RULES_BEYOND_SCHEMA[1]),
        pytest.param("[gate]\nfail_under = nan\n", id=RULES_BEYOND_SCHEMA[2]),
        pytest.param("[gate]\nmax_fuzzy = 3.0\n", id=RULES_BEYOND_SCHEMA[3]),
    ],
)
def test_a_listed_rule_is_checked_by_the_program_alone(text: str, tree: WriteTree) -> None:
    assert VALIDATOR.is_valid(tomllib.loads(text))
    with pytest.raises(SettingsError):
        settings.load_settings(str(tree({"transtats.toml": text})))


def test_the_schema_accepts_the_examples_of_the_documentation() -> None:
    page = (ROOT / "docs" / "reference" / "settings.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```toml\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert len(blocks) >= 1
    for block in blocks:
        VALIDATOR.validate(tomllib.loads(block))


def test_the_schema_accepts_the_commented_examples_of_a_new_file() -> None:
    lines = render_settings_template([], "/srv").splitlines()
    text = "\n".join(line.removeprefix("# ") for line in lines if re.match(r"# (\[|[a-z_]+ = )", line))
    content = tomllib.loads(text)
    assert content["gate"]["groups"]
    VALIDATOR.validate(content)


def test_the_schema_accepts_a_new_file(tree: WriteTree, run: Run, tmp_path: Path) -> None:
    found = Component("hello", "app", "/srv/src", "po/*.po", new_base="po/app.pot", origin="found")
    root = tree(
        {"transtats.toml": render_settings_template([found], "/srv"), "schema.json": run("init", "--schema").stdout}
    )
    command = ["-m", "check_jsonschema", "--schemafile", "schema.json", "transtats.toml"]
    done = subprocess.run([sys.executable, *command], cwd=root, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "ok -- validation done\n"), done.stderr


def test_the_command_prints_the_schema_and_writes_nothing(run: Run, tmp_path: Path) -> None:
    done = run("init", "--schema")
    assert (done.status, json.loads(done.stdout), done.stderr) == (0, build_settings_schema(), "")
    assert not (tmp_path / "transtats.toml").exists()


def test_the_rules_outside_of_the_schema_are_documented() -> None:
    page = (ROOT / "docs" / "reference" / "settings.md").read_text(encoding="utf-8")
    text = " ".join(page.split())
    assert [rule for rule in RULES_BEYOND_SCHEMA if rule not in text] == []
