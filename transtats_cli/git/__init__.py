"""Git, asked through its own command: repositories, revisions, objects, and the files of a commit laid out to be read.

Nothing in here writes to a repository, its index or its work tree, and no program that its settings name is run.
"""

import os


def above(folder: str) -> str | None:
    """The next folder to look for a repository in; None at the root, or where the user has set a limit for git."""
    parent = os.path.dirname(folder)
    ceilings = os.environ.get("GIT_CEILING_DIRECTORIES", "").split(os.pathsep)
    return None if parent == folder or parent in ceilings else parent
