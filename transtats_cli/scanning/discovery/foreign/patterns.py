"""Expand pairs of path patterns (for source file and translation) to paths."""

import re
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase

from transtats_cli.settings.documents import SettingsError

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
    if pattern.count("**") > 1:
        return None
    if "**" not in pattern:
        return _match_segments(pattern, path) if len(pattern) == len(path) else None
    before, after = pattern.index("**"), len(pattern) - pattern.index("**") - 1
    if len(path) < before + after:
        return None
    end = len(path) - after
    first, last = _match_segments(pattern[:before], path[:before]), _match_segments(pattern[before + 1 :], path[end:])
    return None if first is None or last is None else [*first, ("**", path[before:end]), *last]


def _match_segments(pattern: list[str], path: list[str]) -> _MatchedSegments | None:
    if not all(map(fnmatchcase, path, pattern)):
        return None
    return [(segment, [name]) for segment, name in zip(pattern, path, strict=True)]
