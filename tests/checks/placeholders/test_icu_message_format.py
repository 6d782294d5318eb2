"""Messages of ICU and their arguments."""

from collections.abc import Callable, Iterable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.checks.placeholders import icu_message_format
from transtats_cli.checks.placeholders.icu_messages import IcuGrammar, IcuMessageError, parse_icu_arguments
from transtats_cli.checks.subject import CheckedString
from transtats_cli.limits import NotChecked

FLAG = "icu-message-format"
XML = "icu-message-format, icu-flags:xml"
STRICT = "icu-message-format, icu-flags:strict-xml"


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("Hello {name}", "Ahoj {name}", None, id="kept"),
        pytest.param("Hello {name}", "Ahoj {name}, {name}!", None, id="how-often-does-not-matter"),
        pytest.param("{a} of {b}", "{b}: {a}", None, id="nor-does-the-order"),
        pytest.param("Hello {name}", "Ahoj {jméno}", "jméno is not in the source", id="extra"),
        pytest.param("Hello {name}", "Ahoj", "name is missing", id="missing"),
        pytest.param("Hello {name}", "Ahoj '{name}'", "name is missing", id="a-quoted-one-is-text"),
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
        pytest.param("{g, select, a {1} other {2}}", "{g, select, other {2}}", None, id="a-selector-less"),
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
        pytest.param("{d, date}", "{d}", None, id="a-type-less"),
        pytest.param("{d}", "{d, date}", "d has the type date, which it does not have in the source", id="a-type-more"),
        pytest.param("{n, number}", "{n}", "n is a number in the source only", id="a-number-stays-one"),
        pytest.param("{n, number}", "{n, plural, other {#}}", None, id="of-whatever-kind"),
        pytest.param("{n, number}", "{n, number} {n}", None, id="with-another-occurrence"),
        pytest.param(
            "{n, number}", "{n, number} {n, date}", "n is a number in the source only", id="unless-that-contradicts"
        ),
        pytest.param("{n, number} {n}", "{n}", "n is a number in the source only", id="a-number-and-no-type"),
        pytest.param("{count, number}", "{count}", None, id="a-count-is-a-number-by-name"),
        pytest.param("{n, number} {n, date}", "{n, date}", None, id="what-is-no-number-throughout-is-none"),
        pytest.param("<b>{n}</b>", "<i>{n}", None, id="tags-are-text"),
    ],
)
def test_arguments_of_a_message_are_kept(
    subject_of: Callable[..., CheckedString], source: str, target: str, expected: str | None
) -> None:
    assert icu_message_format.find_problem(subject_of(source, target, FLAG)) == expected


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
            id="an-argument-instead",
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
        pytest.param(XML, "a < b", "b < a", None, id="what-has-no-name-is-text"),
        pytest.param(
            STRICT,
            "a",
            "a < b",
            'the message cannot be read: expected tag name at position 3 but found " "',
            id="strictly-not",
        ),
        pytest.param(f"{XML}, icu-tag-prefix:x-", "<x-b/><i>", "<x-b/><u>", None, id="only-those-with-the-prefix"),
        pytest.param(f"{XML}, icu-tag-prefix:x-", "<x-b/>", "<b/>", "x-b is missing", id="count"),
    ],
)
def test_tags_are_read_where_a_flag_says_so(
    subject_of: Callable[..., CheckedString], flags: str, source: str, target: str, expected: str | None
) -> None:
    assert icu_message_format.find_problem(subject_of(source, target, flags)) == expected


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
def test_a_flag_leaves_one_rule_out(
    subject_of: Callable[..., CheckedString], rule: str, source: str, target: str
) -> None:
    assert icu_message_format.find_problem(subject_of(source, target, XML)) is not None
    assert icu_message_format.find_problem(subject_of(source, target, f"{XML}:-{rule}")) is None


@pytest.mark.parametrize(
    ("language", "sources", "targets", "expected"),
    [
        pytest.param("cs", ["one", "{n}"], ["one", "{n}", "{n}"], None, id="the-first-form-takes-the-singular"),
        pytest.param(
            "cs", ["one", "{n}"], ["{n}", "{n}", "{n}"], "in plural form 1, n is not in the source", id="in-any-case"
        ),
        pytest.param("cs", ["{n}", "{n}"], ["one", "{n}", "{n}"], "in plural form 1, n is missing", id="not-leniently"),
        pytest.param(
            "cs", ["{n}", "{n}"], ["{n}", "{n}", "5"], "in plural form 3, n is missing", id="others-the-plural"
        ),
        pytest.param("ja", ["one", "{n}"], ["{n}"], None, id="a-single-form-takes-the-plural"),
    ],
)
def test_plural_forms_are_held_against_the_source_form_they_serve_for(
    subject_of: Callable[..., CheckedString],
    language: str,
    sources: list[str],
    targets: list[str],
    expected: str | None,
) -> None:
    assert icu_message_format.find_problem(subject_of(sources, targets, FLAG, language=language)) == expected


@pytest.mark.parametrize(
    ("flags", "text", "highlighted"),
    [
        pytest.param(FLAG, "{a} of { b , date }", ["{a}", "{ b , date }"], id="arguments"),
        pytest.param(FLAG, "{n, plural, one {{a}} other {# {b}}}", ["{a}", "{b}"], id="in-selectors-but-not-these"),
        pytest.param(XML, "<b>{a}</b> <br/>", ["{a}", "<br/>"], id="in-tags-but-not-these-unless-they-are-empty"),
        pytest.param(FLAG, "{a} {", [], id="a-text-that-cannot-be-read-has-none"),
        pytest.param(FLAG, "{a} " * 50_000, [], id="nor-has-one-too-long-to-read"),
    ],
)
def test_arguments_are_highlights(
    subject_of: Callable[..., CheckedString], flags: str, text: str, highlighted: list[str]
) -> None:
    found = icu_message_format.find_highlights(text, subject_of(text, text, flags))
    assert [text[start:end] for start, end in sorted(found)] == highlighted


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param("{n}" * 20_000, "60000 characters", id="long"),
        pytest.param("<b>" * 10_000, "nested too deeply", id="deep"),
        pytest.param("{n, plural, offset:" + "1" * 5000 + " other {#}}", "more digits", id="a-huge-offset"),
    ],
)
def test_a_message_past_the_bounds_of_the_parser_is_not_checked(
    subject_of: Callable[..., CheckedString], text: str, reason: str
) -> None:
    with pytest.raises(NotChecked, match=reason):
        icu_message_format.find_problem(subject_of("source", text, XML))


def test_selectors_within_selectors_end_somewhere(subject_of: Callable[..., CheckedString]) -> None:
    text = "{n, plural, other {" * 60 + "}}" * 60
    found = icu_message_format.find_problem(subject_of("source", text, FLAG))
    assert found is not None
    assert found.startswith("the message cannot be read: too much recursion")


@given(
    text=st.text(alphabet="{}<>/#'=, \nabnoffset:plural0123456789", max_size=60),
    grammar=st.builds(IcuGrammar, st.booleans(), st.booleans(), st.none() | st.just("a")),
)
def test_any_text_is_a_message_or_none(text: str, grammar: IcuGrammar) -> None:
    names: Iterable[str] = ()
    with suppress(IcuMessageError):
        names = parse_icu_arguments(text, grammar)
    assert all(name in text for name in names)
