"""Query language for units, and the checksums that identify units in addresses.

`query` parses a query into a condition on units, and describes the language as a regular expression. `slices` parses
the queries that select the strings of a scan. `checksums` computes hashes of the source and the context of a unit.
"""
