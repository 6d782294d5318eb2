"""Read a component's strings at a git revision, from git objects and with the settings of that revision."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from transtats_cli.comparison.snapshot import Snapshot, SnapshotOptions, take_snapshot
from transtats_cli.errors import UnknownComponentError
from transtats_cli.git import revisions
from transtats_cli.git.checkout import Checkout
from transtats_cli.git.components import ComponentFinder
from transtats_cli.git.process import GitError, GitTimeoutError
from transtats_cli.git.repository import require
from transtats_cli.scanning.discovery.assembly import Overrides


class RevisionReader:
    """Reader of components at revisions of one repository."""

    def __init__(self, root: str, checkout: Checkout) -> None:
        self._root = os.path.abspath(root)
        self._checkout = checkout
        self._components = ComponentFinder(checkout)
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
                self._commits[revision] = self._find_commit(revision)
        except GitTimeoutError as error:
            self._failed = error
            raise
        return self._commits[revision]

    def _find_commit(self, revision: str) -> str:
        repository = self._checkout.repository
        parts = revisions.split_range(revision)
        if parts is None:
            return revisions.find_commit(repository, revision)
        one, dots, other = parts
        if dots == "..":
            return self._range_start(revision, one or "HEAD", other or "HEAD")
        return revisions.require_merge_base(repository, one, other)

    def _range_start(self, revision: str, older: str, newer: str) -> str:
        """Return the commit at which a range begins. Raises GitError if it does not end at HEAD."""
        repository = self._checkout.repository
        if revisions.find_commit(repository, newer) != revisions.find_commit(repository, "HEAD"):
            raise GitError(
                f"{revision} does not end at HEAD: check out {newer}, or give one revision, such as {older} for the"
                f" beginning of the range or {older}...{newer} for the commit where the two diverged"
            )
        return revisions.find_commit(repository, older)

    def take_snapshot(
        self, revision: str, names: tuple[str, str], overrides: Overrides, options: SnapshotOptions
    ) -> Snapshot:
        """Read a component at a revision. Paths in the snapshot are those of a checkout in the work tree.

        Raises UnknownComponentError if the revision has no such component.
        """
        commit = self.commit(revision)
        try:
            component = self._components.find_at(commit, names, overrides)
        except UnknownComponentError as error:
            raise UnknownComponentError(f"at {revision} ({commit[:12]}) {error}") from error
        omitted_paths = self._components.omitted_paths
        snapshot = take_snapshot(component, options, self._components.folders)
        inside = os.path.relpath(component.root, self._checkout.check_out(commit))
        failures = tuple(
            each._replace(reason=self._checkout.without_temporary_path(each.reason)) for each in snapshot.failures
        )
        root = os.path.normpath(os.path.join(self._root, inside))
        warnings = (
            *snapshot.warnings,
            *(f"{path}: left out, because git cannot check it out either" for path in omitted_paths),
        )
        component = component._replace(root=root, boundary="")
        return snapshot._replace(component=component, failures=failures, warnings=warnings)


@contextmanager
def open_revisions(root: str) -> Iterator[RevisionReader]:
    """Open the repository of a directory. Raises TranstatsError if the directory is in no repository."""
    with Checkout(require(root), root) as checkout:
        yield RevisionReader(root, checkout)
