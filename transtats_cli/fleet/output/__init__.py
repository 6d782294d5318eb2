"""Write and read data sets.

A data set is a directory, or a URL of fsspec. `store` reads and replaces its files. `parquet`, `ndjson` and `sqlite`
encode tables, and `formats` lists them. `manifest` describes the files of a part, and `dataset` adds, replaces and
removes parts.
"""
