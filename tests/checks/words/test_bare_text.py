"""Removal of tags, addresses, paths and other parts that are not translated."""

import pytest

from transtats_cli.checks.words.html_tags import remove_html_tags
from transtats_cli.checks.words.same import remove_untranslated_parts
from transtats_cli.limits import NotChecked


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a <b>c</b> d", "a c d", id="tags"),
        pytest.param("a <b c", "a <b c", id="no tag"),
        pytest.param("a ☺😀 b", "a    b", id="symbols"),
        pytest.param("to some.body@mail-er.example.org!", "to !", id="e-mail address"),
        pytest.param("x@y", "x@y", id="no e-mail address"),
        pytest.param("a@b.cc_d@e.ff", "", id="two e-mail addresses that touch"),
        pytest.param("see http://host:80/path?x#y", "see ", id="URL at the end"),
        pytest.param("see HTTPS://host/\n", "see \n", id="URL before the last line break"),
        pytest.param("see http://host/path now", "see http://host/path now", id="URL inside"),
        pytest.param("see ftp://", "see ", id="URL without a host"),
        pytest.param("a #channel-1 b # c", "a  b  c", id="hashes"),
        pytest.param("at www.example.com now", "at  now", id="domain name"),
        pytest.param("see foo.bar", "see ", id="text like a domain name"),
        pytest.param("the end. New", "the end. New", id="no domain name"),
        pytest.param("foo.barbazqux", "qux", id="a top-level domain has at most six letters"),
        pytest.param("foo.b1", "", id="a top-level domain with a digit"),
        pytest.param("open /usr/lib/x-1 now", "open now", id="path"),
        pytest.param("/usr/lib", "", id="path at the beginning"),
        pytest.param("and/or", "and/or", id="no path"),
        pytest.param("{name} and @X@ or @XY@", " and  or @XY@", id="names in marks"),
        pytest.param("{name} and", " and", id="name in braces"),
        pytest.param("@X@ and", " and", id="name between at signs"),
        pytest.param("{na me}", "{na me}", id="no name in braces"),
    ],
)
def test_parts_that_are_not_translated_are_removed(text: str, expected: str) -> None:
    assert remove_untranslated_parts(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("<<b>i>x</i>", "x", id="a tag that appears when another tag is removed"),
        pytest.param("1 < 2 > 1", "1 < 2 > 1", id="no tags"),
        pytest.param("a<b>&amp;&#65;</b>", "a&amp;&#65;", id="references stay"),
        pytest.param("a<!-- c -->b", "ab", id="comment"),
        pytest.param("a<![if c]>b", "ab", id="conditional section"),
        pytest.param("a<![c d>b", "ab", id="section with an unknown name"),
        pytest.param("a<![[c>b", "ab", id="section without a name"),
    ],
)
def test_html_tags_are_removed(text: str, expected: str) -> None:
    assert remove_html_tags(text) == expected


def test_a_text_that_would_take_too_long_is_not_checked() -> None:
    with pytest.raises(NotChecked):
        remove_html_tags("<a " * 10_000 + ">")
