"""Read the changes of files from git: first the uncommitted changes in the work tree, then the changes in commits."""

import os
from collections.abc import Iterator, Sequence

from transtats_cli import regular_file
from transtats_cli.changes.cache import ChangeSummary, ComponentFile
from transtats_cli.changes.difference import VersionComparer
from transtats_cli.changes.file_history import FileHistory
from transtats_cli.changes.history_walk import Entries, HistoryWalk
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.git.objects import BlobCache, ObjectReader, compute_blob_id
from transtats_cli.git.process import run_git
from transtats_cli.git.repository import Repository
from transtats_cli.git.trees import TreeReader
from transtats_cli.scanning.filemask.files import find_language
from transtats_cli.times import time_in_valid_range

_BATCH_SIZE = 500
"""Maximum number of paths in the arguments of one git command."""


def read_file_changes(
    repository: Repository, head_commit: str, files: Sequence[ComponentFile]
) -> Iterator[tuple[ComponentFile, ChangeSummary]]:
    """Yield the changes of each file of a repository. Unreadable files are left out.

    `head_commit` is the id of the commit at HEAD, or '' if there are no commits.
    """
    with ObjectReader(repository) as objects:
        trees, blobs = TreeReader(objects), BlobCache(objects)
        tracked, others = _read_tracked_and_other_files(files, trees, blobs, head_commit)
        entries: Entries = {}
        paths_by_component: dict[int, set[str]] = {}
        for file, history in tracked:
            entries.setdefault(file.repository_path, []).append(history)
            paths_by_component.setdefault(id(file.component), set()).add(file.repository_path)
        if entries:
            HistoryWalk(trees, blobs).complete_histories(head_commit, entries, paths_by_component.values())
    ignored = _find_ignored_paths(repository, [file.repository_path for file, _ in others])
    for file, changed in others:
        # Ignored files have no history in this repository.
        yield file, ChangeSummary(None if file.repository_path in ignored else changed, 0)
    for file, history in tracked:
        yield file, ChangeSummary(history.last_change_time, history.recent_changes)


def _read_tracked_and_other_files(
    files: Sequence[ComponentFile], trees: TreeReader, blobs: BlobCache, head_commit: str
) -> tuple[list[tuple[ComponentFile, FileHistory]], list[tuple[ComponentFile, int | None]]]:
    """Read all files. Return the files that the commit contains, each with a history that contains its uncommitted
    change, and the other files with their modification times.
    """
    tracked: list[tuple[ComponentFile, FileHistory]] = []
    others: list[tuple[ComponentFile, int | None]] = []
    tree = trees.find_tree(head_commit) if head_commit else ""
    if tree:
        trees.cache_listings(tree, (file.repository_path for file in files))
    comparers: dict[tuple[str, str], VersionComparer] = {}
    for file in files:
        try:
            content = regular_file.read_regular_file(file.path)
            changed = time_in_valid_range(int(os.stat(file.path).st_mtime))
        except OSError:
            continue
        entry = trees.find_entry(tree, file.repository_path)
        if entry is None or entry.kind != "file":
            others.append((file, changed))
            continue
        language_code = _find_relevant_language(file)
        key = file.parsing_settings, language_code
        comparer = comparers.setdefault(key, VersionComparer(file.component, language_code))
        history = FileHistory(comparer)
        if compute_blob_id(content, entry.object_id) == entry.object_id:
            blobs.add(entry.object_id, content)
        else:
            history.add_older_difference(comparer.compare_versions(blobs.read(entry.object_id), content), changed)
        tracked.append((file, history))
    return tracked, others


def _find_relevant_language(file: ComponentFile) -> str:
    """Return the language code of a file. '' if the parsing of the format does not depend on the language."""
    if not FILE_FORMATS[file.component.file_format].depends_on_language:
        return ""
    path = os.path.relpath(file.path, file.component.root).replace(os.sep, "/")
    return find_language(file.component, path).code


def _find_ignored_paths(repository: Repository, paths: list[str]) -> frozenset[str]:
    found: set[str] = set()
    for start in range(0, len(paths), _BATCH_SIZE):
        batch = paths[start : start + _BATCH_SIZE]
        output = run_git(repository.top, "ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--", *batch)
        found |= {os.fsdecode(path) for path in output.split(b"\0")}
    return frozenset(found)
