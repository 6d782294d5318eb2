"""Fast readers for regular PO files. They decline all other files.

`units` reads units, `counts` counts them. The other modules contain parts of these two.
"""
