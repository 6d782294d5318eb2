"""Detect the format and the languages of a file from its beginning.

`boundary` is the directory that links may not lead out of.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

from transtats_cli import regular_file
from transtats_cli.formats import of_extension
from transtats_cli.paths import leads_out
from transtats_cli.scanning.filemask import language_spellings

_HEAD = 65536
_SHORT_HEAD = 16384
# Compiled on first use, because the files of most folders are classified by their names alone.
_PO_LANGUAGE = rb'(?m)^"Language: *([A-Za-z0-9@_.-]{1,50}) *\\n"'
_XLIFF_TARGET = rb"""\s(?:target-language|trgLang)\s*=\s*["']([^"'<>]{1,50})["']"""
_XLIFF_SOURCE = rb"""\s(?:source-language|srcLang)\s*=\s*["']([^"'<>]{1,50})["']"""
_XLIFF_ROOT = rb"""<xliff\b[^>]{0,4000}?\sversion\s*=\s*["']([0-9.]{1,10})["']"""
_XLIFF_2_NAMESPACE = b"urn:oasis:names:tc:xliff:document:2."
_XLIFF_FILE = rb"<(?:[A-Za-z0-9_.-]{1,50}:)?file\b"
_PO_IN_XLIFF = rb"""\sdatatype\s*=\s*["']po["']"""
_PO_ENTRY = rb'(?m)^msgid "([^"\n]+)"\nmsgstr "([^"\n]*)"'
_XLIFF_TEXT = rb"<(?:[A-Za-z0-9_.-]{1,50}:)?target[\s/>]"
_XLIFF_SOURCE_TEXT = rb"<(?:[A-Za-z0-9_.-]{1,50}:)?source[\s/>]"
_KEY = rb"[A-Za-z0-9]+(?:[._:/-]+[A-Za-z0-9]+)+|[A-Z0-9]{2,}"


class Declaration(NamedTuple):
    """Declaration of a language at the beginning of a file."""

    language: str = ""
    """Language code that the tables list, or empty."""
    is_source: bool = False
    """True for an XLIFF file of source texts: without target and target language, or with equal languages."""


_recorded: ContextVar[set[str] | None] = ContextVar("_recorded", default=None)


@contextmanager
def recorded() -> Iterator[set[str]]:
    """Collect the paths of all files whose beginnings are read in the block."""
    paths: set[str] = set()
    token = _recorded.set(paths)
    try:
        yield paths
    finally:
        _recorded.reset(token)


def head(path: str, boundary: str, size: int = _HEAD) -> bytes:
    """Return the beginning of a regular file. Empty if it cannot be read, or if a link leads out of the boundary."""
    paths = _recorded.get()
    if paths is not None:
        paths.add(path)
    try:
        return b"" if leads_out(path, boundary) else regular_file.read(path, size)
    except (OSError, ValueError):
        return b""


def file_format(paths: Iterable[str], boundary: str) -> str:
    """Return the format of the first file whose format is detected, or `xliff`."""
    return next(filter(None, (_file_format(path, boundary) for path in paths)), "xliff")


def _file_format(path: str, boundary: str) -> str:
    """Return the format of one file. '' if the version of an XLIFF file is not detected."""
    extension = path.rpartition(".")[2].lower()
    known = of_extension(extension)
    if known not in (None, "xliff"):
        return known
    content = head(path, boundary)
    version = re.search(_XLIFF_ROOT, content)
    if version[1].startswith(b"2") if version else _XLIFF_2_NAMESPACE in content:
        return "xliff2"
    # The gettext profile of XLIFF has plurals, and declares the original format.
    if re.search(_PO_IN_XLIFF, content):
        return "poxliff"
    return "xliff" if re.search(_XLIFF_FILE, content) else ""


def declaration(path: str, boundary: str) -> Declaration:
    """Return the declaration at the beginning of a file: `Language:`, `target-language` or `trgLang`."""
    content = head(path, boundary, _SHORT_HEAD)
    is_po = path.endswith(".po")
    found = re.search(_PO_LANGUAGE if is_po else _XLIFF_TARGET, content)
    if found is not None:
        code = found[1].decode("ascii", "replace")
        source = None if is_po else re.search(_XLIFF_SOURCE, content)
        is_source = source is not None and source[1] == found[1]
        return Declaration(code if language_spellings.is_known(code.partition(".")[0]) else "", is_source)
    has_source = not is_po and re.search(_XLIFF_SOURCE_TEXT, content) is not None
    return Declaration(is_source=has_source and re.search(_XLIFF_TEXT, content) is None)


def source_language(path: str, boundary: str) -> str | None:
    """Return the source language that an XLIFF file declares. '' if it declares none, or its target language.

    None if the file is not recognized.
    """
    content = head(path, boundary)
    said, own = re.search(_XLIFF_SOURCE, content), re.search(_XLIFF_TARGET, content)
    if said is None and not re.search(_XLIFF_FILE, content):
        return None
    if said is None or (own is not None and own[1] == said[1]):
        return ""
    return said[1].decode("ascii", "replace")


def has_keys(path: str, boundary: str) -> bool:
    """True if nearly all sources of a PO file are keys (`button.save`, `BUTTON_SAVE`) and most of these have a text."""
    entries = re.findall(_PO_ENTRY, head(path, boundary).replace(b"\r\n", b"\n"))
    keys = [(key, text) for key, text in entries if re.fullmatch(_KEY, key)]
    explained = [key for key, text in keys if text and text != key]
    return bool(entries) and 10 * len(keys) >= 9 * len(entries) and 2 * len(explained) > len(keys)
