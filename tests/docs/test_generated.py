"""Generated pages of the documentation contain every command, check, setting, variable and address."""

import re
from pathlib import Path

import pytest
from transtats_docs import GENERATED, update_page
from transtats_docs.markdown import code, prose, table

from transtats_cli.checks import CHECKS, UNDECIDABLE_CHECKS
from transtats_cli.cli.group import COMMANDS
from transtats_cli.serving.routes import ROUTES
from transtats_cli.settings.keys import SETTING_SPECS

DOCS = Path(__file__).parents[2] / "docs"
MARKER = re.compile(r"<!-- generated: ([\w-]+) -->")
PAGES = [page for page in sorted(DOCS.rglob("*.md")) if MARKER.search(page.read_text(encoding="utf-8"))]


def test_every_generated_text_stands_in_exactly_one_page() -> None:
    used = [name for page in PAGES for name in MARKER.findall(page.read_text(encoding="utf-8"))]
    assert sorted(used) == sorted(GENERATED)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_generated_text_of_a_page_is_that_of_the_program(page: Path, request: pytest.FixtureRequest) -> None:
    text = page.read_text(encoding="utf-8")
    if request.config.getoption("--update-golden"):
        text = update_page(text)
        page.write_text(text, encoding="utf-8")
    assert update_page(text) == text, "if the new text is right, pytest --update-golden"


def test_text_between_the_comments_is_replaced() -> None:
    page = "# A\n\n<!-- generated: settings -->\nold\n<!-- end of settings -->\n\nB\n"
    new = f"# A\n\n<!-- generated: settings -->\n\n{GENERATED['settings']()}\n<!-- end of settings -->\n\nB\n"
    assert update_page(page) == new


def test_an_unknown_name_is_an_error() -> None:
    with pytest.raises(KeyError):
        update_page("<!-- generated: nonsense -->\n<!-- end of nonsense -->\n")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("commands", [f"### transtats {name}\n" for name in COMMANDS], id="commands"),
        pytest.param("commands", ["| `--show-settings` | ", "\ntranstats stats shop app --format table\n"], id="help"),
        pytest.param("checks", [f"\n### {check.id}\n" for check in CHECKS], id="checks"),
        pytest.param("undecidable", [f"`{check}`" for check in UNDECIDABLE_CHECKS], id="checks of a server"),
        pytest.param("settings", [f"| `{key}` |" for key in SETTING_SPECS], id="settings"),
        pytest.param("environment", [f"| `TRANSTATS_{name}` |" for name in ("ROOT", "BASE_URL")], id="variables"),
        pytest.param("http-api", [f"### GET {route.path}\n" for route in ROUTES], id="addresses"),
        pytest.param("http-objects", ["### Statistics\n", "| `translated_percent` | number |"], id="objects"),
    ],
)
def test_the_generated_text_contains_all_entries(name: str, expected: list[str]) -> None:
    text = GENERATED[name]()
    assert [part for part in expected if part not in text] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("plain", "plain", id="plain"),
        pytest.param("the flag `a*b`", "the flag `a*b`", id="code"),
        pytest.param("<b> and *", "\\<b\\> and \\*", id="characters of Markdown"),
        pytest.param("a | b", "a \\| b", id="vertical bar"),
    ],
)
def test_characters_of_markdown_are_escaped_in_prose_outside_of_code(text: str, expected: str) -> None:
    assert prose(text) == expected


def test_prose_with_an_open_code_span_is_an_error() -> None:
    with pytest.raises(ValueError, match="odd number"):
        prose("the flag `a")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a", "`a`", id="plain"),
        pytest.param("``a`", "``` ``a` ```", id="backticks"),
        pytest.param("a|b", "`a\\|b`", id="vertical bar"),
    ],
)
def test_code_is_written_as_a_code_span_for_tables(text: str, expected: str) -> None:
    assert code(text) == expected


def test_a_table_has_a_line_for_each_row() -> None:
    assert table(["a", "b"], [("1", "2")]) == "| a | b |\n| --- | --- |\n| 1 | 2 |\n"
