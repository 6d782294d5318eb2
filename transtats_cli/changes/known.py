"""Changes of the files of one repository that are known, in the cache for the commits that follow."""

import time

from transtats_cli.changes.wanted import Changes, Wanted
from transtats_cli.git.repository import Repository
from transtats_cli.scanning.notes import Notes
from transtats_cli.scanning.shapes import Either, Fields
from transtats_cli.scanning.stamps import Stamp, is_settled, stamp_of

_SHAPE = Fields(
    {"head": str, "boundary": [str], "files": {str: {str: ([int], Either((None, int)), int)}}},
)
Entries = dict[str, dict[str, list[object]]]
"""Stamp, time and number of each file: by what its changes depend on, then by its path."""


class Known:
    """Changes of files at the commit that is checked out. Without a directory, only those of this run are known."""

    def __init__(self, repository: Repository, head: str, directory: str) -> None:
        self._repository = repository
        self._state = {"head": head, "boundary": sorted(repository.boundary())}
        self._directory = directory
        self._opened = time.time_ns()
        self._found: dict[tuple[str, str], Changes] = {}
        self._stamps: dict[str, Stamp] = {}
        self._notes = self._load()
        self._entries: Entries = self._notes.entries.get("files", {})
        if not self._is_current(self._notes):
            self._entries = self._carried_over()
            if self._entries:
                self.save()

    def of(self, file: Wanted) -> Changes | None:
        """Return the changes of a file; None if they are not known, or the file is another one than before."""
        found = self._found.get(file.key)
        if found is None:
            stamp = self._stamps[file.path] = stamp_of(file.path)
            way, inside = file.key
            entry = self._entries.get(way, {}).get(inside)
            if entry is not None and entry[0] == stamp:
                _, last, recent = entry
                found = self._found[file.key] = Changes(last, recent)  # type: ignore[arg-type]
        return found

    def keep(self, file: Wanted, changes: Changes) -> None:
        """Add the changes of a file; they are remembered unless the file may change without a sign of it."""
        self._found[file.key] = changes
        stamp = self._stamps.get(file.path, [])
        if stamp and is_settled(stamp, self._opened) and stamp == stamp_of(file.path):
            way, inside = file.key
            self._entries.setdefault(way, {})[inside] = [stamp, *changes]

    def save(self) -> None:
        if not self._directory:
            return
        # Another process may have looked up other files meanwhile.
        notes = self._load()
        if self._is_current(notes):
            for way, files in notes.entries.get("files", {}).items():
                self._entries[way] = files | self._entries.get(way, {})
        notes.entries = {**self._state, "files": self._entries}
        notes.save()

    def _load(self) -> Notes:
        repository = self._repository
        return Notes(self._directory, "changes", repository.top, repository.directory, shape=_SHAPE)

    def _is_current(self, notes: Notes) -> bool:
        return all(notes.entries.get(key) == value for key, value in self._state.items())

    def _carried_over(self) -> Entries:
        """Return what holds for this commit as well as for an older one: files that no commit since has touched."""
        entries = self._notes.entries
        older, newer = entries.get("head", ""), str(self._state["head"])
        if not (older and newer and entries.get("files")) or entries.get("boundary") != self._state["boundary"]:
            return {}
        # Imported late: mostly, nothing is asked of git.
        from transtats_cli.git.log import touched
        from transtats_cli.git.process import GitError, GitTimeoutError

        try:
            changed = touched(self._repository, older, newer)
        except GitTimeoutError:
            raise
        except GitError:
            # The older commit may be gone.
            return {}
        # Files that git is told to ignore have no changes.
        if changed is None or any(path.endswith(".gitignore") for path in changed):
            return {}
        return {
            way: {path: entry for path, entry in files.items() if path not in changed}
            for way, files in self._entries.items()
        }
