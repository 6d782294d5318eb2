"""Compare the units of two versions of a file."""

from typing import NamedTuple

from transtats_cli.changes.entries import remove_common_content
from transtats_cli.columns import columns_of
from transtats_cli.component import Component
from transtats_cli.errors import UnreadableFile
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.model import State

UnitIdentity = tuple[str, str]
"""Context and source of a unit, which identify the unit in a file."""
UnitValue = tuple[str, State]
"""Target and state of a unit."""
UnitsByIdentity = dict[UnitIdentity, UnitValue]


class UnitDifference(NamedTuple):
    """Units that differ between two versions of a file. Comments, headers and references of units are not compared."""

    added: frozenset[UnitIdentity] = frozenset()
    changed: frozenset[UnitIdentity] = frozenset()
    """Units that have a different target or state in the two versions."""
    removed: frozenset[UnitIdentity] = frozenset()
    readability_changed: bool = False
    """True if exactly one of the versions can be read."""

    def __bool__(self) -> bool:
        return self.readability_changed or bool(self.differing_units)

    @property
    def differing_units(self) -> frozenset[UnitIdentity]:
        return self.added | self.changed | self.removed

    def combine_with_parent(self, other_parent_difference: "UnitDifference") -> "UnitDifference":
        """Return the units that a merge commit changes: units that differ from both parents.

        `self` is the difference between the merge and one parent. `other_parent_difference` is the difference
        between the merge and the other parent.
        """
        both = self.differing_units & other_parent_difference.differing_units
        changed = self.changed | other_parent_difference.changed | (self.added ^ other_parent_difference.added)
        return UnitDifference(
            self.added & other_parent_difference.added,
            both & changed - self.removed - other_parent_difference.removed,
            both & (self.removed | other_parent_difference.removed),
            self.readability_changed and other_parent_difference.readability_changed,
        )


class UnitVersions(NamedTuple):
    """Unit with its values in two versions of a file."""

    identity: UnitIdentity
    before: UnitValue | None
    """Value in the old version, or None if this version does not have the unit."""
    after: UnitValue


class VersionComparer:
    """Comparer of versions of files. All files are parsed with the format and the options of one component."""

    def __init__(self, component: Component, language_code: str = "") -> None:
        """`language_code` is the language of the files. In some formats, it decides which plural forms are read.

        Of files that contain the strings of all languages, all strings are compared.
        """
        self._file_format = component.file_format
        file_format = FILE_FORMATS[component.file_format]
        self._read_catalog = file_format.create_reader(
            component.read_options, "" if file_format.multilingual_module else language_code
        )
        self._last_parsed: tuple[bytes, UnitsByIdentity] = b"", {}

    def compare_versions(self, old_content: bytes, new_content: bytes) -> UnitDifference:
        """Return the units that differ between two versions of a file.

        If one of the versions cannot be read, only `readability_changed` is set. If both cannot be read, the result is
        an empty difference.
        """
        return compare_units(*self._read_differing_units(old_content, new_content))

    def list_changed_units(self, old_content: bytes, new_content: bytes) -> list[UnitVersions]:
        """Return the units that were added or have another target or state, in the order of the new version.

        The list is empty if a version cannot be read.
        """
        before, after = self._read_differing_units(old_content, new_content)
        if before is None or after is None:
            return []
        return [
            UnitVersions(identity, before.get(identity), value)
            for identity, value in after.items()
            if before.get(identity) != value
        ]

    def read_values(self, content: bytes) -> UnitsByIdentity:
        """Return the target and the state of each unit of a file by identity. Raises UnreadableFile.

        If several units have the same identity, only the first one is returned.
        """
        # Without the common entries, most versions of a file are equal. An older version is compared twice.
        if not content or content != self._last_parsed[0]:
            units = columns_of(self._read_catalog(content).units)
            found: UnitsByIdentity = {}
            # The columns, because creating unit objects would take longer than parsing a small file.
            for context, source, target, state in zip(
                units.contexts, units.sources, units.targets, map(State, units.states), strict=True
            ):
                found.setdefault((context, source), (target, state))
            self._last_parsed = content, found
        return self._last_parsed[1]

    def _read_differing_units(
        self, old_content: bytes, new_content: bytes
    ) -> tuple[UnitsByIdentity | None, UnitsByIdentity | None]:
        """Return the units of both versions, maybe without those that are equal. None for an unreadable version."""
        reduced = remove_common_content(old_content, new_content, self._file_format)
        if old_content == new_content or reduced[0] == reduced[1]:
            return {}, {}
        before, after = self._read_units_of_versions(*reduced)
        if (before is None or after is None) and reduced != (old_content, new_content):
            # A reduced file may be invalid although the whole file is valid.
            return self._read_units_of_versions(old_content, new_content)
        return before, after

    def _read_units_of_versions(
        self, old_content: bytes, new_content: bytes
    ) -> tuple[UnitsByIdentity | None, UnitsByIdentity | None]:
        found: list[UnitsByIdentity | None] = []
        # The old version is read last, because it is the new version of the next older change.
        for content in (new_content, old_content):
            try:
                found.append(self.read_values(content))
            except UnreadableFile:
                found.append(None)
        return found[1], found[0]


def compare_units(before: UnitsByIdentity | None, after: UnitsByIdentity | None) -> UnitDifference:
    """Return the units that differ between two versions of a file. None stands for an unreadable version."""
    if before is None or after is None:
        return UnitDifference(readability_changed=before is not after)
    return UnitDifference(
        frozenset(after.keys() - before.keys()),
        frozenset(identity for identity in after.keys() & before.keys() if after[identity] != before[identity]),
        frozenset(before.keys() - after.keys()),
    )
