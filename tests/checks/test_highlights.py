"""The spans of a string that other checks protect."""

from collections.abc import Callable

import pytest

from transtats_cli.checks.subject import CheckedString, find_highlight_spans


@pytest.mark.parametrize(
    ("flag_line", "text", "expected"),
    [
        pytest.param("", "a %d {b} c", [], id="nothing without flags"),
        pytest.param("c-format", "a %d b %s", ["%d", "%s"], id="placeholders"),
        pytest.param("c-format, python-brace-format", "a %d {b}", ["%d", "{b}"], id="placeholders of two formats"),
        pytest.param("c-format, ignore-c-format", "a %d", [], id="an ignored format"),
        pytest.param("c-format, ignore-all-checks", "a %d", [], id="all checks ignored"),
        pytest.param("python-brace-format, es-format", "a ${b} c", ["${b}"], id="one span within another"),
        pytest.param('placeholders:"foo b":"b ar"', "a foo b ar", ["foo b ar"], id="spans that overlap"),
        pytest.param("python-brace-format", "{a}{b}", ["{a}", "{b}"], id="spans that touch"),
        pytest.param("xml-text, python-brace-format", "<b>{a}</b>", ["<b>", "{a}", "</b>"], id="tags"),
        pytest.param("xml-text, ignore-xml-tags", "<b>a</b>", [], id="tags, ignored"),
    ],
)
def test_protected_spans_are_merged(
    subject_of: Callable[..., CheckedString], flag_line: str, text: str, expected: list[str]
) -> None:
    spans = find_highlight_spans(text, subject_of(text, "x", flag_line))
    assert [text[start:end] for start, end in spans] == expected


@pytest.mark.parametrize(
    ("text", "plain", "with_syntax"),
    [
        pytest.param("a **b** c", [], ["**", "**"], id="bold"),
        pytest.param("a *b* c", [], ["*", "*"], id="emphasis"),
        pytest.param("a ``b`` c", [], ["`", "b", "`"], id="literal: its text and one mark on each side"),
    ],
)
def test_syntax_of_restructuredtext_is_protected_on_demand(
    subject_of: Callable[..., CheckedString], text: str, plain: list[str], with_syntax: list[str]
) -> None:
    subject = subject_of(text, "x", "rst-text")
    assert [text[start:end] for start, end in find_highlight_spans(text, subject)] == plain
    assert [text[start:end] for start, end in find_highlight_spans(text, subject, with_syntax=True)] == with_syntax
