"""Limits for reading a repository. Without limits, a few kilobytes of git objects can expand to any amount of data.

If a repository exceeds a limit, a GitError with the limit is raised. docs/guides/pull-requests.md lists the limits, and
tests/git/test_hostile.py tests them.
"""

MEMORY = 4 << 30
"""Maximum memory that a git process may allocate, in bytes. The limit applies on Linux only.

Memory-mapped pack files do not count.
"""
LARGEST_OBJECT = 256 << 20
"""Maximum size of one git object in bytes."""
LARGEST_COMMIT = 4 << 30
"""Maximum number of bytes that checking out one commit may write. Unchanged files are not written again."""
MOST_ENTRIES = 1_000_000
"""Maximum number of files and folders in one commit. The largest public repositories have about half as many."""
DEEPEST = 200
"""Maximum depth of nested folders in a commit."""
LONGEST_NAME = 255
"""Maximum length of a file or folder name in bytes. Neither file systems nor `git checkout` support longer names."""
LONGEST_PATH = 4095
"""Maximum length of an absolute path in bytes. Neither file systems nor `git checkout` support longer paths."""
