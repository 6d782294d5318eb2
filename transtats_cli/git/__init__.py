"""Git, asked through its own command: repositories, revisions, objects, and the files of a commit laid out to be read.

Nothing in here writes to a repository, its index or its work tree, and no program that its settings name is run.
`process.py` starts git with all limits, `log.py`, `objects.py` and `revisions.py` ask it, `trees.py` and `shadow.py`
lay out a commit, and `past.py` finds a component there.
"""

import os

TIMEOUT_VARIABLE = "TRANSTATS_GIT_TIMEOUT"
"""Environment variable with the time limit of git in seconds. Worker processes inherit it."""
TIMEOUT_SECONDS = 120
"""Default time limit: about four times what a log of a million commits takes."""
_LONGEST = 1e6


def time_limit() -> float:
    """Seconds that may be spent waiting for one git process, or for one answer of a process that answers many."""
    try:
        seconds = float(os.environ.get(TIMEOUT_VARIABLE, ""))
    except ValueError:
        return TIMEOUT_SECONDS
    return seconds if 0 < seconds < _LONGEST else TIMEOUT_SECONDS


def parent_folder(folder: str) -> str | None:
    """The next folder to look for a repository in; None at the root, or where the user has set a limit for git."""
    parent = os.path.dirname(folder)
    ceilings = os.environ.get("GIT_CEILING_DIRECTORIES", "").split(os.pathsep)
    return None if parent == folder or parent in ceilings else parent
