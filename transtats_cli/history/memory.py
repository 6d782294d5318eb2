"""What is remembered of commits: how their files lie, what these counted, and what each content told."""

from collections.abc import Callable
from typing import Any, NamedTuple

from transtats_cli.history.figures import Names, State, Table
from transtats_cli.scanning.contents import Contents, anywhere
from transtats_cli.scanning.notes import Notes
from transtats_cli.scanning.shapes import Either, Fields
from transtats_cli.scanning.work import Plan


class Absent(NamedTuple):
    """A commit without the component."""

    reason: str
    is_unknown: bool
    """There is none of that name; otherwise something is wrong with it."""


_ROW = (str, str, str, (*((int, int, int),) * 5, int, int, int))
_STATE = ((str, str), [int], [(str, str, Either((None, int)))])
_SHAPE = Fields(
    {
        "rows": [_ROW],
        "trees": {str: str},
        "states": {str: Either((_STATE, (str, bool)))},
        "moves": {str: Either((None, (str, str)))},
    }
)


class States:
    """States by the names that are asked for and the digest of what is laid out; digests by trees."""

    def __init__(self, directory: str, *facts: object) -> None:
        self._notes = Notes(directory, "history", *facts, shape=_SHAPE)
        entries = self._notes.entries
        self._table = Table(entries.setdefault("rows", []))
        entries["rows"] = self._table.rows
        self._trees: dict[str, str] = entries.setdefault("trees", {})
        self._states: dict[str, list[Any]] = entries.setdefault("states", {})
        self._moves: dict[str, Names | None] = entries.setdefault("moves", {})
        self._unpacked: dict[str, State | Absent] = {}
        self._has_news = False

    def digest(self, tree: str, found: Callable[[str], str]) -> str:
        """The digest of a tree; `found` makes one that is not known."""
        return self._trees.get(tree) or self.learn(tree, found(tree))

    def has_digest(self, tree: str) -> bool:
        return tree in self._trees

    def learn(self, tree: str, digest: str) -> str:
        self._has_news = True
        self._trees[tree] = digest
        return digest

    def known(self, names: Names, digest: str) -> State | Absent | None:
        key = _key(names, digest)
        known = self._unpacked.get(key)
        if known is None and key in self._states:
            packed = self._states[key]
            if len(packed) == len(State._fields) and not self._table.has(packed[1]):
                return None
            known = Absent(*packed) if len(packed) == len(Absent._fields) else self._table.unpacked(*packed)
            self._unpacked[key] = known
        return known

    def keep(self, names: Names, digest: str, state: State | Absent) -> None:
        key = _key(names, digest)
        self._has_news = True
        self._unpacked[key] = state
        self._states[key] = list(state) if isinstance(state, Absent) else self._table.packed(state)

    def move(self, names: Names, step: str, found: Callable[[], Names | None]) -> Names | None:
        """What the component was called before a step from one tree to another; `found` tells what is not known."""
        key = _key(names, step)
        if key not in self._moves:
            self._has_news = True
            self._moves[key] = found()
        known = self._moves[key]
        return None if known is None else (known[0], known[1])

    def save(self) -> None:
        if self._has_news:
            self._notes.save()


class Memory:
    """What contents told, for each way in which scans ask."""

    def __init__(self, directory: str, identity: Callable[[str], str]) -> None:
        self._directory = directory
        self._identity = identity
        self._contents: dict[str, Contents] = {}

    def __call__(self, plan: Plan) -> Contents:
        key = repr(anywhere(plan))
        contents = self._contents.get(key)
        if contents is None:
            contents = self._contents[key] = Contents(self._directory, plan, self._identity)
        contents.component = plan.component
        return contents

    def save(self) -> None:
        for contents in self._contents.values():
            contents.write()


def _key(names: Names, rest: str) -> str:
    return "\n".join([*names, rest])
