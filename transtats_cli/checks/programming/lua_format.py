"""
Lua format strings: a translation has the placeholders of its source, in their order unless they are numbered.

Good:  "%d apples"  ->  "%d jablek"
Bad:   "%d apples"  ->  "%s jablek"
Off:   the flag `ignore-lua-format`

Checked where the flag `lua-format` is set; placeholders are written as in C.
"""

from transtats_cli.checks.programming import c_format

ID = "lua_format"

FORMAT = c_format.FORMAT
