"""Parsing with docutils: only if necessary, with limits, without reading files and without output."""

import random
import re
import string
from pathlib import Path

import pytest
from docutils.utils import code_analyzer
from hypothesis import given, settings
from hypothesis import strategies as st

from transtats_cli.checks.markup import restructuredtext
from transtats_cli.checks.markup.restructuredtext import docutils_messages, parse_inline_markup
from transtats_cli.checks.markup.rst_simple import InlineNode
from transtats_cli.limits import NotChecked

PLAIN = st.text(
    st.sampled_from(string.ascii_letters + string.digits + " .,;()[]<>{}+-=#'\"/!?~^&%$\n\x0b\u2028éßª漢١ⅷ")
    | st.characters(exclude_categories=["Cs"], exclude_characters="`*_|:@\\"),
    max_size=14,
)


LINES = (
    "Text|Title|=====|-----|  indented|    more|- item|* item|1. item|2. item|a) item|:field: value|-o  option|"
    ">>> code|.. code:: python|.. |s| replace:: t|.. [1] note|.. _a: http://b|.. comment|__ http://c|| line|"
    ".. note:: x|+---+|==== ====|a::|> quoted|`a`_ [1]_ |s| `b`__|*a* ``b`` :ref:`c`|:pep:`1`|*a|||-- author|term|====="
).split("|")

MARKED = st.lists(
    st.sampled_from(
        [
            *"*`_|[]()<>{}:. \\'\"",
            "**",
            "``",
            "__",
            "::",
            "|a|",
            "x_",
            "[1]_",
            "[#]_",
            ":kbd:",
            ":ref:",
            "`a <b>`_",
            "a",
        ]
    ),
    max_size=9,
).map("".join)


def parse_inline_markup_with_docutils(text: str) -> tuple[InlineNode, ...]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(restructuredtext, "_MARKUP_CHARACTER_PATTERN", re.compile(""))
        patch.setattr(restructuredtext, "_parse_simple_paragraph", lambda _: None)
        return parse_inline_markup.__wrapped__(text)


def find_messages(text: str, **replaced: object) -> object:
    """Return the messages about a document, or the reason why it is not checked. Objects of the module are replaced."""
    docutils_messages.cache_clear()
    try:
        with pytest.MonkeyPatch.context() as patch:
            for name, value in replaced.items():
                patch.setattr(restructuredtext, name, value)
            return docutils_messages(text)
    except NotChecked as reason:
        return str(reason)
    finally:
        docutils_messages.cache_clear()


@given(PLAIN)
def test_a_text_without_marks_has_no_inline_markup(text: str) -> None:
    assert parse_inline_markup(text) == ()
    assert {inline.node_class for inline in parse_inline_markup_with_docutils(text)} <= {"Text"}


@pytest.mark.slow
@given(PLAIN | MARKED, st.sampled_from([*'aivxIZéßª漢1#(:`*_|-+.>"\\“', "``", ":ref:`", "(a) ", "1. ", ""]))
@settings(max_examples=3 * settings().max_examples)
def test_the_messages_for_a_paragraph_are_those_of_docutils(text: str, beginning: str) -> None:
    line = beginning + text
    if restructuredtext._find_paragraph_text(line) is not None:
        assert find_messages(line) == find_messages(line, _find_paragraph_text=lambda _: None)


def test_references_are_resolved_in_each_document_that_has_any() -> None:
    choice = random.Random(5)  # noqa: S311  repeatable, and no secret
    for _ in range(300):
        text = "\n".join(choice.choice([*LINES, ""]) for _ in range(choice.randint(2, 8)))
        assert find_messages(text) == find_messages(text, _NODES_WITHOUT_REFERENCES=()), text


@pytest.mark.slow
@given(PLAIN | MARKED, st.sampled_from(["a", "``", ":ref:`", "*", ""]))
@settings(max_examples=3 * settings().max_examples)
def test_the_inline_markup_of_a_paragraph_is_that_of_docutils(text: str, beginning: str) -> None:
    line = beginning + text
    if restructuredtext._MARKUP_CHARACTER_PATTERN.search(line):
        assert parse_inline_markup(line) == parse_inline_markup_with_docutils(line)


def test_the_most_severe_message_is_first() -> None:
    first, *others = docutils_messages(".. x::")
    assert first.startswith("Unknown directive type")
    assert others[0].startswith("No directive entry")


def test_docutils_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    docutils_messages(".. x::\n\n**a `b\n===")
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "directive",
    [
        pytest.param(".. include:: {}", id="include"),
        pytest.param(".. raw:: html\n   :file: {}", id="raw text"),
        pytest.param(".. csv-table::\n   :file: {}", id="table"),
        pytest.param(".. raw:: html\n   :url: file://{}", id="address"),
    ],
)
def test_docutils_reads_no_file(tmp_path: Path, directive: str) -> None:
    file = tmp_path / "secret"
    file.write_text("**secret")
    found = docutils_messages(directive.format(file))
    assert found
    assert not any("strong" in message for message in found)


def test_roles_of_one_string_are_not_defined_in_the_next_string() -> None:
    assert docutils_messages(".. role:: mine(emphasis)\n\n:mine:`a`") == ()
    assert any("mine" in message for message in docutils_messages(":mine:`b`"))
    assert docutils_messages(".. default-role:: literal") == ()
    assert [inline.node_class for inline in parse_inline_markup("`c`")] == ["title_reference"]


def test_a_substitution_of_one_string_is_not_defined_in_the_next_string() -> None:
    assert docutils_messages(".. |a| replace:: b\n\n|a|") == ()
    assert docutils_messages("|a| c")[0].startswith("Undefined substitution")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("*a*\n" * 10_000, id="long"),
        pytest.param("`<" * 4_000, id="full of marks"),
        pytest.param("- " * 1_000, id="deeply nested"),
        pytest.param(
            "".join(f".. |a{i}| replace:: |a{i + 1}| |a{i + 1}|\n" for i in range(40)) + "\n|a0|",
            id="substitutions that double themselves",
        ),
        pytest.param("b\tc\n" * 2_000, id="long after its tabs are expanded"),
        pytest.param("'" * 9_600 + "http://a", id="quotes before an address"),
        pytest.param(":a: " + "b-" * 4_900, id="a name of many parts"),
        pytest.param("a:" + "/" * 9_000, id="slashes"),
        pytest.param("9" * 5_000 + ". a", id="a number that docutils fails on"),
    ],
)
def test_a_text_that_would_take_too_long_is_not_checked(text: str) -> None:
    with pytest.raises(NotChecked):
        docutils_messages(text)


def test_code_is_not_lexed(monkeypatch: pytest.MonkeyPatch) -> None:
    lexed: list[object] = []
    monkeypatch.setattr("pygments.lex", lambda *arguments: lexed.append(arguments) or iter([]))
    assert docutils_messages(".. code:: c\n\n   x0" + "\t" * 870 + "!") == ()
    assert docutils_messages(".. role:: c(code)\n   :language: c\n\n:c:`int a`") == ()
    assert lexed == []


@pytest.mark.parametrize("language", ["c", "C", "python3", "Python", "none", "text", "", "no-such-language"])
def test_an_unknown_language_of_code_has_the_message_of_docutils(language: str) -> None:
    try:
        code_analyzer.Lexer("a", language, "long")
        expected = ""
    except code_analyzer.LexerError as error:
        expected = str(error)
    found = [message for message in docutils_messages(f".. code:: {language}\n\n   a") if "analyze" in message]
    assert [message.splitlines()[0] for message in found] == [expected][: bool(expected)]


@pytest.mark.parametrize(
    "repeated",
    [
        pytest.param("'", id="quotes"),
        pytest.param("a-", id="parts of a name"),
        pytest.param("/", id="slashes"),
        pytest.param("{a", id="braces"),
        pytest.param("a.b:", id="schemes"),
    ],
)
def test_the_search_steps_of_a_run_are_limited(repeated: str) -> None:
    """A run is refused before docutils takes more steps than the limit, for any repeated text."""
    longest = next(
        n
        for n in range(50, 10_000, 50)
        if restructuredtext._count_search_steps(repeated * n) > restructuredtext._MAX_SEARCH_STEPS
    )
    assert longest * len(repeated) < 2_000
    with pytest.raises(NotChecked):
        restructuredtext.refuse_slow_rst(repeated * longest)


def test_a_text_of_many_plain_words_is_not_refused() -> None:
    restructuredtext.refuse_slow_rst("'a-b/c' " * 1_000)


def test_a_line_of_more_than_10000_characters_is_a_problem() -> None:
    assert docutils_messages("a" * 10_001) == ("Line 1 exceeds the line-length-limit.",)
    assert docutils_messages("a" * 10_000) == ()
    assert docutils_messages("a" + "\t" * 1_240 + "b") == ()
    assert docutils_messages("a" + "\t" * 1_300 + "b") == ("Line 1 exceeds the line-length-limit.",)


def test_a_text_of_very_many_addresses_is_not_checked() -> None:
    with pytest.raises(NotChecked):
        parse_inline_markup("a@b.c " * 1_500)
