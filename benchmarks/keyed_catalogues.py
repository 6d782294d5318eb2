"""Render generated sentences as files with keys: Android resources, Java properties, nested JSON and YAML."""

import json
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from benchmarks.catalogues import CatalogueEntry, translate_entries
from benchmarks.languages import CatalogueLanguage
from benchmarks.wording import generate_vocabulary

STRINGS_IN_GROUP = 20


class KeyedString(NamedTuple):
    """Key and text of a string. The key has two parts: the group, and the name within the group."""

    group: str
    name: str
    text: str
    plural: str = ""
    """Text of the plural form, or '' if the string has no plural forms."""


class KeyedFormat(NamedTuple):
    """Format of a generated component: the setting `file_format`, the extension of its files, and their renderer."""

    file_format: str
    extension: str
    render: Callable[[Sequence[KeyedString]], str]


def translate_keyed(entries: Sequence[CatalogueEntry], language: CatalogueLanguage, seed: str) -> list[KeyedString]:
    """Return the strings of a translation. 10 % of the strings are missing."""
    words = generate_vocabulary(language.code, language.script)
    translated = zip(_number_strings(entries), translate_entries(entries, words, seed), strict=True)
    return [
        each._replace(text=target, plural=entry.plural.translated(words) if entry.plural else "")
        for each, (entry, target, _) in translated
        if target
    ]


def source_strings(entries: Sequence[CatalogueEntry]) -> list[KeyedString]:
    """Return the strings of the template."""
    return [*_number_strings(entries)]


def _number_strings(entries: Iterable[CatalogueEntry]) -> Iterable[KeyedString]:
    for number, entry in enumerate(entries):
        plural = entry.plural.source() if entry.plural else ""
        yield KeyedString(f"group_{number // STRINGS_IN_GROUP}", f"string_{number}", entry.text.source(), plural)


def _render_android(strings: Sequence[KeyedString]) -> str:
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<resources>\n'
        + "".join(map(_render_resource, strings))
        + "</resources>\n"
    )


def _render_resource(string: KeyedString) -> str:
    name, text = f"{string.group}_{string.name}", _escape_resource(string.text)
    if not string.plural:
        return f'    <string name="{name}">{text}</string>\n'
    return (
        f'    <plurals name="{name}">\n        <item quantity="one">{text}</item>\n'
        f'        <item quantity="other">{_escape_resource(string.plural)}</item>\n    </plurals>\n'
    )


def _escape_resource(text: str) -> str:
    return escape(text).replace('"', '\\"').replace("'", "\\'")


def _render_properties(strings: Sequence[KeyedString]) -> str:
    return "".join(f"{each.group}.{each.name}={_escape_property(each.text)}\n" for each in strings)


def _escape_property(text: str) -> str:
    return "".join(character if character < "\x7f" else f"\\u{ord(character):04x}" for character in text)


def _render_json(strings: Sequence[KeyedString]) -> str:
    return json.dumps(_to_groups(strings), ensure_ascii=False, indent=2) + "\n"


def _render_yaml(strings: Sequence[KeyedString]) -> str:
    return "".join(
        f"{group}:\n" + "".join(f"  {name}: {json.dumps(text, ensure_ascii=False)}\n" for name, text in texts.items())
        for group, texts in _to_groups(strings).items()
    )


def _to_groups(strings: Iterable[KeyedString]) -> dict[str, dict[str, str]]:
    groups: dict[str, dict[str, str]] = {}
    for each in strings:
        groups.setdefault(each.group, {})[each.name] = each.text
    return groups


KEYED_FORMATS = {
    "android": KeyedFormat("aresource", "xml", _render_android),
    "properties": KeyedFormat("properties", "properties", _render_properties),
    "json": KeyedFormat("json-nested", "json", _render_json),
    "yaml": KeyedFormat("yaml", "yaml", _render_yaml),
}
