"""PHP files with variables, constants and arrays, and the language files of Laravel.

`reader` reads a file with translate-toolkit, which never executes it. `lines` finds the line numbers of keys.
"""
