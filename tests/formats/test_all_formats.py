"""Rules that all formats have in common, with one small sample for each format."""

from pathlib import Path

import pytest

from tests.formats.reading import Row, read_pair, read_paired_units, read_units
from transtats_cli.errors import UnreadableFile

KEYED = {
    "json": '{{"a": "{}", "b": "{}"}}\n',
    "json-nested": '{{"a": "{}", "b": "{}"}}\n',
    "i18next": '{{"a": "{}", "b": "{}"}}\n',
    "i18nextv4": '{{"a": "{}", "b": "{}"}}\n',
    "arb": '{{"a": "{}",\n "b": "{}"}}\n',
    "webextension": '{{"a": {{"message": "{}"}},\n "b": {{"message": "{}"}}}}\n',
    "formatjs": '{{"a": {{"defaultMessage": "{}"}}, "b": {{"defaultMessage": "{}"}}}}\n',
    "go-i18n-json": '[{{"id": "a", "translation": "{}"}}, {{"id": "b", "translation": "{}"}}]\n',
    "go-i18n-json-v2": '{{"a": "{}", "b": "{}"}}\n',
    "aresource": '<resources>\n<string name="a">{}</string>\n<string name="b">{}</string>\n</resources>\n',
    "moko-resource": '<resources>\n<string name="a">{}</string>\n<string name="b">{}</string>\n</resources>\n',
    "cmp-resource": '<resources>\n<string name="a">{}</string>\n<string name="b">{}</string>\n</resources>\n',
    "strings": '"a" = "{}";\n"b" = "{}";\n',
    "properties": "a={}\nb={}\n",
    "gwt": "a={}\nb={}\n",
    "mi18n-lang": "a={}\nb={}\n",
    "xwiki-java-properties": "a={}\nb={}\n",
    "yaml": "a: '{}'\nb: '{}'\n",
    "ruby-yaml": "en:\n  a: '{}'\n  b: '{}'\n",
    "resourcedictionary": '<ResourceDictionary xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"'
    ' xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" xmlns:s="clr-namespace:System;assembly=mscorlib">\n'
    '<s:String x:Key="a">{}</s:String>\n<s:String x:Key="b">{}</s:String>\n</ResourceDictionary>\n',
    "flatxml": '<root>\n<str key="a">{}</str>\n<str key="b">{}</str>\n</root>\n',
    "ini": "[s]\na={}\nb={}\n",
    "islu": "[s]\na={}\nb={}\n",
    "dtd": '<!ENTITY a "{}">\n<!ENTITY b "{}">\n',
    "csv": '"context","target"\n"a","{}"\n"b","{}"\n',
    "csv-simple": '"a","{}"\n"b","{}"\n',
    "po-mono": 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "a"\nmsgstr "{}"\n\n'
    'msgid "b"\nmsgstr "{}"\n',
}
"""Content of a file with the keys `a` and `b`, with places for their texts."""
NO_EMPTY_VALUES = {
    "resx": '<root>\n<data name="a"><value>{}</value></data>\n<data name="b"><value>{}</value></data>\n</root>\n',
    "toml": "a = '{}'\nb = '{}'\n",
    "go-i18n-toml": "a = '{}'\nb = '{}'\n",
}
"""Contents for formats in which an empty value in the template gives no string."""
READ_ONLY_EMPTY_VALUES = {
    "php": "<?php\n$a = '{}';\n$b = '{}';\n",
    "laravel": "<?php\nreturn ['a' => '{}', 'b' => '{}'];\n",
}
"""Contents for formats in which a string with an empty source is read-only."""
SAMPLES = {**KEYED, **NO_EMPTY_VALUES, **READ_ONLY_EMPTY_VALUES}


def fill_sample(file_format: str, *texts: str) -> str:
    return SAMPLES[file_format].format(*texts)


def drop_keys(rows: list[Row]) -> list[tuple[str, str, int]]:
    return [row[1:] for row in rows]


@pytest.mark.parametrize("file_format", SAMPLES)
def test_strings_have_the_source_of_the_template_and_the_target_of_the_translation(
    tmp_path: Path, file_format: str
) -> None:
    pair = read_pair(
        tmp_path, file_format, fill_sample(file_format, "One", "Two"), fill_sample(file_format, "Jedna", "")
    )
    assert drop_keys(pair.source) == [("One", "One", 20), ("Two", "Two", 20)]
    assert drop_keys(pair.translation) == [("One", "Jedna", 20), ("Two", "", 0)]


@pytest.mark.parametrize("file_format", KEYED)
def test_an_empty_source_is_an_empty_string_in_all_languages_unless_its_target_has_text(
    tmp_path: Path, file_format: str
) -> None:
    if file_format == "po-mono":
        pytest.skip("a key of a PO file is the source if it has no text")
    pair = read_pair(tmp_path, file_format, fill_sample(file_format, "", ""), fill_sample(file_format, "", "x"))
    assert drop_keys(pair.source) == [("", "", 0), ("", "", 0)]
    assert drop_keys(pair.translation) == [("", "", 0), ("", "x", 20)]


@pytest.mark.parametrize("file_format", NO_EMPTY_VALUES)
def test_an_empty_source_gives_no_string(tmp_path: Path, file_format: str) -> None:
    pair = read_pair(tmp_path, file_format, fill_sample(file_format, "", "x"), fill_sample(file_format, "y", "z"))
    assert drop_keys(pair.translation) == [("x", "z", 20)]


@pytest.mark.parametrize("file_format", SAMPLES)
def test_a_translation_has_the_keys_of_the_template_in_the_same_order(tmp_path: Path, file_format: str) -> None:
    template, other = fill_sample(file_format, "One", "Two"), fill_sample(file_format, "x", "y")
    pair = read_pair(tmp_path, file_format, template, other)
    assert [row.key for row in pair.source] == [row.key for row in pair.translation]
    assert drop_keys(pair.translation) == [("One", "x", 20), ("Two", "y", 20)]


@pytest.mark.parametrize("file_format", SAMPLES)
def test_an_equal_target_is_translated(tmp_path: Path, file_format: str) -> None:
    content = fill_sample(file_format, "One", "Two")
    assert [row.state for row in read_pair(tmp_path, file_format, content, content).translation] == [20, 20]


@pytest.mark.parametrize("file_format", ["json", "i18next", "arb", "yaml", "strings", "toml", "php"])
def test_a_target_of_white_space_is_a_text(tmp_path: Path, file_format: str) -> None:
    pair = read_pair(tmp_path, file_format, fill_sample(file_format, "One", "Two"), fill_sample(file_format, " ", "x"))
    assert drop_keys(pair.translation)[0] == ("One", " ", 20)


BOM_FORMATS = (
    *("strings", "gwt", "json", "i18next", "arb", "webextension", "yaml", "ruby-yaml", "php", "laravel"),
    *("aresource", "resx", "flatxml", "ini", "dtd", "po-mono", "csv-simple"),
)


@pytest.mark.parametrize("file_format", BOM_FORMATS)
def test_a_byte_order_mark_and_crlf_do_not_change_the_strings(tmp_path: Path, file_format: str) -> None:
    template, plain = fill_sample(file_format, "One", "Two"), fill_sample(file_format, "Jedna", "Dva")
    marked = b"\xef\xbb\xbf" + plain.replace("\n", "\r\n").encode()
    assert read_pair(tmp_path, file_format, template, marked) == read_pair(tmp_path, file_format, template, plain)


def test_a_byte_order_mark_in_latin_1_changes_only_the_first_line(tmp_path: Path) -> None:
    template = "# Comment\na=One\n"
    marked = b"\xef\xbb\xbf# Comment\r\na=Jedna\r\n"
    assert drop_keys(read_pair(tmp_path, "properties", template, marked).translation) == [("One", "Jedna", 20)]


EMPTY_FILE_FORMATS = (
    *("properties", "gwt", "joomla", "mi18n-lang", "strings", "fluent", "toml", "go-i18n-toml", "ini", "islu", "dtd"),
    *("php", "laravel", "yaml", "ruby-yaml", "po-mono", "xwiki-java-properties", "catkeys", "html", "markdown", "txt"),
    "rc",
)
REFUSED_EMPTY_FILE_FORMATS = (
    *("json", "json-nested", "webextension", "i18next", "i18nextv4", "go-i18n-json", "go-i18n-json-v2", "gotext"),
    *("arb", "formatjs", "nextcloud-json", "resjson", "ts", "aresource", "moko-resource", "cmp-resource", "resx"),
    *("flatxml", "resourcedictionary", "tbx", "wxl", "stringsdict", "csv", "csv-simple", "csv-multi"),
    *("srt", "sub", "ass", "ssa", "odf", "idml", "xlsx"),
)


@pytest.mark.parametrize("file_format", EMPTY_FILE_FORMATS)
def test_a_file_of_zero_bytes_has_no_strings(file_format: str) -> None:
    assert read_units(file_format, "") == []


@pytest.mark.parametrize("file_format", REFUSED_EMPTY_FILE_FORMATS)
def test_a_file_of_zero_bytes_is_refused(file_format: str) -> None:
    with pytest.raises(UnreadableFile):
        read_units(file_format, "")


@pytest.mark.parametrize(
    ("template_note", "note", "expected"),
    [
        pytest.param("One", "Two", "One\nTwo", id="both"),
        pytest.param("One", "One", "One", id="equal notes"),
        pytest.param("One", "", "One\n", id="only in the template"),
        pytest.param("", "Two", "\nTwo", id="only in the translation"),
    ],
)
def test_the_note_of_a_translation_follows_the_note_of_the_template(
    tmp_path: Path, template_note: str, note: str, expected: str
) -> None:
    def write_content(text: str) -> str:
        return f"# {text}\na=x\n" if text else "a=x\n"

    _, (unit,) = read_paired_units(tmp_path, "properties", write_content(template_note), write_content(note))
    assert unit.note == expected


@pytest.mark.parametrize(
    ("name", "flags"),
    [
        ("a.rst", "rst-text"),
        ("a.md", "md-text"),
        ("a.mdx", "md-text, safe-mdx"),
        ("a.adoc", "asciidoc-text"),
        ("a.c", ""),
    ],
)
def test_flags_follow_from_the_extension_of_a_location(name: str, flags: str) -> None:
    ts = '<!DOCTYPE TS>\n<TS version="2.1"><context><name>C</name><message><location filename="{}" line="1"/>'
    ts += "<source>One</source><translation>x</translation></message></context></TS>"
    (unit,) = read_units("ts", ts.format(name), is_monolingual=False)
    assert str(unit.flags) == flags
