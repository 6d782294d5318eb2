"""Store documents in the cache directory.

`documents` defines a document, and `store` reads and writes documents in a database. `typed_json` checks and converts
parsed JSON, and `stamps` detects changed files.
"""
