"""Rules of all format checks: plural forms that are compared, and differences between placeholders."""

import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from transtats_cli.checks import CHECKS, CHECKS_BY_ID, programming
from transtats_cli.checks.placeholders import format_strings
from transtats_cli.checks.placeholders.format_strings import PlaceholderSyntax
from transtats_cli.checks.subject import CheckedString
from transtats_cli.limits import NotChecked

C, PYTHON, PYTHON_BRACE = programming.c_format(), programming.python_format(), programming.python_brace_format()
SYNTAXES_BY_CHECK = {check.id: check.definition for check in CHECKS if check.kind == "format"}
more_examples = settings(max_examples=3 * settings().max_examples)
"""The same texts are used for all modules, because generating texts takes longer than comparing them."""
EXAMPLE = re.compile(r'^ *(Good|Bad):\s+"(.*?)"\s+->\s+"(.*)"$', re.MULTILINE)
TEXTS = st.text(alphabet="%{}$()<>[]@~:'.,#*&|! \n0123456789aAdLnst_č", max_size=40)


@pytest.mark.parametrize("check", SYNTAXES_BY_CHECK)
def test_the_examples_on_the_page_of_a_syntax_are_correct(check: str) -> None:
    syntax, examples = SYNTAXES_BY_CHECK[check], EXAMPLE.findall(CHECKS_BY_ID[check].function.__doc__)
    assert {kind for kind, _, _ in examples} == {"Good", "Bad"}
    for kind, source, target in examples:
        found = format_strings.compare_placeholders(syntax, source, target)
        assert (found is None) is (kind == "Good"), (source, target, found)


@pytest.mark.slow
@more_examples
@given(text=TEXTS)
def test_a_pattern_has_one_group_in_every_match_or_no_groups(text: str) -> None:
    for syntax in SYNTAXES_BY_CHECK.values():
        matches = list(syntax.pattern.finditer(text))
        assert [match[syntax.pattern.groups] for match in matches] == syntax.pattern.findall(text)


@pytest.mark.slow
@more_examples
@given(source=TEXTS, target=TEXTS)
def test_any_text_can_be_compared(source: str, target: str) -> None:
    for check, syntax in SYNTAXES_BY_CHECK.items():
        found = format_strings.compare_placeholders(syntax, source, target)
        assert found is None or ("\n" not in found and found), check


@pytest.mark.slow
@more_examples
@given(source=TEXTS, target=TEXTS)
def test_a_test_of_a_string_is_true_if_the_check_fails(source: str, target: str) -> None:
    for check, syntax in SYNTAXES_BY_CHECK.items():
        may_fail = syntax.may_differ
        for one, other in ((source, target), (source, source + target)):
            assert may_fail(one, other) or format_strings.compare_placeholders(syntax, one, other) is None, check


@pytest.mark.parametrize(
    ("check", "source", "target", "may_fail"),
    [
        pytest.param("python_format", "%s of %d", "%s von %d", False, id="the same"),
        pytest.param("python_format", "%s of %d", "%d von %s", True, id="another order"),
        pytest.param("python_format", "all", "alle", False, id="no placeholder"),
        pytest.param("python_format", "all", "%d", True, id="a placeholder in the target only"),
        pytest.param("python_format", "%d\x1e\x1e%d files", "%d\x1e\x1e\x1e\x1e%d", False, id="an empty form"),
        pytest.param("python_format", "one\x1e\x1e%d files", "%d\x1e\x1e%d", True, id="source forms that differ"),
        pytest.param("python_format", "%d\x1e\x1e%d files", "1\x1e\x1e%d", True, id="a form that differs"),
        pytest.param("python_format", "%s" * 500_001, "%s", True, id="a long source"),
        pytest.param("java_format", "{0}", "{0} d'accord", True, id="an additional rule for targets"),
    ],
)
def test_a_check_is_evaluated_on_strings_with_other_matches(
    check: str, source: str, target: str, may_fail: bool
) -> None:
    assert SYNTAXES_BY_CHECK[check].may_differ(source, target) is may_fail


@pytest.mark.parametrize(
    ("source", "target", "sentence"),
    [
        pytest.param("%s", "-", "%s is missing", id="missing"),
        pytest.param("%s %d", "-", "%s and %d are missing", id="two-missing"),
        pytest.param("%s %d %x", "-", "%s, %d and %x are missing", id="three-missing"),
        pytest.param("%s %d %x %i %f", "-", "%s, %d, %x and 2 more are missing", id="many-missing"),
        pytest.param("%s %s", "-", "%s is missing", id="missing-twice"),
        pytest.param("%s %s", "%s", "%s occurs less often than in the source", id="missing-once"),
        pytest.param("%s%s%d%d", "%s%d", "%s and %d occur less often than in the source", id="two-missing-once"),
        pytest.param("-", "%s", "%s is not in the source", id="extra"),
        pytest.param("-", "%s %d", "%s and %d are not in the source", id="two-extra"),
        pytest.param("%s", "%s %s", "%s occurs more often than in the source", id="once-too-often"),
        pytest.param("%s", "%d", "%s is missing, %d is not in the source", id="replaced"),
        pytest.param("%s %d", "%d %s", "the order of the placeholders differs", id="swapped"),
    ],
)
def test_the_message_contains_the_placeholders_that_differ(source: str, target: str, sentence: str) -> None:
    assert format_strings.compare_placeholders(PYTHON, source, target) == sentence


def test_the_message_contains_a_placeholder_in_the_notation_of_the_source() -> None:
    problem = format_strings.compare_placeholders(programming.c_sharp_format(), "{0:N} {0:N}", "{0}")
    assert problem == "{0:N} occurs less often than in the source"


def test_a_long_placeholder_is_shortened_and_stays_on_one_line() -> None:
    problem = format_strings.compare_placeholders(programming.es_format(), "${\n" + "x" * 100 + "}", "-")
    assert problem == "${ " + "x" * 36 + "… is missing"


@pytest.mark.slow
@more_examples
@given(text=TEXTS)
def test_a_text_has_no_difference_from_itself(text: str) -> None:
    for check, syntax in SYNTAXES_BY_CHECK.items():
        plain = syntax._replace(find_target_problem=None)
        assert format_strings.compare_placeholders(plain, text, text) is None, check


@pytest.mark.parametrize(
    ("source", "target", "differs"),
    [
        pytest.param("%s %d", "%s %d", False, id="same-order"),
        pytest.param("%s %d", "%d %s", True, id="other-order"),
        pytest.param("%s %d", "%s", True, id="one-missing"),
        pytest.param("%s %d", "%s %d %d", True, id="one-too-many"),
        pytest.param("%(a)s %(b)s", "%(b)s %(a)s", False, id="named-in-another-order"),
        pytest.param("%(a)s %(b)s", "%(a)s", True, id="named-missing"),
        pytest.param("%(a)s", "%(a)s %(a)s", True, id="named-too-many"),
        pytest.param("%(a)s %d", "%d %(a)s", True, id="an-unnamed-among-named-ones"),
        pytest.param("%(a)s %d%%", "%%%(a)s %d", False, id="ignored-placeholders-have-no-order"),
        pytest.param("none", "%(a)s", True, id="only-in-the-target"),
        pytest.param("100%%", "%(a)s", True, id="only-ignored-placeholders-in-the-source"),
        pytest.param("none", "%% nothing", False, id="only-ignored-placeholders-in-the-target"),
        pytest.param("", "%s", False, id="an-empty-source"),
        pytest.param("%s", "", False, id="an-empty-target"),
    ],
)
def test_the_order_of_unnamed_and_the_number_of_named_placeholders_are_compared(
    source: str, target: str, differs: bool
) -> None:
    assert (format_strings.compare_placeholders(PYTHON, source, target) is not None) is differs


@pytest.mark.parametrize(
    ("source", "target", "differs"),
    [
        pytest.param("%s %d", "", False, id="an-empty-target"),
        pytest.param("%s %d", "none", False, id="all-missing"),
        pytest.param("%s %d", "%s", False, id="the-last-missing"),
        pytest.param("%s %d", "%d", True, id="the-first-missing-moves-the-others"),
        pytest.param("%s %d", "%d %s", True, id="another-order"),
        pytest.param("%s", "%s %s", True, id="too-many"),
        pytest.param("none", "%s", True, id="only-in-the-target"),
        pytest.param("%(a)s %(b)s", "%(b)s", False, id="any-named-missing"),
        pytest.param("%(a)s %(b)s", "%(c)s", True, id="named-missing-and-another-too-many"),
    ],
)
def test_a_lenient_plural_form_may_omit_placeholders(source: str, target: str, differs: bool) -> None:
    found = format_strings.compare_placeholders(PYTHON, source, target, may_omit_placeholders=True)
    assert (found is not None) is differs


def test_a_lenient_plural_form_must_follow_the_additional_rule_of_its_format() -> None:
    found = format_strings.compare_placeholders(PYTHON_BRACE, "{n}", "one }", may_omit_placeholders=True)
    assert found == "a } belongs to no placeholder; in the text it is written }}"


@pytest.mark.parametrize(
    ("language", "sources", "targets", "expected"),
    [
        pytest.param("ja", ["one", "%d files"], ["%d"], None, id="japanese-form-is-compared-with-the-plural"),
        pytest.param(
            "ja",
            ["%d", "%s"],
            ["%d"],
            "%s is missing, %d is not in the source",
            id="japanese-form-is-not-compared-with-the-singular",
        ),
        pytest.param("ja", ["%d", "%d"], ["none"], "%d is missing", id="japanese-form-is-not-lenient"),
        pytest.param("ru", ["%d", "%s"], ["%d", "%s", "%s"], None, id="the-first-form-is-compared-with-the-singular"),
        pytest.param(
            "ru",
            ["one", "%s"],
            ["%s", "%s", "%s"],
            None,
            id="the-first-form-is-compared-with-the-plural-if-the-singular-has-no-placeholder",
        ),
        pytest.param(
            "ru",
            ["one", "%s"],
            ["one", "%s", "%s"],
            "in plural form 1, %s is missing",
            id="a-first-form-without-placeholder-fails-as-the-plural",
        ),
        pytest.param(
            "ru", ["100%%", "%s"], ["one", "%s", "%s"], None, id="an-escaped-sign-in-the-singular-is-a-placeholder"
        ),
        pytest.param("ru", ["%s", "many"], ["%s", "many", "many"], None, id="a-plural-without-placeholders"),
        pytest.param(
            "ru",
            ["%d", "%s"],
            ["%d", "%d", "%s"],
            "in plural form 2, %s is missing, %d is not in the source",
            id="the-second-form-is-compared-with-the-plural",
        ),
        pytest.param("ru", ["%d", "%s"], ["", "", "many"], "in plural form 3, %s is missing", id="empty-forms-pass"),
        pytest.param("cs", ["%d", "%d"], ["one", "%d", "%d"], None, id="czech-one-is-lenient"),
        pytest.param(
            "cs",
            ["%d", "%d"],
            ["%s", "%d", "%d"],
            "in plural form 1, %d is missing, %s is not in the source",
            id="czech-one-with-another-placeholder",
        ),
        pytest.param("cs", ["%d", "%d"], ["%d", "few", "%d"], "in plural form 2, %d is missing", id="czech-few-is-not"),
        pytest.param(
            "cs", ["%d", "%d"], ["%d", "%d", "many"], "in plural form 3, %d is missing", id="czech-many-is-not"
        ),
        pytest.param("fr", ["%d", "%d"], ["un", "%d"], None, id="french-none-or-one-is-lenient"),
        pytest.param(
            "fr", ["%d", "%d"], ["%d", "plusieurs"], "in plural form 2, %d is missing", id="french-many-is-not"
        ),
        pytest.param(
            "ru", ["%d", "%d"], ["один", "%d", "%d"], "in plural form 1, %d is missing", id="russian-one-is-not"
        ),
        pytest.param("ar", ["%d", "%d"], ["0", "1", "2", "%d", "%d", "%d"], None, id="arabic-none-one-two-are-lenient"),
        pytest.param(
            "ar",
            ["%d", "%d"],
            ["%d", "%d", "%d", "few", "%d", "%d"],
            "in plural form 4, %d is missing",
            id="arabic-few-is-not",
        ),
    ],
)
def test_a_plural_form_is_compared_with_its_source_form(
    subject_of: Callable[..., CheckedString],
    language: str,
    sources: list[str],
    targets: list[str],
    expected: str | None,
) -> None:
    subject = subject_of(sources, targets, "c-format", language=language)
    assert format_strings.find_placeholder_problem(C, subject) == expected


@pytest.mark.parametrize(
    ("language", "targets", "expected"),
    [
        pytest.param("cs", ["one", "%d", "%d"], "in plural form 1, %d is missing", id="czech"),
        pytest.param("fr", ["un", "%d"], "in plural form 1, %d is missing", id="french"),
        pytest.param("ar", ["%d", "1", "2", "%d", "%d", "%d"], None, id="later-forms-stay-lenient"),
    ],
)
def test_with_strict_format_the_first_form_is_not_lenient(
    subject_of: Callable[..., CheckedString], language: str, targets: list[str], expected: str | None
) -> None:
    subject = subject_of(["%d file", "%d files"], targets, "c-format, strict-format", language=language)
    assert format_strings.find_placeholder_problem(C, subject) == expected


def test_the_message_for_a_string_without_plural_forms_contains_no_form(
    subject_of: Callable[..., CheckedString],
) -> None:
    assert format_strings.find_placeholder_problem(C, subject_of("%d files", "files")) == "%d is missing"


def test_whole_placeholders_are_highlighted(subject_of: Callable[..., CheckedString]) -> None:
    text = "%(n)s of 100%% %"
    found = format_strings.find_highlights(PYTHON, text, subject_of(text, text))
    assert [text[start:end] for start, end in found] == ["%(n)s", "%%", "%"]


@pytest.mark.parametrize(
    ("syntax", "text", "unnamed"),
    [
        pytest.param(PYTHON, "%(n)s %s 100%% %", ["%s", "%%", "%"], id="python-includes-escaped-signs"),
        pytest.param(C, "%1$s %s 100%% %", ["%s", "%"], id="c-excludes-escaped-signs"),
        pytest.param(PYTHON_BRACE, "{n} {} {0} {{", ["{}"], id="braces"),
    ],
)
def test_spans_of_unnamed_placeholders_are_found(syntax: PlaceholderSyntax, text: str, unnamed: list[str]) -> None:
    assert [text[start:end] for start, end in format_strings.find_unnamed_placeholder_spans(syntax, text)] == unnamed


def test_a_string_of_more_than_a_million_characters_is_not_checked(
    subject_of: Callable[..., CheckedString],
) -> None:
    subject = subject_of("%s", "%" * 1_000_001)
    with pytest.raises(NotChecked, match="1000001 characters"):
        format_strings.find_placeholder_problem(C, subject)
    with pytest.raises(NotChecked, match="1000001 characters"):
        list(format_strings.find_highlights(C, subject.targets[0], subject))
    with pytest.raises(NotChecked, match="1000001 characters"):
        list(format_strings.find_unnamed_placeholder_spans(C, subject.targets[0]))
