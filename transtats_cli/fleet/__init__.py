"""Statistics of many roots at once, written as a data set: the command `transtats fleet`.

A root is a directory, an archive or a repository with one or more projects. Its files may be on another machine.

`run` connects the modules: `plan` divides the roots, `work` runs an item, `processes` or `cluster` run many of them.
"""

import logging

# Without a handler, Python prints the warnings and tracebacks of a library for remote files to standard error. Its
# exceptions are errors of the store or of the root.
for _library in ("adlfs", "fsspec", "gcsfs", "s3fs"):
    logging.getLogger(_library).addHandler(logging.NullHandler())
