"""Store documents in the cache directory.

`documents` defines a document, `store` reads and writes documents as files, or in the database of `database`. `shapes`
describes parsed JSON, and `stamps` detects changed files.
"""
