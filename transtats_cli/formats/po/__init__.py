"""PO files.

`reader` is the entry point. `careful` reads any file. `text`, `charset` and `control_characters` contain the rules of
all PO readers. The package `fast` contains what exists for speed only.
"""
