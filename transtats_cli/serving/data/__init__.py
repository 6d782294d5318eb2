"""Data of the server: components and their statistics, kept up to date with the files.

`component_cache` contains all components, and views read nothing else; `component_index` lists them, and
`component_state` is the state of one component.
`cached_value` caches a value and computes the value again when files change. `total_reports` caches sums of projects.

`watcher` reports changed files, `file_states` reads the states of files, and `rechecks` checks files from time to time.
`change_feed` notifies open pages of changes. `background_counter` counts many components in the background.

`workers` run functions in other processes: `scans` reads components, `histories` their histories, and `recent_changes`
the strings that changed last. `last_good` keeps records of files that cannot be read any more.
"""
