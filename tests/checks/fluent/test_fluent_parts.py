"""Value and attributes of Fluent messages."""

from collections.abc import Callable

import pytest

MESSAGE = "fluent-parts, fluent-type:Message"
TERM = "fluent-parts, fluent-type:Term"


@pytest.mark.parametrize(
    ("source", "target", "flags", "problem"),
    [
        pytest.param("Save", "Sichern", MESSAGE, None, id="only a value"),
        pytest.param("A\n.b = B\n.c = C", "X\n.c = Y\n.b = Z", MESSAGE, None, id="the same attributes in any order"),
        pytest.param("A\n.b = B", "X", MESSAGE, "the attribute .b is missing", id="without an attribute"),
        pytest.param("A", "X\n.b = B", MESSAGE, "the attribute .b is not in the source", id="a new attribute"),
        pytest.param("A\n.b = B", ".b = B", MESSAGE, "the value is missing", id="without a value"),
        pytest.param(".b = B", "X\n.b = B", MESSAGE, "the value is not in the source", id="a new value"),
        pytest.param(
            "A\n.b = B",
            "X\n.c = C",
            MESSAGE,
            "the attribute .b is missing; the attribute .c is not in the source",
            id="another attribute",
        ),
        pytest.param("A\n.b = B", "X", "fluent-parts", "the attribute .b is missing", id="without a type"),
        pytest.param("A\n.b = B", "X", TERM, None, id="a term"),
        pytest.param("A\n.b = B", "X {", MESSAGE, None, id="a syntax error in the translation"),
        pytest.param("A {\n.b = B", "X", MESSAGE, None, id="a syntax error in the source"),
    ],
)
def test_a_message_keeps_its_parts(
    problem_of: Callable[..., str | None], source: str, target: str, flags: str, problem: str | None
) -> None:
    assert problem_of("fluent-parts", source, target, flags) == problem
