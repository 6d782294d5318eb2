"""Expand pairs of path patterns (for source file and translation) to paths."""

import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase

from transtats_cli.settings.documents import SettingsError

LANGUAGE_PLACEHOLDER = "\0"
"""Placeholder for the language in a pattern. No path contains this character."""

_MAX_COMPARISONS = 5_000_000
"""Maximum number of comparisons of patterns with paths.

This number of comparisons takes some seconds. Usual projects need much fewer comparisons.
"""


def refuse_slow_patterns(document: str, pattern_count: int, file_count: int) -> None:
    """Raise SettingsError if a configuration file has so many patterns that comparing them with all files takes too
    long.
    """
    if pattern_count * file_count > _MAX_COMPARISONS:
        raise SettingsError(document, f"has {pattern_count} patterns for {file_count} files, too many to try them all")


def expand_pattern_pair(source_pattern: str, target_pattern: str, files: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the path of each source file, and the path pattern of its translations.

    The source files are the paths in `files` that match `source_pattern`. If both patterns contain the same segment,
    such as `*` or `**`, this segment of `target_pattern` is replaced by the names that it matches in the path. If
    `source_pattern` has no wildcards, both patterns are yielded unchanged.
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
            segments = (matched.get(segment, [segment]) for segment in target_pattern.split("/"))
            yield path, "/".join(name for names in segments for name in names)


def _match_pattern(pattern: list[str], path: list[str]) -> dict[str, list[str]] | None:
    """Return the names in a path that a pattern matches, by segment of the pattern.

    None if the pattern does not match the whole path.
    """
    if pattern.count("**") > 1:
        return None
    if "**" not in pattern:
        return _match_segments(pattern, path) if len(pattern) == len(path) else None
    before, after = pattern.index("**"), len(pattern) - pattern.index("**") - 1
    if len(path) < before + after:
        return None
    end = len(path) - after
    first, last = _match_segments(pattern[:before], path[:before]), _match_segments(pattern[before + 1 :], path[end:])
    return None if first is None or last is None else {**first, "**": path[before:end], **last}


def _match_segments(pattern: list[str], path: list[str]) -> dict[str, list[str]] | None:
    if not all(map(fnmatchcase, path, pattern)):
        return None
    return {segment: [name] for segment, name in zip(pattern, path, strict=True)}
