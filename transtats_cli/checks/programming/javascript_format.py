"""
JavaScript format strings: a translation has the placeholders of its source, in their order unless they are numbered.

Good:  "%s is %s"  ->  "%s je %s"
Bad:   "%s is %s"  ->  "je %s"
Off:   the flag `ignore-javascript-format`

Checked where the flag `javascript-format` is set; placeholders are written as in C.
"""

from transtats_cli.checks.programming import c_format

ID = "javascript_format"

FORMAT = c_format.FORMAT
