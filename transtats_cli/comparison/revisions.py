"""Read the strings of a component at git revisions, and compare them. The settings are also read from the revision.

If they are invalid, the settings of the newer version replace them, so that the commit that repairs the settings can be
compared with its parent.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from transtats_cli.comparison.movements import Comparison, compare_snapshots
from transtats_cli.comparison.snapshot import Snapshot, require_languages, take_snapshot
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError, UnknownComponentError
from transtats_cli.git import revisions
from transtats_cli.git.checkout import Checkout
from transtats_cli.git.components import ComponentFinder, InvalidSettingsError
from transtats_cli.git.process import GitError
from transtats_cli.git.repository import require_repository
from transtats_cli.problems import Problem
from transtats_cli.scanning.discovery.definition import ComponentNames
from transtats_cli.scanning.discovery.lookup import locate_component
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.settings import load_settings
from transtats_cli.settings.layers import Overrides, Setting, Settings


class RevisionReader:
    """Reader of the strings of components at any revision of one git repository."""

    def __init__(self, root: str, checkout: Checkout, newer_revision: str | None = None) -> None:
        """If the settings of a revision are invalid, those of `newer_revision` replace them.

        If `newer_revision` is None, those of the working tree replace them.
        """
        self._root = os.path.abspath(root)
        self._checkout = checkout
        self._newer_revision = newer_revision
        self._component_finder = ComponentFinder(checkout, self._load_newer_settings)
        self._commits_by_revision: dict[str, str] = {}

    def find_commit(self, revision: str) -> str:
        """Return the commit id of a revision. The revision may also be a range of two revisions.

        For the range `A..B`, return the commit id of A. For `A...B`, return the merge base of A and B. An empty A or B
        means HEAD. Raises TranstatsError if a commit does not exist, or if B in `A..B` is not the commit at HEAD.
        """
        if revision not in self._commits_by_revision:
            self._commits_by_revision[revision] = self._find_uncached_commit(revision)
        return self._commits_by_revision[revision]

    def _find_uncached_commit(self, revision: str) -> str:
        repository = self._checkout.repository
        older_commit, newer_commit = revisions.resolve_range(repository, revision)
        older, dots, newer = revisions.split_range(revision) or ("", "", "")
        if dots == ".." and newer_commit != revisions.find_commit(repository, "HEAD"):
            older = older or "HEAD"
            raise GitError(
                f"{revision} does not end at HEAD: check out {newer}, or give one revision, such as {older} for the"
                f" beginning of the range or {older}...{newer} for the commit where the two diverged"
            )
        return older_commit or newer_commit

    def take_snapshot(
        self, revision: str, component_names: tuple[str, str], overrides: Overrides, options: ScanOptions
    ) -> Snapshot:
        """Return a snapshot of a component at a revision. Paths in the snapshot are paths in the work tree.

        Raises UnknownComponentError if the component does not exist at the revision, and TranstatsError if its settings
        are wrong.
        """
        commit = self.find_commit(revision)
        try:
            root = self._checkout.check_out(commit)
            component = self._component_finder.find_in_checkout(root, component_names, overrides)
        except InvalidSettingsError as error:
            raise TranstatsError(self._locate_at_revision(revision, str(error))) from error
        except GitError:
            raise
        except TranstatsError as error:
            first, *others = error.lines
            replaced = self.describe_replaced_settings(revision)
            lines = [f"at {revision} ({commit[:12]}) {first}", *others, *([replaced] if replaced else [])]
            if not isinstance(error, UnknownComponentError):
                raise TranstatsError(*lines) from error
            unknown = UnknownComponentError(*lines)
            unknown.revision = revision
            raise unknown from error
        omitted_paths = self._checkout.omitted_paths
        snapshot = take_snapshot(component, options, self._component_finder.folder_listings)
        inside = os.path.relpath(component.root, root)
        omitted = (Problem(path, "left out, because git cannot check it out either") for path in omitted_paths)
        report = snapshot.report._replace(
            component=component._replace(root=os.path.normpath(os.path.join(self._root, inside)), link_boundary=""),
            failures=tuple(
                each._replace(reason=self._checkout.without_temporary_path(each.reason))
                for each in snapshot.report.failures
            ),
            warnings=(*snapshot.report.warnings, *omitted),
        )
        return snapshot._replace(report=report, settings_warning=self.describe_replaced_settings(revision))

    def list_components(self, revision: str) -> list[ComponentNames]:
        """Return the names of all components at a revision. Raises TranstatsError for wrong settings."""
        return self._component_finder.list_names(self._checkout.check_out(self.find_commit(revision)))

    def describe_replaced_settings(self, revision: str) -> str:
        """Return a message if the settings at the last revision that was read, `revision`, are invalid and replaced.

        Otherwise, return ''.
        """
        problem = self._component_finder.settings_problem
        if not problem:
            return ""
        newer = "the working tree" if self._newer_revision is None else self._newer_revision
        return f"{self._locate_at_revision(revision, problem)}; the settings of {newer} are used instead"

    def _locate_at_revision(self, revision: str, message: str) -> str:
        """Return a message that begins with a path, with the revision before the path as in git."""
        is_range = revisions.split_range(revision) is not None
        return f"{self.find_commit(revision)[:12] if is_range else revision}:{message}"

    def _load_newer_settings(self) -> tuple[Settings, str]:
        if self._newer_revision is None:
            return load_settings(self._root), self._root
        # The files of the reader's own checkout are in use.
        with Checkout(self._checkout.repository, self._root) as checkout:
            root = checkout.check_out(self.find_commit(self._newer_revision))
            return load_settings(root), root


@contextmanager
def open_revision_reader(
    root: str, older_revision: str | None = None, newer_revision: str | None = None
) -> Iterator[RevisionReader]:
    """Provide a RevisionReader for the repository of a directory. `newer_revision` is described in `RevisionReader`.

    Raises TranstatsError if there is no repository, or if one of the revisions does not exist.
    """
    with Checkout(require_repository(root), root) as checkout:
        reader = RevisionReader(root, checkout, newer_revision)
        for revision in (older_revision, newer_revision):
            if revision is not None:
                reader.find_commit(revision)
        yield reader


class RevisionPair(NamedTuple):
    """Git revisions to compare. If `after` is None, the revision `before` is compared with the working tree."""

    before: str
    after: str | None


def compare_component(
    component_names: tuple[str, str],
    revision_pair: RevisionPair,
    root: str,
    overrides: Overrides,
    options: ScanOptions,
) -> Comparison:
    """Compare the strings of a component at two revisions, or at a revision and in the working tree.

    Raises TranstatsError if a revision or the component does not exist, or if neither of the two versions has a file of
    a requested language.
    """
    with open_revision_reader(root, *revision_pair) as reader:
        # The working tree comes first, so that the error for a mistyped name lists the current names.
        current = locate_component(root, *component_names, overrides) if revision_pair.after is None else None
        names = component_names if current is None else (current.project, current.slug)
        comparison = _compare_revisions((reader, reader), names, current, revision_pair, overrides, options)
    require_languages(options.languages, comparison.before, comparison.after)
    return comparison


def compare_components(
    components: Sequence[Component],
    revision_pair: RevisionPair,
    root: str,
    overrides: Overrides,
    options: ScanOptions,
) -> Iterator[tuple[Component, Comparison | TranstatsError]]:
    """Yield each of the given components with its comparison, or with the error that prevented the comparison.

    The components are those of the working tree. If a revision does not contain a component, the error is an
    UnknownComponentError. Raises GitError if git fails, and TranstatsError if a revision does not exist.
    """
    # Each reader checks out one of the revisions, and not both in turn for each component.
    with open_revision_reader(root, *revision_pair) as older, open_revision_reader(root, *revision_pair) as newer:
        for component in components:
            current = component if revision_pair.after is None else None
            try:
                names = component.project, component.slug
                yield component, _compare_revisions((older, newer), names, current, revision_pair, overrides, options)
            except GitError:
                raise
            except TranstatsError as error:
                yield component, error


def _compare_revisions(
    readers: tuple[RevisionReader, RevisionReader],
    component_names: tuple[str, str],
    current: Component | None,
    revision_pair: RevisionPair,
    overrides: Overrides,
    options: ScanOptions,
) -> Comparison:
    """Compare two versions of a component.

    `current` is the component in the working tree. If two revisions are compared, `current` is None.
    """
    options = options._replace(with_shares=True)
    later_options = options._replace(with_completeness=True)
    after = take_snapshot(current, later_options) if current is not None else None
    older, newer = readers
    before = older.take_snapshot(revision_pair.before, component_names, overrides, options)
    if after is None:
        after = newer.take_snapshot(str(revision_pair.after), component_names, overrides, later_options)
    if after.languages and before.report.measure != after.report.measure:
        # For example, the older revision has no template. Its strings are compared with those of all languages instead.
        overrides = {**overrides, "measure": Setting(after.report.measure, "diff")}
        before = older.take_snapshot(revision_pair.before, component_names, overrides, options)
    return compare_snapshots(before, after)
