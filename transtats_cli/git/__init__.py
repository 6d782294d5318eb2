"""Read git repositories with the `git` command: revisions, logs, objects and the files of a commit.

No module writes to a repository, its index or its work tree. The settings of a repository may name programs, such as
filters. Git does not run these programs.

`repository.py` finds a repository without running git. `process.py` starts git with limits of time and memory.
`objects.py` keeps git processes that answer requests. `log.py`, `revisions.py` and `tree_comparison.py` read the output
of git. `trees.py` parses the folders of a commit, `checkout.py` writes the files of a commit to a temporary directory,
and `components.py` finds components among these files.
"""

import os

TIMEOUT_VARIABLE = "TRANSTATS_GIT_TIMEOUT"
"""Name of the environment variable with the time limit of git in seconds. Worker processes inherit the variable."""
DEFAULT_TIMEOUT_SECONDS = 120
"""Default time limit of git in seconds. A log of a million commits takes about a quarter of this time."""
MAX_TIMEOUT_SECONDS = 1_000_000


def time_limit() -> float:
    """Return the time limit of a git process in seconds.

    If a process gets several requests, the limit applies to each request.
    """
    try:
        seconds = float(os.environ.get(TIMEOUT_VARIABLE, ""))
    except ValueError:
        return DEFAULT_TIMEOUT_SECONDS
    return seconds if 0 < seconds <= MAX_TIMEOUT_SECONDS else DEFAULT_TIMEOUT_SECONDS
