"""HTML that the sanitiser allows and removes."""

import nh3
import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.checks.tags.safe_html import find_html_attributes, html_allowed_by_source, sanitise_html


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="<>&\r\0\ufeff")))
def test_a_text_without_markup_is_not_changed(text: str) -> None:
    assert nh3.clean(text, tags=set()).replace("&nbsp;", "\u00a0") == text
    assert sanitise_html(text, html_allowed_by_source("")) == text


def test_the_tags_and_attributes_of_a_source_are_allowed() -> None:
    allowed = html_allowed_by_source('<b>a</b> <a href="b" title="c">d</a> <a id="e">f</a>')
    assert dict(allowed) == {"a": {"href", "title", "id"}, "b": frozenset()}


def test_the_tags_body_and_html_are_never_allowed() -> None:
    assert dict(html_allowed_by_source("<html><body><p>a")).keys() == {"p"}


def test_attributes_are_returned_in_lower_case_with_unescaped_values() -> None:
    assert find_html_attributes("<A HREF='b &amp; c'>") == (("a", "href", "b & c"),)


@pytest.mark.parametrize("first", [0xE000, 0xF0000])
def test_a_text_may_contain_thousands_of_characters_for_private_use(first: int) -> None:
    text = "".join(map(chr, range(first, first + 6_400))) + "\u00a0<b>"
    assert sanitise_html(text, html_allowed_by_source("<b>")) == f"{text}</b>"


def test_a_lone_surrogate_is_replaced() -> None:
    assert sanitise_html("\ud800<b>", html_allowed_by_source("<i>\ud800")) == "?"
