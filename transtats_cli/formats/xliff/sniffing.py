"""Read the version, the languages and the original format that the beginning of an XLIFF file declares."""

import re

from transtats_cli.formats import LanguageDeclaration

_TARGET_LANGUAGE_REGEX = rb"""\s(?:target-language|trgLang)\s*=\s*["']([^"'<>]{1,50})["']"""
_SOURCE_LANGUAGE_REGEX = rb"""\s(?:source-language|srcLang)\s*=\s*["']([^"'<>]{1,50})["']"""
_ROOT_TAG_REGEX = rb"""<xliff\b[^>]{0,4000}?\sversion\s*=\s*["']([0-9.]{1,10})["']"""
_XLIFF_2_NAMESPACE = b"urn:oasis:names:tc:xliff:document:2."
_FILE_TAG_REGEX = rb"<(?:[A-Za-z0-9_.-]{1,50}:)?file\b"
_PO_DATATYPE_REGEX = rb"""\sdatatype\s*=\s*["']po["']"""
_TARGET_TAG_REGEX = rb"<(?:[A-Za-z0-9_.-]{1,50}:)?target[\s/>]"
_SOURCE_TAG_REGEX = rb"<(?:[A-Za-z0-9_.-]{1,50}:)?source[\s/>]"

_ENTRY_REGEX = (
    rb"<source(?:\s[^<>]*)?>([^<]+)</source>(?:\s*<target(?:\s[^<>]*)?>((?:[^<]|<(?!/?target\b))*)</target>)?"
)
_FILE_OR_UNIT_REGEX = rb"<file(\s[^<>]*)>|<trans-unit(\s[^<>]*)>\s*<source(?:\s[^<>]*)?>([^<]+)</source>"


def detect_format(content: bytes, _: str) -> str:
    """Return the format of an XLIFF file: `xliff`, `xliff2` or `poxliff`, or '' if no format is detected."""
    version = re.search(_ROOT_TAG_REGEX, content)
    if version[1].startswith(b"2") if version else _XLIFF_2_NAMESPACE in content:
        return "xliff2"
    # The gettext profile of XLIFF has plurals, and declares the original format.
    if re.search(_PO_DATATYPE_REGEX, content):
        return "poxliff"
    return "xliff" if re.search(_FILE_TAG_REGEX, content) else ""


def read_target_declaration(content: bytes) -> LanguageDeclaration:
    """Return the language in the attribute `target-language` or `trgLang`. If both are missing, the code is empty."""
    target = _read_text(_TARGET_LANGUAGE_REGEX, content)
    if target:
        return LanguageDeclaration(target, target == _read_text(_SOURCE_LANGUAGE_REGEX, content))
    has_source = re.search(_SOURCE_TAG_REGEX, content) is not None
    return LanguageDeclaration(is_source=has_source and re.search(_TARGET_TAG_REGEX, content) is None)


def read_source_language(content: bytes) -> str | None:
    """Return the language in the attribute `source-language` or `srcLang`.

    If there is no such attribute, or the source language is equal to the target language, return ''. If `content` is
    not XLIFF, return None.
    """
    source = _read_text(_SOURCE_LANGUAGE_REGEX, content)
    if not source and not re.search(_FILE_TAG_REGEX, content):
        return None
    return "" if source == _read_text(_TARGET_LANGUAGE_REGEX, content) else source


def read_simple_entries(content: bytes) -> list[tuple[bytes, bytes]]:
    """Return source and target of each unit whose source has no tags. A missing target is empty."""
    return re.findall(_ENTRY_REGEX, content)


def read_sources_by_id(content: bytes) -> dict[bytes, bytes]:
    """Return the source of each XLIFF 1 unit whose source has no tags.

    The key is the `resname` of the unit, or else the `original` of the file and the `id` of the unit, as in the context
    of a string.
    """
    found: dict[bytes, bytes] = {}
    original = b""
    for file_attributes, unit_attributes, source in re.findall(_FILE_OR_UNIT_REGEX, content):
        if file_attributes:
            original = _read_attribute(b"original", file_attributes)
        else:
            identifier = _read_attribute(b"resname", unit_attributes)
            found[identifier or original + b"///" + _read_attribute(b"id", unit_attributes)] = source
    return found


def _read_attribute(name: bytes, attributes: bytes) -> bytes:
    found = re.search(rb"""\s%b\s*=\s*["']([^"'<>]*)["']""" % name, attributes)
    return found[1] if found else b""


def _read_text(regex: bytes, content: bytes) -> str:
    """Return the text of the group in the first match of a regular expression, or ''."""
    found = re.search(regex, content)
    return found[1].decode("ascii", "replace") if found else ""
