"""Sources in ICU MessageFormat."""

from collections.abc import Callable

import pytest

from transtats_cli.checks.placeholders import icu_message_format_syntax
from transtats_cli.checks.subject import CheckedString


@pytest.mark.parametrize(
    ("source", "flags", "is_readable"),
    [
        pytest.param("Hello {name}", "", True, id="an-argument"),
        pytest.param("{n, plural, one {# file} other {# files}}", "", True, id="selectors"),
        pytest.param("{n, plural, one {# file}}", "", True, id="without-other"),
        pytest.param("{d, date, d MMMM}", "", True, id="a-style-with-blanks"),
        pytest.param("", "", True, id="nothing"),
        pytest.param("Hello {name", "", False, id="an-open-argument"),
        pytest.param("{d, date, short", "", False, id="an-open-style"),
        pytest.param("Hello name}", "", False, id="a-brace-too-many"),
        pytest.param("Hello {}", "", False, id="an-argument-without-a-name"),
        pytest.param("Hello '{'", "", True, id="a-quoted-brace"),
        pytest.param("<b>bold", "", True, id="tags-are-text"),
        pytest.param("<b>bold", "icu-flags:xml", False, id="tags-with-the-flag-xml"),
        pytest.param("a < b", "icu-flags:xml", True, id="a-bracket-without-a-name"),
        pytest.param("a < b", "icu-flags:strict-xml", False, id="a-bracket-without-a-name-with-strict-xml"),
    ],
)
def test_a_source_has_valid_syntax(
    subject_of: Callable[..., CheckedString], source: str, flags: str, is_readable: bool
) -> None:
    subject = subject_of(source, source, ", ".join(filter(None, ("icu-message-format", flags))))
    assert (icu_message_format_syntax.find_problem(subject) is None) is is_readable


def test_only_the_first_plural_form_is_checked(subject_of: Callable[..., CheckedString]) -> None:
    assert icu_message_format_syntax.find_problem(subject_of(["one", "{n"], ["one", "{n"])) is None


def test_the_message_contains_the_position_of_the_syntax_error(subject_of: Callable[..., CheckedString]) -> None:
    found = icu_message_format_syntax.find_problem(subject_of("{n", "{n"))
    assert found == "the message cannot be read: expected , or } at position 2 but found the end"
