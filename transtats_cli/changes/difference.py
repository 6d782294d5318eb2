"""What became of the units of a file from one state of it to another."""

from collections.abc import Iterable
from typing import NamedTuple

from transtats_cli.changes.entries import differing
from transtats_cli.component import Component
from transtats_cli.errors import UnreadableFile
from transtats_cli.formats import READERS
from transtats_cli.model import State

Identity = tuple[str, str]
"""Context and source of a unit."""
Units = dict[Identity, tuple[str, State]]

_NOBODY: frozenset[Identity] = frozenset()


class Difference(NamedTuple):
    """The units that are not what they were; comments, headers and references are no part of them."""

    added: frozenset[Identity] = _NOBODY
    changed: frozenset[Identity] = _NOBODY
    """With another target, or in another state."""
    removed: frozenset[Identity] = _NOBODY
    of_all: bool = False
    """One of the two states cannot be read at all."""

    def __bool__(self) -> bool:
        return self.of_all or bool(self.touched)

    @property
    def touched(self) -> frozenset[Identity]:
        return self.added | self.changed | self.removed

    def beyond(self, other: "Difference") -> "Difference":
        """What is neither as it was here nor as it was there: what a merge changed by itself."""
        both = self.touched & other.touched
        changed = self.changed | other.changed | (self.added ^ other.added)
        return Difference(
            self.added & other.added,
            both & changed - self.removed - other.removed,
            both & (self.removed | other.removed),
            self.of_all and other.of_all,
        )


class Comparing:
    """Compares states of the files of one component, as its reader understands them."""

    def __init__(self, component: Component) -> None:
        self._format = component.file_format
        self._read = READERS[component.file_format].create_reader(component.options)

    def difference(self, old: bytes, new: bytes) -> Difference:
        if old == new:
            return Difference()
        try:
            before, after = map(self._units, differing(old, new, self._format))
        except UnreadableFile:
            # A part may be odd where the whole is not.
            return self._of_whole_files(old, new)
        return _compared(before, after)

    def _of_whole_files(self, old: bytes, new: bytes) -> Difference:
        before, after = self._readable(old), self._readable(new)
        if before is None or after is None:
            return Difference(of_all=before is not after)
        return _compared(before, after)

    def _readable(self, content: bytes) -> Units | None:
        try:
            return self._units(content)
        except UnreadableFile:
            return None

    def _units(self, content: bytes) -> Units:
        """The units of a file; of several with one identity the first."""
        units: Units = {}
        for unit in self._read(content).units:
            units.setdefault((unit.context, unit.source), (unit.target, unit.state))
        return units


def beyond_all(differences: Iterable[Difference]) -> Difference:
    """What no parent of a merge has so."""
    first, *others = differences
    for other in others:
        first = first.beyond(other)
    return first


def _compared(before: Units, after: Units) -> Difference:
    return Difference(
        frozenset(after.keys() - before.keys()),
        frozenset(identity for identity in after.keys() & before.keys() if after[identity] != before[identity]),
        frozenset(before.keys() - after.keys()),
    )
