"""Find the strings of one translation file that changed last, each with its old and its new target."""

import os
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from transtats_cli.changes.difference import UnitIdentity, UnitsByIdentity, UnitValue, UnitVersions, VersionComparer
from transtats_cli.changes.history_walk import CommittedChange, History, HistoryWalk
from transtats_cli.changes.repositories import RepositoryFinder
from transtats_cli.component import Component
from transtats_cli.git.objects import BlobCache, ObjectReader
from transtats_cli.git.trees import TreeReader
from transtats_cli.scanning.filemask.files import find_language
from transtats_cli.scanning.reading import safe_reading

_MAX_VERSIONS = 50
"""Maximum number of versions of the file that are compared."""
_MAX_SECONDS = 20.0
"""Time in seconds after which no further version is compared."""


class RecentChange(NamedTuple):
    """Last change of one string."""

    commit: str
    """Id of the commit. '' if the change is not committed."""
    time: int | None
    """Commit time in seconds since 1970. None if the time is unknown, or if the change is not committed."""
    identity: UnitIdentity
    before: UnitValue | None
    """Value before the change, or None if the string was added."""
    after: UnitValue


class _RecentStrings(History):
    """History of a file that collects the last change of each recently changed string."""

    follows_renames = False

    def __init__(self, comparer: VersionComparer, current: UnitsByIdentity, max_changes: int) -> None:
        self.changes: list[RecentChange] = []
        self._comparer = comparer
        self._current = current
        self._max_changes = max_changes
        self._listed: set[UnitIdentity] = set()
        self._version_count = 0
        self._deadline = time.monotonic() + _MAX_SECONDS

    def add_change(self, change: CommittedChange, read_blob: Callable[[str], bytes]) -> Sequence[int]:
        """Add the strings that a commit changed. In a merge, these strings differ from all parents."""
        if self._version_count == _MAX_VERSIONS or time.monotonic() > self._deadline:
            self.is_complete = True
            return ()
        self._version_count += 1
        after = read_blob(change.blob_id_after)
        first, *others = (
            self._comparer.list_changed_units(read_blob(blob_id), after) for blob_id in change.blob_ids_before
        )
        in_others = [{each.identity for each in versions} for versions in others]
        versions = [each for each in first if all(each.identity in identities for identities in in_others)]
        self.add_versions(change.commit, change.time, versions)
        return [index for index, blob_id in enumerate(change.blob_ids_before) if blob_id]

    def add_versions(self, commit: str, seconds: int | None, versions: Sequence[UnitVersions]) -> None:
        for identity, before, after in versions:
            is_current = self._current.get(identity) == after and identity not in self._listed
            if is_current and (before is not None or after[0]) and not self.is_complete:
                self._listed.add(identity)
                self.changes.append(RecentChange(commit, seconds, identity, before, after))
                self.is_complete = len(self.changes) == self._max_changes


def find_recent_changes(component: Component, path: str, max_changes: int) -> list[RecentChange] | None:
    """Return the last change of each recently changed string of a file, newest first, at most `max_changes` items.

    `path` is the path of the file, relative to the root of the component. A change is listed only if it resulted in the
    current target and state of the string. Strings that were added without a target are left out. The commit that added
    or renamed the file, and all older commits, are not read. Return None if the file is not in a git repository. Raises
    GitError, and UnreadableFile if the file cannot be read.
    """
    absolute = os.path.join(component.root, path)
    located = RepositoryFinder().find_repository_file(absolute)
    if located is None:
        return None
    content = safe_reading.read_bytes(component, path)
    comparer = VersionComparer(component, find_language(component, path.replace(os.sep, "/")).code)
    recent = _RecentStrings(comparer, comparer.read_values(content), max_changes)
    head = located.repository.read_head_commit()
    if not head:
        return []
    with ObjectReader(located.repository) as objects:
        trees = TreeReader(objects)
        entry = trees.find_entry(trees.find_tree(head), located.path)
        if entry is None or entry.kind != "file":
            return []
        # The first version contains the changes that are not committed.
        recent.add_versions("", None, comparer.list_changed_units(objects.read(entry.object_id, "blob"), content))
        if not recent.is_complete:
            HistoryWalk(trees, BlobCache(objects)).complete_histories(head, {located.path: [recent]})
    return recent.changes
