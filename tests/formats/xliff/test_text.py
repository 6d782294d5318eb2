"""The text of a source or target: with its inline elements, or without."""

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from transtats_cli.errors import UnreadableFile
from transtats_cli.formats.xliff.fast.tree_texts import text_with_inline_xml, text_without_tags
from transtats_cli.formats.xliff.text import collapses_blanks, set_whitespace_attributes

XLIFF = "urn:oasis:names:tc:xliff:document:1.2"


def source(text: str) -> etree._Element:
    parser = etree.XMLParser(resolve_entities=False)
    return etree.fromstring(f'<file xmlns="{XLIFF}" xmlns:my="urn:my"><source>{text}</source></file>', parser)[0]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        pytest.param("", "", id="nothing"),
        pytest.param("two  words\n", "two  words\n", id="blanks stay"),
        pytest.param("A &amp; B &lt;i&gt;", "A &amp; B &lt;i&gt;", id="markup is escaped"),
        pytest.param('say "it\'s" é ☃ &#160;', 'say "it\'s" é ☃ \u00a0', id="nothing else is"),
        pytest.param("a&#13;b", "a&#13;b", id="a carriage return"),
        pytest.param("a <![CDATA[<i>&</i>]]>", "a &lt;i&gt;&amp;&lt;/i&gt;", id="a CDATA section"),
        pytest.param('<x id="1"/>', '<x id="1"/>', id="a placeholder alone"),
        pytest.param('a<x ctype="lb" id="1"/>b', 'a<x id="1" ctype="lb"/>b', id="the id comes first"),
        pytest.param(
            '<bx a="1" rid="2" id="3" xid="4"/>', '<bx id="3" xid="4" rid="2" a="1"/>', id="so do its relatives"
        ),
        pytest.param('<x equiv-text="b"/>', "<x/>", id="a placeholder without id loses its attributes"),
        pytest.param('<ex id="1">gone<ph/></ex> b', '<ex id="1"/> b', id="a placeholder has no content"),
        pytest.param('<g ctype="b" id="1">b</g>', '<g id="1" ctype="b">b</g>', id="a group"),
        pytest.param('<g id="1"></g>', '<g id="1"/>', id="an empty group is closed at once"),
        pytest.param('<g id="1"> </g>', '<g id="1"> </g>', id="a blank is content"),
        pytest.param('<g id="1"><g id="2">b</g></g>', '<g id="1"><g id="2">b</g></g>', id="groups in groups"),
        pytest.param('<ph ctype="x" id="0">%s</ph>', '<ph ctype="x" id="0">%s</ph>', id="others keep the order"),
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
            id="the outermost one declares it",
        ),
        pytest.param(
            '<ph id="1"><x b="2" id="3"/><g id="4"/><!-- c -->lost</ph>',
            '<ph id="1"><x id="3" b="2"/><g id="4"/></ph>',
            id="known elements never do",
        ),
        pytest.param(
            '<mrk my:a="1"><my:b>c</my:b></mrk>',
            '<mrk xmlns:my="urn:my" my:a="1"><my:b>c</my:b></mrk>',
            id="prefixes are declared where they are used",
        ),
        pytest.param('<x id="1" my:a="2"/>', '<x xmlns:ns0="urn:my" id="1" ns0:a="2"/>', id="or made up"),
        pytest.param('<ph xml:space="preserve"/>', '<ph xml:space="preserve"/>', id="xml needs no declaration"),
        pytest.param("a <!-- c --> b", "a ", id="a comment takes the text after it along"),
        pytest.param('a<!-- c --> b<x id="1"/> d', 'a<x id="1"/> d', id="up to the next tag"),
        pytest.param('<ph id="1">a<!-- c -->b</ph>', '<ph id="1">a</ph>', id="inside elements too"),
        pytest.param('<g id="1">a<!-- c -->b</g>', '<g id="1">a</g>', id="inside groups too"),
    ],
)
def test_rich_text_keeps_its_inline_elements(written: str, shown: str) -> None:
    assert text_with_inline_xml(source(written), collapses_blanks=False) == shown


def test_the_text_of_version_2_keeps_its_inline_elements() -> None:
    version_2 = "urn:oasis:names:tc:xliff:document:2.0"
    node = etree.fromstring(f'<source xmlns="{version_2}">a <pc id="1">b <ph id="2"/></pc></source>')
    assert text_with_inline_xml(node, collapses_blanks=False) == f'a <pc xmlns="{version_2}" id="1">b <ph id="2"/></pc>'


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        pytest.param("<g>a</g>", "a <g> without id", id="a group without id"),
        pytest.param("<ph><g>a</g></ph>", "a <g> without id", id="deeper"),
        pytest.param("a<?pi?>", "a processing instruction", id="a processing instruction"),
        pytest.param("<ph>a<?pi?></ph>", "a processing instruction", id="a deeper one"),
    ],
)
def test_some_rich_texts_cannot_be_read(written: str, reason: str) -> None:
    with pytest.raises(UnreadableFile, match=reason) as found:
        text_with_inline_xml(source("\n" + written), collapses_blanks=False)
    assert found.value.line == 2


def test_an_element_with_too_many_attributes_is_refused() -> None:
    attributes = "".join(f' a{number}="1"' for number in range(50_000))
    with pytest.raises(UnreadableFile, match="a <x> with more than 1000 attributes"):
        text_with_inline_xml(source(f'<x id="1"{attributes}/>'), collapses_blanks=False)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("show", "content"),
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
def test_a_text_with_many_elements_is_shown(show: Callable[..., str], content: str) -> None:
    assert show(source(content), collapses_blanks=False)


@pytest.mark.parametrize("show", [text_without_tags, text_with_inline_xml])
def test_entities_are_not_resolved(show: Callable[..., str]) -> None:
    parser = etree.XMLParser(resolve_entities=False)
    node = etree.fromstring('<!DOCTYPE source [<!ENTITY who "you">]><source>a &who;</source>', parser)
    with pytest.raises(UnreadableFile, match="the entity &who; is not resolved"):
        show(node, collapses_blanks=False)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        pytest.param("", "", id="nothing"),
        pytest.param("A &amp; B", "A & B", id="nothing is escaped"),
        pytest.param('a <ph id="1">%s<sub>b</sub></ph> c', "a %sb c", id="elements leave their text"),
        pytest.param('<x id="1"/>', "", id="empty ones leave nothing"),
        pytest.param("a <!-- c --> b", "a  b", id="a comment leaves the text after it"),
        pytest.param("a<?pi?>b", "ab", id="a processing instruction too"),
        pytest.param("<g>a</g>", "a", id="ids are of no interest"),
    ],
)
def test_plain_text_drops_its_inline_elements(written: str, shown: str) -> None:
    assert text_without_tags(source(written), collapses_blanks=False) == shown


@pytest.mark.parametrize(
    ("show", "written", "shown"),
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
def test_blanks_can_collapse(show: Callable[..., str], written: str, shown: str) -> None:
    assert show(source(written), collapses_blanks=True) == shown


@pytest.mark.parametrize(
    ("policy", "own", "inherited", "expected"),
    [
        pytest.param("preserve", None, None, False, id="preserve"),
        pytest.param("preserve", "default", None, False, id="preserve overrules the unit"),
        pytest.param("preserve", None, "default", True, id="but not what is around it"),
        pytest.param("preserve", "default", "default", False, id="unless the unit says something"),
        pytest.param("preserve", None, "preserve", False, id="preserve all the way"),
        pytest.param("standard", None, None, True, id="standard"),
        pytest.param("standard", "preserve", "default", False, id="standard: the nearest counts"),
        pytest.param("standard", None, "preserve", False, id="standard: from around"),
        pytest.param("normalize", "preserve", "preserve", True, id="normalize"),
    ],
)
def test_the_policy_decides_about_blanks(policy: str, own: str | None, inherited: str | None, expected: bool) -> None:
    assert collapses_blanks(policy, own, inherited) is expected


def test_whitespace_is_settled_text_by_text() -> None:
    root = etree.fromstring('<file xml:space="default"><unit xml:space="preserve"><s/></unit><unit><s/></unit></file>')
    set_whitespace_attributes(root, ("s", "t"), "preserve")
    assert root.xpath("//s/@xml:space") == ["preserve", "default"]


names = st.sampled_from(["x", "bx", "ex", "g", "ph", "it", "bpt", "ept", "sub", "mrk", "my:b"])
attributes = st.dictionaries(
    st.sampled_from(["id", "rid", "ctype", "my:a", "xml:lang"]), st.text('a &"<\n', max_size=4)
)
texts = st.text("ab \n\r\u00a0é&<>", max_size=6)
extras = st.sampled_from(["<!-- c -->", "<?pi?>", "<![CDATA[<b>]]>"])


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def element(name: str, attributes: dict[str, str], content: list[str]) -> str:
    written = "".join(f' {key}="{escaped(value)}"' for key, value in attributes.items())
    return f"<{name}{written}>{''.join(content)}</{name}>"


contents = st.recursive(
    texts.map(escaped) | extras,
    lambda inner: st.builds(element, names, attributes, st.lists(inner, max_size=3)),
    max_leaves=12,
)


@given(content=st.lists(contents, max_size=4).map("".join), collapse=st.booleans())
def test_any_tree_is_shown_or_refused(content: str, collapse: bool) -> None:
    with suppress(UnreadableFile):
        etree.fromstring(f"<source>{text_with_inline_xml(source(content), collapse)}</source>")


@pytest.mark.slow
@given(content=st.lists(contents, max_size=4).map("".join))
def test_plain_text_is_the_string_value(content: str) -> None:
    node = source(content)
    assert text_without_tags(node, collapses_blanks=False) == node.xpath("string()")
    assert text_without_tags(node, collapses_blanks=True) == node.xpath("normalize-space()")
