"""The placeholders of Java messages."""

from collections.abc import Callable

import pytest

from transtats_cli.checks import highlights
from transtats_cli.checks.placeholders import format_strings
from transtats_cli.checks.programming import java_format
from transtats_cli.checks.subject import CheckedString


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("{0} of {1}", "{1}: {0}", None, id="swapped"),
        pytest.param("{0} of {1}", "{0} z {2}", "{1} is missing, {2} is not in the source", id="another-placeholder"),
        pytest.param("{0,number} {1 , date, short}", "{1} {0,number,integer}", None, id="only-the-number-counts"),
        pytest.param("{0,number,#}{1}", "{1}{0,number,#}", "{1} is not in the source", id="a-style-may-contain-braces"),
        pytest.param("{0,choice,0#none|1#one}", "{0}", None, id="a-choice"),
        pytest.param("{0, number, a b}", "číslo", None, id="a-style-has-no-blanks"),
        pytest.param("{0,Number}", "číslo", None, id="a-type-is-in-lower-case"),
        pytest.param("{ 0 }", "nula", None, id="no-blank-before-the-number"),
        pytest.param("{name}", "jméno", None, id="a-name-is-not-an-argument"),
        pytest.param(
            "{0}", "d'{0}", "an apostrophe has no second one; in the text it is written ''", id="a-single-apostrophe"
        ),
        pytest.param("{0}", "d''{0}", None, id="a-doubled-apostrophe"),
        pytest.param(
            "It's {0}",
            "It's {0}",
            "an apostrophe has no second one; in the text it is written ''",
            id="a-single-apostrophe-in-the-source-as-well",
        ),
        pytest.param("", "d'", None, id="an-empty-source"),
    ],
)
def test_a_translation_keeps_the_placeholders_of_java_messages(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(java_format.FORMAT, source, target) == expected


@pytest.mark.parametrize(
    ("flags", "source", "is_checked"),
    [
        pytest.param("java-format", "name", True, id="the-flag-java-format"),
        pytest.param("auto-java-messageformat", "name", False, id="a-source-that-is-not-a-message"),
        pytest.param("auto-java-messageformat", "{0}", True, id="a-source-with-an-argument"),
        pytest.param("auto-java-messageformat", "{ 0 , date , short }", True, id="an-argument-with-blanks"),
        pytest.param("auto-java-messageformat", "{name}", False, id="a-name-is-not-an-argument"),
    ],
)
def test_a_string_is_a_java_message_because_of_its_flag_or_its_source(
    subject_of: Callable[..., CheckedString], flags: str, source: str, is_checked: bool
) -> None:
    subject = subject_of(source, "d'{0}", flags)
    assert (format_strings.find_placeholder_problem(java_format.FORMAT, subject) is not None) is is_checked
    assert bool(highlights.find_highlight_spans("d'{0}", subject)) is is_checked


def test_a_string_is_a_java_message_if_any_source_form_has_an_argument(
    subject_of: Callable[..., CheckedString],
) -> None:
    subject = subject_of(["one", "{0} files"], ["eins", "Dateien"], "auto-java-messageformat")
    assert format_strings.find_placeholder_problem(java_format.FORMAT, subject) == "in plural form 2, {0} is missing"
