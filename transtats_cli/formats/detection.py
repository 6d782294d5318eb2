"""Detect the format of a translation file from its beginning.

The format table names the detectors: regular expressions, and functions of this module, of `dialects` and of
`xliff.sniffing`.
"""

import re
from functools import cache

from transtats_cli.formats import import_function
from transtats_cli.formats.table import FILE_FORMATS

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
    for detector, name in _list_detectors(_extension_of(path)).items():
        if isinstance(detector, str):
            found: str = import_function(detector)(content, path)
        else:
            found = name if re.search(detector, content, re.MULTILINE) else ""
        if found:
            return found
    return ""


def needed_byte_count(path: str) -> int:
    """Return the number of bytes of a file that `detect_format` needs. 0 if no format recognises such files."""
    formats = [FILE_FORMATS[name] for name in _list_detectors(_extension_of(path)).values()]
    return max((known.detected_bytes for known in formats), default=0)


@cache
def _list_detectors(extension: str) -> dict[str | bytes, str]:
    """Return the detectors of the formats with an extension, each with the name of the first format that has it."""
    found: dict[str | bytes, str] = {}
    for name, known in sorted(FILE_FORMATS.items(), key=lambda item: not item[1].is_detected_first):
        if known.detector is not None and extension in known.extensions:
            found.setdefault(known.detector, name)
    return found


def _extension_of(path: str) -> str:
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
