"""What a sanitiser leaves of a text."""

import nh3
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.checks.tags.html_sanitiser import allowed_by, attributes_of, sanitised


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="<>&\r\0\ufeff")))
def test_a_text_without_markup_is_not_changed(text: str) -> None:
    assert nh3.clean(text, tags=set()).replace("&nbsp;", "\u00a0") == text
    assert sanitised(text, allowed_by("")) == text


def test_a_text_allows_what_it_holds() -> None:
    allowed = allowed_by('<b>a</b> <a href="b" title="c">d</a> <a id="e">f</a>')
    assert allowed.tags == {"a", "b"}
    assert dict(allowed.attributes) == {"a": {"href", "title", "id"}, "b": frozenset()}


def test_body_and_html_are_not_among_it() -> None:
    assert allowed_by("<html><body><p>a").tags == {"p"}


def test_attributes_are_read_as_a_browser_reads_them() -> None:
    assert attributes_of("<A HREF='b &amp; c'>") == (("a", "href", "b & c"),)


def test_a_lone_surrogate_is_no_obstacle() -> None:
    assert sanitised("\ud800<b>", allowed_by("<i>\ud800")) == "?"
