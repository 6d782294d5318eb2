"""In which charset a PO file is read, and which files are in none."""

from collections.abc import Sequence

import pytest

from transtats_cli.errors import UnreadableFile
from transtats_cli.formats import ReadOptions
from transtats_cli.formats.po.reader import PoReader
from transtats_cli.model import Catalog, Unit


def read_po(content: bytes, options: ReadOptions) -> Catalog:
    return PoReader(options)(content)


ENTRY = 'msgid "World"\nmsgstr "{}"\n'


def encoded(text: str, charset: str, declared: str | None = None) -> bytes:
    header = f'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset={declared or charset}\\n"\n\n'
    return (header + ENTRY.format(text)).encode(charset)


def read(content: bytes) -> Sequence[Unit]:
    return read_po(content, ReadOptions()).units


def problem(content: bytes) -> UnreadableFile:
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
    assert [unit.target for unit in read(encoded(text, charset))] == [text]


@pytest.mark.parametrize(
    "declared",
    [
        pytest.param("ISO-8859-1", id="another one"),
        pytest.param("CHARSET", id="placeholder"),
        pytest.param("no-such-charset", id="unknown one"),
        pytest.param("", id="none"),
    ],
)
def test_bytes_that_are_utf_8_are_utf_8_whatever_is_declared(declared: str) -> None:
    assert [unit.target for unit in read(encoded("мир 世界", "utf-8", declared))] == ["мир 世界"]


@pytest.mark.parametrize(
    ("declared", "charset", "text"),
    [
        pytest.param("GB2312", "gbk", "镕", id="GBK"),
        pytest.param("GB2312", "gb18030", "㐀", id="GB18030"),
        pytest.param("GBK", "gb18030", "㐀", id="GB18030 for GBK"),
        pytest.param("Big5", "cp950", "碁€", id="what Windows added to Big5"),
        pytest.param("Big5", "big5hkscs", "嘅咗", id="what Hong Kong added to Big5"),
        pytest.param("Shift_JIS", "cp932", "①髙", id="what Windows added to Shift_JIS"),
        pytest.param("EUC-KR", "cp949", "똠방각하", id="what Windows added to EUC-KR"),
        pytest.param("EUC-JP", "euc_jis_2004", "①俱", id="JIS X 0213"),
        pytest.param("ISO-2022-JP", "iso2022_jp_ext", "ｱ世界", id="half-width letters"),
    ],
)
def test_a_charset_may_hold_what_grew_out_of_it(declared: str, charset: str, text: str) -> None:
    with pytest.raises(UnicodeDecodeError):
        text.encode(charset).decode(declared)
    assert [unit.target for unit in read(encoded(text, charset, declared))] == [text]


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
def test_names_that_are_common_in_headers_are_known(declared: str, charset: str, text: str) -> None:
    assert [unit.target for unit in read(encoded(text, charset, declared))] == [text]


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
def test_the_charset_is_found_however_the_header_is_laid_out(header: str) -> None:
    assert [unit.target for unit in read(f"{header}\n{ENTRY.format('été')}".encode("latin-1"))] == ["été"]


def test_the_charset_is_declared_by_the_header_and_nothing_else() -> None:
    content = 'msgid "charset=koi8-r"\nmsgstr "é"\n\nmsgid ""\nmsgstr "charset=iso-8859-1\\n"\n'.encode("latin-1")
    assert [unit.target for unit in read(content)] == ["é"]


@pytest.mark.parametrize(
    ("content", "target", "is_warned_of"),
    [
        pytest.param(encoded("é\x1b[0m", "utf-8"), "é\x1b[0m", True, id="part of a text in UTF-8"),
        pytest.param(encoded("é\x1b[0m", "utf-8", "CHARSET"), "é\x1b[0m", True, id="without a charset"),
        pytest.param(encoded("é\x1b[0m", "latin-1"), "é\x1b[0m", True, id="part of a text in another charset"),
        pytest.param(encoded("日本", "iso-2022-jp"), "日本", False, id="part of the charset"),
        pytest.param(encoded("日本\x1b[0m", "iso-2022-jp"), "日本\x1b[0m", True, id="both"),
    ],
)
def test_esc_belongs_to_the_text_or_to_the_charset(content: bytes, target: str, is_warned_of: bool) -> None:
    catalog = read_po(content, ReadOptions())
    assert [unit.target for unit in catalog.units] == [target]
    assert ["U+001B" in warning for warning in catalog.warnings] == [True] * is_warned_of


@pytest.mark.parametrize(
    ("content", "reason", "line"),
    [
        pytest.param(encoded("été", "latin-1", "utf-8"), "0xe9 is not valid in the charset utf-8", 6, id="no UTF-8"),
        pytest.param(encoded("été", "latin-1", "CHARSET"), "charset utf-8", 6, id="placeholder"),
        pytest.param(ENTRY.format("é").encode("latin-1"), "charset utf-8", 2, id="no header"),
        pytest.param(encoded("été", "latin-1", "ascii"), "0xe9 is not valid in the charset ascii", 6, id="no ASCII"),
        pytest.param(encoded("été", "latin-1", "klingon"), "'klingon' is unknown", None, id="unknown charset"),
        pytest.param(encoded("été", "latin-1", "hex"), "'hex' is unknown", None, id="a codec that is no charset"),
        pytest.param(encoded("été", "latin-1", "punycode"), "'punycode' is unknown", None, id="a codec for names"),
        pytest.param(encoded("été", "latin-1", "utf-7"), "'utf-7' is unknown", None, id="a charset with surrogates"),
        pytest.param(encoded("été", "latin-1", "cp037"), "'cp037' is unknown", None, id="a charset without ASCII"),
        pytest.param(encoded("été", "latin-1", "utf-16"), "'utf-16' is unknown", None, id="UTF-16 declared"),
        pytest.param(encoded("été", "utf-16"), "the file is UTF-16", None, id="UTF-16"),
        pytest.param(encoded("été", "utf-16-le"), "NUL byte", 1, id="UTF-16 without a mark"),
        pytest.param(ENTRY.format("a\0").encode(), "NUL byte", 2, id="NUL"),
    ],
)
def test_a_file_in_no_known_charset_is_unreadable(content: bytes, reason: str, line: int | None) -> None:
    error = problem(content)
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
def test_a_header_is_looked_for_in_linear_time(header: str) -> None:
    assert "not valid in the charset utf-8" in problem(header.encode() + b"\n# \xe9\n").reason
