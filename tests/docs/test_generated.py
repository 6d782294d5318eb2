"""Generated pages of the documentation contain every check, setting, variable and address."""

import re
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from transtats_docs import GENERATED, help_texts, with_generated
from transtats_docs.markdown import code, prose, table

from transtats_cli.checks import CHECKS
from transtats_cli.checks.undecidable import UNDECIDABLE_CHECKS
from transtats_cli.serving.routes import ROUTES
from transtats_cli.settings.keys import SETTING_SPECS

DOCS = Path(__file__).parents[2] / "docs"
MARKER = re.compile(r"<!-- generated: ([\w-]+) -->")


def test_every_generated_text_is_inserted_in_exactly_one_page() -> None:
    used = [name for page in DOCS.rglob("*.md") for name in MARKER.findall(page.read_text(encoding="utf-8"))]
    assert sorted(used) == sorted(GENERATED)


def test_a_comment_is_replaced_by_the_generated_text() -> None:
    assert with_generated("# A\n\n<!-- generated: settings -->\n\nB\n") == f"# A\n\n{GENERATED['settings']()}\n\nB\n"


def test_an_unknown_comment_is_an_error() -> None:
    with pytest.raises(KeyError):
        with_generated("<!-- generated: nonsense -->\n")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("checks", [f"\n### {check.id}\n" for check in CHECKS], id="checks"),
        pytest.param("undecidable", [f"`{check}`" for check in UNDECIDABLE_CHECKS], id="checks of a server"),
        pytest.param("settings", [f"| `{key}` |" for key in SETTING_SPECS], id="settings"),
        pytest.param("environment", [f"| `TRANSTATS_{name}` |" for name in ("ROOT", "BASE_URL")], id="variables"),
        pytest.param("environment", ["`fleet run`, "], id="variables of an inner command"),
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


def convert_lines(handler: Callable[..., None], *lines: str) -> list[str]:
    """Return lines after a handler of a sphinx-click event has changed them."""
    option = click.Option(["--format"], metavar="NAME[:FILE]")
    changed = list(lines)
    handler(None, click.Context(click.Command("stats", params=[option])), changed)
    return changed


def test_code_and_asterisks_in_a_help_text_are_literal() -> None:
    assert convert_lines(help_texts.escape, "`a` is *, as ``b``") == ["``a`` is \\*, as ``b``"]


def test_placeholders_of_options_keep_their_brackets() -> None:
    assert convert_lines(help_texts.restore_brackets, ".. option:: --format <NAME[:FILE>") == [
        ".. option:: --format <NAME[:FILE]>"
    ]


def test_examples_in_a_help_text_are_a_code_block() -> None:
    assert convert_lines(help_texts.format_examples, "| Examples:", "|   transtats stats shop app") == [
        ".. rubric:: Examples",
        "",
        ".. code-block:: text",
        "",
        "   transtats stats shop app",
    ]
