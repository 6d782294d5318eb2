"""Small files for which a reader takes minutes or gigabytes, and files that are made of one repeated token."""

import re
import zipfile
from collections.abc import Iterator
from io import BytesIO

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
}
"""Formats and contents of files that some reader cannot read fast."""


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


def repeat_tokens(sample: str, size: int) -> Iterator[tuple[str, str]]:
    """Yield each token of a sample, and the sample with this token repeated until it has `size` characters."""
    seen: set[str] = set()
    for found in _TOKEN_PATTERN.finditer(sample):
        for token in {found[0], sample[found.start() : found.start() + 4], sample[found.start() : found.start() + 16]}:
            if token not in seen:
                seen.add(token)
                yield token, sample[: found.start()] + token * (size // len(token)) + sample[found.start() :]
