"""XLIFF files.

`reader` is the entry point. `reference` defines how an XLIFF file is read: with translate-toolkit. `document` parses
XML safely. `text`, `attributes` and `rules` contain rules of several readers. The package `fast` exists for speed only.
"""
