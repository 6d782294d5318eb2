"""References in Fluent messages."""

from collections.abc import Callable

import pytest

from transtats_cli.checks.fluent.references import highlight_fluent_references
from transtats_cli.checks.subject import CheckedString

MESSAGE = "fluent-references, fluent-type:Message"
TERM = "fluent-references, fluent-type:Term"


def write_selection(selector: str, *variants: str) -> str:
    """Return a select expression. The last variant is the default."""
    *others, default = variants
    keyed = [f"[k{number}] {text}" for number, text in enumerate(others)]
    return "{ " + selector + " ->\n  " + "\n  ".join([*keyed, f"*[other] {default}"]) + "\n}"


APPLES = write_selection("$n", "an apple", "{ $n } apples")


@pytest.mark.parametrize(
    ("source", "target"),
    [
        pytest.param("Save", "Sichern", id="none"),
        pytest.param("{ $a } { b } { -c } { d.e }", "{ d.e } { -c } { b } { $a }", id="in any order"),
        pytest.param("{$a}", "{ { $a } }", id="in any notation"),
        pytest.param("{ NUMBER($a, minimumFractionDigits: 2) }", "{ $a }", id="in a function"),
        pytest.param("{ -brand }", '{ -brand(case: "genitive") }', id="a term with arguments"),
        pytest.param('{ "{" }', "Klammer", id="a literal is no reference"),
        pytest.param(APPLES, write_selection("$n", "ein Apfel", "{ $n } Äpfel"), id="variants"),
        pytest.param(APPLES, "Äpfel: { $n }", id="one variant for all counts"),
        pytest.param("Apples: { $n }", APPLES, id="more variants than the source"),
        pytest.param(
            APPLES,
            write_selection("$n", "jablko", "{ $n } jablka", "{ $n } jablek"),
            id="more plural forms",
        ),
        pytest.param(
            write_selection("NUMBER($n)", "one", "{ $n }"), "{ $n }", id="the selector is a function with the variable"
        ),
        pytest.param(
            write_selection("-term.vowel", "an { -term }", "a { -term }"),
            "ein { -term }",
            id="references in a selector do not count",
        ),
        pytest.param(
            write_selection("$a", "x { $b }", "y { $b }"),
            write_selection("$c", "{ $b } z", "{ $b } w"),
            id="another selector",
        ),
        pytest.param(
            write_selection("$a", write_selection("$b", "x", "{ $b }"), "{ $a } and { $b }"),
            "{ $b } { $a }",
            id="nested selections",
        ),
        pytest.param(
            f"{write_selection('$a', 'x', '{ $a }')} {write_selection('$b', 'y', '{ $b }')}",
            "{ $b } { $a }",
            id="two selections",
        ),
        pytest.param("A\n.t = { $a }", "X", id="an attribute of the source only"),
        pytest.param("{ $a", "X", id="a syntax error in the source"),
        pytest.param("{ $a }", "{ $a", id="a syntax error in the translation"),
    ],
)
def test_a_translation_with_the_same_references_passes(
    problem_of: Callable[..., str | None], source: str, target: str
) -> None:
    assert problem_of("fluent-references", source, target, MESSAGE) is None


@pytest.mark.parametrize(
    ("source", "target", "problem"),
    [
        pytest.param(
            "{ $a } { -b }",
            "{ $a }",
            "the source has the references { $a } { -b }, but the translation has the references { $a }",
            id="one is missing",
        ),
        pytest.param(
            "A", "{ b }", "the source has no references, but the translation has the references { b }", id="a new one"
        ),
        pytest.param(
            "{ $a } { $a }",
            "{ $a }",
            "the source has the references { $a } { $a }, but the translation has the references { $a }",
            id="less often",
        ),
        pytest.param(
            "{ $a }",
            "{ $A }",
            "the source has the references { $a }, but the translation has the references { $A }",
            id="in other case",
        ),
        pytest.param(
            "{ a.b }",
            "{ a }",
            "the source has the references { a.b }, but the translation has the references { a }",
            id="the message instead of its attribute",
        ),
        pytest.param(
            APPLES,
            "Äpfel",
            "no variant of the translation has the references { $n }, as the source has",
            id="in no variant",
        ),
        pytest.param(
            "{ $a }",
            write_selection("$n", "x", "{ $a }"),
            "a variant of the translation has no references, which no variant of the source has",
            id="missing in a variant, not replaced by the selector",
        ),
        pytest.param(
            "A\n.t = { $a }",
            "X\n.t = Y",
            "in the attribute .t, the source has the references { $a }, but the translation has no references",
            id="in an attribute",
        ),
    ],
)
def test_a_translation_with_other_references_fails(
    problem_of: Callable[..., str | None], source: str, target: str, problem: str
) -> None:
    assert problem_of("fluent-references", source, target, MESSAGE) == problem


def test_attributes_of_terms_are_not_compared(problem_of: Callable[..., str | None]) -> None:
    assert problem_of("fluent-references", "A\n.t = { $a }", "X\n.t = Y", TERM) is None
    assert problem_of("fluent-references", "{ $a }", "X", TERM)


@pytest.mark.parametrize(
    ("text", "protected"),
    [
        pytest.param("Add { $name } to {-brand}", ["{ $name }", "{-brand}"], id="references"),
        pytest.param('{ -brand(case: "}") } { a.b }', ['{ -brand(case: "}") }', "{ a.b }"], id="arguments, attributes"),
        pytest.param('{ DATETIME($d, month: "long") }: x', [], id="functions are not highlighted"),
        pytest.param('{ "{" }braces{ 5 }', [], id="literals are not highlighted"),
        pytest.param(APPLES, ["{ $n }"], id="not a selection, but the references in its variants"),
        pytest.param("{ $a", [], id="no end"),
    ],
)
def test_references_are_highlighted(subject_of: Callable[..., CheckedString], text: str, protected: list[str]) -> None:
    spans = highlight_fluent_references(text, subject_of(text, text))
    assert [text[start:end] for start, end in spans] == protected


def test_a_text_of_references_may_stay_untranslated(problem_of: Callable[..., str | None]) -> None:
    line = "fluent-references, fluent-type:Message"
    assert problem_of("same", "{ $total } { save-file }", "{ $total } { save-file }", line) is None
    assert problem_of("same", "{ NUMBER($total, style: name) }", "{ NUMBER($total, style: name) }", line)


def test_a_string_with_too_many_variants_is_not_compared(problem_of: Callable[..., str | None]) -> None:
    source = " ".join(write_selection(f"$s{number}", "x", f"{{ $v{number} }}") for number in range(40))
    assert problem_of("fluent-references", source, "Y", MESSAGE) is None
