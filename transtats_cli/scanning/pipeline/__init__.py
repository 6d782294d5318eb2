"""Read, check and count the files of components, in one process or several.

`file_scanner` turns one file into numbers, findings and units; `combining` adds what only all files together show.
`scan` (reports), and `unit_scan` with `findings` (strings) are the entry points. `completeness` and `reference` compare
the files with a template. `language_selection` and `duplicates` choose the files, and `checking` the checks.
`result_cache` and `serialization` cache the results of files. `batches`, `component_batches`, `pool` and `worker`
distribute the work to processes.
"""
