"""Texts of Android strings without elements."""

import pytest

from transtats_cli.formats import IrregularFile
from transtats_cli.formats.fast.android_texts import has_escaped_markup, read_text, resolve_entities


@pytest.mark.parametrize(
    ("content", "text"),
    [
        pytest.param(" a \n  b ", "a b", id="white space"),
        pytest.param(r"it\'s\n\"a\"\t\@\?\\", 'it\'s\n"a"\t@?\\', id="escapes"),
        pytest.param(r"a\xb", "ab", id="unknown escape"),
        pytest.param(r"\u0020a\u0020", " a ", id="escaped white space at both ends"),
        pytest.param('"  a\n b "', "  a\n b ", id="quoted"),
        pytest.param('  a  "  b  "  c  ', "a   b   c", id="partly quoted"),
        pytest.param(r'"a \" b"', 'a " b', id="quote in a quoted text"),
        pytest.param('"" a ', " a", id="empty quotes"),
    ],
)
def test_white_space_quotes_and_escapes_are_resolved(content: str, text: str) -> None:
    assert read_text(content) == text


@pytest.mark.parametrize("content", ['a " b', '"a" "', 'a "\\"'])
def test_unbalanced_quotes_are_irregular(content: str) -> None:
    with pytest.raises(IrregularFile):
        read_text(content)


def test_entities_are_resolved_once() -> None:
    assert resolve_entities("&amp;lt; &lt;&gt;&quot;&apos;&#65;&#x42;") == "&lt; <>\"'AB"


@pytest.mark.parametrize("written", ["&unknown;", "&#13;"])
def test_unusual_entities_are_irregular(written: str) -> None:
    with pytest.raises(IrregularFile):
        resolve_entities(written)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param("<b>a</b> <br/>", True, id="balanced"),
        pytest.param("<a href=\"x>y\" title='z'>a</a>", True, id="attributes"),
        pytest.param("<b>a", False, id="no end tag"),
        pytest.param("a</b>", False, id="no start tag"),
        pytest.param("<b><i>a</b></i>", False, id="overlapping"),
        pytest.param("1 < 2 > 0", False, id="no tags"),
    ],
)
def test_a_text_with_balanced_tags_has_escaped_markup(content: str, expected: bool) -> None:
    assert has_escaped_markup(content) is expected


def test_escaped_tags_with_a_namespace_prefix_are_irregular() -> None:
    with pytest.raises(IrregularFile):
        has_escaped_markup("<a:b>c</a:b>")
