"""XLIFF files.

`reader` is the entry point for XLIFF 1.x. `tree` reads XLIFF 1.x and 2.x from an element tree, `dialects` reads gettext
and Apple files. `document`, `text`, `attributes` and `rules` are used by several readers. The package `fast` contains
what exists for speed only.
"""
