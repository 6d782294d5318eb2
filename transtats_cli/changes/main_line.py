"""Find the newest commits of the main line. If such a commit changes a file, each log of this file contains the commit.

The main line is a commit, its first parent, the first parent of this parent, and so on. Git compares each merge with
its first parent. If no requested file differs, git follows only the first parent. So a log begins with commits of the
main line, until the newest merge that changes a requested file. A log of fewer files follows the main line at least as
far.
"""

from collections.abc import Iterator
from contextlib import closing
from itertools import islice, takewhile

from transtats_cli.git.log import LoggedCommit, LogScope, read_commits_of_main_line
from transtats_cli.git.repository import Repository
from transtats_cli.git.tree_comparison import TreeComparison
from transtats_cli.git.trees import TreeReader

_MAX_COMMITS = 100_000
"""Maximum number of commits of the main line in memory."""


def read_main_line(start_commit: str, oldest_time: int | None, scope: LogScope, trees: TreeReader) -> frozenset[str]:
    """Return the ids of the commits on the main line that are newer than the newest merge that changes a file in scope.

    `start_commit` is the newest commit. Reading ends at the first commit before `oldest_time` (seconds since 1970). If
    `oldest_time` is None, there is no such limit. At most _MAX_COMMITS commits are read.
    """
    repository = trees.objects.repository
    with closing(read_commits_of_main_line(repository, start_commit)) as log:
        recent = takewhile(lambda commit: not _is_older(commit, oldest_time), log)
        commits = list(islice(recent, _MAX_COMMITS))
    # The first parent of the last commit was not read, so a merge at the end cannot be compared.
    comparable_count = len(commits) - 1 if commits and commits[-1].parent_count > 1 else len(commits)
    end = next(_find_changing_merges(repository, commits, scope, trees), comparable_count)
    return frozenset(commit.commit_id for commit in commits[:end])


def _is_older(commit: LoggedCommit, time: int | None) -> bool:
    return time is not None and commit.time is not None and commit.time < time


def _find_changing_merges(
    repository: Repository, commits: list[LoggedCommit], scope: LogScope, trees: TreeReader
) -> Iterator[int]:
    """Yield the indexes of the merges that change a file in scope compared with the first parent.

    `commits` is the main line, so the first parent of a commit is the next item.
    """
    merges = [place for place, commit in enumerate(commits[:-1]) if commit.parent_count > 1]
    pairs = [(commits[place + 1].tree, commits[place].tree) for place in merges]
    with TreeComparison(repository, trees.refuse_beyond_limits) as comparison:
        for place, differences in zip(merges, comparison.compare(pairs), strict=True):
            if any(difference.path in scope for difference in differences):
                yield place
