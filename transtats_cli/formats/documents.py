"""Readers of documents: HTML, Markdown, MDX, AsciiDoc, plain text and wiki pages.

The strings of a document have no keys. The place of a string in the structure of the document stands for the key.
"""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from transtats_cli.columns import UnitList
from transtats_cli.errors import UnreadableFile
from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.toolkit import build_unit, library_errors_as_unreadable
from transtats_cli.model import Catalog

_BLANK_LINES_PATTERN = re.compile(rb"\n[ \t\r]*\n")
_MAX_PARAGRAPH_BYTES = 100_000
"""Maximum length of a paragraph of a Markdown file, in bytes."""
_MAX_LINKS_PER_PARAGRAPH = 5000
"""Maximum number of links, footnotes and other brackets in a Markdown file if all of them are in one paragraph. The
limit applies to the sum of the squared counts of all paragraphs."""
_MAX_TOTAL_DEPTH = 10_000_000
"""Maximum sum of the depths of all elements of an HTML file. An element without an end tag contains all later ones."""


def create_html_reader(options: ReadOptions) -> Reader:
    from translate.storage.html import htmlfile

    class LimitedHtmlFile(htmlfile):
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

    return partial(_read_document, LimitedHtmlFile)


def create_markdown_reader(options: ReadOptions) -> Reader:
    from translate.storage.markdown import MarkdownFile

    return partial(_read_markdown, partial(MarkdownFile, extract_frontmatter=_extracts_front_matter(options)))


def create_mdx_reader(options: ReadOptions) -> Reader:
    from translate.storage.mdxfile import MDXFile

    return partial(_read_markdown, partial(MDXFile, extract_frontmatter=_extracts_front_matter(options)))


def create_asciidoc_reader(options: ReadOptions) -> Reader:
    from translate.storage.asciidoc import AsciiDocFile

    class FiniteAsciiDocFile(AsciiDocFile):
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

    return partial(_read_document, FiniteAsciiDocFile)


def create_text_reader(options: ReadOptions) -> Reader:
    return partial(_read_text, "plain")


def create_mediawiki_reader(options: ReadOptions) -> Reader:
    return partial(_read_text, "mediawiki")


def create_dokuwiki_reader(options: ReadOptions) -> Reader:
    return partial(_read_text, "dokuwiki")


def _extracts_front_matter(options: ReadOptions) -> bool:
    return options.parameter("md_extract_frontmatter", "true") == "true"


def _read_markdown(create_store: Callable[[], Any], content: bytes) -> Catalog:
    """Return the Catalog of a Markdown file.

    Raises UnreadableFile for a long paragraph, and for very many links and brackets. translate-toolkit would take
    quadratic time for them.
    """
    paragraphs = _BLANK_LINES_PATTERN.split(content)
    if max(map(len, paragraphs)) > _MAX_PARAGRAPH_BYTES:
        raise UnreadableFile(f"a paragraph has more than {_MAX_PARAGRAPH_BYTES:,} bytes")
    if sum(paragraph.count(b"]") ** 2 for paragraph in paragraphs) > _MAX_LINKS_PER_PARAGRAPH**2:
        raise UnreadableFile(f"a paragraph has more than {_MAX_LINKS_PER_PARAGRAPH:,} links or brackets")
    return _read_document(create_store, content)


def _read_document(create_store: Callable[[], Any], content: bytes) -> Catalog:
    with library_errors_as_unreadable():
        store = create_store()
        store.filename = ""
        store.parse(content)
        return Catalog(
            UnitList(
                build_unit("" if unit.isheader() else unit.getdocpath(), unit.source, locations=unit.getlocations())
                for unit in store.units
            )
        )


def _read_text(flavour: str, content: bytes) -> Catalog:
    from translate.storage.txt import TxtFile

    with library_errors_as_unreadable():
        store = TxtFile(flavour=flavour)
        store.parse(content.splitlines(keepends=True))
        return Catalog(
            UnitList(
                build_unit(" ".join(unit.getlocations()), unit.source, locations=unit.getlocations())
                for unit in store.units
            )
        )
