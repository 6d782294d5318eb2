"""One thing that a CI system shows: what is wrong, how bad it is, and where."""

import os
from enum import IntEnum
from hashlib import sha256
from typing import NamedTuple

from transtats_cli.output.visible import visible


class Level(IntEnum):
    """How bad it is; the worst is the smallest, and comes first."""

    UNREADABLE = 0
    """A file that could not be read: nobody knows how bad it is."""
    ERROR = 1
    WARNING = 2
    NOTE = 3
    PASSED = 4
    """All is well; for systems that list what has been looked at."""


class Rule(NamedTuple):
    """What a remark is an instance of."""

    id: str
    description: str
    """One sentence: what holds where nothing is wrong."""


class Remark(NamedTuple):
    """What is shown in one place."""

    level: Level
    rule: Rule
    path: str
    """From the top of the repository, with `/` between its parts."""
    line: int
    """0 where it is about the whole file."""
    title: str
    message: str
    owner: str
    """Project and component."""
    case: str
    """What has been looked at, in a few words: a language and a rule."""
    key: tuple[str, ...] = ()
    """What tells it from others of the same rule in the same file, and does not change when lines move."""
    weight: int = 0
    """Of two of one level the heavier is the worse."""
    is_detail: bool = False
    """It belongs to another remark, which stands for it where only whole cases are shown."""

    @property
    def fingerprint(self) -> str:
        """Stays the same as long as it is about the same string."""
        parts = (self.rule.id, self.path, self.owner, self.case, *self.key)
        return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()

    def plain(self) -> "Remark":
        """Without anything that a terminal or a log would obey."""
        return self._replace(
            path=visible(self.path), title=visible(self.title), message=visible(self.message, lines=True)
        )


def worst_first(remark: Remark) -> tuple[int, int, str, int]:
    """Sorts remarks: the worst ones, then by their places."""
    return remark.level, -remark.weight, remark.path, remark.line


def from_top(path: str, top: str) -> str:
    """A path as it is named from the top of the repository; absolute where it is not below it."""
    absolute = os.path.abspath(path)
    try:
        relative = os.path.relpath(absolute, top)
    except ValueError:
        # Windows knows no way from one drive to another.
        relative = os.pardir
    return (absolute if relative.split(os.sep)[0] == os.pardir else relative).replace(os.sep, "/")
