"""The `.strings` and `.stringsdict` files of Apple systems.

`reader` is the entry point. `reference` defines how a file is read: with translate-toolkit. The package `fast` exists
for speed only.
"""
