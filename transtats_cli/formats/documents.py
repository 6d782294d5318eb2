"""Readers of documents: HTML, Markdown, MDX, AsciiDoc, plain text and wiki pages.

The strings of a document have no keys. The place of a string in the structure of the document stands for the key.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from transtats_cli.columns import UnitList
from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.toolkit import build_document_unit, library_errors_as_unreadable
from transtats_cli.model import Catalog


def create_html_reader(options: ReadOptions) -> Reader:
    from translate.storage.html import htmlfile

    return partial(_read_document, htmlfile)


def create_markdown_reader(options: ReadOptions) -> Reader:
    from translate.storage.markdown import MarkdownFile

    return partial(_read_document, partial(MarkdownFile, extract_frontmatter=_extracts_front_matter(options)))


def create_mdx_reader(options: ReadOptions) -> Reader:
    from translate.storage.mdxfile import MDXFile

    return partial(_read_document, partial(MDXFile, extract_frontmatter=_extracts_front_matter(options)))


def create_asciidoc_reader(options: ReadOptions) -> Reader:
    from translate.storage.asciidoc import AsciiDocFile

    return partial(_read_document, AsciiDocFile)


def create_text_reader(options: ReadOptions) -> Reader:
    return partial(_read_text, "plain")


def create_mediawiki_reader(options: ReadOptions) -> Reader:
    return partial(_read_text, "mediawiki")


def create_dokuwiki_reader(options: ReadOptions) -> Reader:
    return partial(_read_text, "dokuwiki")


def _extracts_front_matter(options: ReadOptions) -> bool:
    return options.parameter("md_extract_frontmatter", "true") == "true"


def _read_document(create_store: Callable[[], Any], content: bytes) -> Catalog:
    with library_errors_as_unreadable():
        store = create_store()
        store.filename = ""
        store.parse(content)
        return Catalog(
            UnitList(
                build_document_unit("" if unit.isheader() else unit.getdocpath(), unit.source, unit.getlocations())
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
                build_document_unit(" ".join(unit.getlocations()), unit.source, unit.getlocations())
                for unit in store.units
            )
        )
