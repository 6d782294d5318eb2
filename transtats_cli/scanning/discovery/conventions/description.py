"""Choose format, template and source language of a group of files."""

import os
import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from transtats_cli import languages
from transtats_cli.formats import detection
from transtats_cli.formats.table import FILE_FORMATS, format_of_extension
from transtats_cli.scanning.discovery import layouts, sniffing
from transtats_cli.scanning.discovery.conventions.grouping import FileGroup, is_source_language, rank_english
from transtats_cli.scanning.filemask import language_spellings
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.filemask.matching import find_matches
from transtats_cli.settings.kinds import SettingValue

_MAX_SAMPLED_FILES = 20
"""Maximum number of files that are read to detect their character encoding."""
_MAX_SAMPLED_TRANSLATIONS = 3
"""Maximum number of translations that are read to detect the format if the source file is not recognised."""
_BEGINNING_SIZE = 1 << 16
"""Number of bytes at the beginning of such a file that are read."""


class FileDescription(NamedTuple):
    """Settings of a component that are derived from the content of its files."""

    file_format: str
    template: str = ""
    source_language: str = ""
    """Code of the source language. '' for the default, English."""
    parameters: Mapping[str, str] = {}
    """Parameters of the format."""

    def to_setting_values(self) -> dict[str, SettingValue]:
        """Return the values by name of the setting. Empty values are left out."""
        values: dict[str, SettingValue] = {
            "file_format": self.file_format,
            "template": self.template,
            "source_language": self.source_language,
            "file_format_params": self.parameters,
        }
        return {key: value for key, value in values.items() if value}


def describe_group(
    root: str, group: FileGroup, link_boundary: str, *, is_certain: bool = False
) -> FileDescription | None:
    """Return the format, the template and the source language of a group: a file mask with its files.

    Return None if the files are no translations. Paths in the group are relative to `root`. Symbolic links that lead
    out of the directory `link_boundary` are not read. `is_certain` is True if a user or another tool has named the
    mask. Then the parts of the paths in place of the star count as languages without further evidence.
    """
    if not group.languages and not (is_certain and group.source_path):
        return None
    source = _choose_source_path(root, group, link_boundary)
    first = source or min(group.language_parts)
    # A source file without strings is not recognised, so a translation decides.
    samples = (first, *sorted(group.language_parts)[:_MAX_SAMPLED_TRANSLATIONS])
    file_format = next(filter(None, (_read_format(root, path, link_boundary) for path in samples)), "")
    if not file_format and is_certain and not detection.needed_byte_count(first):
        file_format = format_of_extension(first.rpartition(".")[2].lower()) or ""
    if not file_format or not (is_certain or _has_enough_languages(group, file_format, has_source=bool(source))):
        return None
    described = FILE_FORMATS[file_format]
    if not described.may_have_template or described.contains_sources:
        return FileDescription(file_format)
    if not source:
        is_usable = described.may_have_source_column or (is_certain and not described.is_monolingual)
        return FileDescription(file_format) if is_usable else None
    return FileDescription(
        file_format,
        "" if described.may_have_source_column and _has_source_column(root, source, link_boundary) else source,
        _find_source_language(group.language_parts.get(source, "")),
        _detect_encoding(root, file_format, [*sorted(group.language_parts), source], link_boundary),
    )


def describe_mask(
    root: str, mask: str, template: str, listings: FolderListings, link_boundary: str
) -> FileDescription | None:
    """Return format, template and source language of the files of a mask that a user has named.

    `template` is the template in the settings, or ''. None if the format cannot be detected.
    """
    parts = list_language_parts(root, mask, listings)
    group = FileGroup(mask, parts, template or _find_source_of_mask(root, mask, parts))
    return describe_group(root, group, link_boundary, is_certain=True) if parts or group.source_path else None


def list_language_parts(root: str, mask: str, listings: FolderListings) -> dict[str, str]:
    """Return the part of each path that is the language, by path, for the files of a mask.

    Files whose paths contain no language are left out.
    """
    found = ((path, languages.find_code_in_path(stars)) for path, stars, _ in find_matches(root, mask, listings))
    return {path: part for path, part in found if part and language_spellings.is_plausible_language(part)}


def _find_source_of_mask(root: str, mask: str, language_parts: Mapping[str, str]) -> str:
    """Return the path of the source file of a mask. '' if there is no such file.

    This is the file without a language, such as `values/strings.xml` for `values-*/strings.xml`, or the English file.
    """
    bases = (mask.replace(f"{mark}*", "") for mark in "-_." if f"{mark}*" in mask)
    base = next((path for path in bases if os.path.isfile(os.path.join(root, path))), "")
    ranked = sorted((rank_english(part), path) for path, part in language_parts.items() if is_source_language(part))
    path = mask.replace("*", "Base")
    return base or (ranked[0][1] if ranked else path if os.path.isfile(os.path.join(root, path)) else "")


def _read_format(root: str, path: str, link_boundary: str) -> str:
    """Return the format of a file according to its content, or `appstore` for a folder. '' for an unknown format."""
    if os.path.isdir(os.path.join(root, path)):
        return "appstore"
    beginning = sniffing.read_beginning(os.path.join(root, path), link_boundary, detection.needed_byte_count(path))
    found = detection.detect_format(beginning, path)
    if found == "php" and b"return [" in beginning and _is_in_laravel_folder(root, path, link_boundary):
        return "laravel"
    return found


def _is_in_laravel_folder(root: str, path: str, link_boundary: str) -> bool:
    """True if the folder of a file also contains `validation.php` with the messages of Laravel's validation."""
    sibling = os.path.join(root, os.path.dirname(path), "validation.php")
    return b":attribute" in sniffing.read_beginning(sibling, link_boundary)


def _has_enough_languages(group: FileGroup, file_format: str, *, has_source: bool) -> bool:
    """True if the paths of a group contain languages, and not only words that look like language codes.

    Examples of such words are `is` (also the code of Icelandic) and `app`.
    """
    if FILE_FORMATS[file_format].is_translation_only:
        return True
    distinct = sum(map(language_spellings.is_distinct_language, group.languages))
    # Two letters are a language if English is at the same place of another path. Three letters may be any word.
    short = sum(len(part) == 2 or language_spellings.is_distinct_language(part) for part in group.languages)
    if (distinct and has_source + short >= 2) or (short and group.source_path in group.language_parts):
        return True
    folders = group.mask[: group.mask.index("*")].lower().split("/")[:-1]
    is_usual = not layouts.TRANSLATION_FOLDERS.isdisjoint(folders)
    return is_usual and len(group.languages) + has_source >= 2


def _choose_source_path(root: str, group: FileGroup, link_boundary: str) -> str:
    """Return the path of the file with the source texts. '' if there is no such file.

    In a browser extension, `default_locale` in the file `manifest.json` is the source language.
    """
    folder, _, name = group.mask.rpartition("/")
    if name != "messages.json" or not folder.endswith("_locales/*"):
        return group.source_path
    manifest = os.path.join(root, folder.removesuffix("_locales/*"), "manifest.json")
    found = re.search(rb'"default_locale"\s*:\s*"([\w-]+)"', sniffing.read_beginning(manifest, link_boundary))
    path = group.mask.replace("*", found[1].decode()) if found else ""
    return path if path in group.language_parts else group.source_path


def _find_source_language(path_part: str) -> str:
    """Return the code of the language in the path of a template.

    '' for the default, which is English without a region or with the region US. Also '' if the part of the path is
    empty or `Base`.
    """
    if not path_part or path_part.lower() == "base":
        return ""
    code = languages.language_by_code(path_part).code
    return "" if code in ("en", "en_US") else code


def _has_source_column(root: str, path: str, link_boundary: str) -> bool:
    return b"source" in sniffing.read_beginning(os.path.join(root, path), link_boundary, 1000).lower()


def _detect_encoding(root: str, file_format: str, paths: Iterable[str], link_boundary: str) -> dict[str, str]:
    """Return the format parameter with the character encoding of files, as a mapping with one item.

    {} if the encoding is the default of the format, if it is unknown, or if the files have different encodings.
    """
    parameter = FILE_FORMATS[file_format].encoding
    if parameter is None or not parameter.is_detected:
        return {}
    encodings = set()
    for path, _ in zip(paths, range(_MAX_SAMPLED_FILES), strict=False):
        encodings.add(
            _detect_unicode(sniffing.read_beginning(os.path.join(root, path), link_boundary, _BEGINNING_SIZE))
        )
    encodings.discard("ascii")
    found = encodings.pop() if len(encodings) == 1 else ""
    return {} if found in ("", parameter.default) else {parameter.name: found}


def _detect_unicode(beginning: bytes) -> str:
    """Return the encoding of the beginning of a file: `ascii`, `utf-8` or `utf-16`. '' for any other encoding."""
    if beginning.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    if beginning.isascii():
        return "ascii"
    try:
        beginning.decode()
    except UnicodeDecodeError as error:
        # The last character of the beginning may be incomplete.
        return "utf-8" if error.start >= _BEGINNING_SIZE - 3 else ""
    return "utf-8"
