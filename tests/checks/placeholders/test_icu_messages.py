"""ICU messages in sources and translations."""

from collections.abc import Callable, Iterable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.checks.placeholders.icu_messages import (
    IcuGrammar,
    IcuMessageError,
    highlight_icu_message_format,
    icu_message_format,
    icu_message_format_syntax,
    parse_icu_arguments,
)
from transtats_cli.checks.subject import CheckedString
from transtats_cli.limits import NotChecked

FLAG = "icu-message-format"
XML = "icu-message-format, icu-flags:xml"
STRICT = "icu-message-format, icu-flags:strict-xml"


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("Hello {name}", "Ahoj {name}", None, id="kept"),
        pytest.param("Hello {name}", "Ahoj {name}, {name}!", None, id="repeated"),
        pytest.param("{a} of {b}", "{b}: {a}", None, id="another-order"),
        pytest.param("Hello {name}", "Ahoj {jméno}", "jméno is not in the source", id="extra"),
        pytest.param("Hello {name}", "Ahoj", "name is missing", id="missing"),
        pytest.param("Hello {name}", "Ahoj '{name}'", "name is missing", id="a-quoted-argument-is-text"),
        pytest.param("Hello {name}", "", None, id="an-empty-target"),
        pytest.param("", "Ahoj {name}", None, id="an-empty-source"),
        pytest.param(
            "{n}",
            "{n",
            "the message cannot be read: expected , or } at position 2 but found the end",
            id="a-target-that-cannot-be-read",
        ),
        pytest.param("{n", "{m}", None, id="a-source-that-cannot-be-read"),
        pytest.param("{n}", "{ n }", None, id="blanks-do-not-matter"),
        pytest.param(
            "{n, plural, other {{a}}}", "{n, plural, other {{b}}}", "b is not in the source", id="in-a-selector"
        ),
        pytest.param("{x, mine, other {{a}}}", "{x, mine, other {a}}", "a is missing", id="in-a-selector-of-any-type"),
        pytest.param("{n, plural, other {#}}", "{n, plural, one {#}}", "n has no selector other", id="no-other"),
        pytest.param(
            "{n, plural, one {#} other {#}}", "{n, plural, one {1} few {#} other {#}}", None, id="other-plurals"
        ),
        pytest.param("{n, plural, other {#}}", "{n, plural, =0 {0} other {#}}", None, id="a-plural-for-one-count"),
        pytest.param(
            "{n, plural, other {#}}",
            "{n, plural, some {#} other {#}}",
            "n has the selector some, which no plural knows",
            id="an-unknown-plural",
        ),
        pytest.param(
            "{n, selectordinal, other {#}}",
            "{n, selectordinal, some {#} other {#}}",
            "n has the selector some, which no plural knows",
            id="an-unknown-ordinal",
        ),
        pytest.param("{g, select, a {1} other {2}}", "{g, select, other {2}}", None, id="a-selector-fewer"),
        pytest.param(
            "{g, select, a {1} other {2}}",
            "{g, select, b {1} other {2}}",
            "g has the selector b, which the source does not have",
            id="an-unknown-selector",
        ),
        pytest.param(
            "{d, date}", "{d, time}", "d has the type time, which it does not have in the source", id="another-type"
        ),
        pytest.param("{d, date, short}", "{d, date, long}", None, id="another-style"),
        pytest.param("{d, date}", "{d}", None, id="a-type-removed"),
        pytest.param(
            "{d}", "{d, date}", "d has the type date, which it does not have in the source", id="a-type-added"
        ),
        pytest.param("{n, number}", "{n}", "n is a number in the source only", id="a-number-without-type"),
        pytest.param("{n, number}", "{n, plural, other {#}}", None, id="a-number-as-plural"),
        pytest.param("{n, number}", "{n, number} {n}", None, id="a-number-with-and-without-type"),
        pytest.param(
            "{n, number}",
            "{n, number} {n, date}",
            "n is a number in the source only",
            id="a-number-that-is-also-a-date",
        ),
        pytest.param(
            "{n, number} {n}",
            "{n}",
            "n is a number in the source only",
            id="a-number-with-and-without-type-in-the-source",
        ),
        pytest.param("{count, number}", "{count}", None, id="a-count-is-a-number-by-name"),
        pytest.param("{n, number} {n, date}", "{n, date}", None, id="a-number-that-is-also-a-date-in-the-source"),
        pytest.param("<b>{n}</b>", "<i>{n}", None, id="tags-are-text"),
    ],
)
def test_a_translation_keeps_the_arguments_of_a_message(
    subject_of: Callable[..., CheckedString], source: str, target: str, expected: str | None
) -> None:
    assert icu_message_format(subject_of(source, target, FLAG)) == expected


@pytest.mark.parametrize(
    ("flags", "source", "target", "expected"),
    [
        pytest.param(XML, "<b>{n}</b>", "<b>{n}</b>", None, id="kept"),
        pytest.param(XML, "<b>x</b>", "x", "b is missing", id="missing"),
        pytest.param(XML, "<b>{n}</b>", "<b></b>", "n is missing", id="an-argument-in-a-tag"),
        pytest.param(
            f"{XML}:-types",
            "<b>x</b>",
            "{b}",
            "b is a tag with content in the source and an argument in the translation",
            id="an-argument-instead-of-a-tag",
        ),
        pytest.param(
            XML,
            "<b>x</b>",
            "<b/>x",
            "b is a tag with content in the source and an empty tag in the translation",
            id="emptied",
        ),
        pytest.param(
            XML,
            "<b>x</b>",
            "<b>x",
            "the message cannot be read: expected </b> at position 4 but found the end",
            id="open",
        ),
        pytest.param(XML, "a < b", "b < a", None, id="a-bracket-without-a-name-is-text"),
        pytest.param(
            STRICT,
            "a",
            "a < b",
            'the message cannot be read: expected tag name at position 3 but found " "',
            id="a-bracket-without-a-name-with-strict-xml",
        ),
        pytest.param(
            f"{XML}, icu-tag-prefix:x-", "<x-b/><i>", "<x-b/><u>", None, id="tags-without-the-prefix-are-text"
        ),
        pytest.param(
            f"{XML}, icu-tag-prefix:x-", "<x-b/>", "<b/>", "x-b is missing", id="a-missing-tag-with-the-prefix"
        ),
    ],
)
def test_tags_are_compared_because_of_a_flag(
    subject_of: Callable[..., CheckedString], flags: str, source: str, target: str, expected: str | None
) -> None:
    assert icu_message_format(subject_of(source, target, flags)) == expected


@pytest.mark.parametrize(
    ("rule", "source", "target"),
    [
        pytest.param("require_other", "{n, plural, other {#}}", "{n, plural, one {#}}", id="require-other"),
        pytest.param("extra", "none", "{n}", id="extra"),
        pytest.param("missing", "{n}", "none", id="missing"),
        pytest.param(
            "plural_selectors", "{n, plural, other {#}}", "{n, plural, x {#} other {#}}", id="plural-selectors"
        ),
        pytest.param("submessage_selectors", "{n, select, other {#}}", "{n, select, x {#} other {#}}", id="selectors"),
        pytest.param("types", "{n, number}", "{n, date}", id="types"),
        pytest.param("tags", "<b/>", "<b>x</b>", id="tags"),
    ],
)
def test_a_flag_switches_one_rule_off(
    subject_of: Callable[..., CheckedString], rule: str, source: str, target: str
) -> None:
    assert icu_message_format(subject_of(source, target, XML)) is not None
    assert icu_message_format(subject_of(source, target, f"{XML}:-{rule}")) is None


@pytest.mark.parametrize(
    ("language", "sources", "targets", "expected"),
    [
        pytest.param(
            "cs", ["one", "{n}"], ["one", "{n}", "{n}"], None, id="the-first-form-is-compared-with-the-singular"
        ),
        pytest.param(
            "cs",
            ["one", "{n}"],
            ["{n}", "{n}", "{n}"],
            "in plural form 1, n is not in the source",
            id="an-argument-that-the-singular-does-not-have",
        ),
        pytest.param(
            "cs",
            ["{n}", "{n}"],
            ["one", "{n}", "{n}"],
            "in plural form 1, n is missing",
            id="the-first-form-is-not-lenient",
        ),
        pytest.param(
            "cs",
            ["{n}", "{n}"],
            ["{n}", "{n}", "5"],
            "in plural form 3, n is missing",
            id="other-forms-are-compared-with-the-plural",
        ),
        pytest.param("ja", ["one", "{n}"], ["{n}"], None, id="a-single-form-is-compared-with-the-plural"),
    ],
)
def test_a_plural_form_is_compared_with_its_source_form(
    subject_of: Callable[..., CheckedString],
    language: str,
    sources: list[str],
    targets: list[str],
    expected: str | None,
) -> None:
    assert icu_message_format(subject_of(sources, targets, FLAG, language=language)) == expected


@pytest.mark.parametrize(
    ("flags", "text", "highlighted"),
    [
        pytest.param(FLAG, "{a} of { b , date }", ["{a}", "{ b , date }"], id="arguments"),
        pytest.param(FLAG, "{n, plural, one {{a}} other {# {b}}}", ["{a}", "{b}"], id="arguments-in-selectors"),
        pytest.param(XML, "<b>{a}</b> <br/>", ["{a}", "<br/>"], id="arguments-in-tags-and-empty-tags"),
        pytest.param(FLAG, "{a} {", [], id="a-text-that-cannot-be-read"),
        pytest.param(FLAG, "{a} " * 50_000, [], id="a-text-that-is-too-long"),
    ],
)
def test_arguments_are_highlighted(
    subject_of: Callable[..., CheckedString], flags: str, text: str, highlighted: list[str]
) -> None:
    found = highlight_icu_message_format(text, subject_of(text, text, flags))
    assert [text[start:end] for start, end in sorted(found)] == highlighted


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param("{n}" * 20_000, "60000 characters", id="long"),
        pytest.param("<b>" * 10_000, "nested too deeply", id="deep"),
        pytest.param("{n, plural, offset:" + "1" * 5000 + " other {#}}", "more digits", id="a-huge-offset"),
    ],
)
def test_a_message_beyond_the_limits_of_the_parser_is_not_checked(
    subject_of: Callable[..., CheckedString], text: str, reason: str
) -> None:
    with pytest.raises(NotChecked, match=reason):
        icu_message_format(subject_of("source", text, XML))


def test_very_deeply_nested_selectors_are_a_problem(subject_of: Callable[..., CheckedString]) -> None:
    text = "{n, plural, other {" * 60 + "}}" * 60
    found = icu_message_format(subject_of("source", text, FLAG))
    assert found is not None
    assert found.startswith("the message cannot be read: too much recursion")


@given(
    text=st.text(alphabet="{}<>/#'=, \nabnoffset:plural0123456789", max_size=60),
    grammar=st.builds(IcuGrammar, st.booleans(), st.booleans(), st.none() | st.just("a")),
)
def test_any_text_is_parsed_or_raises_an_icu_message_error(text: str, grammar: IcuGrammar) -> None:
    names: Iterable[str] = ()
    with suppress(IcuMessageError):
        names = parse_icu_arguments(text, grammar)
    assert all(name in text for name in names)


@given(
    text=st.text(alphabet=">/#'=, \n&;|ab", max_size=40),
    grammar=st.builds(IcuGrammar, st.booleans(), st.booleans(), st.none() | st.just("a")),
)
def test_a_text_without_braces_and_tags_has_no_arguments(text: str, grammar: IcuGrammar) -> None:
    assert parse_icu_arguments(text, grammar) == {}


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
    assert (icu_message_format_syntax(subject) is None) is is_readable


def test_only_the_first_plural_form_is_checked(subject_of: Callable[..., CheckedString]) -> None:
    assert icu_message_format_syntax(subject_of(["one", "{n"], ["one", "{n"])) is None


def test_the_message_contains_the_position_of_the_syntax_error(subject_of: Callable[..., CheckedString]) -> None:
    found = icu_message_format_syntax(subject_of("{n", "{n"))
    assert found == "the message cannot be read: expected , or } at position 2 but found the end"
