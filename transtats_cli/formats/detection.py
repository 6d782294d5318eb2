"""Detect the format of a translation file from its name and from its beginning.

The format table names the detectors: regular expressions, and functions of this module and of `xliff.sniffing`.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from transtats_cli.formats import FileFormat, import_function
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.plurals import PLURAL_CATEGORIES

EXTENSIONS = tuple(dict.fromkeys(extension for known in FILE_FORMATS.values() for extension in known.extensions))
"""File extensions of all supported formats, without a dot."""


def collect_by_extension(read_property: Callable[[FileFormat], Any]) -> dict[str, tuple[Any, ...]]:
    """Return the values of a property of the formats, by extension. Extensions without a true value are left out."""
    found: dict[str, dict[Any, None]] = {}
    for known in FILE_FORMATS.values():
        for extension in known.extensions if read_property(known) else ():
            found.setdefault(extension, {})[read_property(known)] = None
    return {extension: tuple(values) for extension, values in found.items()}


_EXTENSIONS_WITHOUT_DECLARATIONS = collect_by_extension(lambda known: not known.sniffing_module)
CATALOGUE_EXTENSIONS = tuple(extension for extension in EXTENSIONS if extension not in _EXTENSIONS_WITHOUT_DECLARATIONS)
"""File extensions of formats whose files all declare their language or format, such as PO and XLIFF. Files with these
extensions are nearly always translations."""
DETECTED_EXTENSIONS = collect_by_extension(lambda known: known.detector is not None).keys() - {*CATALOGUE_EXTENSIONS}
"""Extensions of all other files that are recognised by the language in their name and their content. Files with other
extensions are found only by settings, except those of MULTILINGUAL_FORMATS."""
MULTILINGUAL_FORMATS = {
    extension: name
    for name, known in FILE_FORMATS.items()
    for extension in known.extensions
    if known.multilingual_module
}
"""Formats whose files contain the strings of all languages, by extension."""
FOLDER_FILE_NAMES = frozenset(name for known in FILE_FORMATS.values() for name in known.names_in_folder)
"""Names of files by which a folder is recognised as a translation."""
DEFAULT_FORMAT = "xliff"
"""Format of a file whose extension is unknown, and whose format is not detected from its content."""


def format_of_extension(extension: str) -> str | None:
    """Return the first format with this extension, which is that of files that no detector recognises, or None."""
    return next((name for name, known in FILE_FORMATS.items() if extension in known.extensions), None)


_TOP_LEVEL_YAML_KEY_REGEX = rb"""(?m)^(?:"([^"\n]++)"|'((?:[^'\n]|'')++)'|([^\s#"':][^:\n]*+))[^\S\n]*+:(?=\s|$)"""
"""Expression for a key at the beginning of a line. The key is in double quotes, in single quotes, or without quotes."""
MOKO_FOLDERS = frozenset({"mr", "moko-resources"})
"""Names of folders with resources of moko, in lower case."""
_YAML_TEXT_REGEX = rb"""(?m)^[ \t]*+["']?[\w.@' \x80-\xff-]++["']?[ \t]*+:[ \t]++[^\s#\[{&*]"""
"""Expression for the beginning of a line with a key and a text."""


def detect_format(content: bytes, path: str) -> str:
    """Return the name of the format of a file with the beginning `content`. '' if no format recognises the file."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        content = content[: len(content) // 2 * 2].decode("utf-16", "replace").encode()
    content = content.removeprefix(b"\xef\xbb\xbf")
    for detector, name in _list_detectors(extension_of(path)).items():
        if isinstance(detector, str):
            found: str = import_function(detector)(content, path)
        else:
            found = name if re.search(detector, content, re.MULTILINE) else ""
        if found:
            return found
    return ""


def needed_byte_count(path: str) -> int:
    """Return the number of bytes of a file that `detect_format` needs. 0 if no format recognises such files."""
    formats = [FILE_FORMATS[name] for name in _list_detectors(extension_of(path)).values()]
    return max((known.detected_bytes for known in formats), default=0)


@cache
def _list_detectors(extension: str) -> dict[str | bytes, str]:
    """Return the detectors of the formats with an extension, each with the name of the first format that has it."""
    found: dict[str | bytes, str] = {}
    for name, known in sorted(FILE_FORMATS.items(), key=lambda item: not item[1].is_detected_first):
        if known.detector is not None and extension in known.extensions:
            found.setdefault(known.detector, name)
    return found


def extension_of(path: str) -> str:
    return path.rpartition(".")[2].lower()


def detect_xml(content: bytes, path: str) -> str:
    if b"<xwikidoc" in content:
        is_plain = re.search(rb"TranslationDocumentClass|<syntaxId>plain/|<content>\s*[\w.]+\s*=", content)
        return "xwiki-page-properties" if is_plain else "xwiki-fullpage"
    if b"<resources" in content and re.search(rb"<(?:string|plurals?)[\s>]", content):
        if "composeResources" in path.split("/"):
            return "cmp-resource"
        is_moko = b"<plural " in content or not MOKO_FOLDERS.isdisjoint(path.lower().split("/"))
        return "moko-resource" if is_moko else "aresource"
    return "flatxml" if re.search(rb"<root\b", content) and re.search(rb"<str\s[^<>]*\bkey\s*=", content) else ""


def detect_properties(content: bytes, path: str) -> str:
    # The path is that of a wiki, or the content has the deprecation marks of a wiki's translations.
    if "xwiki" in path.lower() or re.search(rb"^# XWiki|XWiki Core localization|^#@deprecated", content, re.MULTILINE):
        return "xwiki-java-properties"
    if re.search(rb"^[^#!\s][^:=\n]*\[[a-zA-Z_]+\]\s*[:=]", content, re.MULTILINE):
        return "gwt"
    return "properties" if re.search(rb"^[^#!\s][^\n]*[:=]", content, re.MULTILINE) else ""


def detect_yaml(content: bytes, path: str) -> str:
    """Return `ruby-yaml` if the only top-level key is also a part of the path, such as a language, and else `yaml`.

    '' if no key has a text as its value.
    """
    if not re.search(_YAML_TEXT_REGEX, content):
        return ""
    keys = [b"".join(groups).rstrip() for groups in re.findall(_TOP_LEVEL_YAML_KEY_REGEX, content)]
    root = keys[0].decode("utf-8", "replace") if len(keys) == 1 else ""
    is_ruby = root and re.search(rf"(?:^|[/._-]){re.escape(root)}(?:[/._-])", path) is not None
    return "ruby-yaml" if is_ruby else "yaml"


def detect_php(content: bytes, path: str) -> str:
    if not content.lstrip().startswith(b"<?php"):
        return ""
    if not re.search(rb"(?:^|<\?php)[^\S\n]*+return\s*+(?:\[|array\s*+\()", content, re.MULTILINE):
        return "php" if re.search(rb"^[^\S\n]*+(?:\$\w++\s*+(?:\[|=)|define\s*+\()", content, re.MULTILINE) else ""
    is_laravel = re.search(rb"^(?>[^\n]*?=>)[^\n]*(?:\||[\"' (]:[a-z]{2})", content, re.MULTILINE) is not None
    return "laravel" if is_laravel and b"return [" in content else "php"


def detect_toml(content: bytes, _: str) -> str:
    if re.search(rb"^[^\S\n]*+\[\[\s*+messages\s*+\]\]", content, re.MULTILINE) or re.search(
        rb"^[ \t]*\[[^\[\]\n]+\]\s*\n(?:[ \t]*(?:#|description|hash|zero|one|two|few|many)\b[^\n]*\n)*[ \t]*other\s*=",
        content,
        re.MULTILINE,
    ):
        return "go-i18n-toml"
    return "toml" if re.search(rb"=\s*[\"']", content) else ""


def detect_ini(content: bytes, _: str) -> str:
    """Return `ini` for a file with sections, `joomla` for keys with quoted texts, and '' otherwise."""
    if re.search(rb"^\[[^\]\n]+\]", content, re.MULTILINE):
        return "ini"
    return "joomla" if re.search(rb"^[\w.-]++[ \t]*+=[ \t]*+\"", content, re.MULTILINE) else ""


_GO_FIELDS = {*PLURAL_CATEGORIES, "id", "hash", "description", "leftDelim", "rightDelim"}
_MAX_VALUES = 10_000
"""Maximum number of values of a file that are looked at."""
_MIN_TEXT_SHARE = 0.8
"""Minimum share of texts among the values of a translation file."""

_CSV_FIELDS = frozenset(
    {"location", "source", "target", "id", "fuzzy", "context", "translator_comments", "developer_comments"}
    | {"source_plural_form", "target_plural_form", "id_hash"}
)
_MAX_CSV_LINES = 200
_SIMPLE_CSV_FIELDS = frozenset({"source", "target", "context", "id"})


def detect_json(content: bytes, path: str) -> str:
    """Return the name of the format of a JSON file. '' if the file contains no translations.

    If `content` is only the beginning of the file, the format cannot be detected, and the result is `json-nested`.
    """
    try:
        data = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        is_cut = len(content) >= FILE_FORMATS["json"].detected_bytes
        return "json-nested" if is_cut and content.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"{") else ""
    if isinstance(data, list):
        is_list_of_messages = bool(data) and isinstance(data[0], dict) and {"id", "translation"} <= data[0].keys()
        return "go-i18n-json" if is_list_of_messages else ""
    if not isinstance(data, dict):
        return ""
    if isinstance(data.get("messages"), list) and ("language" in data or "lang" in data):
        return "gotext"
    if isinstance(data.get("translations"), dict) and "pluralForm" in data:
        return "nextcloud-json"
    return _detect_format_of_values(data, path)


def _detect_format_of_values(data: Mapping[str, Any], path: str) -> str:
    objects = [value for value in data.values() if isinstance(value, dict)]
    if objects and len(objects) == len(data):
        if path.rpartition("/")[2] == "messages.json" and all("message" in value for value in objects):
            return "webextension"
        if all("defaultMessage" in value for value in objects):
            return "formatjs"
    values = [pair for pair, _ in zip(_list_values(data), range(_MAX_VALUES), strict=False)]
    texts = [(key, value) for key, value in values if isinstance(value, str)]
    if len(texts) < _MIN_TEXT_SHARE * len(values) or not any(re.search(r"[^\W\d_]", text) for _, text in texts):
        return ""
    if _is_go_file(path, objects):
        return "go-i18n-json-v2"
    return _detect_i18next_format(texts) or ("json-nested" if len(texts) < len(values) or objects else "json")


def _list_values(data: Any) -> Iterator[tuple[str, Any]]:
    pending = [("", data)]
    while pending:
        key, value = pending.pop()
        if isinstance(value, dict):
            pending += [(str(name), each) for name, each in value.items()]
        elif isinstance(value, list):
            pending += [("", each) for each in value]
        elif value is not None:
            yield key, value


def _is_go_file(path: str, objects: list[dict[str, Any]]) -> bool:
    """True if a file has the usual name of a file of go-i18n, or if its objects are messages of go-i18n."""
    if re.search(r"(?:^|/)(?:active|translate)\.[^/]*\.json$", path):
        return True
    described = [value for value in objects if "hash" in value or "description" in value]
    return bool(described) and all("other" in value and value.keys() <= _GO_FIELDS for value in described)


def _detect_i18next_format(texts: list[tuple[str, str]]) -> str:
    """Return a format of i18next if keys have its plural suffixes, or if texts have its placeholders, and else ''."""
    keys = {key for key, _ in texts}
    plurals = {key.removesuffix("_other") for key in keys if key.endswith("_other")}
    if any(f"{base}_{category}" in keys for base in plurals for category in PLURAL_CATEGORIES if category != "other"):
        return "i18nextv4"
    has_plural = any(key.endswith("_plural") and key.removesuffix("_plural") in keys for key in keys)
    return "i18next" if has_plural or any("{{" in text for _, text in texts) else ""


def detect_csv(content: bytes, _: str) -> str:
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
    # Imported late, because most runs detect no CSV file.
    import csv

    lines = text.splitlines(keepends=True)[:_MAX_CSV_LINES]
    try:
        return [row for row in csv.reader(lines, delimiter=delimiter) if row]
    except csv.Error:
        return []
