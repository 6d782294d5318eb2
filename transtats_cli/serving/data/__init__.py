"""Data of the server: components and their statistics, kept up to date with the files.

`cache_reader` reads values for one request, and views read nothing else. `component_cache` contains all components.
`component_state` is the state of one component, and contains the table of the kinds of values that are cached for it.
`cached_value` caches a value and computes the value again when files change: begin to read there.

`watcher` reports changed files. `change_feed` numbers changes, so that cached responses become invalid, and notifies
open pages. `workers` call the functions of `scans` in other processes, and `shared_calls` one for several components.
"""
