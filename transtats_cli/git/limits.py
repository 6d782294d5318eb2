"""Limits for reading a repository. Without limits, a few kilobytes of git objects can expand to any amount of data.

If a repository exceeds a limit, a GitError with the limit is raised. docs/guides/pull-requests.md lists the limits, and
tests/git/test_hostile.py tests them.
"""

MAX_MEMORY_BYTES = 4 << 30
"""Maximum memory that a git process may allocate, in bytes. The limit applies on Linux only.

Memory-mapped pack files do not count.
"""
MAX_OBJECT_BYTES = 256 << 20
"""Maximum size of one git object in bytes."""
MAX_COMMIT_BYTES = 4 << 30
"""Maximum number of bytes that checking out one commit may write. Unchanged files are not written again."""
MAX_FILES = 1_000_000
"""Maximum number of files and folders in one commit. The largest public repositories have about half as many."""
MAX_FOLDER_DEPTH = 200
"""Maximum depth of nested folders in a commit."""
MAX_NAME_BYTES = 255
"""Maximum length of a file or folder name in bytes. Neither file systems nor `git checkout` support longer names."""
MAX_PATH_BYTES = 4095
"""Maximum length of an absolute path in bytes. Neither file systems nor `git checkout` support longer paths."""
