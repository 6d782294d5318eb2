"""Hostile files are refused or read in bounded time, and nothing is printed."""

import sys
import zlib
from io import BytesIO
from time import thread_time
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from tests.formats.reading import read_units
from tests.formats.test_all_formats import SAMPLES
from transtats_cli.errors import UnreadableFile
from transtats_cli.formats.table import FILE_FORMATS

XML_SAMPLES = {
    "aresource": '<resources><string name="a">{}</string></resources>',
    "moko-resource": '<resources><string name="a">{}</string></resources>',
    "cmp-resource": '<resources><string name="a">{}</string></resources>',
    "resx": '<root><data name="a"><value>{}</value></data></root>',
    "flatxml": '<root><str key="a">{}</str></root>',
    "resourcedictionary": '<ResourceDictionary xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"'
    ' xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" xmlns:s="clr-namespace:System;assembly=mscorlib">'
    '<s:String x:Key="a">{}</s:String></ResourceDictionary>',
    "ts": '<TS version="2.1"><context><name>C</name><message><source>a</source><translation>{}</translation></message>'
    "</context></TS>",
    "tbx": '<martif type="TBX" xml:lang="en"><text><body><termEntry id="a"><langSet xml:lang="en"><tig><term>{}</term>'
    "</tig></langSet></termEntry></body></text></martif>",
    "wxl": '<WixLocalization Culture="en-us" xmlns="http://schemas.microsoft.com/wix/2006/localization">'
    '<String Id="a">{}</String></WixLocalization>',
    "stringsdict": '<plist version="1.0"><dict><key>a</key><dict><key>NSStringLocalizedFormatKey</key>'
    "<string>{}</string></dict></dict></plist>",
    "xwiki-page-properties": "<xwikidoc><content>a={}</content></xwikidoc>",
    "xwiki-fullpage": "<xwikidoc><title>x</title><content>a={}</content></xwikidoc>",
}
JSON_FORMATS = [name for name, file_format in FILE_FORMATS.items() if file_format.media_type == "application/json"]
FORMATS_WITH_LIMIT = [
    name for name, file_format in FILE_FORMATS.items() if file_format.max_megabytes and not file_format.is_folder
]


def is_refused(file_format: str, content: str | bytes) -> bool:
    """Return True if a file is refused. Any other exception ends the test."""
    try:
        read_units(file_format, content)
    except UnreadableFile:
        return True
    return False


@pytest.mark.parametrize("file_format", XML_SAMPLES)
def test_nested_entities_are_not_expanded(file_format: str) -> None:
    entities = '<!ENTITY a0 "aaaaaaaaaa">'
    entities += "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
    assert is_refused(file_format, f"<!DOCTYPE x [{entities}]>\n" + XML_SAMPLES[file_format].format("&a9;"))


@pytest.mark.parametrize("file_format", XML_SAMPLES)
def test_external_entities_are_not_read(file_format: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    secret = tmp_path_factory.mktemp("outside") / "secret.txt"
    secret.write_text("geheim")
    content = f'<!DOCTYPE x [<!ENTITY e SYSTEM "{secret.as_uri()}">]>\n' + XML_SAMPLES[file_format].format("&e;")
    try:
        units = read_units(file_format, content)
    except UnreadableFile:
        return
    assert "geheim" not in str(units)


@pytest.mark.parametrize("file_format", [name for name in XML_SAMPLES if name != "stringsdict"])
def test_deeply_nested_elements_are_refused(file_format: str) -> None:
    assert is_refused(file_format, XML_SAMPLES[file_format].format("<b>" * 20_000 + "</b>" * 20_000))


@pytest.mark.parametrize("file_format", JSON_FORMATS)
@pytest.mark.parametrize(
    "content",
    [
        pytest.param("[" * 50_000, id="deep lists"),
        pytest.param('{"a":' * 20_000, id="deep objects"),
        pytest.param('{"a": ' + "9" * 10_000 + "}", id="a huge number"),
    ],
)
def test_hostile_json_is_refused(file_format: str, content: str) -> None:
    assert is_refused(file_format, content)


@pytest.mark.parametrize("file_format", ["yaml", "ruby-yaml"])
@pytest.mark.parametrize(
    "content",
    [
        pytest.param(
            "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
            + "".join(f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 10)),
            id="anchors",
        ),
        pytest.param("a: " + "[" * 1_000, id="deep lists"),
        pytest.param("".join(" " * depth + "a:\n" for depth in range(1000)), id="deep mappings"),
        pytest.param("a: x\0\n", id="NUL"),
    ],
)
def test_hostile_yaml_is_refused(file_format: str, content: str) -> None:
    assert is_refused(file_format, content)


@pytest.mark.parametrize(
    ("file_format", "content"),
    [
        pytest.param("yaml", "a: &a [*a]\n", id="an anchor in itself"),
        pytest.param("yaml", "a: !!python/object/apply:os.system [x]\n", id="an object of Python"),
        pytest.param("toml", "a = " + "[" * 20_000, id="deep lists in TOML"),
        pytest.param("toml", ".".join("a" * 5_000) + " = 'x'\n", id="deep keys in TOML"),
        pytest.param("php", "<?php\nreturn " + "['a' => " * 400 + "'x'" + "]" * 400 + ";\n", id="deep arrays in PHP"),
        pytest.param("php", "<?php $a = <<<EOT\n" + "x\n" * 2_000, id="a heredoc without an end"),
        pytest.param("php", "<?php $a = " + "(" * 500 + "'x'" + ")" * 500 + ";\n", id="parentheses in PHP"),
        pytest.param("php", "<?php $a = 'x'" + " . 'x'" * 3_000 + ";\n", id="a long expression in PHP"),
        pytest.param("html", "<b>" * 20_000, id="deep HTML"),
        pytest.param("fluent", "a = " + "{" * 5_000 + "\n", id="deep Fluent"),
    ],
)
def test_hostile_text_is_read_or_refused(file_format: str, content: str) -> None:
    assert is_refused(file_format, content) in (True, False)


def test_a_line_of_asciidoc_that_the_toolkit_would_read_forever_is_refused() -> None:
    with pytest.raises(UnreadableFile, match="no text") as refused:
        read_units("asciidoc", "a\n\n===\n\nb\n")
    assert refused.value.line == 3


@pytest.fixture
def read_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read all files without limits in this process, whose time is measured."""
    monkeypatch.setattr(sys, "platform", "a system without limits")


@pytest.mark.slow
@pytest.mark.usefixtures("read_in_this_process")
def test_a_qt_context_with_many_messages_is_read_in_linear_time() -> None:
    def measure_seconds(count: int) -> float:
        messages = "<message><source>{}</source><translation>x</translation></message>"
        body = "".join(messages.format(number) for number in range(count))
        begin = thread_time()
        read_units("ts", f"<TS><context><name>C</name>{body}</context></TS>", is_monolingual=False)
        return thread_time() - begin

    assert measure_seconds(8_000) < 8 * measure_seconds(2_000) + 1


@pytest.mark.usefixtures("read_in_this_process")
@pytest.mark.parametrize(
    ("file_format", "begin", "repeated", "end"),
    [
        pytest.param("yaml", "", "x", "", id="a long line of YAML"),
        pytest.param("aresource", "<resources>", " ", "</resources>", id="blanks in an Android file"),
    ],
)
def test_text_that_a_fast_reader_declines_takes_linear_time(
    file_format: str, begin: str, repeated: str, end: str
) -> None:
    def measure_seconds(size: int) -> float:
        begun = thread_time()
        is_refused(file_format, begin + repeated * (size // len(repeated)) + end)
        return thread_time() - begun

    measure_seconds(1)  # the first call imports the reader
    assert measure_seconds(40_000) < 8 * measure_seconds(10_000) + 1


def compress(documents: dict[str, bytes]) -> bytes:
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for name, document in documents.items():
            archive.writestr(name, document)
    return buffer.getvalue()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file_format", "name"),
    [("odf", "content.xml"), ("idml", "Stories/Story_1.xml")],
)
def test_archives_that_expand_to_huge_documents_are_refused(file_format: str, name: str) -> None:
    bomb = compress({name: b"<a>" + b" " * 100_000_000 + b"</a>", "meta.xml": b"<a/>", "styles.xml": b"<a/>"})
    assert len(bomb) < 200_000
    assert is_refused(file_format, bomb)


@pytest.mark.slow
def test_a_sheet_that_expands_to_a_huge_document_is_refused() -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book, buffer = openpyxl.Workbook(), BytesIO()
    book.active.append(["source", "target"])
    book.save(buffer)
    with ZipFile(buffer) as archive:
        documents = {name: archive.read(name) for name in archive.namelist()}
    documents["xl/worksheets/sheet1.xml"] += b" " * 130_000_000
    assert is_refused("xlsx", compress(documents))


@pytest.mark.parametrize("file_format", FORMATS_WITH_LIMIT)
def test_a_file_above_the_limit_of_its_format_is_refused(file_format: str) -> None:
    limit = FILE_FORMATS[file_format].max_megabytes
    with pytest.raises(UnreadableFile, match=f"larger than {limit} MB"):
        read_units(file_format, bytes(limit * 1_000_000 + 1))


UNEXPECTED_CONTENTS = {
    "all bytes": bytes(range(256)) * 8,
    "NUL": b"\0" * 999,
    "UTF-16": '{"a": "x"}\na = "x"\n'.encode("utf-16"),
    "UTF-32": '{"a": "x"}'.encode("utf-32"),
    "a lone surrogate": b'{"a": "\\ud800"}',
    "a long line": b"x" * 20_000,
    "compressed bytes": zlib.compress(b"x" * 9_999),
}


@pytest.mark.parametrize("file_format", FORMATS_WITH_LIMIT)
def test_unexpected_content_is_read_or_refused_without_output(
    file_format: str, capfd: pytest.CaptureFixture[str]
) -> None:
    for name, content in UNEXPECTED_CONTENTS.items():
        is_refused(file_format, content)
        assert capfd.readouterr() == ("", ""), name


@pytest.mark.parametrize("file_format", SAMPLES)
def test_a_truncated_file_is_read_or_refused_without_output(
    file_format: str, capfd: pytest.CaptureFixture[str]
) -> None:
    content = SAMPLES[file_format].format("One", "Two").encode()
    for end in range(0, len(content), 7):
        is_refused(file_format, content[:end])
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("file_format", ["properties", "ts", "strings", "aresource", "php"])
def test_a_file_with_an_escaped_lone_surrogate_is_read_or_refused(file_format: str) -> None:
    r"""A lone surrogate, such as `\ud800`, raises no other exception than UnreadableFile."""
    assert is_refused(file_format, SAMPLES.get(file_format, "{}{}").format("\\ud800", "x")) in (True, False)


@pytest.mark.slow
@pytest.mark.usefixtures("read_in_this_process")
def test_a_property_of_many_lines_takes_linear_time() -> None:
    def measure_seconds(count: int) -> float:
        begin = thread_time()
        (unit,) = read_units("properties", "a=" + "x\\\n" * count + "y\n")
        assert len(unit.target) >= count
        return thread_time() - begin

    assert measure_seconds(400_000) < 8 * measure_seconds(100_000) + 1


def test_a_warning_of_the_toolkit_is_not_shown(recwarn: pytest.WarningsRecorder) -> None:
    assert len(read_units("dtd", '<!ENTITY a x>\n<!ENTITY b "B">\n')) == 1
    assert not recwarn


@pytest.mark.parametrize("file_format", ["srt", "ass"])
def test_a_reason_does_not_contain_the_path_of_a_temporary_file(file_format: str) -> None:
    pytest.importorskip("aeidon")
    with pytest.raises(UnreadableFile, match=r"^Failed to detect format$"):
        read_units(file_format, "x\n")
