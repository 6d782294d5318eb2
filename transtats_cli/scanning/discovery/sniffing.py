"""Detect the format and the languages of a file from its beginning. Paths are relative to a folder."""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache

from transtats_cli import languages, regular_file
from transtats_cli.errors import UnreadableFile
from transtats_cli.formats import FileFormat, LanguageDeclaration, detection, import_function
from transtats_cli.formats.detection import (
    CATALOGUE_EXTENSIONS,
    DEFAULT_FORMAT,
    MULTILINGUAL_FORMATS,
    extension_of,
    format_of_extension,
)
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.paths import has_link_out_of
from transtats_cli.scanning.filemask import language_spellings
from transtats_cli.scanning.filemask.folders import FolderListings, find_matches

BEGINNING_SIZE = 65536
_SHORT_BEGINNING_SIZE = 16384
# Compiled on first use, because the files of most folders are classified by their names alone.
_KEY_REGEX = rb"[A-Za-z0-9]+(?:[._:/-]+[A-Za-z0-9]+)+|[A-Z0-9]{2,}"
_KEY_OF_PROGRAM_REGEX = rb"(?:%b)|[A-Za-z][a-z]*(?:[A-Z][A-Za-z0-9]*)+" % _KEY_REGEX
_NAME_IN_LINE_REGEX = (
    rb"""(?m)^[ \t\xef\xbb\xbf\xff\xfe]*(?:"((?:[^"\\]|\\.)*)"|((?:[^\\=:\s#!/"]|\\.)(?:[^\\=:\s]|\\.)*))[ \t]*[=:]"""
)
_PAIR_REGEX = rb"""["']([^"'\n]++)["']\s*+(?:=>|:)\s*+["']([^"'\n]*+)["']"""
_PATTERN_WORD_REGEX = (
    rb"numeric|2-digit|short|long|narrow|full|medium|standard|compact|currency|decimal|percent|symbol|h\d\d|[A-Z]{3}"
)
"""Words in patterns for dates and numbers, with the codes of currencies and time zones."""

_READ_PATHS: ContextVar[set[str] | None] = ContextVar("read paths", default=None)
"""Set to which the path of each file is added that is read in a block of `record_read_paths`."""


@contextmanager
def record_read_paths() -> Iterator[set[str]]:
    """Provide a set of paths. If the beginning of a file is read in the block, the path of the file is added."""
    paths: set[str] = set()
    token = _READ_PATHS.set(paths)
    try:
        yield paths
    finally:
        _READ_PATHS.reset(token)


class Folder:
    """Folder whose files discovery examines. All paths are relative to the folder."""

    def __init__(self, root: str, link_boundary: str = "", listings: FolderListings | None = None) -> None:
        """`root` is the absolute path. Links that lead out of `link_boundary`, by default `root`, are not read."""
        self.root = root
        self.link_boundary = link_boundary or root
        self.listings = listings or FolderListings()
        self._is_outside = lru_cache(maxsize=None)(has_link_out_of)

    def join(self, path: str) -> str:
        return os.path.join(self.root, path)

    def match(self, mask: str) -> list[tuple[str, tuple[str, ...]]]:
        """Return the paths that a file mask matches, with the texts in the places of the stars, unsorted."""
        return [match[:2] for match in find_matches(self.root, mask, self.listings)]

    def is_file(self, path: str) -> bool:
        return os.path.isfile(self.join(path))

    def read_beginning(self, path: str, size: int = BEGINNING_SIZE) -> bytes:
        """Return the beginning of a regular file.

        b'' if the file is unreadable, or if a link leads out of the boundary.
        """
        absolute, paths = self.join(path), _READ_PATHS.get()
        if paths is not None:
            paths.add(absolute)
        try:
            # Resolving each folder once is much faster than resolving each path.
            resolved = absolute if os.path.islink(absolute) else os.path.dirname(absolute)
            if self._is_outside(resolved, self.link_boundary):
                return b""
            return regular_file.read_regular_file(absolute, size)
        except (OSError, ValueError):
            return b""


def detect_file_format(folder: Folder, paths: Sequence[str]) -> str:
    """Return the format of several files: the first format that is detected in any of the files.

    If no format is detected, return the format for the extension of the first file.
    """
    detected = next(filter(None, (_detect_format_of_file(folder, path) for path in paths)), "")
    return detected or format_of_extension(extension_of(paths[0])) or DEFAULT_FORMAT


def _detect_format_of_file(folder: Folder, path: str) -> str:
    """Return the format of one file.

    '' if the extension does not determine the format, and the content has no known format. A file with an unknown
    extension is read as one with an extension of DEFAULT_FORMAT.
    """
    extension = extension_of(path)
    known = format_of_extension(extension)
    named = path if known else f"{path}.{FILE_FORMATS[DEFAULT_FORMAT].extensions[0]}"
    if known and not (extension in CATALOGUE_EXTENSIONS and detection.needed_byte_count(named)):
        return known
    return detection.detect_format(folder.read_beginning(path), named)


def read_declaration(folder: Folder, path: str) -> LanguageDeclaration:
    """Return the declaration at the beginning of a file: its language, or that the file contains source texts.

    If the language tables do not contain the declared language, the result has the language code ''.
    """
    beginning = folder.read_beginning(path, _SHORT_BEGINNING_SIZE)
    found = _format_of(path).sniff("read_target_declaration", beginning, LanguageDeclaration())
    is_listed = found.language_code and language_spellings.is_known_language(found.language_code.partition(".")[0])
    return found if is_listed else found._replace(language_code="")


def read_source_language(folder: Folder, path: str) -> str | None:
    """Return the source language that a file declares.

    '' if the file declares no source language, or the same language as source and target. None if the content does not
    have the format of the extension, or if files of this format never declare a source language.
    """
    return _format_of(path).sniff("read_source_language", folder.read_beginning(path), None)


def describe_multilingual_file(folder: Folder, path: str) -> dict[str, str]:
    """Return the settings `file_format` and `source_language` of a file that contains the strings of all languages."""
    name = MULTILINGUAL_FORMATS[extension_of(path)]
    read = import_function(f"{FILE_FORMATS[name].multilingual_module}:read_source_language")
    declared = read(folder.read_beginning(path))
    return {"file_format": name, "source_language": languages.language_by_code(declared).code if declared else ""}


def may_contain_translations(folder: Folder, path: str) -> bool:
    """False for a file for all languages that contains the source language only. True if the file is unreadable."""
    file_format = FILE_FORMATS[MULTILINGUAL_FORMATS[extension_of(path)]]
    try:
        content = folder.read_beginning(path, file_format.max_megabytes * 1_000_000 + 1)
        return len(file_format.list_languages(content)) > 1
    except UnreadableFile:
        return True


def is_multilingual_file(path: str) -> bool:
    """True if files with the extension of a path contain the strings of all languages."""
    return extension_of(path) in MULTILINGUAL_FORMATS


def _format_of(path: str) -> FileFormat:
    return FILE_FORMATS[format_of_extension(extension_of(path)) or DEFAULT_FORMAT]


def has_keys_as_sources(folder: Folder, path: str) -> bool:
    """True if nearly all sources of a file are keys (`button.save`, `BUTTON_SAVE`) and most of these have a text."""
    no_entries: list[tuple[bytes, bytes]] = []
    entries = _format_of(path).sniff("read_simple_entries", folder.read_beginning(path), no_entries)
    keys = [(key, text) for key, text in entries if re.fullmatch(_KEY_REGEX, key)]
    explained = [key for key, text in keys if text and text != key]
    return bool(entries) and 10 * len(keys) >= 9 * len(entries) and 2 * len(explained) > len(keys)


def has_texts_as_names(content: bytes) -> bool:
    """True if most names in a `.properties` or `.strings` file are texts, not keys such as `menu.open` or `menuOpen`.

    `content` is the beginning of the file, in any encoding that contains the bytes of ASCII.
    """
    found = [first or second for first, second in re.findall(_NAME_IN_LINE_REGEX, content.replace(b"\0", b""))]
    keys = [name for name in found if re.fullmatch(_KEY_OF_PROGRAM_REGEX, name)]
    return 2 * len(keys) < len(found)


def contains_data(content: bytes, *, may_list_languages: bool) -> bool:
    """True if all texts of a PHP or JSON file are words in patterns for dates and numbers.

    With `may_list_languages`, also True if at least four of five keys are codes of listed languages.
    """
    pairs = re.findall(_PAIR_REGEX, content)
    codes = [key.decode("ascii", "replace") for key, _ in pairs] if may_list_languages and len(pairs) >= 10 else []
    is_list = bool(codes) and 5 * sum(map(language_spellings.is_known_language, codes)) >= 4 * len(codes)
    return is_list or (bool(pairs) and all(re.fullmatch(_PATTERN_WORD_REGEX, text) for _, text in pairs))


def have_same_sources(folder: Folder, template: str, translations: Iterable[str]) -> bool:
    """Return True if nearly all strings of the translations have the source of the template's string with the same id.

    Only the beginnings of the files are compared. Strings that the template lacks may be up to half of a translation.
    """
    sources_by_id = _read_sources_by_id(folder, template)
    for path in translations:
        found = _read_sources_by_id(folder, path)
        shared = found.keys() & sources_by_id.keys()
        same_count = sum(found[key] == sources_by_id[key] for key in shared)
        if 2 * len(shared) < len(found) or 10 * same_count < 9 * len(shared):
            return False
    return True


def _read_sources_by_id(folder: Folder, path: str) -> dict[bytes, bytes]:
    return _format_of(path).sniff("read_sources_by_id", folder.read_beginning(path), {})
