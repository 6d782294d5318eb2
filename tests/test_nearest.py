"""Suggestions of similar names, and messages for unknown languages."""

import pytest

from transtats_cli.nearest import find_similar_language, find_similar_name, unknown_language_message


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("pt_BRR", "pt_BR", id="a typing error"),
        pytest.param("0123456789", "", id="no similar name"),
        pytest.param("", "", id="an empty name"),
        pytest.param("pt_BR" * 100_000, "", id="very long"),
    ],
)
def test_the_most_similar_name_is_suggested(name: str, expected: str) -> None:
    assert find_similar_name(name, ["de", "pt", "pt_BR"]) == expected


def test_the_required_similarity_is_an_argument() -> None:
    assert find_similar_name("pt", ["pt_BR"]) == ""
    assert find_similar_name("pt", ["pt_BR"], min_similarity=0.5) == "pt_BR"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("ed", "de", id="exchanged letters"),
        pytest.param("pt", "pt_BR", id="without the country"),
        pytest.param("pt-Br", "pt_BR", id="another spelling"),
        pytest.param("de_AT", "de", id="another country"),
        pytest.param("zh", "zh_Hans", id="another code of the same language"),
        pytest.param("fr", "", id="another language, which no other code stands for"),
        pytest.param("overal", "overall", id="another name"),
        pytest.param("totl", "", id="a longer name is no code"),
    ],
)
def test_a_similar_language_is_suggested_only_for_a_typing_error(name: str, expected: str) -> None:
    assert find_similar_language(name, ["de", "pt_BR", "tr", "zh_Hans", "zh_Hant"], ["overall"]) == expected


@pytest.mark.parametrize(
    "case", "ge=ka jp=ja cz=cs ua=uk gr=el dk=da se=sv kr=ko cn=zh_Hans br=pt_BR at=de_AT et=".split()
)
def test_the_language_of_a_country_is_suggested(case: str) -> None:
    name, expected = case.split("=")
    codes = ["am", "cs", "da", "de", "de_AT", "el", "ja", "ka", "ko", "pt_BR", "pt_PT", "sv", "ug", "uk", "zh_Hans"]
    assert find_similar_language(name, codes) == expected
    assert find_similar_language("German", codes) == "de"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param(
            "ed", "there is no language 'ed' here; did you mean 'de'? There are: de, pt_BR", id="a typing error"
        ),
        pytest.param("xx", "there is no language 'xx' here. There are: de, pt_BR", id="no similar name"),
        pytest.param(
            "germa", "there is no language 'germa' here; did you mean 'german'? There are: de, pt_BR", id="another name"
        ),
    ],
)
def test_the_message_for_an_unknown_language_contains_the_codes(name: str, expected: str) -> None:
    assert unknown_language_message(name, ["pt_BR", "de", "de"], other_names=["german"]) == expected
