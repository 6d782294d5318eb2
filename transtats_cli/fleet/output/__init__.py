"""Write and read data sets.

A data set is a directory, or a URL of fsspec. `store` reads and replaces its files. `formats` encodes tables.
`manifest` describes the files of a part, and `dataset` adds, replaces and removes parts.
"""
