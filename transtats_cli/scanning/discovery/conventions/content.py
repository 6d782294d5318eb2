"""Detect the format of a translation file from its content."""

import csv
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from transtats_cli.scanning.discovery.conventions.json_dialects import MAX_JSON_BYTES, detect_json_format

BEGINNING_SIZE = 65536
"""Number of bytes of a file that are read to detect its format."""
_CSV_FIELDS = frozenset(
    {"location", "source", "target", "id", "fuzzy", "context", "translator_comments", "developer_comments"}
    | {"source_plural_form", "target_plural_form", "id_hash"}
)
_MAX_CSV_LINES = 200
_SIMPLE_CSV_FIELDS = frozenset({"source", "target", "context", "id"})
_TOP_LEVEL_YAML_KEY_PATTERN = re.compile(
    rb"""^(?:"([^"\n]++)"|'((?:[^'\n]|'')++)'|([^\s#"':][^:\n]*+))[^\S\n]*+:(?=\s|$)""", re.MULTILINE
)
"""Pattern of a key at the beginning of a line. The key is in double quotes, in single quotes, or without quotes."""
_YAML_TEXT_PATTERN = re.compile(rb"""^[ \t]*+["']?[\w.@' \x80-\xff-]++["']?[ \t]*+:[ \t]++[^\s#\[{&*]""", re.MULTILINE)
"""Pattern of the beginning of a line with a key and a text."""

Detector = Callable[[bytes, str], str]
"""Function that returns the name of the format of a file, from the beginning of the file and its path.

'' if the file is no translation.
"""


def detect_format(content: bytes, path: str) -> str:
    """Return the name of the format of a file with the beginning `content`. '' if the file is no translation."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        content = content[: len(content) // 2 * 2].decode("utf-16", "replace").encode()
    detector = DETECTORS.get(path.rpartition(".")[2].lower())
    return detector(content.removeprefix(b"\xef\xbb\xbf"), path) if detector else ""


def can_detect(path: str) -> bool:
    """True if files with the extension of this path are recognised by their content."""
    return path.rpartition(".")[2].lower() in DETECTORS


def needed_byte_count(path: str) -> int:
    """Return the number of bytes of a file that `detect_format` needs."""
    return MAX_JSON_BYTES if path.lower().endswith(".json") else BEGINNING_SIZE


def _create_simple_detector(format_name: str, pattern: bytes = b"") -> Detector:
    """Return a detector for a file extension that only one format uses.

    The detector returns `format_name` if the regular expression `pattern` matches a part of the content, and else ''.
    If `pattern` is empty, the detector always returns `format_name`.
    """

    def detect(content: bytes, _: str) -> str:
        return format_name if not pattern or re.search(pattern, content, re.MULTILINE) else ""

    return detect


def _detect_xml(content: bytes, path: str) -> str:
    if b"<xwikidoc" in content:
        is_plain = re.search(rb"TranslationDocumentClass|<syntaxId>plain/|<content>\s*[\w.]+\s*=", content)
        return "xwiki-page-properties" if is_plain else "xwiki-fullpage"
    if b"<resources" in content and re.search(rb"<(?:string|plurals?)[\s>]", content):
        if "composeResources" in path.split("/"):
            return "cmp-resource"
        is_moko = b"<plural " in content or "/mr/" in f"/{path.lower()}"
        return "moko-resource" if is_moko else "aresource"
    return "flatxml" if re.search(rb"<root\b", content) and re.search(rb"<str\s[^<>]*\bkey\s*=", content) else ""


def _detect_properties(content: bytes, path: str) -> str:
    # The path is that of a wiki, or the content has the deprecation marks of a wiki's translations.
    if "xwiki" in path.lower() or re.search(rb"^# XWiki|XWiki Core localization|^#@deprecated", content, re.MULTILINE):
        return "xwiki-java-properties"
    if re.search(rb"^[^#!\s][^:=\n]*\[[a-zA-Z_]+\]\s*[:=]", content, re.MULTILINE):
        return "gwt"
    return "properties" if re.search(rb"^[^#!\s][^\n]*[:=]", content, re.MULTILINE) else ""


def _detect_yaml(content: bytes, path: str) -> str:
    """Return `ruby-yaml` if the only top-level key is also a part of the path, such as a language, and else `yaml`.

    '' if no key has a text as its value.
    """
    if not _YAML_TEXT_PATTERN.search(content):
        return ""
    keys = [b"".join(groups).rstrip() for groups in _TOP_LEVEL_YAML_KEY_PATTERN.findall(content)]
    root = keys[0].decode("utf-8", "replace") if len(keys) == 1 else ""
    is_ruby = root and re.search(rf"(?:^|[/._-]){re.escape(root)}(?:[/._-])", path) is not None
    return "ruby-yaml" if is_ruby else "yaml"


def _detect_php(content: bytes, path: str) -> str:
    if not content.lstrip().startswith(b"<?php"):
        return ""
    if not re.search(rb"(?:^|<\?php)[^\S\n]*+return\s*+(?:\[|array\s*+\()", content, re.MULTILINE):
        return "php" if re.search(rb"^[^\S\n]*+(?:\$\w++\s*+(?:\[|=)|define\s*+\()", content, re.MULTILINE) else ""
    is_laravel = re.search(rb"^(?>[^\n]*?=>)[^\n]*(?:\||[\"' (]:[a-z]{2})", content, re.MULTILINE) is not None
    return "laravel" if is_laravel and b"return [" in content else "php"


def _detect_toml(content: bytes, _: str) -> str:
    if re.search(rb"^[^\S\n]*+\[\[\s*+messages\s*+\]\]", content, re.MULTILINE) or re.search(
        rb"^[ \t]*\[[^\[\]\n]+\]\s*\n(?:[ \t]*(?:#|description|hash|zero|one|two|few|many)\b[^\n]*\n)*[ \t]*other\s*=",
        content,
        re.MULTILINE,
    ):
        return "go-i18n-toml"
    return "toml" if re.search(rb"=\s*[\"']", content) else ""


def _detect_ini(content: bytes, _: str) -> str:
    """Return `ini` for a file with sections, `joomla` for keys in upper case with quoted texts, and '' otherwise."""
    if re.search(rb"^\[[^\]\n]+\]", content, re.MULTILINE):
        return "ini"
    return "joomla" if re.search(rb"^[A-Z0-9_.-]+\s*=\s*\"", content, re.MULTILINE) else ""


def _detect_csv(content: bytes, _: str) -> str:
    """Return `csv-simple`, `csv` or `csv-multi` for a table of translations, and '' for another table.

    A table in the format `csv-simple` has two columns. In the other formats, the first line contains field names that a
    Weblate server accepts. In the format `csv-multi`, several lines have the same context and source.
    """
    text = content.decode("utf-8", "replace")
    line = text.partition("\n")[0]
    rows = _parse_table(text, max(",;\t", key=line.count))
    if not rows:
        return ""
    header = [field.strip().lower() for field in rows[0]]
    has_header = _CSV_FIELDS.issuperset(header)
    if all(len(row) == 2 for row in rows) and (not has_header or _SIMPLE_CSV_FIELDS.issuperset(header)):
        return "csv-simple"
    if not has_header:
        return ""
    places = [header.index(field) for field in ("context", "source") if field in header]
    keys = [tuple(row[place] for place in places) for row in rows[1:] if len(row) == len(header)]
    return "csv-multi" if len(places) == 2 and len(set(keys)) < len(keys) else "csv"


def _parse_table(text: str, delimiter: str) -> list[list[str]]:
    """Return the first rows of a table. [] if a row cannot be parsed."""
    lines = text.splitlines(keepends=True)[:_MAX_CSV_LINES]
    try:
        return [row for row in csv.reader(lines, delimiter=delimiter) if row]
    except csv.Error:
        return []


DETECTORS: Mapping[str, Detector] = MappingProxyType(
    {
        "json": detect_json_format,
        "arb": _create_simple_detector("arb", rb"^[^\S\n]*+\{"),
        "resjson": _create_simple_detector("resjson", rb"^[^\S\n]*+\{"),
        "xml": _detect_xml,
        "strings": _create_simple_detector("strings", rb"^(?>[^\n]*?=)[^\n]*;"),
        "stringsdict": _create_simple_detector("stringsdict", rb"<plist"),
        "properties": _detect_properties,
        "lang": _create_simple_detector("mi18n-lang", rb"^[^#!\s][^\n]*[:=]"),
        "yaml": _detect_yaml,
        "yml": _detect_yaml,
        "resx": _create_simple_detector("resx", rb"<root"),
        "resw": _create_simple_detector("resx", rb"<root"),
        "xaml": _create_simple_detector("resourcedictionary", rb"<ResourceDictionary"),
        "ts": _create_simple_detector("ts", rb"<!DOCTYPE TS|<TS[\s>]"),
        "php": _detect_php,
        "toml": _detect_toml,
        "ini": _detect_ini,
        "islu": _create_simple_detector("islu"),
        "isl": _create_simple_detector("islu"),
        "dtd": _create_simple_detector("dtd", rb"<!ENTITY"),
        "csv": _detect_csv,
        "xlsx": _create_simple_detector("xlsx", rb"\APK"),
        "tbx": _create_simple_detector("tbx", rb"<martif|<tbx"),
        "catkeys": _create_simple_detector("catkeys"),
        "ftl": _create_simple_detector("fluent", rb"^-?[A-Za-z][\w-]*\s*="),
        "srt": _create_simple_detector("srt"),
        "sub": _create_simple_detector("sub"),
        "ass": _create_simple_detector("ass"),
        "ssa": _create_simple_detector("ssa"),
        "rc": _create_simple_detector("rc", rb"\b(?:STRINGTABLE|DIALOG|DIALOGEX|MENU)\b"),
        "wxl": _create_simple_detector("wxl", rb"<WixLocalization"),
    }
)
"""Function that detects the format of a file, by extension."""
