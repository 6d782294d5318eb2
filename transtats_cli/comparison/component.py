"""Compare two versions of a component: two git revisions, or a git revision and the working tree."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from transtats_cli.comparison.movements import Comparison, compare_snapshots
from transtats_cli.comparison.revisions import RevisionReader, open_revision_reader
from transtats_cli.comparison.snapshot import SnapshotOptions, require_languages, take_snapshot
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.git.process import GitError
from transtats_cli.scanning.discovery.lookup import locate_component
from transtats_cli.settings.layers import Overrides


class RevisionPair(NamedTuple):
    """Git revisions to compare. If `after` is None, the revision `before` is compared with the working tree."""

    before: str
    after: str | None


def compare_component(
    component_names: tuple[str, str],
    revision_pair: RevisionPair,
    root: str,
    overrides: Overrides,
    options: SnapshotOptions,
) -> Comparison:
    """Compare the strings of a component at two revisions, or at a revision and in the working tree.

    Raises TranstatsError if a revision or the component does not exist, or if neither of the two versions has a file of
    a requested language.
    """
    with _open_reader_of_pair(revision_pair, root) as revisions:
        # The working tree comes first, so that the error for a mistyped name lists the current names.
        found = locate_component(root, *component_names, overrides) if revision_pair.after is None else None
        comparison = _compare_revisions(
            revisions,
            component_names if found is None else (found.project, found.slug),
            found,
            revision_pair,
            overrides,
            options,
        )
    require_languages(options.languages, comparison.before, comparison.after)
    return comparison


def compare_components(
    components: Sequence[Component],
    revision_pair: RevisionPair,
    root: str,
    overrides: Overrides,
    options: SnapshotOptions,
) -> Iterator[tuple[Component, Comparison | TranstatsError]]:
    """Yield each of the given components with its comparison, or with the error that prevented the comparison.

    The components are those of the working tree. If a revision does not contain a component, the error is an
    UnknownComponentError. Raises GitError if git fails, and TranstatsError if a revision does not exist.
    """
    with _open_reader_of_pair(revision_pair, root) as revisions:
        for component in components:
            current = component if revision_pair.after is None else None
            try:
                names = component.project, component.slug
                yield component, _compare_revisions(revisions, names, current, revision_pair, overrides, options)
            except GitError:
                raise
            except TranstatsError as error:
                yield component, error


@contextmanager
def _open_reader_of_pair(revision_pair: RevisionPair, root: str) -> Iterator[RevisionReader]:
    """Open a reader of revisions. Raises TranstatsError if a revision of the pair does not exist."""
    with open_revision_reader(root, revision_pair.after) as revisions:
        for revision in revision_pair:
            if revision is not None:
                revisions.find_commit(revision)
        yield revisions


def _compare_revisions(
    revisions: RevisionReader,
    component_names: tuple[str, str],
    current: Component | None,
    revision_pair: RevisionPair,
    overrides: Overrides,
    options: SnapshotOptions,
) -> Comparison:
    """Compare two versions of a component.

    `current` is the component in the working tree. If two revisions are compared, `current` is None.
    """
    later_options = options._replace(with_reference=True)
    after = take_snapshot(current, later_options) if current is not None else None
    before = revisions.take_snapshot(revision_pair.before, component_names, overrides, options)
    return compare_snapshots(
        before, after or revisions.take_snapshot(str(revision_pair.after), component_names, overrides, later_options)
    )
