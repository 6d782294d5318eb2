"""Read, check and count the files of components, in one process or several.

The entry points are `scan`, which returns reports, and `findings`, which searches for strings. `file_scanner` reads one
file after another, and returns their counts, findings and units. `combining` runs the checks that
compare files, and builds the source language. `file_comparison` compares each file with the reference, `completeness`
reports it, and `reference` lists missing strings. `slices` selects the strings of `--where`. `language_selection`
chooses the files, and `checking` the checks.
`result_cache` caches the results of files. `scan` and `component_batches` distribute the work to processes with
`parallel`, which uses a `pool` of workers.
"""
