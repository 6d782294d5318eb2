"""The screening dismisses no check that fails: findings with and without the screening are equal."""

from itertools import chain, product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from transtats_cli import flags, languages
from transtats_cli.checks import CHECKS
from transtats_cli.checks.evaluation import CheckEvaluator
from transtats_cli.checks.screening import TranslationScreen
from transtats_cli.checks.subject import CheckedString, LanguagePair
from transtats_cli.model import PLURAL_SEPARATOR, Finding, State, Unit

ENGLISH = languages.language_by_code("en")
LANGUAGES = ("de", "en_GB", "fr", "fr_CA", "hy", "el", "my", "ja", "th", "eu", "km", "kab", "hi", "cs", "ar", "tr")
FLAGS = (
    "",
    "no-wrap",
    "c-format",
    "python-brace-format",
    "java-format, scheme-format",
    "vue-format, es-format, laravel-format",
    "objc-format, qt-plural-format, ruby-format, percent-placeholders",
    "i18next-interpolation, angularjs-format, automattic-components-format",
    "perl-brace-format, c-sharp-format, qt-format",
    "xml-text",
    "safe-html",
    "strict-same",
    "ignore-same, ignore-end-stop",
    "ignore-all-checks",
    "max-length:5",
    'placeholders:"foo"',
)
CHECKS_OF_ENDS = [check for check in CHECKS if check.id.startswith("end_")]
FINAL_CHARACTERS = sorted(
    {
        character
        for check in CHECKS_OF_ENDS
        for code in LANGUAGES
        if (
            needs := check.needs.find_for(languages.language_by_code(code), ENGLISH)
            if check.needs.find_for
            else check.needs
        )
        for character in chain(*needs.one_end, needs.either_end)
    }
)
CHECKS_WITHOUT_FLAG = [check.id for check in CHECKS if not check.enabling_flags and check.kind in ("pair", "unit")]
TARGET_CHECKS = [check for check in CHECKS if check.kind in ("pair", "unit", "format")]

PIECES = (
    *" \n\t.,:;?!…()[]{}<>&%$@~'\"|`·-_/\\0aAÉéЖж",
    *FINAL_CHARACTERS,
    *("\u0640", "\ufe71", "\u200b", "\u00a0", "\u202f", "ص", "ح", "γ", "Ğ", "本", "😀", "𐐀", "𐄀", "။", "း"),
    *("  ", "...", "foo", "bar ", "file(s)", "\\n", "%d", "%s ", "{0}", "{}", "{{", "<b>", "</b>", "<br/>", "&amp;"),
    *('<a href="x">', "</a>", "&nbsp;", "\x1d", "\ud800", "\x08", "\x1b", "\x1c", "\x1f", "\ufffe"),
    *("<![CDATA[", "]]>", "http://x.de", "a@b.de", "Texy!", "vous ", "DANCING", "Dancing bear", "~a", ":name", "$t(x)"),
)
TEXTS = st.lists(st.sampled_from(PIECES), max_size=6).map("".join)
SCREEN = TranslationScreen(check.id for check in TARGET_CHECKS)


@st.composite
def pairs_of_texts(draw: st.DrawFn) -> tuple[str, str]:
    """Draw two texts, which are often equal or similar, because most rules compare such texts."""
    source = draw(TEXTS)
    match draw(st.integers(0, 3)):
        case 0:
            return source, draw(TEXTS)
        case 1:
            return source, source
        case 2:
            return source, draw(TEXTS) + source
        case _:
            return source, source + draw(TEXTS)


def find_problems(unit: Unit, translation: LanguagePair, *, screened: bool) -> tuple[Finding, ...]:
    checks = [check.id for check in TARGET_CHECKS if check.is_on_for_flags(unit.flags)]
    if screened:
        checks = SCREEN.find_candidate_checks(translation, [unit]).get(0, [])
    subject = CheckedString.from_unit(unit, translation.split_target(unit.source, unit.target), translation)
    return CheckEvaluator().find_problems(checks, subject)


def create_units(strings: list[tuple[str, list[tuple[str, str]]]]) -> list[Unit]:
    """Return one unit for each line of flags and list of plural forms: pairs of a source form and a target form."""
    return [
        Unit("", sources, targets, State.TRANSLATED, flags.parse_flags(flag_line))
        for flag_line, texts in strings
        for sources, targets in [map(PLURAL_SEPARATOR.join, zip(*texts, strict=True))]
    ]


def assert_findings_are_equal(language: str, flag_line: str, source: str, target: str) -> None:
    target_language = languages.language_by_code(language)
    translation = LanguagePair(target_language, ENGLISH, target_language.plural, ENGLISH.plural)
    unit = Unit("", source, target, State.TRANSLATED, flags.parse_flags(flag_line))
    assert find_problems(unit, translation, screened=True) == find_problems(unit, translation, screened=False)


@pytest.mark.slow
@given(st.sampled_from(LANGUAGES), st.sampled_from(FLAGS), pairs_of_texts())
@example("my", "", ("a။", "း။"))
@example("de", "", ("x;", "x&a;"))
@example("de", "python-brace-format", ("{:d}", "{:d}"))
@settings(max_examples=5 * settings().max_examples)
def test_screening_dismisses_no_failing_check_of_single_strings(
    language: str, flag_line: str, texts: tuple[str, str]
) -> None:
    assert_findings_are_equal(language, flag_line, *texts)


@pytest.mark.slow
@given(st.sampled_from(LANGUAGES), st.sampled_from(FLAGS), st.lists(pairs_of_texts(), min_size=2, max_size=3))
@settings(max_examples=2 * settings().max_examples)
def test_screening_dismisses_no_failing_check_of_plural_forms(
    language: str, flag_line: str, texts: list[tuple[str, str]]
) -> None:
    sources, targets = zip(*texts, strict=True)
    assert_findings_are_equal(language, flag_line, PLURAL_SEPARATOR.join(sources), PLURAL_SEPARATOR.join(targets))


@pytest.mark.slow
@given(
    st.sampled_from(LANGUAGES),
    st.lists(st.tuples(st.sampled_from(FLAGS), st.lists(pairs_of_texts(), min_size=1, max_size=2)), max_size=9),
)
@settings(max_examples=2 * settings().max_examples)
def test_screening_dismisses_no_failing_check_of_a_whole_translation(
    language: str, strings: list[tuple[str, list[tuple[str, str]]]]
) -> None:
    target_language = languages.language_by_code(language)
    translation = LanguagePair(target_language, ENGLISH, target_language.plural, ENGLISH.plural)
    units = create_units(strings)
    screen = TranslationScreen(check.id for check in TARGET_CHECKS)
    candidates = screen.find_candidate_checks(translation, units)
    for index, unit in enumerate(units):
        failing = {finding.check for finding in find_problems(unit, translation, screened=False)}
        assert failing <= set(candidates.get(index, [])), unit


@pytest.mark.parametrize(
    ("source_language", "text", "expected"),
    [
        pytest.param("fr", "vous vous", ["same", "duplicate"], id="a word that only the source language repeats"),
        pytest.param("fr", "elle elle", ["same"], id="a word that no language repeats"),
        pytest.param("en", "vous vous", ["same"], id="a source language without such words"),
    ],
)
def test_a_repeated_word_in_an_unchanged_text_is_a_problem_if_only_the_source_language_repeats_it(
    source_language: str, text: str, expected: list[str]
) -> None:
    german, source = languages.language_by_code("de"), languages.language_by_code(source_language)
    translation = LanguagePair(german, source, german.plural, source.plural)
    unit = Unit("", text, text, State.TRANSLATED)
    assert [finding.check for finding in find_problems(unit, translation, screened=True)] == expected
    assert [finding.check for finding in find_problems(unit, translation, screened=False)] == expected


def test_screening_finds_the_failing_strings_among_thousands() -> None:
    german = languages.language_by_code("de")
    translation = LanguagePair(german, ENGLISH, german.plural, ENGLISH.plural)
    screen = TranslationScreen(CHECKS_WITHOUT_FLAG)
    good = Unit("", "Save it", "Speichern", State.TRANSLATED)
    units = [good] * 2_500
    for index in (0, 999, 1_000, 1_999, 2_499):
        units[index] = good._replace(target="Spei  chern")
    assert screen.find_candidate_checks(translation, units) == {
        index: ["double_space"] for index in (0, 999, 1_000, 1_999, 2_499)
    }


@pytest.mark.slow
@pytest.mark.parametrize("language", ["de", "hy", "el", "my", "ja", "hi", "eu", "th"])
def test_screening_dismisses_no_failing_check_of_final_characters(language: str) -> None:
    target_language = languages.language_by_code(language)
    translation = LanguagePair(target_language, ENGLISH, target_language.plural, ENGLISH.plural)
    screen = TranslationScreen(check.id for check in CHECKS_OF_ENDS)
    signs = [
        "",
        *FINAL_CHARACTERS,
        *(f"{before}{sign}" for before in "!?း" for sign in "!?။"),
    ]
    for source, target in product(signs, signs):
        unit = Unit("", f"Dancing{source}", f"Bear{target}", State.TRANSLATED)
        subject = CheckedString.from_unit(unit, [unit.target], translation)
        failing = CheckEvaluator().find_problems([check.id for check in CHECKS_OF_ENDS], subject)
        assert {finding.check for finding in failing} <= set(
            screen.find_candidate_checks(translation, [unit]).get(0, [])
        ), (
            source,
            target,
        )


@pytest.mark.parametrize(
    ("source", "target"),
    [
        pytest.param("Save it", "Speichern", id="a plain pair"),
        pytest.param("Save it.", "Speichere es.", id="the same last character"),
        pytest.param("FTP: %d", "FTP: %d ist", id="capitals on both sides"),
        pytest.param("Naïve", "Größe — “so”", id="beyond ASCII"),
    ],
)
def test_a_good_string_has_no_candidate_checks(source: str, target: str) -> None:
    german = languages.language_by_code("de")
    translation = LanguagePair(german, ENGLISH, german.plural, ENGLISH.plural)
    screen = TranslationScreen(CHECKS_WITHOUT_FLAG)
    assert screen.find_candidate_checks(translation, [Unit("", source, target, State.TRANSLATED)]) == {}


def test_flags_of_undecidable_checks_are_warnings_only_for_translated_strings() -> None:
    german = languages.language_by_code("de")
    translation = LanguagePair(german, ENGLISH, german.plural, ENGLISH.plural)
    screen = TranslationScreen(check.id for check in TARGET_CHECKS)
    glossary = flags.parse_flags("check-glossary")
    screen.find_candidate_checks(
        translation, [Unit("", "a", "", State.EMPTY, glossary), Unit("", "b", "b2", State.TRANSLATED)]
    )
    assert not screen.warnings
    screen.find_candidate_checks(translation, [Unit("", "a", "a2", State.TRANSLATED, glossary)])
    assert len(screen.warnings) == 1
