import pytest

from transtats_cli.languages import find_alias
from transtats_cli.scanning.filemask.language_spellings import (
    is_distinct_language,
    is_known_language,
    is_plausible_language,
)


@pytest.mark.parametrize(
    "part", ["de", "pt-br", "zh_Hans", "ast", "en-x-pirate", "aa_BB", "sr@latin", "b+sr+Latn", "Czech"]
)
def test_a_language_is_known_in_many_spellings(part: str) -> None:
    assert is_known_language(part)


@pytest.mark.parametrize("part", ["de_DE_formal", "nl_NL_formal", "de_CH_informal", "pt_PT_ao90", "ca_ES_valencia"])
def test_a_locale_of_wordpress_with_a_variant_is_a_language(part: str) -> None:
    assert is_known_language(part)
    assert is_distinct_language(part)


@pytest.mark.parametrize("part", ["xy_DE_formal", "de_DE_backup", "in_formal", "my_app_formal", "de_DE_formal_old"])
def test_other_words_after_a_language_are_not_a_variant(part: str) -> None:
    assert not is_known_language(part)


@pytest.mark.parametrize("part", ["README", "app", "source", "src", "template", "my-app", "no-tools", "", "x" * 60])
def test_a_word_is_not_a_language(part: str) -> None:
    assert not is_known_language(part)


def test_an_unknown_code_is_a_plausible_language() -> None:
    assert is_plausible_language("xx")
    assert is_plausible_language("qqq_ZZ")
    assert not is_plausible_language("README")
    assert not is_plausible_language("src")
    assert is_plausible_language("de_Formal")
    assert not is_plausible_language("de_menu")
    assert not is_plausible_language("xyz_Formal")


@pytest.mark.parametrize("part", ["be-Tarask", "rm-sursilv", "zh-YUE", "sr-ijekavian", "de-AT-Formal"])
def test_a_variant_after_a_hyphen_is_a_plausible_language(part: str) -> None:
    assert is_plausible_language(part)


@pytest.mark.parametrize("part", ["no-memory", "is-visible", "app-settings", "xyz-Tarask", "de-x1"])
def test_other_words_after_a_hyphen_are_not(part: str) -> None:
    assert not is_plausible_language(part)


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ("Portuguese (Brazil)", "pt_BR"),
        ("PortugueseBrazil", "pt_BR"),
        ("spanish-latin_america", "es_419"),
        ("ChineseSimplified", "zh_Hans"),
        ("Traditional Chinese", "zh_Hant"),
        ("German", ""),
        ("Chinese", ""),
        ("Brazilian Portuguese", ""),
        ("main_window", ""),
    ],
)
def test_a_name_of_several_words_is_an_alias_of_a_listed_language(part: str, expected: str) -> None:
    assert find_alias(part) == expected
    assert is_known_language(part) == (bool(expected) or part in ("German", "Chinese"))


@pytest.mark.parametrize(
    ("part", "expected"),
    [("de", True), ("pt_BR", True), ("is", False), ("new", False), ("ast", False), ("new_de", False)],
)
def test_a_short_word_is_not_a_distinct_language(part: str, expected: bool) -> None:
    assert is_distinct_language(part) is expected
