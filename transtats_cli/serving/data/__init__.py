"""Data of the server: components and their statistics, kept up to date with the files.

`component_cache` contains all components, and views read nothing else; `component_state` is the state of one component.
`cached_value` caches a value and computes the value again when files change. `watcher` reports changed files, and
`file_states` compares files. `scans` are the functions that `workers` run in other processes.
`last_good` keeps records of files that cannot be read any more.
"""
