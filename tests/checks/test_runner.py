"""Checks of all strings of a component, and their findings."""

from collections.abc import Sequence
from typing import Any

import pytest

from transtats_cli import flags, languages
from transtats_cli.checks import CHECKS_BY_ID
from transtats_cli.checks.runner import Checker, Findings, TranslationOutcome
from transtats_cli.checks.subject import LanguagePair, split_names_into_words
from transtats_cli.columns import UnitColumns
from transtats_cli.model import PLURAL_SEPARATOR, State, Unit

ENGLISH = languages.language_by_code("en")
GERMAN = languages.language_by_code("de")
CZECH = languages.language_by_code("cs")


def create_unit(
    source: str, target: str, flag_line: str = "", state: State = State.TRANSLATED, context: str = ""
) -> Unit:
    return Unit(context, source, target, state, flags.parse_flags(flag_line))


def get_identifying_texts(columns: UnitColumns) -> Sequence[str]:
    return columns.identifying_texts


ENGLISH_PAIR = LanguagePair(ENGLISH, ENGLISH, ENGLISH.plural, ENGLISH.plural)


def check_units(
    *units: Unit, pair: LanguagePair = ENGLISH_PAIR, language: languages.Language = GERMAN, **options: Any
) -> TranslationOutcome:
    return Checker(pair, get_identifying_texts, **options).check_translation(language, language.plural, units)


def list_checks(findings: Findings) -> dict[int, list[str]]:
    return {index: [finding.check for finding in found] for index, found in findings.items()}


def test_a_failing_string_has_all_findings_in_the_order_of_the_table() -> None:
    found = check_units(create_unit("All is well.", "Alles ist gut."), create_unit("All is well.", "ALles  ist gut"))
    assert list_checks(found.findings) == {1: ["double_space", "end_stop", "multiple_capital"]}
    assert found.findings[1][1].message == "the source ends with a full stop, the translation does not"


@pytest.mark.parametrize(
    ("state", "fails"),
    [
        pytest.param(State.EMPTY, False, id="empty"),
        pytest.param(State.NEEDS_EDITING, True, id="needs editing"),
        pytest.param(State.TRANSLATED, True, id="translated"),
        pytest.param(State.APPROVED, True, id="approved"),
        pytest.param(State.READ_ONLY, False, id="read-only"),
    ],
)
def test_the_state_decides_whether_a_string_is_checked(state: State, fails: bool) -> None:
    assert bool(check_units(create_unit("All is well.", "Alles ist gut", state=state)).findings) is fails


@pytest.mark.parametrize(
    ("flag_line", "expected"),
    [
        pytest.param("c-format", ["c_format", "end_stop"], id="switched on"),
        pytest.param("", ["end_stop"], id="not switched on"),
        pytest.param("c-format, ignore-c-format", ["end_stop"], id="on, and ignored"),
        pytest.param("c-format, ignore-end-stop", ["c_format"], id="another one ignored"),
        pytest.param("c-format, ignore-all-checks", [], id="all ignored"),
        pytest.param("ignore-end_stop", ["end_stop"], id="an invalid flag with an underscore"),
    ],
)
def test_flags_switch_checks_on_and_off(flag_line: str, expected: list[str]) -> None:
    found = check_units(create_unit("All %d files.", "Alle Dateien", flag_line))
    assert sorted(list_checks(found.findings).get(0, [])) == expected


def test_the_message_contains_the_number_of_the_plural_form() -> None:
    units = create_unit(PLURAL_SEPARATOR.join(["one.", "many files."]), PLURAL_SEPARATOR.join(["a.", "b.", "c"]))
    found = check_units(units, language=CZECH)
    assert [finding.message for finding in found.findings[0]] == [
        "in plural form 3, the source ends with a full stop, the translation does not"
    ]


@pytest.mark.parametrize(
    ("targets", "expected"),
    [
        pytest.param(["a", "b"], ["plurals"], id="a form is missing"),
        pytest.param(["a", "b", "c", ""], [], id="a form is surplus"),
    ],
)
def test_the_plural_rule_decides_how_many_forms_are_checked(targets: list[str], expected: list[str]) -> None:
    found = check_units(create_unit(f"one{PLURAL_SEPARATOR}many", PLURAL_SEPARATOR.join(targets)), language=CZECH)
    assert list_checks(found.findings).get(0, []) == expected


def test_only_selected_checks_run() -> None:
    checks = [CHECKS_BY_ID["double_space"], CHECKS_BY_ID["c_format"]]
    units = [create_unit("All is well.", "Alles  ist gut"), create_unit("a %d.", "a", "c-format")]
    assert list_checks(check_units(*units, checks=checks).findings) == {0: ["double_space"], 1: ["c_format"]}


def test_the_same_strings_fail_if_no_message_is_required() -> None:
    units = [
        create_unit("All is well.", "ALles  ist gut"),
        create_unit("Well", "Gut"),
        create_unit("a.", "a;b."),
        create_unit("%d files", "Dateien", "c-format"),
        create_unit("%d files", "Dateien", "c-format, ignore-c-format"),
        create_unit("a b", "a  b", "ignore-double-space"),
        create_unit("Dancing bear", "Dancing bear"),
    ]
    counted = check_units(*units, explains_problems=False).findings
    assert sorted(counted) == sorted(check_units(*units).findings) == [0, 3, 6]


@pytest.mark.parametrize(
    ("words", "fails"),
    [
        pytest.param((), True, id="no names"),
        pytest.param(("Dancing Bear",), False, id="the name of the project"),
        pytest.param(("Dancing", "bear"), False, id="several names"),
    ],
)
def test_words_of_project_and_component_names_may_be_unchanged(words: tuple[str, ...], fails: bool) -> None:
    pair = ENGLISH_PAIR._replace(neutral_words=split_names_into_words(*words))
    found = check_units(create_unit("Dancing bear", "Dancing bear"), pair=pair)
    assert bool(found.findings) is fails


def test_equal_unchanged_strings_with_different_flags_have_different_results() -> None:
    units = [
        create_unit("{dancing bear}", "{dancing bear}", line) for line in ("", "vue-format", "no-wrap", "vue-format")
    ]
    assert list(check_units(*units).findings) == [0, 2]


@pytest.mark.parametrize("explains", [pytest.param(True, id="with messages"), pytest.param(False, id="only counted")])
def test_equal_unchanged_strings_with_different_notes_have_different_results(explains: bool) -> None:
    units = [
        create_unit("Dancing bear", "Dancing bear")._replace(comments=comments) for comments in ("#. Tag: screen", "")
    ]
    assert list(check_units(*units, explains_problems=explains).findings) == [1]


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("<a " * 10_000 + ">", "<a " * 10_000 + ">", {"same"}, id="tags that do not end"),
        pytest.param("bear " * 50_000, "bear " * 50_000, {"same"}, id="a long text"),
        pytest.param("<b/>" * 300_000, "Bär", {"xml-invalid", "xml-tags"}, id="a long source of XML"),
    ],
)
def test_a_string_that_would_take_too_long_to_check_is_a_warning(source: str, target: str, expected: set[str]) -> None:
    found = check_units(create_unit(source, target))
    assert found.findings == {}
    assert {warning.reason.partition(": a string is not checked")[0] for warning in found.warnings} == expected


@pytest.mark.parametrize(
    ("flag_line", "expected"),
    [
        pytest.param(
            "max-size:100",
            ("max-size: a string is not checked (the fonts of a server are needed to draw it)",),
            id="size",
        ),
        pytest.param(
            "check-glossary",
            ("check_glossary: strings are not checked: it needs the project's glossary",),
            id="glossary",
        ),
        pytest.param("check-glossary, ignore-check-glossary", (), id="ignored"),
        pytest.param("check-glossary, ignore-all-checks", (), id="all ignored"),
        pytest.param("max-size:100, ignore-max-size", (), id="size ignored"),
    ],
)
def test_a_check_that_cannot_be_decided_from_files_is_a_warning(flag_line: str, expected: tuple[str, ...]) -> None:
    found = check_units(create_unit("Well", "Gut", flag_line), create_unit("Well", "Gut", flag_line))
    assert tuple(map(str, found.warnings)) == expected


@pytest.mark.parametrize(
    ("targets", "expected"),
    [
        pytest.param(["Haus"], [], id="fewer values than plural forms"),
        pytest.param(["Haus", ""], [], id="an empty value"),
        pytest.param(["Haus", "Haus"], [], id="equal values"),
        pytest.param(["Haus", "Bau", "Heim", "Hof  hier"], ["double_space"], id="more values than plural forms"),
    ],
)
def test_values_of_a_string_are_not_checked_as_plural_forms(targets: list[str], expected: list[str]) -> None:
    texts = create_unit(PLURAL_SEPARATOR.join(["house", "home"]), PLURAL_SEPARATOR.join(targets))
    found = check_units(texts, pair=ENGLISH_PAIR._replace(texts_are_plural_forms=False), language=CZECH)
    assert list_checks(found.findings) == ({0: expected} if expected else {})


def test_the_results_for_a_text_and_for_a_pattern_as_placeholder_are_not_mixed_up() -> None:
    text, pattern = create_unit("axb", "axb", 'placeholders:"a.b"'), create_unit("axb", "axb", 'placeholders:r"a.b"')
    assert list_checks(check_units(text, pattern).findings) == {0: ["same"]}
    assert list_checks(check_units(pattern, text).findings) == {1: ["same"]}


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        pytest.param("%d Haus", [], id="equal placeholders"),
        pytest.param("Haus", ["c_format"], id="a missing placeholder"),
    ],
)
def test_a_string_may_have_more_values_than_its_language_has_plural_forms(target: str, expected: list[str]) -> None:
    source, targets = PLURAL_SEPARATOR.join(["%d house"] * 2), PLURAL_SEPARATOR.join([*["%d Haus"] * 4, target])
    found = check_units(
        create_unit(source, targets, "c-format"),
        pair=ENGLISH_PAIR._replace(texts_are_plural_forms=False),
        language=CZECH,
    )
    assert list_checks(found.findings) == ({0: expected} if expected else {})


@pytest.mark.parametrize(
    ("is_strict", "language", "fails"),
    [
        pytest.param(False, "fr", False, id="a form for 0 and 1"),
        pytest.param(True, "fr", True, id="a form for 0 and 1 in a format with strict plurals"),
        pytest.param(True, "de", False, id="a form for 1 in a format with strict plurals"),
    ],
)
def test_the_first_plural_form_may_omit_the_number_unless_plurals_are_strict(
    is_strict: bool, language: str, fails: bool
) -> None:
    texts = create_unit(
        PLURAL_SEPARATOR.join(["%d file", "%d files"]), PLURAL_SEPARATOR.join(["x", "%d y"]), "c-format"
    )
    pair = ENGLISH_PAIR._replace(has_strict_plurals=is_strict)
    found = check_units(texts, pair=pair, language=languages.language_by_code(language))
    assert bool(found.findings) is fails


def test_a_source_fails_if_two_of_its_translations_fail() -> None:
    sources = [create_unit(text, text, "read-only", State.READ_ONLY) for text in ("All is well.", "Be well.")]
    one = Checker(ENGLISH_PAIR, get_identifying_texts)
    outcomes = [
        one.check_translation(
            GERMAN, GERMAN.plural, [create_unit("All is well.", "Gut"), create_unit("Be well.", "Gut.")]
        ),
        one.check_translation(
            CZECH, CZECH.plural, [create_unit("Be well.", "Dobře"), create_unit("All is well.", "Dobře")]
        ),
    ]
    combined = one.combine_outcomes(outcomes, sources)
    assert list_checks(combined.source_findings) == {0: ["multiple_failures"]}


def test_reused_translations_are_found_last_and_count_as_failing_translations_of_the_source() -> None:
    sources = [create_unit(text, text, "read-only", State.READ_ONLY) for text in ("Close", "Quit")]
    one = Checker(ENGLISH_PAIR, get_identifying_texts)
    outcomes = [
        one.check_translation(GERMAN, GERMAN.plural, [create_unit("Close", "Weg"), create_unit("Quit", "Weg")]),
        one.check_translation(CZECH, CZECH.plural, [create_unit("Close", "Pryč "), create_unit("Quit", "Konec")]),
    ]
    assert outcomes[0].findings == {}
    combined = one.combine_outcomes(outcomes, sources)
    assert [list_checks(findings) for findings in combined.findings_by_translation] == [
        {0: ["reused"], 1: ["reused"]},
        {0: ["end_space"]},
    ]
    assert list_checks(combined.source_findings) == {0: ["multiple_failures"]}


def test_strings_of_two_languages_with_the_same_identity_belong_to_one_source() -> None:
    by_key = Checker(ENGLISH_PAIR, lambda columns: columns.contexts)
    outcomes = [
        by_key.check_translation(language, language.plural, [create_unit(source, "x.", context="key")])
        for language, source in ((GERMAN, "One is here"), (CZECH, "Two are here"))
    ]
    assert list_checks(
        by_key.combine_outcomes(outcomes, [create_unit("One", "One", context="key")]).source_findings
    ) == {0: ["multiple_failures"]}


def test_read_only_sources_are_checked() -> None:
    sources = [create_unit("Wait...", "Wait...", "read-only", State.READ_ONLY), create_unit("%d file(s)", "%d file(s)")]
    ignored = create_unit("Wait ...", "Wait ...", "ignore-ellipsis")
    combined = Checker(ENGLISH_PAIR, get_identifying_texts).combine_outcomes([], [*sources, ignored])
    assert list_checks(combined.source_findings) == {0: ["ellipsis"], 1: ["optional_plural"]}


@pytest.mark.parametrize("left_out", ["reused", "multiple_failures", "ellipsis"])
def test_checks_across_strings_and_checks_of_sources_can_be_switched_off(left_out: str) -> None:
    checks = [CHECKS_BY_ID[check] for check in {"reused", "multiple_failures", "ellipsis"} - {left_out}]
    one = Checker(ENGLISH_PAIR, get_identifying_texts, checks)
    units = [create_unit("Close...", "Weg..."), create_unit("Quit...", "Weg...")]
    outcomes = [one.check_translation(language, language.plural, units) for language in (GERMAN, CZECH)]
    combined = one.combine_outcomes(outcomes, [create_unit("Close...", "Close...")])
    found = {
        check
        for findings in (*combined.findings_by_translation, combined.source_findings)
        for checks in list_checks(findings).values()
        for check in checks
    }
    # Without the check for reused translations, no translation fails.
    assert found == {"reused", "multiple_failures", "ellipsis"} - (
        {left_out} | ({"multiple_failures"} if left_out == "reused" else set())
    )
