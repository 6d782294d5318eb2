"""Fast readers for XLIFF. They decline files that they do not read as `reference` does.

`units` and `counts` read and count regular XLIFF 1.x files without an element tree. `tree` reads XLIFF 1.x and 2.x from
an element tree. The other modules contain parts of these three.
"""
