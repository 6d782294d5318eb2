"""Compute the statistics of many roots: directories, archives and repositories."""
