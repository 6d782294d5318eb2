"""PO files.

`reference` defines how a PO file is read: with polib, after `syntax` has checked the lines. `text` and `charset`
contain rules of all PO readers. The package `fast` exists for speed only.
"""
