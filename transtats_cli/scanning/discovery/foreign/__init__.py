"""Read configuration files of other translation tools, and convert these to components and settings.

The functions for pairs of path patterns, for source file and translation, are here, too.
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from importlib import import_module
from itertools import islice

from transtats_cli.languages import find_code_in_path
from transtats_cli.scanning.discovery.definition import Definition
from transtats_cli.scanning.filemask.folders import compile_mask
from transtats_cli.settings.documents import MAX_FILE_BYTES, SettingsError, display_path, read_document
from transtats_cli.settings.keys import validate_setting
from transtats_cli.settings.kinds import SettingValue
from transtats_cli.settings.layers import Setting, SettingsLayer

READER_MODULES = {
    ".tx/config": "transifex",
    "crowdin.yml": "crowdin",
    "crowdin.yaml": "crowdin",
    "l10n.toml": "mozilla",
}
"""Name of the module that reads a configuration file, by path of the configuration file.

If a folder contains several configuration files, the first file that describes components is used.
"""
_MAX_COMPONENTS = 5000


def read_components(folder: str, document_path: str, files: Iterable[str]) -> Sequence[Definition]:
    """Return the components that a configuration file in a folder describes.

    `document_path` is the path of the configuration file in the folder. `files` are the paths of all files below the
    folder, which are matched with patterns. Raises SettingsError if the configuration file is invalid, or if it
    describes too many components.
    """
    module = import_module(f"{__name__}.{READER_MODULES[document_path]}")
    path = os.path.join(folder, document_path)
    max_bytes = getattr(module, "MAX_DOCUMENT_BYTES", MAX_FILE_BYTES)
    text = read_document(path, allowed_folder=folder, max_bytes=max_bytes) or ""
    definitions: Iterable[Definition] = module.read_components(display_path(path), text, files)
    kept = list(islice(definitions, _MAX_COMPONENTS + 1))
    if len(kept) > _MAX_COMPONENTS:
        reason = f"describes more than {_MAX_COMPONENTS} components, too many to be true"
        raise SettingsError(display_path(path), reason)
    return kept


def build_settings_layer(document: str, values: Mapping[str, object]) -> SettingsLayer:
    """Convert values to a layer of settings. Empty values are left out.

    Raises SettingsError for a wrong value.
    """
    written = {key: value for key, value in values.items() if value not in ("", None, {})}
    return {key: Setting(require_value(document, key, value), document) for key, value in written.items()}


def require_value(document: str, setting: str, value: object, key: str = "") -> SettingValue:
    """Return the value of a setting in normalised form.

    Raises SettingsError if the value is invalid. `key` is the name of the setting in the configuration file, if it is
    another one.
    """
    try:
        return validate_setting(setting, value)
    except ValueError as error:
        raise SettingsError(document, str(error), key=key or setting) from error


def require_path(document: str, key: str, value: str) -> str:
    """Return a path in a configuration file. Raises SettingsError if it leads out of the folder of the file."""
    return str(require_value(document, "path", value, key))


def find_language_of_source(mask: str, source_path: str) -> str:
    """Return the language in the path of a source file, if the mask of its translations also matches this path.

    For the source `locale/en_US/app.po` and the mask `locale/*/app.po`, the language is `en_US`. Otherwise, return ''.
    """
    found = compile_mask(mask).fullmatch(source_path)
    return (found and find_code_in_path(found.groups())) or ""


def text_or_empty(value: object) -> str:
    """Return a value of a configuration file if it is a text, or else ''."""
    return value if isinstance(value, str) else ""


LANGUAGE_PLACEHOLDER = "\0"
"""Placeholder for the language in a pattern. No path contains this character."""

_MatchedSegments = Sequence[tuple[str, Sequence[str]]]
"""Segments of a pattern, each with the names in a path that it matches."""

_MAX_COMPARISONS = 5_000_000
"""Maximum number of comparisons of patterns with paths.

This number of comparisons takes some seconds. Usual projects need much fewer comparisons.
"""


def join_path(base: str, path: str) -> str:
    return f"{base}/{path}" if base else path.removeprefix("./")


def refuse_slow_patterns(document: str, pattern_count: int, file_count: int) -> None:
    """Raise SettingsError if a comparison of all patterns in a configuration file with all files takes too long."""
    if pattern_count * file_count > _MAX_COMPARISONS:
        raise SettingsError(document, f"has {pattern_count} patterns for {file_count} files, too many to try them all")


def expand_pattern_pair(source_pattern: str, target_pattern: str, files: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the path of each source file, and the path pattern of its translations.

    The source files are the paths in `files` that match `source_pattern`. If both patterns contain the same segment,
    such as `*` or `**`, this segment of `target_pattern` is replaced by the names that it matches in the path. A
    segment that occurs several times is replaced in the order of the source pattern. If `source_pattern` has no
    wildcards, both patterns are yielded unchanged.
    """
    if not re.search(r"[*?\[]", source_pattern):
        yield source_pattern, target_pattern
        return
    # Matches everything that the pattern itself matches, and rejects most other paths quickly.
    loose = "*" if "[" in source_pattern else source_pattern.replace("**/", "*")
    for path in files:
        if not fnmatchcase(path, loose):
            continue
        matched = _match_pattern(source_pattern.split("/"), path.split("/"))
        if matched is not None:
            yield path, _replace_segments(target_pattern, matched)


def _replace_segments(target_pattern: str, matched: _MatchedSegments) -> str:
    """Replace each segment of the target pattern that is in `matched` by the names that it matches."""
    names_by_segment: dict[str, list[Sequence[str]]] = {}
    for segment, names in matched:
        names_by_segment.setdefault(segment, []).append(names)
    path: list[str] = []
    for segment in target_pattern.split("/"):
        matches = names_by_segment.get(segment, [[segment]])
        path += matches.pop(0) if len(matches) > 1 else matches[0]
    return "/".join(path)


def _match_pattern(pattern: list[str], path: list[str]) -> _MatchedSegments | None:
    """Return the names in a path that a pattern matches, for each segment of the pattern.

    None if the pattern does not match the whole path, or if the pattern contains `**` more than once.
    """
    extra, folder_count = len(path) - len(pattern), pattern.count("**")
    if folder_count > 1 or extra < -folder_count or (extra and not folder_count):
        return None
    names = iter(path)
    matched = [(segment, [*islice(names, extra + 1 if segment == "**" else 1)]) for segment in pattern]
    is_match = all(segment == "**" or fnmatchcase(found[0], segment) for segment, found in matched)
    return matched if is_match else None
