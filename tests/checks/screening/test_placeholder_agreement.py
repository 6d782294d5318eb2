"""The test for equal placeholders predicts the result of a format check."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from transtats_cli import languages
from transtats_cli.checks.placeholders import format_strings
from transtats_cli.checks.programming import FORMATS
from transtats_cli.checks.screening.placeholder_agreement import PlaceholderAgreementTest
from transtats_cli.checks.subject import CheckedString, LanguagePair, split_target_forms
from transtats_cli.flags import NO_FLAGS
from transtats_cli.limits import NotChecked
from transtats_cli.model import PLURAL_SEPARATOR

ENGLISH, CZECH = map(languages.language_by_code, ("en", "cs"))
TRANSLATION = LanguagePair(CZECH, ENGLISH, CZECH.plural, ENGLISH.plural)
TEXTS = st.text(alphabet="%{}$()<>[]@~:'.,#*&|! \n0123456789aAdLnst_č", max_size=40)
FORMS = st.lists(TEXTS, min_size=1, max_size=3).map(PLURAL_SEPARATOR.join)
ALIKE = st.tuples(FORMS, FORMS).map(lambda texts: (texts[0], texts[0] + texts[1]))


def fails(check: str, source: str, target: str) -> bool:
    targets = split_target_forms(source, target, CZECH.plural.form_count)
    string = CheckedString(source, targets, NO_FLAGS, TRANSLATION, str)
    syntax = FORMATS[check]
    return format_strings.find_placeholder_problem(syntax, string) is not None


@pytest.mark.slow
@settings(max_examples=5 * settings().max_examples)
@given(texts=st.one_of(st.tuples(FORMS, FORMS), ALIKE))
def test_the_check_fails_or_succeeds_as_predicted(texts: tuple[str, str]) -> None:
    for check in FORMATS:
        prediction = PlaceholderAgreementTest(check).predict_failure(*texts, CZECH.plural)
        if prediction is not None:
            assert fails(check, *texts) is prediction, check


@pytest.mark.parametrize(
    ("check", "source", "target", "expected"),
    [
        pytest.param("python_format", "%s of %d", "%s von %d", False, id="the same"),
        pytest.param("python_format", "%s of %d", "%d von %s", True, id="another order"),
        pytest.param("python_format", "%(a)s of %(b)s", "%(b)s: %(a)s", False, id="names in another order"),
        pytest.param("python_format", "all", "alle", False, id="no introducer"),
        pytest.param("python_format", "all", "%d", True, id="an introducer in the target only"),
        pytest.param("python_format", "%s", "", False, id="an empty target"),
        pytest.param("python_format", "", "%s", None, id="an empty source"),
        pytest.param(
            "python_format", "%d file\x1e\x1e%d files", "%d\x1e\x1e\x1e\x1e%d", False, id="all forms but an empty one"
        ),
        pytest.param("python_format", "one\x1e\x1e%d files", "%d\x1e\x1e%d", None, id="source forms that differ"),
        pytest.param("python_format", "%d file\x1e\x1e%d files", "eine\x1e\x1e%d", None, id="a form without a number"),
        pytest.param(
            "python_format", "%d file\x1e\x1e%d files", "1\x1e\x1e%d\x1e\x1ex", True, id="a form for many counts"
        ),
        pytest.param(
            "python_format", "%d file\x1e\x1e%d files", "%d\x1e\x1e%d\x1e\x1e%d\x1e\x1ex", None, id="a surplus form"
        ),
        pytest.param("java_format", "{0}", "{1}", None, id="a check with a condition"),
        pytest.param("python_format", "%s" * 500_001, "%s", None, id="a long source"),
        pytest.param("python_format", "a" * 1_000_001, "b", False, id="a long source without an introducer"),
    ],
)
def test_the_result_is_certain_for_most_strings_without_plural_forms(
    check: str, source: str, target: str, expected: bool | None
) -> None:
    assert PlaceholderAgreementTest(check).predict_failure(source, target, CZECH.plural) is expected


def test_the_check_refuses_a_long_string_for_which_nothing_is_predicted() -> None:
    with pytest.raises(NotChecked):
        fails("python_format", "%s" * 500_001, "%s")
