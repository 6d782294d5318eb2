"""Store documents in the cache directory.

`documents` defines a document, and `store` reads and writes documents in a database. Their values are
checked and converted from JSON to annotated types. `stamps` detects changed files.
"""
