import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.scanning.discovery.naming import names, slug


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Hello, World!", "hello-world", id="words"),
        pytest.param("my_app-2", "my_app-2", id="kept"),
        pytest.param("Übersetzung", "ubersetzung", id="accents"),
        pytest.param("翻訳", "project", id="nothing left"),
        pytest.param("a/../b", "a-b", id="path"),
    ],
)
def test_a_slug_can_stand_in_an_address(text: str, expected: str) -> None:
    assert slug(text) == expected


@pytest.mark.parametrize(
    ("masks", "expected"),
    [
        pytest.param(["locale/*/LC_MESSAGES/django.po"], ["django"], id="domain"),
        pytest.param(["debian/po/*.po"], ["po"], id="folder"),
        pytest.param(["*.po"], ["hello"], id="project"),
        pytest.param(["*/x.po", "src/messages.*.xlf"], ["x", "messages"], id="different"),
        pytest.param(
            ["blog/locale/*/LC_MESSAGES/django.po", "shop/locale/*/LC_MESSAGES/django.po"],
            ["blog-django", "shop-django"],
            id="equal names get their directory in front",
        ),
        pytest.param(
            ["locale/*/LC_MESSAGES/django.po", "shop/locale/*/LC_MESSAGES/django.po"],
            ["locale-django", "shop-django"],
            id="a directory for translations where there is no other",
        ),
        pytest.param(
            ["a/x/po/*.po", "b/x/po/*.po", "c/po/*.po"],
            ["a-x", "b-x", "c"],
            id="as many directories as needed",
        ),
        pytest.param(
            ["*/c-api/intro.po", "*/tutorial/intro.po"], ["c-api-intro", "tutorial-intro"], id="behind the language"
        ),
        pytest.param(
            ["a/i18n/messages.*.po", "b/i18n/messages.*.po", "b/i18n/po.*.po"],
            ["a", "b", "po"],
            id="no word for all translations",
        ),
        pytest.param(["audit/i18n/*.po", "backup/i18n/*.po"], ["audit", "backup"], id="no folder for translations"),
        pytest.param(
            ["a/i18n/*.po", "a/po/*.po", "b/i18n/*.po", "b/po/*.po"],
            ["a-i18n", "a-po", "b-i18n", "b-po"],
            id="a folder that tells two apart",
        ),
        pytest.param(
            ["library/abc.po", "c-api/Email.Policy.po"], ["library/abc", "c-api/email-policy"], id="a single file"
        ),
        pytest.param(["po/*.po", "po/*.xlf"], ["po", "po-2"], id="nothing sets them apart"),
    ],
)
def test_a_component_is_named_after_its_domain_or_folder(masks: list[str], expected: list[str]) -> None:
    assert [names(masks, "hello")[mask] for mask in masks] == expected


def test_a_name_that_is_taken_is_not_given_again() -> None:
    assert names(["blog/po/*.po"], "hello", {"po"}) == {"blog/po/*.po": "blog"}
    assert names(["*.po"], "hello", {"hello"}) == {"*.po": "hello-2"}


@pytest.mark.slow
@given(st.sets(st.from_regex(r"([ab]/){0,4}([ab]\.)?\*\.(po|xlf)", fullmatch=True), max_size=12))
def test_no_two_components_have_one_name(masks: set[str]) -> None:
    found = names(sorted(masks), "hello")
    assert found.keys() == masks
    assert len(set(found.values())) == len(masks)
