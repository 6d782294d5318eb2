"""Limits on what is read from a repository: a few kilobytes of git objects can stand for any amount of data.

Beyond them, a GitError names the limit. docs/guides/pull-requests.md lists them, and so does tests/git/test_hostile.py.
"""

MEMORY = 4 << 30
"""Bytes that a git process may allocate, on Linux; packs that it maps do not count."""
LARGEST_OBJECT = 256 << 20
"""Bytes of one object."""
LARGEST_COMMIT = 4 << 30
"""Bytes that are written to lay out one commit, beside the files that it shares with the one before."""
MOST_ENTRIES = 1_000_000
"""Files and folders of one commit; the largest public repositories have about half as many."""
DEEPEST = 200
"""Folders inside each other."""
LONGEST_NAME = 255
"""Bytes of the name of a file or folder: more is refused by file systems, and so by `git checkout`."""
LONGEST_PATH = 4095
"""Bytes of an absolute path, for the same reason."""
