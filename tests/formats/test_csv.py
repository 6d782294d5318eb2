"""CSV files with and without a header, and XLSX files with the same columns."""

from io import BytesIO
from pathlib import Path

import pytest

from tests.formats.reading import Row, read_bilingual, read_pair, read_texts, read_units
from transtats_cli.errors import UnreadableFile

HEADER = '"context","source","target","fuzzy"\n'


@pytest.mark.parametrize(
    ("file_format", "content", "expected"),
    [
        pytest.param(
            "csv",
            HEADER + '"c","One","Jedna",""\n"","Two","",""\n',
            [Row("c", "One", "Jedna", 20), Row("", "Two", "", 0)],
            id="columns of a header",
        ),
        pytest.param(
            "csv",
            "source;target\nOne;Jedna\nTwo;Dva\n",
            [Row("", "One", "Jedna", 20), Row("", "Two", "Dva", 20)],
            id="another delimiter",
        ),
        pytest.param(
            "csv",
            '"a.c:1","One","Jedna"\n"b.c:2","Two","Dva"\n',
            [Row("", "One", "Jedna", 20), Row("", "Two", "Dva", 20)],
            id="three columns without a header",
        ),
        pytest.param(
            "csv",
            '"One","Jedna"\n"Two","Dva"\n',
            [Row("", "One", "Jedna", 20), Row("", "Two", "Dva", 20)],
            id="two columns without a header",
        ),
        pytest.param(
            "csv",
            HEADER + "".join(f'"{mark}","One","x","{mark}"\n' for mark in ("1", "x", "true", "Yes", "fuzzy", "no", "")),
            [
                Row(mark, "One", "x", 20 if mark in ("no", "") else 10)
                for mark in ("1", "x", "true", "Yes", "fuzzy", "no", "")
            ],
            id="fuzzy",
        ),
        pytest.param("csv", HEADER + '"","\'=SUM(A1)\'","\'+1\'",""\n', [Row("", "=SUM(A1)", "+1", 20)], id="formulas"),
        pytest.param(
            "csv",
            HEADER + '"","One","x",""\n"","One","y",""\n',
            [Row("", "One", "x", 20)],
            id="the first of two equal sources",
        ),
        pytest.param(
            "csv-simple",
            '"Zero","Nula"\n"One","Jedna"\n',
            [Row("", "Zero", "Nula", 20), Row("", "One", "Jedna", 20)],
            id="csv-simple has no header",
        ),
        pytest.param(
            "csv-multi",
            HEADER + '"","One","x",""\n"","One","y",""\n"","Two","",""\n',
            [Row("", "One¦One", "x¦y", 20), Row("", "Two", "", 0)],
            id="csv-multi merges repeated sources",
        ),
    ],
)
def test_strings_of_bilingual_files_are_read(
    tmp_path: Path, file_format: str, content: str, expected: list[Row]
) -> None:
    assert read_bilingual(tmp_path, file_format, content)[1] == expected


@pytest.mark.parametrize(
    ("file_format", "content", "expected"),
    [
        pytest.param("csv", '"id","context","target"\n"i","c","x"\n"j","d","y"\n', {"i": "x", "j": "y"}, id="id"),
        pytest.param("csv", '"context","target"\n"c","x"\n"d","y"\n', {"c": "x", "d": "y"}, id="context"),
        pytest.param("csv", '"a","x"\n"b","y"\n', {"a": "x", "b": "y"}, id="two columns without a header"),
        pytest.param("csv-simple", '"a","x"\n"b","y"\n', {"a": "x", "b": "y"}, id="csv-simple"),
    ],
)
def test_strings_of_monolingual_files_are_read(file_format: str, content: str, expected: dict[str, str]) -> None:
    assert read_texts(file_format, content) == expected


def test_the_first_source_is_repeated_for_each_value_of_a_translation(tmp_path: Path) -> None:
    template = '"context","target"\n"a","x"\n"a","y"\n"b","z"\n"c","w"\n'
    pair = read_pair(tmp_path, "csv-multi", template, '"context","target"\n"a","X"\n"b","Y"\n"b","Z"\n')
    assert pair.source == [Row("a", "x¦x", "x¦y", 20), Row("b", "z", "z", 20), Row("c", "w", "w", 20)]
    assert pair.translation == [Row("a", "x", "X", 20), Row("b", "z¦z", "Y¦Z", 20), Row("c", "w", "", 0)]


def test_strings_without_a_column_for_the_target_are_empty(tmp_path: Path) -> None:
    template = '"context","source"\n"a","x"\n'
    pair = read_pair(tmp_path, "csv", template, '"context","source"\n"a","X"\n')
    assert pair == ([Row("a", "", "", 0)], [Row("a", "", "", 0)])


def test_a_file_has_the_encoding_utf_8_or_that_of_the_settings() -> None:
    content = HEADER + '"","One","žluť",""\n'
    for encoding in ("utf-8", "utf-8-sig"):
        (unit,) = read_units("csv", content.encode(encoding), is_monolingual=False)
        assert unit.target == "žluť"
    (unit,) = read_units("csv", content.encode("cp1250"), is_monolingual=False, encoding="cp1250")
    assert unit.target == "žluť"


def test_xlsx_files_have_the_same_columns(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book, buffer = openpyxl.Workbook(), BytesIO()
    for row in (("source", "target", "fuzzy"), ("One", "Jedna", None), ("Two", None, None), ("Three", "Tři", "1")):
        book.active.append(row)
    book.save(buffer)
    assert read_bilingual(tmp_path, "xlsx", buffer.getvalue())[1] == [
        Row("", "One", "Jedna", 20),
        Row("", "Two", "", 0),
        Row("", "Three", "Tři", 10),
    ]


def test_a_formula_in_an_xlsx_file_is_a_text(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book, buffer = openpyxl.Workbook(), BytesIO()
    for row in (("source", "target"), ("=A1", "x")):
        book.active.append(row)
    book.save(buffer)
    assert read_bilingual(tmp_path, "xlsx", buffer.getvalue())[1] == [Row("", "=A1", "x", 20)]


def test_a_translation_with_keys_may_be_fuzzy(tmp_path: Path) -> None:
    pair = read_pair(tmp_path, "csv", "context,target\na,x\nb,y\n", "context,target,fuzzy\na,X,1\nb,Y,\n")
    assert [row.state for row in pair.translation] == [10, 20]


@pytest.mark.parametrize(
    ("file_format", "content"),
    [
        pytest.param("csv", "", id="csv, a file of zero bytes"),
        pytest.param("csv-simple", "", id="csv-simple, a file of zero bytes"),
        pytest.param("csv-multi", "", id="csv-multi, a file of zero bytes"),
        pytest.param("xlsx", "", id="xlsx, a file of zero bytes"),
        pytest.param("xlsx", "source,target\n", id="xlsx, no archive"),
    ],
)
def test_malformed_files_are_refused(file_format: str, content: str) -> None:
    if file_format == "xlsx":
        pytest.importorskip("openpyxl")
    with pytest.raises(UnreadableFile):
        read_units(file_format, content)
