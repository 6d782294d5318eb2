"""Query language for units, and the checksums that identify units in addresses.

`query` parses a query into a condition on units, and describes the language as a regular expression. `checksums`
computes hashes of the source and the context of a unit.
"""
