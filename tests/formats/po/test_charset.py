"""Charsets of PO files, and files whose charset is unknown."""

from collections.abc import Sequence

import pytest

from transtats_cli.errors import UnreadableFile
from transtats_cli.formats import ReadOptions
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.model import Catalog, Unit


def read_po(content: bytes, options: ReadOptions) -> Catalog:
    return FILE_FORMATS["po"].create_reader(options)(content)


ENTRY = 'msgid "World"\nmsgstr "{}"\n'


def encode_file(text: str, charset: str, declared: str | None = None) -> bytes:
    header = f'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset={declared or charset}\\n"\n\n'
    return (header + ENTRY.format(text)).encode(charset)


def read(content: bytes) -> Sequence[Unit]:
    return read_po(content, ReadOptions()).units


def catch_error(content: bytes) -> UnreadableFile:
    with pytest.raises(UnreadableFile) as raised:
        read(content)
    return raised.value


@pytest.mark.parametrize(
    ("charset", "text"),
    [
        pytest.param("ISO-8859-1", "été", id="Latin-1"),
        pytest.param("iso-8859-2", "świat", id="Latin-2"),
        pytest.param("koi8-r", "мир", id="KOI8-R"),
        pytest.param("windows-1251", "мир", id="Windows"),
        pytest.param("EUC-JP", "世界", id="EUC-JP"),
        pytest.param("Shift_JIS", "表世界", id="Shift_JIS with a backslash in a character"),
        pytest.param("big5", "功許蓋世", id="Big5 with backslashes in characters"),
        pytest.param("gb18030", "世界", id="GB18030"),
        pytest.param("ISO-2022-JP", "世界", id="ISO-2022-JP with quotes in characters"),
    ],
)
def test_a_legacy_file_is_read_in_the_charset_it_declares(charset: str, text: str) -> None:
    assert [unit.target for unit in read(encode_file(text, charset))] == [text]


@pytest.mark.parametrize(
    "declared",
    [
        pytest.param("ISO-8859-1", id="another charset"),
        pytest.param("CHARSET", id="placeholder"),
        pytest.param("no-such-charset", id="an unknown charset"),
        pytest.param("", id="none"),
    ],
)
def test_a_file_that_is_valid_utf_8_is_read_as_utf_8_for_any_declared_charset(declared: str) -> None:
    assert [unit.target for unit in read(encode_file("мир 世界", "utf-8", declared))] == ["мир 世界"]


@pytest.mark.parametrize(
    ("declared", "charset", "text"),
    [
        pytest.param("GB2312", "gbk", "镕", id="GBK"),
        pytest.param("GB2312", "gb18030", "㐀", id="GB18030"),
        pytest.param("GBK", "gb18030", "㐀", id="GB18030 for GBK"),
        pytest.param("Big5", "cp950", "碁€", id="characters that Windows added to Big5"),
        pytest.param("Big5", "big5hkscs", "嘅咗", id="characters that Hong Kong added to Big5"),
        pytest.param("Shift_JIS", "cp932", "①髙", id="characters that Windows added to Shift_JIS"),
        pytest.param("EUC-KR", "cp949", "똠방각하", id="characters that Windows added to EUC-KR"),
        pytest.param("EUC-JP", "euc_jis_2004", "①俱", id="JIS X 0213"),
        pytest.param("ISO-2022-JP", "iso2022_jp_ext", "ｱ世界", id="half-width letters"),
    ],
)
def test_a_declared_charset_includes_the_characters_of_its_extensions(declared: str, charset: str, text: str) -> None:
    with pytest.raises(UnicodeDecodeError):
        text.encode(charset).decode(declared)
    assert [unit.target for unit in read(encode_file(text, charset, declared))] == [text]


@pytest.mark.parametrize(
    ("declared", "charset", "text"),
    [
        pytest.param("microsoft-cp1251", "cp1251", "мир", id="Microsoft"),
        pytest.param("windows1251", "cp1251", "мир", id="Windows without a hyphen"),
        pytest.param("cp-1251", "cp1251", "мир", id="code page with a hyphen"),
        pytest.param("iso-8859-8-i", "iso8859-8", "שלום", id="Hebrew in logical order"),
        pytest.param("8859-15", "iso8859-15", "10 €", id="without ISO"),
        pytest.param("Latin-2", "iso8859-2", "świat", id="Latin with a hyphen"),
        pytest.param("x-sjis", "shift_jis", "世界", id="experimental"),
        pytest.param("KOI8R", "koi8-r", "мир", id="KOI8 without a hyphen"),
    ],
)
def test_common_names_of_charsets_in_headers_are_accepted(declared: str, charset: str, text: str) -> None:
    assert [unit.target for unit in read(encode_file(text, charset, declared))] == [text]


CONTENT_TYPE = '"Content-Type: text/plain; charset=iso-8859-1\\n"\n'


@pytest.mark.parametrize(
    "header",
    [
        pytest.param('msgid ""\n""\nmsgstr ""\n' + CONTENT_TYPE, id="empty string below msgid"),
        pytest.param('msgid ""\n\nmsgstr ""\n' + CONTENT_TYPE, id="blank line below msgid"),
        pytest.param('msgid ""\nmsgstr ""\n\n"Language: fr\\n"\n\n' + CONTENT_TYPE, id="blank lines inside"),
        pytest.param(
            'msgid ""\nmsgstr "Content-Type: text/plain; charset="\n"ISO-8859-1\\n"\n', id="split over two lines"
        ),
        pytest.param('msgid ""\nmsgstr "Content-Ty"\n"pe: text/plain; char"\n"set=latin1\\n"\n', id="split anywhere"),
        pytest.param('msgid ""\nmsgstr ""\n"X-Foo: charset=UTF-8\\n"\n' + CONTENT_TYPE, id="another field before"),
        pytest.param('msgid ""\nmsgstr ""\n' + CONTENT_TYPE + '"X-Foo: charset=UTF-8\\n"\n', id="another field after"),
        pytest.param('msgid ""\nmsgstr "content-type: Text/Plain; CHARSET=ISO-8859-1\\n"\n', id="other cases"),
        pytest.param('# \u00e9\n  msgid ""\n\tmsgstr ""\n  ' + CONTENT_TYPE, id="indented"),
    ],
)
def test_the_charset_is_found_in_any_layout_of_the_header(header: str) -> None:
    assert [unit.target for unit in read(f"{header}\n{ENTRY.format('été')}".encode("latin-1"))] == ["été"]


def test_only_the_header_declares_the_charset() -> None:
    content = 'msgid "charset=koi8-r"\nmsgstr "é"\n\nmsgid ""\nmsgstr "charset=iso-8859-1\\n"\n'.encode("latin-1")
    assert [unit.target for unit in read(content)] == ["é"]


@pytest.mark.parametrize(
    ("content", "target", "has_warning"),
    [
        pytest.param(encode_file("é\x1b[0m", "utf-8"), "é\x1b[0m", True, id="part of a text in UTF-8"),
        pytest.param(encode_file("é\x1b[0m", "utf-8", "CHARSET"), "é\x1b[0m", True, id="without a charset"),
        pytest.param(encode_file("é\x1b[0m", "latin-1"), "é\x1b[0m", True, id="part of a text in another charset"),
        pytest.param(encode_file("日本", "iso-2022-jp"), "日本", False, id="part of the charset"),
        pytest.param(encode_file("日本\x1b[0m", "iso-2022-jp"), "日本\x1b[0m", True, id="both"),
    ],
)
def test_the_character_escape_is_a_warning_unless_it_is_part_of_the_charset(
    content: bytes, target: str, has_warning: bool
) -> None:
    catalog = read_po(content, ReadOptions())
    assert [unit.target for unit in catalog.units] == [target]
    assert ["U+001B" in warning.detail for warning in catalog.warnings] == [True] * has_warning


@pytest.mark.parametrize(
    ("content", "reason", "line"),
    [
        pytest.param(
            encode_file("été", "latin-1", "utf-8"), "0xe9 is not valid in the charset utf-8", 6, id="no UTF-8"
        ),
        pytest.param(encode_file("été", "latin-1", "CHARSET"), "charset utf-8", 6, id="placeholder"),
        pytest.param(ENTRY.format("é").encode("latin-1"), "charset utf-8", 2, id="no header"),
        pytest.param(
            encode_file("été", "latin-1", "ascii"), "0xe9 is not valid in the charset ascii", 6, id="no ASCII"
        ),
        pytest.param(encode_file("été", "latin-1", "klingon"), "'klingon' is unknown", None, id="unknown charset"),
        pytest.param(
            encode_file("été", "latin-1", "hex"), "'hex' is unknown", None, id="a codec that is not a charset"
        ),
        pytest.param(encode_file("été", "latin-1", "punycode"), "'punycode' is unknown", None, id="a codec for names"),
        pytest.param(
            encode_file("été", "latin-1", "utf-7"), "'utf-7' is unknown", None, id="a charset with surrogates"
        ),
        pytest.param(encode_file("été", "latin-1", "cp037"), "'cp037' is unknown", None, id="a charset without ASCII"),
        pytest.param(encode_file("été", "latin-1", "utf-16"), "'utf-16' is unknown", None, id="UTF-16 declared"),
        pytest.param(encode_file("été", "utf-16"), "the file is UTF-16", None, id="UTF-16"),
        pytest.param(encode_file("été", "utf-16-le"), "NUL byte", 1, id="UTF-16 without a mark"),
        pytest.param(ENTRY.format("a\0").encode(), "NUL byte", 2, id="NUL"),
    ],
)
def test_a_file_in_no_known_charset_is_unreadable(content: bytes, reason: str, line: int | None) -> None:
    error = catch_error(content)
    assert reason in error.reason
    assert error.line == line


@pytest.mark.parametrize(
    "header",
    [
        pytest.param('msgid ""\n' * 100_000, id="beginnings"),
        pytest.param('msgid ""\n' + '""\n' * 100_000 + "x", id="empty strings"),
        pytest.param('msgid ""\nmsgstr' + ' ""\n' * 100_000, id="a long header"),
        pytest.param('msgid ""\nmsgstr "' + "content-type: char" * 50_000 + '"\n', id="fields"),
        pytest.param(" \t\v\f" * 100_000, id="blanks"),
    ],
)
def test_the_header_is_found_in_linear_time(header: str) -> None:
    assert "not valid in the charset utf-8" in catch_error(header.encode() + b"\n# \xe9\n").reason
