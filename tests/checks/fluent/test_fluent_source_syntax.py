"""Syntax of Fluent sources."""

from collections.abc import Callable

import pytest

from transtats_cli.checks.fluent import fluent_source_syntax
from transtats_cli.checks.subject import CheckedString


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        pytest.param("Save", None, id="text"),
        pytest.param("First\nsecond\n\nthird", None, id="lines"),
        pytest.param(".title = Save", None, id="only an attribute"),
        pytest.param('{ $n ->\n    [one] a\n   *[other] { "b" }\n}', None, id="variants"),
        pytest.param('{ "\\U110000" }', None, id="a number of no character"),
        pytest.param("a = b", None, id="text like another message"),
        pytest.param("# a", None, id="text like a comment"),
        pytest.param("{ $a", 'line 1: expected token: "}"', id="no end"),
        pytest.param("a\n}", "line 2: ", id="no start"),
        pytest.param("{ $n ->\n  [one] a\n}", "line 3: ", id="no default variant"),
        pytest.param("a\n*b", "line 2: ", id="a star at the start of a line"),
        pytest.param("a\n.b = c\n.b = d", "the attribute .b occurs twice", id="an attribute twice"),
        pytest.param(" ", "line 1: ", id="a blank"),
    ],
)
def test_a_source_has_valid_syntax(subject_of: Callable[..., CheckedString], text: str, problem: str | None) -> None:
    found = fluent_source_syntax.find_problem(subject_of(text, text, "fluent-source-syntax, fluent-type:Message"))
    assert found is None if problem is None else str(found).startswith(f"the source cannot be read: {problem}")
