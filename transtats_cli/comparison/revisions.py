"""Read a component's strings at a git revision, from git objects and with the settings of that revision."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from transtats_cli.comparison import snapshot as snapshots
from transtats_cli.comparison.snapshot import Snapshot, Wish
from transtats_cli.errors import UnknownComponentError
from transtats_cli.git import past, repository, revisions
from transtats_cli.git.process import GitError, GitTimeoutError
from transtats_cli.git.shadow import Shadow
from transtats_cli.scanning.assembly import Overrides


class Revisions:
    """Reader of components at revisions of one repository."""

    def __init__(self, root: str, shadow: Shadow) -> None:
        self._root = os.path.abspath(root)
        self._shadow = shadow
        self._components = past.Components(shadow)
        self._commits: dict[str, str] = {}
        self._failed: GitTimeoutError | None = None

    def commit(self, revision: str) -> str:
        """Return the commit id of a revision. `A...B` is the merge base of both; an empty side is HEAD.

        Raises TranstatsError if there is no such commit, or for a range that does not end at HEAD. After a timeout of
        git, every call raises GitTimeoutError.
        """
        if self._failed is not None:
            # Git would probably reach the time limit again for every component.
            raise self._failed
        try:
            if revision not in self._commits:
                self._commits[revision] = self._found(revision)
        except GitTimeoutError as error:
            self._failed = error
            raise
        return self._commits[revision]

    def _found(self, revision: str) -> str:
        ours = self._shadow.repository
        parts = revisions.split_range(revision)
        if parts is None:
            return revisions.commit(ours, revision)
        one, dots, other = parts
        if dots == "..":
            return self._beginning(revision, one or "HEAD", other or "HEAD")
        return revisions.common_base(ours, one, other)

    def _beginning(self, revision: str, older: str, newer: str) -> str:
        """Return the commit at which a range begins. Raises GitError if it does not end at HEAD."""
        ours = self._shadow.repository
        if revisions.commit(ours, newer) != revisions.commit(ours, "HEAD"):
            raise GitError(
                f"{revision} does not end at HEAD: check out {newer}, or give one revision, such as {older} for the"
                f" beginning of the range or {older}...{newer} for the commit where the two parted"
            )
        return revisions.commit(ours, older)

    def take(self, revision: str, names: tuple[str, str], overrides: Overrides, wish: Wish) -> Snapshot:
        """Read a component at a revision. Paths in the snapshot are those of a checkout in the work tree.

        Raises UnknownComponentError if the revision has no such component.
        """
        commit = self.commit(revision)
        try:
            component = self._components.at(commit, names, overrides)
        except UnknownComponentError as error:
            raise UnknownComponentError(f"at {revision} ({commit[:12]}) {error}") from error
        left_out = self._components.left_out
        taken = snapshots.take(component, wish, self._components.folders)
        inside = os.path.relpath(component.root, self._shadow.at(commit))
        failures = tuple(each._replace(reason=self._shadow.plainly(each.reason)) for each in taken.failures)
        root = os.path.normpath(os.path.join(self._root, inside))
        warnings = (*taken.warnings, *(f"{path}: left out, as a checkout leaves it out" for path in left_out))
        component = component._replace(root=root, boundary="")
        return taken._replace(component=component, failures=failures, warnings=warnings)


@contextmanager
def opened(root: str) -> Iterator[Revisions]:
    """Open the repository of a directory. Raises TranstatsError if the directory is in no repository."""
    with Shadow(repository.required(root), root) as shadow:
        yield Revisions(root, shadow)
