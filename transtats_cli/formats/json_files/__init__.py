"""JSON files: flat and nested keys, i18next, ARB, browser extensions, go-i18n and others.

`reader` is the entry point. `reference` defines how each dialect is read: with translate-toolkit. `lines` finds the
line numbers of keys, `placeholders` contains flags. The package `fast` exists for speed only.
"""
