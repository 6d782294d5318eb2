import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.component import DEFAULT_LANGUAGE_REGEX, Component
from transtats_cli.errors import TranstatsError
from transtats_cli.scanning.filemask.files import accepts_language


def make_component(**fields: Any) -> Component:
    return Component("hello", "app", "/srv/hello", "*.po")._replace(**fields)


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        pytest.param("pt_BR", True, id="a code"),
        pytest.param("ja_JP.eucJP", False, id="with an encoding"),
        pytest.param("", False, id="no text"),
    ],
)
def test_the_default_expression_accepts_only_names_without_a_dot(part: str, expected: bool) -> None:
    assert accepts_language(make_component(), part) is expected


@given(st.text(st.sampled_from("a.\n")))
def test_the_default_filter_agrees_with_the_default_expression(part: str) -> None:
    assert accepts_language(make_component(), part) is (re.match(DEFAULT_LANGUAGE_REGEX, part) is not None)


@pytest.mark.parametrize(
    ("language_regex", "accepted", "refused"),
    [
        pytest.param("^(de|fr)$", ["de"], ["cs", "de_AT"], id="a list"),
        pytest.param("^ja", ["ja_JP.eucJP"], ["de"], id="a prefix"),
        pytest.param("de", ["de_AT"], ["xde"], id="without anchors"),
        pytest.param("^(?!(?:README)$)[^.]+$", ["de"], ["README", "de.x"], id="an excluded name"),
        pytest.param(
            "^[a-z]{2}(_[A-Z]{2})?(_[A-Z][a-z]{3})?(@[a-z]+)?$", ["de", "sr_Latn", "sr@latin"], ["DE"], id="all forms"
        ),
        pytest.param("^[a-z]{2,3}(-[A-Za-z]+)*$", ["zh-Hant-HK"], ["zh_HK"], id="subtags"),
        pytest.param("^(?:(?!en$)[^.])+$", ["de", "end"], ["en"], id="all but one"),
    ],
)
def test_the_language_regex_of_a_component_filters_its_languages(
    language_regex: str, accepted: list[str], refused: list[str]
) -> None:
    filtered = make_component(language_regex=language_regex)
    assert [part for part in (*accepted, *refused) if accepts_language(filtered, part)] == accepted


@pytest.mark.parametrize(
    "language_regex",
    [
        pytest.param("^(?:a|aa)+$", id="without end"),
        pytest.param("(?:(?:a{999}){999}){999}", id="too large"),
    ],
)
def test_an_expression_that_takes_too_long_is_an_error(language_regex: str) -> None:
    with pytest.raises(TranstatsError, match=r"hello/app: language_regex, on 'a.*b': .*; say it more simply"):
        accepts_language(make_component(language_regex=language_regex), "a" * 49 + "b")
