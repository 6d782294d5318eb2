"""Compare the units of two versions of a file."""

from collections.abc import Iterable
from typing import NamedTuple

from transtats_cli.changes.entries import have_equal_units, without_common_entries
from transtats_cli.component import Component
from transtats_cli.errors import UnreadableFile
from transtats_cli.formats import READERS
from transtats_cli.model import State

Identity = tuple[str, str]
"""Context and source of a unit, which identify the unit in a file."""
Units = dict[Identity, tuple[str, State]]

_NO_UNITS: frozenset[Identity] = frozenset()


class UnitDifference(NamedTuple):
    """Units that differ between two versions of a file. Comments, headers and references of units are not compared."""

    added: frozenset[Identity] = _NO_UNITS
    changed: frozenset[Identity] = _NO_UNITS
    """Units that have a different target or state in the two versions."""
    removed: frozenset[Identity] = _NO_UNITS
    readability_changed: bool = False
    """True if exactly one of the versions can be read."""

    def __bool__(self) -> bool:
        return self.readability_changed or bool(self.all_units)

    @property
    def all_units(self) -> frozenset[Identity]:
        return self.added | self.changed | self.removed

    def common_difference(self, other: "UnitDifference") -> "UnitDifference":
        """Return the units that a merge commit changes: units that differ from both parents.

        `self` is the difference between the merge and one parent. `other` is the difference between the merge and the
        other parent.
        """
        both = self.all_units & other.all_units
        changed = self.changed | other.changed | (self.added ^ other.added)
        return UnitDifference(
            self.added & other.added,
            both & changed - self.removed - other.removed,
            both & (self.removed | other.removed),
            self.readability_changed and other.readability_changed,
        )


class FileComparison:
    """Comparison of versions of files. All files are parsed with the format and the options of one component."""

    def __init__(self, component: Component) -> None:
        self._format = component.file_format
        self._read_catalog = READERS[component.file_format].create_reader(component.options)
        self._last_parsed: tuple[bytes, Units] = b"", {}

    def difference(self, old: bytes, new: bytes) -> UnitDifference:
        if old == new or have_equal_units(old, new, self._format):
            return UnitDifference()
        try:
            before, after = map(self._parse_units, without_common_entries(old, new, self._format))
        except UnreadableFile:
            # A reduced file may be invalid although the whole file is valid.
            return self._compare_whole_files(old, new)
        return _compare_units(before, after)

    def _compare_whole_files(self, old: bytes, new: bytes) -> UnitDifference:
        before, after = self._parse_readable_units(old), self._parse_readable_units(new)
        if before is None or after is None:
            return UnitDifference(readability_changed=before is not after)
        return _compare_units(before, after)

    def _parse_readable_units(self, content: bytes) -> Units | None:
        try:
            return self._parse_units(content)
        except UnreadableFile:
            return None

    def _parse_units(self, content: bytes) -> Units:
        """Return the units of a file by identity.

        If several units have the same identity, the first unit is returned.
        """
        # Without the common entries, most versions of a file are equal.
        if content and content == self._last_parsed[0]:
            return self._last_parsed[1]
        units: Units = {}
        for unit in self._read_catalog(content).units:
            units.setdefault((unit.context, unit.source), (unit.target, unit.state))
        self._last_parsed = content, units
        return units


def merge_difference(differences: Iterable[UnitDifference]) -> UnitDifference:
    """Combine the differences between a merge commit and each of its parents. `differences` must not be empty."""
    first, *others = differences
    for other in others:
        first = first.common_difference(other)
    return first


def _compare_units(before: Units, after: Units) -> UnitDifference:
    return UnitDifference(
        frozenset(after.keys() - before.keys()),
        frozenset(identity for identity in after.keys() & before.keys() if after[identity] != before[identity]),
        frozenset(before.keys() - after.keys()),
    )
