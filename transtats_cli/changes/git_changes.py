"""Read the changes of files from git: first the uncommitted changes in the work tree, then the changes in commits."""

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from transtats_cli import regular_file
from transtats_cli.changes.difference import FileComparison, UnitDifference
from transtats_cli.changes.file_history import FileHistory
from transtats_cli.changes.files import ChangeSummary, ComponentFile
from transtats_cli.changes.history_reader import BlobCache, FileHistoryReader
from transtats_cli.changes.repositories import blob_identity
from transtats_cli.git.objects import ObjectReader
from transtats_cli.git.process import run
from transtats_cli.git.renames import RenameReader
from transtats_cli.git.repository import Repository
from transtats_cli.git.trees import TreeReader
from transtats_cli.times import known

_BATCH_SIZE = 500
"""Maximum number of paths in the arguments of one git command."""


class _TrackedFile(NamedTuple):
    """File that the commit at HEAD contains."""

    file: ComponentFile
    identity: str
    difference: UnitDifference
    """Difference between the file at HEAD and in the work tree."""
    changed: int | None
    """Modification time of the file in seconds since 1970. None if the time is out of range."""

    def history(self) -> FileHistory:
        history = FileHistory(self.file.repository_path, self.identity, FileComparison(self.file.component))
        history.add(self.difference, self.changed)
        return history


def read_changes(
    repository: Repository, head: str, files: Sequence[ComponentFile]
) -> Iterator[tuple[ComponentFile, ChangeSummary]]:
    """Yield the changes of each file of a repository. Unreadable files are left out.

    `head` is the id of the commit at HEAD. If the files belong to several components, one log is read for all
    components.
    """
    with ObjectReader(repository) as objects:
        trees = TreeReader(objects)
        contents = BlobCache(objects.read_all)
        tracked, others = _read_files(files, trees, contents, head)
        with RenameReader(repository, trees.refuse_beyond_limits) as renames:
            reader = FileHistoryReader(repository, contents, renames)
            histories = list(_read_histories(tracked, reader, trees, head)) if tracked else []
    ignored = _find_ignored(repository, [file.repository_path for file, _ in others])
    for file, changed in others:
        # Ignored files have no history in this repository.
        yield file, ChangeSummary(None if file.repository_path in ignored else changed, 0)
    for tracked_file, history in histories:
        yield tracked_file.file, ChangeSummary(history.last, history.recent)


def _read_files(
    files: Sequence[ComponentFile], trees: TreeReader, contents: BlobCache, head: str
) -> tuple[list[_TrackedFile], list[tuple[ComponentFile, int | None]]]:
    """Read all files. Return the files that the commit contains, and the other files with their modification times."""
    tracked: list[_TrackedFile] = []
    others: list[tuple[ComponentFile, int | None]] = []
    tree = trees.tree_of(head) if head else ""
    if tree:
        trees.read_ahead(tree, (file.repository_path for file in files))
    for file in files:
        try:
            content, changed = regular_file.read(file.path), known(int(os.stat(file.path).st_mtime))
        except OSError:
            continue
        entry = trees.entry(tree, file.repository_path)
        if entry is None or entry.kind != "file":
            others.append((file, changed))
            continue
        difference = UnitDifference()
        if blob_identity(content, entry.identity) == entry.identity:
            contents.add(entry.identity, content)
        else:
            difference = FileComparison(file.component).difference(contents.read(entry.identity), content)
        tracked.append(_TrackedFile(file, entry.identity, difference, changed))
    return tracked, others


def _read_histories(
    tracked: Iterable[_TrackedFile], reader: FileHistoryReader, trees: TreeReader, head: str
) -> Iterator[tuple[_TrackedFile, FileHistory]]:
    by_component: dict[int, list[_TrackedFile]] = {}
    for tracked_file in tracked:
        by_component.setdefault(id(tracked_file.file.component), []).append(tracked_file)
    groups = list(by_component.values())
    histories = [[tracked_file.history() for tracked_file in group] for group in groups]
    are_complete = [False] * len(groups)
    if len(groups) > 1:
        # Imported late, because there is often only one component.
        from transtats_cli.changes.repository_log import complete_from_one_log

        are_complete = complete_from_one_log(histories, head, trees, reader)
    for group, completed, is_complete in zip(groups, histories, are_complete, strict=True):
        if not is_complete:
            completed = [tracked_file.history() for tracked_file in group]
            reader.complete(head, completed)
        yield from zip(group, completed, strict=True)


def _find_ignored(repository: Repository, paths: list[str]) -> frozenset[str]:
    found: set[str] = set()
    for start in range(0, len(paths), _BATCH_SIZE):
        batch = paths[start : start + _BATCH_SIZE]
        output = run(repository.top, "ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--", *batch)
        found |= {os.fsdecode(path) for path in output.split(b"\0")}
    return frozenset(found)
