"""Languages: file-name parts, codes, names and the plural rules that come with them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli import languages
from transtats_cli.languages import find_code_in_path, language_by_code, resolve_language
from transtats_cli.plurals import PluralRule, example_counts, parse_plural_header

TRADITIONAL = "Chinese (Traditional Han script)"
MINNAN = "Minnan (Traditional Han script)"


@pytest.mark.parametrize(
    ("part", "code", "name"),
    [
        # Listed codes, also with other case and separators.
        ("en_US", "en_US", "English (United States)"),
        ("pt_PT", "pt_PT", "Portuguese (Portugal)"),
        ("PT_br", "pt_BR", "Portuguese (Brazil)"),
        ("pt-br", "pt_BR", "Portuguese (Brazil)"),
        ("pt_BR", "pt_BR", "Portuguese (Brazil)"),
        ("ptbr", "pt_BR", "Portuguese (Brazil)"),
        ("pt-rBR", "pt_BR", "Portuguese (Brazil)"),
        ("ca@valencia", "ca@valencia", "Valencian"),
        ("de@informal", "de@informal", "German (informal)"),
        ("es_419", "es_419", "Spanish (Latin America)"),
        ("b+zh+Hant+HK", "zh_Hant_HK", "Chinese (Traditional Han script, Hong Kong)"),
        ("zh+hant+hk", "zh_Hant_HK", "Chinese (Traditional Han script, Hong Kong)"),
        ("cs (2)", "cs", "Czech"),
        (".cs.", "cs", "Czech"),
        # Aliases.
        ("zh-CN", "zh_Hans", "Chinese (Simplified Han script)"),
        ("zh_CN", "zh_Hans", "Chinese (Simplified Han script)"),
        ("zh-rCN", "zh_Hans", "Chinese (Simplified Han script)"),
        ("cmn", "zh_Hans", "Chinese (Simplified Han script)"),
        ("zh_Hans_CN", "zh_Hans", "Chinese (Simplified Han script)"),
        ("zh_TW", "zh_Hant", TRADITIONAL),
        ("zh_HK", "zh_Hant_HK", "Chinese (Traditional Han script, Hong Kong)"),
        ("no", "nb", "Norwegian Bokmål"),
        ("nb_NO", "nb", "Norwegian Bokmål"),
        ("in", "id", "Indonesian"),
        ("iw", "he", "Hebrew"),
        ("sr@latin", "sr_Latn", "Serbian (Latin script)"),
        ("sr_latin", "sr_Latn", "Serbian (Latin script)"),
        ("sr-Latn-RS", "sr_Latn", "Serbian (Latin script)"),
        ("sh", "sr_Latn", "Serbian (Latin script)"),
        ("be@latin", "be_Latn", "Belarusian (Latin script)"),
        ("deu_at", "de_AT", "German (Austria)"),
        ("deu-DE", "de", "German"),
        # Default countries are dropped.
        ("cs_CZ", "cs", "Czech"),
        ("fr-FR", "fr", "French"),
        ("cscz", "cs", "Czech"),
        # Names.
        ("Czech", "cs", "Czech"),
        ("norwegian bokmål", "norwegianbokmål", "norwegianbokmål (generated)"),
        # Generated languages.
        ("es_XX", "es_XX", "Spanish"),
        ("es-xx", "es_XX", "Spanish"),
        ("es-rXXX", "es_XXX", "Spanish"),
        ("es+xx", "es_XX", "Spanish"),
        ("deu_xx", "de_XX", "German"),
        ("aa_BB", "aa_BB", "Afar"),
        ("az-Latn-AZ", "az_LATN-AZ", "Azerbaijani"),
        ("az_latn", "az_Latn", "Azerbaijani"),
        ("de_at_Vienna", "de_AT@vienna", "German (Austria)"),
        ("de_DE@Formal", "de_DE@formal", "German"),
        ("en-x-pirate", "en-x-pirate", "English"),
        ("en_XX-x-Pirate", "en_XX-x-Pirate", "English"),
        ("be@tarask", "be@tarask", "Belarusian"),
        ("sr@Latn", "sr@latn", "Serbian"),
        ("nan_TW@latin", "nan_TW@latin", MINNAN),
        ("qqq", "qqq", "qqq (generated)"),
        ("QQQ", "qqq", "qqq (generated)"),
        ("", "", " (generated)"),
    ],
)
def test_a_part_of_a_file_name_is_resolved_to_a_language(part: str, code: str, name: str) -> None:
    assert resolve_language(part)[:2] == (code, name)


@pytest.mark.parametrize("word", ["source", "src", "default"])
def test_some_words_are_resolved_to_the_source_language(word: str) -> None:
    assert resolve_language(word).code == "en"
    assert resolve_language(word, source_language="de_DE").code == "de"


def test_aliases_of_a_project_have_priority() -> None:
    aliases = {"pt": "pt_BR", "main": "source"}
    assert resolve_language("pt", aliases=aliases).code == "pt_BR"
    assert resolve_language("main", aliases=aliases, source_language="fr").code == "fr"
    assert resolve_language("PT", aliases=aliases).code == "pt"


@pytest.mark.parametrize(
    ("matched", "expected"),
    [
        pytest.param(["de"], "de", id="one text"),
        pytest.param(["app", "pt_BR"], "pt_BR", id="the longest"),
        pytest.param(["de", "fr"], "de", id="the first of equally long ones"),
        pytest.param(["ru_RU.UTF-8"], "ru_RU", id="with an encoding"),
        pytest.param(["cs.iso8859-2"], "cs", id="with an ISO encoding"),
        pytest.param(["ja_JP.eucJP"], "ja_JP.eucJP", id="with an unknown encoding"),
        pytest.param(["source"], None, id="the source itself"),
        pytest.param(["sources"], "sources", id="almost the source"),
        pytest.param(["x" * 50], "x" * 50, id="the longest allowed code"),
        pytest.param(["x" * 51], None, id="too long"),
        pytest.param([""], None, id="an empty text"),
        pytest.param([], None, id="no text"),
    ],
)
def test_the_language_part_is_found_in_the_match_of_a_mask(matched: list[str], expected: str | None) -> None:
    assert find_code_in_path(matched) == expected


@pytest.mark.parametrize(
    ("code", "base", "is_cjk"),
    [
        ("cs", "cs", False),
        ("sr_Latn", "sr", False),
        ("sco-ulster", "sco", False),
        ("ca@valencia", "ca@valencia", False),
        ("pt_BR@formal", "pt", False),
        ("zh_Hant_HK", "zh", True),
        ("ja", "ja", True),
        ("ko", "ko", True),
    ],
)
def test_a_language_has_a_base_code(code: str, base: str, is_cjk: bool) -> None:
    language = language_by_code(code)
    assert language.code == code
    assert language.base_code == base
    assert language.is_cjk is is_cjk


def test_every_listed_code_is_resolved_to_itself() -> None:
    assert [resolve_language(code).code for code in languages.listed_language_codes()] == list(
        languages.listed_language_codes()
    )


def test_no_two_codes_and_no_two_names_differ_by_case_alone() -> None:
    assert len({code.lower() for code in languages.listed_language_codes()}) == len(languages.listed_language_codes())
    assert len({language_by_code(code).name.lower() for code in languages.listed_language_codes()}) == len(
        languages.listed_language_codes()
    )


def test_every_listed_plural_rule_is_valid_in_a_header() -> None:
    for code in languages.listed_language_codes():
        language = language_by_code(code)
        for rule in (language.plural, languages.default_plural_rule(language, "cldr")):
            assert parse_plural_header(f"nplurals={rule.form_count}; plural={rule.formula};") == rule
            assert len(example_counts(rule)) == rule.form_count


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        pytest.param("de", PluralRule(2, "n != 1"), id="listed"),
        pytest.param("fr", PluralRule(2, "n > 1"), id="listed with another rule"),
        pytest.param("fr_XX", PluralRule(2, "n > 1"), id="rule of the base language"),
        pytest.param("ja_XX", PluralRule(1, "0"), id="one form, as the base language"),
        pytest.param("qqq", PluralRule(2, "n != 1"), id="generated"),
    ],
)
def test_a_language_has_a_default_plural_rule(code: str, expected: PluralRule) -> None:
    assert language_by_code(code).plural == expected


@pytest.mark.parametrize(
    ("code", "number"),
    [
        pytest.param("fr", 3, id="a row of its own"),
        pytest.param("es_XX", 3, id="the row of the base language"),
        pytest.param("de", 2, id="no row"),
        pytest.param("qqq", 2, id="generated"),
        pytest.param("ca@valencia", 2, id="a variant is no region"),
    ],
)
def test_xliff_files_have_the_plural_rule_of_the_cldr(code: str, number: int) -> None:
    assert languages.default_plural_rule(language_by_code(code), "cldr").form_count == number


@pytest.mark.parametrize(
    ("code", "header", "expected"),
    [
        pytest.param("de", "", PluralRule(2, "n != 1"), id="no header"),
        pytest.param("de", "nplurals=2; plural=n == 2 ? 2 : 0;", PluralRule(2, "n != 1"), id="a wrong header"),
        pytest.param("de", "nplurals=2; plural=(n!=1);", PluralRule(2, "n != 1"), id="the default, spelt differently"),
        pytest.param("fil", "nplurals=2; plural=n>1;", PluralRule(2, "(n > 1)"), id="another row of the language"),
        pytest.param("de", "nplurals=2; plural=n>1;", PluralRule(2, "n>1"), id="no row of the language"),
        pytest.param("de", "nplurals=1; plural=0;", PluralRule(1, "0"), id="another number of forms"),
    ],
)
def test_a_po_file_has_the_plural_rule_of_its_header_if_the_header_is_valid(
    code: str, header: str, expected: PluralRule
) -> None:
    assert languages.find_gettext_plural_rule(language_by_code(code), header)[0] == expected


def test_plural_rules_are_sorted_as_on_a_server() -> None:
    def sort_key(code: str, rule: PluralRule) -> tuple[object, ...]:
        return languages.plural_rule_sort_key(language_by_code(code), rule)

    english_default = sort_key("en", language_by_code("en").plural)
    french_default = sort_key("fr", language_by_code("fr").plural)
    hebrew_extra = sort_key("he", PluralRule(3, "n==1 ? 0 : n==2 ? 2 : 1"))
    breton_extra = sort_key("br", PluralRule(2, "n > 1"))
    french_cldr = sort_key("fr", languages.default_plural_rule(language_by_code("fr"), "cldr"))
    generated = sort_key("qqq", language_by_code("qqq").plural)
    undeclared = sort_key("de", PluralRule(2, "n > 1"))
    ordered = [english_default, french_default, breton_extra, hebrew_extra, french_cldr, undeclared, generated]
    assert sorted(set(ordered)) == ordered


def test_equivalent_plural_rules_of_one_language_have_the_same_sort_key() -> None:
    german, french = language_by_code("de"), language_by_code("fr")
    assert languages.plural_rule_sort_key(german, PluralRule(2, "(n!=1)")) == languages.plural_rule_sort_key(
        german, german.plural
    )
    assert languages.plural_rule_sort_key(german, PluralRule(2, "n>1")) == languages.plural_rule_sort_key(
        german, PluralRule(2, "n > 1")
    )
    assert languages.plural_rule_sort_key(german, french.plural) != languages.plural_rule_sort_key(
        french, french.plural
    )


@pytest.mark.parametrize(("code", "expected"), [("ja", True), ("ar", True), ("zh_Hans", True), ("de", False)])
def test_languages_with_scripts_without_case_are_case_insensitive(code: str, expected: bool) -> None:
    assert languages.is_case_insensitive(language_by_code(code)) is expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        pytest.param("ar", True, id="Arabic"),
        pytest.param("fa_AF", True, id="a region of Persian"),
        pytest.param("de", False, id="German"),
        pytest.param("xyz", False, id="unknown"),
    ],
)
def test_some_languages_are_written_from_right_to_left(code: str, expected: bool) -> None:
    assert languages.is_right_to_left(language_by_code(code)) is expected


@pytest.mark.parametrize(
    ("code", "aliases"),
    [
        pytest.param("de", ("de_de", "deu", "deu_de", "ger"), id="with its default country"),
        pytest.param("pt_BR", ("bp", "braz_por", "por_br", "portuguese_br", "ptb"), id="a region"),
        pytest.param("xyz", (), id="unknown"),
    ],
)
def test_a_language_has_alias_codes(code: str, aliases: tuple[str, ...]) -> None:
    assert languages.alias_codes(language_by_code(code)) == aliases
    assert {resolve_language(alias).code for alias in aliases} <= {code}


def test_a_language_has_a_number_of_speakers() -> None:
    assert languages.count_speakers(language_by_code("de")) > languages.count_speakers(language_by_code("fo")) > 0
    assert languages.count_speakers(language_by_code("xyz")) == 0


def test_the_words_of_language_names_contain_czech_and_german() -> None:
    assert {"czech", "german"} <= languages.words_of_language_names()


CODE_LIKE = st.text(alphabet="bdeunoCHLatinrz0(2) .+-_@x", max_size=20)
ALIAS_LIKE = st.builds(
    "{}{}{}".format, st.sampled_from(["deu", "nan", "pt", "zho"]), st.sampled_from("_-+@"), CODE_LIKE
)


@given(st.one_of(st.text(), CODE_LIKE, ALIAS_LIKE))
def test_any_text_is_resolved_to_a_language_with_a_valid_plural_rule(part: str) -> None:
    language = resolve_language(part)
    language_by_code.cache_clear()
    assert resolve_language(part) == language
    assert (
        parse_plural_header(f"nplurals={language.plural.form_count}; plural={language.plural.formula}")
        == language.plural
    )
    if language.code in languages.listed_language_codes():
        assert resolve_language(language.code) == language


@given(st.lists(st.text()))
def test_a_language_part_is_the_beginning_of_a_matched_text(matched: list[str]) -> None:
    part = find_code_in_path(matched)
    assert part is None or any(text.startswith(part) for text in matched)
