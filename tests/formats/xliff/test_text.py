"""Text of a source or target, with or without its inline elements."""

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from transtats_cli.errors import UnreadableFile
from transtats_cli.formats.xliff.text import (
    collapses_blanks,
    set_whitespace_attributes,
    text_with_inline_xml,
    text_without_tags,
)

XLIFF = "urn:oasis:names:tc:xliff:document:1.2"


def parse_source(text: str) -> etree._Element:
    parser = etree.XMLParser(resolve_entities=False)
    return etree.fromstring(f'<file xmlns="{XLIFF}" xmlns:my="urn:my"><source>{text}</source></file>', parser)[0]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        pytest.param("", "", id="nothing"),
        pytest.param("two  words\n", "two  words\n", id="blanks stay"),
        pytest.param("A &amp; B &lt;i&gt;", "A &amp; B &lt;i&gt;", id="markup is escaped"),
        pytest.param(
            'say "it\'s" é ☃ &#160;', 'say "it\'s" é ☃ \u00a0', id="quotes and other characters are not escaped"
        ),
        pytest.param("a&#13;b", "a&#13;b", id="a carriage return"),
        pytest.param("a <![CDATA[<i>&</i>]]>", "a &lt;i&gt;&amp;&lt;/i&gt;", id="a CDATA section"),
        pytest.param('<x id="1"/>', '<x id="1"/>', id="a placeholder alone"),
        pytest.param('a<x ctype="lb" id="1"/>b', 'a<x id="1" ctype="lb"/>b', id="the id comes first"),
        pytest.param(
            '<bx a="1" rid="2" id="3" xid="4"/>',
            '<bx id="3" xid="4" rid="2" a="1"/>',
            id="the attributes xid and rid follow the id",
        ),
        pytest.param('<x equiv-text="b"/>', "<x/>", id="a placeholder without id loses its attributes"),
        pytest.param('<ex id="1">gone<ph/></ex> b', '<ex id="1"/> b', id="a placeholder has no content"),
        pytest.param('<g ctype="b" id="1">b</g>', '<g id="1" ctype="b">b</g>', id="a group"),
        pytest.param('<g id="1"></g>', '<g id="1"/>', id="an empty group is closed at once"),
        pytest.param('<g id="1"> </g>', '<g id="1"> </g>', id="a blank is content"),
        pytest.param('<g id="1"><g id="2">b</g></g>', '<g id="1"><g id="2">b</g></g>', id="groups in groups"),
        pytest.param(
            '<ph ctype="x" id="0">%s</ph>',
            '<ph ctype="x" id="0">%s</ph>',
            id="other elements keep the order of attributes",
        ),
        pytest.param('<bpt id="1">&lt;b></bpt>', '<bpt id="1">&lt;b&gt;</bpt>', id="native code"),
        pytest.param('<mrk mtype="seg">a</mrk>', '<mrk mtype="seg">a</mrk>', id="a marker"),
        pytest.param("<my:b>a</my:b>", "<b>a</b>", id="foreign elements lose their namespace"),
        pytest.param(
            "<x id='&lt;\"&amp;&#9;&#10;&#13;>'/>",
            '<x id="&lt;&quot;&amp;&#9;&#10;&#13;&gt;"/>',
            id="attribute values are escaped",
        ),
        pytest.param(
            '<g id="1">a <ph id="2">%s</ph> b</g>',
            f'<g id="1">a <ph xmlns="{XLIFF}" id="2">%s</ph> b</g>',
            id="an unknown element in a group declares its namespace",
        ),
        pytest.param(
            '<ph id="1">q<sub>w</sub>e</ph>',
            f'<ph xmlns="{XLIFF}" id="1">q<sub>w</sub>e</ph>',
            id="the outermost unknown element declares its namespace",
        ),
        pytest.param(
            '<ph id="1"><x b="2" id="3"/><g id="4"/><!-- c -->lost</ph>',
            '<ph id="1"><x id="3" b="2"/><g id="4"/></ph>',
            id="known elements declare no namespace",
        ),
        pytest.param(
            '<mrk my:a="1"><my:b>c</my:b></mrk>',
            '<mrk xmlns:my="urn:my" my:a="1"><my:b>c</my:b></mrk>',
            id="prefixes are declared where they are used",
        ),
        pytest.param(
            '<x id="1" my:a="2"/>',
            '<x xmlns:ns0="urn:my" id="1" ns0:a="2"/>',
            id="prefixes of placeholders are generated",
        ),
        pytest.param('<ph xml:space="preserve"/>', '<ph xml:space="preserve"/>', id="xml needs no declaration"),
        pytest.param("a <!-- c --> b", "a ", id="a comment removes the text after it"),
        pytest.param(
            'a<!-- c --> b<x id="1"/> d', 'a<x id="1"/> d', id="a comment removes the text up to the next tag"
        ),
        pytest.param('<ph id="1">a<!-- c -->b</ph>', '<ph id="1">a</ph>', id="a comment in an element"),
        pytest.param('<g id="1">a<!-- c -->b</g>', '<g id="1">a</g>', id="a comment in a group"),
    ],
)
def test_rich_text_keeps_its_inline_elements(written: str, shown: str) -> None:
    assert text_with_inline_xml(parse_source(written), collapses_blanks=False) == shown


def test_the_text_of_version_2_keeps_its_inline_elements() -> None:
    version_2 = "urn:oasis:names:tc:xliff:document:2.0"
    node = etree.fromstring(f'<source xmlns="{version_2}">a <pc id="1">b <ph id="2"/></pc></source>')
    assert text_with_inline_xml(node, collapses_blanks=False) == f'a <pc xmlns="{version_2}" id="1">b <ph id="2"/></pc>'


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        pytest.param("<g>a</g>", "a <g> without id", id="a group without id"),
        pytest.param("<ph><g>a</g></ph>", "a <g> without id", id="a group without id in an element"),
        pytest.param("a<?pi?>", "a processing instruction", id="a processing instruction"),
        pytest.param("<ph>a<?pi?></ph>", "a processing instruction", id="a processing instruction in an element"),
    ],
)
def test_rich_text_with_a_group_without_id_or_an_instruction_is_refused(written: str, reason: str) -> None:
    with pytest.raises(UnreadableFile, match=reason) as found:
        text_with_inline_xml(parse_source("\n" + written), collapses_blanks=False)
    assert found.value.line == 2


def test_an_element_with_too_many_attributes_is_refused() -> None:
    attributes = "".join(f' a{number}="1"' for number in range(50_000))
    with pytest.raises(UnreadableFile, match="a <x> with more than 1000 attributes"):
        text_with_inline_xml(parse_source(f'<x id="1"{attributes}/>'), collapses_blanks=False)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("get_text", "content"),
    [
        pytest.param(text_without_tags, "<!-- -->a" * 200_000, id="comments"),
        pytest.param(text_with_inline_xml, "<ph>" + "<!-- -->a" * 200_000 + "</ph>", id="comments in an element"),
        pytest.param(
            text_with_inline_xml, "<ph><g id='1'>" * 120 + "<x id='1'/>" * 20_000 + "</g></ph>" * 120, id="levels"
        ),
        pytest.param(
            text_with_inline_xml, "<g id='1'>" * 240 + "<ph><sub/></ph>" * 20_000 + "</g>" * 240, id="declarations"
        ),
    ],
)
def test_a_text_with_very_many_elements_is_returned(get_text: Callable[..., str], content: str) -> None:
    assert get_text(parse_source(content), collapses_blanks=False)


@pytest.mark.parametrize("get_text", [text_without_tags, text_with_inline_xml])
def test_entities_are_not_resolved(get_text: Callable[..., str]) -> None:
    parser = etree.XMLParser(resolve_entities=False)
    node = etree.fromstring('<!DOCTYPE source [<!ENTITY who "you">]><source>a &who;</source>', parser)
    with pytest.raises(UnreadableFile, match="the entity &who; is not resolved"):
        get_text(node, collapses_blanks=False)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        pytest.param("", "", id="nothing"),
        pytest.param("A &amp; B", "A & B", id="nothing is escaped"),
        pytest.param('a <ph id="1">%s<sub>b</sub></ph> c', "a %sb c", id="the text of elements is kept"),
        pytest.param('<x id="1"/>', "", id="empty elements are removed"),
        pytest.param("a <!-- c --> b", "a  b", id="the text after a comment is kept"),
        pytest.param("a<?pi?>b", "ab", id="the text after a processing instruction is kept"),
        pytest.param("<g>a</g>", "a", id="a group without id"),
    ],
)
def test_plain_text_drops_its_inline_elements(written: str, shown: str) -> None:
    assert text_without_tags(parse_source(written), collapses_blanks=False) == shown


@pytest.mark.parametrize(
    ("get_text", "written", "shown"),
    [
        pytest.param(text_without_tags, " \n a\t\tb \r\n", "a b", id="plain"),
        pytest.param(text_without_tags, " <g>\n a</g> ", "a", id="plain with elements"),
        pytest.param(text_without_tags, "\u00a0a", "\u00a0a", id="other blanks stay"),
        pytest.param(text_with_inline_xml, " \n a\t\tb \r\n", "a b", id="rich"),
        pytest.param(text_with_inline_xml, " \n ", "", id="nothing but blanks"),
        pytest.param(text_with_inline_xml, ' a  <x id="1"/>  b', 'a <x id="1"/> b', id="rich with elements"),
        pytest.param(
            text_with_inline_xml, '<g id="1"> a </g> <g id="2"> </g>', '<g id="1">a</g> <g id="2"/>', id="in elements"
        ),
        pytest.param(text_with_inline_xml, 'a <x id="1"/> ', 'a <x id="1"/> ', id="one blank after an element stays"),
    ],
)
def test_blanks_of_a_text_are_collapsed_if_required(get_text: Callable[..., str], written: str, shown: str) -> None:
    assert get_text(parse_source(written), collapses_blanks=True) == shown


@pytest.mark.parametrize(
    ("policy", "own", "inherited", "expected"),
    [
        pytest.param("preserve", None, None, False, id="preserve"),
        pytest.param("preserve", "default", None, False, id="preserve ignores the unit"),
        pytest.param("preserve", None, "default", True, id="preserve inherits default from outer elements"),
        pytest.param(
            "preserve", "default", "default", False, id="preserve with default in the unit and in outer elements"
        ),
        pytest.param("preserve", None, "preserve", False, id="preserve inherits preserve"),
        pytest.param("standard", None, None, True, id="standard"),
        pytest.param("standard", "preserve", "default", False, id="standard: the nearest element counts"),
        pytest.param("standard", None, "preserve", False, id="standard: inherited"),
        pytest.param("normalize", "preserve", "preserve", True, id="normalize"),
    ],
)
def test_the_setting_decides_whether_blanks_collapse(
    policy: str, own: str | None, inherited: str | None, expected: bool
) -> None:
    assert collapses_blanks(policy, own, inherited) is expected


def test_each_text_element_gets_the_attribute_for_white_space() -> None:
    root = etree.fromstring('<file xml:space="default"><unit xml:space="preserve"><s/></unit><unit><s/></unit></file>')
    set_whitespace_attributes(root, ("s", "t"), "preserve")
    assert root.xpath("//s/@xml:space") == ["preserve", "default"]


names = st.sampled_from(["x", "bx", "ex", "g", "ph", "it", "bpt", "ept", "sub", "mrk", "my:b"])
attributes = st.dictionaries(
    st.sampled_from(["id", "rid", "ctype", "my:a", "xml:lang"]), st.text('a &"<\n', max_size=4)
)
texts = st.text("ab \n\r\u00a0é&<>", max_size=6)
extras = st.sampled_from(["<!-- c -->", "<?pi?>", "<![CDATA[<b>]]>"])


def escape_text(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def write_element(name: str, attributes: dict[str, str], content: list[str]) -> str:
    written = "".join(f' {key}="{escape_text(value)}"' for key, value in attributes.items())
    return f"<{name}{written}>{''.join(content)}</{name}>"


contents = st.recursive(
    texts.map(escape_text) | extras,
    lambda inner: st.builds(write_element, names, attributes, st.lists(inner, max_size=3)),
    max_leaves=12,
)


@given(content=st.lists(contents, max_size=4).map("".join), collapse=st.booleans())
def test_any_rich_text_is_well_formed_or_refused(content: str, collapse: bool) -> None:
    with suppress(UnreadableFile):
        etree.fromstring(f"<source>{text_with_inline_xml(parse_source(content), collapse)}</source>")


@pytest.mark.slow
@given(content=st.lists(contents, max_size=4).map("".join))
def test_plain_text_is_the_string_value_of_xpath(content: str) -> None:
    node = parse_source(content)
    assert text_without_tags(node, collapses_blanks=False) == node.xpath("string()")
    assert text_without_tags(node, collapses_blanks=True) == node.xpath("normalize-space()")
