"""Small files for which a reader takes minutes or gigabytes, and files that are made of one repeated token."""

import re
import zipfile
from io import BytesIO
from pathlib import Path

from tests.format_samples import SAMPLES

_TOKEN_PATTERN = re.compile(r"\w+|[^\w]")
_SHEET = (
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{}</sheetData></worksheet>'
)
_TEXT_DOCUMENT = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:text>{}</office:text>'
    "</office:body></office:document-content>"
)

BOMBS = {
    "line feeds before a key of Joomla": ("joomla", "\n" * 150_000 + 'A="b"\n'),
    "blanks in a paragraph of HTML": ("html", "<p>" + " " * 100_000 + "x</p>"),
    "line breaks in a paragraph of HTML": ("html", "<p>" + "<br>" * 200_000),
    "components in MDX": ("mdx", "<A>\n\n" * 3_000),
    "emphasis in Markdown": ("markdown", " _a_*" * 19_900),
    "dotted keys in TOML": ("toml", "".join(f"a.b.c.d{number}='x'\n" for number in range(23_000))),
    "line feeds in SubRip": ("srt", "\n" * 1_000_000),
    "an entity over many lines in DTD": ("dtd", '<!ENTITY a "' + "x\n" * 200_000 + '">'),
    "many strings in RC": ("rc", "LANGUAGE 9, 1\nSTRINGTABLE\nBEGIN\n" + '  KEY "Some text"\n' * 50_000 + "END\n"),
    "numbers in JSON": ("json", '{"a":[' + "1," * 3_999_999 + "1]}"),
    "lines of a PO string": ("po", '\f\nmsgid ""\n' + '"one line of many\\n"\n' * 50_000 + 'msgstr "x"\n'),
    "comments above a PO entry": ("po", "\f\n" + "#\n" * 400_000 + 'msgid "a"\nmsgstr "x"\n'),
    "plural forms of a PO entry": (
        "po",
        '\f\nmsgid "a"\nmsgid_plural "b"\n' + 'msgstr[0] ""\n' * 50_000 + 'msgstr[0] "x"\n',
    ),
    "a long word in RC": ("rc", "STRINGTABLE\nBEGIN\n" + "x" * 100_000),
    "blocks without a beginning in RC": ("rc", "a DIALOG 1\n" * 20_000),
    "blocks without an end in RC": ("rc", "STRINGTABLE BEGIN\n" * 20_000),
    "comments without an end in RC": ("rc", "/*\n" * 20_000),
    "brackets in a GWT key": ("gwt", "a[" * 100_000 + "=b\n"),
    "a GWT value of many lines": ("gwt", "a=" + "x\\\n" * 400_000 + "y\n"),
    "a text of many lines in .strings": ("strings", '"a" = "' + "x\n" * 400_000 + '";\n'),
    "comments on a line of DTD": ("dtd", "<!-- a -->" * 20_000),
    "comments without an end in DTD": ("dtd", '<!ENTITY a "x">\n' + "<!--\n" * 200_000),
    "links in a paragraph of Markdown": ("markdown", "[a](b) " * 60_000),
    "footnotes in Markdown": ("markdown", "[^a]" * 60_000),
    "paragraphs without an end in HTML": ("html", "<p>" * 100_000),
    "quotation marks in CSV": ("csv", "a,b,c" + '"' * 900 + "é"),
    "quotation marks and spaces in CSV": ("csv-simple", "a;b;" + '" ' * 450 + "é"),
    "columns in CSV": ("csv", "source,target" + ",c" * 100_000 + "\n" + "a,b\n" * 3_000),
    "keys that are not found in PHP": ("php", "<?php\nreturn [" + "'a'.'b' => 'c',\n" * 10_000 + "];\n"),
    "backslashes in a PHP key": ("php", f"<?php\nreturn ['{60 * chr(92)}'.'b' => 'x'];\n"),
    "comments without an end in PHP": ("php", "<?php\n$a = <<<EOT\n" + "/* " * 100_000 + "\nEOT;\n$b = 'x';\n"),
    "words in SubRip": ("srt", "1\n00:00:01,000 --> 00:00:02,000\n" + "Dialogue:" * 100_000 + "\n"),
}
"""Formats and contents of files that some reader cannot read fast."""

_FILES = Path(__file__).with_name("data")
TEXT_SAMPLES = {
    **SAMPLES,
    **dict.fromkeys(("po", "po-mono"), (_FILES / "po" / "plurals.po").read_text(encoding="utf-8")),
    **{
        name: (_FILES / "xliff" / path).read_text(encoding="utf-8")
        for name, path in {
            "xliff": "xliff/groups.xlf",
            "xliff2": "xliff2/segments.xlf",
            "poxliff": "poxliff/gettext.xlf",
            "apple-xliff": "apple-xliff/localizable.xliff",
        }.items()
    },
}
"""A sample of each format whose files are text."""


def create_text_document(paragraph_count: int) -> bytes:
    """Return an OpenDocument file with equal paragraphs. 300,000 paragraphs are 1 KB."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        archive.writestr("content.xml", _TEXT_DOCUMENT.format("<text:p>a</text:p>" * paragraph_count))
    return buffer.getvalue()


def create_spreadsheet(row_count: int) -> bytes:
    """Return an XLSX file with equal rows. A million rows are 147 KB."""
    from openpyxl import Workbook  # type: ignore[import-untyped]

    empty, buffer = BytesIO(), BytesIO()
    Workbook().save(empty)
    sheet = _SHEET.format('<row><c t="inlineStr"><is><t>a</t></is></c></row>' * row_count)
    with zipfile.ZipFile(empty) as old, zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new:
        for name in old.namelist():
            new.writestr(name, sheet if name == "xl/worksheets/sheet1.xml" else old.read(name))
    return buffer.getvalue()


def find_tokens(sample: str) -> list[tuple[int, str]]:
    """Return words, other characters, and short texts of a sample, with the position of the first of equal ones."""
    starts = [found.start() for found in _TOKEN_PATTERN.finditer(sample)]
    ends = [*starts[1:], len(sample)]
    tokens = {
        token: start
        for start, end in reversed([*zip(starts, ends, strict=True)])
        for token in (sample[start:end], sample[start : start + 4], sample[start : start + 16])
    }
    return sorted((start, token) for token, start in tokens.items())


def repeat_token(sample: str, position: int, token: str, size: int) -> str:
    """Return a sample with a token that is repeated until the sample has `size` characters or a few more."""
    return sample[:position] + token * (size // len(token)) + sample[position:]
