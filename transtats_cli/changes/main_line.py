"""Find the commits that all logs of some files contain: the newest part of the main line.

The main line is the start of a log, its first parent, the first parent of that, and so on. Git omits the other side of
a merge that changes nothing compared with the first parent. A log of some files consists of commits of the main line
until the newest merge that changes one of these files, and so does a log of a part of the files.
"""

from collections.abc import Collection, Iterator
from contextlib import closing
from itertools import islice

from transtats_cli.git.log import LoggedCommit, commits_of_main_line, path_pattern
from transtats_cli.git.repository import Repository
from transtats_cli.git.tree_comparison import TreeComparison
from transtats_cli.git.trees import TreeReader

_MAX_COMMITS = 100_000
"""Maximum number of commits in memory."""


def read_main_line(start: str, patterns: Collection[str], trees: TreeReader) -> frozenset[str]:
    """Return the ids of the commits on the main line down to the newest merge that changes a file of the patterns.

    The merge itself is not included.
    """
    repository = trees.objects.repository
    with closing(commits_of_main_line(repository, start)) as log:
        commits = list(islice(log, _MAX_COMMITS))
    end = next(_merges_with_changes(repository, commits, patterns, trees), len(commits))
    return frozenset(commit.identity for commit in commits[:end])


def _merges_with_changes(
    repository: Repository, commits: list[LoggedCommit], patterns: Collection[str], trees: TreeReader
) -> Iterator[int]:
    """Yield the positions of merges that differ from their first parent, which is the next commit."""
    merges = [place for place, commit in enumerate(commits[:-1]) if commit.parents > 1]
    pairs = [(commits[place + 1].tree, commits[place].tree) for place in merges]
    with TreeComparison(repository, trees.refuse_beyond_limits) as comparison:
        for place, differences in zip(merges, comparison.compare(pairs), strict=True):
            if any(path_pattern(difference.path) in patterns for difference in differences):
                yield place
