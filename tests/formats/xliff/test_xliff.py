"""Units of XLIFF files: their elements, contexts, states, flags and comments."""

import re
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.errors import UnreadableFile
from transtats_cli.formats import ReadOptions
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.model import Catalog, State, Unit

SAMPLES = Path(__file__).parents[2] / "data" / "xliff"
DEFAULTS = ReadOptions()
NAMESPACE = "urn:oasis:names:tc:xliff:document:1.2"


def write_document(body: str, file: str = 'original="a.txt"') -> bytes:
    return f'<xliff version="1.2" xmlns="{NAMESPACE}"><file {file}><body>{body}</body></file></xliff>'.encode()


def write_document_2(body: str) -> bytes:
    opening = '<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0">'
    return f'{opening}<file id="f">{body}</file></xliff>'.encode()


def read_xliff_1(content: bytes, options: ReadOptions) -> Catalog:
    return FILE_FORMATS["xliff"].create_reader(options)(content)


def read_xliff_2(content: bytes, options: ReadOptions) -> Catalog:
    return FILE_FORMATS["xliff2"].create_reader(options)(content)


def read_only_unit(content: bytes, options: ReadOptions = DEFAULTS) -> Unit:
    (unit,) = read_xliff_1(content, options).units
    return unit


def name_kind(unit: Unit) -> str:
    return "read-only" if unit.read_only else unit.state.name.lower().replace("_", "-")


@pytest.mark.parametrize(
    "sample", [pytest.param(path, id=f"{path.parent.name}/{path.name}") for path in sorted(SAMPLES.glob("*/*"))]
)
def test_a_sample_has_the_counts_in_its_first_line(sample: Path) -> None:
    content = sample.read_bytes()
    expected = dict(re.findall(r"([\w-]+)=(\d+)", content.decode().splitlines()[0]))
    units = FILE_FORMATS[sample.parent.name].create_reader(DEFAULTS)(content).units
    assert {name: str(sum(name_kind(unit) == name for unit in units)) for name in expected} == expected


@pytest.mark.parametrize(
    ("unit", "file", "context"),
    [
        pytest.param('<trans-unit id="7">', 'original="a.txt"', "a.txt///7", id="file and id"),
        pytest.param("<trans-unit>", 'original="a.txt"', "a.txt///", id="no id"),
        pytest.param('<trans-unit id="7">', "", "7", id="no original"),
        pytest.param('<trans-unit id="7">', 'original=""', "7", id="empty original"),
        pytest.param('<trans-unit id="7" resname="menu.open">', 'original="a.txt"', "menu.open", id="resname"),
        pytest.param('<trans-unit id="7" resname="">', 'original="a.txt"', "a.txt///7", id="empty resname"),
    ],
)
def test_the_context_of_a_unit_is_its_resname_or_its_file_and_id(unit: str, file: str, context: str) -> None:
    assert read_only_unit(write_document(f"{unit}<source>A</source></trans-unit>", file)).context == context


def test_groups_are_not_part_of_the_context() -> None:
    unit = '<group id="g" resname="group"><trans-unit id="7"><source>A</source></trans-unit></group>'
    assert read_only_unit(write_document(unit)).context == "a.txt///7"


def test_repeated_units_are_returned() -> None:
    unit = '<trans-unit id="7"><source>A</source></trans-unit>'
    assert len(read_xliff_1(write_document(unit * 3), DEFAULTS).units) == 3


@pytest.mark.parametrize(
    "unit",
    [
        pytest.param('<trans-unit id="1"/>', id="nothing in it"),
        pytest.param('<trans-unit id="1"><target>B</target></trans-unit>', id="no source"),
        pytest.param('<trans-unit id="1"><source/><source>A</source></trans-unit>', id="the first source is empty"),
        pytest.param('<trans-unit id="1"><source><!-- A --></source></trans-unit>', id="a comment alone"),
        pytest.param('<bin-unit id="1"><bin-source/></bin-unit>', id="no text"),
        pytest.param('<trans-unit xmlns="urn:other" id="1"><source>A</source></trans-unit>', id="another namespace"),
    ],
)
def test_an_element_without_a_source_text_is_not_a_unit(unit: str) -> None:
    assert read_xliff_1(write_document(unit), DEFAULTS).units == []


def test_a_source_of_a_blank_is_a_text() -> None:
    assert read_only_unit(write_document("<trans-unit><source> </source></trans-unit>")).source == " "


def test_a_target_of_only_an_inline_element_is_empty_if_inline_tags_are_removed() -> None:
    content = write_document('<trans-unit><source>A</source><target><x id="1"/></target></trans-unit>')
    assert read_only_unit(content).state is State.TRANSLATED
    assert read_only_unit(content, ReadOptions(removes_inline_tags=True)).state is State.EMPTY


def test_the_target_of_an_alternative_is_a_suggestion_and_not_the_target_of_the_unit() -> None:
    unit = read_only_unit(
        write_document(
            "<trans-unit><source>A</source><alt-trans><source>A</source><target>B</target></alt-trans></trans-unit>"
        )
    )
    assert (unit.target, unit.state, unit.has_suggestion) == ("", State.EMPTY, True)


def test_a_unit_without_an_alternative_has_no_suggestion() -> None:
    assert not read_only_unit(
        write_document("<trans-unit><source>A</source><note>A</note></trans-unit>")
    ).has_suggestion


@pytest.mark.parametrize(
    "opening",
    [
        pytest.param(f'<xliff version="1.2" xmlns="{NAMESPACE}">', id="1.2"),
        pytest.param('<xliff version="1.1" xmlns="urn:oasis:names:tc:xliff:document:1.1">', id="1.1"),
        pytest.param('<xliff version="1.0">', id="no namespace"),
        pytest.param("<xliff>", id="no version"),
        pytest.param('<xliff version="1.2" xmlns="urn:mine">', id="an unknown namespace"),
    ],
)
def test_all_versions_of_xliff_1_are_read(opening: str) -> None:
    unit = "<trans-unit><source>A</source></trans-unit>"
    assert read_only_unit(f"{opening}<file><body>{unit}</body></file></xliff>".encode()).source == "A"


def test_elements_with_a_namespace_prefix_are_read() -> None:
    content = (
        f'<l:xliff xmlns:l="{NAMESPACE}"><l:file><l:trans-unit><l:source>A</l:source></l:trans-unit></l:file></l:xliff>'
    )
    assert read_only_unit(content.encode()).source == "A"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "windows-1250"])
def test_attributes_are_read_in_any_encoding(encoding: str) -> None:
    attributes = 'id="i" resname="n" approved="yes" translate="no" maxwidth="9" size-unit="char" xml:space="default"'
    text = f'<file original="o" xml:space="default"><body><trans-unit {attributes}><source> a  b </source>'
    text = f'<xliff version="1.2">{text}<target state="new">é</target></trans-unit></body></file></xliff>'
    unit = read_only_unit(
        f'<?xml version="1.0" encoding="{encoding}"?>{text}'.encode(encoding), ReadOptions(xliff_whitespace="standard")
    )
    assert (unit.context, unit.source, unit.state, unit.read_only) == ("n", "a b", State.NEEDS_EDITING, True)
    assert str(unit.flags) == "max-length:9, xml-text"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "iso-8859-15", "windows-1250", "gb18030"])
def test_any_encoding_that_a_file_declares_is_read(encoding: str) -> None:
    declared = encoding.removesuffix("-sig")
    content = write_document("<trans-unit><source>é</source></trans-unit>").decode()
    assert read_only_unit(f'<?xml version="1.0" encoding="{declared}"?>{content}'.encode(encoding)).source == "é"


def test_flags_come_from_locations_the_format_and_attributes() -> None:
    unit = read_only_unit(
        write_document(
            '<trans-unit maxwidth="9" size-unit="char" weblate-flags="max-length:5, url"><source>A</source>'
            '<context-group purpose="location"><context context-type="sourcefile">a.rst</context></context-group>'
            "</trans-unit>"
        )
    )
    assert str(unit.flags) == "max-length:5, rst-text, url, xml-text"


def test_text_without_inline_tags_has_no_flag_xml_text() -> None:
    content = write_document('<trans-unit><source>A<x id="1"/></source></trans-unit>')
    assert str(read_only_unit(content, ReadOptions(removes_inline_tags=True)).flags) == ""


def test_attributes_of_a_group_are_not_inherited() -> None:
    unit = "<trans-unit><source>A</source><target>B</target></trans-unit>"
    found = read_only_unit(
        write_document(f'<group translate="no" approved="yes" maxwidth="1" weblate-flags="url">{unit}</group>')
    )
    assert (found.read_only, found.state, str(found.flags)) == (False, State.TRANSLATED, "xml-text")


def test_a_unit_has_a_line_number_and_comments() -> None:
    unit = read_only_unit(
        write_document(
            "\n<trans-unit>\n<source>A</source><note>A remark</note><note from='developer'>Shown\nbelow</note>"
            '<context-group purpose="location"><context context-type="sourcefile">a.c</context>'
            '<context context-type="linenumber">12</context></context-group></trans-unit>'
        )
    )
    assert unit.line == 2
    assert unit.comments == "# A remark\n#. Shown\n#. below\n#: a.c:12"


def test_a_file_with_invalid_flags_is_refused() -> None:
    content = write_document('\n<trans-unit weblate-flags="max-length:&quot;"><source>A</source></trans-unit>')
    with pytest.raises(UnreadableFile, match="flags") as found:
        read_xliff_1(content, DEFAULTS)
    assert found.value.line == 2


@pytest.mark.parametrize(
    "unit",
    [
        pytest.param("<trans-unit><source>A</source>{}</trans-unit>", id="in a unit"),
        pytest.param("<trans-unit><source>A{}</source></trans-unit>", id="in a text"),
        pytest.param("<trans-unit><source>A</source><alt-trans><note>{}</note></alt-trans></trans-unit>", id="deep"),
    ],
)
def test_a_unit_inside_a_unit_is_refused(unit: str) -> None:
    with pytest.raises(UnreadableFile, match="nested"):
        read_xliff_1(
            write_document(unit.format("<trans-unit><source>B</source></trans-unit>")),
            ReadOptions(removes_inline_tags=True),
        )


@pytest.mark.parametrize(
    ("segments", "contexts"),
    [
        pytest.param("<segment/>", ["u"], id="one"),
        pytest.param('<segment id="s"/>', ["u::s"], id="one with an id"),
        pytest.param('<segment id=""/>', ["u"], id="an empty id"),
        pytest.param("<segment/><ignorable/>", ["u"], id="an ignorable element does not count"),
        pytest.param("<segment/><segment/>", ["u::segment-1", "u::segment-2"], id="two"),
        pytest.param('<segment id="s"/><segment/>', ["u::s", "u::segment-2"], id="some with an id"),
    ],
)
def test_the_context_of_a_segment_contains_the_id_of_its_unit(segments: str, contexts: list[str]) -> None:
    body = re.sub(r"<segment(.*?)/>", r"<segment\1><source>A</source></segment>", segments)
    units = read_xliff_2(write_document_2(f'<unit id="u">{body}</unit>'), DEFAULTS).units
    assert [unit.context for unit in units] == contexts


def test_empty_segments_count_in_the_numbers_of_segments() -> None:
    body = '<unit id="u"><segment><source/></segment><segment><source>A</source></segment></unit>'
    assert [unit.context for unit in read_xliff_2(write_document_2(body), DEFAULTS).units] == ["u::segment-2"]


def test_only_the_notes_of_a_segment_are_comments() -> None:
    mine = '<notes><note category="developer">mine</note></notes>'
    body = f'<unit id="u"><notes><note>not mine</note></notes><segment>{mine}<source>A</source></segment></unit>'
    (unit,) = read_xliff_2(write_document_2(body), DEFAULTS).units
    assert unit.comments == "#. mine"


def test_a_file_with_a_unit_without_id_is_refused() -> None:
    with pytest.raises(UnreadableFile, match="<unit> without id"):
        read_xliff_2(write_document_2("<unit><segment><source>A</source></segment></unit>"), DEFAULTS)


def test_many_segments_without_ids_are_numbered() -> None:
    body = "<segment><source>A</source></segment>" * 20_000
    units = read_xliff_2(write_document_2(f'<unit id="u">{body}</unit>'), DEFAULTS).units
    assert units[-1].context == "u::segment-20000"


def test_many_deeply_nested_groups_are_read() -> None:
    unit = "<group><trans-unit><source>A</source></trans-unit></group>"
    body = "<group>" * 200 + unit * 20_000 + "</group>" * 200
    assert len(read_xliff_1(write_document(body), DEFAULTS).units) == 20_000


damages = st.lists(
    st.tuples(st.floats(0, 1, exclude_max=True), st.sampled_from(["cut", "insert", "replace"]), st.binary(max_size=8)),
    min_size=1,
    max_size=6,
)


@given(
    sample=st.sampled_from(sorted(SAMPLES.glob("*/*"))), damages=damages, plain=st.booleans(), reference=st.booleans()
)
def test_a_damaged_file_is_read_or_refused(
    sample: Path, damages: list[tuple[float, str, bytes]], plain: bool, reference: bool
) -> None:
    content = sample.read_bytes()
    for place, how, what in damages:
        start = int(place * len(content))
        end = start + {"cut": 3 * len(what), "insert": 0, "replace": len(what)}[how]
        content = content[:start] + (b"" if how == "cut" else what) + content[end:]
    with suppress(UnreadableFile):
        FILE_FORMATS[sample.parent.name].create_reader(
            ReadOptions(removes_inline_tags=plain, uses_reference_readers=reference)
        )(content)
