"""Syntax and parts of Fluent messages."""

from collections.abc import Callable

import pytest

from transtats_cli.checks.fluent import messages
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
    found = messages.fluent_source_syntax(subject_of(text, text, "fluent-source-syntax, fluent-type:Message"))
    assert found is None if problem is None else str(found).startswith(f"the source cannot be read: {problem}")


FLAGS = "fluent-target-syntax, fluent-type:Message"


def test_a_translation_has_valid_syntax(problem_of: Callable[..., str | None]) -> None:
    assert problem_of("fluent-target-syntax", "Save", "{ $a", FLAGS) == (
        'the translation cannot be read: line 1: expected token: "}"'
    )
    assert problem_of("fluent-target-syntax", "{ $a", "{ $a }", FLAGS) is None


def test_a_term_needs_a_value(problem_of: Callable[..., str | None]) -> None:
    line = "fluent-target-syntax, fluent-type:Term"
    assert problem_of("fluent-target-syntax", "Firefly", "Luciole\n.gender = feminine", line) is None
    assert problem_of("fluent-target-syntax", "Firefly", ".gender = feminine", line)


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
    spans = messages.highlight_fluent_parts(text, subject_of(text, text, flags))
    assert [text[start:end] for start, end in spans] == highlighted


def test_a_text_of_references_and_names_of_attributes_may_stay_untranslated(
    problem_of: Callable[..., str | None],
) -> None:
    flags = f"{MESSAGE}, fluent-references"
    assert problem_of("same", ".tooltip = { save-file }", ".tooltip = { save-file }", flags) is None
    assert problem_of("same", ".tooltip = { save-file }", ".tooltip = { save-file }", f"{TERM}, fluent-references")
