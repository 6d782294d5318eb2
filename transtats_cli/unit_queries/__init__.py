"""Query language for units, and the checksums that identify units in addresses.

`query` parses a query, `conditions` contains the conditions of a query, and `query_pattern` describes the language as
a regular expression. `checksums` computes hashes of the source and the context of a unit.
"""
