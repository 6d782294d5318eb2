"""Fast reader and fast counter for regular PO files. Both return None for all other files.

`units` contains the reader, and `counts` the counter. All other modules contain parts of these two modules.
"""
