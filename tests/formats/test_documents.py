"""Documents: HTML, Markdown, AsciiDoc, plain text and wiki pages, and the resources of Windows programs."""

from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.formats.reading import Row, read_pair, read_paired_units, read_units
from transtats_cli.errors import UnreadableFile
from transtats_cli.formats import ReadOptions

WXL = '<WixLocalization Culture="{}" xmlns="http://schemas.microsoft.com/wix/2006/localization">{}</WixLocalization>'


def read_sources(file_format: str, content: str | bytes) -> list[str]:
    return [unit.target for unit in read_units(file_format, content)]


@pytest.mark.parametrize(
    ("file_format", "content", "expected"),
    [
        pytest.param("html", "<h1>Title</h1><p>One   two</p>", ["Title", "One two"], id="html, spaces collapse"),
        pytest.param("html", "<p>A <b>bold</b> word</p>", ["A <b>bold</b> word"], id="html, tags in a text"),
        pytest.param("html", "", [], id="html, a file of zero bytes"),
        pytest.param(
            "markdown",
            "# Title\n\nOne [docs](http://a) two.\n\n- item\n\n> quoted\n",
            ["Title", "One [docs]{1} two.", "item", "quoted"],
            id="markdown, links become placeholders",
        ),
        pytest.param("markdown", "<p>raw</p>\n\ntext\n", ["text"], id="markdown, blocks of HTML are not strings"),
        pytest.param("markdown", "", [], id="markdown, a file of zero bytes"),
        pytest.param("mdx", "# Title\n\n<Box prop={1} />\n", ["Title"], id="mdx, components are not strings"),
        pytest.param("asciidoc", "== Title\n\nText.\n", ["Title", "Text."], id="asciidoc"),
        pytest.param("txt", "One\ntwo\n\nThree\n", ["One\ntwo", "Three"], id="txt, paragraphs"),
        pytest.param("txt", "", [], id="txt, a file of zero bytes"),
        pytest.param("mediawiki", "== Title ==\n\nText\n", ["Title", "Text"], id="mediawiki"),
        pytest.param("dokuwiki", "== Title ==\n\nText\n", ["Title", "Text"], id="dokuwiki"),
        pytest.param("wxl", WXL.format("en-us", '<String Id="a">x</String>'), ["x"], id="wxl"),
        pytest.param(
            "rc", 'LANGUAGE LANG_ENGLISH, SUBLANG_DEFAULT\nSTRINGTABLE\nBEGIN\n  IDS_A "x"\nEND\n', ["x"], id="rc"
        ),
        pytest.param("rc", "", [], id="rc, a file of zero bytes"),
    ],
)
def test_the_texts_of_a_document_are_strings(file_format: str, content: str, expected: list[str]) -> None:
    assert read_sources(file_format, content) == expected


def test_strings_of_a_translation_are_paired_by_position(tmp_path: Path) -> None:
    template, translation = "<h1>Title</h1><p>OK</p><p>Three</p>", "<h1>Nadpis</h1><p>OK</p>"
    pair = read_pair(tmp_path, "html", template, translation)
    assert pair.source == [Row("", text, text, 100) for text in ("Title", "OK", "Three")]
    assert pair.translation == [Row("", "Title", "Nadpis", 20), Row("", "OK", "OK", 11), Row("", "Three", "", 0)]


@pytest.mark.parametrize(
    ("file_format", "content", "flags"),
    [
        ("html", "<p>One</p>", "read-only, safe-html, strict-same"),
        ("markdown", "One\n", "auto-safe-html, md-text, read-only, strict-same"),
        ("mdx", "One\n", "auto-safe-html, md-text, read-only, safe-mdx, strict-same"),
        ("asciidoc", "One\n", "asciidoc-text, read-only, safe-html, strict-same"),
        ("txt", "One\n", "read-only"),
    ],
)
def test_strings_of_a_document_have_the_flags_of_their_format(
    tmp_path: Path, file_format: str, content: str, flags: str
) -> None:
    (source,), _ = read_paired_units(tmp_path, file_format, content, content)
    assert set(str(source.flags).split(", ")) == set(flags.split(", "))


def test_front_matter_is_one_string() -> None:
    assert len(read_sources("markdown", "---\ntitle: One\n---\n\nText\n")) == 2


OFFICE = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:text>'
    "<text:h>Title</text:h><text:p>Text</text:p></office:text></office:body></office:document-content>"
)
EMPTY = '<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"/>'


def pack_archive(**documents: str) -> bytes:
    buffer = BytesIO()
    with ZipFile(buffer, "w") as file:
        for name, document in documents.items():
            file.writestr(f"{name}.xml", document)
    return buffer.getvalue()


def test_the_texts_of_an_office_document_are_strings() -> None:
    assert read_sources("odf", pack_archive(content=OFFICE, meta=EMPTY, styles=EMPTY)) == ["Title", "Text"]


def test_strings_of_an_open_document_have_keys_and_no_markup(tmp_path: Path) -> None:
    namespaces = (
        'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
        ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
    )

    def write_document(*texts: str) -> bytes:
        paragraphs = "".join(f"<text:p>{text}</text:p>" for text in texts)
        body = f"<office:document {namespaces}><office:text>{paragraphs}</office:text></office:document>"
        return pack_archive(content=body, meta=EMPTY, styles=EMPTY)

    template = write_document("A <text:span>bold</text:span> text", "Same", "Missing")
    translation = write_document("Text", "Same")
    pair = read_pair(tmp_path, "odf", template, translation)
    keys = [f"odf///office:document[0]/office:text[0]/text:p[{number}]" for number in range(3)]
    texts = ["A bold text", "Same", "Missing"]
    assert pair.source == [Row(key, text, text, 100) for key, text in zip(keys, texts, strict=True)]
    assert pair.translation == [
        Row(keys[0], "A bold text", "Text", 20),
        Row(keys[1], "Same", "Same", 11),
        Row(keys[2], "Missing", "", 0),
    ]


def write_table(*rows: str) -> str:
    return "\n".join([rows[0], "| - | - |", *rows[1:]]) + "\n\n"


def test_equal_cells_of_a_table_are_one_string_without_a_translation(tmp_path: Path) -> None:
    template, translation = write_table("| a | a |", "| b | c |"), write_table("| x | y |", "| z | w |")
    pair = read_pair(tmp_path, "markdown", template, translation)
    assert pair.source == [Row(":1", "a", "a", 100), Row("", "b", "b", 100), Row("", "c", "c", 100)]
    assert pair.translation == [Row(":1", "a", "", 0), Row("", "b", "z", 20), Row("", "c", "w", 20)]


def test_equal_cells_of_several_tables_are_one_string_each(tmp_path: Path) -> None:
    template = write_table("| a | a |", "| b | c |") + write_table("| a | a |", "| d | e |")
    translation = write_table("| x | y |", "| b | c |") + write_table("| z | w |", "| d | e |")
    rows = read_pair(tmp_path, "markdown", template, translation).translation
    assert [row for row in rows if row.source == "a"] == [Row(":1", "a", "x", 20), Row(":5", "a", "w", 20)]


def test_the_first_text_with_a_name_in_resources_is_the_translation(tmp_path: Path) -> None:
    def resources(*texts: str) -> str:
        lines = "\n".join(f'IDS_A "{text}"' for text in texts)
        return f"LANGUAGE LANG_ENGLISH, SUBLANG_DEFAULT\nSTRINGTABLE\nBEGIN\n{lines}\nEND\n"

    pair = read_pair(tmp_path, "rc", resources("a", "a", "b"), resources("x", "y", "z"))
    assert pair.translation == [Row("", "a", "x", 20), Row("", "b", "x", 20)]


def test_equal_texts_of_a_document_are_one_string_if_the_settings_merge_them(tmp_path: Path) -> None:
    options = ReadOptions(format_parameters=(("merge_duplicates", "true"),))
    template, translation = (
        "".join(f"<p>{text}</p>\n" for text in texts) for texts in (("a", "a", "b"), ("x", "y", "z"))
    )
    pair = read_pair(tmp_path, "html", template, translation, options=options)
    assert pair.translation == [Row("", "a", "x", 20), Row("", "b", "z", 20)]


def test_only_texts_of_an_idml_file_that_are_equal_to_the_template_are_read(tmp_path: Path) -> None:
    def write_document(*texts: str) -> bytes:
        paragraphs = "".join(
            f"<ParagraphStyleRange><CharacterStyleRange><Content>{text}</Content></CharacterStyleRange>"
            "</ParagraphStyleRange>"
            for text in texts
        )
        buffer = BytesIO()
        with ZipFile(buffer, "w") as file:
            file.writestr("Stories/Story_1.xml", f"<Story>{paragraphs}</Story>")
        return buffer.getvalue()

    pair = read_pair(tmp_path, "idml", write_document("House", "Same", "Missing"), write_document("Dům", "Same"))
    texts = ("House", "Same", "Missing")
    house, same, missing = (f'<g id="{2 * n}"><g id="{2 * n + 1}">{text}</g></g>' for n, text in enumerate(texts))
    assert pair.translation == [Row("", house, "", 0), Row("", same, same, 11), Row("", missing, "", 0)]


@pytest.mark.parametrize(
    ("file_format", "content"),
    [
        pytest.param("wxl", "", id="wxl, a file of zero bytes"),
        pytest.param("wxl", "<WixLocalization>", id="wxl, no end"),
        pytest.param("odf", "", id="odf, a file of zero bytes"),
        pytest.param("idml", b"PK\x03\x04", id="idml, no archive"),
        pytest.param("txt", b"\xff\xfe\xfa", id="txt, no UTF-8"),
    ],
)
def test_malformed_files_are_refused(file_format: str, content: str | bytes) -> None:
    with pytest.raises(UnreadableFile):
        read_units(file_format, content)
