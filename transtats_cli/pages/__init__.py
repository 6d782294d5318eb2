"""HTML pages of the statistics. The functions need no server, so that a static report can use them, too.

`progress` contains the figures and the bar of one translation or of a sum. `tables` sorts, filters and pages rows.
`strings` describes one string of a translation, with `visible_text` and `problem_spans`. `links` builds the addresses
of all pages, and `chips` the links of filters. `rendering` renders the templates, and `assets` reads the files in
`static`.
"""
