"""Strings in reStructuredText are not evaluated if source and target have the same simple markup."""

import random

import pytest
from docutils.parsers.rst import roles
from docutils.parsers.rst.languages import en

from transtats_cli.checks.markup import rst, rst_labels

PIECES = (
    "a ``b`` :ref:`c` :ref:`x<c>` :pep:`8` :pep:`x` :math:`y` *d* **e** ` * _ | : :: @ ( ) \" ' - / < > [ ] { } . , #"
    " 1. a. \u2022 \u201c \u300c \u3002 \\ \n \n. \n* \n1. http://a PEP-8 `f`_ g_ `h\t<http://i>`_ `j\t<k>`__ a*"
).split(" ")


def has_problem(source: str, target: str) -> bool:
    """Return True if a check finds a problem, without the fast comparison."""
    return (rst.find_reference_problem(source, target) or rst.find_syntax_problem(source, target)) is not None


@pytest.mark.parametrize(
    ("source", "target"),
    [
        pytest.param("A word", "Ein Wort", id="no markup"),
        pytest.param("Use ``a`` and *b*", "*c* und ``d``", id="in another order"),
        pytest.param("See :ref:`a <b>`.", ":ref:`x <b>`", id="another title of a role"),
        pytest.param("`a <https://b.org>`_", "`c <https://d.org>`_", id="a link with an address"),
        pytest.param("See :pep:`8`", ":pep:`8`", id="a role of docutils with a number"),
        pytest.param("One\ntwo ``c``", "Eins ``c``\nzwei", id="several lines"),
        pytest.param('"``a``" (*b*)', "'``a``', *b*", id="quotes and brackets"),
        pytest.param("``a`` " * 200 + "b", "``a`` " * 200 + "c", id="a long text"),
    ],
)
def test_texts_with_equal_simple_markup_are_recognized(source: str, target: str) -> None:
    assert rst_labels.has_same_simple_markup(source, target)
    assert not has_problem(source, target)


@pytest.mark.parametrize(
    ("source", "target"),
    [
        pytest.param("``a``", "a", id="other markup"),
        pytest.param(":ref:`a`", ":doc:`a`", id="another role"),
        pytest.param("a", "- a", id="a list"),
        pytest.param("a", "1. a", id="a numbered list"),
        pytest.param(": \na", ": \na", id="a line of colons"),
        pytest.param("a", "a::", id="an announced literal block"),
        pytest.param("a", "a\n===", id="a title"),
        pytest.param("a", "a\n\nb", id="two paragraphs"),
        pytest.param("a", "a\n  b", id="an indented line"),
        pytest.param("a", " a", id="a blank at the beginning"),
        pytest.param("a", "a ", id="a blank at the end"),
        pytest.param("a", "a\x1e\x1eb", id="plural forms"),
        pytest.param(":pep:`x`", ":pep:`x`", id="a role of docutils without a number"),
        pytest.param("", "", id="empty texts"),
        pytest.param("*a* " * 3000 + "b", "*a* " * 3000 + "b", id="texts beyond a limit"),
    ],
)
def test_other_texts_are_left_to_the_checks(source: str, target: str) -> None:
    assert not rst_labels.has_same_simple_markup(source, target)


def test_the_table_contains_all_roles_of_docutils() -> None:
    roles_of_docutils = {*en.roles, *vars(roles)["_role_registry"]}
    assert roles_of_docutils <= rst_labels.ROLES_OF_DOCUTILS


def test_the_checks_find_no_problem_in_random_texts_with_equal_simple_markup() -> None:
    choice = random.Random(11)  # noqa: S311  repeatable, and no secret
    equal = 0
    for _ in range(3000):
        pieces = [choice.choice(PIECES) for _ in range(choice.randint(1, 7))]
        source = choice.choice([" ", ""]).join(pieces)
        pieces = [piece.replace("\t", " ") for piece in pieces]
        source = source.replace("\t", " ")
        choice.shuffle(pieces)
        target = choice.choice([" ", " ", ""]).join(pieces)
        if rst_labels.has_same_simple_markup(source, target):
            equal += 1
            assert not has_problem(source, target), (source, target)
    assert equal > 100
