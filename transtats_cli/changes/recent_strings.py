"""Find the strings of one translation file that changed last, each with its old and its new target."""

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import NamedTuple

from transtats_cli.changes.difference import UnitIdentity, UnitValue, UnitVersions, VersionComparer
from transtats_cli.changes.repositories import RepositoryFile, RepositoryFinder
from transtats_cli.component import Component
from transtats_cli.git.log import CommittedChange, read_committed_changes
from transtats_cli.git.objects import ObjectReader
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
    current = comparer.read_values(content)
    changes: list[RecentChange] = []
    listed: set[UnitIdentity] = set()
    for commit, seconds, versions in _list_versions(located, content, comparer):
        for identity, before, after in versions:
            if current.get(identity) != after or identity in listed or (before is None and not after[0]):
                continue
            listed.add(identity)
            changes.append(RecentChange(commit, seconds, identity, before, after))
            if len(changes) == max_changes:
                return changes
    return changes


def _list_versions(
    located: RepositoryFile, content: bytes, comparer: VersionComparer
) -> Iterator[tuple[str, int | None, Sequence[UnitVersions]]]:
    """Yield the id and the time of each commit that changed a file, with the changed units. The newest comes first.

    The first item contains the changes that are not committed, and its id is ''. If the commit at HEAD does not contain
    the file, nothing is yielded.
    """
    repository, path = located
    head = repository.read_head_commit()
    if not head:
        return
    deadline = time.monotonic() + _MAX_SECONDS
    with ObjectReader(repository) as objects:
        trees = TreeReader(objects)
        entry = trees.find_entry(trees.find_tree(head), path)
        if entry is None or entry.kind != "file":
            return
        yield "", None, comparer.list_changed_units(objects.read(entry.object_id, "blob"), content)
        with closing(read_committed_changes(repository, head, [path])) as log:
            for number, change in enumerate(log):
                if not any(change.blob_ids_before) or number == _MAX_VERSIONS or time.monotonic() > deadline:
                    return
                yield change.commit, change.time, _compare_with_parents(change, objects, comparer)


def _compare_with_parents(
    change: CommittedChange, objects: ObjectReader, comparer: VersionComparer
) -> Sequence[UnitVersions]:
    """Return the units that a commit changed. In a merge, these units differ from all parents."""
    if not change.blob_id_after:
        return ()
    after = objects.read(change.blob_id_after, "blob")
    first, *others = (
        comparer.list_changed_units(objects.read(identity, "blob") if identity else b"", after)
        for identity in change.blob_ids_before
    )
    in_others = [{each.identity for each in versions} for versions in others]
    return [each for each in first if all(each.identity in identities for identities in in_others)]
