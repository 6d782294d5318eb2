"""HTML pages of the statistics. The functions need no server, so that a static report uses them, too.

`overviews` makes the pages with a table, from all projects to one component, and `translations` those of a translation
and its strings. `rendering` renders the templates, and reads the files in `static`. `links` builds the addresses.

`progress` contains the figures and the bar of one translation or of a sum. `tables` sorts, filters and pages rows.
`strings` describes one string of a translation, with `faults` and `visible_text`. `history` contains data from git.
"""
