"""Read the changes of files from git: first the uncommitted changes in the work tree, then the changes in commits."""

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from transtats_cli import regular_file
from transtats_cli.changes.difference import UnitDifference, VersionComparer
from transtats_cli.changes.file_history import FileHistory
from transtats_cli.changes.files import ChangeSummary, ComponentFile
from transtats_cli.changes.history_reader import BlobCache, FileHistoryReader
from transtats_cli.changes.repository_log import complete_histories_from_one_log
from transtats_cli.git.objects import ObjectReader, compute_blob_id
from transtats_cli.git.process import run_git
from transtats_cli.git.repository import Repository
from transtats_cli.git.tree_comparison import RenameReader
from transtats_cli.git.trees import TreeReader
from transtats_cli.scanning.filemask.files import find_language
from transtats_cli.times import time_in_valid_range

_BATCH_SIZE = 500
"""Maximum number of paths in the arguments of one git command."""


class _TrackedFile(NamedTuple):
    """File that the commit at HEAD contains."""

    component_file: ComponentFile
    blob_id: str
    uncommitted_difference: UnitDifference
    """Difference between the file at HEAD and in the work tree."""
    modification_time: int | None
    """Modification time of the file in seconds since 1970. None if the time is out of range."""

    def start_history(self) -> FileHistory:
        history = FileHistory(self.component_file.repository_path, self.blob_id, _create_comparer(self.component_file))
        history.add_older_difference(self.uncommitted_difference, self.modification_time)
        return history


def read_file_changes(
    repository: Repository, head_commit: str, files: Sequence[ComponentFile]
) -> Iterator[tuple[ComponentFile, ChangeSummary]]:
    """Yield the changes of each file of a repository. Unreadable files are left out.

    `head_commit` is the id of the commit at HEAD, or '' if there are no commits. If the files belong to several
    components, one log is read for all components.
    """
    with ObjectReader(repository) as objects:
        trees = TreeReader(objects)
        contents = BlobCache(objects.read_all)
        tracked, others = _read_tracked_and_other_files(files, trees, contents, head_commit)
        with RenameReader(repository, trees.refuse_beyond_limits) as renames:
            reader = FileHistoryReader(repository, contents, renames)
            histories = list(_read_histories(tracked, reader, trees, head_commit)) if tracked else []
    ignored = _find_ignored_paths(repository, [file.repository_path for file, _ in others])
    for file, changed in others:
        # Ignored files have no history in this repository.
        yield file, ChangeSummary(None if file.repository_path in ignored else changed, 0)
    for tracked_file, history in histories:
        yield tracked_file.component_file, ChangeSummary(history.last_change_time, history.recent_changes)


def _read_tracked_and_other_files(
    files: Sequence[ComponentFile], trees: TreeReader, blob_cache: BlobCache, head_commit: str
) -> tuple[list[_TrackedFile], list[tuple[ComponentFile, int | None]]]:
    """Read all files. Return the files that the commit contains, and the other files with their modification times."""
    tracked: list[_TrackedFile] = []
    others: list[tuple[ComponentFile, int | None]] = []
    tree = trees.find_tree(head_commit) if head_commit else ""
    if tree:
        trees.cache_listings(tree, (file.repository_path for file in files))
    for file in files:
        try:
            content, changed = (
                regular_file.read_regular_file(file.path),
                time_in_valid_range(int(os.stat(file.path).st_mtime)),
            )
        except OSError:
            continue
        entry = trees.find_entry(tree, file.repository_path)
        if entry is None or entry.kind != "file":
            others.append((file, changed))
            continue
        difference = UnitDifference()
        if compute_blob_id(content, entry.object_id) == entry.object_id:
            blob_cache.add_blob(entry.object_id, content)
        else:
            difference = _create_comparer(file).compare_versions(blob_cache.read_blob(entry.object_id), content)
        tracked.append(_TrackedFile(file, entry.object_id, difference, changed))
    return tracked, others


def _create_comparer(file: ComponentFile) -> VersionComparer:
    component = file.component
    path = os.path.relpath(file.path, component.root).replace(os.sep, "/")
    return VersionComparer(component, find_language(component, path).code)


def _read_histories(
    tracked_files: Iterable[_TrackedFile], reader: FileHistoryReader, trees: TreeReader, head_commit: str
) -> Iterator[tuple[_TrackedFile, FileHistory]]:
    by_component: dict[int, list[_TrackedFile]] = {}
    for tracked_file in tracked_files:
        by_component.setdefault(id(tracked_file.component_file.component), []).append(tracked_file)
    groups = list(by_component.values())
    histories = [[tracked_file.start_history() for tracked_file in group] for group in groups]
    are_complete = [False] * len(groups)
    if len(groups) > 1:
        are_complete = complete_histories_from_one_log(histories, head_commit, trees, reader)
    for group, completed, is_complete in zip(groups, histories, are_complete, strict=True):
        if not is_complete:
            completed = [tracked_file.start_history() for tracked_file in group]
            reader.complete_histories(head_commit, completed)
        yield from zip(group, completed, strict=True)


def _find_ignored_paths(repository: Repository, paths: list[str]) -> frozenset[str]:
    found: set[str] = set()
    for start in range(0, len(paths), _BATCH_SIZE):
        batch = paths[start : start + _BATCH_SIZE]
        output = run_git(repository.top, "ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--", *batch)
        found |= {os.fsdecode(path) for path in output.split(b"\0")}
    return frozenset(found)
