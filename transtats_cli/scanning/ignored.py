"""Which folders a project does not want searched, said in .gitignore files."""

import os
import re
from collections.abc import Iterable
from typing import NamedTuple

from transtats_cli.errors import TranstatsError
from transtats_cli.settings import documents, folders_upward

_PLAIN_NAME = r"[^#!/\\*?\[\s][^/\\*?\[]*"


class _Rule(NamedTuple):
    """One line of a .gitignore."""

    base: str
    """The folder that the pattern starts at, with a `/` at its end; the root is ''."""
    segments: tuple[re.Pattern[str] | None, ...]
    """The pattern of each name on the way; None stands for any number of folders."""
    anchored: bool
    """The pattern names a place below the base, not just a name."""
    negated: bool
    offset: str = ""
    """The way from the pattern's folder to the root, where the folder is above it, with a `/` at its end."""

    def matches(self, path: str, name: str) -> bool:
        if not path.startswith(self.base):
            return False
        if not self.anchored:
            pattern = self.segments[0]
            return pattern is None or pattern.match(name) is not None
        return _matches(self.segments, (self.offset + path[len(self.base) :]).split("/"))


class Ignored:
    """The rules that were read so far. A folder's own are read before the folders in it are asked about."""

    def __init__(self, root: str, patterns: Iterable[str] = ()) -> None:
        self._root = root
        self._names: set[str] = set()
        """Plain names that the root ignores anywhere: the most frequent rule, and the quickest."""
        self._rules: list[_Rule] = []
        for above in reversed([*folders_upward(root)][1:]):
            way = os.path.relpath(root, above).replace(os.sep, "/")
            self._add("", _lines(above), offset=f"{way}/")
        self._add("", patterns)

    def read(self, folder: str) -> None:
        """Take the rules of the folder's own .gitignore."""
        self._add(f"{folder}/" if folder else "", _lines(os.path.join(self._root, folder)))

    def is_ignored(self, path: str) -> bool:
        """Whether the last rule that speaks of the folder says so."""
        name = path.rpartition("/")[2]
        for rule in reversed(self._rules):
            if rule.matches(path, name):
                return not rule.negated
        return name in self._names

    def _add(self, base: str, lines: Iterable[str], offset: str = "") -> None:
        for line in lines:
            name = line.rstrip().rstrip("/")
            if re.fullmatch(_PLAIN_NAME, name) and not base and not self._rules:
                self._names.add(name)
                continue
            rule = _rule(base, line)
            if rule is not None:
                self._rules.append(rule._replace(offset=offset))


def _lines(folder: str) -> list[str]:
    """The lines of a folder's .gitignore; one that cannot be read has none."""
    try:
        text = documents.read(os.path.join(folder, ".gitignore"))
    except TranstatsError:
        return []
    return (text or "").splitlines()


def _rule(base: str, line: str) -> _Rule | None:
    """The rule of a line; None for a blank one, a comment, and what is about files alone."""
    pattern = line.rstrip()
    if not pattern or pattern.startswith("#"):
        return None
    negated = pattern.startswith("!")
    pattern = pattern[1:] if negated else pattern
    pattern = pattern.removeprefix("\\")
    anchored = "/" in pattern.rstrip("/")
    segments = tuple(segment.replace("[^", "[!") for segment in pattern.strip("/").split("/"))
    if segments[-1] == "**" and len(segments) > 1:
        # `build/**` leaves nothing to search in build.
        segments = segments[:-1]
    if segments == ("",):
        return None
    from fnmatch import translate

    # Compiled once: a long list of rules is held against every folder.
    patterns = tuple(None if segment == "**" else re.compile(translate(segment)) for segment in segments)
    return _Rule(base, patterns, anchored, negated)


def _matches(pattern: tuple[re.Pattern[str] | None, ...], path: list[str]) -> bool:
    """Whether the whole path matches. The time is a product of the lengths."""
    reached = {0}
    for segment in pattern:
        if segment is None:
            reached = set(range(min(reached, default=len(path) + 1), len(path) + 1))
        else:
            reached = {place + 1 for place in reached if place < len(path) and segment.match(path[place])}
    return len(path) in reached
