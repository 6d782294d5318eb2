"""Properties files: Java, GWT, mi18n, Joomla and XWiki."""

from pathlib import Path

import pytest

from tests.formats.reading import READERS, Row, read_pair, read_paired_units, read_texts, read_units
from transtats_cli.errors import UnreadableFile
from transtats_cli.formats import ReadOptions
from transtats_cli.formats.table import FILE_FORMATS

SEPARATORS = "a = 1\nb: 2\nc 3\n"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param("a=1\n", {"a": "1"}, id="plain"),
        pytest.param(SEPARATORS, {"a": "1", "b": "2", "c": "3"}, id="separators"),
        pytest.param(
            r"c\:d=1" + "\n" + r"escaped\ key=2" + "\n", {r"c\:d": "1", r"escaped\ key": "2"}, id="escaped key"
        ),
        pytest.param(r"a=x\ny\tz\u00e9" + "\n", {"a": "x\ny\tzé"}, id="escapes in a value"),
        pytest.param("a=one \\\n    two\n", {"a": "one two"}, id="a continuation line"),
        pytest.param("a=   x  \n", {"a": "x  "}, id="blanks before and after a value"),
        pytest.param("a=\nb\n", {"a": "", "b": ""}, id="a key without a value, and without a separator"),
        pytest.param("# x=1\n! y=2\na=1\n", {"a": "1"}, id="properties in comments"),
        pytest.param("", {}, id="a file of zero bytes"),
    ],
)
def test_keys_and_texts_are_read(content: str, expected: dict[str, str]) -> None:
    assert read_texts("properties", content) == expected


@READERS
@pytest.mark.parametrize(
    ("key", "expected"),
    [
        pytest.param(r"Two\nlines", (r"Two\nlines", "Two\nlines"), id="line feed"),
        pytest.param(r"Two\ words", (r"Two\ words", "Two words"), id="blank"),
        pytest.param(r"a\:b\=c", (r"a\:b\=c", "a:b=c"), id="separators"),
        pytest.param(r"a\tb\\n\'\"", (r"a\tb\\n\'\"", "a\tb\\n'\""), id="tab, backslash and quotes"),
        pytest.param(r"\U2022\u00e9", (r"\U2022\u00e9", "•é"), id="numbers of characters"),
        pytest.param("plain", ("plain", "plain"), id="no escape"),
    ],
)
def test_the_source_of_a_bilingual_string_is_its_decoded_key(
    key: str, expected: tuple[str, str], uses_reference_readers: bool
) -> None:
    (unit,) = read_units(
        "properties", f"{key}=x\n", is_monolingual=False, uses_reference_readers=uses_reference_readers
    )
    assert (unit.context, unit.source) == expected


@pytest.mark.parametrize(
    ("encoding", "content", "expected"),
    [
        pytest.param("", "a=é\n".encode("latin-1"), "é", id="Latin-1 by default"),
        pytest.param("", "a=é\n".encode(), "Ã©", id="UTF-8 that is declared as Latin-1"),
        pytest.param("iso-8859-1", "a=é\n".encode("latin-1"), "é", id="Latin-1"),
        pytest.param("utf-8", "a=é\n".encode(), "é", id="UTF-8"),
        pytest.param("utf-16", "a=é\n".encode("utf-16-le"), "é", id="UTF-16"),
        pytest.param("utf-8", "a=é\n".encode("utf-16"), "é", id="UTF-16 with a byte order mark"),
        pytest.param("utf-16", "a=é\n".encode(), "é", id="no NUL byte, and so no UTF-16"),
    ],
)
def test_a_file_has_the_encoding_of_the_settings_unless_it_proves_another_one(
    encoding: str, content: bytes, expected: str
) -> None:
    assert read_texts("properties", content, encoding=encoding) == {"a": expected}


@pytest.mark.parametrize(
    ("file_format", "content", "expected"),
    [
        pytest.param(
            "joomla",
            'A="x"\nB="\\"y\\""\nC=""_QQ_"z"_QQ_""\nD_1="w"\n; note\n',
            {"A": "x", "B": '"y"', "C": '"z"', "D_1": "w"},
            id="joomla",
        ),
        pytest.param("joomla", 'A=""\n', {"A": '""'}, id="joomla, an empty value is two quotes"),
        pytest.param("mi18n-lang", "a = é\n", {"a": "é"}, id="mi18n-lang"),
        pytest.param(
            "xwiki-java-properties",
            "a=1\n### Missing: b=2\nc=\n",
            {"a": "1", "b": "2", "c": ""},
            id="xwiki-java-properties, a missing value counts",
        ),
        pytest.param(
            "xwiki-java-properties",
            r"a=x\\\\ny" + "\n",
            {"a": r"x\ny"},
            id="xwiki-java-properties, escapes are decoded twice",
        ),
        pytest.param(
            "gwt", "a=x\na[one]=y\n", {"a": "y¦x"}, id="gwt, the key without a category is the form for other"
        ),
        pytest.param("gwt", "a=x\na[one]=y\na[none]=z\n", {"a": "y¦x"}, id="gwt, English has no category none"),
    ],
)
def test_keys_and_texts_of_dialects_are_read(file_format: str, content: str, expected: dict[str, str]) -> None:
    assert read_texts(file_format, content) == expected


def test_plural_forms_of_gwt_are_read(tmp_path: Path) -> None:
    template = "n=things\nn[one]=thing\n"
    pair = read_pair(tmp_path, "gwt", template, "n=věcí\nn[one]=věc\nn[few]=věci\n")
    assert pair.translation == [Row("n", "thing¦things", "věc¦věci¦věcí", 20)]


@pytest.mark.parametrize(
    ("language", "translation", "expected"),
    [
        pytest.param("ru", "n=a\nn[one]=b\nn[few]=c\n", Row("n", "thing¦things", "b¦c¦", 20), id="ru has no other"),
        pytest.param("ru", "n=a\nn[one]=b\nn[many]=c\n", Row("n", "thing¦things", "b¦¦c", 20), id="ru has many"),
        pytest.param("de", "n=\nn[one]=b\n", Row("n", "thing¦things", "b¦", 0), id="an empty form for other"),
    ],
)
def test_the_form_for_other_of_gwt_is_dropped_if_the_language_has_none(
    tmp_path: Path, language: str, translation: str, expected: Row
) -> None:
    pair = read_pair(tmp_path, "gwt", "n=things\nn[one]=thing\n", translation, language=language)
    assert pair.translation == [expected]


def test_a_plural_form_of_gwt_without_its_key_leaves_the_translation_empty(tmp_path: Path) -> None:
    pair = read_pair(tmp_path, "gwt", "a=x\nn=things\nn[one]=thing\n", "a=X\nn[one]=věc\nn[few]=věci\n")
    assert pair.translation == [Row("a", "x", "", 0), Row("n", "thing¦things", "¦¦", 0)]


@pytest.mark.parametrize(
    ("file_format", "flags"),
    [
        ("properties", "auto-java-messageformat"),
        ("gwt", "auto-java-messageformat"),
        ("mi18n-lang", "es-format"),
        ("joomla", ""),
        ("xwiki-java-properties", ""),
    ],
)
def test_strings_have_the_flag_of_their_dialect(tmp_path: Path, file_format: str, flags: str) -> None:
    (source,), (found,) = read_paired_units(tmp_path, file_format, "a=x\n", "a=y\n")
    assert (str(source.flags), str(found.flags)) == (flags, flags)


def test_a_value_without_a_key_is_read_only(tmp_path: Path) -> None:
    pair = read_pair(tmp_path, "properties", "a=x\n=y\n", "a=X\n=Y\n")
    assert [row.state for row in (*pair.source, *pair.translation)] == [20, 100, 20, 100]


@pytest.mark.parametrize(
    ("content", "note"),
    [
        pytest.param("# Button\na=1\n", "Button", id="hash"),
        pytest.param("! Button\na=1\n", "Button", id="exclamation mark"),
        pytest.param("# One\n# Two\na=1\n", "One\nTwo", id="two lines"),
        pytest.param("# License\n\na=1\n", "", id="a blank line below"),
    ],
)
def test_comments_directly_above_are_the_note(content: str, note: str) -> None:
    (unit,) = read_units("properties", content)
    assert unit.note == note


def test_a_repeated_key_has_the_first_source_and_the_last_target(tmp_path: Path) -> None:
    pair = read_pair(tmp_path, "properties", "a=x\na=y\n", "a=1\na=2\n")
    assert pair == ([Row("a", "x", "y", 20)], [Row("a", "x", "2", 20)])


@pytest.mark.parametrize("file_format", ["properties", "gwt", "joomla", "mi18n-lang"])
def test_a_first_line_without_a_separator_causes_a_warning(file_format: str) -> None:
    read = FILE_FORMATS[file_format].create_reader(ReadOptions(is_monolingual=True, language_code="en"))
    (warning,) = read(b"text\na=x\n").warnings
    assert warning.reason.startswith("the first line has no separator")
    assert read_texts(file_format, "text\na=x\n") == {"text": "", "a": "x"}
    assert read(b"a=x\ntext\n").warnings == ()


PAGE = """<?xml version="1.0" encoding="UTF-8"?>
<xwikidoc version="1.1"><web>Main</web><name>Page</name><language>en</language>
<title>Title</title><content>a=1
b=2
</content></xwikidoc>
"""


@pytest.mark.parametrize(
    ("file_format", "expected"),
    [
        pytest.param("xwiki-page-properties", {"a": "1", "b": "2"}, id="the properties in the content of a page"),
        pytest.param("xwiki-fullpage", {"title": "Title", "content": "a=1\nb=2\n"}, id="title and content of a page"),
    ],
)
def test_strings_of_xwiki_pages_are_read(file_format: str, expected: dict[str, str]) -> None:
    assert read_texts(file_format, PAGE) == expected


@pytest.mark.parametrize(
    ("file_format", "content"),
    [
        pytest.param("joomla", b"A=\xff\n", id="joomla, no UTF-8"),
        pytest.param("xwiki-page-properties", "<xwikidoc>", id="XML without an end"),
    ],
)
def test_malformed_files_are_refused(file_format: str, content: str | bytes) -> None:
    with pytest.raises(UnreadableFile):
        read_units(file_format, content)
