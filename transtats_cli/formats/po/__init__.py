"""PO files.

`reader` is the entry point. `reference` defines how a PO file is read: with polib, after `syntax` has checked the
lines. `text`, `charset` and `control_characters` contain rules of all PO readers. The package `fast` exists for speed
only.
"""
