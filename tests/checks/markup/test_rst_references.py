"""A translation has the inline markup of its reStructuredText source."""

from collections.abc import Callable

import pytest

from transtats_cli.checks.markup import rst_references
from transtats_cli.checks.subject import CheckedString

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param(":ref:`a`", "x :ref:`a`", False, id="a role is kept"),
        pytest.param(":ref:`a`", "x", True, id="a role is lost"),
        pytest.param("a", "x :ref:`a`", True, id="a role is added"),
        pytest.param(":ref:`a`", ":ref:`b`", True, id="its text stays"),
        pytest.param(":ref:`a`", ":doc:`a`", True, id="its name stays"),
        pytest.param(":ref:`a`", ":REF:`a`", False, id="in small letters or capitals"),
        pytest.param(":ref:`a`", "`a`:ref:", False, id="before or behind the text"),
        pytest.param(":py:func:`a`", ":func:`a`", True, id="with its domain"),
        pytest.param(":ref:`a <b>`", ":ref:`x <b>`", False, id="a title is free"),
        pytest.param(":ref:`a <b>`", ":ref:`x<b>`", False, id="with or without a blank behind"),
        pytest.param(":ref:`a <b>`", ":ref:`b`", False, id="and may be left away"),
        pytest.param(":ref:`a <b>`", ":ref:`a <c>`", True, id="its target stays"),
        pytest.param(":ref:`<b>`", ":ref:`b`", True, id="there is no target without a title"),
        pytest.param(":guilabel:`Save`", ":guilabel:`Uložit`", False, id="a role that holds text"),
        pytest.param(":guilabel:`Save`", ":kbd:`Save`", True, id="stays the same role"),
        pytest.param(":ref:`a` :ref:`a`", ":ref:`a`", True, id="the number counts"),
        pytest.param(":ref:`a` :ref:`b`", ":ref:`b` :ref:`a`", False, id="the order does not"),
        pytest.param("[1]_", "[2]_", True, id="a footnote stays"),
        pytest.param("[#a]_ [*]_", "[*]_ [#a]_", False, id="whatever its kind"),
        pytest.param("|a|", "|b|", True, id="a substitution stays"),
        pytest.param("[Cit2002]_", "x", False, id="citations do not count"),
        pytest.param("`a`_", "`x`_", False, id="a reference may be called otherwise"),
        pytest.param("`a`_", "x_", False, id="and be written in another way"),
        pytest.param("`a`_", "x", True, id="but not go"),
        pytest.param("`a <http://b>`_", "`x <http://y>`_", False, id="an embedded address may change"),
        pytest.param("`a <http://b>`_", "http://b", True, id="but not be written out"),
        pytest.param("http://a", "https://x", False, id="nor need an address stay the same"),
        pytest.param("http://a", "x", True, id="but it stays one"),
        pytest.param("a@b.cz", "x", True, id="a mail address, too"),
        pytest.param("``a``", "``x``", False, id="a literal may be translated"),
        pytest.param("``a``", "x", True, id="but stays one"),
        pytest.param("*a*", "**a**", True, id="emphasis stays emphasis"),
        pytest.param("**a** b", "x **y**", False, id="strong text stays strong"),
        pytest.param("`a`", "x", False, id="the default role does not count"),
        pytest.param("_`a`", "x", False, id="nor do targets"),
        pytest.param("\\*a*", "x", False, id="nor does what is escaped"),
        pytest.param(":ref:`a` <`b`", ":ref:`a` `b`", False, id="nor a bracket somewhere behind a role"),
        pytest.param(":ref:`a`>`b`_", ":ref:`a` `b`_", True, id="but one between it and a backtick"),
    ],
)
def test_markup_is_kept(problem_of: Problem, source: str, target: str, fails: bool) -> None:
    assert (problem_of("rst-references", source, target, "rst-text") is not None) is fails


def test_plural_forms_are_paired(problem_of: Problem) -> None:
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
def test_the_markup_is_named(problem_of: Problem, source: str, target: str, expected: str) -> None:
    assert problem_of("rst-references", source, target, "rst-text") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a :ref:`b` c", [":ref:`b`"], id="a role as a whole"),
        pytest.param("`b`:ref:", ["`b`:ref:"], id="with its name behind"),
        pytest.param(":kbd:`b`", [":kbd:`", "`"], id="around a text"),
        pytest.param(":ref:`b <c>`", [":ref:`", " <c>`"], id="around a title"),
        pytest.param("[1]_ |x|", ["[1]_", "|x|"], id="footnotes and substitutions"),
        pytest.param("`a <http://b>`_", ["<http://b>"], id="the address of a link"),
        pytest.param("*a* ``b`` http://c d_", [], id="nothing else"),
        pytest.param("|x| |x|", ["|x|", "|x|"], id="the same one twice"),
    ],
)
def test_what_is_not_for_reading_is_highlighted(
    subject_of: Callable[..., CheckedString], text: str, expected: list[str]
) -> None:
    spans = rst_references.find_highlights(text, subject_of("x", text, "rst-text"))
    assert [text[start:end] for start, end in spans] == expected
