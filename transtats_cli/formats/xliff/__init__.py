"""XLIFF files.

`reference` defines how an XLIFF file is read: with translate-toolkit. `tree` returns the same units in a sixth of the
time, from an element tree. `document` parses XML safely. `text` and `attributes` contain rules of both readers.
`sniffing` reads the declarations at the beginning of a file.
"""
