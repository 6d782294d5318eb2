"""Statistics of many roots at once, written as a data set: the command `transtats fleet`.

A root is a directory, an archive or a repository with one or more projects. Its files may be on another machine.

`roots` opens directories, archives and repositories. `plan` divides the roots into work items of about equal size, and
`work` runs one item. `processes` runs the items in processes of this machine, and `cluster` on a Dask cluster. `output`
writes the results in parts, each of which is complete or absent. `run` connects these packages. `merge` joins several
outputs, and `summary` reads the totals from an output.
"""

import logging

# Without a handler, Python prints the warnings and tracebacks of a library for remote files to standard error. Its
# exceptions are errors of the store or of the root.
for _library in ("adlfs", "fsspec", "gcsfs", "s3fs"):
    logging.getLogger(_library).addHandler(logging.NullHandler())
