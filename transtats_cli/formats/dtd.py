"""Reader of DTD files with entities, as Mozilla uses them."""

import re
from functools import partial
from typing import Any

from translate.storage.dtd import dtdfile

from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.lines import assign_lines, blank_out, find_matches, refuse_long_lines
from transtats_cli.formats.toolkit import build_unit, create_keyed_reader
from transtats_cli.model import Catalog, Unit

_MAX_LINE_BYTES = 20_000
"""Maximum length of a line, in bytes. The parser of the toolkit reads the rest of a line again for each entity, comment
and quotation mark in the line."""
_COMMENT_PATTERN = re.compile(r"<!--.*?-->", re.DOTALL)
_ENTITY_PATTERN = re.compile(r"<!ENTITY\s+(?:%\s+)?([^\s%]+)")


def create_dtd_reader(options: ReadOptions) -> Reader:
    return partial(_read_catalog, create_keyed_reader(dtdfile, _build_unit, options, _find_lines))


def _read_catalog(read: Reader, content: bytes) -> Catalog:
    refuse_long_lines(content, _MAX_LINE_BYTES)
    return read(content)


def _build_unit(unit: Any) -> Unit | None:
    return None if unit.isblank() else build_unit(unit.getid(), unit.target)


def _find_lines(content: bytes, store: Any) -> list[int]:
    text = content.decode(store.encoding)
    # A `<!--` without an end is no comment. The search for its end would read the rest of the file.
    end_of_comments = text.rfind("-->") + 3
    text = blank_out(_COMMENT_PATTERN, text[:end_of_comments]) + text[end_of_comments:]
    entities = ((found[1], line) for found, line in find_matches(_ENTITY_PATTERN, text))
    return assign_lines([unit.getid() for unit in store.units], entities)
