"""Find the newest commits of the main line, which are the same in the log of some files and in the log of other files.

The main line is a commit, its first parent, the first parent of this parent, and so on. If a merge changes none of the
requested files compared with its first parent, git omits the other parents of the merge. So the log of some files
begins with commits of the main line only, until the newest merge that changes one of these files. The log of a part of
these files begins in the same way.
"""

from collections.abc import Collection, Iterator
from contextlib import closing
from itertools import islice

from transtats_cli.git.log import LoggedCommit, commits_of_main_line, path_pattern
from transtats_cli.git.repository import Repository
from transtats_cli.git.tree_comparison import TreeComparison
from transtats_cli.git.trees import TreeReader

_MAX_COMMITS = 100_000
"""Maximum number of commits of the main line in memory."""


def read_main_line(start_commit: str, path_patterns: Collection[str], trees: TreeReader) -> frozenset[str]:
    """Return the ids of the commits on the main line that are newer than the newest merge that changes a matching file.

    `start_commit` is the newest commit. A matching file matches one of `path_patterns`, which are results of
    `path_pattern`.
    """
    repository = trees.objects.repository
    with closing(commits_of_main_line(repository, start_commit)) as log:
        commits = list(islice(log, _MAX_COMMITS))
    end = next(_find_changing_merges(repository, commits, path_patterns, trees), len(commits))
    return frozenset(commit.identity for commit in commits[:end])


def _find_changing_merges(
    repository: Repository, commits: list[LoggedCommit], path_patterns: Collection[str], trees: TreeReader
) -> Iterator[int]:
    """Yield the indexes of the merges that change a matching file compared with the first parent.

    `commits` is the main line, so the first parent of a commit is the next item.
    """
    merges = [place for place, commit in enumerate(commits[:-1]) if commit.parents > 1]
    pairs = [(commits[place + 1].tree, commits[place].tree) for place in merges]
    with TreeComparison(repository, trees.refuse_beyond_limits) as comparison:
        for place, differences in zip(merges, comparison.compare(pairs), strict=True):
            if any(path_pattern(difference.path) in path_patterns for difference in differences):
                yield place
