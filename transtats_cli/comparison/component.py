"""Compare a component at two revisions, or at a revision and in the working tree."""

from typing import NamedTuple

from transtats_cli.comparison.movements import Comparison, compare_snapshots
from transtats_cli.comparison.revisions import open_revision_reader
from transtats_cli.comparison.snapshot import SnapshotOptions, require_languages, take_snapshot
from transtats_cli.scanning.discovery.assembly import Overrides
from transtats_cli.scanning.discovery.lookup import locate


class RevisionPair(NamedTuple):
    """Two revisions to compare. If `after` is None, the revision `before` is compared with the working tree."""

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

    Raises TranstatsError for an unknown revision or component, or if a requested language has no file on either side.
    """
    with open_revision_reader(root) as revisions:
        for revision in revision_pair:
            if revision is not None:
                revisions.find_commit(revision)
        # The working tree comes first, so that the error for a mistyped name lists the current names.
        current = (
            take_snapshot(locate(root, *component_names, overrides), options) if revision_pair.after is None else None
        )
        before = revisions.take_snapshot(revision_pair.before, component_names, overrides, options)
        after = current or revisions.take_snapshot(str(revision_pair.after), component_names, overrides, options)
        comparison = compare_snapshots(before, after)
    require_languages(options.languages, before, after)
    return comparison
