"""Which folders a project does not want searched, said in .gitignore files."""

import os
import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from transtats_cli.errors import TranstatsError
from transtats_cli.settings import documents, folders_upward

_MOST_PARTS = 2000
"""Names in the patterns of one .gitignore that have wildcards: each is held against every folder."""
_LONGEST_PATTERN = 1000
"""Characters."""


class _Rule(NamedTuple):
    """One line of a .gitignore."""

    segments: tuple[str, ...]
    """The pattern of each name on the way; `**` stands for any number of folders."""
    anchored: bool
    """The pattern names a place below its folder, not just a name."""
    negated: bool

    @property
    def is_literal(self) -> bool:
        return not any(character in segment for segment in self.segments for character in "*?[\\")


class _Pattern(NamedTuple):
    """A rule with wildcards, compiled."""

    number: int
    """The place of the rule among all of its folder."""
    segments: tuple[re.Pattern[str] | None, ...]
    anchored: bool
    negated: bool
    offset: str
    """The way from the rule's folder to the root, where the folder is above it, with a `/` at its end."""

    def matches(self, path: str, name: str) -> bool:
        if not self.anchored:
            pattern = self.segments[0]
            return pattern is None or pattern.match(name) is not None
        return _matches(self.segments, (self.offset + path).split("/"))


class _Rules:
    """The rules that start at one folder. The last one that matches decides."""

    def __init__(self) -> None:
        self._number = 0
        self._names: dict[str, tuple[int, bool]] = {}
        """Names without wildcards that may be anywhere below: the number of the rule, and if it is negated."""
        self._paths: dict[str, tuple[int, bool]] = {}
        """The same of paths."""
        self._patterns: list[_Pattern] = []
        self._parts = 0

    def add(self, line: str, offset: str) -> None:
        """Add the rule of a line. Raises ValueError for one too many."""
        rule = _rule(line)
        if rule is None:
            return
        self._number += 1
        if not rule.is_literal:
            self._parts += len(rule.segments)
            if self._parts > _MOST_PARTS or len(line) > _LONGEST_PATTERN:
                raise ValueError(f"patterns with wildcards of more than {_MOST_PARTS} names; shorten it")
            self._patterns.append(_compiled(self._number, rule, offset))
        elif not rule.anchored:
            self._names[rule.segments[0]] = self._number, rule.negated
        else:
            path = "/".join(rule.segments)
            if path.startswith(offset):
                self._paths[path.removeprefix(offset)] = self._number, rule.negated

    def verdict(self, path: str, name: str) -> bool | None:
        """True for a folder that is ignored, False for one that is not; None where no rule matches."""
        nothing = 0, False
        number, negated = max(self._names.get(name, nothing), self._paths.get(path, nothing))
        for pattern in reversed(self._patterns):
            if pattern.number < number:
                break
            if pattern.matches(path, name):
                return not pattern.negated
        return not negated if number else None


class Ignored:
    """The rules that were read so far. A folder's own are read before the folders in it are asked about."""

    def __init__(self, root: str, patterns: Iterable[str] = ()) -> None:
        self._root = root
        self._rules: dict[str, _Rules] = {}
        """By the folder where they start; the root is ''."""
        for above in reversed([*folders_upward(root)][1:]):
            way = os.path.relpath(root, above).replace(os.sep, "/")
            self._add("", _lines(above), above, offset=f"{way}/")
        self._add("", patterns, root)

    def read(self, folder: str) -> None:
        """Add the rules of the folder's own .gitignore. Raises SettingsError for too many."""
        place = os.path.join(self._root, folder)
        self._add(folder, _lines(place), place)

    def is_ignored(self, path: str) -> bool:
        """Return True if the last rule that matches the folder ignores it; the rules nearest to it come last."""
        base, _, name = path.rpartition("/")
        while True:
            rules = self._rules.get(base)
            verdict = rules.verdict(path[len(base) :].lstrip("/"), name) if rules else None
            if verdict is not None or not base:
                return verdict or False
            base = base.rpartition("/")[0]

    def _add(self, base: str, lines: Iterable[str], place: str, offset: str = "") -> None:
        for line in lines:
            try:
                self._rules.setdefault(base, _Rules()).add(line, offset)
            except ValueError as error:
                document = documents.shown(os.path.join(place, ".gitignore"))
                raise documents.SettingsError(document, str(error)) from error


def matcher(patterns: Iterable[str]) -> Callable[[str], bool]:
    """Return a test for paths that one of the patterns matches, or that lie in a folder which one matches.

    A pattern starts at the root, and `*`, `**` and `?` have the meaning that they have in a .gitignore. Raises
    ValueError for too many.
    """
    rules = _Rules()
    for pattern in patterns:
        rules.add(f"/{pattern}", "")

    def matches(path: str) -> bool:
        ends = (position for position, character in enumerate(path) if character == "/")
        ways = (path[:end] for end in (*ends, len(path)))
        return any(rules.verdict(way, way.rpartition("/")[2]) for way in ways)

    return matches


def _lines(folder: str) -> list[str]:
    """The lines of a folder's .gitignore; one that cannot be read has none."""
    try:
        text = documents.read(os.path.join(folder, ".gitignore"))
    except TranstatsError:
        return []
    return (text or "").splitlines()


def _rule(line: str) -> _Rule | None:
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
    return _Rule(segments, anchored, negated)


def _compiled(number: int, rule: _Rule, offset: str) -> _Pattern:
    from fnmatch import translate

    # Compiled once: a long list of rules is held against every folder.
    segments = tuple(None if segment == "**" else re.compile(translate(segment)) for segment in rule.segments)
    return _Pattern(number, segments, rule.anchored, rule.negated, offset)


def _matches(pattern: tuple[re.Pattern[str] | None, ...], path: list[str]) -> bool:
    """Whether the whole path matches. The time is a product of the lengths."""
    reached = {0}
    for segment in pattern:
        if segment is None:
            reached = set(range(min(reached, default=len(path) + 1), len(path) + 1))
        else:
            reached = {place + 1 for place in reached if place < len(path) and segment.match(path[place])}
    return len(path) in reached
