"""Files of random units, ordinary, odd and damaged: both readers of XLIFF agree, and units are counted by state."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.xliff.test_readers_agree import assert_readers_agree, read_xliff_1
from transtats_cli.errors import UnreadableFile
from transtats_cli.formats import ReadOptions
from transtats_cli.formats.xliff import document
from transtats_cli.scanning.reading import strings
from transtats_cli.scanning.reading.strings import count_units
from transtats_cli.statistics import Counts, Statistics

RICH, PLAIN = ReadOptions(), ReadOptions(removes_inline_tags=True)
NAMESPACE = "urn:oasis:names:tc:xliff:document:1.2"

more_examples = settings(max_examples=2 * settings().max_examples)


def count_file(text: str, options: ReadOptions = RICH, review: bool = True) -> Statistics:
    units = strings.drop_repeated_units(read_xliff_1(text.encode(), options).units, strings.identify_by_text)
    return count_units(strings.make_units_effective(units, has_review=review))


def write_document(units: str, root: str = f'version="1.2" xmlns="{NAMESPACE}"', file: str = 'original="a.c"') -> str:
    prolog = '<?xml version="1.0" encoding="UTF-8"?>'
    return f"{prolog}\n<xliff {root}>\n<file {file}><body>{units}</body></file>\n</xliff>\n"


def write_document_of_unit(content: str) -> str:
    return write_document(f'<trans-unit id="1">{content}</trans-unit>')


PLAIN_TEXTS = st.lists(
    st.sampled_from(
        ["a", "Two words", " ", "\n ", "é\u00a0", "漢", "&amp;", "&lt;b>", "&quot;", "&apos;", "&#65;", "'", '"']
    )
    | st.sampled_from(["&#x26;", "&#13;", "&#10;", "\u2003", "&#xA0;", "x > y", "&gt;", "\U0001f600", "-->", "%s"]),
    max_size=4,
).map("".join)
INLINE = st.sampled_from(
    [
        '<x id="1"/>',
        '<x id="1" equiv-text="{{ a }}" ctype="x-a"/>',
        '<x id="1" equiv-text="&lt;a&gt; &quot;&apos;"/>',
        '<x id="1" ctype="c" rid="2" xid="3"/>',
        '<bx id="1" xid="2" rid="3"/>',
        '<g id="1">in <x id="2"/></g>',
        '<g id="1" ctype="bold">b</g>',
        '<ph id="1">%s &amp; &quot;</ph>',
        '<ph ctype="b" id="1" xid="3"/>',
        "<mrk>m</mrk>",
        '<bpt id="1">&lt;b></bpt>',
    ]
)
ODD_INLINE = st.sampled_from(
    [
        "<x/>",
        '<x ctype="a" id="1"/>',
        '<x id="1" />',
        "<x id='1'/>",
        '<x id="1">dropped</x>',
        '<x id="1" equiv-text="a>b"/>',
        '<x id="1" equiv-text="a&#10;b"/>',
        '<x id="1"\n ctype="a"/>',
        '<x id="1" xml:lang="en"/>',
        '<x xmlns="urn:other" id="1"/>',
        '<g id="1"></g>',
        "<g>no id</g>",
        '<g id="1"><g id="2">deep</g></g>',
        '<g id="1"><ph id="2">%s</ph></g>',
        '<ph id="1"></ph>',
        '<ph id="1">q<sub>w</sub>e</ph>',
        "<source>within</source>",
        "<target>within</target>",
        "<!-- comment -->",
        "<![CDATA[<b>]]>",
        "<?instruction?>",
        "&unknown;",
        "&#1;",
        "&#xffffffff;",
        "]]>",
        "<x id='a' equiv-text=' xid=' rid='\"'/>",
    ]
)
ATTRIBUTES = st.sampled_from(
    ["", "", "", ' approved="yes"', ' approved="no"', ' translate="no"', " translate='NO'", ' xml:space="preserve"']
)
ODD_ATTRIBUTES = st.sampled_from(
    [
        ' xml:space="default"',
        " xml:space='preserve'",
        ' xml:space = "preserve"',
        ' weblate-flags="read-only"',
        ' maxwidth="3"',
        ' a="x > y"',
        ' a="/"',
        ' b=">" c="<"',
        ' resname="a&amp;b"',
        ' resname="a\tb"',
        ' resname=""',
        ' xsi:type="a"',
        ' foo:bar="a"',
        ' xml:id="a"',
        "\n  approved = 'yes'\n",
        " approved='y&#101;s'",
        " approved",
    ]
)
STATES = st.sampled_from(
    ["", "", ' state="new"', ' state="translated"', " state='needs-l10n'", ' state="needs-translation" ']
)
BETWEEN = st.sampled_from(
    ["", "\n    ", "<note>n</note>", '\n<note from="a>b">n</note> ', "<note/>", "<!-- c -->", "text"]
)
AFTER = st.sampled_from(
    [
        "",
        "\n",
        "<note>n</note>",
        '<context-group purpose="location"><context context-type="sourcefile">a.c</context></context-group>',
        "<alt-trans><source>a</source><target>b</target></alt-trans>",
        "<target>second</target>",
        "<!-- </trans-unit> -->",
        '<trans-unit id="nested"><source>n</source></trans-unit>',
        "<foo:bar/>",
    ]
)


@st.composite
def units(draw: st.DrawFn, texts: st.SearchStrategy[str], attributes: st.SearchStrategy[str], odd: bool) -> str:
    number = draw(st.integers(0, 3))
    identity = draw(
        st.sampled_from([f' id="{number}"', f' id="{number}"', f" id='{number}'", "", f' resname="r{number}"'])
    )
    source = draw(texts)
    between, after = (draw(BETWEEN), draw(AFTER)) if odd else ("\n", "")
    targets = st.sampled_from(["", "<target/>", '<target state="new"/>', "<target></target>"]) | st.builds(
        "<target{}>{}</target>".format, STATES, texts
    )
    sources = st.just(f"<source>{source}</source>")
    if odd:
        sources |= st.sampled_from(["<source/>", "", f'<source xml:lang="a>b">{source}</source>'])
    return (
        f"<trans-unit{identity}{draw(attributes)}>{draw(st.sampled_from(['', between]))}{draw(sources)}{between}"
        f"{draw(targets)}{after}</trans-unit>"
    )


ORDINARY = units(st.lists(PLAIN_TEXTS | INLINE, max_size=3).map("".join), ATTRIBUTES, odd=False)
NOTES = st.lists(
    st.sampled_from(["<note/>", "\n<note />", "<note>n</note>", '<note from="developer">a &amp;\n b</note> ', "\n"])
    | st.sampled_from(['<note\nfrom="a"/>', '<note priority="1" from="a&lt;">a</note>', "<note>&#65;></note>"]),
    max_size=3,
).map("".join)
WITH_NOTES = st.builds(
    "<trans-unit id='{}'\n{}>{}<source>{}</source>{}<target{}>{}</target>{}</trans-unit>".format,
    st.integers(0, 3),
    ATTRIBUTES,
    NOTES,
    PLAIN_TEXTS,
    NOTES,
    STATES,
    PLAIN_TEXTS,
    NOTES,
)
GAPS_OF_BLANKS = st.sampled_from(["\n", "  ", "\n<group id='g'>\n</group>\n"])
ODD = units(st.lists(PLAIN_TEXTS | INLINE | ODD_INLINE, max_size=3).map("".join), ATTRIBUTES | ODD_ATTRIBUTES, odd=True)
GAPS = st.sampled_from(
    [
        "\n  ",
        "",
        '<group id="g">',
        "</group>",
        "<!-- Section -->",
        "<!-- <trans-unit id='c'><source>c</source></trans-unit> -->",
        '</body></file><file original="b.c" date="2026-01-31T12:00:00+01:00"><body>',
        '</body></file><file a="x>y" date="2026-02-30"><body>',
        '<bin-unit a="/>"><bin-source><external-file href="a"/></bin-source></bin-unit>',
        "<group a='>'/>",
        "words",
    ]
)
ROOTS = st.sampled_from(
    [
        f'version="1.2" xmlns="{NAMESPACE}"',
        f'xmlns="{NAMESPACE}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="1.2" xsi:type="a"',
        'version="1.1"',
        f'version="2.0" xmlns="{NAMESPACE}"',
        'xmlns="urn:other" version="1.2"',
        f'version="1.2" xmlns="{NAMESPACE}" xmlns:foo="urn:oasis:names:tc:xliff:document:1.1"',
        f'version="1.2" xmlns="{NAMESPACE}" xml:space="default"',
        f'version="1.2" xmlns="{NAMESPACE}" xmlns:foo="urn:foo"',
    ]
)


@st.composite
def odd_documents(draw: st.DrawFn) -> str:
    found = draw(st.lists(GAPS | ODD | ORDINARY, max_size=6))
    return write_document(
        "".join(found), draw(ROOTS), draw(st.sampled_from(["", 'original="a.c"', "original='a&amp;b'"]))
    )


def damage(content: bytearray, data: st.DataObject) -> None:
    draw = data.draw
    start = draw(st.integers(0, len(content)))
    kind = draw(st.sampled_from(["replace", "insert", "delete", "repeat", "cut"]))
    if kind == "replace" and start < len(content):
        content[start] = draw(st.sampled_from(b"\"'<>/&=!- \r\0\x0c\xff") | st.integers(0, 255))
    elif kind == "insert":
        inserted = [
            b"<",
            b">",
            b'"',
            b"'",
            b"/",
            b"&",
            b"<b>",
            b"</b>",
            b"<source>",
            b"</file>",
            b"\xef\xbf\xbf",
            b"\0",
        ]
        content[start:start] = draw(st.sampled_from(inserted))
    elif kind == "delete":
        del content[start : start + draw(st.integers(1, 30))]
    elif kind == "repeat":
        content[start:start] = content[start : start + draw(st.integers(1, 30))]
    else:
        del content[start:]


@pytest.mark.slow
@more_examples
@given(odd_documents(), st.sampled_from([RICH, PLAIN, ReadOptions(xliff_whitespace="standard")]))
def test_readers_agree_on_odd_files(text: str, options: ReadOptions) -> None:
    assert_readers_agree(text.encode(), options)


@pytest.mark.slow
@more_examples
@given(
    st.lists(ORDINARY | WITH_NOTES | GAPS_OF_BLANKS, max_size=5),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from([RICH, PLAIN]),
)
def test_readers_agree_on_ordinary_files(found: list[str], line_end: str, options: ReadOptions) -> None:
    assert_readers_agree(write_document("".join(found)).replace("\n", line_end).encode(), options)


@pytest.mark.slow
@more_examples
@given(odd_documents(), st.sampled_from([RICH, PLAIN]), st.data())
def test_readers_agree_on_damaged_files(text: str, options: ReadOptions, data: st.DataObject) -> None:
    content = bytearray(text.encode())
    for _ in range(data.draw(st.integers(1, 3))):
        damage(content, data)
    assert_readers_agree(bytes(content), options)


@st.composite
def nested_elements(draw: st.DrawFn, depth: int = 3) -> str:
    """Draw nested elements of a text, which may include notes."""
    names = st.sampled_from(["g", "ph", "note", "mrk", "sub", "alt-trans", "context-group", "x"])
    pieces = draw(st.lists(st.sampled_from(["a", " ", "b"]) | names.map(lambda name: f"<{name}"), max_size=4))
    inside = [
        f'{piece} id="1">{draw(nested_elements(depth - 1)) if depth else ""}</{piece[1:]}>'
        if piece[0] == "<"
        else piece
        for piece in pieces
    ]
    return "".join(inside)


@pytest.mark.slow
@more_examples
@given(
    nested_elements(), nested_elements(), st.sampled_from(["", "<note>outside</note>"]), st.sampled_from([RICH, PLAIN])
)
def test_readers_agree_on_notes_inside_texts(source: str, target: str, note: str, options: ReadOptions) -> None:
    content = write_document_of_unit(f"<source>s{source}</source><target>{target}</target>{note}")
    assert_readers_agree(content.encode(), options)


@pytest.mark.parametrize(
    ("inner", "expected"),
    [
        pytest.param("<source>a<note>one</note></source>", "# one", id="source"),
        pytest.param("<source>a</source><target><note>one</note></target>", "# one", id="target"),
        pytest.param("<source>a<g id='1'><note>one</note></g></source>", "# one", id="inside an inline element"),
        pytest.param("<source>a<note>one</note></source><note>two</note>", "# one\n# two", id="a second note outside"),
    ],
)
def test_every_note_below_a_unit_is_a_comment(inner: str, expected: str) -> None:
    assert [unit.comments for unit in read_xliff_1(write_document_of_unit(inner).encode(), RICH).units] == [expected]


@pytest.mark.parametrize("tags", [pytest.param("<y/>", id="elements"), pytest.param("<y a=''/>", id="attributes")])
def test_a_file_of_very_many_tags_is_refused(tags: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document, "MAX_TAGS", 1000)
    with pytest.raises(UnreadableFile, match="million tags or attributes; split it into several files"):
        read_xliff_1(write_document(tags * 1001).encode(), RICH)


ONE = Counts(1, 1, 1)


@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        pytest.param(
            "<source>a b</source><target>x</target>", Statistics(Counts(1, 2, 3), Counts(1, 2, 3)), id="translated"
        ),
        pytest.param("<source>a</source><target/>", Statistics(ONE), id="empty"),
        pytest.param("<source>a</source>", Statistics(ONE), id="no target"),
        pytest.param("<source>a</source><note>n</note>", Statistics(ONE), id="a note and no target"),
        pytest.param('<source>a</source><target state="new">x</target>', Statistics(ONE, fuzzy=ONE), id="fuzzy"),
        pytest.param('<source>a</source><target state="new"/>', Statistics(ONE), id="fuzzy and empty"),
        pytest.param("<source/><target>x</target>", Statistics(), id="no source"),
        pytest.param("<source> </source>", Statistics(Counts(1, 0, 1)), id="a blank is a source"),
        pytest.param("<source>&amp;&quot;&#65;&#38;</source>", Statistics(Counts(1, 1, 12)), id="references"),
        pytest.param('<source>a <x id="1" xid="2"/></source>', Statistics(Counts(1, 4, 21)), id="an inline element"),
        pytest.param("<source>é\u00a0漢</source>", Statistics(Counts(1, 2, 3)), id="characters"),
    ],
)
def test_a_unit_is_counted(unit: str, expected: Statistics) -> None:
    assert count_file(write_document_of_unit(unit)) == expected


@pytest.mark.parametrize(
    ("attributes", "review", "expected"),
    [
        pytest.param('approved="yes"', True, Statistics(ONE, ONE, approved=ONE), id="approved"),
        pytest.param('approved="yes"', False, Statistics(ONE, ONE), id="approved without reviews"),
        pytest.param('translate="No"', True, Statistics(ONE, ONE, readonly=ONE), id="read-only"),
    ],
)
def test_attributes_of_a_unit_make_it_approved_or_read_only(
    attributes: str, review: bool, expected: Statistics
) -> None:
    content = write_document(f"<trans-unit {attributes}><source>a</source><target>x</target></trans-unit>")
    assert count_file(content, review=review) == expected


def test_tags_are_not_counted_if_they_are_removed() -> None:
    content = write_document(
        '<trans-unit id="1"><source>a<x id="1"/>&amp;</source><target><x id="1"/></target></trans-unit>'
        '<trans-unit id="2"><source><x id="1"/></source></trans-unit>'
    )
    assert count_file(content, PLAIN) == Statistics(Counts(1, 1, 2))


def test_a_repeated_unit_of_a_file_is_not_counted_again() -> None:
    unit = '<trans-unit id="1"><source>a</source></trans-unit>'
    named = '<trans-unit id="1" resname="r"><source>a</source></trans-unit>'
    again = f'</body></file><file original="b.c" date="2026-01-31"><body>{unit}{named}'
    content = write_document(unit + unit + named + again)
    assert count_file(content) == Statistics(Counts(3, 3, 3))
