"""Find the folders that .gitignore files and the settings exclude from the search for components."""

import os
import re
from collections.abc import Callable, Iterable, Sequence, Set
from fnmatch import translate
from functools import partial

from transtats_cli.errors import TranstatsError
from transtats_cli.settings import documents
from transtats_cli.settings.documents import folders_upward

_MAX_SEGMENTS = 2000
"""Maximum number of path segments in all patterns with wildcards of one .gitignore.

Each folder is matched with all these patterns.
"""
_MAX_PATTERN_LENGTH = 1000
"""Maximum number of characters in a wildcard pattern."""


_Rule = tuple[int, bool, str]


class _FolderRules:
    """Ignore rules of one folder. If several rules match, the last rule decides.

    A rule is its position in the folder, True if the rule is negated, and its line.
    """

    def __init__(self, path_to_root: str = "") -> None:
        """`path_to_root` is the path from the folder to the root, with a final `/`, if the folder is above the root."""
        self._path_to_root = path_to_root
        self._last_position = 0
        self.unmatched_lines: set[str] = set()
        """Lines with a rule that has matched no folder yet."""
        self._literal_rules: dict[str, _Rule] = {}
        """Rules without wildcards. The key is a name, which matches at any depth, or `/` and a path."""
        self._wildcard_rules: list[tuple[_Rule, bool, Callable[[str], object]]] = []
        """Rules with wildcards, each with a function that matches a path (True) or only its last name (False)."""
        self._segment_count = 0

    def add_line(self, line: str) -> None:
        """Add the rule in a line. Blank lines, comments and patterns without a name are ignored.

        Raises ValueError for a pattern with wildcards that is too long, or for too many.
        """
        pattern = line.rstrip(" ")
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
        self.unmatched_lines.add(line)
        rule = self._last_position, pattern.startswith("!"), line
        if not any(character in path for character in "*?[\\"):
            self._literal_rules[f"/{path}" if is_anchored else path] = rule
            return
        if len(line) > _MAX_PATTERN_LENGTH:
            raise ValueError(f"a pattern with wildcards of more than {_MAX_PATTERN_LENGTH} characters; shorten it")
        self._segment_count += len(segments)
        if self._segment_count > _MAX_SEGMENTS:
            raise ValueError(f"patterns with wildcards of more than {_MAX_SEGMENTS} names; remove some of them")
        # Compiled once, because every folder is matched with every rule.
        compiled = [re.compile(translate(segment.replace("[^", "[!"))) for segment in segments]
        match = partial(_match_segments, segments, compiled) if is_anchored else compiled[0].match
        self._wildcard_rules.append((rule, is_anchored, match))

    def ignores_folder(self, path: str) -> bool | None:
        """Return True if the rules ignore a folder, False if a negated rule includes it, None if no rule matches.

        `path` is relative to the folder of the rules, or to the root if that folder is above the root.
        """
        path = self._path_to_root + path
        name = path.rpartition("/")[2]
        found = [self._literal_rules[key] for key in (name, f"/{path}") if key in self._literal_rules]
        found += [rule for rule, is_anchored, match in self._wildcard_rules if match(path if is_anchored else name)]
        if not found:
            return None
        self.unmatched_lines.difference_update(line for *_, line in found)
        return not max(found)[1]


class IgnoreRules:
    """Ignore rules of a directory tree.

    The method `read_gitignore` must be called for a folder before `is_ignored` is called for its subfolders.
    """

    def __init__(self, root: str, patterns: Iterable[str] = ()) -> None:
        """Read the .gitignore files above the root. `patterns`, relative to the root, take precedence over all files.

        Raises SettingsError if there are too many wildcards.
        """
        self._root = root
        self._patterns = _FolderRules()
        _add_lines(self._patterns, patterns, root)
        self._rules_by_folder = {"": [_FolderRules()]}
        """Rules by the path of the folder. Those of the folders above the root follow the rules of the root, ''."""
        for above in [*folders_upward(root)][1:]:
            way = os.path.relpath(root, above).replace(os.sep, "/")
            self._rules_by_folder[""].append(_FolderRules(f"{way}/"))
            _add_lines(self._rules_by_folder[""][-1], _read_gitignore_lines(above), above)

    def read_gitignore(self, folder: str) -> None:
        """Add the rules of the .gitignore in a folder. Raises SettingsError if the file has too many wildcards."""
        place = os.path.join(self._root, folder)
        rules = self._rules_by_folder.setdefault(folder, [_FolderRules()])
        _add_lines(rules[0], _read_gitignore_lines(place), place)

    def is_ignored(self, path: str) -> bool:
        """Return True if the rules ignore the folder with this path.

        Patterns take precedence, and then the rules of the nearest folder.
        """
        verdict = self._patterns.ignores_folder(path)
        if verdict is not None:
            return verdict
        base = path
        while base:
            base = base.rpartition("/")[0]
            for rules in self._rules_by_folder.get(base, ()):
                verdict = rules.ignores_folder(path[len(base) :].lstrip("/"))
                if verdict is not None:
                    return verdict
        return False

    def excludes_file(self, path: str) -> bool:
        """Return True if a pattern excludes a folder that contains the file with this path. No .gitignore counts."""
        folders = (path[:position] for position, character in enumerate(path) if character == "/")
        return any(map(self._patterns.ignores_folder, folders))

    @property
    def unmatched_patterns(self) -> Set[str]:
        """Patterns that have matched no folder yet."""
        return self._patterns.unmatched_lines


def compile_path_matcher(patterns: Iterable[str]) -> Callable[[str], bool]:
    """Return a function that returns True if a pattern matches a path or any folder that contains the path.

    Patterns are relative to the root. `*`, `**` and `?` have the same meaning as in a .gitignore. Raises ValueError if
    there are too many wildcards.
    """
    rules = _FolderRules()
    for pattern in patterns:
        rules.add_line(f"/{pattern}")

    def matches_any_pattern(path: str) -> bool:
        ends = (position for position, character in enumerate(path) if character == "/")
        ways = (path[:end] for end in (*ends, len(path)))
        return any(map(rules.ignores_folder, ways))

    return matches_any_pattern


def _add_lines(rules: _FolderRules, lines: Iterable[str], folder: str) -> None:
    """Add the rules in the lines of a .gitignore. The absolute path of its folder is for messages."""
    for line in lines:
        try:
            rules.add_line(line)
        except ValueError as error:
            document = documents.display_path(os.path.join(folder, ".gitignore"))
            raise documents.SettingsError(document, str(error)) from error


def _read_gitignore_lines(folder: str) -> list[str]:
    """Return the lines of the .gitignore in a folder. [] if the file is missing or cannot be read."""
    try:
        text = documents.read_document(os.path.join(folder, ".gitignore"))
    except TranstatsError:
        return []
    # Unlike `splitlines`, git ends a line only at a newline, so `Icon\r\r` does not match the folder `Icon`.
    return [line.removesuffix("\r") for line in (text or "").split("\n")]


def _match_segments(segments: Sequence[str], compiled: Sequence[re.Pattern[str]], path: str) -> bool:
    """True if the pattern with these segments matches the whole path. `**` matches any number of folders.

    The time is proportional to the length of the pattern multiplied by the length of the path.
    """
    names = path.split("/")
    reached = {0}
    for segment, pattern in zip(segments, compiled, strict=True):
        if segment == "**":
            reached = set(range(min(reached, default=len(names) + 1), len(names) + 1))
        else:
            reached = {place + 1 for place in reached if place < len(names) and pattern.match(names[place])}
    return len(names) in reached
