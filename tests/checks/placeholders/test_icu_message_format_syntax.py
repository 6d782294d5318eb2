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
        pytest.param("<b>bold", "icu-flags:xml", False, id="unless-a-flag-says-otherwise"),
        pytest.param("a < b", "icu-flags:xml", True, id="what-has-no-name-is-none"),
        pytest.param("a < b", "icu-flags:strict-xml", False, id="strictly-it-is"),
    ],
)
def test_a_source_can_be_read(
    subject_of: Callable[..., CheckedString], source: str, flags: str, is_readable: bool
) -> None:
    subject = subject_of(source, source, ", ".join(filter(None, ("icu-message-format", flags))))
    assert (icu_message_format_syntax.find_problem(subject) is None) is is_readable


def test_only_the_first_form_is_asked(subject_of: Callable[..., CheckedString]) -> None:
    assert icu_message_format_syntax.find_problem(subject_of(["one", "{n"], ["one", "{n"])) is None


def test_a_problem_says_where_the_message_ends(subject_of: Callable[..., CheckedString]) -> None:
    found = icu_message_format_syntax.find_problem(subject_of("{n", "{n"))
    assert found == "the message cannot be read: expected , or } at position 2 but found the end"
