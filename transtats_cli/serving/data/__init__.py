"""Data of the server: components and their statistics, kept up to date with the files.

`component_cache` contains all components, and views read nothing else; `component_state` is the state of one component.
`cached_value` decides when a value is computed again. `watcher` reports changed files, `file_states` compares files.
`scans` are the functions that `workers` run in other processes.
`last_good` keeps records of files that cannot be read any more, and `aggregates` sums records.
"""
