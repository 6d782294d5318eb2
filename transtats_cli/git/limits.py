"""Limits for reading a repository, because a few kilobytes of git objects can expand to any amount of data.

Exceeding a limit raises a GitError that names the limit. docs/guides/pull-requests.md lists the limits, and
tests/git/test_hostile.py tests them.
"""

MEMORY = 4 << 30
"""Bytes that a git process may allocate. Enforced on Linux. Memory-mapped packs do not count."""
LARGEST_OBJECT = 256 << 20
"""Maximum size of one object in bytes."""
LARGEST_COMMIT = 4 << 30
"""Maximum number of bytes written for one commit. Files shared with the previous commit are not written again."""
MOST_ENTRIES = 1_000_000
"""Maximum number of files and folders of one commit. The largest public repositories have about half as many."""
DEEPEST = 200
"""Maximum depth of nested folders."""
LONGEST_NAME = 255
"""Maximum length of a file or folder name in bytes. File systems refuse longer names, and so does `git checkout`."""
LONGEST_PATH = 4095
"""Maximum length of an absolute path in bytes, for the same reason."""
