import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.scanning.discovery.naming import (
    apply_configured_names,
    choose_component_names,
    find_similar_names,
    find_unique_name,
    make_slug,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Hello, World!", "hello-world", id="words"),
        pytest.param("my_app-2", "my_app-2", id="unchanged"),
        pytest.param("Übersetzung", "ubersetzung", id="accents"),
        pytest.param("翻訳", "project", id="nothing left"),
        pytest.param("a/../b", "a-b", id="path"),
    ],
)
def test_a_slug_contains_only_characters_that_a_url_allows(text: str, expected: str) -> None:
    assert make_slug(text) == expected


@pytest.mark.parametrize(
    ("masks", "expected"),
    [
        pytest.param(["locale/*/LC_MESSAGES/django.po"], ["django"], id="domain"),
        pytest.param(["debian/po/*.po"], ["debian"], id="folder"),
        pytest.param(["*.po"], ["hello"], id="project"),
        pytest.param(["*/x.po", "src/messages.*.xlf"], ["x", "messages"], id="different"),
        pytest.param(
            ["blog/locale/*/LC_MESSAGES/django.po", "shop/locale/*/LC_MESSAGES/django.po"],
            ["blog/django", "shop/django"],
            id="directories and domain",
        ),
        pytest.param(
            ["locale/*/LC_MESSAGES/django.po", "shop/locale/*/LC_MESSAGES/django.po"],
            ["django", "shop/django"],
            id="a directory for translations gives no name",
        ),
        pytest.param(
            ["apps/messages/locale/*/LC_MESSAGES/django.po", "shop/locale/*/LC_MESSAGES/djangojs.po"],
            ["messages/django", "shop/djangojs"],
            id="an application of Django can have any name",
        ),
        pytest.param(
            ["a/x/po/*.po", "b/x/po/*.po", "c/po/*.po"],
            ["a/x", "b/x", "c"],
            id="all directories",
        ),
        pytest.param(
            ["*/c-api/intro.po", "*/tutorial/intro.po"], ["c-api/intro", "tutorial/intro"], id="after the language"
        ),
        pytest.param(
            ["a/i18n/messages.*.po", "b/i18n/messages.*.po", "b/i18n/po.*.po"],
            ["a/messages", "b/messages", "b/po"],
            id="a domain is kept",
        ),
        pytest.param(["audit/i18n/*.po", "backup/i18n/*.po"], ["audit", "backup"], id="no folder for translations"),
        pytest.param(
            ["a/i18n/*.po", "a/po/*.po", "b/i18n/*.po", "b/po/*.po"],
            ["a/i18n", "a/po", "b/i18n", "b/po"],
            id="a folder that distinguishes two components",
        ),
        pytest.param(
            ["library/abc.po", "c-api/Email.Policy.po"], ["library/abc", "c-api/email-policy"], id="a single file"
        ),
        pytest.param(["packages/api/locale/*.po", "src/po/*.po"], ["api", "po"], id="no folder of parts"),
        pytest.param(
            [
                "apps/orders/locale/*/LC_MESSAGES/django.po",
                "packages/orders/locale/*/LC_MESSAGES/django.po",
                "apps/a/*.po",
            ],
            ["apps/orders/django", "packages/orders/django", "a"],
            id="folders of parts that distinguish two components",
        ),
        pytest.param(["orders/languages/orders-*.po"], ["orders"], id="a domain that repeats the folder"),
        pytest.param(["po/*.po", "po/*.xlf"], ["po", "po-2"], id="equal names get a number"),
    ],
)
def test_a_component_is_named_after_its_domain_or_folder(masks: list[str], expected: list[str]) -> None:
    assert [choose_component_names(masks, "hello")[mask] for mask in masks] == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("django", ["orders/django", "shop/cart/django", "django-admin/text"], id="ends with it first"),
        pytest.param("cart-django", ["shop/cart/django"], id="another separator"),
        pytest.param("orders", ["orders/django"], id="begins with it"),
        pytest.param("cart", ["shop/cart/django"], id="contains it"),
        pytest.param("jango", [], id="part of a word"),
        pytest.param("", [], id="nothing"),
    ],
)
def test_similar_names_contain_the_words_of_the_requested_name(name: str, expected: list[str]) -> None:
    assert find_similar_names(name, ["django-admin/text", "orders/django", "shop/cart/django"]) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("cart", "shop/cart", id="the only one"),
        pytest.param("shop", "shop/cart", id="first words"),
        pytest.param("x", "a/x", id="end before beginning"),
        pytest.param("django", "", id="several"),
    ],
)
def test_a_name_is_unique_if_no_other_name_is_equally_similar(name: str, expected: str) -> None:
    assert find_unique_name(name, ["shop/cart", "a/x", "x/b", "one/django", "two/django"]) == expected


def test_the_name_of_a_component_does_not_depend_on_other_components() -> None:
    one = "orders/locale/*/LC_MESSAGES/django.po"
    others = ["locale/*/LC_MESSAGES/django.po", "cart/locale/*/LC_MESSAGES/django.po", "orders/po/x.*.po"]
    assert (
        choose_component_names([one], "hello")[one]
        == choose_component_names([one, *others], "hello")[one]
        == "orders/django"
    )


def test_a_name_in_the_settings_replaces_the_only_similar_name() -> None:
    chosen = {"a/*.po": "a/django", "b/*.po": "b/text"}
    assert apply_configured_names(chosen, ["django", "nothing"]) == {"a/*.po": "django", "b/*.po": "b/text"}
    assert apply_configured_names(chosen, ["a", "django"]) == chosen, "which of the two is unclear"


def test_a_used_name_is_not_chosen_again() -> None:
    assert choose_component_names(["blog/po/*.po"], "hello", {"po"}) == {"blog/po/*.po": "blog"}
    assert choose_component_names(["*.po"], "hello", {"hello"}) == {"*.po": "hello-2"}


@pytest.mark.slow
@given(st.sets(st.from_regex(r"([ab]/){0,4}([ab]\.)?\*\.(po|xlf)", fullmatch=True), max_size=12))
def test_all_components_have_different_names(masks: set[str]) -> None:
    names = choose_component_names(sorted(masks), "hello")
    assert names.keys() == masks
    assert len(set(names.values())) == len(masks)
