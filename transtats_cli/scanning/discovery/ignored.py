"""Find the folders that .gitignore files and the settings exclude from the search for components."""

import os
import re
from collections.abc import Callable, Iterable
from fnmatch import translate
from typing import NamedTuple

from transtats_cli.errors import TranstatsError
from transtats_cli.settings import documents
from transtats_cli.settings.documents import folders_upward

_MAX_SEGMENTS = 2000
"""Maximum number of path segments in all patterns with wildcards of one .gitignore.

Each folder is matched with all these patterns.
"""
_MAX_PATTERN_LENGTH = 1000
"""Maximum number of characters in a wildcard pattern."""


class _WildcardRule(NamedTuple):
    """Rule in one line of a .gitignore that contains wildcards."""

    position: int
    """Position of the rule among the rules of its folder."""
    segments: tuple[re.Pattern[str] | None, ...]
    """Pattern for each segment of a path. None matches any number of folders."""
    is_anchored: bool
    """True if the pattern is a path relative to the folder of the .gitignore. False if the pattern is only a name."""
    is_negated: bool
    path_to_root: str
    """Path from the folder of the rule to the root, with a final `/`. '' if the folder is not above the root."""

    def matches_folder(self, path: str, name: str) -> bool:
        if not self.is_anchored:
            pattern = self.segments[0]
            return pattern is None or pattern.match(name) is not None
        return _match_segments(self.segments, (self.path_to_root + path).split("/"))


class _FolderRules:
    """Ignore rules of one folder. If several rules match, the last rule decides."""

    def __init__(self) -> None:
        self._last_position = 0
        self._literal_rules: dict[str, tuple[int, bool]] = {}
        """Rules without wildcards: the position, and True if the rule is negated.

        The key is a name, which matches at any depth, or `/` and a path.
        """
        self._wildcard_rules: list[_WildcardRule] = []
        self._segment_count = 0

    def add_line(self, line: str, path_to_root: str) -> None:
        """Add the rule in a line. Blank lines, comments and patterns without a name are ignored.

        Raises ValueError for a pattern with wildcards that is too long, or for too many.
        """
        pattern = line.rstrip(" ")
        is_negated = pattern.startswith("!")
        path = pattern.removeprefix("!").removeprefix("\\")
        is_anchored = "/" in path.rstrip("/")
        segments = path.strip("/").split("/")
        if segments[-1] == "**" and len(segments) > 1:
            # `build/**` excludes everything in build, so the folder itself is skipped.
            del segments[-1]
        path = "/".join(segments)
        if pattern.startswith("#") or not path:
            return
        self._last_position += 1
        if not any(character in path for character in "*?[\\"):
            if not is_anchored:
                self._literal_rules[path] = self._last_position, is_negated
            elif path.startswith(path_to_root):
                self._literal_rules[f"/{path.removeprefix(path_to_root)}"] = self._last_position, is_negated
            return
        if len(line) > _MAX_PATTERN_LENGTH:
            raise ValueError(f"a pattern with wildcards of more than {_MAX_PATTERN_LENGTH} characters; shorten it")
        self._segment_count += len(segments)
        if self._segment_count > _MAX_SEGMENTS:
            raise ValueError(f"patterns with wildcards of more than {_MAX_SEGMENTS} names; remove some of them")
        # Compiled once, because every folder is matched with every rule.
        compiled = (
            None if segment == "**" else re.compile(translate(segment.replace("[^", "[!"))) for segment in segments
        )
        self._wildcard_rules.append(
            _WildcardRule(self._last_position, tuple(compiled), is_anchored, is_negated, path_to_root)
        )

    def ignores_folder(self, path: str, name: str) -> bool | None:
        """Return True if the rules ignore a folder, False if a negated rule includes it, None if no rule matches."""
        nothing = 0, False
        number, negated = max(self._literal_rules.get(key, nothing) for key in (name, f"/{path}"))
        for pattern in reversed(self._wildcard_rules):
            if pattern.position < number:
                break
            if pattern.matches_folder(path, name):
                return not pattern.is_negated
        return not negated if number else None


class IgnoreRules:
    """Ignore rules of a directory tree.

    The method `read_gitignore` must be called for a folder before `is_ignored` is called for its subfolders.
    """

    def __init__(self, root: str, patterns: Iterable[str] = ()) -> None:
        """Read the .gitignore files above the root. `patterns` are additional patterns, relative to the root.

        Raises SettingsError if there are too many wildcards.
        """
        self._root = root
        self._rules_by_folder: dict[str, _FolderRules] = {}
        """Rules by the path of the folder in which the rules are defined. The path of the root is ''."""
        for above in reversed([*folders_upward(root)][1:]):
            way = os.path.relpath(root, above).replace(os.sep, "/")
            self._add_lines("", _read_gitignore_lines(above), above, path_to_root=f"{way}/")
        self._add_lines("", patterns, root)

    def read_gitignore(self, folder: str) -> None:
        """Add the rules of the .gitignore in a folder. Raises SettingsError if the file has too many wildcards."""
        place = os.path.join(self._root, folder)
        self._add_lines(folder, _read_gitignore_lines(place), place)

    def is_ignored(self, path: str) -> bool:
        """Return True if the rules ignore the folder with this path. Rules of the nearest folder take precedence."""
        base, _, name = path.rpartition("/")
        while True:
            rules = self._rules_by_folder.get(base)
            verdict = rules.ignores_folder(path[len(base) :].lstrip("/"), name) if rules else None
            if verdict is not None or not base:
                return verdict or False
            base = base.rpartition("/")[0]

    def _add_lines(
        self, rules_folder: str, lines: Iterable[str], gitignore_folder: str, path_to_root: str = ""
    ) -> None:
        """Add rules to the folder `rules_folder` of the tree. `gitignore_folder` is an absolute path for messages."""
        for line in lines:
            try:
                self._rules_by_folder.setdefault(rules_folder, _FolderRules()).add_line(line, path_to_root)
            except ValueError as error:
                document = documents.display_path(os.path.join(gitignore_folder, ".gitignore"))
                raise documents.SettingsError(document, str(error)) from error


def compile_path_matcher(patterns: Iterable[str]) -> Callable[[str], bool]:
    """Return a function that returns True if a pattern matches a path or any folder that contains the path.

    Patterns are relative to the root. `*`, `**` and `?` have the same meaning as in a .gitignore. Raises ValueError if
    there are too many wildcards.
    """
    rules = _FolderRules()
    for pattern in patterns:
        rules.add_line(f"/{pattern}", "")

    def matches_any_pattern(path: str) -> bool:
        ends = (position for position, character in enumerate(path) if character == "/")
        ways = (path[:end] for end in (*ends, len(path)))
        return any(rules.ignores_folder(way, way.rpartition("/")[2]) for way in ways)

    return matches_any_pattern


def _read_gitignore_lines(folder: str) -> list[str]:
    """Return the lines of the .gitignore in a folder. [] if the file is missing or cannot be read."""
    try:
        text = documents.read_document(os.path.join(folder, ".gitignore"))
    except TranstatsError:
        return []
    # Unlike `splitlines`, git ends a line only at a newline, so `Icon\r\r` does not match the folder `Icon`.
    return [line.removesuffix("\r") for line in (text or "").split("\n")]


def _match_segments(pattern: tuple[re.Pattern[str] | None, ...], path: list[str]) -> bool:
    """True if the pattern matches the whole path.

    The time is proportional to the length of the pattern multiplied by the length of the path.
    """
    reached = {0}
    for segment in pattern:
        if segment is None:
            reached = set(range(min(reached, default=len(path) + 1), len(path) + 1))
        else:
            reached = {place + 1 for place in reached if place < len(path) and segment.match(path[place])}
    return len(path) in reached
