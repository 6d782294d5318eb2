"""Value and attributes of Fluent messages."""

from collections.abc import Callable

import pytest

from transtats_cli.checks.fluent import fluent_parts
from transtats_cli.checks.subject import CheckedString

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
def test_a_translation_has_the_value_and_the_attributes_of_its_source(
    problem_of: Callable[..., str | None], source: str, target: str, flags: str, problem: str | None
) -> None:
    assert problem_of("fluent-parts", source, target, flags) == problem


@pytest.mark.parametrize(
    ("text", "flags", "highlighted"),
    [
        pytest.param(".a-b = x\n.c = .d = y", MESSAGE, [".a-b =", ".c ="], id="at the beginning of a line"),
        pytest.param("x .a = y", MESSAGE, [], id="inside a line"),
        pytest.param(".a = x", TERM, [], id="a term"),
    ],
)
def test_the_names_of_attributes_are_highlighted(
    subject_of: Callable[..., CheckedString], text: str, flags: str, highlighted: list[str]
) -> None:
    spans = fluent_parts.find_highlights(text, subject_of(text, text, flags))
    assert [text[start:end] for start, end in spans] == highlighted


def test_a_text_of_references_and_names_of_attributes_may_stay_untranslated(
    problem_of: Callable[..., str | None],
) -> None:
    flags = f"{MESSAGE}, fluent-references"
    assert problem_of("same", ".tooltip = { save-file }", ".tooltip = { save-file }", flags) is None
    assert problem_of("same", ".tooltip = { save-file }", ".tooltip = { save-file }", f"{TERM}, fluent-references")
