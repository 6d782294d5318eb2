"""Fast readers and a fast counter for XLIFF. They return None, or raise IrregularFile, for files with rare notations.

`units` contains a reader and `counts` a counter for regular XLIFF 1.x files, without an element tree. `tree` reads
XLIFF 1.x and 2.x from an element tree. The other modules contain parts of these three modules.
"""
