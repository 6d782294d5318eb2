"""Query language for units, and the checksums that identify units in addresses.

`query` parses a query, and describes the language as a regular expression. `conditions` contains the conditions of a
query. `checksums` computes hashes of the source and the context of a unit.
"""
