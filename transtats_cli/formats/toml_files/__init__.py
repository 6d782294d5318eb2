"""TOML files: nested keys, and the files of go-i18n.

`reader` reads a file with translate-toolkit. `lines` finds the line numbers of keys.
"""
