"""RESX files, and resource dictionaries in XAML."""

from pathlib import Path

import pytest

from tests.formats.reading import Row, read_pair, read_paired_units, read_texts, read_units
from transtats_cli.errors import UnreadableFile

XAML = 'xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"'
XAML += ' xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" xmlns:s="clr-namespace:System;assembly=mscorlib"'


def write_resx(*elements: str) -> str:
    return '<?xml version="1.0" encoding="utf-8"?>\n<root>\n' + "\n".join(elements) + "\n</root>\n"


def write_data(name: str, value: str, attributes: str = "", comment: str = "") -> str:
    note = f"<comment>{comment}</comment>" if comment else ""
    return f'<data name="{name}"{attributes}><value>{value}</value>{note}</data>'


def write_dictionary(*elements: str) -> str:
    return f"<ResourceDictionary {XAML}>\n" + "\n".join(elements) + "\n</ResourceDictionary>\n"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(
            write_resx(write_data("a", "x"), write_data("b.Text", "y")), {"a": "x", "b.Text": "y"}, id="plain"
        ),
        pytest.param(write_resx(write_data("a", "  x  ")), {"a": "  x  "}, id="white space is kept"),
        pytest.param(
            write_resx(write_data("a", ""), "<data name='b'><value/></data>"), {}, id="an empty value gives no string"
        ),
        pytest.param(
            write_resx(
                "<resheader name='h'><value>1</value></resheader>", "<metadata name='m'><value>2</value></metadata>"
            ),
            {},
            id="headers and metadata",
        ),
        pytest.param(
            write_resx(write_data("i", "..\\a.png;System.Drawing.Bitmap", ' type="System.Resources.ResXFileRef"')),
            {"i": "..\\a.png;System.Drawing.Bitmap"},
            id="a reference to a file",
        ),
        pytest.param(write_resx(write_data("&gt;&gt;x.Name", "x")), {">>x.Name": "x"}, id="a name of the designer"),
    ],
)
def test_keys_and_texts_of_resx_files_are_read(content: str, expected: dict[str, str]) -> None:
    assert read_texts("resx", content) == expected


def test_a_comment_is_only_the_note(tmp_path: Path) -> None:
    template = write_resx(write_data("a", "x", comment="[ReadOnly] Button"))
    (source,), (found,) = read_paired_units(tmp_path, "resx", template, write_resx(write_data("a", "y")))
    assert (source.note, str(source.flags), source.state, found.state) == ("[ReadOnly] Button", "", 20, 20)
    assert found.note == "[ReadOnly] Button\n"


def test_flags_are_read_from_attributes(tmp_path: Path) -> None:
    template = write_resx(
        write_data("a", "x", ' weblate-flags="read-only"'), write_data("b", "y", ' maxwidth="5" size-unit="char"')
    )
    source, found = read_paired_units(tmp_path, "resx", template, write_resx(write_data("a", "X")))
    assert [unit.state for unit in (*source, *found)] == [100, 20, 100, 0]
    assert str(found[1].flags) == "max-length:5"


def test_a_repeated_name_has_the_first_source_and_the_last_target(tmp_path: Path) -> None:
    pair = read_pair(
        tmp_path,
        "resx",
        write_resx(write_data("a", "x"), write_data("a", "y")),
        write_resx(write_data("a", "1"), write_data("a", "2")),
    )
    assert pair == ([Row("a", "x", "y", 20)], [Row("a", "x", "2", 20)])


def test_keys_texts_and_flag_of_a_resource_dictionary_are_read(tmp_path: Path) -> None:
    content = write_dictionary('<s:String x:Key="a">X</s:String>', '<s:String x:Key="b"></s:String>')
    assert read_texts("resourcedictionary", content) == {"a": "X", "b": ""}
    (source, _), _ = read_paired_units(tmp_path, "resourcedictionary", content, content)
    assert str(source.flags) == "c-sharp-format"


@pytest.mark.parametrize("file_format", ["resx", "resourcedictionary"])
@pytest.mark.parametrize(
    ("content", "line"),
    [
        pytest.param("", 1, id="a file of zero bytes"),
        pytest.param("<root>\n<data>\n</root>", 3, id="an element without an end"),
    ],
)
def test_malformed_files_are_refused_with_a_line_number(file_format: str, content: str, line: int) -> None:
    with pytest.raises(UnreadableFile) as refused:
        read_units(file_format, content)
    assert refused.value.line == line
