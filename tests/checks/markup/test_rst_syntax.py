"""A translation is reStructuredText for which docutils has no message."""

from collections.abc import Callable

import pytest

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("a", "A **bold** word.", False, id="clean"),
        pytest.param("a", "A **bold* word", True, id="a warning"),
        pytest.param("**a", "A **bold* word", True, id="a warning for the source as well"),
        pytest.param("a", "_`x`", True, id="an information message"),
        pytest.param("a", "x::", True, id="an announced literal block that is missing"),
        pytest.param("a", ".. unknown::", True, id="an unknown directive"),
        pytest.param(".. unknown::", ".. unknown::", True, id="an unknown directive that the source has"),
        pytest.param(":ref:`a`", "x :ref:`b`", False, id="an unknown role that the source has"),
        pytest.param("a", "x :ref:`b`", True, id="an unknown role that the source does not have"),
        pytest.param(":ref:`a`", "x :REF:`b`", True, id="an unknown role in another case"),
        pytest.param(":index:`a`", "x :index:`b`", False, id="a role that docutils does not implement"),
        pytest.param("a", "x |y| z", False, id="a substitution that is defined elsewhere"),
        pytest.param("a", "x [#]_ y", False, id="a footnote that is defined elsewhere"),
        pytest.param("a", "x y_ z", False, id="a target that is defined elsewhere"),
        pytest.param("a", "x `y``z`_", True, id="a target with a backtick"),
        pytest.param("a", "3. x", False, id="a list that begins with three"),
        pytest.param("a", "x `y`__", True, id="an anonymous target that is defined elsewhere"),
        pytest.param("a", "x ` :kbd:`y` `", True, id="a role in backticks"),
        pytest.param("a", "x ` `y`:kbd: ` z", True, id="a role in backticks with its name after the text"),
        pytest.param("a", "- x", True, id="a list"),
        pytest.param("a", "+ x", True, id="a list with another bullet"),
        pytest.param("- a", "* x", False, id="a list that the source has"),
        pytest.param("a", "", False, id="an empty form"),
        pytest.param("a", ".. include:: /etc/hostname", True, id="an included file"),
        pytest.param("a", ".. raw:: html\n\n   <b>", False, id="raw text"),
    ],
)
def test_a_translation_with_messages_of_docutils_fails(
    problem_of: Problem, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("rst-syntax", source, target, "rst-text") is not None) is fails


def test_plural_forms_are_compared_with_their_source_forms(problem_of: Problem) -> None:
    assert problem_of("rst-syntax", ["one", ":ref:`a`"], ["ein", ":ref:`x`"], "rst-text") is None
    assert problem_of("rst-syntax", ["one", ":ref:`a`"], [":ref:`x`", "zwei"], "rst-text") is not None


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        pytest.param("**x", "docutils says: Inline strong start-string without end-string.", id="message"),
        pytest.param(".. x::", 'docutils says: Unknown directive type "x".', id="the worst message"),
        pytest.param("- x", "the translation begins with a list, the source does not", id="list"),
    ],
)
def test_the_message_contains_the_message_of_docutils(problem_of: Problem, target: str, expected: str) -> None:
    assert problem_of("rst-syntax", "a", target, "rst-text") == expected
