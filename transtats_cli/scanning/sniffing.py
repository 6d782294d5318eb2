"""What the beginning of a file tells of its format, its languages, and how a component of such files is read."""

import re
from collections.abc import Iterable

from transtats_cli import languages, regular_file
from transtats_cli.formats import of_extension

_HEAD = 65536
# Compiled when they are looked for: most folders are understood from the names in them.
_PO_LANGUAGE = rb'(?m)^"Language: *([A-Za-z0-9@_.-]{1,50}) *\\n"'
_XLIFF_TARGET = rb"""\s(?:target-language|trgLang)\s*=\s*["']([^"'<>]{1,50})["']"""
_XLIFF_SOURCE = rb"""\s(?:source-language|srcLang)\s*=\s*["']([^"'<>]{1,50})["']"""
_XLIFF_ROOT = rb"""<xliff\b[^>]{0,4000}?\sversion\s*=\s*["']([0-9.]{1,10})["']"""
_XLIFF_2_NAMESPACE = b"urn:oasis:names:tc:xliff:document:2."
_XLIFF_FILE = rb"<(?:[A-Za-z0-9_.-]{1,50}:)?file\b"
_PO_IN_XLIFF = rb"""\sdatatype\s*=\s*["']po["']"""
_PO_ENTRY = rb'(?m)^msgid "([^"\n]+)"\nmsgstr "([^"\n]*)"'
_KEY = rb"[A-Za-z0-9]+(?:[._:/-]+[A-Za-z0-9]+)+|[A-Z0-9]{2,}"


def head(path: str) -> bytes:
    """The beginning of a regular file; empty where there is none to be read."""
    try:
        return regular_file.read(path, _HEAD)
    except (OSError, ValueError):
        return b""


def file_format(paths: Iterable[str]) -> str:
    """The format of translation files, by their extension and the content of the first that can be understood."""
    return next(filter(None, map(_file_format, paths)), "xliff")


def _file_format(path: str) -> str:
    """The format of one file; '' where an XLIFF file is too damaged to tell which XLIFF it is."""
    extension = path.rpartition(".")[2].lower()
    known = of_extension(extension)
    if known not in (None, "xliff"):
        return known
    content = head(path)
    version = re.search(_XLIFF_ROOT, content)
    if version[1].startswith(b"2") if version else _XLIFF_2_NAMESPACE in content:
        return "xliff2"
    # The gettext profile of XLIFF has plurals, and says what it was made from.
    if re.search(_PO_IN_XLIFF, content):
        return "poxliff"
    return "xliff" if re.search(_XLIFF_FILE, content) else ""


def is_in_language(path: str, part: str) -> bool:
    """Whether a file says of itself that it is in the language that its path suggests."""
    return _says(_PO_LANGUAGE if path.endswith(".po") else _XLIFF_TARGET, path, part)


def source_language(path: str) -> str | None:
    """The language that an XLIFF file says it is translated from; '' where it says none, or its own.

    None for a file that cannot be understood: it has no say.
    """
    content = head(path)
    said, own = re.search(_XLIFF_SOURCE, content), re.search(_XLIFF_TARGET, content)
    if said is None and not re.search(_XLIFF_FILE, content):
        return None
    if said is None or (own is not None and own[1] == said[1]):
        return ""
    return said[1].decode("ascii", "replace")


def has_keys(path: str) -> bool:
    """Whether nearly all source texts of a PO file are keys (`button.save`, `BUTTON_SAVE`) that it explains."""
    entries = re.findall(_PO_ENTRY, head(path).replace(b"\r\n", b"\n"))
    keys = [(key, text) for key, text in entries if re.fullmatch(_KEY, key)]
    explained = [key for key, text in keys if text and text != key]
    return bool(entries) and 10 * len(keys) >= 9 * len(entries) and 2 * len(explained) > len(keys)


def _says(pattern: bytes, path: str, part: str) -> bool:
    said = re.search(pattern, head(path))
    if said is None:
        return False
    own, suggested = (languages.by_code(code) for code in (said[1].decode("ascii", "replace"), part))
    return own.base == suggested.base
