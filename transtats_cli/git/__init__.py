"""Read git repositories with the `git` command: revisions, logs, objects and the files of a commit.

No module writes to a repository, its index or its work tree, and no program from a repository's settings is run.
`repository.py` finds a repository without running git. `process.py` starts git with limits of time and memory.
`log.py`, `renames.py`, `objects.py`, `revisions.py` and `tree_comparison.py` read its output. `trees.py` parses folders
of a commit, `checkout.py` writes files of a commit to a temporary directory, and `components.py` finds a component in
them.
"""

import os

TIMEOUT_VARIABLE = "TRANSTATS_GIT_TIMEOUT"
"""Environment variable with the time limit of git in seconds. Worker processes inherit it."""
TIMEOUT_SECONDS = 120
"""Default time limit in seconds: about four times the duration of a log of a million commits."""
_LONGEST = 1e6


def time_limit() -> float:
    """Return the time limit in seconds for one git process, or for one request to a process that serves many."""
    try:
        seconds = float(os.environ.get(TIMEOUT_VARIABLE, ""))
    except ValueError:
        return TIMEOUT_SECONDS
    return seconds if 0 < seconds < _LONGEST else TIMEOUT_SECONDS


def parent_folder(folder: str) -> str | None:
    """Return the parent of a folder. None for the root, or if `GIT_CEILING_DIRECTORIES` contains the parent."""
    parent = os.path.dirname(folder)
    ceilings = os.environ.get("GIT_CEILING_DIRECTORIES", "").split(os.pathsep)
    return None if parent == folder or parent in ceilings else parent
