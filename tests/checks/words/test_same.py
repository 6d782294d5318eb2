"""Neutral words, and texts that stay untranslated."""

from collections.abc import Callable

import pytest

from transtats_cli.checks.subject import split_names_into_words
from transtats_cli.checks.words.same import is_neutral_word, read_neutral_words


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        pytest.param("email", True, id="a word of the list"),
        pytest.param("germany", True, id="the name of a territory"),
        pytest.param("of", True, id="two letters"),
        pytest.param("bear", False, id="another word"),
        pytest.param("dancing", True, id="a word of the project"),
    ],
)
def test_words_that_may_stay_untranslated_are_neutral(word: str, expected: bool) -> None:
    assert is_neutral_word(word, frozenset({"dancing"})) is expected


def test_the_list_contains_only_words_in_lower_case() -> None:
    assert len(read_neutral_words()) > 700
    assert all(word == word.strip().lower() and len(word) > 2 for word in read_neutral_words())


def test_names_are_split_into_words() -> None:
    assert split_names_into_words("Dancing Bear", "the-bear  web") == {"dancing", "bear", "the-bear", "web"}


Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("text", "fails"),
    [
        pytest.param("Dancing bear", True, id="words"),
        pytest.param("x", False, id="one character"),
        pytest.param("", False, id="empty"),
        pytest.param("10:45, 3/4.5", False, id="numbers and signs, with a blank"),
        pytest.param("12:30x", False, id="one letter beside a number"),
        pytest.param("(C) Copyright Dancing bear", False, id="copyright notice"),
        pytest.param("© Dancing bear", False, id="copyright sign"),
        pytest.param("DANCING BEAR", False, id="capitals only"),
        pytest.param("DANCING bEAR", True, id="nearly capitals only"),
        pytest.param("of to at", False, id="words of two letters"),
        pytest.param("Email server", False, id="neutral words"),
        pytest.param("Germany", False, id="the name of a territory"),
        pytest.param("server “dancing”", True, id="typographic quotation marks do not separate"),
        pytest.param("server—email…server", False, id="dash and ellipsis separate"),
        pytest.param("email&nbsp;server", False, id="an entity separates"),
        pytest.param("bear&eacute;", True, id="another entity does not"),
    ],
)
def test_an_unchanged_text_with_words_to_translate_fails(problem_of: Problem, text: str, fails: bool) -> None:
    assert (problem_of("same", text, text) is not None) is fails


@pytest.mark.parametrize(
    "word",
    """
    twiki osmand isrc knoppix openstreet hmpf zcash wammu xkeys mailbird openmaps imsi glosbe nimh irix ukolovnik imei
    namecoins irda opac mapillary linestring korfbal micropayments mandriva musicbottle bitnami mm² namecoin vkontakte
    micropayment freemind
    """.split(),
)
def test_a_server_lets_these_words_stay_untranslated(problem_of: Problem, word: str) -> None:
    assert problem_of("same", word, word) is None


def test_a_server_does_not_let_the_word_timing_stay_untranslated(problem_of: Problem) -> None:
    assert problem_of("same", "Timing", "Timing") is not None


@pytest.mark.parametrize(
    ("source", "target"),
    [
        pytest.param("Dancing bear", "Tanzbär", id="translated"),
        pytest.param("Dancing bear", "Dancing Bear", id="another case"),
        pytest.param("Dancing bear", "Dancing bear ", id="a blank more"),
        pytest.param("Dancing bear", "", id="empty"),
    ],
)
def test_a_text_with_any_change_passes(problem_of: Problem, source: str, target: str) -> None:
    assert problem_of("same", source, target) is None


@pytest.mark.parametrize(
    ("language", "source_language", "fails"),
    [
        pytest.param("de", "en", True, id="another language"),
        pytest.param("en_GB", "en", False, id="English of Britain"),
        pytest.param("ia", "en", False, id="Interlingua"),
        pytest.param("en", "de", True, id="English from German"),
        pytest.param("de_AT", "de", False, id="German of Austria"),
        pytest.param("ia", "de", True, id="Interlingua from German"),
    ],
)
def test_texts_of_related_languages_may_be_unchanged(
    problem_of: Problem, language: str, source_language: str, fails: bool
) -> None:
    found = problem_of("same", "Dancing bear", "Dancing bear", language=language, source_language=source_language)
    assert (found is not None) is fails


@pytest.mark.parametrize(
    ("comments", "fails"),
    [
        pytest.param("#. Tag: screen", False, id="screen"),
        pytest.param("#. Tag: indexterm", False, id="index term"),
        pytest.param("#. Tag: programlisting", False, id="program listing"),
        pytest.param("#. type: delimited block -", False, id="delimited block"),
        pytest.param("# Tag: screen", False, id="a translator's comment"),
        pytest.param("#. Tag: para", True, id="another tag"),
        pytest.param("#. Tag: screen\n#. more", True, id="a tag with more text"),
    ],
)
def test_pieces_of_code_may_be_unchanged(problem_of: Problem, comments: str, fails: bool) -> None:
    assert (problem_of("same", "Dancing bear", "Dancing bear", comments=comments) is not None) is fails


@pytest.mark.parametrize(
    ("flag_line", "text", "fails"),
    [
        pytest.param("", "{dancing bear}", True, id="braces that are not a placeholder"),
        pytest.param("vue-format", "{dancing bear}", False, id="a placeholder"),
        pytest.param("vue-format", "{dancing} bear", True, id="a placeholder and a word"),
        pytest.param("strict-same", "Email server", True, id="neutral words with strict-same"),
        pytest.param("strict-same", "10:45", True, id="a number with strict-same"),
        pytest.param("strict-same, vue-format", "{dancing}", False, id="a placeholder with strict-same"),
        pytest.param("", "<b/>", False, id="nothing but a tag"),
        pytest.param("xml-text", "&dancing;&bear;", False, id="nothing but entities"),
        pytest.param("rst-text", ":ref:`dancing`", False, id="nothing but a role"),
        pytest.param("rst-text", "**of** ab", False, id="bold text"),
    ],
)
def test_placeholders_and_markup_may_be_unchanged(problem_of: Problem, flag_line: str, text: str, fails: bool) -> None:
    assert (problem_of("same", text, text, flag_line) is not None) is fails


@pytest.mark.parametrize(
    ("words", "fails"),
    [
        pytest.param("dancing bear", False, id="both"),
        pytest.param("dancing", True, id="one of two"),
    ],
)
def test_words_of_the_project_may_be_unchanged(problem_of: Problem, words: str, fails: bool) -> None:
    assert (problem_of("same", "Dancing bear", "Dancing bear", words=words) is not None) is fails
