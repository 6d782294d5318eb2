"""Store documents in the cache directory.

`store` reads and writes the files, `documents` defines a document, `shapes` describes parsed JSON, and `stamps` detects
changed files.
"""
