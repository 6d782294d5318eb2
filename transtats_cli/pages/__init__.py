"""HTML pages of the statistics. The functions need no server, so that a static report uses them, too.

`overviews`, `components` and `string_pages` choose the values of each page. `page` contains the interfaces through
which a page is adapted to its site. `rendering` renders the templates, and `assets` reads the files in `static`.

`progress` contains the figures and the bar of one translation or of a sum. `tables` sorts, filters and pages rows.
`strings` describes one string of a translation, with `visible_text` and `problem_spans`. `links` builds the addresses
of the pages of a server.
"""
