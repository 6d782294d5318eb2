"""Read, check and count the files of components, in one process or several.

`file_scanner` reads one file and returns its counts, findings and units. `combining` combines the results of all files
and runs the checks that compare files. Entry points are `scan` for reports, and `unit_scan` and `findings` for strings.
`language_selection` and `duplicates` choose the files, and `checking` chooses the checks. `result_cache` and
`serialization` cache the results of files. `batches`, `component_batches`, `pool` and `worker` distribute the work to
worker processes.
"""
