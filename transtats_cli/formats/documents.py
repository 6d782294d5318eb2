"""Readers of documents: HTML, Markdown, MDX, AsciiDoc, plain text, wiki pages and Windows resource scripts (RC).

The strings of a document have no keys. The place of a string in the structure of the document stands for the key.
"""

from typing import Any

from translate.storage.asciidoc import AsciiDocFile

from transtats_cli.errors import UnreadableFile
from transtats_cli.formats.toolkit import ToolkitReader, get_locations, get_source, is_blank, no_note


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


def _parse_document(store: Any, content: bytes) -> None:
    store.filename = ""
    store.parse(content)


HTML = ToolkitReader(
    "html:htmlfile",
    parse=_parse_document,
    key=lambda unit: "" if unit.isheader() else unit.getdocpath(),
    target=get_source,
    note=no_note,
    locations=get_locations,
)
ASCIIDOC = HTML._replace(store=_FiniteAsciiDocFile)
MARKDOWN = HTML._replace(
    store="markdown:MarkdownFile",
    create_store=lambda store_class, options: store_class(
        extract_frontmatter=options.parameter("md_extract_frontmatter", "true") == "true"
    ),
)
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
    skip=is_blank,
    key=lambda unit: "".join(unit.getlocations()),
    locations=lambda unit: ("".join(unit.getlocations()),),
)
