"""Readers of documents: HTML, Markdown, MDX, AsciiDoc, plain text, wiki pages and Windows resource scripts (RC).

The strings of a document have no keys. The place of a string in the structure of the document stands for the key.
"""

import re
from typing import Any

from translate.storage.asciidoc import AsciiDocFile
from translate.storage.html import htmlfile

from transtats_cli.errors import UnreadableFile
from transtats_cli.formats import ReadOptions
from transtats_cli.formats.lines import refuse_long_lines
from transtats_cli.formats.toolkit import ToolkitReader, get_locations, get_source, is_blank, no_note

_BLANK_LINES_PATTERN = re.compile(rb"\n[ \t\r]*\n")
_MAX_PARAGRAPH_BYTES = 100_000
"""Maximum length of a paragraph of a Markdown file, in bytes."""
_MAX_LINKS_PER_PARAGRAPH = 5000
"""Maximum number of links, footnotes and other brackets in a Markdown file if all of them are in one paragraph. The
limit applies to the sum of the squared counts of all paragraphs."""
_MAX_TOTAL_DEPTH = 10_000_000
"""Maximum sum of the depths of all elements of an HTML file. An element without an end tag contains all later ones."""
_MAX_RC_LINE_BYTES = 8192
"""Maximum length of a line of a resource script, in bytes. The parser of the toolkit takes quadratic time for a long
word. Resource compilers have similar limits."""
_MAX_UNFINISHED = 20
"""Maximum number of blocks without a beginning in a row, of blocks without an end, and of comments without an end. For
each of them, the parser of the toolkit reads the rest of the file."""
_STRING_OR_COMMENT_PATTERN = re.compile(rb'"[^"\n]*+"?|//[^\n]*+|/\*(?:.*?\*/)?', re.DOTALL)
_BLOCK_PATTERN = re.compile(
    rb"\b(?P<name>(?:DIALOG|MENU)(?:EX)?|STRINGTABLE)\b|(?P<start>\bBEGIN\b|\{)|(?P<end>\bEND\b|\})"
)
"""Keyword of a block, or the beginning or end of a block."""
_CONTROL_WITHOUT_VALUES_PATTERN = re.compile(rb'(?:\bBEGIN|\bEND|[{}"])\s*+(?!BEGIN\b|END\b)\w++\s++END\b')
"""Control without values at the end of a block. The parser takes `END` for its value, so that the block has no end."""


class _LimitedHtmlFile(htmlfile):
    """HTML file whose parser raises UnreadableFile if very many elements are nested deeply.

    The parser of translate-toolkit creates the path of each element again, which takes quadratic time.
    """

    def __init__(self) -> None:
        super().__init__()
        self._total_depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        super().handle_starttag(tag, attrs)
        self._total_depth += len(self.tag_path)
        if self._total_depth > _MAX_TOTAL_DEPTH:
            raise UnreadableFile("too many elements have no end tag, or are nested too deeply", self.getpos()[0])


class _FiniteAsciiDocFile(AsciiDocFile):
    """AsciiDoc file whose parser raises UnreadableFile for a line such as `===`.

    The parser of translate-toolkit does not advance past such a line, and never ends.
    """

    def _parse_paragraph(self, lines: list[str], i: int) -> int:
        next_line = super()._parse_paragraph(lines, i)
        if next_line <= i:
            raise UnreadableFile(
                "the parser does not support this line: marks of a heading or a list, and no text", i + 1
            )
        return next_line


def _create_markdown_store(store_class: Any, options: ReadOptions) -> Any:
    return store_class(extract_frontmatter=options.parameter("md_extract_frontmatter", "true") == "true")


def _check_markdown(content: bytes) -> None:
    """Raise UnreadableFile for a long paragraph, and for very many links and brackets.

    translate-toolkit would take quadratic time for them.
    """
    paragraphs = _BLANK_LINES_PATTERN.split(content)
    if max(map(len, paragraphs)) > _MAX_PARAGRAPH_BYTES:
        raise UnreadableFile(f"a paragraph has more than {_MAX_PARAGRAPH_BYTES:,} bytes")
    if sum(paragraph.count(b"]") ** 2 for paragraph in paragraphs) > _MAX_LINKS_PER_PARAGRAPH**2:
        raise UnreadableFile(f"a paragraph has more than {_MAX_LINKS_PER_PARAGRAPH:,} links or brackets")


def _parse_document(store: Any, content: bytes) -> None:
    store.filename = ""
    store.parse(content)


def _check_resource_script(content: bytes) -> None:
    """Raise UnreadableFile for a long line, and for very many comments or blocks without an end or a beginning."""
    refuse_long_lines(content, _MAX_RC_LINE_BYTES)
    text = content.replace(b"\0", b"")  # UTF-16
    if text.count(b"/*", text.rfind(b"*/") + 1) > _MAX_UNFINISHED:
        raise UnreadableFile("there are many comments without an end")
    text = _STRING_OR_COMMENT_PATTERN.sub(lambda found: b'"' if found[0].startswith(b'"') else b" ", text)
    without_beginning, without_end = 0, len(_CONTROL_WITHOUT_VALUES_PATTERN.findall(text))
    for found in _BLOCK_PATTERN.finditer(text):
        if found["name"]:
            without_beginning += 1
        elif found["start"]:
            without_beginning, without_end = 0, without_end + 1
        elif found["end"]:
            without_end = max(without_end - 1, 0)
        if without_beginning > _MAX_UNFINISHED or without_end > _MAX_UNFINISHED:
            raise UnreadableFile("there are many blocks without BEGIN or END")


HTML = ToolkitReader(
    _LimitedHtmlFile,
    parse=_parse_document,
    key=lambda unit: "" if unit.isheader() else unit.getdocpath(),
    target=get_source,
    note=no_note,
    locations=get_locations,
)
ASCIIDOC = HTML._replace(store=_FiniteAsciiDocFile)
MARKDOWN = HTML._replace(store="markdown:MarkdownFile", create_store=_create_markdown_store, guard=_check_markdown)
MDX = MARKDOWN._replace(store="mdxfile:MDXFile")
TEXT = HTML._replace(
    store="txt:TxtFile",
    create_store=lambda store_class, _: store_class(flavour="plain"),
    parse=lambda store, content: store.parse(content.splitlines(keepends=True)),
    key=lambda unit: " ".join(unit.getlocations()),
)
MEDIAWIKI = TEXT._replace(create_store=lambda store_class, _: store_class(flavour="mediawiki"))
DOKUWIKI = TEXT._replace(create_store=lambda store_class, _: store_class(flavour="dokuwiki"))
RC = HTML._replace(
    store="rc:rcfile",
    parse=lambda store, content: store.parse(content, encoding="auto"),
    guard=_check_resource_script,
    skip=is_blank,
    key=lambda unit: "".join(unit.getlocations()),
    locations=lambda unit: ("".join(unit.getlocations()),),
)
