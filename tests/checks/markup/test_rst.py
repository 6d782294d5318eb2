"""Checks of reStructuredText."""

from collections.abc import Callable

import pytest

from transtats_cli.checks.markup.rst import highlight_rst_references
from transtats_cli.checks.subject import CheckedString

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param(":ref:`a`", "x :ref:`a`", False, id="a role is kept"),
        pytest.param(":ref:`a`", "x", True, id="a role is lost"),
        pytest.param("a", "x :ref:`a`", True, id="a role is added"),
        pytest.param(":ref:`a`", ":ref:`b`", True, id="another text of a role"),
        pytest.param(":ref:`a`", ":doc:`a`", True, id="another name of a role"),
        pytest.param(":ref:`a`", ":REF:`a`", False, id="a name in capitals"),
        pytest.param(":ref:`a`", "`a`:ref:", False, id="a name after the text"),
        pytest.param(":py:func:`a`", ":func:`a`", True, id="a name without its domain"),
        pytest.param(":ref:`a <b>`", ":ref:`x <b>`", False, id="another title"),
        pytest.param(":ref:`a <b>`", ":ref:`x<b>`", False, id="a title without a blank"),
        pytest.param(":ref:`a <b>`", ":ref:`b`", False, id="no title"),
        pytest.param(":ref:`a <b>`", ":ref:`a <c>`", True, id="another target"),
        pytest.param(":ref:`<b>`", ":ref:`b`", True, id="a target needs a title"),
        pytest.param(":guilabel:`Save`", ":guilabel:`Uložit`", False, id="another text of a role for text"),
        pytest.param(":guilabel:`Save`", ":kbd:`Save`", True, id="another role for text"),
        pytest.param(":ref:`a` :ref:`a`", ":ref:`a`", True, id="another number"),
        pytest.param(":ref:`a` :ref:`b`", ":ref:`b` :ref:`a`", False, id="another order"),
        pytest.param("[1]_", "[2]_", True, id="another footnote"),
        pytest.param("[#a]_ [*]_", "[*]_ [#a]_", False, id="two kinds of footnotes"),
        pytest.param("|a|", "|b|", True, id="another substitution"),
        pytest.param("[Cit2002]_", "x", False, id="citations do not count"),
        pytest.param("`a`_", "`x`_", False, id="another text of a reference"),
        pytest.param("`a`_", "x_", False, id="another notation of a reference"),
        pytest.param("`a`_", "x", True, id="a lost reference"),
        pytest.param("`a <http://b>`_", "`x <http://y>`_", False, id="another embedded address"),
        pytest.param("`a <http://b>`_", "http://b", True, id="an address instead of a reference"),
        pytest.param("http://a", "https://x", False, id="another address"),
        pytest.param("http://a", "x", True, id="a lost address"),
        pytest.param("a@b.cz", "x", True, id="a lost mail address"),
        pytest.param("``a``", "``x``", False, id="a translated literal"),
        pytest.param("``a``", "x", True, id="a lost literal"),
        pytest.param("*a*", "**a**", True, id="strong text instead of emphasis"),
        pytest.param("**a** b", "x **y**", False, id="other strong text"),
        pytest.param("`a`", "x", False, id="the default role does not count"),
        pytest.param("_`a`", "x", False, id="targets do not count"),
        pytest.param("\\*a*", "x", False, id="escaped markup does not count"),
        pytest.param(":ref:`a` <`b`", ":ref:`a` `b`", False, id="a bracket after a role and a blank does not count"),
        pytest.param(":ref:`a`>`b`_", ":ref:`a` `b`_", True, id="a bracket between a role and a backtick"),
    ],
)
def test_a_translation_keeps_the_markup(problem_of: Problem, source: str, target: str, fails: bool) -> None:
    assert (problem_of("rst-references", source, target, "rst-text") is not None) is fails


@pytest.mark.parametrize(
    ("source", "target"),
    [
        pytest.param("A word", "Ein Wort", id="no markup"),
        pytest.param("Use ``a`` and *b*", "*c* und ``d``", id="in another order"),
        pytest.param("See :pep:`8`", ":pep:`8`", id="a role of docutils with a number"),
        pytest.param("One\ntwo ``c``", "Eins ``c``\nzwei", id="several lines"),
        pytest.param('"``a``" (*b*)', "'``a``', *b*", id="quotes and brackets"),
        pytest.param("``a`` " * 200 + "b", "``a`` " * 200 + "c", id="a long text"),
    ],
)
def test_texts_with_equal_simple_markup_have_no_problem(problem_of: Problem, source: str, target: str) -> None:
    assert problem_of("rst-references", source, target, "rst-text") is None
    assert problem_of("rst-syntax", source, target, "rst-text") is None


def test_plural_forms_are_compared_with_their_source_forms(problem_of: Problem) -> None:
    assert problem_of("rst-references", ["one", "|n|"], ["ein", "|n|"], "rst-text") is None
    assert problem_of("rst-references", ["one", "|n|"], ["ein", "n"], "rst-text") is not None


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param(":ref:`a <b>`", "x", ":ref:`b` is missing", id="missing"),
        pytest.param("a", "``x``", "``…`` is not in the source", id="extra"),
        pytest.param("``a``", "``x`` ``y``", "``…`` is not in the source so often", id="too often"),
    ],
)
def test_the_message_contains_the_markup(problem_of: Problem, source: str, target: str, expected: str) -> None:
    assert problem_of("rst-references", source, target, "rst-text") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a :ref:`b` c", [":ref:`b`"], id="a role as a whole"),
        pytest.param("`b`:ref:", ["`b`:ref:"], id="a role with its name after the text"),
        pytest.param(":kbd:`b`", [":kbd:`", "`"], id="the marks around the text of a role"),
        pytest.param(":ref:`b <c>`", [":ref:`", " <c>`"], id="the marks around the title of a role"),
        pytest.param("[1]_ |x|", ["[1]_", "|x|"], id="footnotes and substitutions"),
        pytest.param("`a <http://b>`_", ["<http://b>"], id="the address of a link"),
        pytest.param("`a < b`_ `a > b < c`_", [], id="no address in the name of a reference"),
        pytest.param("*a* ``b`` http://c d_", [], id="nothing else"),
        pytest.param("|x| |x|", ["|x|", "|x|"], id="the same one twice"),
    ],
)
def test_references_and_marks_are_highlighted(
    subject_of: Callable[..., CheckedString], text: str, expected: list[str]
) -> None:
    spans = highlight_rst_references(text, subject_of("x", text, "rst-text"))
    assert [text[start:end] for start, end in spans] == expected


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


def test_plural_forms_are_compared_with_their_source_forms_in_rst_syntax(problem_of: Problem) -> None:
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
