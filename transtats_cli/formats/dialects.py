"""Detect the format of a JSON file or a CSV file from its content."""

import csv
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.plurals import PLURAL_CATEGORIES

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
    lines = text.splitlines(keepends=True)[:_MAX_CSV_LINES]
    try:
        return [row for row in csv.reader(lines, delimiter=delimiter) if row]
    except csv.Error:
        return []
