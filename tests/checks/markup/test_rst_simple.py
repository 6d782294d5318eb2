"""Simple paragraphs are parsed without docutils. The results are those of docutils."""

import random

import pytest

from transtats_cli.checks.markup import restructuredtext, rst_simple

SIMPLE = {
    "text": "Note: a_b, c.",
    "literal": "Use ``make -k``.",
    "backslashes in a literal": r"``\n`` and ``\\``",
    "strong text": "A **bold** word",
    "emphasis": "*An* (*other*) word",
    "role": "See :ref:`a guide <guide>`, :py:func:`open` and :ref:`b`.",
    "wide punctuation": "\u4f8b\u3001:ref:`a`\u3002 ``b``\uff0c",
    "announced literal block": "See :ref:`a`::",
    "quotes and hyphens": "\"``a``\" '*b*' C-:ref:`c` ``d``--``e`` <**f**> [*g*]",
    "long text": "*a* " * 200,
    "links with addresses": "`a b <https://c.org>`_, `d\n<e>`__ (`A  b <https://f.org>`__)",
    "role with the number of a document": "See :pep:`8` and :rfc:`2822`.",
    "colon at the end of a line": "a:\nb",
    "asterisk after a letter": "2*3, a**b and c*",
}
OTHER = {
    "known role": "H\\ :sub:`2`",
    "mathematics": ":math:`x`",
    "unfinished literal": "``a",
    "unfinished strong text": "**a*",
    "literal inside a word": "a``b``",
    "address": "See https://example.org/",
    "e-mail address": "a@example.org",
    "reference": "a_ and `b`_",
    "substitution": "|a|",
    "default role": "`a`",
    "role after its text": "`a`:ref:",
    "reference after a role": ":ref:`a`_",
    "opening quote": "(``)``)",
    "escaped emphasis": r"\*a*",
    "tab": "*a*\tb",
    "two links with one name": "`a <https://b.org>`_ `A <https://c.org>`_",
    "link to a reference": "`a <b_>`_",
    "link without a title": "`<https://a.org>`_",
    "role with the number of no document": ":pep:`0` :rfc:`a`",
    "asterisk before a letter": "2 *3",
    "quoted start": "\"*\" and '**' or [*]",
}
PIECES = (
    "`` ` * ** : :: _ | @ :ref:` :math:` a foo_bar ( ) . , <y> [1] http:// PEP-8 \u3001 \u3002 \uff1a \u300d \" ' - /"
    " [ { < > \\ \\\\ \\n \n `_ `__ ``\\n \xe9 `x\t<http://y>`_ `A\tb\t<z>`__ <u>`_ :pep:`8` b*c )* :\n"
).split(" ")


def parse_with_docutils(text: str, monkeypatch: pytest.MonkeyPatch) -> tuple[object, object]:
    with monkeypatch.context() as patch:
        patch.setattr(rst_simple, "split_simple_paragraph", lambda _: None)
        return parse(text)


def parse(text: str) -> tuple[object, object]:
    for cached in (restructuredtext.parse_inline_markup, restructuredtext.docutils_messages):
        cached.cache_clear()
    restructuredtext._parse_simple_paragraph.cache_clear()
    return restructuredtext.parse_inline_markup(text), restructuredtext.docutils_messages(text)


@pytest.mark.parametrize("text", SIMPLE.values(), ids=SIMPLE)
def test_a_simple_paragraph_has_the_nodes_and_messages_of_docutils(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert rst_simple.split_simple_paragraph(restructuredtext._find_paragraph_text(text) or text) is not None
    assert parse(text) == parse_with_docutils(text, monkeypatch)


@pytest.mark.parametrize("text", OTHER.values(), ids=OTHER)
def test_other_paragraphs_are_left_to_docutils(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert restructuredtext._parse_simple_paragraph(text) is None
    assert parse(text) == parse_with_docutils(text, monkeypatch)


@pytest.mark.slow
def test_random_texts_have_the_nodes_and_messages_of_docutils(monkeypatch: pytest.MonkeyPatch) -> None:
    choice = random.Random(7)  # noqa: S311  repeatable, and no secret
    simple = 0
    for _ in range(1500):
        text = "".join(choice.choice([" ", *PIECES]) for _ in range(choice.randint(2, 12)))
        text = choice.choice(["", "A ", "``b`` ", ":ref:`c` ", "*d* "]) + text.replace("\t", " ")
        simple += restructuredtext._parse_simple_paragraph(text) is not None
        assert parse(text) == parse_with_docutils(text, monkeypatch), text
    assert simple > 50
