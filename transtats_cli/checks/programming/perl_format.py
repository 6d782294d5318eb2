"""
Perl format strings: a translation has the placeholders of its source, in their order unless they are numbered.

Good:  "%d of %s"  ->  "%d z %s"
Bad:   "%d of %s"  ->  "%s: %d"
Off:   the flag `ignore-perl-format`

Checked where the flag `perl-format` is set; placeholders are written as in C.
"""

from transtats_cli.checks.programming import c_format

ID = "perl_format"

FORMAT = c_format.FORMAT
